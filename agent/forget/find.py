"""From what a person calls a source to its key: a key, a path or address as it was given to `add`, a name of it."""

import os

from agent.errors import NotForgettable
from agent.find import find_node
from graph.errors import NodeNotFound
from graph.keys import make_key, sha256_of
from graph.lucene import words_query
from graph.store import GraphStore
from graph.url import UrlRefused, source_url
from retrievers.templates.errors import ArgumentsRefused
from retrievers.templates.naming import WORD_FIELDS, find_named


async def find_sources(store: GraphStore, said: str) -> list[str]:
    """Return the key of the source that is called so, and with a web page that of what searches said of it.

    Its title or the last part of its path names it too where only one can be meant; some words of them do not, for
    what is forgotten must be named. What it was called when its forgetting was begun names it until that has ended,
    whatever of it is left. Raises NodeNotFound where none is called so, NotForgettable where several may be.
    """
    begun = await store.read("incomplete_deletions")
    if called := [row["target"] for row in begun if hash_said(row["deletion"], said) in row["said"]]:
        return sorted(set(called))
    if said.startswith("source."):
        key, _ = await find_node(store, said)
        return await _with_snippets(store, key)
    keys = sorted({make_key("source", store.namespace, locator) for locator in _locators(said)})
    found = [row["source"] for row in await store.read("sources_by_keys", keys=keys)]
    if not found:
        found = [row["key"] for row in await store.read("sources_by_id", source_id=said)]
    if not found:
        found = [await _by_name(store, said)]
    if len(found) > 1:
        raise NotForgettable(f"{said!r} may be several sources: {', '.join(found)}; give the key of one")
    return await _with_snippets(store, found[0])


async def find_unseen(store: GraphStore, before_ms: int) -> list[str]:
    """Return the keys of sources that nobody has seen since, and of those whose forgetting for that was begun and has
    not ended: of these no version counts as seen any more. Raises GraphError."""
    begun = [row["target"] for row in await store.read("incomplete_deletions") if row["kind"] == "age"]
    unseen = await store.read("sources_unseen_since", before_ms=before_ms)
    return sorted({*begun, *(row["source"] for row in unseen)})


async def _by_name(store: GraphStore, said: str) -> str:
    if len(named := await _named(store, said)) == 1:
        return named[0]
    try:
        one, near = await find_named(store, "source", said)
    except ArgumentsRefused as error:
        raise NotForgettable(str(error)) from error
    if one is not None:
        rows = await store.read("sources_by_keys", keys=[one.key])
        if any(is_named(said, row["title"], row["source_id"]) for row in rows):
            return one.key
        near = [one]
    some = ", ".join(f"{other.text} ({other.key[:20]})" for other in near[:3])
    raise NodeNotFound(
        f"the namespace {store.namespace} has no source called {said!r}{f'; near to it: {some}' if some else ''}; give "
        "its key, its title, or the path or address that was added (claimgraph templates sources_by_title finds "
        "sources by words)"
    )


async def _named(store: GraphStore, said: str) -> list[str]:
    """The keys of the sources that have all of its words and are called just so."""
    words = words_query(said, store.namespace, WORD_FIELDS["source_title"], every=True)
    found = await store.read("nodes_by_words", index="source_title", words=words) if words else []
    rows = await store.read("sources_by_keys", keys=[row["key"] for row in found]) if found else []
    return [row["source"] for row in rows if is_named(said, row["title"], row["source_id"])]


def is_named(said: str, title: str, source_id: str) -> bool:
    """Whether these words are a source's whole title or the last parts of its path or address, in any case. Pure."""
    words = " ".join(said.casefold().split())
    if not words:
        return False
    return words == " ".join(title.casefold().split()) or f"/{source_id.casefold()}".endswith(f"/{words}")


def hash_said(deletion: str, said: str) -> str:
    """Return what a Deletion keeps of what its source was called until it has ended, not to be read as words. Pure."""
    return sha256_of(f"{deletion}\n{' '.join(said.casefold().split())}")


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
