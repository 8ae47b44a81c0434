"""`claimgraph add`: store files, folders and web pages."""

import sys
import time
from collections import Counter
from typing import TYPE_CHECKING

import click

from agent.cli.face import Face, counted, drop_output, options, run

if TYPE_CHECKING:
    from collections.abc import AsyncIterable, Iterable

    from agent.add import AddResult
    from retrievers.read import Reading, Refusal

INTERRUPTED = (
    "interrupted: whole sources are kept, the rest is not found by any search; run the same command again to go on"
)

SILENT_S = 10.0
"""Seconds without a word, after which is said how far a large source is."""


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH... | URL... | -")
@click.option("--collection", metavar="NAME", help="Name sources by NAME and their path below the folder added.")
@click.option("--id", "stdin_id", metavar="ID", help="What the text on standard input is called (with -).")
@click.option("--brief", is_flag=True, help="Print a line only for what was refused.")
@options
def add(paths: tuple[str, ...], collection: str | None, stdin_id: str | None, brief: bool, face: Face) -> int:
    """Store files, folders and web pages as evidence: text, Markdown, HTML, PDF, e-mail, Office, EPUB, JSON Lines.

    A line of JSON Lines is one source: {id, text, title, url, published_at}.
    Adding again writes nothing new; a changed file becomes a new version. One line a file says what became of it.
    """
    from agent.errors import NothingToAdd
    from agent.inputs import count_words, read_inputs
    from retrievers.read import read_stdin
    from retrievers.read.formats import MAX_PACKED_BYTES

    skipped: Counter[str] = Counter()
    if "-" in paths:
        if len(paths) > 1 or not stdin_id:
            raise click.UsageError("with - give no other path, and name the text by --id ID")
        readings: Iterable[Reading | Refusal] | AsyncIterable[Reading | Refusal] = [
            read_stdin(sys.stdin.buffer.read(MAX_PACKED_BYTES + 1), id=stdin_id)
        ]
        total = 1
    else:
        readings = read_inputs(
            face.settings, paths, collection=collection, on_skip=lambda _, why: skipped.update([why])
        )
        total = count_words(paths)
    if total == 0:
        raise NothingToAdd(f"there is no file at {', '.join(paths)}; give files, or folders that hold some")
    code = run(_add(face, readings, total, brief))
    if skipped:
        face.say("passed over: " + ", ".join(f"{n} {why}" for why, n in skipped.items()))
    return code


class _Pulse:
    """A line now and then on how far the passages at hand are, so that a large source does not look like a hang."""

    def __init__(self, face: Face, every_s: float = SILENT_S) -> None:
        self._face = face
        self._every_s = every_s
        self._last = time.monotonic()

    def told(self, done: int, total: int) -> None:
        """Say it where nothing was said for a while."""
        if time.monotonic() - self._last >= self._every_s:
            self._last = time.monotonic()
            self._face.say(f"embedded {done:,} of {counted(total, 'passage')} at hand")


async def _add(
    face: Face,
    readings: "Iterable[Reading | Refusal] | AsyncIterable[Reading | Refusal]",
    total: int | None,
    brief: bool,
) -> int:
    from agent.add import add_readings

    started = time.perf_counter()
    outcomes: Counter[str] = Counter()
    passages = cut = forbidden = 0
    try:
        async with face.app() as app:
            for note in app.notes:
                face.say(note)
            with face.progress(total, "source", "adding") as advance:
                async for result in add_readings(app.store, app.embedder, readings, told=_Pulse(face).told):
                    advance(1)
                    outcomes[result.outcome] += 1
                    passages += result.passages if result.outcome != "unchanged" else 0
                    cut += result.cut
                    forbidden += result.reason == "refused"
                    if not brief or result.outcome == "refused":
                        try:
                            _print(face, result)
                        except BrokenPipeError:  # `add … | head` adds all the same
                            drop_output()
                    elif result.left_out:
                        face.say(f"{result.input}: left out: {result.left_out}")
            written = app.store.written
    except BaseException as error:
        if type(error).__name__ in {"CancelledError", "KeyboardInterrupt"}:
            face.say(INTERRUPTED)
        raise
    seconds = time.perf_counter() - started
    counts = ", ".join(f"{n} {name.replace('_', ' ')}" for name, n in outcomes.items())
    face.say(
        f"{counts or 'nothing'}; {counted(passages, 'passage')} stored in {seconds:.1f} s "
        f"({counted(written.nodes_created, 'node')}, {counted(written.relationships_created, 'relationship')} written)"
    )
    if cut:
        verb = "is" if cut == 1 else "are"
        face.say(
            f"{counted(cut, 'passage')} {verb} longer than the embedding model's window; its end is found by words only"
        )
    if forbidden and forbidden == outcomes.total():
        return 8
    return 4 if outcomes["refused"] else 0


def _print(face: Face, result: "AddResult") -> None:
    if face.json:
        face.out_json(
            {
                "input": result.input,
                "outcome": result.outcome,
                "reason": result.reason,
                "source": result.source,
                "version": result.version,
                "passages": result.passages,
                "milliseconds": result.milliseconds,
                "says": result.says,
                "left_out": result.left_out,
            }
        )
        return
    if result.outcome == "refused":
        face.out_line(f"refused      {result.input}  ({result.reason}: {result.says})")
    else:
        name = result.outcome.replace("_", " ")
        face.out_line(f"{name:<12} {result.input}  {counted(result.passages, 'passage')}  {(result.source or '')[:15]}")
        if result.left_out:
            face.out_line(f"{'':<12} left out: {result.left_out}")
