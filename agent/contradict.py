"""After claims are recorded: which contradict each other or stored ones, and the other sides to show with them."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from agent.conflicts.differ import Difference, Side, find_differences
from agent.conflicts.find import ClaimRead, Opposed, oppose_values
from agent.conflicts.material import Material, find_material
from agent.evidence import Candidate, Evidence
from agent.gather import evidence_by_passage
from agent.record.claims import Claimed
from agent.record.conflicts import conflict_key, record_conflicts, record_conflicts_of
from agent.steps import Extracted
from agent.words.values import find_values
from graph.store import GraphStore, Row

_MOST_SIDES = 3  # claims of earlier runs that are taken along for one claim


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
    taken = await _take_along(store, extracted, keys, opposed, states)
    extracted, keys, evidence = _with(extracted, keys, evidence, taken)
    differences = find_differences(extracted.candidates, evidence)
    asked = _asked_for(differences, keys, found.claims, {one.claims for one in opposed})
    states |= await record_conflicts(store, asked, by=by)
    opposed += asked
    told = _tell(differences, opposed, states, extracted.candidates, keys, evidence, store.namespace)
    is_open = {key for key, state in states.items() if state == "open"}
    material = find_material(opposed, is_open, extracted.candidates, keys, found.claims, store.namespace)
    return Contradicted(extracted, tuple(keys), evidence, tuple(one for one, _, _ in taken), tuple(told), material)


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
    for row in rows:
        first.setdefault(row["claim"], row)
    places = await evidence_by_passage(store, [row["passage"] for row in first.values()]) if first else {}
    return [
        (
            made_beside(row, wanted[claim], places[row["passage"]]),
            Claimed(claim, row["citation"]),
            places[row["passage"]],
        )
        for claim, row in first.items()
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
    known: Collection[tuple[str, str]],
) -> list[Opposed]:
    """The pairs that only the question joins, where rules can tell how they stand."""
    found: dict[tuple[str, str], Opposed] = {}
    for difference in differences:
        for a, b in combinations(difference.sides, 2):
            for one in sorted({keys[i].claim for i in a.candidates}):
                for other in sorted({keys[i].claim for i in b.candidates}):
                    pair = (min(one, other), max(one, other))
                    if one == other or pair in known or one not in claims or other not in claims:
                        continue
                    opposed = oppose_values(claims[one], a.value, claims[other], b.value)
                    if opposed is not None:
                        found[pair] = opposed
    return list(found.values())


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
        told.append(replace(difference, kind="spread" if is_spread else difference.kind, conflicts=tuple(found)))
    for one in opposed:
        node = nodes.get(one.claims)
        if one.claims in shown or one.outcome == "superseded" or (node and states.get(node) == "dismissed"):
            continue
        made = _difference(one, candidates, keys, evidence, node)
        if made is not None:
            told.append(made)
    return sorted(told, key=lambda each: each.subquestion)


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
    if not both:
        return None
    sides = [
        _side(value, [i for i in places[claim] if candidates[i].subquestion == both[0]], candidates, evidence)
        for claim, value in zip(one.claims, one.values, strict=True)
    ]
    sides.sort(key=lambda side: (side.published_at or "", side.value, side.texts))
    kind = "spread" if one.outcome == "spread" else one.kind
    return Difference(kind, both[0], tuple(sides), (node,) if node else ())


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
    return Side(value, tuple(places), texts, max(dates, default=None), len({one.text_sha256 for one in met}) or 1)
