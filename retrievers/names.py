"""The names of things: titles in a form that can be looked up, found in texts and in questions. Pure.

A name is found where it stands as whole words, in any case, and only where no longer name covers it. Scripts that part
no words by spaces are matched by characters. Words are cut as the full-text index cuts them, so that a passage looked
up there by a name holds it by this file's rules too, and the order in which texts arrive changes nothing.
"""

import itertools
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from graph.grams import UNSPACED, WIDE
from graph.keys import bounded, make_key
from graph.model import MAX_TITLE

MAX_WORDS = 8
_MAX_WIDE = 16
"""A name of a script without spaces is at most as many characters long as a name of eight words says."""
_QUESTION_WORDS = 400

_MARKS = (
    "\u0300-\u036f\u0483-\u0487\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u0900-\u0963\u0966-\u0dff"
)
_LETTER, _LETTERS = f"[^\\W\\d_{UNSPACED}]", f"(?:[^\\W{UNSPACED}]|[{_MARKS}])+"
_JOINT = rf"(?:(?<={_LETTER})['\u2019.:\u00b7](?={_LETTER})|(?<=\d)[.,;'\u2019](?=\d))"
_WORD = re.compile(rf"{_LETTERS}(?:{_JOINT}{_LETTERS})*")
_ASCII_WORD = re.compile(r"[a-z0-9_]+(?:(?:(?<=[a-z])['.:](?=[a-z])|(?<=[0-9])[.,;'](?=[0-9]))[a-z0-9_]+)*")
"""The same for lower case ASCII, in half the time."""
_PLAIN_WORD = re.compile(r"\w+")
_ODD_CAPITAL = re.compile("[Σİ]")
"""Letters whose lower case depends on what stands around them, or is two characters."""
_WIDE = re.compile(f"[{WIDE}]")
_WIDE_RUN = re.compile(f"[{WIDE}]{{2,}}")
_SHORT_RUN = re.compile("[\u0e01-\u0ecd\u1000-\u109f\u1780-\u17d3\u3040-\u30ff\uff66-\uff9d]{2}")
"""Two letters of a script of letters or syllables are no name yet; two ideographs are."""
_BRACKETS = re.compile(r"\s*\([^()]*\)\s*$")

STOP_WORDS = frozenset({
    "a", "about", "after", "all", "also", "an", "and", "any", "are", "as", "at", "be", "been", "but", "by", "can",
    "could", "did", "do", "does", "each", "few", "for", "from", "had", "has", "have", "he", "her", "his", "how",
    "i", "if", "in", "into", "is", "it", "its", "may", "more", "most", "no", "nor", "not", "now", "of", "off", "on",
    "one", "or", "other", "our", "out", "over", "own", "s", "she", "should", "so", "some", "such", "t", "than",
    "that", "the", "their", "them", "then", "there", "these", "they", "this", "those", "to", "up", "us", "was",
    "we", "were", "what", "when", "where", "which", "who", "whom", "whose", "why", "will", "with", "would", "you",
    "your", "der", "die", "das", "den", "dem", "des", "ein", "eine", "einer", "eines", "und", "oder", "ist", "sind",
    "war", "nicht", "mit", "von", "zu", "im", "auf", "für", "als", "wie", "wer", "le", "la", "les", "un", "une",
    "du", "de", "et", "ou", "est", "sont", "que", "qui", "dans", "pour", "par", "sur", "el", "los", "las", "y",
    "es", "en", "con", "del", "por",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Name:
    """A name as it is stored; `norm` is how a question's words find it.

    `first_words` leads from a text to the few names that may stand in it.
    """

    key: str
    full: str
    norm: str
    first_words: str


@dataclass(frozen=True, slots=True)
class Mention:
    """A name in a text, `[char_start, char_end)` in code points of that text; where it stands twice, the first."""

    entity: str
    char_start: int
    char_end: int


class Clues(NamedTuple):
    """What names in a text are looked up by: `first_words`, and every word; unspaced scripts by `wide` first words."""

    first: set[str]
    wide: set[str]
    words: set[str]


def name_of(title: str, namespace: str) -> Name | None:
    """Return a title as a name; None where it is none: no word, stop words only, a number, more than eight words."""
    full = bounded(" ".join(unicodedata.normalize("NFC", title).split()), MAX_TITLE) or ""
    core = core_name(full)
    first = _first_words(core)
    norm = norm_name(full)
    if first is None or not norm:
        return None
    return Name(make_key("entity", namespace, full.lower()), full, norm, first)


def norm_name(name: str) -> str:
    """Return a name's words as a question may hold them: case folded, joined by a space, the parenthesised part off."""
    return " ".join(_PLAIN_WORD.findall(core_name(name).casefold()))


def words_of(text: str) -> list[str]:
    """Return a text's words in the form names are compared in, in order; what `clues_in` and `find` go by."""
    if _ODD_CAPITAL.search(text):
        return [word for word, _, _ in _words(text)]
    low = text.lower().replace("\u2019", "'")
    words: list[str] = (_ASCII_WORD if low.isascii() else _WORD).findall(low)
    if "'s" not in low:
        return words
    return [word[:-2] if word.endswith("'s") and len(word) > 2 else word for word in words]


def clues_in(texts: Iterable[tuple[str, list[str]]]) -> Clues:
    """Return by what the names that may stand in texts are looked up; no name that stands there is missed.

    Each text comes with its `words_of`.
    """
    single, pairs, wide = set[str](), set[tuple[str, str]](), set[str]()
    for text, words in texts:
        single.update(words)
        pairs.update(itertools.pairwise(words))
        wide.update(run[i : i + 2] for run in _WIDE_RUN.findall(text.lower()) for i in range(len(run) - 1))
    first = (single - STOP_WORDS) | {f"{a} {b}" for a, b in pairs if a not in STOP_WORDS}
    return Clues(first, wide, {part for word in single for part in _PLAIN_WORD.findall(word.casefold())})


def names_in_question(question: str) -> list[str]:
    """Return every `norm_name` that a question may hold: runs of one to eight words; parts of unspaced runs."""
    words = _PLAIN_WORD.findall(unicodedata.normalize("NFC", question).casefold())[:_QUESTION_WORDS]
    found = dict.fromkeys(
        " ".join(words[i : i + n])
        for n in range(1, MAX_WORDS + 1)
        for i in range(len(words) - n + 1)
        if _is_name(words[i : i + n])
    )
    for word in words:
        if _WIDE.search(word):
            piece = word[: 4 * _MAX_WIDE]
            sizes = range(2, _MAX_WIDE + 1)
            found |= dict.fromkeys(piece[i : i + n] for n in sizes for i in range(len(piece) - n + 1))
    return list(found)


def longest_names(question: str, names: Iterable[str]) -> set[str]:
    """Return those of the names found in a question that do not stand there only inside a longer one."""
    line = " " + " ".join(_PLAIN_WORD.findall(unicodedata.normalize("NFC", question).casefold())) + " "
    kept: set[str] = set()
    for name in sorted(set(names), key=lambda n: (-len(n), n)):
        wanted = name if _WIDE.search(name) else f" {name} "
        if wanted in line:
            kept.add(name)
            line = line.replace(wanted, " \n " if wanted != name else "\n")
    return kept


class NameFinder:
    """Finds a set of names in texts."""

    def __init__(self, names: Mapping[str, str]) -> None:
        """Take entity key -> full name."""
        self._words: dict[str, list[str]] = {}
        self._longest: dict[str, int] = {}
        self._begun: dict[str, list[str]] = {}
        self._wide: dict[str, dict[str, list[str]]] = {}
        for key, full in sorted(names.items()):
            core = core_name(full)
            if _first_words(core) is None:
                continue
            if _WIDE.search(core):
                wide = core.lower()
                self._wide.setdefault(wide[:2], {}).setdefault(wide, []).append(key)
                continue
            words = [word for word, _, _ in _words(core)]
            self._words.setdefault(" ".join(words), []).append(key)
            self._begun.setdefault(words[0], []).append(" ".join(words))
            self._longest[words[0]] = max(len(words), self._longest.get(words[0], 0))

    def find(self, text: str, words: list[str] | None = None) -> list[Mention]:
        """Return the names that stand in the text where no longer one covers them, in the order of the text.

        `words` are the text's `words_of`, from whoever has them at hand.
        """
        may_hold = self._may_hold(words_of(text) if words is None else words)
        places = [*(self._find_words(text) if may_hold else ()), *self._find_wide(text)]
        found: dict[str, Mention] = {}
        reach = -1
        for start, end, keys in sorted(places, key=lambda m: (m[0], -m[1])):
            if end <= reach:
                continue
            reach = end
            for key in keys:
                found.setdefault(key, Mention(key, start, end))
        return list(found.values())

    def _may_hold(self, words: list[str]) -> bool:
        """Say whether any name's words stand among these in a row: in most texts none, which need no second look."""
        begun = self._begun.keys() & set(words)
        line = f" {' '.join(words)} " if begun else ""
        return any(f" {name} " in line for first in begun for name in self._begun[first])

    def _find_words(self, text: str) -> Iterator[tuple[int, int, list[str]]]:
        words = list(_words(text))
        for i, (word, start, _) in enumerate(words):
            for n in range(min(self._longest.get(word, 0), len(words) - i), 0, -1):
                keys = self._words.get(" ".join(w for w, _, _ in words[i : i + n]))
                end = words[i + n - 1][2]
                if keys and not _WIDE.search(text, start, end):  # words of another script stand between
                    yield start, end, keys
                    break

    def _find_wide(self, text: str) -> Iterator[tuple[int, int, list[str]]]:
        if not self._wide:
            return
        low = text.lower()
        if len(low) != len(text):  # a few letters grow in lower case: offsets must stay those of the text
            low = "".join(c.lower() if len(c.lower()) == 1 else c for c in text)
        for start in range(len(low) - 1):
            named = self._wide.get(low[start : start + 2])
            if not named:
                continue
            for name in sorted(named, key=lambda n: (-len(n), n)):
                end = start + len(name)
                if low.startswith(name, start) and _stands_alone(low, start, end):
                    yield start, end, named[name]
                    break


def core_name(name: str) -> str:
    """Return a name as texts have it: without the part in parentheses that tells it from its namesakes."""
    return _BRACKETS.sub("", name) or name


def _words(text: str) -> Iterator[tuple[str, int, int]]:
    """Yield the words in the form the index compares, with their place; a possessive ending belongs to none."""
    for match in _WORD.finditer(text):
        word = match[0].lower().replace("\u2019", "'")
        end = match.end()
        if word.endswith("'s") and len(word) > 2:
            word, end = word[:-2], end - 2
        yield word, match.start(), end


def _first_words(core: str) -> str | None:
    """Return the two neighbouring words by which a name is looked up, or None for what is no name."""
    if _WIDE.search(core):
        run = _WIDE_RUN.search(core.lower())
        letters = sum(1 for c in core if c.isalnum() or _WIDE.match(c))
        if run is None or letters > _MAX_WIDE or (len(core) == 2 and _SHORT_RUN.fullmatch(core)):
            return None
        return run[0][:2]
    words = [word for word, _, _ in _words(core)]
    if len(words) > MAX_WORDS or not _is_name(words):
        return None
    first = next(i for i, word in enumerate(words) if word not in STOP_WORDS)
    return " ".join(words[first : first + 2])


def _is_name(words: list[str]) -> bool:
    """Say whether words are more than stop words, a single character or numbers."""
    telling = [word for word in words if word not in STOP_WORDS]
    return any(not word.replace(".", "").replace(",", "").isnumeric() for word in telling) and sum(map(len, words)) > 1


def _stands_alone(text: str, start: int, end: int) -> bool:
    """Say whether a match cuts no word of a spaced script in two at its edges."""
    left = start > 0 and _joins(text[start - 1], text[start])
    return not left and not (end < len(text) and _joins(text[end - 1], text[end]))


def _joins(a: str, b: str) -> bool:
    return a.isalnum() and b.isalnum() and not (_WIDE.match(a) or _WIDE.match(b))
