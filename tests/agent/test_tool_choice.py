"""Scoring a choice of tools: what counts as found, as surplus, as right, on cases small enough to count by hand."""

import pytest

from agent.evaluate.tool_choice import NOTHING, Case, Expected, Judged, judge, read_cases, score
from agent.route import Call


def case(*expected: Expected, may: tuple[str, ...] = ()) -> Case:
    return Case("c", "tuning", "template", "q", (), expected, frozenset(may))


def chosen(tool: str, after: int | None = None, **arguments: object) -> Call:
    return Call(tool, arguments, "because", after)


def test_the_labels_are_120_questions_half_of_them_held_out_and_no_question_stands_twice() -> None:
    _, cases = read_cases()
    assert len(cases) == 120
    assert sum(one.half == "held_out" for one in cases) == 60
    assert len({(one.question, one.conversation) for one in cases}) == len({one.id for one in cases}) == 120
    kinds = {one.kind for one in cases}
    assert kinds == {
        "greeting", "off-topic", "answered", "memory", "fresh", "missing", "aggregate", "template", "compound",
    }  # fmt: skip


def test_a_missed_call_costs_recall_and_a_surplus_one_costs_precision() -> None:
    judged = judge(case(Expected("a", {}), Expected("b", {})), [chosen("a"), chosen("c")])
    assert (judged.found, judged.chosen, judged.is_right) == (1, 2, False)
    assert set(judged.pairs) == {("a", "a"), ("b", "c")}
    scores = score([judged])
    assert (scores.recall, scores.precision, scores.end_to_end) == (0.5, 0.5, 0.0)


def test_a_call_that_may_be_there_is_no_fault_and_no_merit() -> None:
    judged = judge(case(Expected("web", {}), may=("memory",)), [chosen("memory"), chosen("web")])
    assert (judged.found, judged.chosen, judged.is_right) == (1, 1, True)


def test_a_call_where_nothing_was_to_be_looked_up_is_confused_with_nothing() -> None:
    assert judge(case(), [chosen("memory")]).pairs == ((NOTHING, "memory"),)
    assert judge(case(), []).is_right
    assert judge(case(Expected("a", {})), []).pairs == (("a", NOTHING),)


def test_the_same_tool_twice_is_matched_by_its_arguments() -> None:
    expected = case(Expected("m", {"query": "owner bridge"}), Expected("m", {"query": "cost bridge"}))
    judged = judge(expected, [chosen("m", query="cost of the bridge"), chosen("m", query="owner of the bridge")])
    assert (judged.arguments_right, judged.is_right) == (2, True)


@pytest.mark.parametrize(
    ("expected", "given", "is_right"),
    [
        ("2026-03", "2026-03-01", True),
        ("2026-03-01", "2026-03", True),
        ("2026-03", "2026-04", False),
        ("the plant opens in 2027", "plant opens in 2027", True),
        ("the plant opens in 2027", "plant opens", False),
        ("eel", "eel and what else there is in the whole of this long text", False),
        ("failed", "completed", False),
        ("QX-17", "QX 17", False),
    ],
)
def test_an_argument_is_right_when_it_says_the_same_and_little_more(expected: str, given: str, is_right: bool) -> None:
    assert judge(case(Expected("t", {"x": expected})), [chosen("t", x=given)]).is_right is is_right


def test_a_call_that_does_not_wait_for_the_one_it_needs_is_not_right() -> None:
    expected = case(Expected("a", {}), Expected("b", {}, after=0))
    assert judge(expected, [chosen("a"), chosen("b", after=0)]).is_right
    assert not judge(expected, [chosen("a"), chosen("b")]).is_right


def test_nothing_to_score_is_no_division_by_zero() -> None:
    empty: list[Judged] = []
    assert score(empty).recall == 1.0
