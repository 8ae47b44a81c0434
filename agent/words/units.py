"""Units as people write them, each with a base unit and a factor, so that 1.2 GW is 1,200 MW."""

import re

# currency code: how it is written (matched whole, without case)
_CURRENCIES = {
    "EUR": "€ euro euros eur", "GBP": "£ gbp sterling", "JPY": "¥ jpy yen 日元 円",
    "USD": "$ us$ usd dollar dollars", "INR": "₹ inr rupee rupees", "CHF": "chf fr. franken francs franc",
    "CNY": "cny rmb yuan 元 人民币", "PLN": "zł pln zloty zlotys", "CZK": "kč czk",
    "RUB": "₽ rub rubles roubles",
    "SEK": "sek", "NOK": "nok", "DKK": "dkk", "KRW": "₩ krw won",
    "crown": "crown crowns krone kroner krona kronor kr kronen couronne couronnes corona coronas koruna",
    "pound": "pound pounds pfund", "peso": "peso pesos", "mark": "mark marks",
}  # fmt: skip
# base unit and factor: how it is written; single letters keep their case
_MEASURES = """
W 1: W watt watts
W 1000: kW kilowatt kilowatts
W 1e+06: MW megawatt megawatts
W 1e+09: GW gigawatt gigawatts
W 1e+12: TW terawatt terawatts
Wh 1: Wh
Wh 1000: kWh kilowatt-hours kilowattstunden
Wh 1e+06: MWh megawatt-hours megawattstunden
Wh 1e+09: GWh gigawatt-hours gigawattstunden
Wh 1e+12: TWh terawatt-hours
m 1e-09: nm nanometres nanometers nanometre nanometer
m 1e-06: µm μm micrometres micrometers microns
m 0.001: mm millimetres millimeters millimetre millimeter 毫米
m 0.01: cm centimetres centimeters centimetre centimeter zentimeter 厘米
m 1: m metre metres meter meters metern mètres mètre metros metro 米
m 1609.344: mile miles meilen meile milles millas 英里
m 1000: km kilometre kilometres kilometer kilometers kilometern kilomètres kilómetros kilomètre kilómetro 公里 千米
m 1852: nautical-mile nautical-miles seemeilen
m 0.3048: ft feet foot
m 0.9144: yard yards
m 0.0254: inch inches
g 1e-09: ng
g 1e-06: µg μg mcg
g 0.001: mg milligrams milligram 毫克
g 1: g gram grams gramm grammes gramos 克
g 1000: kg kilogram kilograms kilogramm kilo kilos kilogrammes kilogramos 公斤 千克
g 1e+06: t tonne tonnes ton tons tonnen toneladas 吨
g 453.592: lb lbs
g 28.3495: ounce ounces oz
m2 1: m² m2 sqm square-metres square-meters square-metre quadratmeter mètres-carrés metros-cuadrados 平方米
m2 0.092903: square-feet
m2 10000: ha hectare hectares hektar hectáreas 公顷
m2 1e+06: km² km2 square-kilometres square-kilometers square-kilometre quadratkilometer quadratkilometern
  kilomètres-carrés kilómetros-cuadrados 平方公里 平方千米
m2 2589988: square-miles square-mile
m2 4046.86: acre acres
m3 1e-06: ml millilitres milliliters 毫升
m3 0.001: litre litres liter liters litros 升
m3 0.003785412: gallon gallons
m3 1: m³ m3 cubic-metres cubic-meters kubikmeter mètres-cubes metros-cúbicos 立方米
km/h 1: km/h kph kilometres-per-hour kilometers-per-hour km-per-hour kilometer-pro-stunde km-pro-stunde
  stundenkilometer kilomètres-à-l'heure kilomètres-par-heure kilómetros-por-hora
km/h 1.609344: mph miles-per-hour meilen-pro-stunde
km/h 3.6: m/s metres-per-second meters-per-second meter-pro-sekunde mètres-par-seconde metros-por-segundo
knot 1: knot knots
°C 1: °C degrees-celsius grad-celsius degrés-celsius grados-celsius degrees-centigrade 摄氏度
°F 1: °F degrees-fahrenheit grad-fahrenheit
V 1: V volt volts
V 1000: kV
dB 1: dB decibel decibels dezibel
B 1000: kB
B 1e+06: MB
B 1e+09: GB
B 1e+12: TB
Hz 1: Hz
Hz 1000: kHz
Hz 1e+06: MHz
Hz 1e+09: GHz
"""
_PREFIXES = {
    "nano": 1e-9,
    "micro": 1e-6,
    "milli": 1e-3,
    "centi": 0.01,
    "kilo": 1e3,
    "mega": 1e6,
    "giga": 1e9,
    "tera": 1e12,
}
_PREFIXED = {
    "watt": ("W", 1.0), "watt-hour": ("Wh", 1.0), "gram": ("g", 1.0), "tonne": ("g", 1e6), "ton": ("g", 1e6),
    "metre": ("m", 1.0), "meter": ("m", 1.0), "litre": ("m3", 0.001), "liter": ("m3", 0.001), "volt": ("V", 1.0),
    "byte": ("B", 1.0), "hertz": ("Hz", 1.0),
}  # fmt: skip
"""Words for measures, written whole, that any of the prefixes may stand before."""
# days: how it is written in full
_DURATIONS = {
    1 / 86400: "second seconds sekunde sekunden seconde secondes segundo segundos 秒",
    1 / 1440: "minute minutes min mins minuten minuto minutos 分钟",
    1 / 24: "hour hours stunde stunden heure heures hora horas 小时",
    1.0: "day days tag tage tagen jour jours día días 天",
    7.0: "week weeks woche wochen semaine semaines semana semanas 周",
    30.4375: "month months monat monate monaten mois mes meses 个月",
    365.25: "year years jahr jahre jahren an ans année années año años 年",
    3652.5: "decade decades jahrzehnt jahrzehnte jahrzehnten décennies décadas",
    36525.0: "century centuries jahrhundert jahrhunderte jahrhunderten siècles siglos",
}
_POINTS = (
    "percentage-points percentage-point pp prozentpunkte prozentpunkten prozentpunkt points-de-pourcentage "
    "point-de-pourcentage puntos-porcentuales punto-porcentual 个百分点"
)
_SHARES = "% ％ percent per-cent prozent pour-cent por-ciento procent prosent percento"


def _table() -> dict[str, tuple[str, str, float]]:
    table: dict[str, tuple[str, str, float]] = {}
    for code, written in _CURRENCIES.items():
        table |= dict.fromkeys(written.split(), ("amount", code, 1.0))
    for row in _MEASURES.strip().replace("\n  ", " ").splitlines():
        unit, _, written = row.partition(": ")
        base, factor = unit.split()
        table |= dict.fromkeys(written.split(), ("amount", base, float(factor)))
    for prefix, times in _PREFIXES.items():
        for word, (base, factor) in _PREFIXED.items():
            for form in (prefix + word, f"{prefix}{word}s"):
                table.setdefault(form, ("amount", base, factor * times))
    for days, written in _DURATIONS.items():
        table |= dict.fromkeys(written.split(), ("duration", "day", days))
    table |= dict.fromkeys(_POINTS.split(), ("share", "percentage point", 1.0))
    return table | dict.fromkeys(_SHARES.split(), ("share", "%", 1.0))


_TABLE = _table()
CURRENCIES = frozenset(_CURRENCIES)
# Adjectives that stand before a currency's name without making another of it.
_NATION = re.compile(
    r"(?:us|u\.s\.|american|australian|canadian|swiss|british|czech|danish|swedish|norwegian|icelandic)[ \u00a0]",
    re.IGNORECASE,
)
_SPACE = re.compile(r"[\s\u00a0\u2009\u202f]*[-‑]?(?:d['’]|de )?")
_FORM = re.compile(
    "|".join(re.escape(form).replace(r"\-", r"[ \u00a0-]") for form in sorted(_TABLE, key=len, reverse=True)),
    re.IGNORECASE,
)


def find_unit(text: str, at: int) -> tuple[str, str, float, int] | None:
    """The unit that begins at an offset after optional space: kind, base unit, factor, end offset; or None."""
    spaced = _SPACE.match(text, at)
    start = spaced.end() if spaced else at
    nation = _NATION.match(text, start)
    start = nation.end() if nation else start
    match = _FORM.match(text, start)
    if match is None:
        return None
    form, end = re.sub(r"[ \u00a0]", "-", match.group()), match.end()
    if form.lower() == "second" and _SECOND_OF.match(text, end):
        return None
    if form[-1].isalnum() and end < len(text) and text[end].isalpha() and ord(form[-1]) < 0x3000:
        return None
    known = _TABLE.get(form) or (_TABLE.get(form.lower()) if len(form) > 3 or form.lower() in _LOOSE else None)
    return (*known, end) if known else None


_SECOND_OF = re.compile(r"-(?:half|place|leg|round|hand|rate|tier|class|row)\b", re.IGNORECASE)
_LOOSE = frozenset(form for form, (_, unit, _f) in _TABLE.items() if unit in CURRENCIES) | {
    "min",
    "day",
    "an",
    "ans",
}
_SYMBOL = re.compile(
    r"(?:US\$|[€£$¥₹₽₩]|(?:EUR|USD|GBP|CHF|SEK|NOK|DKK|CZK|PLN|JPY|CNY|INR|RMB|NZ\$|A\$|C\$))[ \u00a0\u202f]?$"
)


def find_symbol_before(text: str, at: int) -> tuple[str, int] | None:
    """The currency written before a number that begins at an offset ("€ 4", "USD 4"): unit and where it starts."""
    match = _SYMBOL.search(text, max(0, at - 5), at)
    if match is None:
        return None
    form = match.group().rstrip().lower()
    known = _TABLE.get(form)
    return (known[1] if known else form.upper(), match.start())


def is_one_unit(unit: str, other: str) -> bool:
    """Whether two base units may be one: the same, or a currency by its code and by a name that it shares with others
    ("SEK 340 million", "340 million Swedish kronor")."""
    return unit == other or _NAMED.get(unit, unit) == _NAMED.get(other, other) in {unit, other}


_NAMED = {"GBP": "pound"} | dict.fromkeys(("SEK", "NOK", "DKK", "CZK"), "crown")


def is_money(unit: str) -> bool:
    """Whether a unit is a currency."""
    return unit in CURRENCIES or (
        len(unit.strip("$")) <= 3 and unit.strip("$").isalpha() and unit.isupper() and unit not in {"W", "V", "B"}
    )
