"""`claimgraph check --report`: which marks of a report name an entry of its list, and which name nothing."""

import sys
from bisect import bisect_right
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from agent.cli.face import Face, counted

if TYPE_CHECKING:
    from agent.marks import Malformed, Mark, Marked, Reference
    from agent.marks.marked import Sentence

MAX_BYTES = 10 * 1024 * 1024
_SHOWN = 20
"""Lines of one kind that are printed; --json has them all."""
_AROUND = 60  # characters shown before a mark


def check_report(face: Face, path: str) -> int:
    """Print how a report's marks and its reference list fit; "-" reads standard input. Nothing is looked up.

    A report of any origin is read as text or Markdown. Returns 0 whatever is found; raises click.UsageError for a
    file that cannot be read.
    """
    from agent.marks import parse_marks

    text = _read(path)
    marked = parse_marks(text)
    if face.json:
        face.out_json(_as_json(path, text, marked))
    else:
        _print(face, path, text, marked)
    return 0


def _read(path: str) -> str:
    from retrievers.errors import ReadingRefused
    from retrievers.read.decode import decode_text

    name = "standard input" if path == "-" else path
    if path == "-" and sys.stdin is None:  # pyright: ignore[reportUnnecessaryComparison] # it is closed
        raise click.UsageError("standard input is closed; pipe a report into it, or name a file")
    try:
        if path == "-":
            data = sys.stdin.buffer.read(MAX_BYTES + 1)
        else:
            with Path(path).open("rb") as file:
                data = file.read(MAX_BYTES + 1)
        text = decode_text(data, name)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise click.UsageError(f"{name} cannot be read ({why}); name a report as a text or Markdown file") from None
    except ReadingRefused as refused:
        raise click.UsageError(refused.reason) from None
    if len(data) > MAX_BYTES:
        raise click.UsageError(f"{name} is larger than {MAX_BYTES} bytes; name one report")
    if data.startswith((b"%PDF", b"PK\x03\x04")):
        raise click.UsageError(f"{name} is no text; save the report as text or Markdown and name that")
    if not text.strip():
        raise click.UsageError(f"{name} is empty; name a report")
    return text


def _print(face: Face, path: str, text: str, marked: "Marked") -> None:
    long = _long(marked)
    labels = len({one.label for one in marked.marks})
    kinds = ", ".join(f"{count} {kind}" for kind, count in Counter(one.kind for one in marked.marks).most_common())
    of_labels = f" of {counted(labels, 'label')} ({kinds})" if labels else ""
    face.out_line(
        f"{path}: {counted(len(marked.marks), 'mark')}{of_labels}, {counted(len(marked.references), 'reference')}"
    )
    face.out_line(
        f"{len(marked.dangling)} dangling, {len(marked.never_cited)} never cited, {len(marked.malformed)} malformed; "
        f"{len(marked.uncited)} of {counted(long, 'long sentence')} without a mark"
    )
    lines = _Lines(text)
    _list(face, [f"dangling {lines.say(one)}: no reference is labelled {one.label}" for one in marked.dangling])
    _list(face, [f"malformed {lines.say(one)}: {one.why}" for one in marked.malformed])
    _list(face, [f"never cited {lines.say(one)}" for one in marked.never_cited])
    _list(face, [f"without a mark {lines.say(marked.sentences[at])}" for at in marked.uncited])
    if marked.repeated:
        face.out_line(f"several references are labelled {', '.join(marked.repeated)}; their marks cannot be told apart")


def _list(face: Face, lines: list[str]) -> None:
    for line in lines[:_SHOWN]:
        face.out_line(line)
    if len(lines) > _SHOWN:
        face.out_line(f"… {len(lines) - _SHOWN} more")


class _Lines:
    """Says where in a text something stands."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._starts = [0, *(at + 1 for at, character in enumerate(text) if character == "\n")]

    def say(self, one: "Mark | Malformed | Reference | Sentence") -> str:
        """Return the line, from 1, and the words up to the mark, or the beginning of the entry or the sentence."""
        at = bisect_right(self._starts, one.char_start)
        begins = max(self._starts[at - 1], one.char_start - _AROUND)
        is_whole = hasattr(one, "url") or hasattr(one, "is_long")
        shown = self._text[one.char_start : one.char_end][: 2 * _AROUND]
        shown += " …" if one.char_end - one.char_start > 2 * _AROUND else ""
        before = "" if is_whole else self._text[begins : one.char_start].lstrip()
        if begins > self._starts[at - 1] and before:
            before = "… " + (before.partition(" ")[2] or before)
        return f"line {at}: {before}{shown}"


def _long(marked: "Marked") -> int:
    return sum(1 for one in marked.sentences if one.is_long and not one.is_row)


def _as_json(path: str, text: str, marked: "Marked") -> dict[str, Any]:
    return {
        "report": path,
        "marks": [_mark(one) for one in marked.marks],
        "references": [_reference(one) for one in marked.references],
        "dangling": [_mark(one) for one in marked.dangling],
        "never_cited": [_reference(one) for one in marked.never_cited],
        "malformed": [
            {"text": one.text, "reason": one.why, "char_start": one.char_start, "char_end": one.char_end}
            for one in marked.malformed
        ],
        "repeated": list(marked.repeated),
        "sentences": len(marked.sentences),
        "long_sentences": _long(marked),
        "uncited": [
            {"text": text[one.char_start : one.char_end], "char_start": one.char_start, "char_end": one.char_end}
            for one in (marked.sentences[at] for at in marked.uncited)
        ],
    }


def _mark(one: "Mark") -> dict[str, Any]:
    return {
        "label": one.label,
        "kind": one.kind,
        "char_start": one.char_start,
        "char_end": one.char_end,
        "sentence": one.sentence,
    }


def _reference(one: "Reference") -> dict[str, Any]:
    return {
        "label": one.label,
        "text": one.text,
        "url": one.url,
        "char_start": one.char_start,
        "char_end": one.char_end,
    }
