"""`site:` in a question or brief: a rule for every search of the run, not a word to search for. Pure."""

import re
from dataclasses import dataclass

from retrievers.websearch.domains import DomainRefused, DomainRules, parse_domain

_JOIN = r"(?:\s+(?:OR|AND|or|and)\s+|\s*[,;|]\s*|\s+)"
_VALUE = r"[\"'“]?(?:https?://)?[^\s\"'“”,;|()\[\]{}<>，。；、（）]+[\"'”]?"
_HINT = re.compile(rf"(?<![\w:/.@=&?#%-])(?P<minus>[-−]?)site\s?[:：]\s?(?P<value>{_VALUE})", re.IGNORECASE)
_MORE = re.compile(rf"\s*[,;|]\s*(?P<value>{_VALUE})")
_JOINED = re.compile(rf"(?P<first>\x00){_JOIN}(?=\x00)")
_SPACE = re.compile(r"[ \t]{2,}")
_EMPTY_PAIR = re.compile(r"\(\s*\)|\[\s*\]")


@dataclass(frozen=True, slots=True)
class Hinted:
    """A text without its `site:` hints, and the rules that they make."""

    text: str
    rules: DomainRules


def take_hints(text: str) -> Hinted:
    """Return the text without `site:example.org` and `-site:example.org`, and what they ask for as rules.

    Several `site:` hints mean any of them, also written `site:a.org,b.org` or joined by OR. What names no domain
    with a dot stays in the text, as do words that only end in "site:".
    """
    only: list[str] = []
    block: list[str] = []
    kept: list[str] = []
    at = 0
    while match := _HINT.search(text, at):
        target = block if match["minus"] else only
        domain = _domain(match["value"])
        if domain is None:
            kept.append(text[at : match.end()])
            at = match.end()
            continue
        target.append(domain)
        kept.extend((text[at : match.start()], "\x00"))
        at = match.start("value") + _length(match["value"])
        while (more := _MORE.match(text, at)) and (domain := _domain(more["value"])):
            target.append(domain)
            at = more.start("value") + _length(more["value"])
    if not only and not block:
        return Hinted(text, DomainRules())
    rest = _JOINED.sub("", "".join((*kept, text[at:]))).replace("\x00", "")
    rest = _SPACE.sub(" ", _EMPTY_PAIR.sub("", rest))
    return Hinted(rest.strip(), DomainRules.of(only=only, block=block))


def _length(value: str) -> int:
    """How many characters of a value belong to the hint: a full stop at its end ends the sentence."""
    return len(value.rstrip(".:!?…"))


def _domain(value: str) -> str | None:
    bare = value.strip("\"'“”").rstrip(".:!?…/")
    if "." not in bare:
        return None
    try:
        return parse_domain(bare)
    except DomainRefused:
        return None
