"""What an HTML page says of itself: title, publisher, canonical address, language."""

from dataclasses import dataclass

from retrievers.read.blocks import collapse_spaces
from retrievers.read.links import web_url
from retrievers.read.tree import Element
from retrievers.websearch.work_ids import parse_doi

_WORK_IDS = ("citation_doi", "bepress_citation_doi", "prism.doi", "dc.identifier.doi", "dc.identifier", "citation_id")


@dataclass(frozen=True, slots=True)
class PageFacts:
    """A page's own words about itself; None where it says nothing."""

    title: str | None
    publisher: str | None
    url: str | None
    language: str | None
    work_id: str | None = None
    """The DOI or arXiv number that it says is its own."""


def find_facts(tree: Element) -> PageFacts:
    """Read the head: Open Graph before plain tags, a canonical link before og:url."""
    metas = meta_values(tree)
    canonical = next((e.get("href") for e in tree.iter("link") if _is_canonical(e)), None)
    return PageFacts(
        title=_first(metas, "og:title") or _only_text(tree, "h1") or _only_text(tree, "title", first=True),
        publisher=_first(metas, "og:site_name"),
        url=web_url(canonical) or web_url(_first(metas, "og:url")),
        language=tree.get("lang")
        or tree.get("{http://www.w3.org/XML/1998/namespace}lang")
        or tree.get("xml:lang")
        or _first(metas, "content-language"),
        work_id=next((found for name in _WORK_IDS for said in metas.get(name, ()) if (found := parse_doi(said))), None),
    )


def meta_values(tree: Element) -> dict[str, list[str]]:
    """Collect `<meta>` contents by lower-case name, property, itemprop or http-equiv."""
    found: dict[str, list[str]] = {}
    for element in tree.iter("meta"):
        content = collapse_spaces(element.get("content") or "")
        for attribute in ("property", "name", "itemprop", "http-equiv"):
            name = (element.get(attribute) or "").strip().lower()
            if name and content and content not in found.setdefault(name, []):
                found[name].append(content)
    return found


def _first(metas: dict[str, list[str]], name: str) -> str | None:
    return next(iter(metas.get(name, ())), None)


def _is_canonical(element: Element) -> bool:
    return "canonical" in (element.get("rel") or "").lower().split()


def _only_text(tree: Element, tag: str, *, first: bool = False) -> str | None:
    """The text of a page's only such element: of several h1 none is surely the page's title."""
    texts = [t for e in tree.iter(tag) if (t := collapse_spaces("".join(e.itertext())))]
    return texts[0] if texts and (first or len(texts) == 1) else None
