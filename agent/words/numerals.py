"""Numbers as people write them: grouping marks of several languages, scale words, small numbers in words."""

import functools
import re
from dataclasses import dataclass

from agent.words.number_words import find_number_words

_GROUPS = " \u00a0\u2009\u202f'’"
NUMBER = re.compile(
    rf"(?<![^\W\u3040-\u9fff])(?<![.,/:§#-])[-−]?(?:\d{{1,3}}(?:[{_GROUPS}]\d{{3}})+(?!\d)(?:[.,·]\d+)?|\d+(?:[.,·]\d+)*)[½¼¾]?(?![\d:/])"
)
# The second number of "30-40 %"; a telephone number or a code goes on otherwise.
_LAST_OF_RANGE = re.compile(r"-(\d{1,3}(?:,\d{3})+|\d+(?:[.,]\d+)?)(?![\d:/-]|[.,]\d)(?=\s?[%°]|[\s-][^\W\d_])")
_YEAR = 4  # figures
_HALVES = {"½": 0.5, "¼": 0.25, "¾": 0.75}
_SCALES = {
    "en": "hundred:2 thousand:3 million:6 billion:9 trillion:12 mn:6 mio:6 bn:9 tn:12 m:6 k:3 "
    "lakh:5 crore:7 mln:6 bln:9",
    "de": "tausend:3 tsd:3 million:6 millionen:6 mio:6 milliarde:9 milliarden:9 mrd:9 mia:9 billion:12 billionen:12",
    "fr": "mille:3 million:6 millions:6 milliard:9 milliards:9 md:9 mds:9 billion:12 billions:12",
    "es": "mil:3 miles_de_millones:9 millón:6 millones:6 billón:12 billones:12",
    "it": "mila:3 milione:6 milioni:6 miliardo:9 miliardi:9",
    "pt": "mil:3 milhão:6 milhões:6 bilhão:9 bilhões:9 bilião:12 biliões:12",
    "nl": "duizend:3 miljoen:6 miljard:9 mln:6 mld:9",
    "sv": "tusen:3 miljon:6 miljoner:6 miljard:9 miljarder:9",
    "da": "tusind:3 million:6 millioner:6 milliard:9 milliarder:9 mio:6 mia:9",
    "no": "tusen:3 million:6 millioner:6 milliard:9 milliarder:9 mill:6 mrd:9",
    "zh": "万:4 萬:4 亿:8 億:8",
    "ja": "万:4 億:8",
}
_DOZENS = dict.fromkeys(("dozen", "dutzend", "douzaine", "docena"), 12.0)
_DOT_DECIMAL = frozenset({"en", "zh", "ja", "ko", "th", "hi", "he"})


@dataclass(frozen=True, slots=True)
class Numeral:
    """A number, its scale word applied. `half_step` is half of its last written digit; offsets in characters."""

    value: float
    half_step: float
    char_start: int
    char_end: int
    is_word: bool
    is_scaled: bool


def parse_number(text: str, language: str | None) -> tuple[float, float]:
    """The value of one written number and half of its last digit. Raises ValueError on anything else."""
    negative = text[:1] in "-−"
    body = text.lstrip("-−")
    extra = _HALVES.get(body[-1:], 0.0)
    body = body.rstrip("½¼¾")
    body = re.sub(rf"[{_GROUPS}]", "", body)
    if "·" in body:
        body = body.replace(",", "").replace("·", ".") if body.count("·") == 1 else body.replace("·", "")
        language = "en"
    comma_decimal = language is not None and language not in _DOT_DECIMAL
    marks = [mark for mark in body if mark in ".,"]
    if not marks:
        whole, decimals = body, ""
    elif len(set(marks)) == 2:
        last = max(body.rfind("."), body.rfind(","))
        whole, decimals = re.sub(r"[.,]", "", body[:last]), body[last + 1 :]
    else:
        head, tail = body.rsplit(marks[0], 1)
        grouped = all(len(group) == 3 for group in body.split(marks[0])[1:]) and body.split(marks[0])[0] != "0"
        is_group = len(marks) > 1 or (grouped and (marks[0] == ".") == comma_decimal)
        whole, decimals = (body.replace(marks[0], ""), "") if is_group else (head, tail)
    value = float(f"{whole}.{decimals}" if decimals else whole) + extra
    return (-value if negative else value), 0.5 * 10.0 ** -len(decimals)


@functools.cache
def _scales(language: str | None) -> tuple[re.Pattern[str], dict[str, float]]:
    listed = _SCALES["en"] + (" " + _SCALES[language] if language in _SCALES else "")
    table = {
        name.replace("_", " "): 10.0 ** int(power) for name, power in (row.split(":") for row in listed.split())
    } | _DOZENS
    names = "|".join(sorted(map(re.escape, table), key=len, reverse=True))
    return re.compile(rf"[\s\u00a0\u202f-]?({names})(?:\.(?=\s))?(?![^\W\d_\u3040-\u9fff])", re.IGNORECASE), table


def find_numerals(text: str, language: str | None) -> list[Numeral]:
    """Every number of a text in order, with the scale word that follows it ("48.2 million", "3 Mrd.")."""
    found: list[Numeral] = []
    for match in NUMBER.finditer(text):
        value, half = parse_number(match.group(), language)
        found.append(_scaled(text, value, half, match.start(), match.end(), language, is_word=False))
        last = _LAST_OF_RANGE.match(text, match.end())
        is_plain = last is not None and not (len(last[1]) == _YEAR == len(match.group()) or len(last[1]) > _YEAR)
        if last is not None and is_plain and (top := parse_number(last[1], language))[0] > value >= 0:
            found.append(_scaled(text, *top, last.start(1), last.end(1), language, is_word=False))
    found += [
        _scaled(text, one.value, 0.5, one.char_start, one.char_end, language, is_word=True)
        for one in find_number_words(text, language)
    ]
    return sorted(found, key=lambda numeral: numeral.char_start)


def _scaled(
    text: str, value: float, half: float, start: int, end: int, language: str | None, *, is_word: bool
) -> Numeral:
    pattern, table = _scales(language)
    factor, scaled = 1.0, False
    while (match := pattern.match(text, end)) is not None:
        name = match[1] if match[1] in table else match[1].lower()
        short = name in {"m", "k"}
        if short and (
            text[end : match.start(1)].strip(" ") != text[end : match.start(1)]
            or not _money_near(text, start, match.end())
        ):
            break
        factor, scaled, end = factor * table[name], True, match.end()
    return Numeral(value * factor, half * factor, start, end, is_word, scaled)


def _money_near(text: str, start: int, end: int) -> bool:
    return bool(re.search(r"[€£$¥₹₽]\s?$", text[max(0, start - 2) : start])) or bool(
        re.match(r"\s?(?:€|£|\$|euro|EUR|USD|crowns|kr)", text[end : end + 10])
    )
