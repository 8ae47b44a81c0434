"""`claimgraph read`: show what would be stored."""

from typing import TYPE_CHECKING, Any

import click

from agent.cli.face import Face, options

if TYPE_CHECKING:
    from retrievers.read import Reading


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@options
def read(paths: tuple[str, ...], face: Face) -> int:
    """Show what would be stored of files: text, title, dates with their proof, passages. Writes nothing."""
    from retrievers.read import Refusal, read_paths

    refused = 0
    for reading in read_paths(paths):
        if isinstance(reading, Refusal):
            refused += 1
            if face.json:
                face.out_json({"input": reading.input, "outcome": reading.outcome, "reason": reading.reason})
            else:
                face.out_line(f"refused {reading.input} ({reading.outcome}: {reading.reason})")
        elif face.json:
            face.out_json(_as_json(reading))
        else:
            _print(face, reading)
    return 4 if refused else 0


def _as_json(reading: "Reading") -> dict[str, Any]:
    from retrievers.split import split_passages

    spans = split_passages(reading.text, reading.headings, reading.language, reading.pages)
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
        "text": reading.text,
        "passages": [
            {"char_start": s.char_start, "char_end": s.char_end, "heading": s.heading, "page": s.page} for s in spans
        ],
    }


def _print(face: Face, reading: "Reading") -> None:
    row = _as_json(reading)
    face.out_line(reading.title)
    dated = f"{reading.published_at} (by {reading.published_proof})" if reading.published_at else "unknown"
    face.out_line(f"published: {dated}  language: {reading.language or 'unknown'}  url: {reading.url or '-'}")
    face.out(f"{len(reading.text)} characters in {len(row['passages'])} passages, read by {reading.extractor}")
    for span in row["passages"]:
        face.out_line(f"--- {span['char_start']}-{span['char_end']}  {span['heading'] or ''}")
        face.out(reading.text[span["char_start"] : span["char_end"]].strip("\n"))
