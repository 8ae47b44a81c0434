"""`claimgraph export`: the graph as JSON Lines."""

import sys
from errno import ENOSPC
from pathlib import Path
from typing import TYPE_CHECKING

import click

from agent.cli.face import Face, counted, options, run

if TYPE_CHECKING:
    from agent.exchange.lines import Header


@click.command()
@click.argument("file", default="-", metavar="[FILE|-]")
@click.option("--all", "every", is_flag=True, help="Every namespace of the graph.")
@click.option("--without-vectors", is_flag=True, help="Leave the vectors out; claimgraph embed makes them again.")
@options
def export(file: str, every: bool, without_vectors: bool, face: Face) -> int:
    """Write the namespace as JSON Lines to FILE (packed if it ends in .gz) or standard output.

    A header, then every node, then every relationship, in the order of kinds and keys: the same graph gives the same
    bytes. FILE is replaced only by a whole export; a pipe or device is written to. `claimgraph import` reads it.
    """
    if file != "-" and not Path(file).absolute().parent.is_dir():
        raise click.UsageError(f"there is no folder {Path(file).absolute().parent}; make it, or name another")
    if file != "-" and Path(file).is_dir():
        raise click.UsageError(f"{file} is a folder; name a file in it")
    return run(_export(face, file, every=every, vectors=not without_vectors))


async def _export(face: Face, file: str, *, every: bool, vectors: bool) -> int:
    from agent.build import open_beside
    from agent.cli.namespaces import say_when_empty
    from agent.errors import AgentError
    from agent.exchange.write import export_graph, find_namespaces, placed_when_whole

    async with open_beside(face.settings, face.say, None) as beside:
        store = beside.store
        namespaces = await find_namespaces(store) if every else [store.namespace]
        if file == "-":
            header = await export_graph(store, sys.stdout.buffer, namespaces, vectors=vectors)
            sys.stdout.buffer.flush()
        else:
            try:
                with placed_when_whole(Path(file)) as out:
                    header = await export_graph(store, out, namespaces, vectors=vectors)
            except BrokenPipeError as error:
                raise AgentError(f"{file} was closed before all was written; export again") from error
            except OSError as error:
                if error.errno == ENOSPC:
                    raise
                raise click.UsageError(f"{file} cannot be written ({error.strerror}); name another file") from error
        if not header.nodes and not every:
            await say_when_empty(face, store)
    _tell(face, header, file)
    return 0


def _tell(face: Face, header: "Header", file: str) -> None:
    if face.json and file != "-":
        row = {"namespaces": header.namespaces, "nodes": header.nodes, "relationships": header.relationships}
        face.out_json(row | {"file": file, "sha256": header.sha256})
        return
    place = "standard output" if file == "-" else file
    held = f"{counted(header.nodes, 'node')} and {counted(header.relationships, 'relationship')}"
    face.say(f"{held} of {', '.join(header.namespaces) or 'nothing'} written to {place}")
