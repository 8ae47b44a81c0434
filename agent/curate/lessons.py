"""What a person takes away of what runs learned."""

from agent.find import find_node
from graph.errors import NodeNotFound
from graph.store import GraphStore, Row, Transaction


async def delete_lesson(store: GraphStore, key: str) -> str:
    """Delete a lesson, by its key or a unique prefix of it, and return the key: no later run finds it.

    Raises NodeNotFound when that names no lesson.
    """
    found = (await find_node(store, key))[0]

    async def work(tx: Transaction) -> list[Row]:
        return await tx.run("delete_lesson", key=found)

    if not await store.write(work):
        raise NodeNotFound(f"{found} is no lesson; `claimgraph lessons` lists them with their keys")
    return found
