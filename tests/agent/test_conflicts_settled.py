"""What settles a difference: a figure and what replaced it, what several expect, which thing a bare noun is."""

from dataclasses import replace

import pytest
from conflicting import claim

from agent.conflicts.find import ClaimRead, find_conflicts, find_opposed

SUPERSEDED = {
    "a newer text of one source": (
        claim("The plant employs 300 people.", "site", version="old"),
        claim("The plant employs 450 people.", "site", version="new"),
    ),
    "it says what it replaces": (
        claim("The bridge will cost 48 million euros.", published_at="2024-03-12"),
        claim("The bridge will cost 61 million euros instead of 48 million euros.", published_at="2026-02-02"),
    ),
    "a second sentence says what it replaces": (
        claim("The bridge will cost 48 million euros.", published_at="2024-03-12"),
        claim("The bridge will cost 61 million euros. This replaces the 48 million euros.", published_at="2026-02-02"),
    ),
    "a correction": (
        claim("The bridge cost 48 million euros.", published_at="2024-03-12"),
        claim("The corrected cost of the bridge: it cost 61 million euros.", published_at="2025-02-02"),
    ),
    "postponed": (
        claim("The bridge will open in 2026.", published_at="2024-03-12"),
        claim("The bridge will now open in 2028.", published_at="2026-02-02"),
    ),
    "told in one text": (
        claim("The tidal plant will cost 48.2 million crowns.", "one"),
        claim("Later the board said that the tidal plant will cost 61.5 million crowns.", "one"),
    ),
}


@pytest.mark.parametrize("pair", SUPERSEDED.values(), ids=SUPERSEDED)
def test_a_figure_that_was_replaced_is_no_conflict(pair: tuple[ClaimRead, ClaimRead]):
    assert find_conflicts(pair) == []
    assert {one.outcome for one in find_opposed(pair)} <= {"superseded"}


def test_what_several_analysts_expect_is_a_spread():
    pair = [
        claim("Acme Research estimates that the market will reach 5 billion dollars by 2030."),
        claim("Zenith Partners expects that the market will reach 8 billion dollars by 2030."),
    ]
    (found,) = find_opposed(pair)
    assert (found.outcome, found.values) == (
        "spread", ("5 billion dollars by Acme Research", "8 billion dollars by Zenith Partners"),
    )  # fmt: skip
    assert find_conflicts(pair) == []


def test_what_two_bodies_are_said_to_foresee_is_a_spread_too():
    pair = [
        claim("According to Acme Research, the plant will cost 5 billion dollars."),
        claim("According to Zenith Partners, the plant will cost 8 billion dollars."),
    ]
    assert [one.outcome for one in find_opposed(pair)] == ["spread"]


def test_a_bare_plant_is_the_one_its_title_names():
    norvik = claim("The plant opened in 2019.", title="The Norvik tidal plant")
    assert find_conflicts([norvik, claim("The plant opened in 2021.", title="The Drevby wind plant")]) == []
    assert find_conflicts([norvik, claim("The plant opened in 2021.", title="Minutes of the Norvik council")])
    assert find_conflicts([norvik, claim("The Norvik plant opened in 2021.", title="Minutes")])
    assert find_conflicts([norvik, claim("The Drevby plant opened in 2021.", title="Minutes")]) == []


def test_who_holds_an_office_is_compared_whatever_the_titles_are():
    one, other = "The mayor of Varn is Ilse Brandt.", "The mayor of Varn is Karl Otte."
    assert find_conflicts([claim(one, title="Varn town guide"), claim(other, title="The Kelm Post")])


def test_how_things_stand_may_change_between_two_texts():
    early, late = "2019-03-01", "2023-03-01"
    one, other = "The yard employs 300 people.", "The yard employs 350 people."
    assert find_conflicts([claim(one, published_at=early), claim(other, published_at=late)]) == []
    assert find_conflicts([claim(one, published_at=early), claim(other, published_at="2019-06")])
    assert find_conflicts(
        [
            claim("The flood killed 12 people.", published_at=early),
            claim("The flood killed 15 people.", published_at=late),
        ]
    )


OLD = claim("The Harl dam will cost 48 million crowns.", "minutes", published_at="2024-03-12")
NEW = claim(
    "The Harl dam will cost 61 million crowns. This replaces the 48 million crowns of the first plan.", "treasurer",
    published_at="2026-03-03",
)  # fmt: skip


def test_what_was_replaced_is_named_and_whoever_gives_the_new_value_contradicts_nobody():
    blog = claim("The Harl dam will cost 61 million crowns.", "blog", published_at="2026-05-01")
    found = find_opposed([OLD, NEW, blog])
    assert {one.outcome for one in found} == {"superseded"}
    assert {one.replaced for one in found} == {OLD.key}
    assert find_conflicts([OLD, blog]), "nothing tells it where nobody replaced the old value"


def test_a_value_that_is_given_again_after_it_was_replaced_contradicts():
    late = claim("The Harl dam is to cost 48 million crowns.", "courier", published_at="2026-06-01")
    late = replace(late, text="The Harl dam will cost 48 million crowns, the courier says.")
    assert [one.claims for one in find_conflicts([NEW, late])] == [tuple(sorted((NEW.key, late.key)))]


SERIES = {
    "a later number of one series": (
        False, {"publisher": "Statistics Varn", "title": "Population 2022"},
        {"publisher": "Statistics Varn", "title": "Population 2023"},
    ),
    "another text of one publisher": (
        True, {"publisher": "Varn Gazette", "title": "A town grows"},
        {"publisher": "Varn Gazette", "title": "Why nobody wants to live by the harbour of Varn"},
    ),
    "another publisher": (
        True, {"publisher": "Statistics Varn", "title": "Population"},
        {"publisher": "Varn Gazette", "title": "Population"},
    ),
}  # fmt: skip


@pytest.mark.parametrize(("is_conflict", "old", "new"), SERIES.values(), ids=SERIES)
def test_a_publisher_that_gives_a_figure_anew_in_one_series_replaces_it(
    is_conflict: bool, old: dict[str, str], new: dict[str, str]
):
    pair = [
        claim("The town of Varn has 21,400 inhabitants.", published_at="2022-05-02", **old),
        claim("The town of Varn has 22,900 inhabitants.", published_at="2023-05-02", **new),
    ]
    assert bool(find_conflicts(pair)) == is_conflict
    if not is_conflict:
        assert [(one.outcome, one.replaced) for one in find_opposed(pair)] == [("superseded", pair[0].key)]


def test_one_publisher_that_gives_two_dates_of_what_is_over_contradicts_itself():
    mine = {"publisher": "Varn Gazette", "title": "The Varn bridge"}
    pair = [
        claim("The Varn bridge opened in 2019.", published_at="2022-05-02", **mine),
        claim("The Varn bridge opened in 2020.", published_at="2023-05-02", **mine),
    ]
    assert [one.kind for one in find_conflicts(pair)] == ["temporal"]


THINGS = {
    "a title that names the same": (True, {"title": "The Kelder geothermal plant"}, {"title": "Kelder plant: facts"}),
    "a title that names another": (False, {"title": "The Kelder plant"}, {"title": "The Harl plant"}),
    "another kind in one place": (False, {"title": "Kelder tidal plant"}, {"title": "Kelder wind plant"}),
    "a heading is nearer than a title": (
        False, {"title": "The Kelder plant", "heading": "Harl plant"}, {"title": "The Kelder plant"},
    ),
    "two sections that name two things": (
        False, {"title": "Plants", "heading": "Kelder", "source": "s"},
        {"title": "Plants", "heading": "Harl", "source": "s"},
    ),
    "two sections on two matters": (
        True, {"title": "The Kelder plant", "heading": "Summary", "source": "s"},
        {"title": "The Kelder plant", "heading": "Timetable", "source": "s"},
    ),
    "one text that names nothing": (True, {"title": "Notes", "source": "s"}, {"title": "Notes", "source": "s"}),
}  # fmt: skip


@pytest.mark.parametrize(("is_conflict", "one", "other"), THINGS.values(), ids=THINGS)
def test_a_bare_plant_is_the_one_that_stands_above_it(is_conflict: bool, one: dict[str, str], other: dict[str, str]):
    pair = [claim("The plant opened in 2019.", **one), claim("The plant opened in 2021.", **other)]
    assert bool(find_conflicts(pair)) == is_conflict


def test_price_lists_of_two_years_do_not_contradict_each_other():
    pair = ("The treatment costs 300 euros.", "The treatment costs 450 euros.")
    years = [claim(text, title=f"Price list {year}") for text, year in zip(pair, (2023, 2024), strict=True)]
    assert find_conflicts(years) == []
    assert find_conflicts([claim(text, title="Price list 2024") for text in pair])
