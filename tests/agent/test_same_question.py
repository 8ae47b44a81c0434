"""Which question asks the same as an earlier one: only such a one is given the earlier answer."""

import pytest

from agent.route.calls import Turn
from agent.route.conversation import find_answer

FINE = (
    "Vellmark Health will contest the fine, said chief executive Paul Arden, who in 2019 sued the Lorvik Times and was "
    "paid 2 million pounds. [1]"
)
TOLD_APART = [
    ("Who is the chief executive of Vellmark Health?", "Who fined Vellmark Health?"),
    ("Who is the chief executive of Vellmark Health?", "Who fined Vellmark Health and when? How much?"),
    ("Who is the chief executive of Vellmark Health?", "Who did you say fined Vellmark Health?"),
    ("Who is the chief executive of Vellmark Health?", "So who will contest the fine of Vellmark Health?"),
    ("Who is the chief executive of Vellmark Health?", "Who was the chief executive of Vellmark Health?"),
    ("Who is the chief executive of Vellmark Health?", "Who is the chief executive of the Lorvik Times?"),
    ("Who is the chief executive of Vellmark Health?", "Who is the chief of Vellmark Health?"),
    ("Who sued the Lorvik Times?", "Who did the Lorvik Times sue?"),
    ("Who sued the Lorvik Times?", "Who was sued by the Lorvik Times?"),
    ("Who did Paul Arden sue?", "Who did you say sued Paul Arden?"),
    ("Who sued the Lorvik Times?", "Who did not sue the Lorvik Times?"),
    ("Who led the Vellmark fine?", "Who caused the Vellmark fine?"),
    ("Who works for Vellmark?", "Who works against Vellmark?"),
    ("When was Vellmark fined?", "When was Vellmark sued?"),
    ("When was Vellmark fined?", "On what day was Vellmark fined?"),
    ("When was Vellmark fined?", "Why was Vellmark fined?"),
    ("How much did Arden pay Vellmark?", "How much did Vellmark pay Arden?"),
    ("How much will Vellmark pay?", "How much did Vellmark pay?"),
    ("How many pounds were paid before 2019?", "How many pounds were paid after 2019?"),
    ("How high is the Vellmark tower?", "How deep is the Vellmark tower?"),
    ("How many people survived at Vellmark?", "How many people were rescued at Vellmark?"),
    ("How did Vellmark Health pay?", "What did Vellmark Health pay?"),
    ("Did Vellmark sue the Times?", "Did the Times sue Vellmark?"),
]
THE_SAME = [
    ("Who fined Vellmark Health?", "Who fined Vellmark Health?"),
    ("Who fined Vellmark Health?", "so who fined vellmark health"),
    ("Who fined Vellmark Health?", "Please, who fined Vellmark Health?"),
    ("Who fined Vellmark Health?", "Who did you say fined Vellmark Health?"),
    ("Who is the chief executive of Vellmark Health?", "Can you repeat who the chief executive is?"),
    ("Who is the chief executive of Vellmark Health?", "Who was the chief executive again?"),
    ("When was Vellmark Health fined?", "In what year was Vellmark Health fined?"),
    ("When was the Vellmark tower opened?", "In what year did the Vellmark tower open?"),
    ("How much will Vellmark Health pay?", "What is the sum Vellmark Health will pay, how much did you say?"),
    ("How much will Vellmark cost?", "What will Vellmark cost?"),
    ("How much will Vellmark cost?", "What is Vellmark going to cost?"),
    ("How high is the Vellmark tower?", "How tall is the Vellmark tower?"),
    ("How high is the Vellmark tower?", "What is the height of the Vellmark tower?"),
    ("Wie hoch ist der Vellmark-Turm?", "Wie hoch ist der Turm noch mal?"),
]


def _given(before: str, question: str) -> int | None:
    return find_answer(question, [Turn("user", before), Turn("assistant", FINE)])


@pytest.mark.parametrize(("before", "question"), TOLD_APART)
def test_the_answer_to_another_question_is_not_given(before: str, question: str) -> None:
    """The answer names a person, a year and a sum, and holds the words of the new question."""
    assert _given(before, before) == 1
    assert _given(before, question) is None


@pytest.mark.parametrize(("before", "question"), THE_SAME)
def test_the_answer_to_the_same_question_in_other_words_is_given(before: str, question: str) -> None:
    assert _given(before, question) == 1
