"""A person's word on a conflict: it is settled, or it is none, or it is open again."""

from dataclasses import dataclass
from typing import Literal

from agent.curate.word import MAX_WHY, person_of
from agent.errors import DecidedMeanwhile, NotDecidable
from agent.record.clock import now
from agent.record.status import change_claims
from graph.errors import NodeNotFound
from graph.keys import bounded
from graph.store import GraphStore, Row, Transaction

ConflictState = Literal["open", "resolved", "dismissed"]
_WORD: dict[ConflictState, str] = {"open": "reopen", "resolved": "resolve", "dismissed": "dismiss"}


@dataclass(frozen=True, slots=True)
class ConflictDecided:
    """A conflict as it was and is now, and what its two claims are called."""

    conflict: str
    was: ConflictState
    state: ConflictState
    statuses: dict[str, str]


async def decide_conflict(
    store: GraphStore,
    conflict: str,
    state: ConflictState,
    why: str,
    *,
    by: str,
    expected: ConflictState | None = None,
) -> ConflictDecided:
    """Write what a person says of a conflict, in one transaction, with an Assessment on both claims.

    `resolved` says which side holds or how both do, `dismissed` that they do not contradict each other; neither deletes
    anything, and a conflict that is found again stays as it was decided. `expected` is the state that the person saw.
    Raises NotDecidable without a name or a reason, DecidedMeanwhile when it is not in the expected state any more,
    NodeNotFound when the namespace has no such conflict.
    """
    person = person_of(by)
    reason = bounded(" ".join(why.split()), MAX_WHY) or ""
    if not reason:
        raise NotDecidable(f"to {_WORD[state]} a conflict, say why")
    moment = now()

    async def work(tx: Transaction) -> ConflictDecided:
        claims = [side["claim"] for side in (await _read(tx, conflict))["claims"]]
        found: Row = {}

        async def change() -> None:
            found.update(await _read(tx, conflict))
            if expected is not None and found["state"] != expected:
                raise DecidedMeanwhile(f"{conflict} is {found['state']} by now ({found['resolution']})")
            await tx.run(
                "decide_conflict", conflict=conflict, state=state, resolution=reason, by=person, now=moment.iso
            )

        await change_claims(tx, claims, change, by=person, moment=moment)
        told = f"{conflict}: {reason}"
        rows = [
            {"claim": side["claim"], "before": side["assessments"], "decision": _WORD[state], "why": told}
            for side in found["claims"]
        ]
        written = await tx.run("record_decisions", rows=rows, by=person, now=moment.iso, now_ms=moment.ms)
        statuses = {row["claim"]: str(row["status"]) for row in written}
        return ConflictDecided(conflict, found["state"], state, statuses)

    return await store.write(work)


async def _read(tx: Transaction, conflict: str) -> Row:
    rows = await tx.run("conflict_to_decide", conflict=conflict)
    if not rows:
        raise NodeNotFound(
            f"no conflict of the namespace has the key {conflict}; `claimgraph claims --status conflicting` lists them"
        )
    return rows[0]
