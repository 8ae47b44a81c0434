"""What was erased here stays erased, whatever a file from before still holds of it."""

import copy
from collections.abc import Mapping

from agent.exchange.lines import NodeLine, RelationshipLine
from agent.exchange.read import GraphFile
from agent.forget.erase import erase_traces, unname_source
from agent.forget.traces import Known
from graph.store import GraphStore, Row

_BATCH = 500


async def erase_again(store: GraphStore, file: GraphFile) -> list[str]:
    """Erase anew what a file brought of sources that were erased here; return a note for each.

    A file from before the erasing names their titles and words, which the graph does not know any more. Raises
    GraphError.
    """
    erased: dict[str, Row] = {}
    keys = [line.key for _, line in file.lines({"Source"}) if isinstance(line, NodeLine)]
    for start in range(0, len(keys), _BATCH):
        rows = await store.read("erased_among", keys=keys[start : start + _BATCH])
        erased |= {row["source"]: row for row in rows}
    known = _known(file, erased) if erased else {}
    for source, row in sorted(erased.items()):
        beside = copy.copy(store)
        beside.namespace = row["namespace"]
        traces = await erase_traces(beside, source, row["deletion"], iso=row["erased_at"], known=known[source])
        await unname_source(beside, traces, iso=row["erased_at"])
    return [f"{source}: it was erased here and stays so" for source in sorted(erased)]


def _known(file: GraphFile, erased: Mapping[str, Row]) -> dict[str, Known]:
    """Return the words and titles that the file holds of these sources, and the words of claims that cite them."""
    owners = {source: source for source in erased}
    for kind in ("HAS_VERSION", "HAS_PASSAGE"):
        for _, line in file.lines({kind}):
            if isinstance(line, RelationshipLine) and line.start[1] in owners:
                owners[line.end[1]] = owners[line.start[1]]
    for kind in ("QUOTES", "FOR_CLAIM"):
        for _, line in file.lines({kind}):
            if not isinstance(line, RelationshipLine):
                continue
            citing, cited = (line.start[1], line.end[1]) if kind == "QUOTES" else (line.end[1], line.start[1])
            if cited in owners:
                owners[citing] = owners[cited]
    claims: dict[str, dict[str, str]] = {source: {} for source in erased}
    for _, line in file.lines({"Claim"}):
        if isinstance(line, NodeLine) and line.key in owners:
            claims[owners[line.key]][line.key] = str(line.properties.get("text") or "")
    texts: dict[str, list[str]] = {source: [] for source in erased}
    names: dict[str, list[str]] = {source: [] for source in erased}
    for _, line in file.lines({"Source", "SourceVersion", "Passage"}):
        if isinstance(line, NodeLine) and line.key in owners:
            told = line.properties
            texts[owners[line.key]] += [told[name] for name in ("text", "heading") if told.get(name)]
            names[owners[line.key]] += [told["title"]] if told.get("title") else []
    return {source: Known(tuple(texts[source]), tuple(names[source]), claims[source]) for source in erased}
