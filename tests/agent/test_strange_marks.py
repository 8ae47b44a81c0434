"""Marks that a writer put into its sentences: what names no passage sends the sentence back once, and is counted."""

from collections.abc import Mapping

import pytest
from affairs import passage

from agent.by_model.quoting import Offered, Written
from agent.by_model.settle import Drafted, Settled, settle
from agent.by_model.write import resolve_all
from agent.plan import Plan, SubQuestion

TEXT = "The Norvik plant will cost 48.2 million crowns. It will not open before June 2028, the council said."
QUOTE = "The Norvik plant will cost 48.2 million crowns."
CLEAN = "Norvik's plant is to cost about 48.2 million crowns."
PART = SubQuestion(1, "What will the Norvik plant cost?", "amount", ("plant cost",))


def drafted(text: str, quote: str = QUOTE) -> Drafted:
    one = passage(TEXT, "a")
    offered = Offered(Plan(PART.text, "en", (PART,)), PART, {"P1": one}, (one,))
    written = [Written(text, "factual", (("P1", quote),))]
    return Drafted(PART, offered, written, resolve_all(written, offered))


def settled(text: str, corrected: str | None = None, quote: str = QUOTE) -> Settled:
    repairs: Mapping[int, Written] = {} if corrected is None else {0: Written(corrected, "factual", (("P1", QUOTE),))}
    return settle(drafted(text, quote), repairs, [])


@pytest.mark.parametrize("mark", ["[3]", "[P9]", "【2†L1】", "[doc_7f3a]", "[citation needed]", "[9-3]", "<source_4>"])
def test_a_sentence_with_a_mark_that_names_no_passage_goes_back_with_the_reason(mark: str) -> None:
    (_, one), *more = drafted(f"Norvik's plant is to cost about 48.2 million crowns {mark}.").failed
    assert not more
    assert one.candidates
    assert one.reason == f"the sentence holds a mark that names no passage (“{mark}”); write it without marks"


@pytest.mark.parametrize("mark", ["[P1]", "(P1)", "[sic]", "[the council]", "in [2021]"])
def test_a_mark_of_an_offered_passage_and_bracketed_prose_send_nothing_back(mark: str) -> None:
    quote = "It will not open before June 2028, the council said."
    draft = drafted(f"The Norvik plant will cost 48.2 million crowns {mark}.", QUOTE if "2021" not in mark else quote)
    assert [one.reason for _, one in draft.failed if "mark" in one.reason] == []


def test_a_correction_without_the_mark_takes_the_sentences_place() -> None:
    got = settled("Norvik's plant is to cost 48.2 million crowns [3][4].", CLEAN)
    assert [one.text for one in got.standing] == [CLEAN]
    assert got.repaired == 1
    assert got.marks.as_counts() == {"unknown": 2, "malformed": 0, "corrected": 1, "taken_off": 0, "removed": 0}


@pytest.mark.parametrize("corrected", [None, "Norvik's plant is to cost about 84.2 million crowns."])
def test_without_a_correction_that_stands_only_the_mark_is_taken_off(corrected: str | None) -> None:
    got = settled("Norvik's plant is to cost about 48.2 million crowns [3].", corrected)
    assert [one.text for one in got.standing] == [CLEAN]
    assert (got.repaired, got.removed) == (0, [])
    assert got.marks.as_counts() == {"unknown": 1, "malformed": 0, "corrected": 0, "taken_off": 1, "removed": 0}


def test_a_correction_that_holds_such_a_mark_again_loses_it_and_both_are_counted() -> None:
    got = settled("Norvik's plant is to cost 48.2 million crowns [3].", f"{CLEAN[:-1]} [4].")
    assert got.marks.as_counts() == {"unknown": 2, "malformed": 0, "corrected": 0, "taken_off": 1, "removed": 0}
    assert [one.text for one in got.standing] == [CLEAN]


def test_a_sentence_that_does_not_stand_is_removed_with_its_marks_counted() -> None:
    got = settled("Norvik's plant is to cost 84.2 million crowns [3].")
    assert got.standing == []
    assert len(got.removed) == 1
    assert got.marks.as_counts() == {"unknown": 1, "malformed": 0, "corrected": 0, "taken_off": 0, "removed": 1}


def test_where_no_such_mark_was_written_nothing_is_counted() -> None:
    assert settled(CLEAN).marks.as_counts() == {}
