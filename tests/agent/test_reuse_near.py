"""Which questions ask the same in other words: near by an embedding, and told apart by no rule."""

import pytest
from fakes import FakeEmbedder

from agent.reuse.near import are_told_apart, find_near
from agent.words.denied_question import asks_denied

COST = "What will the Skerra plant cost?"


@pytest.mark.parametrize(
    "other",
    [
        "What will the Skarra plant cost?",
        "What will the Skerra plant not cost?",
        "What will the Skerra plant earn?",
        "What will the Skerra dam cost?",
        "What did the Skerra plant cost in 2019?",
    ],
)
def test_a_question_with_another_name_word_number_or_denial_is_not_offered_the_answer(other: str) -> None:
    assert are_told_apart(COST, other, "en")
    assert are_told_apart(other, COST, "en")


@pytest.mark.parametrize(
    "other",
    [
        "How much will the Skerra plant cost?",
        "What is the Skerra plant going to cost?",
        "what will the Skerra plant cost",
    ],
)
def test_a_question_that_is_only_worded_otherwise_is(other: str) -> None:
    assert not are_told_apart(COST, other, "en")


@pytest.mark.parametrize("embedder", [FakeEmbedder(), None])
async def test_the_nearest_questions_with_the_same_numbers_come_first(embedder: FakeEmbedder | None) -> None:
    others = [
        "Who built the dam?",
        "What will Skerra plant cost in 2019?",
        "What will the Skerra plant cost farmers?",
        COST,
        "What will the Skerra plant not cost?",
    ]
    (near,) = await find_near([COST], others, embedder)
    assert [at for _, at in near] == [3, 2]
    assert await find_near([COST], [], embedder) == [[]]


@pytest.mark.parametrize(
    ("question", "is_denied"),
    [
        ("Who did not found the choir?", True),
        ("Who didn't pay?", True),
        ("WHO NEVER PAID?", True),
        ("Pourquoi le pont n'est pas ouvert ?", True),
        ("Wer hat nicht gezahlt?", True),
        ("Who founded the choir?", False),
        ("Who wrote Never Let Me Go?", False),
        ("What is made in hall no. 5?", False),
        ("Is it safe or not?", False),
        ("The dam is open, isn't it?", False),
    ],
)
def test_a_question_for_what_is_not_so_is_told_from_a_title_a_number_and_a_tag(question: str, is_denied: bool) -> None:
    assert asks_denied(question) is is_denied
