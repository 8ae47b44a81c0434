"""What follows from two figures by counting, and what does not: no figure and no direction is taken on trust."""

import pytest

from agent.by_model.deduce import follows, says_more
from agent.rules.objections import Quoted


def quoted(text: str, published_at: str | None = None) -> Quoted:
    return Quoted(text, text, published_at, "en")


PLANT = quoted("The Skerra plant will cost 61.5 million crowns.", "2026-03-03")
BEFORE = quoted("The Skerra plant will cost 48.2 million crowns.", "2024-03-14")
REPLACES = quoted("The Skerra plant will cost 61.5 million crowns. This replaces the 48.2 million crowns of 2024.")
CORRECTS = quoted(
    "The Skerra plant costs 61.5 million crowns. An earlier version of this text gave 48.2 million crowns."
)
WRONG = quoted("The figure of 48.2 million crowns for the cost of the Skerra plant is wrong.", "2024-03-14")
DAM = quoted("The Norvik dam cost 48.2 million crowns.", "2026-09-03")
YEARLY = "The Norvik dam costs 48.2 million crowns a year."
AT_LEAST = "The Norvik dam cost more than 48.2 million crowns."
PLANNED = quoted("The plant was to open in October 2026.", "2024-01-01")
OPENS = quoted("The plant will open in June 2028.", "2026-01-01")


@pytest.mark.parametrize(
    ("text", "quotes"),
    [
        ("The cost of the Skerra plant rose by 13.3 million crowns.", [PLANT, BEFORE]),
        ("The cost of the Skerra plant rose by 13.3 million crowns.", [REPLACES]),
        ("The cost of the Skerra plant rose by about 28 percent.", [PLANT, BEFORE]),
        ("The Skerra plant costs 13.3 million crowns more than the Norvik dam.", [DAM, PLANT]),
        ("The Norvik dam costs 13.3 million crowns less than the Skerra plant.", [DAM, PLANT]),
        ("The Skerra plant costs 1.28 times as much as the Norvik dam.", [DAM, PLANT]),
        ("The Norvik dam is cheaper than the Skerra plant.", [PLANT, DAM]),
        ("Together the Skerra plant and the Norvik dam cost 109.7 million crowns.", [PLANT, DAM]),
        ("The costs of the Skerra plant and the Norvik dam differ, a difference of 13.3 million crowns.", [PLANT, DAM]),
        ("The plant will open 20 months later than in October 2026.", [PLANNED, OPENS]),
    ],
)
def test_a_difference_a_sum_a_ratio_and_which_is_more_follow_from_the_figures(text: str, quotes: list[Quoted]) -> None:
    assert follows(text, quotes, "en")


@pytest.mark.parametrize(
    ("text", "quotes"),
    [
        ("The cost of the Skerra plant rose by 14.3 million crowns.", [PLANT, BEFORE]),
        ("The cost of the Skerra plant fell by 13.3 million crowns.", [PLANT, BEFORE]),
        ("The Skerra plant costs 13.3 million crowns.", [PLANT, BEFORE]),
        ("The Norvik dam costs 13.3 million crowns more than the Skerra plant.", [PLANT, DAM]),
        ("The Norvik dam costs 1.28 times as much as the Skerra plant.", [PLANT, DAM]),
        ("The Norvik dam is more expensive than the Skerra plant.", [PLANT, DAM]),
        ("Together the Skerra plant and the Norvik dam cost 110.7 million crowns.", [PLANT, DAM]),
        ("The plant will open 20 months earlier.", [PLANNED, OPENS]),
        ("The hotel in Paris earned 13.3 million crowns more than its rival in Rome.", [PLANT, DAM]),
        ("The costs rose by 13.3 million crowns.", [PLANT, DAM]),  # two things, not one that grew
        ("The Skerra plant will cost 61.5 million crowns.", [PLANT, BEFORE]),
        ("The cost of the Skerra plant did not rise by 13.3 million crowns.", [PLANT, BEFORE]),
        ("The Skerra plant costs 13.3 million crowns more than the Norvik dam.", [PLANT, quoted(YEARLY)]),
        ("The Skerra plant costs 13.3 million crowns more than the Norvik dam.", [PLANT, quoted(AT_LEAST)]),
        ("The cost of the Skerra plant rose by 13.3 million crowns.", [PLANT]),
        ("The costs of the Skerra plant differ, a difference of 13.3 million crowns.", [CORRECTS]),
        ("The cost of the Skerra plant rose by 13.3 million crowns.", [PLANT, WRONG]),
    ],
)
def test_a_wrong_figure_a_turned_direction_and_what_is_not_counted_do_not_follow(
    text: str, quotes: list[Quoted]
) -> None:
    assert not follows(text, quotes, "en")


def test_which_is_more_is_told_only_where_the_quotes_tell_it() -> None:
    assert says_more("The Skerra plant is dearer than the Norvik dam.", [PLANT, DAM], "en") is True
    assert says_more("The Skerra plant is cheaper than the Norvik dam.", [PLANT, DAM], "en") is False
    assert says_more("The Skerra plant is cheaper than the Norvik dam.", [PLANT, OPENS], "en") is None
    assert says_more("The Skerra plant is large.", [PLANT, DAM], "en") is None
