"""Numbers, shares, dates and units of a claim that its source does not say, or says otherwise."""

import functools
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from agent.rules.align import Change, Comparison
from agent.rules.finding import Differs
from agent.rules.tokens import Token, words_of
from agent.rules.units import convert
from agent.words.measures import same_value
from agent.words.numerals import find_numerals
from agent.words.values import Value, find_values

_DIGIT = re.compile(r"\d")
_SMALL = 3  # a number word up to this may count what the source lists
_ONE = frozenset({"one", "a", "an", "single", "ein", "eine", "einen", "un", "une", "una", "uno", "一"})
_KINDS = {"share": "percent", "date": "date", "count": "number", "amount": "number", "duration": "number"}


def find_number_differences(pair: Comparison) -> Iterator[Differs]:
    """Yield each value of the claim that the source lacks, with the source's own in its place where it has one."""
    moved = _unmatched(change.source for change in pair.changes)
    for change in pair.changes:
        ours = [token for token in change.claim if token.value is not None]
        theirs = [token for token in change.source if token.value is not None]
        for token in ours:
            if token.value is None or any(_is_said(token.value, one, pair) for one in theirs):
                continue
            facing = _facing(token, change, ours, theirs) if pair.is_near else None
            if facing is not None:
                yield Differs(_kind(token.value, facing.value), token.word, facing.word)
            elif not any(_is_said(token.value, one, pair) for one in moved) and not _stands_elsewhere(token, pair):
                yield Differs(_kind(token.value, None), token.word, _same_kind(token, theirs))
        if pair.is_near:
            yield from _reworded(change, ours, theirs)
            yield from _codes(change, pair)


def _facing(token: Token, change: Change, ours: Sequence[Token], theirs: Sequence[Token]) -> Token | None:
    """The source's value that stands just where the claim has its own."""
    if len(ours) != len(theirs) or len(change.claim) > len(ours) + 2 or len(change.source) > len(theirs) + 2:
        return None
    return theirs[ours.index(token)]


def _unmatched(groups: Iterator[tuple[Token, ...]]) -> list[Token]:
    return [token for group in groups for token in group if token.value is not None]


def _same_kind(token: Token, theirs: Sequence[Token]) -> str:
    return next((one.word for one in theirs if one.value and token.value and one.value.kind == token.value.kind), "")


def _kind(ours: Value, theirs: Value | None) -> str:
    if theirs is not None and {ours.kind, theirs.kind} <= {"amount", "duration"} and ours.unit != theirs.unit:
        return "unit"
    if theirs is not None and _number_of(ours) == _number_of(theirs) and ours.kind == theirs.kind != "date":
        return "unit" if ours.kind != "share" else "percent"
    return _KINDS[ours.kind]


def _number_of(value: Value) -> str:
    found = re.search(r"\d[\d.,]*", value.text)
    return found.group() if found else value.text


def _is_said(value: Value, token: Token, pair: Comparison) -> bool:
    return token.value is not None and says(value, token.value, same_language=pair.language == pair.text_language)


def says(value: Value, other: Value, *, same_language: bool = True) -> bool:
    """Whether the source's value says the claim's: equal within 1 % or the precision as written, converted where the
    units are of one dimension; a date no more exact than the source's; no currency is ever converted."""
    if value.kind == "date" or other.kind == "date":
        return value.kind == other.kind and _date_is_said(value, other)
    if _is_range(value) != _is_range(other) and not value.bound and not other.bound:
        return False
    if "percentage point" in {value.unit, other.unit} and value.unit != other.unit:
        return False
    if "share" in {value.kind, other.kind} and value.kind != other.kind:
        return False
    if value.unit == other.unit or {value.kind, other.kind} == {"count"}:
        return same_value(value, other)
    if not same_language and "count" in {value.kind, other.kind}:
        return same_value(value, other)
    if {value.kind, other.kind} == {"count", "duration"} or {value.kind, other.kind} == {"count", "amount"}:
        return same_value(value, other) or _converts(value, other)
    return _converts(value, other)


def _converts(value: Value, other: Value) -> bool:
    ours, theirs = _written(value), _written(other)
    if ours is None or theirs is None:
        return False
    factor = convert(theirs[0], theirs[1], ours[1])
    if factor is None:
        return False
    gap = abs(factor - ours[0])
    step = _step(value.text)
    return gap <= max(step, 0.01 * abs(factor))


def _written(value: Value) -> tuple[float, str] | None:
    """The number and the unit as they are written."""
    numerals = find_numerals(value.text, "en")
    if not numerals:
        return None
    unit = value.text[numerals[-1].char_end :].strip(" -\u00a0\u202f") or value.unit
    return numerals[-1].value, unit


def _step(text: str) -> float:
    numerals = find_numerals(text, "en")
    return numerals[-1].half_step if numerals else 0.5


def _date_is_said(value: Value, other: Value) -> bool:
    if value.unit != other.unit:
        return same_value(value, other)
    if value.bound or other.bound:
        return same_value(value, other)
    return value.low <= other.low and other.high <= value.high


def _is_range(value: Value) -> bool:
    return value.kind != "date" and value.low < value.high


def _stands_elsewhere(token: Token, pair: Comparison) -> bool:
    """Whether a value that the aligned words lack stands somewhere in the text after all."""
    value = token.value
    if value is None:
        return True
    if (
        not _DIGIT.search(token.word)
        and value.kind in {"count", "duration"}
        and value.high <= _SMALL
        and not pair.is_near
    ):
        return True
    if any(_is_said(value, one, pair) for one in pair.source_tokens):
        return True
    theirs = _values(pair.text, pair.text_language)
    same_language = pair.language == pair.text_language
    if any(says(value, one, same_language=same_language) for one in theirs):
        return True
    if value.kind == "date" and _is_pieced(value, pair):
        return True
    if value.kind == "share" and any(
        one.kind == "share" and says(replace(value, low=100 - value.high, high=100 - value.low), one) for one in theirs
    ):
        return not pair.is_near
    if value.kind == "count" and any(_near(value, one.value) for one in find_numerals(pair.text, pair.text_language)):
        return True
    return "|" in pair.text and all(_stands_whole(word, pair.text) for word in token.word.split())


@functools.lru_cache(maxsize=512)
def _values(text: str, language: str | None) -> tuple[Value, ...]:
    return tuple(find_values(text, language))


def _near(value: Value, number: float) -> bool:
    return value.low == value.high and abs(value.low - number) <= max(value.precision, 0.01 * abs(number))


def _stands_whole(words: str, text: str) -> bool:
    return re.search(rf"(?<![\w.,]){re.escape(words)}(?![\w]|[.,]\d)", text, re.IGNORECASE) is not None


def _is_pieced(value: Value, pair: Comparison) -> bool:
    """Whether a date stands in the text in pieces ("in March", and the year in another sentence), or is the day of
    publication."""
    if pair.published_at:
        published = [one for one in find_values(pair.published_at, "en") if one.kind == "date"]
        if any(_date_is_said(replace(value, bound=""), one) for one in published):
            return True
    pieces = re.findall(r"\w+", value.text)
    return len(pieces) > 1 and all(_stands_whole(piece, pair.text) for piece in pieces)


def _reworded(change: Change, ours: Sequence[Token], theirs: Sequence[Token]) -> Iterator[Differs]:
    """A number of the source in whose place the claim says "one"."""
    if ours or len(theirs) != 1 or len(change.source) > 1:
        return
    said = [token.word for token in change.claim if token.word.lower() in _ONE]
    if said and len(change.claim) == 1:
        yield Differs("number", said[0], theirs[0].word)


def _codes(change: Change, pair: Comparison) -> Iterator[Differs]:
    """Figures that are no values: codes, times, ordinals."""
    theirs = {token.norm for token in pair.source_tokens}
    for token in change.claim:
        if (
            token.value is None
            and _DIGIT.search(token.word)
            and token.norm not in theirs
            and not _in_digits(token, pair)
        ):
            facing = [one for one in change.source if _DIGIT.search(one.word)]
            if facing:
                yield Differs("number", token.word, words_of(facing))


def _in_digits(token: Token, pair: Comparison) -> bool:
    return "".join(re.findall(r"\d+", token.word)) in {
        "".join(re.findall(r"\d+", one.word)) for one in pair.source_tokens
    }
