"""`claimgraph import`: what `claimgraph export` wrote, into this graph."""

import contextlib
import shutil
import sys
import tempfile
from collections.abc import Generator
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from agent.cli.face import Face, counted, run
from agent.settings import read_settings

_TOLD = 10


@click.command("import")
@click.argument("file", metavar="FILE|-")
@click.option("--namespace", "-n", metavar="NAME", help="The namespace that FILE must hold: none is renamed.")
@click.option("--dry-run", is_flag=True, help="Read the whole file, say what is in it, write nothing.")
@click.option(
    "--without-vectors", is_flag=True, help="Leave the file's vectors out; claimgraph embed makes them again."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")
@click.option("--quiet", "-q", is_flag=True, help="Nothing on stderr but errors.")
def import_graph(
    file: str, namespace: str | None, dry_run: bool, without_vectors: bool, as_json: bool, quiet: bool
) -> int:
    """Bring an export into the graph, beside what is there. Importing twice is importing once.

    FILE is read to its end first and refused whole, by the line, if anything in it is not as the model declares it, or
    it is cut short. What stands under a key stays as it is. A text is found only if its hash is right, and a claim is
    called what its quotes allow. The word of a judge or a person is taken from the file: import only from people whose
    word you would take. Killed, run it again.
    """
    face = Face(read_settings({"namespace": namespace}), as_json, quiet)
    if file != "-" and not Path(file).is_file():
        raise click.UsageError(
            f"there is no file {file}; name one that `claimgraph export` wrote, or - for standard input"
        )
    with _on_disk(file) as path:
        return run(_import(face, path, namespace, dry_run=dry_run, vectors=not without_vectors))


async def _import(face: Face, path: Path, namespace: str | None, *, dry_run: bool, vectors: bool) -> int:
    from agent.build import open_beside
    from agent.errors import FileRefused
    from agent.exchange.load import Imported, add_models, import_graph
    from agent.exchange.read import check_file
    from graph.migrate import MIGRATIONS

    file = check_file(path)
    held = file.header.namespaces
    if namespace is not None and held != [namespace]:
        raise FileRefused(
            f"the file holds the namespace {' and '.join(held) or 'of nothing'}, whose name is inside every key, and "
            f"not all that keys are made of is kept: it cannot be imported as {namespace}; leave --namespace out"
        )
    if file.header.schema > MIGRATIONS[-1].version:
        raise FileRefused(
            f"the file is of schema step {file.header.schema}, and this claimgraph knows {MIGRATIONS[-1].version}; "
            "upgrade claimgraph to import it"
        )
    if dry_run:
        face.say("the file is whole and sound; nothing was written")
        _tell(face, {"namespaces": held, "nodes": file.header.nodes, "relationships": file.header.relationships})
        return 0
    done = Imported(0, 0)
    settings = replace(face.settings, namespace=held[0]) if len(held) == 1 else face.settings
    async with open_beside(settings, face.say, None) as beside:
        if vectors:
            await add_models(beside.driver, beside.database, beside.store, file.header)
        total = file.header.nodes + file.header.relationships
        with face.progress(total, " lines", "importing") as advance:
            async for step in import_graph(beside.store, file, vectors=vectors):
                if isinstance(step, Imported):
                    done = step
                else:
                    advance(step)
    for note in done.notes[:_TOLD]:
        face.say(note)
    if len(done.notes) > _TOLD:
        face.say(f"and {len(done.notes) - _TOLD} more like these")
    _tell(
        face, {"namespaces": held, "nodes": done.nodes, "relationships": done.relationships, "notes": len(done.notes)}
    )
    return 4 if done.notes else 0


def _tell(face: Face, row: dict[str, Any]) -> None:
    if face.json:
        face.out_json(row)
    else:
        face.out(
            f"{counted(row['nodes'], 'node')} and {counted(row['relationships'], 'relationship')} "
            + ("new" if "notes" in row else "in the file")
        )


@contextlib.contextmanager
def _on_disk(file: str) -> Generator[Path]:
    """Give the file as one that can be read more than once."""
    if file != "-":
        yield Path(file)
        return
    with tempfile.NamedTemporaryFile(prefix="claimgraph-import-") as spooled:
        shutil.copyfileobj(sys.stdin.buffer, spooled)
        spooled.flush()
        yield Path(spooled.name)
