"""From what a person calls a source to its key: a key, a path or an address as it was given to `add`."""

import os

from agent.errors import NotForgettable
from agent.find import find_node
from graph.errors import NodeNotFound
from graph.keys import make_key
from graph.store import GraphStore
from graph.url import UrlRefused, source_url


async def find_sources(store: GraphStore, said: str) -> list[str]:
    """Return the key of the source that is called so, and with a web page that of what searches said of it.

    Titles are not looked at: what is forgotten must be named. Raises NodeNotFound where none is called so, and
    NotForgettable where several are.
    """
    if said.startswith("source."):
        key, _ = await find_node(store, said)
        return await _with_snippets(store, key)
    keys = sorted({make_key("source", store.namespace, locator) for locator in _locators(said)})
    found = [row["source"] for row in await store.read("sources_by_keys", keys=keys)]
    if not found:
        found = [row["key"] for row in await store.read("sources_by_id", source_id=said)]
    if not found:
        raise NodeNotFound(
            f"the namespace {store.namespace} has no source called {said!r}; give its key, or the path or address that "
            "was added (claimgraph templates sources_by_title finds sources by words)"
        )
    if len(found) > 1:
        raise NotForgettable(f"{said!r} may be several sources: {', '.join(found)}; give the key of one")
    return await _with_snippets(store, found[0])


def _locators(said: str) -> list[str]:
    """What the key of a source called so may hash."""
    resolved = os.path.realpath(said).encode("utf-8", "backslashreplace").decode("utf-8")
    try:
        addresses = [source_url(said)]
    except UrlRefused:
        addresses = []
    return [f"file:{resolved}", f"file:{said}", f"stdin:{said}", *addresses]


async def _with_snippets(store: GraphStore, key: str) -> list[str]:
    """What a search said of a page is a source of its own; it goes with the page."""
    rows = await store.read("sources_by_keys", keys=[key])
    try:
        snippet = make_key("source", store.namespace, f"snippet:{source_url(rows[0]['source_id'])}")
    except (UrlRefused, IndexError):
        return [key]
    return [key, *(row["source"] for row in await store.read("sources_by_keys", keys=[snippet]))]
