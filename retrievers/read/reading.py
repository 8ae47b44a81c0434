"""What reading gives: a text with what its own source says about it, or a reason why not."""

from dataclasses import dataclass
from typing import Literal

from retrievers.outcome import Outcome

Precision = Literal["year", "month", "day", "time"]


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading inside the stored text; `level` 1-6, `char_start` in code points."""

    char_start: int
    level: int
    text: str


@dataclass(frozen=True, slots=True)
class PageStart:
    """Where a page begins in the stored text; `page` is its place in the file from 1, not the number printed on it."""

    char_start: int
    page: int


@dataclass(frozen=True, slots=True)
class Reading:
    """What would be stored of one source.

    `locator` is what the key of the Source hashes. All offsets are code points of `text`. A date is there
    only when the source proves it, and `published_proof` names the proof. `left_out` is a sentence on what of the
    source is not in the text; `truncated` says that this is text of its own, lost to damage or a cap. `etag` and
    `last_modified` are a web server's marks for this version of its page; `same_as` is what the page says that it is: a
    canonical address on any site, a DOI or arXiv number (`doi:10.1000/x`). `place` is the file that it was read from,
    absolute, to read it again.
    """

    input: str
    locator: str
    source_id: str
    kind: Literal["file", "row", "stdin", "web", "snippet"]
    text: str
    title: str
    url: str | None
    publisher: str | None
    published_at: str | None
    published_precision: Precision | None
    published_proof: str | None
    updated_at: str | None
    language: str | None
    headings: tuple[Heading, ...]
    content_type: str
    extractor: str
    extractor_version: str
    truncated: bool
    pages: tuple[PageStart, ...] = ()
    left_out: str = ""
    etag: str | None = None
    last_modified: str | None = None
    same_as: tuple[str, ...] = ()
    place: str | None = None


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an input is not stored: a typed outcome and one sentence that ends in what to do.

    `is_gone` says that there is nothing any more at its address or place, by the word of whoever keeps it.
    """

    input: str
    outcome: Outcome
    reason: str
    is_gone: bool = False


@dataclass(frozen=True, slots=True)
class Page:
    """What a parser finds in one source, None where that says nothing; the caller adds where the source lies."""

    text: str
    title: str | None
    headings: tuple[Heading, ...]
    content_type: str
    extractor: str
    extractor_version: str
    url: str | None = None
    publisher: str | None = None
    published_at: str | None = None
    published_precision: Precision | None = None
    published_proof: str | None = None
    updated_at: str | None = None
    language: str | None = None
    pages: tuple[PageStart, ...] = ()
    left_out: str = ""
    truncated: bool = False
    work_id: str | None = None
