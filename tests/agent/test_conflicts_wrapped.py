"""What a sentence says of another one: that it is not so, that it is withdrawn, that its date was moved."""

import pytest

from agent.conflicts.find import ClaimRead, Opposed, find_opposed
from agent.conflicts.side import Origin
from agent.words.measures import read_measure
from agent.words.values import find_values


def opposed(old: str, new: str, language: str = "en") -> Opposed | None:
    def origin(name: str, at: str) -> Origin:
        return Origin(name, name, "News", "", "Town of Lenne", at, language, name)

    found = find_opposed(
        [
            ClaimRead("old", old, (origin("one", "2025-01-10"),)),
            ClaimRead("recent", new, (origin("two", "2025-08-10"),)),
        ]
    )
    return found[0] if found else None


MOVED = {
    "from and to": "The opening of the Lenne baths has been postponed from March 2026 to September 2026.",
    "only to": "The opening of the Lenne baths was put back to September 2026.",
    "until": "The opening of the Lenne baths is delayed until September 2026.",
    "of theirs": "The Lenne baths' opening has been moved from March 2026 to September 2026.",
    "by somebody": "The council has pushed back the opening of the Lenne baths to September 2026.",
    "and not then": "The Lenne baths will not open in March 2026. They will open in September 2026.",
}


@pytest.mark.parametrize("new", MOVED.values(), ids=MOVED)
def test_a_date_that_a_newer_text_moves_is_replaced(new: str):
    found = opposed("The Lenne baths will open in March 2026.", new)
    assert found is not None
    assert (found.kind, found.outcome, found.replaced) == ("temporal", "superseded", "old")
    assert found.values == ("March 2026", "September 2026")


@pytest.mark.parametrize(
    ("old", "new", "language"),
    [
        (
            "Das Lenne-Bad wird im März 2026 eröffnet.",
            "Die Eröffnung des Lenne-Bads wurde von März 2026 auf September 2026 verschoben.",
            "de",
        ),
        (
            "Le stade Lenne ouvrira en mars 2026.",
            "L'ouverture du stade Lenne a été reportée de mars 2026 à septembre 2026.",
            "fr",
        ),
        (
            "El estadio Lenne abrirá en marzo de 2026.",
            "La apertura del estadio Lenne se ha aplazado de marzo de 2026 a septiembre de 2026.",
            "es",
        ),
    ],
)
def test_a_moved_date_is_read_in_other_languages(old: str, new: str, language: str):
    found = opposed(old, new, language)
    assert found is not None
    assert (found.outcome, found.replaced) == ("superseded", "old")


@pytest.mark.parametrize(
    "new",
    [
        "The opening of the Morra baths has been postponed from March 2026 to September 2026.",
        "The closure of the Lenne baths has been postponed to September 2026.",
        "The Lenne baths will be open from March 2026 to September 2026.",
    ],
)
def test_a_date_of_another_thing_or_event_is_not_replaced(new: str):
    assert opposed("The Lenne baths will open in March 2026.", new) is None


def test_a_period_is_still_one_value_where_nothing_is_moved():
    (value,) = find_values("The show runs from March 2026 to September 2026.", "en")
    assert value.text == "March 2026 to September 2026"


DENIED = {
    "not true": ("It is not true that the Morra mill employs 40 people.", "The Morra mill employs 40 people."),
    "by somebody": ("The owner denies that the Morra mill is closed.", "The Morra mill is closed."),
    "withdrawn": (
        "We withdraw our statement that the Morra mill employs 40 people.", "The Morra mill employs 40 people.",
    ),
    "auf Deutsch": ("Es stimmt nicht, dass das Morra-Werk giftig ist.", "Das Morra-Werk ist giftig."),
    "less of it": (
        "The Morra mill will not heat 900 homes.",
        "The Morra mill will heat 900 homes in Lenne with steam from 2027.",
    ),
    "called off": ("The Morra mill will no longer be built.", "The Morra mill will open in March 2026."),
}  # fmt: skip


@pytest.mark.parametrize(("denial", "said"), DENIED.values(), ids=DENIED)
def test_a_plain_denial_and_what_it_denies_are_a_conflict(denial: str, said: str):
    found = opposed(said, denial, "de" if " das " in denial else "en")
    assert found is not None
    assert (found.kind, found.outcome) == ("direct", "conflict")


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("The owner did not deny that the Morra mill is closed.", "The Morra mill is closed."),
        ("The owner denies that the Lenne mill is closed.", "The Morra mill is closed."),
        ("The owner denies that the Morra mill is closed.", "The Morra mill is open."),
        ("The Morra mill will not heat 900 homes.", "The Morra mill will heat 700 homes in Lenne from 2027."),
        ("The Morra mill is not closed.", "The Morra mill is closed to lorries on Sundays."),
        ("The Morra mill did not employ 40 people.", "The Morra mill employed 40 people in 2019."),
        ("The Morra mill will no longer be built.", "The Morra mill opened in March 1926."),
    ],
)
def test_no_denial_a_denial_of_less_and_one_of_another_thing_are_no_conflict(first: str, second: str):
    assert opposed(first, second) is None


def test_a_value_that_is_withdrawn_is_not_said():
    text = "We withdraw our statement that the Quorn farm has 150 cows."
    (value,) = find_values(text, "en")
    assert read_measure(text, value).is_denied
    plain = "The bank withdrew 150 coins that were worn."
    assert not read_measure(plain, find_values(plain, "en")[0]).is_denied


def test_at_most_is_a_limit_of_the_figure_and_no_some():
    found = opposed("The Dunmo hall seats 340 people.", "The Dunmo hall seats at most 280 people.")
    assert found is not None
    assert found.kind == "numeric"
    assert opposed("The Dunmo hall seats 240 people.", "The Dunmo hall seats at most 280 people.") is None
