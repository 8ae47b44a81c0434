"""What a person decides of a run, written as such."""

from agent.errors import NotAcceptable
from agent.record.clock import now
from graph.keys import bounded
from graph.store import GraphStore, Row, Transaction

MAX_PERSON, MAX_WHY = 200, 1_000


async def accept_run(store: GraphStore, run: str, *, by: str) -> None:
    """Write who accepted the run's final report and when.

    Raises NotAcceptable when no name is given or the run has no finished report: what is running, failed or without
    evidence cannot be accepted.
    """
    name = bounded(by.strip(), MAX_PERSON)
    if not name:
        raise NotAcceptable("an acceptance needs a name; give --as NAME")
    await _decide(store, "accept_run", run, by=name)


async def reject_run(store: GraphStore, run: str, *, by: str, why: str) -> None:
    """Write who rejected the run's final report and why; an earlier acceptance is taken back.

    Raises NotAcceptable when a name or a reason is missing or the run has no finished report.
    """
    name, reason = bounded(by.strip(), MAX_PERSON), bounded(" ".join(why.split()), MAX_WHY)
    if not name or not reason:
        raise NotAcceptable("a rejection needs a name and a reason; give --as NAME and --why TEXT")
    await _decide(store, "reject_run", run, by=name, why=reason)


async def _decide(store: GraphStore, statement: str, run: str, **said: str) -> None:
    moment = now()

    async def work(tx: Transaction) -> list[Row]:
        return await tx.run(statement, run=run, now=moment.iso, **said)

    if not await store.write(work):
        raise NotAcceptable(
            f"{run} has no finished report to decide on: only completed runs have one; `claimgraph runs` shows states"
        )
