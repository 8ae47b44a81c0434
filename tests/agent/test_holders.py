"""Who holds an office: the latest who is named leads, and whoever an earlier source names is named too."""

import pytest
from affairs import gathered, passage

from agent.conflicts.differ import find_differences
from agent.conflicts.difference import Difference
from agent.draft import draft
from agent.extract import Evidence, extract
from agent.plan import plan_by_rules
from agent.review import review
from agent.words.holders import find_holder
from agent.words.terms import stems


def told(question: str, *evidence: Evidence) -> tuple[str, list[Difference]]:
    plan = plan_by_rules(question, None)
    everything = gathered(len(plan.subquestions), evidence)
    found = extract(plan, everything)
    differences = find_differences(found, everything)
    drafted = draft(plan, found, differences, review(plan, found, 1, set(), everything), everything)
    return drafted[0].text, differences


MANAGER = "Who is the manager of the Tarn quarry?"
STEIN = passage("The manager of the Tarn quarry is Olga Stein.", "a", title="Tarn", published_at="2025-03-01")
OTT = passage("Karl Ott has been manager of the Tarn quarry.", "b", title="Tarn", published_at="2025-04-20")


@pytest.mark.parametrize("order", [(STEIN, OTT), (OTT, STEIN)])
def test_the_latest_who_is_named_leads_and_sources_differ_on_the_earlier(order: tuple[Evidence, ...]):
    first, [difference] = told(MANAGER, *order)
    assert first == OTT.text
    assert [side.value for side in difference.sides] == ["Olga Stein", "Karl Ott"]
    assert difference.is_open


@pytest.mark.parametrize(
    "text",
    ["Karl Ott succeeded Olga Stein as manager.", "Olga Stein was succeeded as manager by Karl Ott in April."],
)
def test_who_was_succeeded_is_replaced(text: str):
    follows = passage(text, "b", title="The Tarn quarry", published_at="2025-04-20")
    first, [difference] = told(MANAGER, STEIN, follows)
    assert first == text
    assert [(side.value, side.is_replaced) for side in difference.sides] == [("Olga Stein", True), ("Karl Ott", False)]
    assert not difference.is_open


def test_an_older_text_replaces_nobody():
    older = passage(
        "Olga Stein succeeded Karl Ott as manager.", "c", title="The Tarn quarry", published_at="2020-04-20"
    )
    _, [difference] = told(MANAGER, OTT, older)
    assert [(side.value, side.is_replaced) for side in difference.sides] == [("Olga Stein", False), ("Karl Ott", False)]


def test_one_person_under_a_shorter_name_is_one_side():
    doctor = passage(
        "Dr Olga Stein, manager of the Tarn quarry, answered.", "b", title="Tarn", published_at="2025-04-20"
    )
    assert told(MANAGER, STEIN, doctor)[1] == []


def test_a_former_holder_is_nobody_who_holds_it():
    old = passage("The old manager of the Tarn quarry, Olga Stein, left in March.", "b", title="Tarn")
    assert told(MANAGER, OTT, old) == (OTT.text, [])


@pytest.mark.parametrize(
    "question", ["Who was the manager of the Tarn quarry?", "Who is the former manager of the Tarn quarry?"]
)
def test_who_held_an_office_once_may_be_several(question: str):
    assert told(question, STEIN, OTT)[1] == []


def test_who_did_something_may_be_several_too():
    ada = passage("Ada Berg objected to the Tarn quarry.", "a", title="Tarn", published_at="2025-03-01")
    nils = passage("Nils Bern objected to the Tarn quarry.", "b", title="Tarn", published_at="2025-04-01")
    assert told("Who objected to the Tarn quarry?", ada, nils)[1] == []


def test_a_name_far_from_the_office_holds_nothing():
    text = "The manager of the quarry answered on Monday at noon that its officer Nils Bern has begun an inquiry."
    assert find_holder(text, stems("manager", "en"), (), "en", "en") == ""
