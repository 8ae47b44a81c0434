"""Which questions of a conversation mean the claim of the last answer by "that"."""

import pytest

from agent.chat.claim_meant import with_claim


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("Why do we believe that?", "Why do we believe K?"),
        ("And how do you know that?", "Why do we believe K?"),
        ("What is the evidence for it?", "Why do we believe K?"),
        ("Woher wissen wir das?", "Why do we believe K?"),
        ("Who says the opposite of that?", "Who says the opposite of K?"),
        ("Who says otherwise?", "Who says the opposite of K?"),
        ("Does anyone disagree with that?", "Who says the opposite of K?"),
        ("Which sources contradict that?", "Who says the opposite of K?"),
        ("Why do we believe that the dam is 41 metres high?", ""),
        ("Who says that the dam is safe?", ""),
        ("Who opposes it?", ""),
        ("What will that cost?", ""),
    ],
)
def test_that_alone_is_the_claim_and_words_of_its_own_are_not(question: str, asked: str) -> None:
    assert with_claim(question, "K") == asked
