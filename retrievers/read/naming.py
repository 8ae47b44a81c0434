"""From what a parser found to what would be stored: whoever read it says where it lies."""

from typing import Literal

from retrievers.read.decode import clean_text
from retrievers.read.language import find_language
from retrievers.read.reading import Page, Reading


def name_page(
    page: Page,
    *,
    shown: str,
    locator: str,
    source_id: str,
    kind: Literal["file", "row", "stdin", "web"],
    title: str,
) -> Reading:
    """Return the page as a reading of one source; `shown` is its name as the user gave it.

    `title` stands in where the page has none. A language that the page does not declare is told by its words.
    """
    return Reading(
        input=shown,
        locator=locator,
        source_id=source_id,
        kind=kind,
        text=page.text,
        title=one_line(page.title) or title,
        url=page.url,
        publisher=one_line(page.publisher) or None,
        published_at=page.published_at,
        published_precision=page.published_precision,
        published_proof=page.published_proof,
        updated_at=page.updated_at,
        language=find_language(page.text, page.language),
        headings=page.headings,
        content_type=page.content_type,
        extractor=page.extractor,
        extractor_version=page.extractor_version,
        truncated=page.truncated,
        pages=page.pages,
        left_out=page.left_out,
    )


def one_line(text: str | None) -> str:
    """What a page or a file calls itself, without line breaks and control characters that escapes brought in."""
    return " ".join(clean_text(text or "").split())
