"""After claims are recorded: which contradict each other or stored ones, and the other sides to show with them."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product

from agent.conflicts.differ import find_differences
from agent.conflicts.difference import Difference, Side, settled
from agent.conflicts.find import ClaimRead, Opposed, oppose_values
from agent.conflicts.material import Material, find_material
from agent.conflicts.stated import Stated, last_said
from agent.evidence import Candidate, Evidence
from agent.gather import evidence_by_passage
from agent.record.claims import Claimed
from agent.record.conflicts import conflict_key, record_conflicts, record_conflicts_of
from agent.steps import Extracted
from agent.words.dates import moment
from agent.words.measures import read_measure
from agent.words.values import find_values, say_value
from graph.store import GraphStore, Row

_MOST_SIDES = 3  # claims of earlier runs that are taken along for one claim
_STANDING = frozenset({"supported", "conflicting"})
"""What a claim is called that evidence bears out: one whose evidence went is no other side."""


@dataclass(frozen=True, slots=True)
class Contradicted:
    """A round's claims with the other sides that stored sources give, and how they differ.

    `along` are candidates of earlier runs; they stand in `extracted`, `keys` and `evidence` too.
    """

    extracted: Extracted
    keys: tuple[Claimed, ...]
    evidence: Mapping[int, Sequence[Evidence]]
    along: tuple[Candidate, ...]
    differences: tuple[Difference, ...]
    material: tuple[Material, ...]


async def find_contradictions(
    store: GraphStore,
    extracted: Extracted,
    keys: Sequence[Claimed],
    evidence: Mapping[int, Sequence[Evidence]],
    *,
    by: str,
) -> Contradicted:
    """Compare what a round found with itself and with the graph, write the conflicts, and take the other sides along.

    `keys` are those of the candidates and then of the refused ones. Raises GraphError.
    """
    own = {key.claim for key in keys[: len(extracted.candidates)]}
    found = await record_conflicts_of(store, own, by=by)
    states, opposed = dict(found.states), list(found.opposed)
    kept = await _open_before(store, own, opposed)
    states |= {conflict_key(one.claims, store.namespace): "open" for one in kept}
    taken = await _take_along(store, extracted, keys, [*opposed, *kept], states)
    extracted, keys, evidence = _with(extracted, keys, evidence, taken)
    differences = find_differences(extracted.candidates, evidence)
    asked = _asked_for(differences, keys, found.claims, opposed)
    states |= await record_conflicts(store, asked, by=by)
    opposed += asked
    opposed += [one for one in kept if all(one.claims != other.claims for other in asked)]
    told = _tell(differences, opposed, states, extracted.candidates, keys, evidence, store.namespace)
    is_open = {key for key, state in states.items() if state == "open"}
    material = find_material(opposed, is_open, extracted.candidates, keys, found.claims, store.namespace)
    return Contradicted(extracted, tuple(keys), evidence, tuple(one for one, _, _ in taken), tuple(told), material)


async def _open_before(store: GraphStore, own: Collection[str], known: Sequence[Opposed]) -> list[Opposed]:
    """The open conflicts of these claims that earlier runs found and this one did not: each side as its claim says it.

    What a question joined then, no rule may join now; the claim is called conflicting all the same.
    """
    met = {one.claims for one in known}
    rows = await store.read("conflicts_of_claims", claims=sorted(own)) if own else []
    open_ = [row for row in rows if row["state"] == "open" and row["other_status"] in _STANDING]
    texts = {row["other"]: str(row["other_text"]) for row in open_}
    missing = sorted({row["claim"] for row in open_} - texts.keys())
    texts |= {row["claim"]: str(row["text"]) for row in await store.read("claims_to_compare", keys=missing)}
    found: dict[tuple[str, str], Opposed] = {}
    for row in open_:
        first, second = min(row["claim"], row["other"]), max(row["claim"], row["other"])
        if (first, second) not in met and first in texts and second in texts:
            pair = (first, second)
            found[pair] = Opposed("direct", "conflict", pair, (texts[first], texts[second]), "")
    return list(found.values())


async def _take_along(
    store: GraphStore,
    extracted: Extracted,
    keys: Sequence[Claimed],
    opposed: Iterable[Opposed],
    states: Mapping[str, str],
) -> list[tuple[Candidate, Claimed, Evidence]]:
    """The sides that stand only in the graph, each as a candidate of the part that its opposite answers."""
    candidates = extracted.candidates
    mine = {key.claim: candidates[i] for i, key in reversed(list(enumerate(keys[: len(candidates)])))}
    wanted: dict[str, Candidate] = {}
    for one in opposed:
        if one.outcome == "superseded" or states.get(conflict_key(one.claims, store.namespace)) == "dismissed":
            continue
        for here, there in (one.claims, one.claims[::-1]):
            if here in mine and there not in mine and sum(w is mine[here] for w in wanted.values()) < _MOST_SIDES:
                wanted.setdefault(there, mine[here])
    rows = await store.read("quotes_of_claims", claims=sorted(wanted)) if wanted else []
    first: dict[str, Row] = {}
    for row in sorted(rows, key=lambda row: moment(row["published_at"] or ""), reverse=True):
        first.setdefault(row["claim"], row)
    places = await evidence_by_passage(store, [row["passage"] for row in first.values()]) if first else {}
    return [
        (
            made_beside(row, wanted[claim], places[row["passage"]]),
            Claimed(claim, row["citation"]),
            places[row["passage"]],
        )
        for claim, row in sorted(first.items())
        if row["passage"] in places
    ]


def made_beside(row: Row, beside: Candidate, place: Evidence) -> Candidate:
    """Return a sentence of a stored passage as a candidate of the part that another one answers. Pure."""
    values = tuple(find_values(row["text"], place.language))
    kinds = {(value.kind, value.unit) for value in beside.answering}
    return Candidate(
        subquestion=beside.subquestion, claim_text=row["text"], quote=row["quote"], char_start=row["char_start"],
        char_end=row["char_end"], passage=row["passage"], version=row["version"], source=row["source"], score=0.0,
        values=values, flags=(), asked=beside.asked, spoken=beside.spoken,
        answering=tuple(value for value in values if (value.kind, value.unit) in kinds), expects=beside.expects,
        quote_match=row["quote_match"],
    )  # fmt: skip


def _with(
    extracted: Extracted,
    keys: Sequence[Claimed],
    evidence: Mapping[int, Sequence[Evidence]],
    taken: Sequence[tuple[Candidate, Claimed, Evidence]],
) -> tuple[Extracted, list[Claimed], dict[int, Sequence[Evidence]]]:
    count = len(extracted.candidates)
    along, more = [candidate for candidate, _, _ in taken], [claimed for _, claimed, _ in taken]
    rows: dict[int, Sequence[Evidence]] = dict(evidence)
    for candidate, _, place in taken:
        known = rows.get(candidate.subquestion, ())
        if all(one.passage != place.passage for one in known):
            rows[candidate.subquestion] = [*known, replace(place, rank=len(known) + 1)]
    return replace(extracted, candidates=[*extracted.candidates, *along]), [*keys[:count], *more, *keys[count:]], rows


def _asked_for(
    differences: Iterable[Difference],
    keys: Sequence[Claimed],
    claims: Mapping[str, ClaimRead],
    known: Sequence[Opposed],
) -> list[Opposed]:
    """The pairs that only the question joins, where rules can tell how they stand."""
    seen = {one.claims for one in known}
    found: dict[tuple[str, str], Opposed] = {}
    for difference in differences:
        for a, b in combinations(difference.sides, 2):
            for one in sorted(_claims_of(a, keys)):
                for other in sorted(_claims_of(b, keys)):
                    pair = (min(one, other), max(one, other))
                    if one == other or pair in seen or one not in claims or other not in claims:
                        continue
                    opposed = oppose_values(claims[one], a.value, claims[other], b.value)
                    if opposed is not None:
                        old = one if a.is_replaced else other if b.is_replaced else ""
                        found[pair] = replace(opposed, outcome="superseded", replaced=old) if old else opposed
    return list(found.values())


def _claims_of(side: Side, keys: Sequence[Claimed]) -> set[str]:
    return {keys[i].claim for i in side.candidates}


def _with_replaced(sides: Sequence[Side], keys: Sequence[Claimed], opposed: Sequence[Opposed]) -> list[Side]:
    """The sides, those marked in whose place another one stands and that nobody holds against it."""
    claims = [_claims_of(side, keys) for side in sides]
    beaten: dict[int, set[int]] = {}
    held: set[tuple[int, int]] = set()
    for one in opposed:
        first, second = ([at for at, own in enumerate(claims) if claim in own] for claim in one.claims)
        for at, other in product(first, second):
            if at != other and one.outcome == "superseded":
                old, new = (at, other) if one.replaced == one.claims[0] else (other, at)
                beaten.setdefault(old, set()).add(new)
            elif at != other:
                held |= {(at, other), (other, at)}
    return [
        replace(side, is_replaced=side.is_replaced or any((at, new) not in held for new in beaten.get(at, ())))
        for at, side in enumerate(sides)
    ]


def _tell(
    differences: Sequence[Difference],
    opposed: Sequence[Opposed],
    states: Mapping[str, str],
    candidates: Sequence[Candidate],
    keys: Sequence[Claimed],
    evidence: Mapping[int, Sequence[Evidence]],
    namespace: str,
) -> list[Difference]:
    """The differences of the values asked for with their conflicts, and a difference for every other pair."""
    nodes = {one.claims: conflict_key(one.claims, namespace) for one in opposed if one.outcome == "conflict"}
    shown: set[tuple[str, str]] = set()
    told: list[Difference] = []
    for difference in differences:
        pairs = {
            (min(x, y), max(x, y))
            for a, b in combinations(difference.sides, 2)
            for x in (keys[i].claim for i in a.candidates)
            for y in (keys[i].claim for i in b.candidates)
        }
        shown |= pairs
        found = sorted(nodes[pair] for pair in pairs if pair in nodes)
        if found and all(states.get(key) == "dismissed" for key in found):
            continue
        is_spread = {one.outcome for one in opposed if one.claims in pairs} == {"spread"}
        sides = _with_replaced(difference.sides, keys, opposed)
        told.append(settled("spread" if is_spread else difference.kind, difference.subquestion, sides, tuple(found)))
    for one in opposed:
        node = nodes.get(one.claims)
        if one.claims in shown or (node and states.get(node) == "dismissed"):
            continue
        if one.outcome == "superseded" and not _answers_with_both(one, candidates, keys):
            continue
        made = _difference(one, candidates, keys, evidence, node)
        if made is not None:
            told.append(made)
    return sorted(told, key=lambda each: each.subquestion)


def _answers_with_both(one: Opposed, candidates: Sequence[Candidate], keys: Sequence[Claimed]) -> bool:
    """Whether a part is answered with a value and with the one that replaced it."""
    parts = [
        {
            candidate.subquestion
            for candidate, key in zip(candidates, keys, strict=False)
            if key.claim == claim and value in {say_value(candidate.claim_text, each) for each in candidate.answering}
        }
        for claim, value in zip(one.claims, one.values, strict=True)
    ]
    return bool(parts[0] & parts[1])


def _difference(
    one: Opposed,
    candidates: Sequence[Candidate],
    keys: Sequence[Claimed],
    evidence: Mapping[int, Sequence[Evidence]],
    node: str | None,
) -> Difference | None:
    places = {claim: [i for i in range(len(candidates)) if keys[i].claim == claim] for claim in one.claims}
    parts = [{candidates[i].subquestion for i in places[claim]} for claim in one.claims]
    both = sorted(parts[0] & parts[1])
    if not all(parts):
        return None
    part = both[0] if both else min(parts[0] | parts[1])
    sides = [
        replace(_side(value, [i for i in places[claim] if not both or candidates[i].subquestion == part],
                      candidates, evidence), is_replaced=claim == one.replaced)
        for claim, value in zip(one.claims, one.values, strict=True)
    ]  # fmt: skip
    return settled("spread" if one.outcome == "spread" else one.kind, part, sides, (node,) if node else ())


def _side(
    value: str,
    places: Sequence[int],
    candidates: Sequence[Candidate],
    evidence: Mapping[int, Sequence[Evidence]],
) -> Side:
    known = {one.version: one for rows in evidence.values() for one in rows}
    met = [known[candidates[i].version] for i in places if candidates[i].version in known]
    texts = tuple(sorted({candidates[i].claim_text for i in places}))
    dates = [one.published_at for one in met if one.published_at]
    said_at, is_past = last_said(
        [made for i in places if (made := _stated(i, value, candidates[i], known)) is not None]
    )
    newest = max(dates, key=moment, default=None)
    count = len({one.text_sha256 for one in met}) or 1
    return Side(
        value, tuple(places), texts, newest, count, newest if said_at is None and not is_past else said_at, is_past
    )


def _stated(index: int, said: str, candidate: Candidate, known: Mapping[str, Evidence]) -> Stated | None:
    """The value of a candidate that is said so; None for what is no value."""
    text, place = candidate.claim_text, known.get(candidate.version)
    value = next((one for one in candidate.values if say_value(text, one) == said), None)
    if value is None:
        return None
    return Stated(index, candidate, value, read_measure(text, value), place, place.language if place else None)
