"""A filled graph written to a file, changed by somebody who knows how, and brought back."""

import hashlib
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from dossier_runs import ask, fill
from graphs import add_text, rows_of

from agent.exchange.load import Imported, import_graph
from agent.exchange.read import check_file
from agent.exchange.write import export_graph
from graph.store import GraphStore

QUESTION = "What will the Skerra Sound tidal plant cost and what share of households will it supply?"


async def exported(store: GraphStore) -> bytes:
    """The namespace as a file."""
    out = io.BytesIO()
    await export_graph(store, out, [store.namespace])
    return out.getvalue()


async def bring(store: GraphStore, path: Path, *, batches: int | None = None) -> Imported | None:
    """Import a file; with `batches` it ends after so many, as if it were killed."""
    async for step in import_graph(store, check_file(path)):
        if isinstance(step, Imported):
            return step
        batches = None if batches is None else batches - 1
        if batches == 0:
            return None
    raise AssertionError("an import ends with what it did")


def put(path: Path, data: bytes) -> Path:
    """Write it and return the path."""
    path.write_bytes(data)
    return path


def notes_of(done: Imported | None) -> tuple[str, ...]:
    """The notes of an import that came to its end."""
    assert done is not None
    return done.notes


async def wipe(store: GraphStore) -> None:
    """Leave nothing in the namespace."""
    await rows_of(store, "MATCH (n) WHERE n.namespace = $namespace DETACH DELETE n")


def edited(data: bytes, change: Callable[[dict[str, Any]], dict[str, Any] | None]) -> bytes:
    """The file with lines changed or left out by somebody who knows how to write its header."""
    head, *lines = [json.loads(line) for line in data.splitlines()]
    kept = [line for line in map(change, lines) if line is not None]
    written = b"".join(json.dumps(line, ensure_ascii=False).encode() + b"\n" for line in kept)
    counts: dict[str, int] = {}
    for line in kept:
        kind = line.get("node") or line["relationship"]
        counts[kind] = counts.get(kind, 0) + 1
    nodes = sum("node" in line for line in kept)
    told = {"counts": counts, "nodes": nodes, "relationships": len(kept) - nodes}
    head |= told | {"sha256": hashlib.sha256(written).hexdigest()}
    return json.dumps(head).encode() + b"\n" + written


async def filled(store: GraphStore) -> GraphStore:
    """The store with the example dossier, a question answered from it, and a source of two versions."""
    await fill(store)
    assert await ask(store, QUESTION)
    await add_text(store, "The plant is green.", name="news.md")
    await add_text(store, "The plant is blue.", name="news.md")
    return store
