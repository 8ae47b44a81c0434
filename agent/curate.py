"""What a person decides, written as such."""

from agent.errors import NotAcceptable
from agent.record.clock import now
from graph.keys import bounded
from graph.store import GraphStore, Row, Transaction

MAX_PERSON = 200


async def accept_run(store: GraphStore, run: str, *, by: str) -> None:
    """Write who accepted the run's final report and when.

    Raises NotAcceptable when no name is given or the run has no finished report: what is running, failed or without
    evidence cannot be accepted.
    """
    name = bounded(by.strip(), MAX_PERSON)
    if not name:
        raise NotAcceptable("an acceptance needs a name; give --by NAME")
    moment = now()

    async def work(tx: Transaction) -> list[Row]:
        return await tx.run("accept_run", run=run, by=name, now=moment.iso)

    if not await store.write(work):
        raise NotAcceptable(
            f"{run} has no finished report to accept: only a completed run has one; `claimgraph runs` shows the states"
        )
