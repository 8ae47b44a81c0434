"""One edit that changes what a true sentence says: numbers, shares, units, dates. Pure, seeded.

The finders here are the bench's own, and share nothing with the rules that they are to measure. A value is swapped for
another one of the same text where there is one: a rule that only looks whether a number stands somewhere misses it.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random

MONTHS = {
    "en": "January February March April May June July August September October November December",
    "de": "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
}
_COUNTING = re.split(" ", "two three four five six seven eight nine ten eleven twelve fifteen twenty thirty")
_ORDINALS = ["first", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"]
_DIGITS = re.compile(
    r"(?<![\w.,·/:\-–−$€£#(\[])(?<!\d )(?:\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?)"
    r"(?![\w·/:\-–\])%°]|[.,]\d|\s?(?:%|percent|per cent|±)|\s\d{3}\b)"
)
_NOT_BEFORE = re.compile(
    r"(?:[<>=≤≥±]\s?|(?:[Ff]ig(?:ure)?|[Tt]ables?|[Cc]hapter|[Ss]ection|[Vv]ersion|[Tt]ype|[Gg]rade|[Ss]tage|"
    r"to|and|or|[-–])\.?\s)$"
)
_NOT_AFTER = re.compile(
    rf"\s?(?:to|and|or|or so|\+/?-|±|[-–])\s?\d|\s(?:{'|'.join(MONTHS['en'].split())}|years? (?:later|earlier))\b"
)
_FUNCTION = (
    "to|and|or|in|on|of|for|was|were|is|are|as|by|at|from|with|who|which|that|und|oder|zu|auf|von|für|mit|als|im"
)
_COUNTED = re.compile(rf"(?<![\w-])(?:{'|'.join(_COUNTING)})(?![\w-]| (?:or|to|and|of these)\b)")
_ORDERED = re.compile(rf"(?<=\bthe )(?:{'|'.join(_ORDINALS)})(?= [a-z])(?! (?:place|of all))")
_CENTURY = re.compile(r"\b(1?\d)(th)(?=[ -]centur)|\b(1?\d)()(?=\. Jahrhundert)|(?<!\d)(1?\d)()(?=世纪)")
_YEAR = r"(?:1[0-9]\d\d|20[0-2]\d)"
_YEARS = {
    "en": re.compile(
        rf"(?<![\w.,/\-–$€£])(?:(?<=in )|(?<=since )|(?<=of )|(?<=by )|(?<=until )|(?<=, ))"
        rf"({_YEAR})(?![\w%/\-–]|[.,]\d|,? \d|\s?(?:to|and|[-–])\s?\d)"
    ),
    "de": re.compile(rf"(?<![\w.,/\-–])({_YEAR})(?![\w%/\-–]|[.,]\d|\s?(?:bis|und|[-–])\s?\d| [A-ZÄÖÜ])"),
    "zh": re.compile(rf"(?<![\d.,–-])({_YEAR})(?=\s?年)"),
}
_SHARE = re.compile(
    r"(?<![\w.,·/\-–−])(\d+(?:[.,]\d+)?)(?=\s?(?:%|percent\b|per cent\b|Prozent\b))"
    r"(?!%? CI|% confidence)(?!\s?%?\s?(?:to|and|[-–])\s?\d)"
)
_UNITS = {
    "en": {
        "mg": "g", "g": "kg", "kg": "g", "μg": "mg", "µg": "mg", "ng": "mg", "km": "m", "cm": "mm", "mm": "cm",
        "kilometers": "miles", "kilometres": "miles", "miles": "kilometers", "mi": "km", "feet": "metres",
        "ft": "km", "meters": "kilometers", "metres": "feet", "inches": "feet", "acres": "hectares",
        "days": "weeks", "weeks": "months", "months": "years", "years": "months", "hours": "minutes", "h": "min",
        "minutes": "hours", "min": "h", "seconds": "minutes", "million": "billion", "billion": "million",
        "thousand": "million", "mL": "L", "ml": "L", "tons": "pounds", "tonnes": "kilograms", "pounds": "tons",
        "nM": "mM", "μM": "mM", "mM": "M", "kb": "Mb", "Hz": "kHz", "MW": "GW", "kW": "MW", "dollars": "euros",
        "kDa": "Da", "nm": "mm", "years old": "months old", "centuries": "decades", "decades": "centuries",
    },
    "de": {
        "Millionen": "Milliarden", "Milliarden": "Millionen", "Jahre": "Monate", "Jahren": "Monaten", "Tage": "Wochen",
        "Tagen": "Wochen", "Stunden": "Minuten", "Minuten": "Stunden", "Kilometer": "Meter", "km": "m",
        "Meter": "Kilometer", "Meilen": "Kilometer", "Monate": "Jahre", "Monaten": "Jahren", "Wochen": "Monaten",
        "Dollar": "Euro", "Euro": "Dollar",
    },
    "zh": {
        "公里": "米", "英里": "公里", "天": "周", "小时": "分钟", "分钟": "小时", "美元": "欧元", "亿": "万",
        "米": "公里", "个月": "年", "英尺": "公里", "公斤": "克", "吨": "公斤", "平方公里": "公顷",
    },
}  # fmt: skip
_OVER = re.compile(
    r"(?:over|above|more than|at least|exceed(?:s|ed|ing)?|[>≥]|greater than|minimum of|über|mindestens|mehr als|"
    r"超过|至少|多于|高于)\s?[\d.,]*$",
    re.IGNORECASE,
)
_UNDER = re.compile(
    r"(?:below|under|less than|fewer than|up to|at most|within|[<≤]|unter|weniger als|bis zu|höchstens|少于|低于|至多)"
    r"\s?[\d.,]*$",
    re.IGNORECASE,
)
_ASCENDING = [
    one.split()
    for one in (
        "seconds min minutes h hours days weeks months years decades centuries", "ng μg µg mg g kg tonnes",
        "nm mm cm inches ft feet meters metres km kilometers miles", "thousand million billion", "mL ml L",
        "nM μM mM M", "Da kDa", "kb Mb", "Hz kHz", "kW MW GW", "Minuten Stunden Tage Wochen Monate Jahre",
        "Tagen Wochen Monaten Jahren", "Meter Kilometer Meilen", "Millionen Milliarden", "分钟 小时 天 周 个月 年",
        "米 公里", "万 亿",
    )
]  # fmt: skip
_APART = (-11, -7, -3, -2, -1, 1, 2, 3, 4, 9)


@dataclass(frozen=True, slots=True)
class Change:
    """A stretch of a sentence and what comes in its place; `is_of_text`: the new value stands elsewhere in the text."""

    start: int
    end: int
    new: str
    is_of_text: bool = False


def change_number(sentence: str, text: str, language: str, random: Random) -> Change | None:
    """Another count or measure, in digits or words."""
    found = [
        _swap(*match.span(), match[0], _outside(_alike(match[0], text), sentence), random)
        for match in _DIGITS.finditer(sentence)
        if _is_count(sentence, *match.span(), language)
    ]
    found = [one for one in found if not _is_weaker(sentence, one)]
    if language == "en":
        found += _changed_words(_COUNTED, _COUNTING, sentence, text, random)
        found += _changed_words(_ORDERED, _ORDINALS, sentence, text, random)
    return random.choice(found) if found else None


def _is_count(sentence: str, start: int, end: int, language: str) -> bool:
    if re.fullmatch(_YEAR, sentence[start:end]) or _NOT_BEFORE.search(sentence[:start]):
        return False
    after = sentence[end:]
    if _NOT_AFTER.match(after):
        return False
    return language == "zh" or re.match(rf" (?!(?:{_FUNCTION})\b)[^\W\d_]{{2,}}|-[a-z]", after) is not None


def _alike(number: str, text: str) -> list[str]:
    """The numbers of a text that are written as this one is, clearly another value, and of about its size."""
    value = _value(number)
    if not value:
        return []
    found = [one[0] for one in _DIGITS.finditer(text) if not re.fullmatch(_YEAR, one[0])]
    return [
        one for one in found
        if ("." in one) == ("." in number) and _value(one) > 1 and 0.05 <= _value(one) / value <= 20
        and abs(_value(one) - value) > 0.1 * value
    ]  # fmt: skip


def _changed_words(
    pattern: re.Pattern[str], words: Sequence[str], sentence: str, text: str, random: Random
) -> list[Change]:
    there = _outside([one[0] for one in pattern.finditer(text)], sentence)
    others = there or [word for word in words if word not in sentence]
    return [Change(*match.span(), random.choice(others), bool(there)) for match in pattern.finditer(sentence)]


def change_percent(sentence: str, text: str, language: str, random: Random) -> Change | None:
    """Another share, or percentage points in place of percent."""
    found = [
        _swap(match.start(), match.end(), match[1], _outside(_others(_SHARE, text, match[1]), sentence), random)
        for match in _SHARE.finditer(sentence)
    ]
    found = [one for one in found if not _is_weaker(sentence, one)]
    if language == "en":
        found += [
            Change(match.start(1), match.end(1), " percentage points")
            for match in re.finditer(r"by \d[\d.]*( ?(?:%|percent))(?=[ .,])(?! (?:points|of))", sentence)
        ]
    return random.choice(found) if found else None


def change_unit(sentence: str, text: str, language: str, random: Random) -> Change | None:
    """Another unit of the same kind behind the same number."""
    del text
    names = "|".join(re.escape(name) for name in sorted(_UNITS[language], key=len, reverse=True))
    ends = "" if language == "zh" else r"(?![\w/²³^-]| (?:later|earlier|ago)\b| m\()"
    pattern = re.compile(rf"(?:\d[ \u00a0-]?|\b(?:{'|'.join(_COUNTING)})[ -])({names}){ends}")
    found = [
        Change(match.start(1), match.end(1), _UNITS[language][match[1]])
        for match in pattern.finditer(sentence)
        if not _is_entailed(sentence[: match.start()], *_sizes(match[1], _UNITS[language][match[1]]))
    ]
    return random.choice(found) if found else None


def change_date(sentence: str, text: str, language: str, random: Random) -> Change | None:
    """Another year, month, day of a month or century."""
    years = _YEARS[language]
    there = _outside([one[1] for one in years.finditer(text)], sentence)
    found = [
        Change(*one.span(1), random.choice(there) if there else str(int(one[1]) + random.choice(_APART)), bool(there))
        for one in years.finditer(sentence)
    ]
    found += _changed_days(sentence, language, random)
    for match in _CENTURY.finditer(sentence):
        number, ending = next((match[i], match[i + 1]) for i in (1, 3, 5) if match[i])
        if int(number) > 5:
            found.append(Change(*match.span(), f"{int(number) - random.choice([1, 2])}{ending}"))
    return random.choice(found) if found else None


def _changed_days(sentence: str, language: str, random: Random) -> list[Change]:
    if language not in MONTHS:
        return []
    names = MONTHS[language].split()
    month = f"({'|'.join(names)})"
    others = [name for name in names if name not in sentence]
    found = [
        Change(*match.span(), random.choice(others))
        for match in re.finditer(rf"\b{month}\b(?= \d)|(?<=\d ){month}\b|(?<=\d\. ){month}\b", sentence)
    ]
    found += [
        Change(*match.span(2), str(int(match[2]) % 28 + 1))
        for match in re.finditer(rf"\b{month} (\d\d?)(?![\d–-]|th|st)", sentence)
    ]
    return found


def _is_weaker(sentence: str, change: Change) -> bool:
    return _is_entailed(sentence[: change.start], _value(sentence[change.start : change.end]), _value(change.new))


def _is_entailed(before: str, old: float, new: float) -> bool:
    """Whether what a bound said of the old value holds for the new one too: over 50 is over 30."""
    return bool(new <= old and _OVER.search(before)) or bool(new >= old and _UNDER.search(before))


def _sizes(old: str, new: str) -> tuple[float, float]:
    """The places of two units among those of their kind; equal ones where they are of none, so that bounds exclude."""
    for kind in _ASCENDING:
        if old in kind and new in kind:
            return kind.index(old), kind.index(new)
    return 0, 0


def _value(number: str) -> float:
    return float(number.replace(",", "") if re.fullmatch(r"\d{1,3}(?:,\d{3})+", number) else number.replace(",", "."))


def _others(pattern: re.Pattern[str], text: str, number: str) -> list[str]:
    value = _value(number)
    return [one[1] for one in pattern.finditer(text) if abs(_value(one[1]) - value) > 0.1 * value]


def _outside(values: Sequence[str], sentence: str) -> list[str]:
    """The values that do not stand in the sentence."""
    return [
        one
        for one in dict.fromkeys(values)
        if not re.search(rf"(?<![A-Za-z0-9]){re.escape(one)}(?![A-Za-z0-9])", sentence)
    ]


def _swap(start: int, end: int, number: str, there: Sequence[str], random: Random) -> Change:
    if there:
        return Change(start, end, random.choice(there), is_of_text=True)
    return Change(start, end, _disturbed(number, random))


def _disturbed(number: str, random: Random) -> str:
    """Another number as people mistype or exaggerate one: a digit changed, two swapped, ten times as much."""
    value, digits = _value(number), [at for at, sign in enumerate(number) if sign.isdigit()]
    made = [number[:at] + new + number[at + 1 :] for at in digits for new in "123456789"]
    made += [number[:a] + number[b] + number[a + 1 : b] + number[a] + number[b + 1 :] for a, b in pairwise(digits)]
    if re.fullmatch(r"\d+", number):
        made.append(number + "0")
    fair = [one for one in made if _value(one) > 1 and abs(_value(one) - value) > 0.1 * value]
    return random.choice(fair) if fair else str(round(value * 3) + 2)
