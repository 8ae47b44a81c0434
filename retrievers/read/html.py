"""HTML to the main text that a reader sees, with its headings and what the page says of itself."""

import functools
from copy import deepcopy
from typing import TYPE_CHECKING, cast

from retrievers.read.blocks import TextBuilder
from retrievers.read.hidden import drop_hidden, drop_textless
from retrievers.read.markup import walk
from retrievers.read.reading import Page
from retrievers.read.struck import mark_struck
from retrievers.read.tree import Element, drop_odd_attributes, parse_tree, parse_xml
from retrievers.read.versions import package_version

if TYPE_CHECKING:
    from lxml.html import HtmlElement

_AROUND = ("nav", "footer", "aside", "button")
_SHORT_PAGE = 600  # characters; below this there is too little to tell main text from what surrounds it


def parse_html(markup: str) -> Page:
    """Extract the main text (trafilatura), headings, title, publisher, canonical address and proven dates.

    Text that the page hides is taken out first; what it strikes out stands between `~~`. The text is
    empty when nothing was found.
    """
    from retrievers.read.page_dates import find_dates
    from retrievers.read.page_facts import find_facts

    tree = parse_tree(markup)
    builder = TextBuilder()
    facts, dates = find_facts(tree), find_dates(tree)
    drop_hidden(tree)
    mark_struck(tree)
    walk(_extract_main(tree), builder)
    text, headings = builder.finish()
    return Page(
        text=text,
        title=facts.title or next((h.text for h in headings), None),
        headings=headings,
        url=facts.url,
        publisher=facts.publisher,
        published_at=dates.published_at,
        published_precision=dates.precision,
        published_proof=dates.proof,
        updated_at=dates.updated_at,
        language=facts.language,
        content_type="text/html",
        extractor="trafilatura",
        extractor_version=package_version("trafilatura"),
        work_id=facts.work_id,
    )


@functools.cache
def warm_up() -> None:
    """Load what the first page loads, a third of a second's work, for who has to wait for pages anyway."""
    sentence = "<p>The harbour log of that year runs to forty pages and is kept in the old town hall.</p>"
    parse_html(f"<html><body><article><p>Published 12 March 2024</p>{sentence * 20}</article></body></html>")


def add_fragment(markup: str, builder: TextBuilder) -> None:
    """Add the visible text of a piece of HTML inside another format, headings included."""
    tree = parse_tree(markup)
    drop_hidden(tree)
    mark_struck(tree)
    drop_textless(tree)
    walk(tree, builder)


def _extract_main(tree: Element) -> Element:
    """Find the main text; in short pages, or where none is found, all but what stands around it, line by line."""
    from trafilatura import bare_extraction
    from trafilatura.core import determine_returnstring
    from trafilatura.settings import Document, Extractor

    rest = deepcopy(tree)
    for element in list(rest.iter(*_AROUND)):
        if element.getparent() is not None:
            element.drop_tree()
    drop_textless(rest)
    visible = _visible_length(rest)
    drop_odd_attributes(tree)
    # Its own `extract` does the same and then computes a fingerprint, which takes two thirds of its time.
    options = Extractor(output_format="xml", comments=False)
    document = bare_extraction(cast("HtmlElement", tree), options=options)
    if not isinstance(document, Document):
        return rest
    main = parse_xml(determine_returnstring(document, options))
    return rest if _visible_length(main) <= visible <= _SHORT_PAGE else main


def _visible_length(element: Element) -> int:
    return sum(len(word) for word in "".join(element.itertext()).split())
