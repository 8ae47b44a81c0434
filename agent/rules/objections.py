"""What a sentence says and its quote does not: numbers, dates, names, a "not". Rules reject, they never bless: pure."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher

from agent.words.injection import is_instruction
from agent.words.measures import same_value
from agent.words.numerals import find_numerals
from agent.words.terms import covers, find_terms, is_unspaced, stems
from agent.words.units import is_one_unit
from agent.words.values import Value, find_values
from graph.negation import drops_negation

_READ = frozenset({"en", "de", "fr", "es", "it", "pt", "nl", "sv", "da", "no", "zh", "ja"})
"""Languages whose number words and grouping marks are known; in others only shares and years are held against."""
_NOUNS_LIKE_NAMES = frozenset({"de"})
_NEAR = 4  # words of a stretch that only denies
_SHARED = 0.8  # of the claim's words that the quote holds
_HALF = 0.5
_STEM = 4  # letters that forms of one word share
_NEAR_BEFORE = 3  # words
_RUN = 3  # words in a row that are taken over
_DENIES = {
    "en": r"not|never|cannot|\w+n['’]t", "de": r"nicht|kein\w*|niemals|nie", "fr": r"pas|jamais", "es": r"no|nunca",
    "it": r"non", "nl": r"niet|geen", "pt": r"não|nunca",
}  # fmt: skip
_ONLY = frozenset({"only", "just", "merely", "nur", "seulement", "solo", "sólo"})
_HELPING = frozenset({
    "will", "would", "does", "do", "did", "is", "are", "was", "were", "has", "have", "had", "be", "been", "being",
    "can", "could", "may", "might", "must", "shall", "should", "the", "a", "an", "to", "that", "it", "there", "any",
})  # fmt: skip
_WORD = re.compile(r"\w+(?:['’]\w+)*")
_OPENS = re.compile(r"(?:^|[.!?:;“\"(]\s*)$")


@dataclass(frozen=True, slots=True)
class Quoted:
    """A quote as the rules see it: its words, what stands around it (title, heading, neighbouring text), the source's
    publication date (ISO, None when unknown), its language (ISO 639-1), the last words before the quote, and whether it
    stands in a list of other works."""

    quote: str
    around: str
    published_at: str | None
    language: str | None
    before: str = ""
    is_listed: bool = False


@dataclass(frozen=True, slots=True)
class Objection:
    """Why a quote cannot bear a claim out: the rule, and one sentence."""

    rule: str
    reason: str


def find_objection(claim: str, quoted: Quoted, *, asked: str, language: str | None) -> Objection | None:
    """Return the first thing that forbids a claim to rest on its quote; None says nothing about whether it may.

    `asked` is the question and its part, whose names a claim may carry on; `language` is the claim's.
    """
    if is_instruction(quoted.quote) or is_instruction(claim):
        return Objection("instruction", "the words are addressed to software, not to readers")
    if quoted.is_listed:
        return Objection("reference", "the words stand in a list of other works, which is no word of the source")
    if lacking := lacking_values(claim, quoted, language):
        said = ", ".join(lacking)
        return Objection("values", f"the quote does not say {said}")
    if lacking := _lacking_names(claim, quoted, asked, language):
        said = ", ".join(lacking)
        return Objection("names", f"neither the quote nor the text around it names {said}")
    if denied := _dropped_negation(claim, quoted.quote):
        return Objection("negation", f"the quote says “{denied}”, the sentence does not")
    if denied := _cut_negation(claim, quoted):
        return Objection("negation", f"the source says “{denied}” just before these words, the sentence does not")
    if denied := _added_negation(claim, quoted.quote):
        return Objection("negation", f"the sentence says “{denied}”, the quote does not")
    return None


def lacking_values(claim: str, quoted: Quoted, language: str | None) -> tuple[str, ...]:
    """Return the numbers, dates and sums of a claim, as written, that the quote does not say."""
    their_language = quoted.language or language
    theirs = find_values(quoted.quote, their_language)
    numbers = [one.value for one in find_numerals(quoted.quote, their_language)]
    is_read = language in _READ and their_language in _READ
    lacking = _lacking_signs(claim, quoted.quote)
    for value in find_values(claim, language):
        if not is_read and not (value.kind == "share" or value.written == "year"):
            continue
        if not _is_end_of_range(value, theirs) and _stands_whole(value.text, quoted.quote):
            continue
        if "|" in quoted.quote and _stands_in_table(value.text, quoted.quote):
            continue
        if any(_says(value, other, same_language=language == their_language) for other in theirs):
            continue
        if value.kind == "date" and _is_date_of(value, quoted.published_at):
            continue
        if value.kind == "count" and any(_near(value, number) for number in numbers):
            continue
        lacking.append(_as_written(claim, value))
    return tuple(dict.fromkeys(lacking))


def _lacking_signs(claim: str, quote: str) -> list[str]:
    """Numbers that are one sign (㊾, Ⅻ, ½) and that the quote has neither so nor in plain digits."""
    said = unicodedata.normalize("NFKC", quote)
    signs = [one for one in claim if unicodedata.category(one) in {"No", "Nl"}]
    return [one for one in signs if unicodedata.normalize("NFKC", one) not in said]


def _is_end_of_range(value: Value, theirs: Sequence[Value]) -> bool:
    """Whether a value is one end of a range in the quote: "48 million" where it says "48 to 52 million"."""
    return not value.bound and value.low == value.high and any(
        value.text.casefold() in other.text.casefold() for other in theirs if _is_range(other)
    )  # fmt: skip


def _is_range(value: Value) -> bool:
    return value.kind != "date" and value.low < value.high


def _as_written(claim: str, value: Value) -> str:
    """The value with what is written together with it: "30-40%", not "30"."""
    start = max(claim.rfind(" ", 0, value.char_start) + 1, 0)
    end = claim.find(" ", value.char_end)
    return claim[start : end if end >= 0 else len(claim)].strip(".,;:!?()[]“”\"'")


def _says(value: Value, other: Value, *, same_language: bool) -> bool:
    kinds = {value.kind, other.kind}
    if len(kinds) > 1 and (same_language or kinds != {"amount", "count"}):
        return False
    unit_matters = same_language and value.kind in {"amount", "date"}
    if unit_matters and not is_one_unit(value.unit, other.unit):
        return False
    if value.kind != "date" and not value.bound and not other.bound and _is_range(value) != _is_range(other):
        return False  # a range is no number in it, and a number no range around it
    return same_value(value, other)


def _near(value: Value, number: float) -> bool:
    return value.low <= number <= value.high or abs(value.low - number) <= max(value.precision, 0.01 * abs(number))


def _stands_whole(words: str, text: str) -> bool:
    return re.search(rf"(?<![\w.,]){re.escape(words)}(?![\w]|[.,]\d)", text, re.IGNORECASE) is not None


def _stands_in_table(words: str, table: str) -> bool:
    """Whether a table holds a value in pieces: the number in a cell, its unit in a column's heading."""
    return all(_stands_whole(word, table) for word in words.split())


def _is_date_of(value: Value, published_at: str | None) -> bool:
    if not published_at:
        return False
    bare = replace(value, bound="")  # "before June 2028" is no date of 2024
    return any(same_value(bare, other) for other in find_values(published_at, "en") if other.kind == "date") or (
        value.written == "year" and value.text in published_at[:4]
    )


def _lacking_names(claim: str, quoted: Quoted, asked: str, language: str | None) -> tuple[str, ...]:
    """Names that nothing near the quote holds; only where both are in one language whose names are told by capitals."""
    if language in _NOUNS_LIKE_NAMES or quoted.language not in {None, language} or is_unspaced(claim):
        return ()
    known = stems(f"{quoted.quote} {quoted.around} {asked}", language)
    lacking = [
        term.word
        for term in find_terms(claim, language)
        if term.is_name
        and not _OPENS.search(claim, 0, term.char_start)
        and not any(character.isdigit() for character in term.word)
        and not covers(term.stem, known, language)
    ]
    dates = [value for value in find_values(claim, language) if value.kind == "date"]
    return tuple(dict.fromkeys(name for name in lacking if not any(name in value.text for value in dates)))


def _dropped_negation(claim: str, quote: str) -> str:
    """The denying word that a claim in nearly the quote's words leaves out; "" where there is none."""
    if drops_negation(claim):
        return ""
    said, theirs = _words(claim), _words(quote)
    blocks = SequenceMatcher(None, said, theirs, autojunk=False)
    if not said or sum(block.size for block in blocks.get_matching_blocks()) < _SHARED * len(said):
        return ""
    for tag, _, _, start, end in blocks.get_opcodes():
        if tag not in {"insert", "replace"} or start == 0 or end - start > _NEAR:
            continue
        if denied := drops_negation(" ".join(theirs[start:end])):
            return denied
    return ""


def _cut_negation(claim: str, quoted: Quoted) -> str:
    """The denying word that stands just before the words a claim takes, in its quote or cut off before it; "" where
    there is none."""
    denies = _DENIES.get(quoted.language or "")
    if denies is None or drops_negation(claim):
        return ""
    blocks = SequenceMatcher(None, _words(claim), _words(quoted.quote), autojunk=False).get_matching_blocks()
    taken = next((block.b for block in blocks if block.size >= _RUN), 0)
    start = [word.start() for word in _WORD.finditer(quoted.quote)][taken : taken + 1]
    before = quoted.before + quoted.quote[: start[0] if start else 0]
    last = re.findall(r"[^\s.,;:!?()]+(?=\s)", re.split(r"[.,;:!?()]", before)[-1])[-_NEAR_BEFORE:]
    found = [word for word in last if re.fullmatch(denies, word, re.IGNORECASE)]
    return found[-1] if found and last[-1].casefold() not in _ONLY else ""


def _added_negation(claim: str, quote: str) -> str:
    """The denying word that a claim in nearly the quote's words adds; "" where there is none, or where other words
    than helping verbs came with it."""
    if drops_negation(quote):
        return ""
    said, theirs = _words(claim), _words(quote)
    blocks = SequenceMatcher(None, said, theirs, autojunk=False)
    if not said or sum(block.size for block in blocks.get_matching_blocks()) < _HALF * len(said):
        return ""
    for tag, start, end, _, _ in blocks.get_opcodes():
        if tag not in {"delete", "replace"}:
            continue
        denied = next((at for at in range(start, end) if drops_negation(said[at])), end)
        others = [word for word in said[denied + 1 : end] if word not in _HELPING]
        if denied < end and all(any(word[:_STEM] == their[:_STEM] for their in theirs) for word in others):
            return said[denied]
    return ""


def _words(text: str) -> Sequence[str]:
    return [word.casefold().replace("’", "'") for word in _WORD.findall(text)]
