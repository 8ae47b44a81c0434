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


POOL = "The Corda pool will reopen in May 2025."
COST = "The renovation will cost 9.4 million euros."


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        (POOL, "After the reopening of the Corda pool, entry will cost 6.20 euros, not 6.80 euros."),
        (COST, "The asbestos in the roof was not known before work began; its removal cost 1.7 million euros."),
        ("The total budget is 14.7 million euros.", "The renovation will cost 13.2 million euros instead of 9.4."),
        ("A card for the pool costs 6.20 euros.", "The café at the pool will not cost the town 1.7 million euros."),
        (
            "According to the company, 148,000 packs are affected.",
            "The exchange of affected packs is extended to 31 March 2026; the date of 31 December no longer applies.",
        ),
        ("Seventy-nine people were rescued.", "More than 30 people died, and the number will never be told."),
        ("Chair: Mayor Ida Sommer.", "Mayor Ida Sommer rejected the criticism."),
        (
            "Production is to begin in 2028 rather than in 2027.",
            "Production is now planned to begin in 2028 instead of 2027.",
        ),
    ],
)
def test_a_sentence_that_denies_another_value_or_measure_is_not_held_against_what_answers(claim: str, text: str):
    assert against(claim, text) == []


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        (COST, "The renovation of the Corda pool will cost 13.2 million euros instead of 9.4 million euros."),
        (COST, "The project will cost 13.2 million euros, not 9.4 million euros."),
        ("Four defects were found at the last inspection.", "No defects were found at the last inspection."),
        ("Vellmark Health has not paid a ransom.", "Vellmark Health paid a ransom of 1.6 million pounds."),
        ("38 shops have closed since April 2024.", "The air is clean, and no shop has closed because of the charge."),
        ("Two people died in the sinking of the Corda.", "Nobody died in the sinking of the Corda."),
        (
            "The bow door of the Maren was open when she left Lorvik.",
            "Strait Lines denies that the bow door of the Maren was open when she left Lorvik.",
        ),
        (
            "The Corda pool will cost 9.4 million euros.",
            "The Corda pool is a ruin; 9.4 million euros is a false figure.",
        ),
    ],
)
def test_a_denial_an_opposite_or_what_takes_the_value_back_is_held_against_what_answers(claim: str, text: str):
    assert against(claim, text) == [text]


def test_a_sentence_that_stands_in_the_quote_of_what_answers_is_not_held_against_it():
    quote = "Patients should bring packs to their pharmacy. They do not need a new prescription."
    (first, _) = quote.split(" They")
    rows = [passage(quote, "one")]
    assert find_against(quote, rows, "en", cited={quote}) == []
    assert find_against(quote, [passage(f"{first} So it says.", "two")], "en", cited={quote}) == []


def test_a_pronoun_speaks_of_what_the_sentence_before_speaks_of():
    text = "The Corda bridge was widened. It does not carry 40 trains."
    claim = "The Corda bridge carries 40 trains."
    assert against(claim, text) == ["It does not carry 40 trains."]
    assert against(claim, text.replace("Corda", "Arvik")) == []
