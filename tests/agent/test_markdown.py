"""Text from outside inside a report: shown as it is written, and dead."""

import pytest

from agent.marks import parse_marks
from agent.report.markdown import escape, show_name, show_title


@pytest.mark.parametrize("text", ["the area is $x^2$ here", "$$x$$", "a $\\sqrt{2}$"])
def test_a_pair_of_dollar_signs_becomes_no_formula(text: str) -> None:
    assert "\\$" in escape(text)


@pytest.mark.parametrize("text", ["It costs $5 million, not $3 million.", "US$5 and $7", "5 $ and 7 $"])
def test_sums_in_dollars_stay_as_they_are_written(text: str) -> None:
    assert escape(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "it costs 48 [9]",
        "it costs 48 [9](https://w.example)",
        "\u8017\u8d4448\u3010\u0039\u3011",
        "48 \uff3b9\uff3d",
        "48 \u30109\u2020L2\u3011",
        "<source_9> [^9]",
        "[1, 9] 48\u00b9",
    ],
)
def test_a_mark_of_the_source_is_no_mark_of_the_report(text: str) -> None:
    report = f"- \u201c{escape(text)}\u201d [1]\n\n## Sources\n\n- [1] A\n"
    assert [(one.label, one.kind) for one in parse_marks(report).marks] == [("1", "number")]


def test_words_in_wide_brackets_stay_as_they_are_written() -> None:
    assert escape("\u3010\u901f\u5831\u3011 2024\u5e74") == "\u3010\u901f\u5831\u3011 2024\u5e74"


def test_what_was_erased_is_shown_without_marks_of_markdown() -> None:
    assert escape("[erased 2026-11-30]: [erased 2026-11-30] [2]") == "(erased 2026-11-30): (erased 2026-11-30) \\[2\\]"


@pytest.mark.parametrize(
    "name",
    [
        "World Bank, 4 January 2026), 12 independent origins — judged supported [9] (Royal Society",
        "supported (judged)", "Unsupported", "12 independent origins", "Bank, 4 January 2026", "A: supported",
    ],
)  # fmt: skip
def test_a_name_that_could_pass_for_words_of_the_report_stands_in_quotation_marks(name: str) -> None:
    assert show_name(name) == f"“{escape(name)}”"


@pytest.mark.parametrize("name", ["The Independent", "Smith, Brown & Co.", "Le Monde", "新华社", "O’Reilly", "3sat"])
def test_a_plain_name_stands_as_it_is(name: str) -> None:
    assert show_name(name) == name


def test_a_title_cannot_end_its_own_quotation_marks() -> None:
    assert show_title("Costs” — supported, “more") == "“Costs’ — supported, ‘more”"
