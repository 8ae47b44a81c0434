"""Looking things up: by their names, the most named first, and what is said of pairs of names. Read only."""

from collections.abc import Sequence

from agent.errors import LedgerUnclear
from graph.lucene import words_query
from graph.model import SameAs
from graph.store import GraphStore, Row
from retrievers.templates.errors import ArgumentsRefused
from retrievers.templates.naming import find_named


async def list_entities(store: GraphStore, words: str, *, limit: int) -> list[Row]:
    """Return things whose names have all the words, else some of them; without words those that most is known of."""
    if not words.strip():
        return await store.read("entities_listed", limit=limit)
    for every in (True, False):
        said = words_query(words, store.namespace, ("full_name",), every=every)
        found = await store.read("entities_found", said=said, limit=limit) if said else []
        if found:
            return found
    return []


async def count_entities(store: GraphStore) -> int:
    """Return how many things the namespace has."""
    return int((await store.read("entities_count"))[0]["entities"])


async def list_same(store: GraphStore, decisions: Sequence[SameAs], *, limit: int) -> list[Row]:
    """Return pairs of names with what is said of them, those first that most claims are about."""
    return await store.read("same_names", decisions=list(decisions), limit=limit)


async def find_thing(store: GraphStore, said: str) -> str:
    """Return the key of the one thing that a name, a key or a beginning of a key means.

    Raises LedgerUnclear when the namespace has none, or several, with what comes near.
    """
    try:
        found, near = await find_named(store, "entity", said)
    except ArgumentsRefused as error:
        raise LedgerUnclear(str(error)) from error
    if found is None:
        near_to = "; near to it: " + ", ".join(f"{one.text} ({one.key[:20]})" for one in near[:3]) if near else ""
        raise LedgerUnclear(f"the namespace {store.namespace} has nothing called {said!r}{near_to}")
    return found.key
