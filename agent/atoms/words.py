"""A sentence as words with their places, and what kinds of small words there are in English. Pure."""

import re
from dataclasses import dataclass

_TOKEN = re.compile(r"[^\W_]+(?:['’.,-](?=[^\W_])[^\W_]+)*[%°]?|[^\w\s]|_")
_OPENING, _CLOSING = "([{“„«‘", ")]}”“»"

_DETERMINERS_TEXT = """the a an this that these those its their his her our your my each every all some any no
    both several many most few other another such"""
DETERMINERS = frozenset(_DETERMINERS_TEXT.split())
POSSESSIVES = frozenset({"its", "their", "his", "her", "our", "my", "your"})
PRONOUNS = frozenset({"it", "they", "he", "she", "this", "these", "those", "we", "i", "you", "who", "which", "that",
                      "there", "such", "both", "one", "others", "some"})  # fmt: skip
_PREPOSITIONS_TEXT = """of in on at by for from to with without into onto over under between among during until
    since after before against about through per within across near as than upon toward
    towards along around behind despite because when where like via off out up down above
    below beyond throughout versus including"""
PREPOSITIONS = frozenset(_PREPOSITIONS_TEXT.split())
_SCOPING_TEXT = """in on at by for with without during until since after before among under within across
    through per from despite because when where if throughout between worldwide annually"""
SCOPING = frozenset(_SCOPING_TEXT.split())
"""Words that begin what may hold for both halves of a sentence."""
_DOUBTFUL_TEXT = """if unless whether neither nor either rather or instead except lest so because"""
DOUBTFUL = frozenset(_DOUBTFUL_TEXT.split())
"""Words under which parts of a sentence may not be said alone."""
DENYING = frozenset({"not", "never", "cannot", "hardly", "no"})
_POPULATION_TEXT = """mice rats patients women men children adults people cells participants animals infants
    humans girls boys smokers volunteers"""
POPULATION = frozenset(_POPULATION_TEXT.split())


@dataclass(frozen=True, slots=True)
class Word:
    """A word or a mark, its place in characters, and how many brackets or quotation marks stand open around it."""

    text: str
    start: int
    end: int
    depth: int

    @property
    def low(self) -> str:
        """Return it in small letters."""
        return self.text.casefold()

    @property
    def is_mark(self) -> bool:
        """Return whether it is no word."""
        return not self.text[0].isalnum()

    @property
    def is_number(self) -> bool:
        """Return whether it is written in digits."""
        return self.text[0].isdigit()

    @property
    def is_adverb(self) -> bool:
        """Return whether it is one of the words that stand beside a verb."""
        return self.low in {"also", "then", "later", "now", "soon", "still", "already", "first", "once", "even"} or (
            self.low.endswith("ly") and len(self.text) > 4 and self.low not in {"only", "family", "supply", "italy"}
        )


def find_words(sentence: str) -> list[Word]:
    """Return the words and marks of a sentence in order."""
    words: list[Word] = []
    depth, is_quoted = 0, False
    for found in _TOKEN.finditer(sentence):
        mark = found[0]
        if mark == '"':
            is_quoted = not is_quoted
        elif mark in _OPENING and not (mark == "“" and depth):
            depth += 1
        elif mark in _CLOSING:
            depth = max(0, depth - 1)
        words.append(Word(mark, found.start(), found.end(), depth + is_quoted))
    return words
