"""What may deny a claim names its subject and speaks of what the claim says of it."""

import pytest
from affairs import passage

from agent.opposing.words import find_against


def against(claim: str, text: str, title: str = "News") -> list[str]:
    return [one.quote for one in find_against(claim, [passage(text, "one", title=title)], "en")]


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("The Arvik museum will open in March 2026.", "The Corda museum will not open in March 2026."),
        ("The Arvik museum will open in March 2026.", "The museum will not open in March 2026."),
        (
            "The Dunmo dam was completed in 1931.",
            "There is no evidence that the Dunmo dam is in danger of failure.",
        ),
    ],
)
def test_a_denial_of_another_thing_or_of_something_else_is_not_held_against_a_claim(claim: str, text: str):
    assert against(claim, text) == []


@pytest.mark.parametrize(
    ("claim", "text", "title"),
    [
        ("The Arvik museum will open in March 2026.", "The Arvik museum will not open in March 2026.", "News"),
        ("The Arvik museum will open in March 2026.", "The museum will not open in March 2026.", "The Arvik museum"),
        ("The Arvik museum will open in March 2026.", "The Arvik museum will no longer be built.", "News"),
        ("The Corda bridge carries 40 trains.", "The figure of 40 trains for the Corda bridge is wrong.", "News"),
    ],
)
def test_a_denial_of_the_same_of_the_same_thing_is_held_against_a_claim(claim: str, text: str, title: str):
    assert against(claim, text, title) == [text]
