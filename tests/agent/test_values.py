from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.words.measures import same_value
from agent.words.values import Value, find_values


def one(text: str, language: str | None = "en") -> Value:
    (value,) = find_values(text, language)
    return value


@pytest.mark.parametrize(
    ("text", "language", "kind", "low", "high", "unit"),
    [
        ("It will cost 48.2 million crowns", "en", "amount", 48.2e6, 48.2e6, "crown"),
        ("Es kostet 48,2 Mio. Kronen", "de", "amount", 48.2e6, 48.2e6, "crown"),
        ("Es kostet 1,2 Milliarden Euro", "de", "amount", 1.2e9, 1.2e9, "EUR"),
        ("Il coûtera 48,2 millions d'euros", "fr", "amount", 48.2e6, 48.2e6, "EUR"),
        ("Costará 1.200 millones de euros", "es", "amount", 1.2e9, 1.2e9, "EUR"),
        ("€40m were spent", "en", "amount", 40e6, 40e6, "EUR"),
        ("US$ 4 billion", "en", "amount", 4e9, 4e9, "USD"),
        ("It costs 1,200,000 euros", "en", "amount", 1.2e6, 1.2e6, "EUR"),
        ("Es kostet 1.200.000 Euro", "de", "amount", 1.2e6, 1.2e6, "EUR"),
        ("It costs 12\u2009000 crowns", "en", "amount", 12000, 12000, "crown"),
        ("Es kostet 12'000 Franken", "de", "amount", 12000, 12000, "CHF"),
        ("a capacity of 1.2 GW", "en", "amount", 1.2e9, 1.2e9, "W"),
        ("成本为4.82亿元", "zh", "amount", 4.82e8, 4.82e8, "CNY"),
        ("it supplies 30–40% of them", "en", "share", 30, 40, "%"),
        ("62 percent of households", "en", "share", 62, 62, "%"),
        ("61,5 Prozent der Haushalte", "de", "share", 61.5, 61.5, "%"),
        ("a quarter of the town", "en", "share", 25, 25, "%"),
        ("3 in 5 homes", "en", "share", 60, 60, "%"),
        ("between 40 and 50 boats", "en", "count", 40, 50, "boat"),
        ("It employs 300 people", "en", "count", 300, 300, "peopl"),
        ("Twenty-five divers came", "en", "count", 25, 25, "diver"),
        ("It takes 18 months", "en", "duration", 18 * 30.4375, 18 * 30.4375, "day"),
        ("10 to 12 million crowns", "en", "amount", 10e6, 12e6, "crown"),
    ],
)
def test_a_value_is_read_as_people_write_it(text: str, language: str, kind: str, low: float, high: float, unit: str):
    value = one(text, language)
    assert (value.kind, value.unit) == (kind, unit)
    assert value.low == pytest.approx(low)
    assert value.high == pytest.approx(high)


@pytest.mark.parametrize(
    ("text", "language", "first", "last"),
    [
        ("on 12 March 2024", "en", date(2024, 3, 12), date(2024, 3, 12)),
        ("on March 12, 2024", "en", date(2024, 3, 12), date(2024, 3, 12)),
        ("am 12. März 2024", "de", date(2024, 3, 12), date(2024, 3, 12)),
        ("am 12.3.2024", "de", date(2024, 3, 12), date(2024, 3, 12)),
        ("le 12 mars 2024", "fr", date(2024, 3, 12), date(2024, 3, 12)),
        ("el 12 de marzo de 2024", "es", date(2024, 3, 12), date(2024, 3, 12)),
        ("2024-03-12", None, date(2024, 3, 12), date(2024, 3, 12)),
        ("2024年3月12日", "zh", date(2024, 3, 12), date(2024, 3, 12)),
        ("in March 2024", "en", date(2024, 3, 1), date(2024, 3, 31)),
        ("in spring 2026", "en", date(2026, 3, 1), date(2026, 5, 31)),
        ("in Q3 2026", "en", date(2026, 7, 1), date(2026, 9, 30)),
        ("in 2026", "en", date(2026, 1, 1), date(2026, 12, 31)),
        ("2024–2026", "en", date(2024, 1, 1), date(2026, 12, 31)),
    ],
)
def test_a_date_keeps_the_precision_it_is_written_with(text: str, language: str | None, first: date, last: date):
    value = one(text, language)
    assert (value.kind, value.low, value.high) == ("date", first.toordinal(), last.toordinal())


@pytest.mark.parametrize(
    "text", ["The model QX-17 is new", "at 10:30", "version 1.2.3", "see Section 4.2", "as shown in [12]", "it opened"]
)
def test_codes_times_versions_and_footnotes_are_no_values(text: str):
    assert find_values(text, "en") == []


@pytest.mark.parametrize(
    ("a", "b", "same"),
    [
        ("48.2 million crowns", "48 million crowns", True),
        ("48.2 million crowns", "61.5 million crowns", False),
        ("300 people", "302 people", True),
        ("300 people", "312 people", False),
        ("more than 300 people", "312 people", True),
        ("about 300 people", "312 people", True),
        ("4 turbines", "5 turbines", False),
        ("2022", "March 2022", True),
        ("October 2026", "June 2028", False),
        ("not before June 2028", "October 2026", False),
        ("before 2030", "June 2028", True),
        ("1.2 GW", "1200 MW", True),
    ],
)
def test_values_agree_within_one_percent_or_the_precision_as_written(a: str, b: str, same: bool):
    assert same_value(one(a), one(b)) is same
    assert same_value(one(b), one(a)) is same


@settings(deadline=None)
@given(st.integers(1, 10**9), st.sampled_from([",", " ", "\u00a0", "\u202f", "'"]))
def test_thousands_marks_never_change_a_number(number: int, mark: str):
    grouped = f"{number:,}".replace(",", mark)
    assert one(f"It costs {grouped} euros").low == number


@settings(deadline=None)
@given(st.integers(0, 9999), st.integers(0, 99), st.sampled_from(["en", "de"]))
def test_the_decimal_mark_follows_the_language(whole: int, part: int, language: str):
    mark = "." if language == "en" else ","
    assert one(f"xx {whole}{mark}{part:02d} %", language).low == pytest.approx(whole + part / 100)


@settings(deadline=None)
@given(st.text(max_size=200), st.sampled_from([None, "en", "de", "fr", "zh", "xx"]))
def test_values_stand_where_they_say_and_any_text_is_read(text: str, language: str | None):
    for value in find_values(text, language):
        assert text[value.char_start : value.char_end] == value.text
        assert value.low <= value.high
        assert same_value(value, value)
