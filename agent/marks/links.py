"""Links and bare addresses in Markdown, found without parsing inline markup: each in linear time."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

_DEST = r"(?:[^\s()<>]|\((?:[^\s()<>]|\([^\s()<>]*+\))*+\))"
_LINK = re.compile(
    r"(?P<image>!?)(?<!\\)\[(?P<text>[^\[\]\n]{0,300}+(?:\[[^\[\]\n]{0,80}+\][^\[\]\n]{0,200}+)?)\]"
    rf"\([ \t]*+<?(?P<url>(?>{_DEST}{{1,2000}}))>?(?:[ \t]++(?:\"[^\"\n]{{0,300}}+\"|'[^'\n]{{0,300}}+'))?[ \t]*+\)"
)
_URL = re.compile(r"(?i)(?<![\w@])(?:https?://|www\.(?=[\w-]+\.))[^\s<>\"'`“”‘’，。；、（）【】《》「」]{2,2000}")
_END = ".,;:!?*_|"
_PAIRS = {")": "(", "]": "[", "}": "{"}


@dataclass(frozen=True, slots=True)
class Link:
    """A Markdown link or image, or an address that stands by itself (its text is then "")."""

    text: str
    url: str
    char_start: int
    char_end: int
    is_image: bool = False


def find_links(text: str) -> Iterator[Link]:
    """Yield the Markdown links in order."""
    for found in _LINK.finditer(text):
        yield Link(found["text"], found["url"], found.start(), found.end(), bool(found["image"]))


def find_urls(text: str) -> Iterator[Link]:
    """Yield the addresses in order without the punctuation of the sentence that they end."""
    for found in _URL.finditer(text):
        url = trim_url(found[0])
        yield Link("", url, found.start(), found.start() + len(url))


def trim_url(url: str) -> str:
    """Return an address without closing punctuation that belongs to the sentence around it."""
    counts = {one: url.count(one) for one in "()[]{}"}
    end = len(url)
    while end:
        last = url[end - 1]
        is_spare = last in _PAIRS and counts[last] > counts[_PAIRS[last]]
        if last not in _END and not is_spare:
            break
        if last in counts:
            counts[last] -= 1
        end -= 1
    return url[:end]


def first_url(entry: str) -> str:
    """Return the first address that a stretch of text holds, in a link or bare; "" where there is none."""
    link = next((one for one in find_links(entry) if not one.is_image and "://" in one.url), None)
    bare = next(find_urls(entry), None)
    if link is not None and (bare is None or link.char_start < bare.char_start):
        return link.url
    return bare.url if bare else ""


def same_address(url: str) -> str:
    """Return what two spellings of one address share: no scheme, no www., no fragment, no closing slash."""
    short = re.sub(r"(?i)^(?:https?:)?(?://)?(?:www\.)?", "", url.strip().strip("<>"))
    return short.split("#", 1)[0].rstrip("/").casefold()
