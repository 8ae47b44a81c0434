"""A namespace that holds nothing: a mistyped name must not look like an answer."""

from difflib import get_close_matches
from typing import TYPE_CHECKING

from agent.cli.face import Face

if TYPE_CHECKING:
    from graph.store import GraphStore

_NAMED = 5


async def say_when_empty(face: Face, store: "GraphStore") -> None:
    """Say that the namespace holds no source, where it holds none, with the names near it. Raises GraphError."""
    if said := await why_empty(store):
        face.say(said)


async def why_empty(store: "GraphStore") -> str:
    """Return one sentence on a namespace without a source, "" where it holds one. Raises GraphError."""
    if (await store.read("count_nodes"))[0]["sources"]:
        return ""
    begun = f"the namespace {store.namespace} holds no source; "
    others = await other_namespaces(store)
    near = get_close_matches(store.namespace, others, n=_NAMED, cutoff=0.6)
    if near:
        return f"{begun}did you mean {' or '.join(near)}? Name it with --namespace, or add sources here"
    named = f" ({', '.join(others[:_NAMED])}{' …' if len(others) > _NAMED else ''})" if others else ""
    return f"{begun}add some, or name another one with --namespace{named}"


async def other_namespaces(store: "GraphStore") -> list[str]:
    """Return the other namespaces that hold anything, in order. Raises GraphError."""
    from agent.exchange.write import find_namespaces

    return [name for name in await find_namespaces(store) if name != store.namespace]
