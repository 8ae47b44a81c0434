"""Whether sentences in two languages speak of one measure of one thing: only where a name says so. Pure.

Words are held together by what they stand for; what no table knows must be written alike in both. So a pair that this
cannot read is none: a missed conflict is better than one that is not there.
"""

import unicodedata
from collections.abc import Collection

from agent.conflicts.concepts import LANGUAGES, meanings_of
from agent.conflicts.frames import Frame
from agent.conflicts.side import Side

_ALIKE = 5  # letters that two words of one origin begin with, and that are most of the longer
_MOST = 0.6
_IGNORED = frozenset({"long"})  # as in English, where "how long" asks for no length


def is_same_across(a: Side, b: Side) -> bool:
    """Whether two figures or dates in different languages are said to be of the same thing."""
    one, two = a.assertion.frame, b.assertion.frame
    if a.assertion.kind not in {"numeric", "temporal"} or not {a.language, b.language} <= LANGUAGES:
        return False
    mine, left_of_mine = _read(one, a.language or "")
    theirs, left_of_theirs = _read(two, b.language or "")
    names = {word for word in left_of_mine if word in left_of_theirs and _is_name(word, one, two)}
    if not names or not mine or not _are_met(mine, theirs) or not _are_met(theirs, mine):
        return False
    return _is_known(left_of_mine, left_of_theirs) and _is_known(left_of_theirs, left_of_mine)


def is_same_count(stem: str, language: str, other: str, other_language: str) -> bool:
    """Whether two stems of counted nouns stand for one thing."""
    mine, left = meanings_of(stem, language)
    theirs, other_left = meanings_of(other, other_language)
    if mine or theirs:
        return bool(mine & theirs)
    return _are_alike(_plain(left), _plain(other_left))


def _are_met(ones: Collection[frozenset[str]], others: Collection[frozenset[str]]) -> bool:
    """Whether each word means something that a word of the other sentence means too."""
    return all(any(one & other for other in others) for one in ones)


def _read(frame: Frame, language: str) -> tuple[list[frozenset[str]], set[str]]:
    """What each word of a sentence may stand for, and the words that no table knows, without accents."""
    found: list[frozenset[str]] = []
    left: set[str] = set()
    for word in frame.words:
        bare = word.split("'")[-1].split("’")[-1]
        meanings, rest = meanings_of(bare, language)
        if meanings and not meanings <= _IGNORED:
            found.append(meanings)
        if rest:
            left.add(_plain(rest))
    return found, left


def _is_name(word: str, one: Frame, two: Frame) -> bool:
    """Whether a word is written as a name in both."""
    return all(any(_plain(name.split("'")[-1].split("’")[-1]) == word for name in f.name_words) for f in (one, two))


def _is_known(words: Collection[str], others: Collection[str]) -> bool:
    return all(any(_are_alike(word, other) for other in others) for word in words)


def _are_alike(one: str, other: str) -> bool:
    if one == other:
        return True
    shared = next((at for at, (x, y) in enumerate(zip(one, other, strict=False)) if x != y), min(len(one), len(other)))
    return shared >= _ALIKE and shared >= _MOST * max(len(one), len(other))


def _plain(word: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFD", word) if not unicodedata.combining(c))
