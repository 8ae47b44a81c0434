"""Numbers, shares, dates and units of a claim that its source does not say, or says otherwise."""

import re
from calendar import monthrange
from collections.abc import Iterator, Sequence
from datetime import date
from itertools import pairwise

from agent.rules.align import Change, Comparison
from agent.rules.figures import figure_of
from agent.rules.finding import Differs
from agent.rules.said import equals, number_of, says
from agent.rules.stated import is_end_of_change, is_gap_said, is_rate_said, stands_in_text
from agent.rules.tokens import Token, words_of
from agent.rules.units import are_units
from agent.words.terms import is_unspaced
from agent.words.values import Value, find_values

_ONE = frozenset({"one", "a", "an", "single", "ein", "eine", "einen", "un", "une", "una", "uno", "一"})
_KINDS = {"share": "percent", "date": "date", "count": "number", "amount": "number", "duration": "number"}
_SLASHED = re.compile(r"(?<![\d/])(\d{1,2})/(\d{1,2})/((?:1[6-9]|20)\d\d)(?![\d/])")
_CJK = "一二三四五六七八九十百"
_ORDINAL = re.compile(f"第[{_CJK}]{{1,3}}([^{_CJK}])")
_RATE = re.compile(
    r"\b(?:a|an|per|every|each) (second|minute|hour|day|night|week|month|quarter|year)\b|"
    r"\b(hourly|daily|weekly|monthly|yearly|annually)\b",
    re.IGNORECASE,
)
_ADVERBS = {
    "hourly": "hour",
    "daily": "day",
    "weekly": "week",
    "monthly": "month",
    "yearly": "year",
    "annually": "year",
}
_COVERED = 0.6
_AROUND = 2  # further words on either side beside values that face each other


def find_number_differences(pair: Comparison) -> Iterator[Differs]:
    """Yield each value of the claim that the source lacks, with the source's own in its place where it has one."""
    yield from _slashed(pair)
    if is_unspaced(pair.claim):
        yield from _unspaced_ordinals(pair)
    if not pair.is_near and pair.language == pair.text_language:
        yield from _crossed(pair)
        yield from _rates(pair)
    moved = [token for change in pair.changes for token in change.source if token.value is not None]
    for change in pair.changes:
        ours = [token for token in change.claim if token.value is not None]
        theirs = [token for token in change.source if token.value is not None]
        for token in ours:
            facing = _facing(token, change, ours, theirs) if pair.is_near else None
            if facing is not None:
                if not _agrees(token, facing, pair) and not is_gap_said(token.value, pair):
                    yield Differs(_kind(token.value, facing.value), token.word, facing.word)
            elif not any(_is_said(token, one, pair) for one in (*theirs, *moved)) and not stands_in_text(token, pair):
                yield Differs(_kind(token.value, None), token.word, _same_kind(token, theirs))
        if pair.is_near:
            yield from _reworded(change, ours, theirs)
            yield from _figures(change)
            yield from _units(change, pair)


def _slashed(pair: Comparison) -> Iterator[Differs]:
    """A date in figures ("3/4/2026") that is no day of the text's in either order, where the text names days."""
    if not pair.is_near and pair.coverage < _COVERED:
        return
    for match in _SLASHED.finditer(pair.claim):
        days = {int(one.low) for one in find_values(pair.text, pair.text_language) if one.written == "day"}
        if not days or match.group() in pair.text:
            continue
        a, b, year = (int(one) for one in match.groups())
        if not days & {
            date(year, month, day).toordinal() for month, day in ((a, b), (b, a)) if _is_day(year, month, day)
        }:
            yield Differs("date", match.group(), "")


def _crossed(pair: Comparison) -> Iterator[Differs]:
    """A number that the source gives of another thing: "20 pears and 20 plums" for "20 pears and 30 plums"."""
    ours, theirs = _counts(pair.claim_tokens), _counts(pair.source_tokens)
    for token, noun in ours:
        facing = next((one for one, other in theirs if other == noun), None)
        if facing is None or any(_is_said(token, one, pair) for one, other in theirs if other == noun):
            continue
        if any(_is_said(token, one, pair) for one, _ in theirs):
            yield Differs(_kind(token.value, facing.value), token.word, facing.word)
            return


def _counts(tokens: Sequence[Token]) -> list[tuple[Token, str]]:
    """Plain numbers with the stem of the word with content next to each."""
    return [
        (one, after.norm)
        for one, after in pairwise(tokens)
        if one.value is not None and one.value.kind == "count" and not after.is_function and after.value is None
    ]


def _rates(pair: Comparison) -> Iterator[Differs]:
    """The same number by another time: "40 cm a day" for "40 cm a week"."""
    ours, theirs = _times(pair.claim), _times(pair.source)
    if len(ours) != 1 or len(theirs) != 1 or ours.keys() == theirs.keys():
        return
    values = [
        one for one in pair.claim_tokens if one.value is not None and one.value.kind in {"count", "amount", "share"}
    ]
    if any(_is_said(one, other, pair) for one in values for other in pair.source_tokens):
        yield Differs("unit", next(iter(ours.values())), next(iter(theirs.values())))


def _times(text: str) -> dict[str, str]:
    return {(found[1] or _ADVERBS[found[2].lower()]).lower(): found[0] for found in _RATE.finditer(text)}


def _is_day(year: int, month: int, day: int) -> bool:
    return 1 <= month <= 12 and 1 <= day <= monthrange(year, month)[1]


def _unspaced_ordinals(pair: Comparison) -> Iterator[Differs]:
    """An ordinal ("第二季") that the text does not have, beside one of the same thing that it has."""
    if not pair.is_near:
        return
    for match in _ORDINAL.finditer(pair.claim):
        if match.group() not in pair.text and (other := re.search(f"第[{_CJK}]{{1,3}}{match[1]}", pair.source)):
            yield Differs("number", match.group(), other.group())


def _facing(token: Token, change: Change, ours: Sequence[Token], theirs: Sequence[Token]) -> Token | None:
    """The source's value that stands just where the claim has its own."""
    if len(ours) != len(theirs):
        return None
    if len(change.claim) > len(ours) + _AROUND or len(change.source) > len(theirs) + _AROUND:
        return None
    facing = theirs[next(at for at, one in enumerate(ours) if one is token)]
    kinds = {one.value.kind for one in (token, facing) if one.value is not None}
    return None if kinds == {"date", "duration"} else facing


def _agrees(token: Token, facing: Token, pair: Comparison) -> bool:
    """In nearly the source's words a limit is no licence: "over 250" is not "over 300"."""
    if token.value is None or facing.value is None:
        return True
    if token.value.bound == facing.value.bound != "" or token.value.kind == "date":
        return equals(token.value, facing.value)
    return (
        _is_said(token, facing, pair)
        or is_end_of_change(token.value, pair.source)
        or is_rate_said(token.value, pair.source)
    )


def _is_said(token: Token, other: Token, pair: Comparison) -> bool:
    if token.value is None or other.value is None:
        return False
    return says(token.value, other.value, same_language=pair.language == pair.text_language)


def _same_kind(token: Token, theirs: Sequence[Token]) -> str:
    return next((one.word for one in theirs if one.value and token.value and one.value.kind == token.value.kind), "")


def _kind(ours: Value | None, theirs: Value | None) -> str:
    if ours is None:
        return "number"
    if theirs is not None and number_of(ours) == number_of(theirs) and "date" not in {ours.kind, theirs.kind}:
        return "percent" if {ours.kind, theirs.kind} == {"share"} else "unit"
    return _KINDS[ours.kind]


def _reworded(change: Change, ours: Sequence[Token], theirs: Sequence[Token]) -> Iterator[Differs]:
    """A number of the source in whose place the claim says "one", or the other way round."""
    if len(change.claim) != 1 or len(change.source) != 1 or len(ours) + len(theirs) != 1:
        return
    other = change.source[0] if ours else change.claim[0]
    if other.word.lower() in _ONE:
        yield Differs("number", change.claim[0].word, change.source[0].word)


def _figures(change: Change) -> Iterator[Differs]:
    """Figures that are no values: codes, times, ordinals, numbers of a list."""
    ours = [(token, figure_of(token)) for token in change.claim if token.value is None]
    theirs = [(token, figure_of(token)) for token in change.source]
    said = [(token, figure) for token, figure in ours if figure]
    facing = [(token, figure) for token, figure in theirs if figure]
    if not said or not facing or len(change.claim) > len(said) + _AROUND:
        return
    for token, figure in said:
        if figure not in {other for _, other in facing}:
            yield Differs("number", token.word, words_of([one for one, _ in facing]))


def _units(change: Change, pair: Comparison) -> Iterator[Differs]:
    """Another unit after the same number."""
    if len(change.claim) != 1 or len(change.source) != 1:
        return
    ours, theirs = change.claim[0], change.source[0]
    if not _follows_number(ours, pair.claim_tokens) or not _follows_number(theirs, pair.source_tokens):
        return
    if are_units(ours.word, theirs.word):
        yield Differs("unit", ours.word, theirs.word)


def _follows_number(token: Token, tokens: Sequence[Token]) -> bool:
    at = next(i for i, one in enumerate(tokens) if one is token)
    return at > 0 and (tokens[at - 1].value is not None or bool(re.search(r"\d", tokens[at - 1].word)))
