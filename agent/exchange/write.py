"""Writing a graph to a file: page by page in the order of kinds and keys, put in its place once it is whole."""

import contextlib
import gzip
import hashlib
import os
import tempfile
from collections.abc import AsyncGenerator, Generator, Mapping, Sequence
from pathlib import Path
from typing import IO, Any, cast

from agent.exchange.lines import Header, Line, RelationshipLine, node_line, write_header, write_line
from graph.migrate import MIGRATIONS
from graph.model import RELATIONSHIPS
from graph.namespaces import PAGE as PAGE_OF_NAMES
from graph.namespaces import complete_names
from graph.queries.exchange import EXCHANGED, statement_of
from graph.store import GraphStore

PAGE, ENDS = 400, 2_000
"""Nodes, and nodes of which the relationships, that are in memory at a time."""
_CHUNK = 1024 * 1024
_MODEL = ("model", "dimension", "query_prefix", "passage_prefix", "file_sha256", "max_tokens", "min_similarity")


async def find_namespaces(store: GraphStore) -> list[str]:
    """Return the namespaces that hold anything, in order."""
    found: list[str] = []
    after: str | None = ""
    while after is not None:
        names, after = complete_names(await store.read("next_namespaces", after=after, limit=PAGE_OF_NAMES))
        found += names
    return found


async def export_graph(store: GraphStore, out: IO[bytes], namespaces: Sequence[str], *, vectors: bool = True) -> Header:
    """Write these namespaces to `out` and return the header. The same graph gives the same bytes.

    What others write meanwhile is in it or not, but nothing without what it hangs on. Memory holds a page and the
    hashes of the keys. Raises GraphError.
    """
    counts: dict[str, int] = {}
    starts: dict[int, int] = {}
    with tempfile.TemporaryFile() as body:
        async for place, kind, line in _lines(store, namespaces, vectors=vectors):
            counts[kind] = counts.get(kind, 0) + 1
            starts.setdefault(place, body.tell())
            body.write(write_line(line))
        digest = hashlib.sha256()
        for chunk in _in_order(body, starts):
            digest.update(chunk)
        labels = {node.label for node in EXCHANGED}
        header = Header(
            schema=MIGRATIONS[-1].version,
            namespaces=list(namespaces),
            models=await _models(store) if vectors else [],
            nodes=sum(number for kind, number in counts.items() if kind in labels),
            relationships=sum(number for kind, number in counts.items() if kind not in labels),
            counts=counts,
            sha256=digest.hexdigest(),
        )
        out.write(write_header(header))
        for chunk in _in_order(body, starts):
            out.write(chunk)
    return header


def _in_order(body: IO[bytes], starts: Mapping[int, int]) -> Generator[bytes]:
    """Yield what was written in parts in the order of the file; `starts` are by the place of a part in it."""
    ends = sorted([*starts.values(), body.seek(0, 2)])
    for _, start in sorted(starts.items()):
        body.seek(start)
        left = ends[ends.index(start) + 1] - start
        while left:
            chunk = body.read(min(left, _CHUNK))
            left -= len(chunk)
            yield chunk


@contextlib.contextmanager
def placed_when_whole(path: Path) -> Generator[IO[bytes]]:
    """Give a file to write that takes the place of `path` at the end, and is gone on failure; `.gz` is packed.

    A link stays, and the file that it leads to is replaced. What is no regular file (a pipe, a device) has no place
    that another could take: it is written to as the bytes come. Raises OSError.
    """
    is_packed = path.suffix == ".gz"
    path = Path(os.path.realpath(path))
    if path.exists() and not path.is_file():
        with path.open("wb") as special, _packed(special, is_packed=is_packed) as out:
            yield out
        return
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as beside:
        made = Path(beside.name)
        try:
            with _packed(beside, is_packed=is_packed) as out:
                yield out
            beside.flush()
            made.replace(path)
        except BaseException:
            made.unlink(missing_ok=True)
            raise


@contextlib.contextmanager
def _packed(file: IO[bytes], *, is_packed: bool) -> Generator[IO[bytes]]:
    if not is_packed:
        yield file
        return
    with gzip.GzipFile(filename="", fileobj=file, mode="wb", compresslevel=6, mtime=0) as packed:
        yield cast("IO[bytes]", packed)


async def _lines(
    store: GraphStore, namespaces: Sequence[str], *, vectors: bool
) -> AsyncGenerator[tuple[int, str, Line]]:
    """Yield each line with the place of its part in the file and its kind.

    Nodes are read before those that they hang on: what hangs on a node is written with it or later, so that nothing is
    in the file that hangs on what is not. Relationships come last, between what is there.
    """
    there: set[int] = set()
    kinds = list(enumerate(EXCHANGED))
    for at, namespace in enumerate(namespaces):
        for place, kind in reversed(kinds):
            async for row in _pages(store, statement_of("export", kind), "key", namespace, PAGE):
                there.add(hash(row["key"]))
                yield at * len(kinds) + place, kind.label, node_line(kind.label, row, vectors=vectors)
    place = len(namespaces) * len(kinds)
    for namespace in namespaces:
        for one in sorted(RELATIONSHIPS, key=lambda one: (one.type, one.start, one.end)):
            place += 1
            async for row in _pages(store, statement_of("export", one), "start", namespace, ENDS):
                if hash(row["start"]) not in there:
                    continue
                for end, properties in row["ends"]:
                    if hash(end) in there:
                        ends = (one.start, row["start"]), (one.end, end)
                        yield place, one.type, RelationshipLine(one.type, *ends, dict(sorted(properties.items())))


async def _pages(
    store: GraphStore, statement: str, key: str, namespace: str, page: int
) -> AsyncGenerator[dict[str, Any]]:
    after: str | None = ""
    while after is not None:
        rows = await store.read(statement, after=after, limit=page, namespace=namespace)
        after = rows[-1][key] if len(rows) == page else None
        for row in rows:
            yield row


async def _models(store: GraphStore) -> list[dict[str, Any]]:
    rows = await store.read("embedding_models_whole")
    return [{name: row[name] for name in _MODEL} for row in rows]
