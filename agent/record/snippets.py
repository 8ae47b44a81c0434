"""Writing what a search said of a page that was not read: kept with the run that rests on it, found by no other."""

from agent.errors import SourceForgotten
from agent.record.clock import now
from agent.record.sources import arrival_of, passage_rows, record_passages, record_versions
from graph.store import GraphStore, Transaction
from retrievers.read import Reading
from retrievers.split import split_passages


async def record_snippet(store: GraphStore, reading: Reading) -> tuple[str, int]:
    """Write a snippet as a source of its own; return the key of its version and the number of its passages.

    Its state is `snippet`: no search finds it, and every citation of it is `cannot_check` from the start, so that
    nothing becomes supported by it. Writing the same again changes nothing. Raises GraphError, and SourceForgotten
    where a person forgot the page.
    """
    moment = now()
    arrival = arrival_of(reading, store.namespace)
    rows = passage_rows(arrival, split_passages(reading.text, (), reading.language), store.namespace)
    refused = await record_versions(store, [arrival], moment, by_run=True)
    if why := refused.get(arrival.source):
        raise SourceForgotten(why)
    await record_passages(store, rows, None, moment)

    async def work(tx: Transaction) -> None:
        await tx.run("mark_snippets", keys=[arrival.version])

    await store.write(work)
    return arrival.version, len(rows)
