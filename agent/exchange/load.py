"""Bringing the file of an export into a graph: in batches that may be repeated, beside what stands there.

What the file says of evidence is held against the evidence: a version is found only once its passages are the text that
its hash names, a quote counts only where it stands in that text, and a claim is called what its citations allow.
"""

from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING, Any

from agent.curate.repair import repair_kind
from agent.entities.decide import settle_names
from agent.errors import GraphDiffers
from agent.exchange.erased import erase_again
from agent.exchange.lines import Header, Line, NodeLine, RelationshipLine, unpack_vector
from agent.exchange.read import GraphFile
from agent.exchange.settle import settle_citations, settle_claims, settle_versions
from agent.record.clock import now
from graph.embedding_model import ModelInUse
from graph.model import RELATIONSHIPS
from graph.queries.exchange import AS_SAID, EXCHANGED, statement_of
from graph.rows import BATCH_BYTES, BATCH_ROWS, bytes_of, cut
from graph.store import GraphStore, Transaction
from graph.vectors import wire_vectors

if TYPE_CHECKING:
    from neo4j import AsyncDriver

_WITHHELD_MARKS = {"Passage": {"Current"}, "Claim": {"Supported", "Conflicting", "Unsupported", "Unreviewed"}}
_NODES = {node.label: node for node in EXCHANGED}
_RELATIONSHIPS = {(one.type, one.start, one.end): one for one in RELATIONSHIPS}


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import did: nodes and relationships that it left there and that were not there before, without those of
    what was erased here, which go again at once; and what it says beside it."""

    nodes: int
    relationships: int
    notes: tuple[str, ...] = ()


async def add_models(driver: "AsyncDriver", database: str, store: GraphStore, header: Header) -> None:
    """Make the embedding models of the header the graph's, with their indexes, where it has none of the name.

    Raises DimensionDiffers when the graph holds vectors of another file under the name.
    """
    from graph.embedding_model import open_beside

    for one in header.models:
        model = dict(one)
        await open_beside(driver, database=database, store=store, model=ModelInUse(model.pop("model"), **model))


async def import_graph(store: GraphStore, file: GraphFile, *, vectors: bool = True) -> AsyncGenerator[int | Imported]:
    """Write a checked file; yield the number of lines of each batch, last what was done.

    Killed anywhere, importing again completes it; importing twice is importing once. What stands under a key stays as
    it is: a claim keeps its history, a citation its finding. Raises GraphDiffers when evidence stands there as
    another, and GraphError; what was written then is whole as far as it goes and nothing of it is found.
    """
    before = _added(store)
    for lines in _batches(file.lines({*_NODES, *(one.type for one in RELATIONSHIPS)})):
        await store.write(_writing(store, lines, file.sentences, vectors=vectors))
        yield len(lines)
    moment = now()
    left = len(file.left_out)
    notes = [f"{left} of its nodes belong to nothing in the file: left out"] if left else []
    is_beside = await _sources_in(store, file.header.namespaces) > file.counts.get("Source", 0)
    for kind, settle in (
        ("SourceVersion", partial(settle_versions, is_beside=is_beside)),
        ("Citation", settle_citations),
        ("Claim", settle_claims),
    ):
        for lines in _batches(file.lines({kind})):
            notes += await settle(store, [line for _, line in lines if isinstance(line, NodeLine)], moment)
            yield 0
    notes += await erase_again(store, file)
    if is_beside:
        notes += await _link(store, file.header.namespaces)
    for namespace in file.header.namespaces:
        await settle_names(store, namespace)
    nodes, relationships = (max(0, one - was) for one, was in zip(_added(store), before, strict=True))
    yield Imported(nodes, relationships, tuple(dict.fromkeys(notes)))


def _added(store: GraphStore) -> tuple[int, int]:
    """By how many nodes and relationships there are more than before what the store has written."""
    told = store.written
    return told.nodes_created - told.nodes_deleted, told.relationships_created - told.relationships_deleted


async def _sources_in(store: GraphStore, namespaces: Sequence[str]) -> int:
    return sum([(await store.read("sources_beside", namespace=one))[0]["sources"] for one in namespaces])


async def _link(store: GraphStore, namespaces: Sequence[str]) -> list[str]:
    """Look for the names and the copies of what was brought among what stood there, and the other way."""
    if list(namespaces) == [store.namespace]:
        await repair_kind(store, "names")
        return []
    return [f"claimgraph doctor --graph --repair -n {one} links it with what was there" for one in namespaces]


def _writing(
    store: GraphStore, lines: Sequence[tuple[int, Line]], sentences: Mapping[int, str], *, vectors: bool
) -> Callable[[Transaction], Awaitable[None]]:
    first = lines[0][1]

    async def work(tx: Transaction) -> None:
        if isinstance(first, RelationshipLine):
            await _write_relationships(tx, first, [line for _, line in lines], sentences)
        else:
            await _write_nodes(tx, store, lines, vectors=vectors)

    return work


async def _write_nodes(tx: Transaction, store: GraphStore, lines: Sequence[tuple[int, Line]], *, vectors: bool) -> None:
    numbers = {line.key: number for number, line in lines if isinstance(line, NodeLine)}
    nodes = sorted((line for _, line in lines if isinstance(line, NodeLine)), key=lambda line: line.key)
    label = nodes[0].label
    withheld = _WITHHELD_MARKS.get(label, set())
    rows = [
        {
            "key": one.key,
            "marks": [m for m in one.marks if m not in withheld],
            "properties": one.properties | (_listed(one) if vectors and label != "Passage" else {}),
        }
        for one in nodes
    ]
    if label == "Assessment":
        await tx.run("import_assessments", rows=[row | {"claim": _claim_of(str(row["key"]))} for row in rows])
        return
    differing = await tx.run(statement_of("import", _NODES[label]), rows=rows)
    if differing:
        key = min(row["key"] for row in differing)
        raise GraphDiffers(
            f"line {numbers[key]}: {key} stands in the graph as another {label}; import the file into a graph "
            "where it does not. What was imported until here stays, and is not found"
        )
    for name in sorted({name for one in nodes for name in one.vectors}) if vectors and label == "Passage" else ():
        with_one = [one for one in nodes if name in one.vectors]
        arrays = [unpack_vector(one.vectors[name], label) for one in with_one]
        await _write_vectors(tx, store, name, [one.key for one in with_one], arrays)


async def _write_vectors(tx: Transaction, store: GraphStore, name: str, keys: Sequence[str], arrays: Any) -> None:
    import numpy as np

    wire = wire_vectors(np.stack(arrays), form=store.form)
    await tx.run(
        "record_vectors", rows=[{"key": k, "vector": v} for k, v in zip(keys, wire, strict=True)], property=name
    )


async def _write_relationships(
    tx: Transaction, first: RelationshipLine, lines: Sequence[Line], sentences: Mapping[int, str]
) -> None:
    if first.type == "HAS_ASSESSMENT":  # written with the Assessments
        return
    rows = [
        {"start": one.start[1], "end": one.end[1], "properties": one.properties}
        | ({"text": sentences[hash(one.start[1])]} if one.type in AS_SAID else {})
        for one in lines
        if isinstance(one, RelationshipLine)
    ]
    kind = _RELATIONSHIPS[first.type, first.start[0], first.end[0]]
    await tx.run(statement_of("import", kind), rows=sorted(rows, key=lambda row: (row["end"], row["start"])))


def _listed(one: NodeLine) -> dict[str, list[float]]:
    """The vectors of a node that no index holds: plain lists."""
    return {name: unpack_vector(text, one.label).tolist() for name, text in one.vectors.items()}


def _claim_of(assessment: str) -> str:
    return f"claim.{assessment.split('.')[1]}"


def _batches(lines: Iterable[tuple[int, Line]]) -> Iterator[list[tuple[int, Line]]]:
    """Cut the lines into batches of one kind, of a size that a server takes well."""
    for _, group in groupby(lines, key=lambda one: _kind_of(one[1])):
        yield from cut(group, lambda one: _weight(one[1]), most=BATCH_ROWS, heaviest=BATCH_BYTES)


def _kind_of(line: Line) -> tuple[str, ...]:
    return (
        (line.label, line.properties["namespace"])
        if isinstance(line, NodeLine)
        else (line.type, line.start[0], line.end[0])
    )


def _weight(line: Line) -> int:
    vectors: Mapping[str, str] = line.vectors if isinstance(line, NodeLine) else {}
    return bytes_of([*line.properties.values(), *vectors.values()]) + 64
