"""Reading a stored source from where it came: a page by a conditional request, a file from its place."""

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path
from typing import Literal

from graph.keys import make_key
from graph.store import Row
from retrievers.read import Reading, Refusal, read_paths
from retrievers.read.apart import Apart
from retrievers.web.fetched import Earlier
from retrievers.web.pages import PageReader


@dataclass(frozen=True, slots=True)
class Answer:
    """What reading a source (a row of `sources_to_refresh`) again gave; "same" is its server's word."""

    row: Row
    got: Reading | Refusal | Literal["same"]


async def reread_page(pages: PageReader, row: Row) -> Answer:
    """Ask a page's server whether it changed, or read the page where that cannot be asked."""
    url = row["address"]
    marks = (row["etag"], row["last_modified"])
    if row["is_whole"] and not row["truncated"] and any(marks):
        got = await pages.read_again(url, Earlier(url, *marks))
    else:
        got = await pages.read(url)
    return Answer(row, got if isinstance(got, Reading | Refusal) else "same")


async def reread_files(rows: Sequence[Row], namespace: str) -> AsyncIterator[Answer]:
    """Read files, and rows of files, from where they were added; a file with many rows is read once."""
    with Apart() as apart:  # left when cancelled, it ends the wait of the thread too
        answers = _reread(rows, namespace, apart)
        while (answer := await asyncio.to_thread(next, answers, None)) is not None:
            yield answer


def _reread(rows: Sequence[Row], namespace: str, apart: Apart) -> Iterator[Answer]:
    for place, group in groupby(sorted(rows, key=lambda row: row["place"] or ""), lambda row: row["place"]):
        if place is None:
            for row in group:
                yield from _from_name(row, namespace, apart)
        else:
            yield from _from_place(place, list(group), apart)


def _from_name(row: Row, namespace: str, apart: Apart) -> Iterator[Answer]:
    """A source that an earlier release stored, which kept no place: by its name, where that leads to the very one."""
    path = Path(row["address"]).resolve() if row["kind"] == "file" else None
    locator = f"file:{path}"
    if path is not None and make_key("source", namespace, locator) == row["source"]:
        yield from _from_place(str(path), [{**row, "locator": locator}], apart)
        return
    says = f"{row['address']}: where it lies was not kept by the release that stored it; add it again once"
    yield Answer(row, Refusal(row["address"], "unreadable", says))


def _from_place(place: str, rows: list[Row], apart: Apart) -> Iterator[Answer]:
    if why := _why_not(place):
        yield from (Answer(row, why) for row in rows)
        return
    waiting = {row["address"] if row["kind"] == "row" else "": row for row in rows}
    for got in read_paths([place], apart=apart):
        if isinstance(got, Refusal):
            said = got.input.removeprefix(f"{place}#")
            if (row := waiting.pop(said, None)) is not None:
                yield Answer(row, got)
            elif got.input == place:  # the whole file was refused
                yield from (Answer(row, got) for row in waiting.values())
                return
            continue
        if (row := waiting.pop(got.source_id if got.kind == "row" else "", None)) is not None:
            yield Answer(row, replace(got, locator=row["locator"], source_id=row["address"]))
    for row in waiting.values():
        says = f"{place} has no row {row['address']!r} any more"
        yield Answer(row, Refusal(row["address"], "empty", says, is_gone=True))


def _why_not(place: str) -> Refusal | None:
    path = Path(place)
    try:
        path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return Refusal(place, "empty", f"{place} is not there any more", is_gone=True)
    except OSError as error:
        return Refusal(place, "unreadable", f"{place} cannot be read ({error.strerror}); check it and its permissions.")
    if path.is_dir():
        return Refusal(place, "unsupported", f"{place} is a folder now; add the file from where it is.")
    return None
