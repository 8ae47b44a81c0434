from dataclasses import replace
from itertools import permutations

from affairs import gathered, passage
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.conflicts.differ import Difference, find_differences
from agent.extract import Evidence, extract
from agent.plan import plan_by_rules


def differences(question: str, *evidence: Evidence) -> list[Difference]:
    plan = plan_by_rules(question, None)
    everything = gathered(len(plan.subquestions), evidence)
    return find_differences(extract(plan, everything), everything)


def values(found: list[Difference]) -> list[list[str]]:
    return [[side.value for side in difference.sides] for difference in found]


def plants() -> list[Evidence]:
    return [
        passage("The plant opened in 2019.", "a"),
        passage("The plant employs 300 people.", "b"),
        passage("A plant in another city opened in 2021.", "c"),
    ]


def test_other_facts_and_other_plants_are_no_conflict():
    assert differences("When did the plant open?", *plants()) == []
    assert differences("What is known about the plant?", *plants()) == []
    assert differences("When did the plant open?", *plants(), passage("A plant in Drevby opened in 2021.", "d")) == []


def test_one_other_year_is_exactly_one_conflict_in_any_order():
    evidence = [*plants(), passage("The plant opened in 2020.", "d"), passage("The plant opened in 2020.", "e")]
    for order in list(permutations(evidence))[:24]:
        found = differences("When did the plant open?", *order)
        assert values(found) == [["2019", "2020"]] or values(found) == [["2020", "2019"]]
        assert found[0].kind == "temporal"


def test_both_values_are_kept_with_their_newest_date_oldest_side_first():
    (found,) = differences(
        "What will the Norvik tidal plant cost?",
        passage("The Norvik tidal plant will cost 61.5 million crowns.", "revision", published_at="2026-02-02"),
        passage("The Norvik tidal plant will cost 48.2 million crowns.", "minutes", published_at="2024-03-12"),
    )
    assert [(side.value, side.published_at) for side in found.sides] == [
        ("48.2 million crowns", "2024-03-12"),
        ("61.5 million crowns", "2026-02-02"),
    ]


def test_copies_of_one_text_are_one_side_and_one_origin():
    text = "The Norvik tidal plant will cost 48.2 million crowns."
    (found,) = differences(
        "What will the Norvik tidal plant cost?",
        passage(text, "release", published_at="2024-03-14"),
        passage(text, "post", published_at="2025-01-01"),
        passage("The Norvik tidal plant will cost 61.5 million crowns.", "revision", published_at="2026-02-02"),
    )
    assert [(len(side.candidates), side.origins, side.published_at) for side in found.sides] == [
        (2, 1, "2024-03-14"),
        (1, 1, "2026-02-02"),
    ]


def test_a_side_is_as_new_as_its_newest_independent_source():
    (found,) = differences(
        "What will the Norvik tidal plant cost?",
        passage("The Norvik tidal plant will cost 48.2 million crowns.", "minutes", published_at="2024-03-12"),
        passage("The Norvik tidal plant will cost 61.5 million crowns.", "revision", published_at="2025-02-02"),
        passage(
            "After a long night the chair said that 61.5 million crowns is what the Norvik tidal plant must cost.",
            "paper",
            published_at="2026-01-09",
        ),
    )
    assert [(side.published_at, side.origins) for side in found.sides] == [("2024-03-12", 1), ("2026-01-09", 2)]


def test_values_within_tolerance_are_no_conflict():
    assert not differences(
        "What will the Norvik tidal plant cost?",
        passage("The Norvik tidal plant will cost 48.2 million crowns.", "minutes"),
        passage("The Norvik tidal plant will cost about 48 million crowns.", "paper"),
        passage("Das Gezeitenkraftwerk Norvik wird 48,2 Mio. Kronen kosten.", "blatt", language="de"),
    )


def test_a_former_figure_in_the_newer_source_is_not_its_own_figure():
    (found,) = differences(
        "When will the Norvik tidal plant open?",
        passage("The Norvik tidal plant will open in June 2028 and not in October 2026.", "revision"),
        passage("The Norvik tidal plant will open in October 2026.", "release"),
    )
    assert sorted(side.value for side in found.sides) == ["June 2028", "October 2026"]


def test_changes_rates_stages_and_other_years_are_not_compared_with_the_whole():
    question = "What will the Norvik tidal plant cost?"
    whole = passage("The Norvik tidal plant will cost 48.2 million crowns.", "minutes")
    for text in (
        "The cost of the Norvik tidal plant rose by 13.3 million crowns.",
        "The Norvik tidal plant will cost 2 million crowns a year.",
        "The first phase of the Norvik tidal plant will cost 9 million crowns.",
        "The grant towards the cost of the Norvik tidal plant is 12 million crowns.",
    ):
        assert differences(question, whole, passage(text, "other")) == []
    assert not differences(
        "How many people does the Norvik yard employ?",
        passage("In 2019 the Norvik yard employed 300 people.", "a", title="The Norvik yard"),
        passage("In 2023 the Norvik yard employed 350 people.", "b", title="The Norvik yard"),
    )


def test_shares_of_different_things_are_not_compared():
    assert not differences(
        "What share of Norvik's households will the tidal plant supply?",
        passage("The tidal plant will supply 62 percent of Norvik's households.", "release"),
        passage("For the tidal plant itself, 58 percent of Norvik's households are in favour.", "survey"),
    )


def test_two_figures_of_one_text_are_not_sources_that_differ():
    text = (
        "The Norvik tidal plant will cost 48.2 million crowns.\n\n"
        "Later the board said that the Norvik tidal plant will cost 61.5 million crowns."
    )
    assert not differences("What will the Norvik tidal plant cost?", passage(text, "one"))


@settings(deadline=None)
@given(st.permutations(range(6)), st.lists(st.sampled_from([10, 20, 30]), min_size=6, max_size=6))
def test_the_order_of_the_input_never_matters(order: list[int], amounts: list[int]):
    plan = plan_by_rules("What will the Norvik tidal plant cost?", None)
    evidence = [
        passage(f"The Norvik tidal plant will cost {amount} million crowns.", f"s{n}", published_at=f"202{n}-01-01")
        for n, amount in enumerate(amounts)
    ]
    everything = gathered(1, evidence)
    candidates = extract(plan, everything)
    order = [index for index in order if index < len(candidates)]
    order += [index for index in range(len(candidates)) if index not in order]
    shuffled = [candidates[index] for index in order]
    first = find_differences(candidates, everything)
    second = find_differences(shuffled, everything)
    back = [
        replace(
            one, sides=tuple(replace(s, candidates=tuple(sorted(order[i] for i in s.candidates))) for s in one.sides)
        )
        for one in second
    ]
    assert first == back
    stated = {amounts[int(c.source.removeprefix("source.s"))] for c in candidates}
    assert len(first) == (1 if len(stated) > 1 else 0)
