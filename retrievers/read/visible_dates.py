"""Publication dates that a page shows to its readers in words."""

import re
from collections.abc import Iterator

from retrievers.read.blocks import collapse_spaces
from retrievers.read.tree import Element

_LABEL = (
    r"(?:first\s+)?(?:published|posted|publication\s+date|date\s+of\s+publication|date\s+published|submitted|created)"
    r"|ver(?:ö|oe)ffentlicht|erstellt|publi(?:é|e)e?|mis\s+en\s+ligne|publicad[oa]|publicat|pubblicat[oa]"
    r"|gepubliceerd|geplaatst|publicerad|publisert|offentliggjort|opublikowano|опубликовано|发布时间|发布于|公開日"
)
_DATE = (
    r"\d{4}-\d{2}-\d{2}|\d{1,2}\.\s?\d{1,2}\.\s?\d{4}|\d{1,2}/\d{1,2}/\d{4}|\d{4}\.\d{2}\.\d{2}|\d{4}年\d{1,2}月\d{1,2}日"
    r"|\d{1,2}(?:st|nd|rd|th)?\.?\s+(?:of\s+|de\s+)?[^\W\d_]{3,12}\.?,?\s+(?:de\s+)?\d{4}"
    r"|[^\W\d_]{3,12}\.?\s+\d{1,2}(?:st|nd|rd|th)?,?\s+\d{4}"
)
_LABELLED = re.compile(
    rf"(?:^|[\s(|·•])(?:{_LABEL})(?:\s+(?:on|the|am|le|el|il|op|den|dnia|(?:by|von|par|por)\s+[^|\n]{{1,40}}?(?:\s+(?:on|am|le|el))?))?\s*:?\s*"
    rf"(?:[^\W\d_]{{2,10}}\.?,?\s+)?(?P<date>{_DATE})",
    re.IGNORECASE,
)
_ANY_DATE = re.compile(rf"(?<![\w/.-])(?:{_DATE})(?![\w/])")
_DATE_CLASS = re.compile(r"date|datum|fecha|publish|pub-time|datestamp|byline|dateline", re.IGNORECASE)
_NOT_PUBLISHED = re.compile(r"updat|modif|event|comment|revis|aktualisier|mis à jour|termin", re.IGNORECASE)
_MAX_DATELINE = 80  # characters
_MAX_PARTS = 40  # pieces of text
_MAX_BLOCK = 300  # characters: a dateline is short, a sentence about another work's date is not


def find_visible(tree: Element) -> Iterator[tuple[str, str]]:
    """Yield (proof, ISO day) for labelled dates: "Published 12 March 2026", "Veröffentlicht am 3.4.2025"."""
    for element in tree.iter("p", "span", "div", "li", "time", "small", "em", "td", "h2", "h3", "h4", "h5", "header"):
        text = _short_text(element)
        if not 8 <= len(text) <= _MAX_BLOCK:
            continue
        match = _LABELLED.search(text)
        if match and (day := parse_written_day(match.group("date"))):
            yield f"visible:{match.group().strip(' (|·•')}", day


def find_datelines(tree: Element) -> Iterator[tuple[str, str]]:
    """Yield the days of short elements whose class says date, the page's own line.

    Lists of other articles show other days; the caller takes nothing when they differ.
    """
    for element in tree.iter("p", "span", "div", "li", "small", "em", "td", "time"):
        if not _DATE_CLASS.search(element.get("class") or "") or _NOT_PUBLISHED.search(element.get("class") or ""):
            continue
        text = _short_text(element)
        dates = _ANY_DATE.findall(text) if len(text) <= _MAX_DATELINE else []
        if len(dates) == 1 and not _NOT_PUBLISHED.search(text) and (day := parse_written_day(dates[0])):
            yield f"visible:{text}", day


def _short_text(element: Element) -> str:
    """The text of a small element, "" for a large one without reading all of it."""
    parts: list[str] = []
    length = 0
    for part in element.itertext():
        parts.append(part)
        length += len(part)
        if length > 4 * _MAX_BLOCK or len(parts) > _MAX_PARTS:
            return ""
    return collapse_spaces("".join(parts))


def parse_written_day(written: str) -> str | None:
    """Read a day in words or digits, in any language dateparser knows; None where 3/4 could be 4/3."""
    from dateparser import parse

    numbers = [int(n) for n in re.findall(r"\d+", written)]
    if "/" in written and max(numbers[:2]) <= 12 and numbers[0] != numbers[1]:
        return None
    order = "MDY" if "/" in written and numbers[1] > 12 else "DMY"
    found = parse(written, settings={"STRICT_PARSING": True, "DATE_ORDER": order})  # type: ignore[arg-type] # its stub knows no plain dict
    return found.date().isoformat() if found else None
