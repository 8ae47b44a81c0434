"""Finds what a user names: files, folders in sorted order, rows of JSONL; streams one reading at a time."""

import contextlib
import os
import stat
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePath
from typing import Literal

from retrievers.errors import ReadingRefused
from retrievers.read.apart import Apart
from retrievers.read.decode import find_binary_kind
from retrievers.read.formats import MAX_PACKED_BYTES, ROW_ENDINGS, parse_bytes, refuse_large
from retrievers.read.naming import name_page, one_line
from retrievers.read.reading import Page, Reading, Refusal

_HEAD = 65_536  # bytes that tell a format

OnSkip = Callable[[str, str], None]


@dataclass(frozen=True, slots=True)
class _Found:
    path: Path
    shown: str  # as the user named it, or under the folder that they named
    inside: str  # relative to what was added, with forward slashes


def read_paths(
    paths: Sequence[str],
    *,
    collection: str | None = None,
    on_skip: OnSkip | None = None,
    apart: Apart | None = None,
) -> Iterator[Reading | Refusal]:
    """Read files and folders one after another; what cannot be stored comes as a Refusal in its place.

    Folders go down in sorted order; hidden files and linked folders are passed over, a file met twice is
    read once, and `on_skip(path, why)` hears of both. With `collection`, locators name it and the path under
    what was added, so that the same folder elsewhere is the same sources. `apart` parses what is no text; without one
    it makes its own. Raises nothing for bad input.
    """
    seen: set[str] = set()
    skip = on_skip or _ignore
    with contextlib.nullcontext(apart) if apart else Apart() as apart:
        for found in (found for named in paths for found in _find(named, skip)):
            if isinstance(found, Refusal):
                yield found
                continue
            resolved = os.path.realpath(found.path)  # Path.resolve raises on links that lead in a circle
            if resolved in seen:
                skip(found.shown, "named twice")
                continue
            seen.add(resolved)
            place = f"{collection}/{found.inside}" if collection else _written(resolved)
            for reading in _read_file(found, f"file:{place}", apart):
                yield reading if isinstance(reading, Refusal) else replace(reading, place=resolved)


def count_inputs(paths: Sequence[str]) -> int | None:
    """Count files and JSONL lines, for a progress bar; None when that would take more than a glance."""
    total, budget = 0, 256 * 1024 * 1024  # bytes of JSONL worth counting
    for named in paths:
        for found in _find(named, _ignore):
            total += 1
            if isinstance(found, Refusal) or found.path.suffix.lower() not in ROW_ENDINGS:
                continue
            try:
                status = found.path.stat()
                budget -= status.st_size
                if not stat.S_ISREG(status.st_mode):  # opening a pipe may wait for ever
                    continue
                if budget < 0:
                    return None
                with found.path.open("rb") as file:
                    total += sum(1 for line in file if line.strip()) - 1
            except OSError:
                continue
    return total


def read_stdin(data: bytes, *, id: str) -> Reading | Refusal:
    """Read what came by standard input; `id` is its name and may end like a file's to say the format."""
    id = _written(id)
    try:
        with Apart() as apart:
            return _reading(parse_bytes(data, id, apart), id, f"stdin:{id}", id, "stdin")
    except ReadingRefused as refusal:
        return Refusal(id, refusal.outcome, refusal.reason)


def _ignore(path: str, why: str) -> None:
    del path, why


def _find(named: str, skip: OnSkip) -> Iterator[_Found | Refusal]:
    path = Path(named or "\0")  # an empty name would mean the working folder
    named = _written(named)
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError) as error:
        yield Refusal(named, "unreadable", f"{named!r} {_why_not_found(error)}; check the path and its permissions.")
        return
    if not stat.S_ISDIR(mode):
        yield _Found(path, named, _written(path.name))
        return
    failed: list[OSError] = []
    for folder, folders, files in os.walk(path, onerror=failed.append):
        for name in sorted(n for n in (*folders, *files) if n.startswith(".")):
            skip(str(Path(folder, name)), "hidden")
        for name in sorted(n for n in folders if not n.startswith(".") and Path(folder, n).is_symlink()):
            skip(str(Path(folder, name)), "a link to a folder")
        folders[:] = sorted(n for n in folders if not n.startswith("."))
        for name in sorted(n for n in files if not n.startswith(".")):
            file = Path(folder, name)
            inside = _written(file.relative_to(path).as_posix())
            yield _Found(file, str(PurePath(named, inside)), inside)
    for error in failed:
        shown = _written(str(error.filename))
        yield Refusal(shown, "unreadable", f"The folder {shown!r} cannot be opened; check its permissions.")


def _why_not_found(error: OSError | ValueError) -> str:
    if isinstance(error, FileNotFoundError | ValueError):
        return "does not exist"
    return f"cannot be opened ({error.strerror or type(error).__name__})"


def _written(name: str) -> str:
    """A path as text that a database and a terminal take: bytes that are no UTF-8 are spelled out."""
    return name.encode("utf-8", "backslashreplace").decode("utf-8")


def _read_file(found: _Found, locator: str, apart: Apart) -> Iterator[Reading | Refusal]:
    try:
        status = found.path.stat()
        _refuse_special(status, found.shown)
        if found.path.suffix.lower() in ROW_ENDINGS and not _is_binary(found.path):
            yield from _read_jsonl(found, locator)
            return
        with found.path.open("rb") as file:
            head = file.read(_HEAD)
            refuse_large(status.st_size, found.shown, head)
            data = head + file.read(MAX_PACKED_BYTES + 1 - len(head))  # it may have grown; system files tell no size
        page = parse_bytes(data, found.shown, apart)
        yield _reading(page, found.shown, locator, found.shown, "file")
    except ReadingRefused as refusal:
        yield Refusal(found.shown, refusal.outcome, refusal.reason)
    except OSError as error:
        why = error.strerror or type(error).__name__
        yield Refusal(found.shown, "unreadable", f"{found.shown} cannot be read ({why}); check it and its permissions.")


def _refuse_special(status: os.stat_result, shown: str) -> None:
    if not stat.S_ISREG(status.st_mode):  # reading a pipe or a device may never end
        raise ReadingRefused("unsupported", f"{shown} is no regular file; name a file or a folder.")


def _is_binary(path: Path) -> bool:
    with path.open("rb") as file:
        return find_binary_kind(file.read(4096)) is not None


def _read_jsonl(found: _Found, locator: str) -> Iterator[Reading | Refusal]:
    from retrievers.read.rows import read_rows

    rows = 0
    for number, row_id, page in read_rows(found.path, found.shown):
        rows += 1
        shown = f"{found.shown}:{number}" if row_id is None else f"{found.shown}#{row_id}"
        if isinstance(page, Page) and row_id is not None:
            yield _reading(page, shown, f"{locator}#{row_id}", row_id, "row")
        elif isinstance(page, ReadingRefused):
            yield Refusal(shown, page.outcome, page.reason)
    if not rows:
        raise ReadingRefused("empty", f"{found.shown} has no rows; check that it is the right file.")


def _reading(page: Page, shown: str, locator: str, source_id: str, kind: Literal["file", "row", "stdin"]) -> Reading:
    stem = PurePath(source_id).stem if kind != "row" else source_id
    title = one_line(stem) or source_id
    return name_page(page, shown=shown, locator=locator, source_id=source_id, kind=kind, title=title)
