"""Is a page a text, or a wall, a shell, a list in its place? Pure.

By structure first, by small lists of phrases second, and only ever against pages that have little else to say: an
article about consent banners or browser checks is an article.
"""

import re
from dataclasses import dataclass

from retrievers.outcome import Outcome
from retrievers.web.phrases import (
    CHALLENGE,
    CONSENT,
    CONSENT_BUTTON,
    DENIED,
    LISTING,
    LOGIN,
    NEEDS_JS,
    NOT_FOUND,
    has_challenge_mark,
)
from retrievers.web.shape import PageShape


@dataclass(frozen=True, slots=True)
class Wall:
    """Why a page is no text: the typed outcome, and what the page is, to stand after its address."""

    outcome: Outcome
    says: str


_SENTENCE_END = re.compile(r"[.!?](?=[\s\"'»”)\]]|$)|[。！？।]")
_WORDS = re.compile(r"\S+")

_LITTLE = 400  # characters; a page of fewer is judged by a single sign
_SHORT = 1_500
_MIDDLING = 6_000
_MUCH_PROSE = 2_500
_LOOKED_AT = 50_000
_A_SENTENCE = 40
_A_TITLE = 12
_A_BUTTON = 40
_MANY_HEADINGS = 10
_MANY_ENTRIES = 15
_MANY_LINKS = 1_000
_LONG_BLOCK = 300  # characters of one paragraph: somebody wrote a text


def is_long_text(text: str) -> bool:
    """Say whether a main text is so long that no wall can be around it: its page need not be looked at."""
    prose = (block for block in text.split("\n\n") if len(block) >= _LONG_BLOCK and _SENTENCE_END.search(block))
    return sum(map(len, prose)) >= _MUCH_PROSE


def find_wall(markup: str, shape: PageShape, text: str) -> Wall | None:
    """Return why an HTML page is not to be stored, or None when it is a text; `text` is its main text."""
    return (
        _find_challenge(markup, shape)
        or _find_script_shell(shape, text)
        or _find_consent(shape)
        or _find_login(shape, text)
        or _find_missing(shape, text)
        or _find_forward(shape)
        or _find_index(shape, text)
        or find_word_list(text)
    )


def find_word_list(text: str) -> Wall | None:
    """Return a refusal for a vocabulary: thousands of words, hardly one twice, and no sentences."""
    words = _WORDS.findall(text[:200_000])
    if len(words) < 1_000:
        return None
    ends = len(_SENTENCE_END.findall(text[:200_000]))
    distinct = len({word.casefold() for word in words}) / len(words)
    if ends * 200 < len(words) and distinct > 0.75:
        return Wall("unsupported", "is a list of words, not a text")
    return None


def _find_challenge(markup: str, shape: PageShape) -> Wall | None:
    if shape.visible >= _MIDDLING:
        return None
    wall = Wall("challenge", "asks for proof that a person reads it; open it in a browser")
    said = " ".join((shape.title, *shape.blocks, shape.noscript))
    phrases = {match.group().lower().replace("-", " ") for match in CHALLENGE.finditer(said[:_MIDDLING])}
    if (phrases or shape.visible < _LITTLE) and has_challenge_mark(markup):
        return wall
    opening = " ".join((shape.title, shape.first_heading, *shape.blocks))[:_LITTLE]
    if shape.visible < _SHORT and CHALLENGE.search(opening):
        return wall
    speaks = any(CHALLENGE.match(block) and not block.lower().startswith("proof") for block in shape.blocks[:5])
    is_dense = shape.visible / max(1, len(phrases)) < _SHORT / 2
    return wall if len(phrases) >= 2 and (speaks or is_dense) else None


def _find_script_shell(shape: PageShape, text: str) -> Wall | None:
    if len(text) >= _LITTLE:  # a noscript whose end is missing may hold the page
        return None
    wall = Wall("needs_js", "shows its text only to browsers that run its scripts")
    said = " ".join(shape.blocks)
    if shape.scripts and shape.visible < (_LITTLE if shape.has_empty_root else _A_SENTENCE):
        return wall
    if shape.visible < _LITTLE // 2 and NEEDS_JS.search(shape.noscript):
        return wall
    return wall if shape.visible < _LITTLE and NEEDS_JS.search(said) else None


def _find_consent(shape: PageShape) -> Wall | None:
    """A dialogue has buttons to accept or refuse, and little is said on the page but what they are for."""
    pressed = [said for said in (*shape.buttons, *shape.link_texts) if len(said) <= _A_BUTTON]
    if not any(CONSENT_BUTTON.search(said) for said in pressed):
        return None
    asking = [block for block in shape.blocks if CONSENT.search(block)]
    rest = sum(len(block) for block in shape.blocks if len(block) >= _A_SENTENCE and not CONSENT.search(block))
    phrases = {match.group().lower() for block in asking for match in CONSENT.finditer(block)}
    asked = sum(map(len, asking))
    if len(phrases) >= 3 and asked >= 2 * _A_SENTENCE and rest < min(asked, _LITTLE):
        return Wall("consent", "shows a consent dialogue in place of its text")
    return None


def _find_login(shape: PageShape, text: str) -> Wall | None:
    if (
        shape.passwords
        and shape.visible < 2 * _LITTLE
        and LOGIN.search(" ".join(shape.blocks))
        and not _has_prose(text)
    ):
        return Wall("unauthorised", "asks for a login")
    return None


def _find_missing(shape: PageShape, text: str) -> Wall | None:
    names = (shape.title[:120], shape.first_heading[:120])
    if any(NOT_FOUND.search(name) for name in names) and len(text) < _SHORT and not _has_prose(text):
        return Wall("empty", "says that there is no such page")
    if any(DENIED.search(name) for name in names) and len(text) < _LITTLE:
        return Wall("unauthorised", "says that it may not be read")
    return None


def _find_forward(shape: PageShape) -> Wall | None:
    if shape.sends_on and shape.visible < _LITTLE // 2:
        return Wall("empty", f"only sends browsers on to {shape.sends_on[:200]}; give that address")
    return None


def _find_index(shape: PageShape, text: str) -> Wall | None:
    """A page whose main text is mostly links, or headings that are links with a line or two under each."""
    wall = Wall("unsupported", "is a list of links to other pages, not a text of its own")
    if LISTING.search(shape.title) or LISTING.search(shape.first_heading):
        return wall
    entries = set(shape.linked_headings)
    if len(entries) >= _MANY_HEADINGS and _longest_prose(shape.blocks, entries) < _LITTLE:
        return wall
    rest, linked = text[:_LOOKED_AT], 0
    for said in sorted(set(shape.link_texts), key=len, reverse=True)[:_MANY_LINKS]:
        if len(said) >= _A_TITLE and said in rest:
            rest, linked = rest.replace(said, " "), linked + 1
    is_linked = linked >= _MANY_ENTRIES and len(" ".join(rest.split())) < 0.4 * len(text[:_LOOKED_AT])
    return wall if is_linked else None


def _longest_prose(blocks: tuple[str, ...], entries: set[str]) -> int:
    """Count the characters of the longest run of sentences between two linked headings."""
    longest = run = 0
    for block in blocks:
        if block in entries:
            run = 0
        elif len(block) >= _A_SENTENCE and _SENTENCE_END.search(block):
            run += len(block)
            longest = max(longest, run)
    return longest


def _has_prose(text: str) -> bool:
    return any(len(block) >= _LONG_BLOCK and _SENTENCE_END.search(block) for block in text.split("\n\n"))
