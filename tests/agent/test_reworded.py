"""Sentences that a person put in other words, as they are chosen for an answer without a model."""

from dataclasses import replace

from affairs import gathered, passage

from agent.evidence import Evidence, Reworded
from agent.extract import extract
from agent.plan import plan_by_rules

SAID = "The Orm bridge cost 12 million crowns and opened in May 2019."
COST, OPENED = "The Orm bridge cost 12 million crowns", "The Orm bridge opened in May 2019"


def reworded(text: str, said: str, *texts: str) -> Evidence:
    """A passage of which a person put a sentence in these words."""
    start = text.index(said)
    return replace(passage(text, "a"), reworded=(Reworded(start, start + len(said), texts),))


def chosen(question: str, *evidence: Evidence) -> list[str]:
    plan = plan_by_rules(question, None)
    return [one.claim_text for one in extract(plan, gathered(len(plan.subquestions), evidence))]


def test_the_parts_of_one_sentence_are_no_repeats_of_each_other_and_count_as_one() -> None:
    parts = ["The Orm bridge opened in May 2019", "The Orm bridge opened to trains alone"]
    said = "The Orm bridge opened in May 2019, to trains alone."
    assert sorted(chosen("Did the Orm bridge open?", reworded(f"The plan was old. {said}", said, *parts))) == parts


def test_they_stand_at_the_place_of_the_sentence_and_with_values_of_their_own() -> None:
    text = f"The plan was old. {SAID}"
    plan = plan_by_rules("What did the Orm bridge cost?", None)
    (one,) = extract(plan, gathered(1, [reworded(text, SAID, "The Orm bridge cost 12.5 million crowns")]))
    assert (one.quote, text[one.char_start : one.char_end]) == (SAID, SAID)
    assert [value.text for value in one.answering] == ["12.5 million crowns"]


def test_a_sentence_taken_back_is_chosen_only_where_nothing_else_answers() -> None:
    asked = "What did the Orm bridge cost?"
    narrowed = reworded(SAID, SAID, OPENED)
    assert chosen(asked, narrowed) == [SAID]
    other = "The Orm bridge cost 14 million crowns."
    assert chosen(asked, narrowed, passage(other, "b")) == [other]


def test_a_stretch_that_takes_a_reworded_sentence_along_is_not_chosen() -> None:
    text = "The Orm bridge cost 12 million crowns. It opened to traffic in May 2019."
    asked = "When did the Orm bridge open to traffic?"
    assert chosen(asked, passage(text, "a")) == [text]
    assert chosen(asked, reworded(text, "The Orm bridge cost 12 million crowns.", "It cost 12 million")) == []
