"""What is said in the place of sentences whose claims a person narrowed or split: pure."""

from dataclasses import replace

from affairs import answer, passage

from agent.check import Checked
from agent.deliver import say_in_place
from agent.draft import DraftStatement
from agent.in_place import Placed
from agent.record.claims import Claimed

TEXT = "The Orm bridge cost 12 million crowns and opened in May 2019."
(SAID,) = answer("What did the Orm bridge cost?", passage(TEXT, "a"))
COST, OPENED = (replace(SAID, claim_text=text) for text in ("It cost 12 million crowns.", "It opened in May 2019."))
OTHER = replace(SAID, claim_text="It is red.", answering=())
ONE = DraftStatement("summary", "factual", SAID.claim_text, 1, (0,))


def placed(*candidates: object, instead: dict[int, tuple[int, ...]]) -> Placed:
    keys = [Claimed(f"claim.{i}", f"citation.{i}") for i in range(len(candidates))]
    checked = Checked(1, {}, {"citation.0": "Nora rejected it: narrowed"})
    return Placed(list(candidates), keys, checked, instead)  # type: ignore[arg-type]


def test_a_part_that_still_gives_what_was_asked_for_stands_where_the_sentence_stood() -> None:
    opened = replace(OPENED, answering=())
    said, narrowed = say_in_place([ONE], placed(SAID, opened, COST, instead={0: (1, 2)}))
    assert [(one.section, one.text, one.candidates) for one in said] == [
        ("summary", COST.claim_text, (2,)), ("findings", opened.claim_text, (1,)),
    ]  # fmt: skip
    assert [(one.reason, one.claim) for one in narrowed] == [("Nora rejected it: narrowed", "claim.0")]


def test_words_that_no_longer_give_it_do_not_lead() -> None:
    (one,), _ = say_in_place([ONE], placed(SAID, replace(OPENED, answering=()), instead={0: (1,)}))
    assert one.section == "findings"


def test_the_other_claims_of_the_sentence_are_said_alone() -> None:
    both = replace(ONE, text="It cost 12 million crowns and is red.", candidates=(0, 1))
    said, _ = say_in_place([both], placed(SAID, OTHER, COST, instead={0: (2,)}))
    assert [one.text for one in said] == [COST.claim_text, OTHER.claim_text]


def test_what_nobody_put_in_other_words_stays_as_it_is() -> None:
    inferred = replace(ONE, kind="inference")
    assert say_in_place([inferred], placed(SAID, COST, instead={0: (1,)})) == ([inferred], [])
    assert say_in_place([ONE], placed(SAID, instead={})) == ([ONE], [])
