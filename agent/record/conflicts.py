"""Writing which claims cannot both hold: under the claims' locks, their statuses recomputed in the same transaction."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from agent.conflicts.compare import Origin
from agent.conflicts.find import ClaimRead, Opposed, find_opposed
from agent.record.clock import now
from agent.record.status import change_claims
from agent.words.terms import find_terms
from graph.keys import bounded, make_key, short_name
from graph.lucene import words_query
from graph.rows import batches
from graph.store import GraphStore, Row, Transaction

_LONGEST_WHY = 300
BY_RULE = "rule:replaced"
"""Who resolved a conflict of which one value was replaced since; found again as a conflict, it is open again."""
_REPLACED = "one value was replaced since by the other, as a later source says"
_WORDS = 12  # of a claim, by which others are found that may speak of the same
_ALIKE = 40  # claims that are compared with one


@dataclass(frozen=True, slots=True)
class Contradictions:
    """What was found of some claims: pairs that differ, the state of each Conflict by its key, every claim compared."""

    opposed: tuple[Opposed, ...]
    states: Mapping[str, str]
    claims: Mapping[str, ClaimRead]


def conflict_key(claims: tuple[str, str], namespace: str) -> str:
    """Return the key of the conflict between two claims, in whichever order they are given. Pure."""
    return make_key("conflict", namespace, *sorted(claims))


async def record_conflicts(store: GraphStore, opposed: Sequence[Opposed], *, by: str) -> dict[str, str]:
    """Write the pairs that are conflicts and return the state of each by its key; `by` is who found them.

    Twice is once, also by several at a time; what a person resolved or dismissed stays so. A pair whose claims are not
    both in the namespace is left out. One that is there from before, and of which one value was replaced since, is
    resolved. Raises GraphError.
    """
    await _settle_replaced(store, [one for one in opposed if one.outcome == "superseded"])
    moment = now()
    rows = [
        {
            "key": conflict_key(one.claims, store.namespace), "first": min(one.claims), "second": max(one.claims),
            "kind": one.kind, "name": short_name(f"{one.kind}: {one.subject}" if one.subject else one.kind),
            "rationale": bounded(one.rationale, _LONGEST_WHY),
        }
        for one in opposed
        if one.outcome == "conflict" and one.claims[0] != one.claims[1]
    ]  # fmt: skip
    states: dict[str, str] = {}
    for batch in batches(sorted(rows, key=lambda row: str(row["key"]))):

        async def work(tx: Transaction, rows: Sequence[Mapping[str, Any]] = batch) -> dict[str, str]:
            claims = sorted({str(row[side]) for row in rows for side in ("first", "second")})

            async def change() -> dict[str, str]:
                made = await tx.run("record_conflicts", rows=rows, by=by, rule=BY_RULE, now=moment.iso)
                return {str(row["conflict"]): str(row["state"]) for row in made}

            return await change_claims(tx, claims, change, by=by, moment=moment)

        states |= await store.write(work)
    return states


async def _settle_replaced(store: GraphStore, replaced: Sequence[Opposed]) -> None:
    claims = {conflict_key(one.claims, store.namespace): one.claims for one in replaced}
    rows = await store.read("conflict_states", keys=sorted(claims)) if claims else []
    settled = sorted(row["conflict"] for row in rows if row["state"] == "open")
    moment = now()

    async def work(tx: Transaction) -> None:
        async def change() -> None:
            await tx.run("settle_replaced", keys=settled, by=BY_RULE, why=_REPLACED, now=moment.iso)

        await change_claims(tx, {one for key in settled for one in claims[key]}, change, by=BY_RULE, moment=moment)

    if settled:
        await store.write(work)


async def record_conflicts_of(store: GraphStore, claims: Collection[str], *, by: str) -> Contradictions:
    """Compare these claims with each other and with stored ones that may speak of the same; write what conflicts.

    Only what shares words is compared, at most 40 stored claims each; rules alone decide. Raises GraphError.
    """
    if not claims:
        return Contradictions((), {}, {})
    mine = [read_claim(row) for row in await store.read("claims_to_compare", keys=sorted(set(claims)))]
    queries = [words_query(_own_words(one), store.namespace, ["text"], every=False) for one in mine]
    alike = await store.read("claims_alike", like=sorted({one for one in queries if one}), limit=_ALIKE)
    compared = {one.key: one for one in [*(read_claim(row) for row in alike), *mine] if one.origins}
    opposed = find_opposed(compared.values(), frozenset(one.key for one in mine))
    states = await record_conflicts(store, opposed, by=by)
    return Contradictions(tuple(opposed), states, compared)


def read_claim(row: Row) -> ClaimRead:
    """Return a claim as it is compared, from a row of `claims_to_compare` or `claims_alike`."""
    return ClaimRead(row["claim"], row["text"], tuple(Origin(**one) for one in row["origins"]))


def _own_words(one: ClaimRead) -> str:
    terms = [term for term in find_terms(one.text, one.language) if not any(letter.isdigit() for letter in term.word)]
    return " ".join(dict.fromkeys(term.word for term in terms[:_WORDS]))
