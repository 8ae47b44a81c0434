"""A measure in several units is one value."""

import pytest

from agent.rules.said import says
from agent.words.measures import same_value
from agent.words.values import Value, find_values

MINUTE = 1 / 1440


def one(text: str, language: str | None = "en") -> Value:
    (value,) = find_values(text, language)
    return value


@pytest.mark.parametrize(
    ("text", "language", "size", "unit"),
    [
        ("It lasted 5 hours and 10 minutes.", "en", 310 * MINUTE, "day"),
        ("It lasted five hours and ten minutes.", "en", 310 * MINUTE, "day"),
        ("It lasted an hour and ten minutes.", "en", 70 * MINUTE, "day"),
        ("It lasted one hour, ten minutes and 30 seconds.", "en", 70.5 * MINUTE, "day"),
        ("It lasted 5 h 10 min.", "en", 310 * MINUTE, "day"),
        ("It lasted two and a half hours.", "en", 150 * MINUTE, "day"),
        ("It lasted an hour and a half.", "en", 90 * MINUTE, "day"),
        ("Er dauerte 5 Stunden und 10 Minuten.", "de", 310 * MINUTE, "day"),
        ("Er dauerte eine Stunde und zehn Minuten.", "de", 70 * MINUTE, "day"),
        ("Elle a duré cinq heures et dix minutes.", "fr", 310 * MINUTE, "day"),
        ("Elle a duré une heure et demie.", "fr", 90 * MINUTE, "day"),
        ("Duró cinco horas y diez minutos.", "es", 310 * MINUTE, "day"),
        ("Duró una hora y 10 minutos.", "es", 70 * MINUTE, "day"),
        ("The lease runs for 1 year and 6 months.", "en", 365.25 + 6 * 30.4375, "day"),
        ("Der Vertrag läuft zwei Jahre und sechs Monate.", "de", 2 * 365.25 + 6 * 30.4375, "day"),
        ("The door is 2 m 30 cm high.", "en", 2.3, "m"),
        ("The tree is 6 feet 2 inches tall.", "en", 6 * 0.3048 + 2 * 0.0254, "m"),
        ("The trout weighed 5 pounds 3 ounces.", "en", 5 * 453.592 + 3 * 28.3495, "g"),
        ("The parcel weighs 5 kg and 300 g.", "en", 5300, "g"),
        ("停电持续了5小时10分钟", "zh", 310 * MINUTE, "day"),
    ],
)
def test_a_measure_in_several_units_is_one_value_and_no_range(text: str, language: str, size: float, unit: str):
    value = one(text, language)
    assert (value.low, value.high, value.unit) == (pytest.approx(size), pytest.approx(size), unit)
    assert text[value.char_start : value.char_end] == value.text


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("It took 10 minutes and 5 hours.", ["10 minutes", "5 hours"]),
        ("The runs took 3 hours and 7 hours.", ["3 hours", "7 hours"]),
        ("The runs took 2 hours and 10 minutes respectively.", ["2 hours", "10 minutes"]),
        ("After 5 hours, 10 minutes later than planned, it ended.", ["5 hours", "10 minutes"]),
        ("The plants have 5 MW and 300 kW.", ["5 MW", "300 kW"]),
        ("The pool is 25 m, 80 cm of it above the ground.", ["25 m", "80 cm"]),
        ("They give 2 m to 30 km.", ["2 m", "30 km"]),
    ],
)
def test_two_measures_that_make_no_sum_stay_two_values(text: str, parts: list[str]):
    assert [value.text for value in find_values(text, "en")] == parts


def test_a_rate_and_what_follows_it_are_no_sum():
    texts = [value.text for value in find_values("He worked 8 hours a day and 10 minutes more.", "en")]
    assert texts == ["8 hours", "10 minutes"]


def test_two_sums_make_a_range_where_the_text_joins_them():
    value = one("It takes between 5 hours 10 minutes and 6 hours 40 minutes.")
    assert (value.low, value.high) == (pytest.approx(310 * MINUTE), pytest.approx(400 * MINUTE))


def test_a_duration_in_parts_says_the_same_in_the_smaller_unit_and_differs_from_another():
    told = one("It lasted 5 hours and 10 minutes.")
    assert same_value(told, one("It lasted 310 minutes."))
    assert says(one("It lasted 310 minutes."), told)
    other = one("It lasted 6 hours and 40 minutes.")
    assert not same_value(told, other)
    assert not says(told, other)


def test_a_limit_before_a_sum_is_its_limit():
    assert one("It lasted more than 5 hours and 10 minutes.").bound == "least"
    assert one("It lasted about 5 hours and 10 minutes.").bound == "about"
