"""Numbers written in words, "two hundred and fifty", "zweiundzwanzig", "十二", with where they stand."""

import functools
import re
from collections.abc import Iterator
from dataclasses import dataclass

_WORD = re.compile(r"(?<![\w-])[^\W\d_]+(?:-[^\W\d_]+)*")
_UNITS = {
    "en": "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen",
    "de": "zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn "
    "siebzehn achtzehn neunzehn",
    "fr": "deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept "
    "dix-huit dix-neuf",
    "es": "dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete "
    "dieciocho diecinueve",
    "it": "due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici "
    "diciassette diciotto diciannove",
    "nl": "twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien "
    "achttien negentien",
}
_TENS = {
    "en": "twenty thirty forty fifty sixty seventy eighty ninety",
    "de": "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig",
    "fr": "vingt trente quarante cinquante soixante soixante-dix quatre-vingts quatre-vingt-dix",
    "es": "veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa",
    "it": "venti trenta quaranta cinquanta sessanta settanta ottanta novanta",
    "nl": "twintig dertig veertig vijftig zestig zeventig tachtig negentig",
}
_HUNDREDS = {
    "en": {"hundred": 100.0},
    "fr": {"cent": 100.0, "cents": 100.0},
    "it": {"cento": 100.0},
    "nl": {"honderd": 100.0},
}
_JOINS = {"en": "and", "fr": "et", "es": "y"}
# "One" as the last part of a number of tens: "vingt et un", "treinta y uno".
_ONES = {"en": {"one"}, "fr": {"un", "une"}, "es": {"un", "uno", "una"}}
_BEFORE_SCALE = {
    "en": re.compile(
        r"(?:half\s+an?|an?|one)\s+(?=(?:hundred|thousand|million|billion|trillion|dozen)\b)", re.IGNORECASE
    ),
    "de": re.compile(r"(?:eine?)\s+(?=(?:Million|Milliarde|Dutzend)\b)", re.IGNORECASE),
    "fr": re.compile(r"(?:une?)\s+(?=(?:million|milliard|douzaine)\b)", re.IGNORECASE),
    "es": re.compile(r"(?:una?)\s+(?=(?:millón|docena)\b)", re.IGNORECASE),
}
_TEN = frozenset(10.0 * n for n in range(2, 10))
_CHINESE = re.compile(r"(?<![第数几數幾上])[一二两三四五六七八九十百千]+")
_CLASSIFIERS = "个個条條座名人位年岁歲次家只隻台辆艘所公里米吨倍天周小时种項项支张本层棵匹头件艇省市国州区万萬亿億"
_DIGITS = {sign: number for number, sign in enumerate("一二三四五六七八九", start=1)} | {"两": 2}
_POWERS = {"十": 10, "百": 100, "千": 1000}


@dataclass(frozen=True, slots=True)
class NumberWords:
    """A number in words; offsets in characters."""

    value: float
    char_start: int
    char_end: int


def find_number_words(text: str, language: str | None) -> Iterator[NumberWords]:
    """Yield the numbers a text writes in words, in order. "One" and articles count only before a scale word."""
    if language in {"zh", "ja"}:
        yield from _find_chinese(text)
        return
    known = language if language in _UNITS else "en"
    table = _table(known)
    hundreds, join = _HUNDREDS.get(known, {}), _JOINS.get(known, "")
    value, start, end = 0.0, -1, -1
    for match in _WORD.finditer(text):
        if match.start() < end:
            continue
        word, word_end = match.group().lower(), match.end()
        before = _BEFORE_SCALE[known].match(text, match.start()) if known in _BEFORE_SCALE else None
        if word not in table and word not in hundreds and "-" in word and (first := word.partition("-")[0]) in table:
            word, word_end = first, match.start() + len(first)
        number = table.get(word)
        if before:
            number, word_end = (0.5 if word == "half" else 1.0), match.start() + len(before.group().rstrip())
        between = text[end : match.start()] if start >= 0 else ""
        if number is None and word in _ONES.get(known, ()) and value in _TEN and (between.strip() or known == "en"):
            number = 1.0
        if start >= 0 and word in hundreds and between.isspace() and 1 <= value <= 99:
            value, end = value * hundreds[word], word_end
        elif start >= 0 and number is not None and _goes_on(value, number, between.strip().lower(), join):
            value, end = value + number, word_end
        elif start < 0 or word != join:
            if start >= 0:
                yield NumberWords(value, start, end)
            start = -1 if number is None else match.start()
            value, end = number or 0.0, word_end
    if start >= 0:
        yield NumberWords(value, start, end)


def _goes_on(value: float, number: float, between: str, join: str) -> bool:
    if between not in {"", join}:
        return False
    if value % 100 == 0 and value >= 100:
        return number < 100
    return value % 10 == 0 and 20 <= value % 100 <= 90 and number < 10 and (between == "" or value < 100)


@functools.cache
def _table(language: str) -> dict[str, float]:
    units = {word: float(n) for n, word in enumerate(_UNITS[language].split(), start=2)}
    tens = {word: 10.0 * n for n, word in enumerate(_TENS[language].split(), start=2)}
    table = units | tens
    ones = {word: n for word, n in units.items() if n < 10}
    if language == "en":
        return table | {f"{ten}-{one}": a + b for ten, a in tens.items() for one, b in (ones | {"one": 1.0}).items()}
    if language == "de":
        ones |= {"ein": 1.0}
        table |= {f"{one}und{ten}": a + b for ten, a in tens.items() for one, b in ones.items()}
        below = dict(table)
        for one, n in (ones | {"": 1.0}).items():
            table |= {f"{one}hundert": 100.0 * n}
            table |= {f"{one}hundert{rest}": 100.0 * n + m for rest, m in below.items()}
        return table
    if language == "fr":
        units |= {"un": 1.0, "une": 1.0, "et-un": 1.0, "et-une": 1.0, "et-onze": 11.0}
        stems = {ten.removesuffix("s"): number for ten, number in tens.items()} | {"quatre-vingt": 80.0}
        return table | {f"{ten}-{one}": a + b for ten, a in stems.items() for one, b in units.items() if b < 20}
    if language == "es":
        below = {"uno": 1.0, "ún": 1.0, "dós": 2.0, "trés": 3.0, "séis": 6.0} | ones
        table |= {f"veinti{one}": 20.0 + n for one, n in below.items()}
        hundreds = "doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos"
        table |= {"cien": 100.0, "ciento": 100.0}
        return table | {word: 100.0 * n for n, word in enumerate(hundreds.split(), start=2)}
    if language == "nl":
        return table | {f"{one}en{ten}": a + b for ten, a in tens.items() for one, b in ones.items()}
    return table


def _find_chinese(text: str) -> Iterator[NumberWords]:
    for match in _CHINESE.finditer(text):
        run = match.group()
        follows = text[match.end() : match.end() + 1]
        if run == "一" or not follows or follows not in _CLASSIFIERS:
            continue
        value, digit = 0, 0
        for sign in run:
            if sign in _DIGITS:
                digit = _DIGITS[sign]
            else:
                value += (digit or 1) * _POWERS[sign]
                digit = 0
        yield NumberWords(float(value + digit), *match.span())
