"""What says more than its source is said in the source's wording, where that is a safe edit."""

import pytest

from agent.atoms.narrow import narrow
from agent.rules.check import check_claim
from agent.rules.finding import Differs

CASES = [
    ("Aspirin reduces the risk of stroke.", "Aspirin may reduce the risk of stroke.", None),
    ("All patients recovered within ten days.", "Most patients recovered within ten days.", None),
    ("The drug always works in adults with asthma.", "The drug often works in adults with asthma.", None),
    ("The plant is safe for birds.", "The plant is probably safe for birds.", None),
    ("The plant will open in June 2028.", "The plant may open in June 2028.", None),
    ("The plant always costs 48 million crowns.", "The plant costs 48 million crowns.", None),
    ("The plant will cost 48 million crowns.", "The plant will cost up to 48 million crowns.", None),
    (
        "Smoking causes lung disease in miners.",
        "Smoking was associated with lung disease in miners.",
        "Smoking is associated with lung disease in miners.",
    ),
    (
        "The study proves that tea lowers blood pressure.",
        "The study suggests that tea lowers blood pressure.",
        None,
    ),
]


@pytest.mark.parametrize(("claim", "source", "wanted"), CASES)
def test_an_overclaim_becomes_the_source_s_wording_and_then_no_rule_objects(
    claim: str, source: str, wanted: str | None
) -> None:
    found = check_claim(claim, source, quote=source, language="en", text_language="en")
    assert found.verdict == "rejected"
    narrowed = narrow(claim, found.differences, "en")
    assert narrowed is not None
    assert narrowed == (wanted or source)
    again = check_claim(narrowed, source, quote=source, language="en", text_language="en")
    assert again.verdict in {"unchecked", "valid"}


@pytest.mark.parametrize(
    ("text", "difference", "language"),
    [
        ("All plants are safe and all dams are safe.", Differs("quantifier", "all", "some"), "en"),  # which of the two?
        ("The plant is safe.", Differs("hedge", "", "seems"), "en"),
        ("The plant is safe.", Differs("name", "plant", "dam"), "en"),
        ("Das Werk ist immer sicher.", Differs("quantifier", "immer", ""), "de"),
        ("Safe plants.", Differs("hedge", "", "may"), "en"),
    ],
)
def test_what_is_no_safe_edit_is_not_made(text: str, difference: Differs, language: str) -> None:
    assert narrow(text, [difference], language) is None
