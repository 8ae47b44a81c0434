"""When an HTML page was published, only where the page proves it; never when it was fetched.

Strong proofs (JSON-LD, Open Graph, microdata) are asked first; a visible date only where there are none.
Proofs of one strength that name different days cancel each other: unknown is better than wrong.
"""

import json
import re
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, cast

from retrievers.read.blocks import collapse_spaces
from retrievers.read.dates import Dated, is_future, parse_date
from retrievers.read.page_facts import meta_values
from retrievers.read.reading import Precision
from retrievers.read.tree import Element
from retrievers.read.visible_dates import find_datelines, find_visible

_ARTICLE = re.compile(r"(?:Article|BlogPosting|Report|NewsArticle|Posting|Review|Dataset|Book|Recipe)$")
_STRONG_METAS = ("article:published_time", "og:article:published_time", "og:published_time", "datepublished")
_WEAK_METAS = (
    *(
        "citation_publication_date",
        "citation_online_date",
        "citation_date",
        "dc.date.issued",
        "dcterms.issued",
    ),
    *("dcterms.created", "dc.date.created", "parsely-pub-date", "sailthru.date", "pubdate", "publishdate"),
    *("publish-date", "publish_date", "publication_date", "publicationdate", "published-date", "date"),
    *(
        "dc.date",
        "dcterms.date",
        "article.published",
        "article_date_original",
        "cxenseparse:recs:publishtime",
    ),
)
_UPDATED_METAS = (
    "article:modified_time",
    "og:updated_time",
    "datemodified",
    "dcterms.modified",
    "dc.date.modified",
    "last-modified",
)
_ENTRY_DATE = re.compile(r"\b(?:entry-date|published|post-date|pubdate|dt-published|date-published)\b", re.IGNORECASE)
_UPDATED_CLASS = re.compile(r"\b(?:updated|modified)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Proof:
    """A date and where the page states it, e.g. `json-ld:datePublished`."""

    dated: Dated
    name: str


@dataclass(frozen=True, slots=True)
class PageDates:
    """What a page proves about its dates; None where it proves nothing."""

    published_at: str | None
    precision: Precision | None
    proof: str | None
    updated_at: str | None


def find_dates(tree: Element) -> PageDates:
    """Look for proofs of the publication date, strongest first, and for the date of the last change."""
    metas = meta_values(tree)
    linked = list(_linked_objects(tree))
    published: Proof | None = None
    found: list[Proof] = []
    for proofs in (
        _strong(tree, metas, linked),
        _metas(metas, _WEAK_METAS),
        _times(tree),
        find_visible(tree),
        find_datelines(tree),
    ):
        found = [Proof(dated, name) for name, written in proofs if (dated := parse_date(written))]
        if found:
            published = _agreed(found)
            break
    changes = (*_linked(linked, "dateModified"), *_metas(metas, _UPDATED_METAS))
    updated = [dated for _, written in changes if (dated := parse_date(written))]
    changed = next((d for d in updated if not is_future(d)), None)
    to_come = [d for d in (*(proof.dated for proof in found), *updated) if is_future(d)]
    published = published or _found_by_pattern(tree, found, changed, to_come)
    return PageDates(
        published.dated.value if published else None,
        published.dated.precision if published else None,
        published.name if published else None,
        changed.value if changed else None,
    )


def _found_by_pattern(tree: Element, others: list[Proof], changed: Dated | None, to_come: list[Dated]) -> Proof | None:
    """Ask htmldate, in the form that trusts no lone number, for marks of many sites that are no standard.

    Where proofs contradict each other, its date counts only when none of them is earlier: what comments on a page, or
    changes it, comes after it. The date of the last change, the month alone of a date to come, and 3/4/2024, which has
    two readings, count never.
    """
    from htmldate import find_date

    found = find_date(cast("Any", deepcopy(tree)), original_date=True, extensive_search=False)
    dated = parse_date(found) if found else None
    if dated is None or is_future(dated) or any(p.dated.day + timedelta(days=1) < dated.day for p in others):
        return None
    if dated.day.day == 1 and any(dated.value[:7] == d.value[:7] for d in to_come):
        return None
    if (changed and _same_day(changed, dated)) or _is_ambiguous(dated.day, tree):
        return None
    return Proof(dated, "htmldate")


def _is_ambiguous(day: date, tree: Element) -> bool:
    if day.day > 12 or day.day == day.month:
        return False
    one, other = f"0?{day.day}", f"0?{day.month}"
    written = rf"(?<!\d)(?:{one}[/-]{other}|{other}[/-]{one})[/-](?:{day.year}|{day.year % 100:02})(?!\d)"
    return re.search(written, _text(tree)) is not None


def _agreed(proofs: list[Proof]) -> Proof | None:
    """The first and most precise of proofs within a day of each other (zones differ), else None."""
    first = proofs[0].dated
    if any(is_future(p.dated) or not _same_day(first, p.dated) for p in proofs):
        return None
    return max(proofs, key=lambda p: ("year", "month", "day", "time").index(p.dated.precision))


def _same_day(one: Dated, other: Dated) -> bool:
    if "year" in {one.precision, other.precision}:
        return one.value[:4] == other.value[:4]
    if "month" in {one.precision, other.precision}:
        return one.value[:7] == other.value[:7]
    return abs(one.day - other.day) <= timedelta(days=1)


def _strong(tree: Element, metas: dict[str, list[str]], linked: list[dict[str, Any]]) -> Iterator[tuple[str, str]]:
    yield from _linked(linked, "datePublished")
    yield from _metas(metas, _STRONG_METAS)
    for element in tree.iter("time", "span", "div", "p", "abbr"):
        if (element.get("itemprop") or "").lower() == "datepublished":
            yield (
                "itemprop:datePublished",
                element.get("datetime") or element.get("content") or _text(element),
            )
        elif element.tag == "time" and element.get("pubdate") is not None:
            yield "time element", element.get("datetime") or _text(element)


def _metas(metas: dict[str, list[str]], names: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    for name in names:
        for value in metas.get(name, ()):
            yield f"meta:{name}", value


def _times(tree: Element) -> Iterator[tuple[str, str]]:
    """Yield `<time>` elements marked as the entry's date; else the page's only one."""
    times = [e for e in tree.iter("time", "abbr") if e.get("datetime") or e.tag == "time" or _is_entry(e)]
    marked = [e for e in times if _is_entry(e)]
    for element in marked or (times if len(times) == 1 else ()):
        yield "time element", element.get("datetime") or element.get("title") or _text(element)


def _is_entry(element: Element) -> bool:
    names = element.get("class") or ""
    return bool(_ENTRY_DATE.search(names)) and not (_UPDATED_CLASS.search(names) and not re.search("published", names))


def _text(element: Element) -> str:
    return collapse_spaces("".join(element.itertext()))


def _linked(objects: list[dict[str, Any]], name: str) -> Iterator[tuple[str, str]]:
    """Yield a date of the JSON-LD objects that are the page: articles, else page objects, else any."""
    for kind in (_ARTICLE, re.compile("Page$"), re.compile("")):
        matching = [o for o in objects if isinstance(o.get(name), str) and _has_type(o, kind)]
        if matching:
            yield from ((f"json-ld:{name}", o[name]) for o in matching)
            return


def _has_type(linked: dict[str, Any], kind: re.Pattern[str]) -> bool:
    types: Any = linked.get("@type")
    return any(
        isinstance(t, str) and kind.search(t) for t in cast("list[Any]", types if isinstance(types, list) else [types])
    )


def _linked_objects(tree: Element) -> Iterator[dict[str, Any]]:
    """Yield JSON-LD objects at the top or in an `@graph`; parts and listed works are not the page."""
    for script in tree.iter("script"):
        if "ld+json" not in (script.get("type") or "").lower():
            continue
        try:
            loaded: Any = json.loads(script.text or "", strict=False)
        except (ValueError, RecursionError):
            continue
        for entry in cast("list[Any]", loaded if isinstance(loaded, list) else [loaded]):
            if not isinstance(entry, dict):
                continue
            linked = cast("dict[str, Any]", entry)
            graph: Any = linked.get("@graph")
            yield linked
            if isinstance(graph, list):
                yield from (cast("dict[str, Any]", o) for o in cast("list[Any]", graph) if isinstance(o, dict))
