"""`claimgraph read`: show what would be stored."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from agent.cli.face import Face, counted, options, run

if TYPE_CHECKING:
    from retrievers.outcome import Outcome
    from retrievers.read import Reading, Refusal


@click.command()
@click.argument("paths", nargs=-1, metavar="PATH... | URL... | -")
@click.option("--id", "stdin_id", metavar="ID", default="stdin", help="What the text on standard input is called.")
@click.option("--check", is_flag=True, help="Only say of addresses what the guard decides.")
@click.option("--file", "listed", metavar="FILE", type=click.Path(path_type=Path), help="Addresses for --check.")
@options
def read(paths: tuple[str, ...], stdin_id: str, check: bool, listed: Path | None, face: Face) -> int:
    """Show what would be stored of files and web pages: text, title, dates with their proof, passages.

    Writes nothing. With --check nothing is connected to: one line an address says whether it may be read, and why not.
    """
    if check:
        from agent.cli.addresses import check_addresses

        return check_addresses(face, paths, listed)
    if listed:
        raise click.UsageError("--file goes with --check")
    if not paths:
        raise click.UsageError("give a file, a folder or a web address, or - for standard input")
    if "-" in paths and len(paths) > 1:
        raise click.UsageError("with - give no other path")
    return run(_read(face, paths, stdin_id))


async def _read(face: Face, paths: tuple[str, ...], stdin_id: str) -> int:
    from agent.inputs import read_inputs

    if "-" in paths:
        return 0 if _show(face, _read_stdin(stdin_id)) == "ok" else 4
    outcomes = [_show(face, reading) async for reading in read_inputs(face.settings, paths)]
    if set(outcomes) == {"refused"}:
        return 8
    return 0 if set(outcomes) <= {"ok"} else 4


def _show(face: Face, reading: "Reading | Refusal") -> "Outcome":
    from retrievers.read import Refusal

    if not isinstance(reading, Refusal):
        if face.json:
            face.out_json(_as_json(reading))
        else:
            _print(face, reading)
        return "ok"
    if face.json:
        face.out_json({"input": reading.input, "outcome": reading.outcome, "reason": reading.reason})
    else:
        face.out_line(f"refused {reading.input} ({reading.outcome}: {reading.reason})")
    return reading.outcome


def _read_stdin(name: str) -> "Reading | Refusal":
    from retrievers.read import read_stdin
    from retrievers.read.formats import MAX_PACKED_BYTES

    return read_stdin(sys.stdin.buffer.read(MAX_PACKED_BYTES + 1), id=name)


def _as_json(reading: "Reading") -> dict[str, Any]:
    from agent.words.flags import flag_passages
    from retrievers.split import split_passages

    spans = split_passages(reading.text, reading.headings, reading.language, reading.pages)
    flagged = flag_passages(reading.text, reading.headings, spans)
    return {
        "input": reading.input,
        "outcome": "ok",
        "reason": "",
        "title": reading.title,
        "url": reading.url,
        "published_at": reading.published_at,
        "published_precision": reading.published_precision,
        "published_proof": reading.published_proof,
        "updated_at": reading.updated_at,
        "language": reading.language,
        "left_out": reading.left_out,
        "text": reading.text,
        "passages": [
            {
                "char_start": s.char_start,
                "char_end": s.char_end,
                "heading": s.heading,
                "page": s.page,
                "flags": flags,
            }
            for s, flags in zip(spans, flagged, strict=True)
        ],
    }


def _print(face: Face, reading: "Reading") -> None:
    row = _as_json(reading)
    face.out_line(reading.title)
    dated = f"{reading.published_at} (by {reading.published_proof})" if reading.published_at else "unknown"
    face.out_line(f"published: {dated}  language: {reading.language or 'unknown'}  url: {reading.url or '-'}")
    held = f"{counted(len(reading.text), 'character')} in {counted(len(row['passages']), 'passage')}"
    face.out(f"{held}, read by {reading.extractor}")
    if reading.left_out:
        face.out_line(f"left out: {reading.left_out}")
    for span in row["passages"]:
        page = f"  page {span['page']}" if span["page"] else ""
        flags = f"  flagged: {', '.join(span['flags'])}" if span["flags"] else ""
        face.out_line(f"--- {span['char_start']}-{span['char_end']}{page}  {span['heading'] or ''}{flags}")
        face.out(reading.text[span["char_start"] : span["char_end"]].strip("\n"))
