"""Front matter: the YAML block between --- lines in which a text file says its title, date and publisher."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, cast

from retrievers.read.blocks import collapse_spaces
from retrievers.read.dates import is_future, parse_date, parse_published
from retrievers.read.decode import clean_text
from retrievers.read.links import web_url
from retrievers.read.reading import Heading, Page
from retrievers.read.versions import package_version

_BLOCK = re.compile(r"---[ \t]*\n(.{0,65536}?)\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_KNOWN = ("title", "date", "updated", "url", "publisher", "author", "lang", "language")
_KNOWN_LINE = re.compile(rf"(['\"]?)({'|'.join(_KNOWN)})\1[ \t]*:[ \t]*(.*)", re.IGNORECASE)
_SHOWN = 40  # characters of a value in a sentence
_COMMENT = re.compile(r"[ \t]#(?:[ \t].*)?$")


def split_front_matter(text: str) -> tuple[Mapping[str, str], str]:
    """Return what the block says, by lower-case key, and the text after it; no keys and the whole text without one.

    A block that is no valid YAML, mostly for an unquoted colon, is read line by line for the keys that reading uses:
    a slip in a title must not cost the date, nor make the block a passage that gets cited; without any such key it is
    text and stays so. Raises nothing.
    """
    match = _BLOCK.match(text)
    if match is None:
        return {}, text
    block = match.group(1)
    loaded = _load(block)
    if isinstance(loaded, dict):
        pairs = cast("dict[object, object]", loaded).items()
        return _tidy({str(k).lower(): v for k, v in pairs if isinstance(v, str)}), text[match.end() :]
    if any(_KNOWN_LINE.match(line) for line in block.split("\n")):
        return _tidy(_read_lines(block)), text[match.end() :]
    return {}, text


def find_slip(text: str) -> str:
    """Return what a file's head says that was not taken, and why, "" where nothing is lost: a date that is none or to
    come, or a head that no line closes. Raises nothing."""
    matter, _ = split_front_matter(text)
    for key in ("date", "updated"):
        dated = parse_date(matter.get(key, ""))
        if matter.get(key) and (dated is None or is_future(dated)):
            why = "is to come" if dated else "is no date; write it as 2026-03-12, 2026-03 or 2026"
            return f"the {key} {_short(matter[key])} of its head, which {why}"
    opening, _, rest = text.partition("\n")
    if matter or opening.rstrip() != "---" or not _KNOWN_LINE.match(rest):
        return ""
    return "what its head says, for no line --- closes it: it stands in the text as it is"


def _short(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def page_told(
    matter: Mapping[str, str],
    text: str,
    title: str | None,
    *,
    headings: Sequence[Heading] = (),
    content_type: str,
    extractor: str,
    package: str,
) -> Page:
    """Return a text with what its front matter says of it; `title` is what it has without. Raises nothing."""
    published_at, precision, proof = parse_published(matter.get("date"), "front matter:date")
    updated = parse_date(matter.get("updated", ""))
    return Page(
        text=text,
        title=matter.get("title") or title,
        headings=tuple(headings),
        url=web_url(matter.get("url")),
        publisher=matter.get("publisher") or matter.get("author"),
        published_at=published_at,
        published_precision=precision,
        published_proof=proof,
        updated_at=updated.value if updated else None,
        language=matter.get("lang") or matter.get("language"),
        content_type=content_type,
        extractor=extractor,
        extractor_version=package_version(package),
    )


def _load(written: str) -> Any:
    """Load YAML, None where it is none."""
    import yaml

    try:
        # BaseLoader makes strings, lists and mappings only: safe, and "2026-03" stays what was written.
        return yaml.load(written, Loader=yaml.BaseLoader)  # noqa: S506 # BaseLoader runs nothing
    except (yaml.YAMLError, RecursionError, ValueError, OverflowError):  # the last two: escapes beyond Unicode
        return None


def _read_lines(block: str) -> dict[str, str]:
    matter: dict[str, str] = {}
    for line in block.split("\n"):
        match = _KNOWN_LINE.match(line)
        key = match.group(2).lower() if match else ""
        if match is None or key in matter:
            continue
        matter[key] = _read_value(match.group(3).strip())
    return matter


def _read_value(written: str) -> str:
    """The rest of a line as it was meant; empty for what is no text: lists, mappings, marks of longer values."""
    loaded = _load(written)
    if isinstance(loaded, str):
        return loaded
    if isinstance(loaded, list) or written.startswith("{") or (written.startswith("[") and "]" not in written):
        return ""
    value = _COMMENT.sub("", written)
    if value[:1] in {"'", '"'} and value.count(value[0]) == 1:  # a quote never closed
        value = value[1:]
    return value


def _tidy(matter: Mapping[str, str]) -> dict[str, str]:
    return {key: value for key, raw in matter.items() if (value := collapse_spaces(clean_text(raw)))}
