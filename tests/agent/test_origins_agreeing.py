"""Which sentences of a draft bear one answer out together: the same value, and no word against each other."""

from dataclasses import replace

import pytest
from affairs import gathered, passage

from agent.conflicts.differ import find_differences
from agent.extract import extract
from agent.opposing.further import find_denying
from agent.opposing.look import Main, Opposition
from agent.opposing.words import find_against
from agent.origins.agreeing import agree, find_agreeing
from agent.plan import plan_by_rules
from agent.record.claims import Claimed


def agreeing(question: str, *texts: str) -> dict[str, list[str]]:
    plan = plan_by_rules(question, None)
    found = extract(plan, gathered(1, [passage(text, f"s{at}") for at, text in enumerate(texts)]))
    assert len(found) == len(texts)
    return find_agreeing(found, [Claimed(one.claim_text, f"citation of {one.claim_text}") for one in found], plan)


def test_two_wordings_of_one_figure_bear_each_other_out() -> None:
    one, other = "The Norvik plant cost 48 million crowns.", "The cost of the Norvik plant was 48 million crowns."
    assert agreeing("What did the Norvik plant cost?", one, other) == {
        one: [f"citation of {other}"],
        other: [f"citation of {one}"],
    }


def test_two_founders_in_one_year_do_not() -> None:
    question = "Who founded the Norvik library?"
    texts = "Anna Berg founded the Norvik library in 1902.", "The Norvik library was founded in 1902 by Olaf Lund."
    assert agreeing(question, *texts) == {}


@pytest.mark.parametrize(
    ("other", "is_same"),
    [
        ("The Norvik library was founded by Anna Berg.", True),
        ("The Norvik library was not founded by Anna Berg.", False),
        ("Anna Berg and Olaf Lund founded the Norvik library.", False),
        ("The Norvik library was founded by a sailor.", False),
    ],
)
def test_who_it_was_is_said_twice_where_the_same_names_stand(other: str, is_same: bool) -> None:
    plan = plan_by_rules("Who founded the Norvik library?", None)
    texts = "Anna Berg founded the Norvik library in 1902.", other
    pair = [extract(plan, gathered(1, [passage(text, "s")])) for text in texts]
    assert all(agree(one, its, plan) == is_same for one in pair[0] for its in pair[1])
    named = pair[0][0]
    nobody = [replace(named, claim_text=f"The Norvik library was founded by a {who}.") for who in ("sailor", "cook")]
    assert not agree(nobody[0], nobody[1], plan), "nobody is named"


def test_a_month_is_no_place_that_keeps_two_figures_apart() -> None:
    plan = plan_by_rules("What will the Norvik bridge cost?", None)
    later = "The Norvik bridge will cost 61 million euros, not 48 million euros as reported in March."
    rows = gathered(1, [passage("The Norvik bridge will cost 48 million euros.", "a"), passage(later, "b")])
    (found,) = find_differences(extract(plan, rows), rows)
    assert [side.value for side in found.sides] == ["48 million euros", "61 million euros"]


def test_a_sentence_that_rules_hold_against_a_main_claim_is_shown_as_its_other_side() -> None:
    said, denied = "The tap water in Norvik is safe to drink.", "The tap water in Norvik is not safe to drink."
    plan = plan_by_rules("Is the tap water in Norvik safe to drink?", None)
    place, other = passage(said, "a"), passage(f"{denied} Residents were told on Monday.", "b")
    found = extract(plan, gathered(1, [place]))
    main = Main("claim.a", said, 1, frozenset({said}))
    against = tuple((main, one) for one in find_against(said, [other], "en"))
    known = {place.passage: place}
    unjudged = Opposition(against, (), is_judged=False, passages=1)
    assert [one.quote for one, _ in find_denying(unjudged, found, known)] == [denied]
    assert find_denying(Opposition(against, (), is_judged=True, passages=1), found, known) == []
    confirmed = Opposition(against, against, is_judged=True, passages=1)
    assert [one.quote for one, _ in find_denying(confirmed, found, known)] == [denied]
    assert unjudged.says() != unjudged.says({denied})
    assert unjudged.says({denied}).endswith("found none but what is quoted here.")


@pytest.mark.parametrize(
    ("other", "is_same"),
    [
        ("The Orrin mine produced 3,200,000 tonnes of copper in 2024.", True),
        ("The Orrin mine produced about 3.2 million tonnes of copper in 2024.", True),
        ("The Orrin mine produced more than 3 million tonnes of copper in 2024.", False),
        ("The Orrin mine produced up to 4 million tonnes of copper in 2024.", False),
    ],
)
def test_a_limit_that_a_figure_fulfils_does_not_bear_it_out(other: str, is_same: bool) -> None:
    one = "The Orrin mine produced 3.2 million tonnes of copper in 2024."
    question = "How much copper did the Orrin mine produce in 2024?"
    plan = plan_by_rules(question, None)
    found = [extract(plan, gathered(1, [passage(text, "s")]))[0] for text in (one, other)]
    assert agree(found[0], found[1], plan) == is_same == agree(found[1], found[0], plan)


def test_two_who_give_one_limit_bear_it_out() -> None:
    question = "How many people died in the sinking of the Maren?"
    texts = (
        "At least 14 people died in the sinking of the Maren.",
        "The sinking of the Maren killed at least 14 people.",
    )
    plan = plan_by_rules(question, None)
    found = [extract(plan, gathered(1, [passage(text, "s")]))[0] for text in texts]
    assert agree(found[0], found[1], plan)
