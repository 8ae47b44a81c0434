"""A claim and a quote that have nothing in common: where a judge finds support between them, no word shows it. Pure."""

import functools
import re

from agent.rules.tokens import TELLING, content_stems
from agent.words.numerals import find_numerals
from agent.words.terms import covers, guess_language, is_unspaced, stem_word

_SCRIPTS = ("[a-zA-Z\u00c0-\u024f]", "[\u0370-\u03ff]", "[\u0400-\u04ff]", "[\u0590-\u05ff]", "[\u0600-\u06ff]",
            "[\u0900-\u0dff]", "[\u0e00-\u0e7f]", "[\u3040-\u30ff\u3400-\u9fff]", "[\uac00-\ud7af]")  # fmt: skip
_SCRIPT = tuple(re.compile(one) for one in _SCRIPTS)
_WORD = re.compile(r"[^\W\d_]+")
_CAPITALS = re.compile(r"\b[A-Z]{2,6}\b")
_ROOT = 6  # letters
_ONE = 1.0  # as a word it counts nothing: "one of", "one may"


def share_nothing(claim: str, quote: str, text: str = "") -> bool:
    """Return whether a claim has no content word, number or name of its quote.

    `text` is what the quote stands in, which tells its language. Words of two languages cannot be held together: then
    False, for nothing is known.
    """
    language = guess_language(text or quote)
    if _are_foreign(claim, quote, language):
        return False
    ours, theirs = _contents(claim, language), _contents(quote, language)
    if ours & theirs or any(covers(stem, theirs, language) for stem in ours):
        return False
    if any(_are_kin(one, other) for one in ours for other in theirs):
        return False
    if _numbers(claim, language) & _numbers(quote, language):
        return False
    return not (_is_short_for(claim, quote) or _is_short_for(quote, claim))


def _is_short_for(text: str, other: str) -> bool:
    """Whether a name of capitals stands for words of the other text: WHO for World Health Organization."""
    initials = "".join(word[0] for word in _WORD.findall(other) if word[0].isupper())
    return any(name in initials for name in _CAPITALS.findall(text))


def _are_kin(one: str, other: str) -> bool:
    """Whether two stems are of one root: glutamate and glutamatergic, Dscam1 and AgDscam."""
    short, long = sorted((one, other), key=len)
    return len(short) >= _ROOT and (short[:_ROOT] == long[:_ROOT] or short in long)


def has_content(words: str) -> bool:
    """Return whether words are more than function words: what decides a claim is a word that says something."""
    return bool(_contents(words, guess_language(words)))


def _are_foreign(claim: str, quote: str, language: str | None) -> bool:
    ours, theirs = ({n for n, one in enumerate(_SCRIPT) if one.search(text)} for text in (claim, quote))
    if ours and theirs and not ours & theirs:
        return True
    guessed = guess_language(claim)
    return guessed not in {None, language} and language is not None


def _contents(text: str, language: str | None) -> frozenset[str]:
    """What a text speaks of, letter by letter where words are not spaced: two synonyms may share but one sign."""
    found = content_stems(text, language)
    if is_unspaced(text):
        return frozenset(sign for stem in found for sign in stem)
    return found - _telling(language)


@functools.cache
def _telling(language: str | None) -> frozenset[str]:
    return frozenset([stem_word(one, language) for one in TELLING])


def _numbers(text: str, language: str | None) -> frozenset[float]:
    return frozenset(one.value for one in find_numerals(text, language) if not (one.is_word and one.value == _ONE))
