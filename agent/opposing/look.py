"""Looking for the opposite of what answers a question, in memory, and what a judge says of it."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from agent.draft import DraftStatement
from agent.evidence import Candidate, Evidence
from agent.gather import PER_SUBQUESTION, evidence_of, gather
from agent.opposing.words import Against, find_against, opposite_query
from agent.record.claims import Claimed
from agent.record.refuting import record_refuting, refuting_key
from agent.record.runs import RunRecorder
from agent.route import Call
from agent.steps import Steps
from graph.store import GraphStore, Row
from retrievers.embed import Embedder
from retrievers.websearch.domains import DomainRules

TOOL = "opposing_search"
"""A search of memory as any, kept apart from those for the answer."""

REASON = "looked for the opposite of what answers"
ANOTHER = "looked for another origin of what rests on one"


@dataclass(frozen=True, slots=True)
class Main:
    """A claim that answers a part in the summary, with the quotes that bear it out."""

    claim: str
    text: str
    part: int
    quotes: frozenset[str]


@dataclass(frozen=True, slots=True)
class Opposition:
    """What the look for the opposite gave: sentences that may deny, those of them that a judge says deny, how many
    passages were new, and all that was found; `another` origins of claims were looked for at once."""

    against: tuple[tuple[Main, Against], ...]
    denied: tuple[tuple[Main, Against], ...]
    is_judged: bool
    passages: int
    found: Mapping[int, Sequence[Evidence]] = field(default_factory=dict[int, Sequence[Evidence]])
    another: int = 0

    @property
    def refuting(self) -> int:
        """How many sentences a judge says deny a main claim."""
        return len(self.denied)

    def data(self) -> dict[str, Any]:
        """Return what its event tells."""
        return {
            "tool": "memory_search",
            "reason": f"{REASON}; {ANOTHER}" if self.another else REASON,
            "outcome": "ok" if self.against else "empty",
            "passages": self.passages,
            "against": len(self.against),
            "refuting": self.refuting,
            "reused": False,
        }

    def says(self, shown: Collection[str] = ()) -> str:
        """Return the sentence for the report's limits; `shown` are quotes that the report has as another side."""
        looked = "Looked for the opposite of each main claim: "
        left = [one for _, one in self.against if self.is_judged or one.quote not in shown]
        if not left:
            return f"{looked}found {'none but what is quoted here' if self.against else 'none'}."
        count = f"{len(left)} {'sentence' if len(left) == 1 else 'sentences'}"
        named = ", ".join(dict.fromkeys(_named(one.evidence) for one in left))
        if not self.is_judged:
            return f"{looked}found {count} that may deny one, in {named}; nobody judged that."
        return f"{looked}found {count} that may deny one, in {named}; a judge says so of {self.refuting or 'none'}."


def find_mains(
    statements: Sequence[DraftStatement], candidates: Sequence[Candidate], keys: Sequence[Claimed]
) -> list[Main]:
    """Return the claims that matter: those whose sentence answers a part in the summary. Pure."""
    return [
        Main(
            keys[one.candidates[0]].claim, candidates[one.candidates[0]].claim_text, one.subquestion or 0,
            frozenset(candidates[i].quote for i in one.candidates),
        )
        for one in statements
        if one.section == "summary" and one.kind == "factual" and one.candidates
    ]  # fmt: skip


async def look_for_opposite(
    store: GraphStore,
    embedder: Embedder | None,
    run: RunRecorder,
    steps: Steps,
    mains: Sequence[Main],
    known: Mapping[int, Sequence[Evidence]],
    *,
    round_: int,
    language: str | None,
    taken: Mapping[str, Row],
    rules: DomainRules,
    read_again: Collection[str] = (),
    written: Mapping[str, Sequence[str]] = MappingProxyType({}),
    another: Sequence[tuple[int, str]] = (),
) -> Opposition | None:
    """Ask memory for the opposite of each claim, once a run, and let the judge read what may deny it.

    `written` are queries for it by the claim's text, where a planner wrote some; `another` is asked at once, as (part,
    query). What a judge says denies a claim is written against it, so that its status is computed from both. None where
    no claim gives a query. Raises GraphError and what the judge's step raises.
    """
    asked = [(one.part, query) for one in mains for query in opposite_queries(one, written, language)]
    if not asked:
        return None
    asked += another
    arguments = {"queries": [query for _, query in asked], "for": [part for part, _ in asked], "limit": PER_SUBQUESTION}
    got = await gather(store, embedder, run, Call(TOOL, arguments, REASON), round_=round_, taken=taken)
    scores = {part: dict(rows) for part, rows in got.found.items()}
    found = await evidence_of(store, scores, rules, read_again)
    seen = {one.passage for rows in known.values() for one in rows}
    against: list[tuple[Main, Against]] = []
    for main in mains:
        of_part = {one.passage: one for one in (*known.get(main.part, ()), *found.get(main.part, ()))}
        against += [(main, one) for one in find_against(main.text, of_part.values(), language, cited=main.quotes)]
    pairs = {refuting_key(main.claim, one, store.namespace): (main, one) for main, one in against}
    judged = await steps.refute({key: one for key, (_, one) in pairs.items()}) if pairs else None
    refuting = {key: (pairs[key][0].claim, pairs[key][1], check) for key, check in (judged or {}).items()}
    await record_refuting(store, refuting, by=run.key)
    new = {one.passage for rows in found.values() for one in rows} - seen
    denied = tuple(pairs[key] for key in refuting)
    return Opposition(tuple(against), denied, judged is not None, len(new), found, len(another))


def opposite_queries(main: Main, written: Mapping[str, Sequence[str]], language: str | None) -> list[str]:
    """Return what to ask for the opposite of a claim: what a planner wrote, else what the rules make of it. Pure."""
    made = opposite_query(main.text, language)
    return list(written.get(main.text, ())) or ([made] if made else [])


def _named(one: Evidence) -> str:
    return f"“{one.title or one.source_id}”"
