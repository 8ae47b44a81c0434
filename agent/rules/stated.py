"""Does a text state a value somewhere, or let it be read off: in pieces, as the rest of a hundred, by a simple sum?"""

import functools
import re
from collections.abc import Iterator
from dataclasses import replace

from agent.rules.align import Comparison
from agent.rules.denials import is_negator, poles_at
from agent.rules.figures import ordinals_in
from agent.rules.opposites import are_opposed
from agent.rules.said import number_of, says
from agent.rules.spelled import FRACTIONS, TIMES, is_spelled_otherwise
from agent.rules.tokens import Token
from agent.words.dates import month_names
from agent.words.numerals import find_numerals
from agent.words.values import Value, find_values

_DIGIT = re.compile(r"\d")
_SMALL = 3  # a number word up to this may count what the source lists
_FIGURES = 3  # of a number that a text in another language must have
_CODE = 99  # up to this a bare number may be part of a name
_MANY = 10  # values of a stretch from which sums would give nearly anything
_YEAR_DAYS = 365.25
_UNITS = {"decade": 3652.5, "century": 36525.0, "year": 365.25, "fortnight": 14.0, "week": 7.0, "day": 1.0,
          "hour": 1 / 24,
          "minute": 1 / 1440, "month": 30.4375, "jahrzehnt": 3652.5, "jahrhundert": 36525.0, "woche": 7.0,
          "jahr": 365.25,
          "siècle": 36525.0, "décennie": 3652.5, "siglo": 36525.0, "década": 3652.5}  # fmt: skip
_REST = re.compile(
    r"\b(?:rest|remaining|remainder|others?|else|übrigen?|andere\w*|rest\w*|autres?|demás|otros|otras)\b", re.IGNORECASE
)
_BY = re.compile(r"\b(?:by|um|de|en) $", re.IGNORECASE)
_FEWER = re.compile(
    r" (?:fewer|less|more|higher|lower|above|below|weniger|mehr|de (?:moins|plus)|menos|más)\b", re.IGNORECASE
)
_FRACTION = re.compile(rf"(?<!\w)(?:{'|'.join(FRACTIONS)})(?!\w)", re.IGNORECASE)
_UNIT_WORD = re.compile(rf"(?<!\w)(?:{'|'.join(_UNITS)})(?!\w)", re.IGNORECASE)


def stands_in_text(token: Token, pair: Comparison) -> bool:
    """Whether a value that the aligned words lack stands somewhere in the text after all."""
    value = token.value
    if value is None:
        return True
    if pair.language != pair.text_language and _is_unsure(token, pair):
        return True
    if not pair.is_near and _is_no_claim(value, token, pair):
        return True
    same_language = pair.language == pair.text_language
    theirs = _values(pair.text, pair.text_language)
    if value.kind == "share" and (_is_fraction_said(value, pair) or _is_majority(value, pair.text)):
        return True
    if value.bound and value.unit and any(one.unit == value.unit for one in theirs):
        theirs = tuple(one for one in theirs if one.unit == value.unit)
    if any(says(value, one, same_language=same_language) for one in theirs):
        return True
    if _is_put_otherwise(value, pair):
        return True
    if value.kind == "date":
        return _is_pieced(value, pair) or _is_reckoned(value, pair)
    if value.kind == "count" and any(_near(value, one.value) for one in find_numerals(pair.text, pair.text_language)):
        return True
    if value.kind == "count" and _stands_in_word(value.text, pair.text):
        return True
    if "|" in pair.text and all(_stands_whole(word, pair.text) for word in token.word.split()):
        return True
    return _is_reckoned(value, pair)


def _is_put_otherwise(value: Value, pair: Comparison) -> bool:
    """Whether a value stands in the text as a piece of another: the year of a season, where a change begins, a number
    parted from its unit."""
    if is_rate_said(value, pair.text) or is_spelled_otherwise(value, pair):
        return True
    if pair.is_near:
        return is_end_of_change(value, pair.text)
    if value.written == "year":
        return _stands_whole(value.text, pair.text)
    if value.kind == "duration":
        return _is_parted(value, pair.source)
    return is_end_of_change(value, pair.text)


def _is_unsure(token: Token, pair: Comparison) -> bool:
    """Whether a figure is too short to be missed across languages, or stands for more than itself ("1990年代")."""
    figures = len(re.findall(r"\d", token.word))
    is_share = token.value is not None and token.value.kind == "share"
    return figures < (_FIGURES - is_share) or pair.claim[token.char_end : token.char_end + 1] == "代"


def _is_no_claim(value: Value, token: Token, pair: Comparison) -> bool:
    """Whether a number is part of a name ("PD-1", "type 2"), or counts what the source may only list."""
    if value.kind != "count":
        return False
    if not _DIGIT.search(token.word):
        return value.high <= _SMALL
    before = pair.claim[: token.char_start]
    if re.search(r"[\w)\]]\s?[-–+/]\s?$|[-–+]$|[A-Z]\w*\s$", before):
        return value.high <= _CODE
    return not value.unit or re.match(r"[’'′]|\s?[-/]", pair.claim[token.char_end :]) is not None


@functools.lru_cache(maxsize=512)
def _values(text: str, language: str | None) -> tuple[Value, ...]:
    return tuple(find_values(text, language))


def _near(value: Value, number: float) -> bool:
    return value.low == value.high and abs(value.low - number) <= max(value.precision, 0.01 * abs(number))


def _is_fraction_said(value: Value, pair: Comparison) -> bool:
    """Whether the text has a fraction in a word, or what it leaves of the whole ("a quarter", "three quarters")."""
    words = {match.group().lower(): FRACTIONS[match.group().lower()] for match in _FRACTION.finditer(pair.text)}
    shares = {number * TIMES.get(_before_word(pair.text, word), 1) for word, number in words.items()}
    return any(abs(value.low - one) <= 1 or abs(100 - value.low - one) <= 1 for one in shares)


def _before_word(text: str, word: str) -> str:
    found = re.search(rf"(\w+)[ -]{word}(?!\w)", text, re.IGNORECASE)
    return found[1].lower() if found else ""


def _stands_whole(words: str, text: str) -> bool:
    return re.search(rf"(?<![\w.,]){re.escape(words)}(?![\w]|[.,]\d)", text, re.IGNORECASE) is not None


def _stands_in_word(figures: str, text: str) -> bool:
    """Whether figures stand in a word: "16" in "under-16s"."""
    return figures.isdigit() and re.search(rf"(?<![\d.,]){figures}(?!\d|[.,]\d)", text) is not None


def _is_majority(value: Value, text: str) -> bool:
    """Whether more or less than half is said by a word."""
    word = {"least": "majority|most|mehrheit|meisten|majorité|plupart|mayoría", "most": "minority|minderheit"}
    is_half = value.low == 50.0 and value.bound in word
    return is_half and re.search(rf"(?<!\w)(?:{word[value.bound]})(?!\w)", text, re.IGNORECASE) is not None


def is_rate_said(value: Value, text: str) -> bool:
    """Whether a rate stands in the text in words: "30 kilometres an hour" for "30 km/h"."""
    number, unit = number_of(value), value.text.rpartition(" ")[2]
    above, slash, below = unit.partition("/")
    if not slash or not above or not below:
        return False
    pattern = (
        rf"(?<![\w.,]){re.escape(number)}\s{re.escape(above[0])}\w+ (?:an?|per|every|each) {re.escape(below[0])}\w+"
    )
    return re.search(pattern, text, re.IGNORECASE) is not None


def is_end_of_change(value: Value, text: str) -> bool:
    """Whether a share is where a change begins, its sign written at the end: "from 12 to 6 percent"."""
    if value.kind != "share":
        return False
    number = re.escape(number_of(value))
    pattern = (
        rf"(?<!\w)(?:from|von|de)\s+{number}\s+(?:to|auf|à|a)\s+[\d.,]+\s?(?:%|per ?cent|Prozent|pour cent|por ciento)"
    )
    return re.search(pattern, text, re.IGNORECASE) is not None


def _is_parted(value: Value, source: str) -> bool:
    """Whether the number and its unit stand in the source with a word between them: "five profitable years"."""
    number, _, unit = value.text.rpartition(" ")
    if not number or not unit:
        return False
    pattern = rf"(?<![\w.,]){re.escape(number)}(?: [^\W\d_]+){{0,2}} {re.escape(unit)}(?!\w)"
    return re.search(pattern, source, re.IGNORECASE) is not None


def _is_pieced(value: Value, pair: Comparison) -> bool:
    """Whether a date stands in the text in pieces ("in March", and the year in another sentence), or is the text's own
    date of publication."""
    if pair.published_at:
        published = [one for one in find_values(pair.published_at, "en") if one.kind == "date"]
        if any(says(replace(value, bound=""), one) for one in published):
            return True
    months = month_names(pair.language)
    pieces = [one for one in re.findall(r"\w+", value.text) if one[0].isdigit() or one.lower() in months]
    return len(pieces) > 1 and all(_stands_whole(piece, pair.text) for piece in pieces)


def _is_reckoned(value: Value, pair: Comparison) -> bool:
    """Whether a value follows from the stretch's own by one step: the rest of a hundred, a sum, a difference, a share,
    an ordinal, a unit in a word ("a decade")."""
    theirs = [token.value for token in pair.source_tokens if token.value is not None]
    is_stated = pair.is_near and any(one.kind == value.kind for one in theirs) and value.kind != "date"
    if is_stated and not _is_gap(value, pair.claim):
        return False
    if len(theirs) > _MANY or (value.low != value.high and value.kind != "date"):
        return False
    if value.kind == "count" and int(value.low) in ordinals_in(pair.source):
        return True
    if value.kind == "duration":
        words = (_UNITS[match.group().lower()] for match in _UNIT_WORD.finditer(pair.source))
        if any(abs(days - value.low) <= 0.01 * days for days in words):
            return True
        if any(round(value.low / _YEAR_DAYS) == number for number in ordinals_in(pair.source)):
            return True
    return any(abs(number - value.low) <= max(value.precision, 0.01 * abs(number), 0.5) if value.kind != "date"
               else value.low <= number <= value.high for number in _reckon(value, theirs, pair))  # fmt: skip


def is_gap_said(value: Value | None, pair: Comparison) -> bool:
    """Whether a value says how far two values of the source are apart, and is that far."""
    return value is not None and _is_gap(value, pair.claim) and _is_reckoned(value, pair)


def _is_gap(value: Value, claim: str) -> bool:
    """Whether a value says how far two others are apart: "14,600 fewer", "by 270 million dollars"."""
    before, after = claim[max(0, value.char_start - 4) : value.char_start], claim[value.char_end : value.char_end + 20]
    return bool(_BY.search(before) or _FEWER.match(after))


def _reckon(value: Value, theirs: list[Value], pair: Comparison) -> Iterator[float]:
    for i, one in enumerate(theirs):
        if value.kind == one.kind == "share" and _is_of_the_rest(pair):
            yield 100.0 - one.low
        for other in theirs[i + 1 :]:
            if one.kind == other.kind == value.kind and value.kind != "date" and one.unit == other.unit:
                yield one.low + other.low
                yield abs(one.low - other.low)
            if (
                {one.kind, other.kind} == {value.kind, "count"} == {"amount", "count"}
            ):  # "45 million euros and 80 million"
                yield one.low + other.low
            if value.kind == "share" and one.kind == other.kind == "count":
                low, high = sorted((one.low, other.low))
                yield 100.0 * low / high if high else 0.0
            if value.kind == "duration" and one.kind == other.kind == "date":
                yield abs(one.low - other.low)
            dates = [each for each in (one, other) if each.kind == "date"]
            spans = [each for each in (one, other) if each.kind == "duration"]
            if value.kind == "date" and dates and spans:
                middle = (dates[0].low + dates[0].high) / 2
                yield middle + spans[0].low
                yield middle - spans[0].low
            if value.kind == "share" and value.unit == "percentage point" and one.kind == other.kind == "share":
                yield abs(one.low - other.low)
            is_one_thing = len({_counted(one, pair), _counted(other, pair)} - {""}) < 2  # "four times", "two reports"
            if value.kind == "count" and one.kind == other.kind == "count" and is_one_thing:
                yield one.low + other.low
                yield abs(one.low - other.low)


def _counted(value: Value, pair: Comparison) -> str:
    """What a number of the source counts, where the word stands next to it."""
    after = pair.source[value.char_end :].lstrip(" -").lower()
    return value.unit if value.unit and after.startswith(value.unit[:3].lower()) else ""


def _is_of_the_rest(pair: Comparison) -> bool:
    """Whether a claim may speak of those of whom its source does not: a "not", an opposite or "the rest" parts them."""
    said, stated = ({one.norm for one in tokens} for tokens in (pair.claim_tokens, pair.source_tokens))
    if _REST.search(pair.claim):
        return True
    ours, theirs = (
        sum(is_negator(one, pair.language) for one in tokens) for tokens in (pair.claim_tokens, pair.source_tokens)
    )
    return ours != theirs or any(
        one.norm not in stated
        and other.norm not in said
        and not {"trade"} & {axis for axis, _ in poles_at(one, pair.language)}
        and are_opposed(poles_at(one, pair.language), poles_at(other, pair.text_language))
        for one in pair.claim_tokens
        for other in pair.source_tokens
    )
