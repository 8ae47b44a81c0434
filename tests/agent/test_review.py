from affairs import gathered, passage

from agent.extract import Evidence, extract
from agent.plan import plan_by_rules
from agent.review import Review, review

QUESTION = "What will the Norvik tidal plant cost, when will it open, and who will pay for removing the turbines?"


def reviewed(*evidence: Evidence, asked: set[str] | None = None) -> Review:
    plan = plan_by_rules(QUESTION, None)
    everything = gathered(3, evidence)
    return review(plan, extract(plan, everything), 1, asked or set(), everything)


def test_a_gap_names_the_word_that_no_passage_speaks_of():
    found = reviewed(
        passage("The Norvik tidal plant will cost 48.2 million crowns. The ministry will pay for the turbines.", "a"),
        passage("The Norvik tidal plant will open soon.", "b"),
    )
    assert found.covered == (1,)
    assert {gap.subquestion: gap.missing for gap in found.gaps} == {
        2: "found no sentence with a date for “open”",
        3: "found no sentence that speaks of “removing”",
    }
    assert found.verdict == "gaps"


def test_each_gap_gets_new_queries_until_there_are_none():
    asked: set[str] = set()
    for _ in range(20):
        found = reviewed(asked=asked)
        assert {sub for sub, _ in found.follow_ups} <= {gap.subquestion for gap in found.gaps}
        fresh = {query.casefold() for _, query in found.follow_ups}
        assert not fresh & asked
        if not fresh:
            return
        asked |= fresh
    raise AssertionError("follow-up queries never ended")


def test_nothing_gathered_is_said_so():
    assert {gap.missing for gap in reviewed().gaps} == {"no stored passage was found for it"}


def test_all_answered_is_covered_without_follow_ups():
    found = reviewed(
        passage("The Norvik tidal plant will cost 48.2 million crowns.", "a"),
        passage("The Norvik tidal plant will open in June 2028.", "b"),
        passage("Norvik Energy will pay for removing the turbines.", "c"),
    )
    assert (found.verdict, found.gaps, found.follow_ups, found.covered) == ("covered", (), (), (1, 2, 3))
