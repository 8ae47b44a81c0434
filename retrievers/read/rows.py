"""JSONL: one source a row; a bad row is refused by file and line and never stops the rest."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Annotated, Any, cast

from pydantic import BaseModel, ConfigDict, StringConstraints, ValidationError

from graph.keys import short_name
from retrievers.errors import ReadingRefused
from retrievers.read.dates import is_future, parse_date, parse_published
from retrievers.read.decode import clean_text
from retrievers.read.links import web_url
from retrievers.read.reading import Page
from retrievers.read.versions import package_version

MAX_ROW_BYTES = 10 * 1024 * 1024


class Row(BaseModel):
    """One line of a JSONL file; only `id` and `text` are needed, unknown fields are left alone."""

    model_config = ConfigDict(frozen=True, extra="ignore", coerce_numbers_to_str=True)

    id: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=2_000)]
    text: str
    title: str | None = None
    url: str | None = None
    published_at: str | None = None
    updated_at: str | None = None
    publisher: str | None = None
    language: str | None = None


def read_rows(path: Path, shown: str) -> Iterator[tuple[int, str | None, Page | ReadingRefused]]:
    """Yield (line number from 1, id where it could be read, page or refusal) for each row; streams.

    `shown` is the file as the user named it, for the sentences.
    """
    seen: dict[str, int] = {}
    with path.open("rb") as file:
        for number, line in _lines(file):
            where = f"{shown} line {number}"
            if number == 1 and line is not None and line.strip() in {b"[", b"{"}:
                says = f"{shown} is JSON over several lines, not JSON Lines; write one object a line."
                yield number, None, ReadingRefused("unsupported", says)
                return
            try:
                row = _parse_row(line, where)
            except ReadingRefused as refusal:
                yield number, None, refusal
                continue
            if row is None:
                continue
            if row.id in seen:
                yield (
                    number,
                    row.id,
                    ReadingRefused(
                        "refused",
                        f"{where} repeats the id {row.id!r} of line {seen[row.id]}; give it its own.",
                    ),
                )
                continue
            seen[row.id] = number
            try:
                yield number, row.id, _page(row, where)
            except ReadingRefused as refusal:
                yield number, row.id, refusal


def _lines(file: IO[bytes]) -> Iterator[tuple[int, bytes | None]]:
    """Yield numbered lines, None for one over the cap; never holds more than the cap."""
    number = 0
    while line := file.readline(MAX_ROW_BYTES + 1):
        number += 1
        if len(line) <= MAX_ROW_BYTES or line.endswith(b"\n"):
            yield number, line.removeprefix(b"\xef\xbb\xbf") if number == 1 else line
            continue
        while line and not line.endswith(b"\n"):
            line = file.readline(MAX_ROW_BYTES)
        yield number, None


def _parse_row(line: bytes | None, where: str) -> Row | None:
    if line is None:
        raise ReadingRefused("too_large", f"{where} is over the cap of {MAX_ROW_BYTES:,} bytes a row; split it.")
    if not line.strip():
        return None
    try:
        loaded: Any = json.loads(line.decode("utf-8"), parse_constant=_refuse_constant)
    except UnicodeDecodeError as error:
        raise ReadingRefused("unreadable", f"{where} is not UTF-8; save the file as UTF-8.") from error
    except (ValueError, RecursionError) as error:
        what = "too deeply nested" if isinstance(error, RecursionError) else getattr(error, "msg", "no such number")
        raise ReadingRefused("unreadable", f"{where} is no JSON ({what}); correct the line.") from error
    if not isinstance(loaded, dict):
        raise ReadingRefused("unreadable", f'{where} is no JSON object; write {{"id": …, "text": …}}.')
    fields = cast("dict[str, Any]", loaded)
    try:
        return Row.model_validate({k: clean_text(v) if isinstance(v, str) else v for k, v in fields.items()})
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        field = ".".join(str(part) for part in first["loc"])
        if first["type"] == "missing":
            there = short_name(", ".join(repr(clean_text(name)) for name in fields), 120) or "nothing"
            raise ReadingRefused(
                "unreadable", f"{where} has no {field!r}, it has {there}; each row needs 'id' and 'text'."
            ) from error
        raise ReadingRefused("unreadable", f"{where}: {field}: {first['msg']}; correct the row.") from error


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is no number")


def _page(row: Row, where: str) -> Page:
    if not row.text.strip():
        raise ReadingRefused("empty", f"{where} (id {row.id!r}) has no text; fill it or leave the row out.")
    left_out = ""
    for name, written in (("updated_at", row.updated_at), ("published_at", row.published_at)):
        dated = parse_date(written or "")
        if dated is not None and is_future(dated):
            left_out = f"the {name} {written} of its row, which is to come"
        if written and written.strip() and dated is None:
            raise ReadingRefused(
                "unreadable",
                f"{where}: {name} {written[:40]!r} is no ISO date such as 2026-03-12; correct or drop it.",
            )
    published_at, precision, proof = parse_published(row.published_at, "row:published_at")
    updated = parse_date(row.updated_at or "")
    return Page(
        text=row.text,
        title=(row.title or "").strip() or None,
        headings=(),
        url=web_url(row.url),
        publisher=(row.publisher or "").strip() or None,
        published_at=published_at,
        published_precision=precision,
        published_proof=proof,
        updated_at=updated.value if updated else None,
        language=row.language,
        content_type="application/x-ndjson",
        extractor="row",
        left_out=left_out,
        extractor_version=package_version("claimgraph"),
    )
