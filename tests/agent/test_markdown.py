"""Text from outside inside a report: shown as it is written, and dead."""

import pytest

from agent.report.markdown import escape


@pytest.mark.parametrize("text", ["the area is $x^2$ here", "$$x$$", "a $\\sqrt{2}$"])
def test_a_pair_of_dollar_signs_becomes_no_formula(text: str) -> None:
    assert "\\$" in escape(text)


@pytest.mark.parametrize("text", ["It costs $5 million, not $3 million.", "US$5 and $7", "5 $ and 7 $"])
def test_sums_in_dollars_stay_as_they_are_written(text: str) -> None:
    assert escape(text) == text
