"""A sentence as the rules compare it: words by their stems, values as one token each, offsets kept."""

import functools
import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from agent.words.terms import is_unspaced, stem_word, stop_words
from agent.words.values import Value, find_values
from retrievers.split import split_sentences

_WORD = re.compile(
    r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]|(?<![\w.])[-−]?\d+(?:[.,:/]\d+)*[^\W_\u3040-\u9fff]*|"
    r"[^\W_\u3040-\u9fff]+(?:['’][^\W_]+)*|[%‰€£$¥]"
)
_POSSESSIVE = re.compile(r"['’]s?$")
_NOT = re.compile(r"(?i)(?:n['’]t)$")
# Function words that are looked at all the same, because they decide what is said.
_TELLING = """not no never none nor neither nobody nothing cannot without all every each always some most many few more
    less least only before after above below under over up down than may might could can would should must both any
    other once often almost until since between during again further"""
TELLING = frozenset(_TELLING.split())


@dataclass(frozen=True, slots=True)
class Token:
    """One word, sign or value; `norm` is what is compared, offsets are characters of the text it was found in."""

    norm: str
    word: str
    char_start: int
    char_end: int
    is_function: bool
    value: Value | None = None


@functools.lru_cache(maxsize=65_536)
def _known(word: str, language: str | None) -> tuple[str, bool]:
    bare = _POSSESSIVE.sub("", word.replace("’", "'"))
    return stem_word(bare, language), bare in stop_words(language) and bare not in TELLING


@functools.lru_cache(maxsize=16_384)
def find_tokens(text: str, language: str | None) -> tuple[Token, ...]:
    """The tokens of a sentence in order, values as one token each; punctuation is left out."""
    values = find_values(text, language)
    at = 0
    tokens: list[Token] = []
    for match in _WORD.finditer(text):
        while at < len(values) and values[at].char_end <= match.start():
            at += 1
        value = values[at] if at < len(values) else None
        if value is not None and match.end() > value.char_start and value.char_end > match.start():
            if not tokens or tokens[-1].value is not value:
                tokens.append(
                    Token(_norm(value), value.text, value.char_start, value.char_end, is_function=False, value=value)
                )
            continue
        stem, is_function = _known(match.group().lower(), language)
        tokens.append(Token(stem, match.group(), match.start(), match.end(), is_function))
    return tuple(tokens)


def _norm(value: Value) -> str:
    unit = value.unit if value.kind not in {"count", "date"} else ""
    return f"{value.kind}:{value.low:.9g}:{value.high:.9g}:{unit}:{value.written}"


@dataclass(frozen=True, slots=True)
class Stretch:
    """A sentence of a text with its offsets, the stems of its content words, and its words two by two."""

    char_start: int
    char_end: int
    stems: frozenset[str]
    twos: frozenset[tuple[str, str]]


@functools.lru_cache(maxsize=2_048)
def find_stretches(text: str, language: str | None) -> tuple[Stretch, ...]:
    """The sentences of a text in order, each with what it speaks of."""
    return tuple(
        Stretch(one.char_start, one.char_end, *_contents(text[one.char_start : one.char_end], language))
        for one in split_sentences(text, language)
    )


@functools.lru_cache(maxsize=2_048)
def as_stretch(text: str, language: str | None) -> Stretch:
    """A text as one stretch, what its sentences speak of together."""
    parts = find_stretches(text, language)
    stems = frozenset(stem for one in parts for stem in one.stems)
    return Stretch(0, len(text), stems, frozenset(two for one in parts for two in one.twos))


def content_stems(text: str, language: str | None) -> frozenset[str]:
    """The stems of the content words and figures of a text; pairs of characters where words are not spaced."""
    return as_stretch(text, language).stems


def _contents(text: str, language: str | None) -> tuple[frozenset[str], frozenset[tuple[str, str]]]:
    words = _WORD.findall(text.lower())
    twos = frozenset(pairwise(words))
    if is_unspaced(text):
        return frozenset([a + b for a, b in twos]), twos
    return frozenset(
        [stem for stem, is_function in [_known(word, language) for word in words] if not is_function]
    ), twos


def words_of(tokens: Sequence[Token]) -> str:
    """The words as they are written, joined by spaces."""
    return " ".join(token.word for token in tokens)


def words_in(tokens: Sequence[Token]) -> set[str]:
    """The words in lower case."""
    return {token.word.lower() for token in tokens}
