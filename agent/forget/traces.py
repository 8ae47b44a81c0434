"""What is known of a source that is erased: its words and names, claims and sentences that are its own, its runs."""

from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from agent.forget.places import MADE, REASONS
from agent.forget.redact import Redactor, find_capitals
from graph.store import GraphStore, Row

PAGE = 500


@dataclass(frozen=True, slots=True)
class Known:
    """Words and titles of a source that the graph lost, and by key the words of claims that cite it."""

    texts: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    claims: Mapping[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True)
class Traces:
    """What erasing looks for, and what the check looks for after it.

    `claims` and `statements` are its own, told in whatever words; `alone` are claims that no other source says anything
    of; `runs` found it or said something by it; `rare` are names that it alone has.
    """

    source: str
    redactor: Redactor
    names: tuple[str, ...]
    citations: tuple[str, ...]
    claims: tuple[str, ...]
    statements: tuple[str, ...]
    alone: frozenset[str]
    runs: frozenset[str]
    entities: tuple[str, ...]
    rare: frozenset[str]


@dataclass(slots=True)
class _Claims:
    own: list[str] = field(default_factory=list[str])
    told: list[str] = field(default_factory=list[str])
    facets: set[str] = field(default_factory=set[str])
    alone: set[str] = field(default_factory=set[str])
    standing: list[str] = field(default_factory=list[str])


async def read_traces(store: GraphStore, source: str, *, mark: str, known: Known) -> Traces:
    """Return what there is of a source before any of it is erased. Nothing is written. Raises GraphError."""
    named = await store.read("names_of_sources", sources=[source])
    names = sorted({*known.names, *(name for row in named for name in row["names"])})
    addresses = [address for row in named for address in row["addresses"]]
    quotes = [row async for row in _pages(store, "quotes_of_sources", "citation", source)]
    texts = [*known.texts, *[text async for text in _own_texts(store, source, quotes)]]
    gists = [row["quote"] for row in quotes if row["quote"] and row["quote"] != mark]
    shared = await _shared(store, names)
    claims = await _claims_of(
        store, source, Redactor(texts, mark, gists=gists, names=names, addresses=addresses, shared=shared), known
    )
    statements = await _statements_of(store, claims.own)
    told = [*claims.told, *(row["text"] for row in statements if row["text"])]
    entities = tuple(sorted(entity for row in named for entity in row["entities"]))
    facets = await _alone_in(store, {facet for facet in claims.facets if " " in facet.strip()}, entities)
    redactor = Redactor(
        texts, mark, gists=gists, names=names, addresses=[*addresses, *claims.own], shared=shared,
        told=[text for text in told if not text.startswith("[erased ")],
        facets=facets, standing=claims.standing,
    )  # fmt: skip
    runs = await store.read("runs_resting_on", sources=[source], addresses=[*addresses, *claims.own])
    return Traces(
        source=source,
        redactor=redactor,
        names=tuple(names),
        citations=tuple(row["citation"] for row in quotes),
        claims=tuple(claims.own),
        statements=tuple(row["statement"] for row in statements),
        alone=frozenset(claims.alone),
        runs=frozenset(row["run"] for row in runs),
        entities=entities,
        rare=await _rare_names(store, [*texts, *names]),
    )


async def find_alone(store: GraphStore, sources: Sequence[str]) -> list[str]:
    """Return the claims that cite sources and that nothing else bears out. Raises GraphError."""
    cited = [row["claim"] for row in await store.read("claims_citing", sources=sources)]
    found: list[str] = []
    for start in range(0, len(cited), PAGE):
        rows = await store.read("claims_to_erase", claims=cited[start : start + PAGE], sources=sources)
        found += [row["claim"] for row in rows if not row["is_borne_out"] and row["text"] not in row["quotes"]]
    return found


async def texts_of_kind(store: GraphStore, label: str, names: Iterable[str]) -> AsyncIterator[Row]:
    """Yield the nodes of a kind with those of these properties that they have, as `key` and `texts`."""
    kind = label.lower()
    after, rows = f"{kind}.", None
    while rows is None or len(rows) == PAGE:
        rows = await store.read("texts_of_kind", after=after, before=f"{kind}/", properties=[*names], limit=PAGE)
        for row in rows:
            after = row["key"]
            yield {"key": row["key"], "texts": dict(row["texts"])}


async def _claims_of(store: GraphStore, source: str, redactor: Redactor, known: Known) -> _Claims:
    """Tell the claims that are the source's own from those that stand without it.

    Its own are those in its words, as far as no quote of others holds them, and those in other words that nothing else
    bears out: what they tell is its alone.
    """
    cited = {row["claim"] for row in await store.read("claims_citing", sources=[source])}
    texts: dict[str, str] = {}
    facets: dict[str, set[str]] = {}
    async for row in texts_of_kind(store, "Claim", ("text", "subject", "predicate")):
        told = row["texts"]
        texts[row["key"]] = told.get("text", "")
        facets[row["key"]] = {told[name] for name in ("subject", "predicate") if name in told}
    looked = sorted({*cited, *(key for key, text in texts.items() if key not in cited and redactor.has(text))})
    found, own = _Claims(), set[str]()
    for start in range(0, len(looked), PAGE):
        for row in await store.read("claims_to_erase", claims=looked[start : start + PAGE], sources=[source]):
            key = row["claim"]
            if key not in cited and row["is_cited"]:
                continue  # the words of another source, which stays
            if not row["quotes"]:
                found.alone.add(key)
            if _is_own(row, redactor):
                own.add(key)
                found.told.append(known.claims.get(key, row["text"]) if row["is_erased"] else row["text"])
                found.facets.update(row["facets"])
    found.own = sorted(own)
    found.standing = [text for key, text in texts.items() if key not in own]
    found.facets -= {facet for key, told in facets.items() if key not in own for facet in told}
    return found


def _is_own(row: Row, redactor: Redactor) -> bool:
    if row["is_erased"]:
        return True
    if not row["is_borne_out"] and row["is_cited"] and row["text"] not in row["quotes"]:
        return True
    # what others bear out in words of their own is not known by a number
    return redactor.keeping((), row["quotes"], measures=not row["quotes"]).has(row["text"])


async def _statements_of(store: GraphStore, own: Sequence[str]) -> list[Row]:
    """Return the sentences that say nothing but these claims."""
    mine, found = set(own), dict[str, Row]()
    for start in range(0, len(own), PAGE):
        for row in await store.read("statements_of_claims", claims=own[start : start + PAGE]):
            if mine.issuperset(row["claims"]):
                found[row["statement"]] = row
    return [row for _, row in sorted(found.items())]


async def _own_texts(store: GraphStore, source: str, quotes: Sequence[Row]) -> AsyncIterator[str]:
    """Yield all words that are the source's, as far as they are still there."""
    async for row in _pages(store, "words_of_sources", "passage", source):
        yield row["text"]
        yield row["heading"] or ""
    for row in quotes:
        for name in ("quote", "prefix", "suffix"):
            yield row[name] or ""


async def _pages(store: GraphStore, statement: str, key: str, source: str) -> AsyncIterator[Row]:
    after, rows = "", None
    while rows is None or len(rows) == PAGE:
        rows = await store.read(statement, sources=[source], after=after, limit=PAGE)
        for row in rows:
            after = row[key]
            yield row


async def _shared(store: GraphStore, words: Iterable[str]) -> set[str]:
    wanted = sorted(set(words))
    return {row["name"] for row in await store.read("names_of_others", words=wanted)} if wanted else set()


async def _alone_in(store: GraphStore, facets: set[str], entities: Sequence[str]) -> set[str]:
    """Return those that no question has and no name of a thing but these: thousands, so not looked for in all texts."""
    held: list[str] = []
    for label, name in (("Question", "text"), ("Entity", "full_name")):
        rows = texts_of_kind(store, label, [name])
        held += [row["texts"].get(name, "").casefold() async for row in rows if row["key"] not in entities]
    told = "\n".join(held)
    return {facet for facet in facets if facet.casefold() not in told}


async def _rare_names(store: GraphStore, texts: Iterable[str]) -> frozenset[str]:
    """Return the names in reasons that people gave which no text but the source's has, folded."""
    own: dict[str, bool] = {}
    for text in texts:
        for word, is_within in find_capitals(text).items():
            own[word] = own.get(word, False) or is_within
    found: set[str] = set()
    for label, names in MADE.items():
        if reasons := [name for name in names if name in REASONS]:
            async for row in texts_of_kind(store, label, reasons):
                for text in row["texts"].values():
                    capitals = find_capitals(text).items()
                    found |= {word for word, is_within in capitals if word in own and (is_within or own[word])}
    return frozenset(found - await _shared(store, found))
