"""Finding a source's own words in other texts, and putting a mark in their place. Pure."""

import re
from collections.abc import Collection, Iterable
from typing import Any, cast

from retrievers.websearch.shingles import find_words

RUN = 6
"""Words in a row that are somebody's own; a shorter sentence is, from three words on, where all of it stands there."""
_LEAST = 3
_GIST, _SHARE = 4, 0.5
"""Words of one quote that a query made of it has at least, and the share of its words that they are."""
_PIECES = re.compile(r"(\n+|(?<=[.!?。！？])\s+)")
_MEASURE = re.compile(r"(?<![\w.,])(\d(?:[\d.,]*\d)?)[\s-]?([^\W\d_]+|[%‰°€$£])")
_FIGURE = re.compile(r"(?<![\w.,])\d(?:[\d.,]*\d)?%?")
_WORD = re.compile(r"[^\W\d_]+")
OF_CLAIMS = ("subject", "predicate", "value", "unit", "scope", "valid_from", "valid_to")
"""What is read from a claim's words; the same names in rows and records tell the claim."""
SOMEBODY = "a source that was erased"
"""What sentences of other sources call one whose title went."""


class Redactor:
    """Knows the words of a source, and what the graph calls it.

    `gists` are quotes that queries may have been made of. `names` are its titles, `addresses` its keys, paths and
    addresses, and those of claims that are its own; `told` are the words of such claims and sentences, in whatever
    words they tell it, and `facets` what was read from them. An object of JSON that holds an address or such words as a
    value, or quotes the source alone, speaks of the source, and all its wording goes. A number with its unit goes too
    where a quote or claim of it has it. Names that are `shared` stand in texts of others too: of these only the title
    in quotation marks goes. What is `kept`, such as the question itself, never does, nor what claims that stay say word
    for word (`standing`), nor what stands in `quotes` of other sources.
    """

    def __init__(
        self,
        texts: Iterable[str],
        mark: str,
        *,
        gists: Iterable[str] = (),
        names: Iterable[str] = (),
        addresses: Iterable[str] = (),
        shared: Iterable[str] = (),
        told: Iterable[str] = (),
        facets: Iterable[str] = (),
        standing: Iterable[str] = (),
    ) -> None:
        self.mark = mark
        told, gists = tuple(told), (*gists, *told)
        self._shared = {_folded(name) for name in shared}
        self._trios: set[int] = set()
        self._gists = {frozenset(find_words(text)) for text in gists}
        self._names = {_folded(name) for name in names if name.strip()}
        self._measures = {measure for text in gists for measure in _measures_of(text)}
        self._figures = {figure for text in gists for figure in _FIGURE.findall(_folded(text))}
        self._addresses = frozenset(addresses)
        self._told = {_folded(text) for text in told}
        self._facets = {_folded(facet) for facet in facets}
        self._standing = {_folded(text) for text in standing}
        self._kept: set[str] = set()
        self._quotes = ""
        for text in (*texts, *told, *self._names):
            self._trios |= {hash(trio) for trio in _trios_of(find_words(text))}
        self._set_apart()

    def _set_apart(self, *, measures: bool = True) -> None:
        """Leave out of names and measures those that are others' words, and order names: long ones go first."""
        held = "\n".join((*self._kept, self._quotes))
        self._own = self._measures - _measures_of(held) if measures else set[tuple[str, str]]()
        self._titles: list[str] = []
        for name in sorted(self._names, key=lambda one: (-len(one), one)):
            told = re.escape(name).replace(r"\ ", r"\s+")
            is_only_quoted = " " not in name or name in self._shared or name in held
            self._titles.append(f"“{told}”" if is_only_quoted else rf"“{told}”|(?<!\w)(?:the\s+)?{told}(?!\w)")

    def keeping(
        self, texts: Iterable[str], quotes: Iterable[str] = (), *, addresses: Iterable[str] = (), measures: bool = True
    ) -> "Redactor":
        """Return the same that keeps these texts and what stands in these quotes of other sources; without `measures`
        it takes no number with its unit for the source's words."""
        other = Redactor((), self.mark)
        other.__dict__.update(self.__dict__)
        other._addresses = self._addresses | set(addresses)
        other._kept = {_folded(text) for text in texts}
        other._quotes = "\n".join(_folded(quote) for quote in quotes)
        other._set_apart(measures=measures)
        return other

    def has(self, text: str) -> bool:
        """Whether a sentence of the text is the source's, or holds RUN words in a row of it."""
        return self.redact(text) != text

    def redact(self, text: str, rare: Collection[str] = ()) -> str:
        """Return the text with the mark in place of each sentence that is the source's own, or holds a `rare` name."""
        if _folded(text) in self._kept:
            return text
        pieces = _PIECES.split(text)
        return self.unname("".join(self.mark if self._is_said(piece, rare) else piece for piece in pieces))

    def measures_in(self, text: str) -> set[str]:
        """Return the numbers with units of a text that the source has too, as other texts may have them."""
        return {f" {number} {unit}" for number, unit in self._own & _measures_of(text)}

    def unname(self, text: str) -> str:
        """Return a text of others that names the source by no title: quoted in it, or of several words."""
        if _folded(text) in self._kept:
            return text
        for title in self._titles:
            text = re.sub(title, SOMEBODY, text, flags=re.IGNORECASE)
        return text

    def redact_value(self, value: Any, *, queries: bool = False) -> Any:
        """Return a value of JSON alike, whatever it is: its form stays, so that whoever reads it still can.

        `queries`: its texts are what was searched for, which may be made of the source's words in another order.
        """
        if isinstance(value, str):
            is_told = (queries and self._is_gist(value)) or _folded(value) in self._facets
            return self.mark if is_told else self.redact(value)
        if isinstance(value, list):
            return [self.redact_value(one, queries=queries) for one in cast("list[Any]", value)]
        if not isinstance(value, dict):
            return value
        found = cast("dict[str, Any]", value)
        if any(isinstance(one, str) and self._speaks_of(one) for one in found.values()) or self._quotes_it_alone(found):
            return {name: self._hide_wording(name, one) for name, one in found.items()}
        return {name: self.redact_value(one, queries=queries) for name, one in found.items()}

    def _speaks_of(self, value: str) -> bool:
        return value in self._addresses or (_folded(value) in self._told and not self._is_others(_folded(value)))

    def _quotes_it_alone(self, found: dict[str, Any]) -> bool:
        """Whether quotes stand beside the wording, and all are the source's: then it tells them in other words."""
        beside = [found, *(one for many in found.values() if isinstance(many, list) for one in cast("list[Any]", many))]
        quotes = [cast("dict[str, Any]", one).get("quote") for one in beside if isinstance(one, dict)]
        told = [quote for quote in quotes if isinstance(quote, str) and quote]
        return bool(told) and all(quote == self.mark or self._is_said(quote) for quote in told)

    def _hide_wording(self, name: str, value: Any) -> Any:
        if not isinstance(value, str):
            return None if name in OF_CLAIMS and isinstance(value, int | float) else self.redact_value(value)
        if value in self._addresses or self._is_others(_folded(value)):
            return value
        is_wording = len(value.split()) > 1 or name in OF_CLAIMS or _folded(value) in self._figures
        return self.mark if is_wording else value

    def _is_others(self, folded: str) -> bool:
        return folded in self._kept or folded in self._standing

    def _is_gist(self, text: str) -> bool:
        """Whether it is a query made of the words of one quote: short, and mostly its words, in whatever order."""
        words = frozenset(find_words(text))
        if len(words) < _GIST or any(words <= frozenset(find_words(kept)) for kept in self._kept):
            return False
        shared = max((len(words & gist) for gist in self._gists), default=0)
        return shared >= _GIST and shared >= _SHARE * len(words) and _folded(text) not in self._quotes

    def _is_said(self, piece: str, rare: Collection[str] = ()) -> bool:
        folded = _folded(piece)
        if not folded or self._is_others(folded) or folded in self._quotes:
            return False
        if folded in self._names or not self._own.isdisjoint(_measures_of(folded)):
            return True
        if rare and not find_capitals(piece).keys().isdisjoint(rare):
            return True
        words = find_words(piece)
        run = 0
        for trio in _trios_of(words):
            run = run + 1 if hash(trio) in self._trios else 0
            if run + _LEAST - 1 >= min(RUN, max(len(words), _LEAST)):
                return True
        return False


def find_capitals(text: str) -> dict[str, bool]:
    """Return the words of a text that begin with a capital, folded, and whether one does so within a sentence. Pure."""
    found: dict[str, bool] = {}
    for piece in _PIECES.split(text):
        for at, word in enumerate(_WORD.findall(piece)):
            if word[0].isupper():
                found[word.casefold()] = found.get(word.casefold(), False) or at > 0
    return found


def _trios_of(words: list[str]) -> Iterable[tuple[str, ...]]:
    return zip(words, words[1:], words[2:], strict=False)


def _measures_of(text: str) -> set[tuple[str, str]]:
    """Numbers with what they count: "9 metres" tells a claim's value wherever it stands."""
    return set(_MEASURE.findall(_folded(text)))


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())
