"""What went wrong on documents that nobody wrote for the product: a survey of toads, a press cutting, read-me files."""

import pytest
from affairs import gathered, passage

from agent.conflicts.differ import find_differences
from agent.draft import DraftStatement, draft
from agent.extract import Evidence, extract
from agent.plan import plan_by_rules
from agent.review import review
from agent.words.values import find_values

FEN = "Natterjack toads in the Ellmoor wetland"
SURVEY = passage(
    "The population of natterjack toads in the Ellmoor wetland is 1,310 adults. Chytrid fungus was found in 7 of 312 "
    "swabs. The decline of the toads was caused by drought.",
    "survey",
    title=FEN,
    published_at="2025-09-14",
)
PAPER = passage(
    "The Ellmoor wetland has only 800 natterjack toads left. The decline was caused by the new ditch, it is said.",
    "paper",
    title="Toads in trouble at Ellmoor",
    published_at="2025-10-02",
)
OLD = passage(
    "The population of natterjack toads in the Ellmoor wetland was 2,450 adults in 2019.",
    "old",
    title=FEN,
    published_at="2019-10-01",
)
VET = passage(
    "Natterjack toads in the Ellmoor wetland do not carry chytrid fungus.", "vet", title=FEN, published_at="2023-02"
)


def claims(question: str, *evidence: Evidence) -> list[str]:
    plan = plan_by_rules(question, None)
    found = extract(plan, gathered(len(plan.subquestions), evidence))
    return list(dict.fromkeys(candidate.claim_text for candidate in found))


def drafted(question: str, *evidence: Evidence) -> list[DraftStatement]:
    plan = plan_by_rules(question, None)
    everything = gathered(len(plan.subquestions), evidence)
    found = extract(plan, everything)
    return draft(
        plan, found, find_differences(found, everything), review(plan, found, 1, set(), everything), everything
    )


def sides(question: str, *evidence: Evidence) -> list[list[str]]:
    plan = plan_by_rules(question, None)
    everything = gathered(len(plan.subquestions), evidence)
    return [[side.value for side in one.sides] for one in find_differences(extract(plan, everything), everything)]


HOW_MANY = [
    "How many natterjack toads live in the Ellmoor wetland?",
    "How many natterjack toads are there in the Ellmoor wetland?",
    "What is the population of natterjack toads in the Ellmoor wetland?",
]


@pytest.mark.parametrize("question", HOW_MANY)
def test_how_many_there_are_is_told_by_a_population_and_by_what_a_place_has(question: str):
    assert sides(question, SURVEY, PAPER) == [["1,310", "800"]]


@pytest.mark.parametrize("question", HOW_MANY)
def test_what_was_counted_in_an_earlier_year_does_not_contradict_what_is_counted_now(question: str):
    assert sides(question, SURVEY, OLD) == []


def test_a_number_that_something_happened_to_is_not_how_many_live():
    killed = passage("On the road at the Ellmoor wetland 12 natterjack toads were killed.", "road", title=FEN)
    assert claims(HOW_MANY[0], killed) == []


def test_the_number_of_another_animal_is_not_how_many_live():
    newts = passage("The population of crested newts in the Ellmoor wetland is 90 adults.", "newts", title=FEN)
    assert claims(HOW_MANY[0], newts) == []


def test_both_texts_are_shown_where_one_says_no_and_one_says_where_it_was_found():
    found = claims("Do natterjack toads carry chytrid fungus?", SURVEY, VET)
    assert found == [VET.text, "Chytrid fungus was found in 7 of 312 swabs."]


def test_both_causes_are_shown_and_nothing_says_that_the_question_is_answered():
    question = "Why did the natterjack toads decline?"
    found = claims(question, SURVEY, PAPER)
    assert any("drought" in text for text in found)
    assert any("ditch" in text for text in found)
    ends = [one.text for one in drafted(question, SURVEY, PAPER) if one.section == "conclusion"]
    assert ends == ["Stored sources speak to the question."]


def test_another_form_of_an_irregular_verb_is_the_same_word():
    assert "Chytrid fungus was found in 7 of 312 swabs." in claims("Did they find chytrid fungus?", SURVEY)


def test_how_many_lived_in_a_year_is_told_by_the_population_of_that_year():
    question = "How many natterjack toads lived in the Ellmoor wetland in 2019?"
    assert claims(question, OLD, PAPER)[0] == OLD.text


def test_since_a_year_gives_no_reason():
    text = "The natterjack toads decline since 2019."
    assert claims("Why do the natterjack toads decline?", passage(text, "a", title=FEN)) == []


def test_a_part_that_asks_for_a_value_is_answered_and_one_that_asks_yes_or_no_is_spoken_to():
    question = f"{HOW_MANY[0][:-1]}, and do natterjack toads carry chytrid fungus?"
    ends = [one.text for one in drafted(question, PAPER, VET) if one.section == "conclusion"]
    assert len(plan_by_rules(question, None).subquestions) == 1 or "speak to part 2" in ends[0]


@pytest.mark.parametrize(
    ("text", "language", "months"),
    [
        ("They breed from April to July.", "en", "from April to July"),
        ("It is open May–September.", "en", "May–September"),
        ("Die Kröte laicht von April bis August.", "de", "von April bis August"),
        ("The gate is shut between November and March.", "en", "between November and March"),
    ],
)
def test_months_of_every_year_are_a_date(text: str, language: str, months: str):
    (value,) = find_values(text, language)
    assert (value.kind, value.unit, value.text) == ("date", "yearly", months)
    assert value.low < value.high


def test_months_with_a_year_are_no_date_of_every_year():
    assert [value.unit for value in find_values("We counted between April and July 2025.", "en")] == ["day"]


def test_when_an_animal_breeds_is_told_by_months():
    text = "Natterjack toads breed from April to July."
    assert claims("When do natterjack toads breed?", passage(text, "memo", title=FEN)) == [text]


def test_what_a_thing_is_takes_the_sentence_that_defines_it():
    page = passage(
        "HTTPX is BSD licensed code of old. HTTPX is used by many. HTTPX is a fully featured HTTP client library.",
        "httpx",
        title="HTTPX",
    )
    assert claims("What is httpx?", page) == ["HTTPX is a fully featured HTTP client library."]


@pytest.mark.parametrize(
    "head",
    ["Metadata-Version: 2.3 Name: httpx Summary: The next HTTP client.", "Requires-Dist: brotli of httpx for CPython."],
)
def test_the_head_of_a_package_or_message_is_no_sentence(head: str):
    assert claims("What is httpx?", passage(head, "httpx", title="httpx")) == []


def test_a_gap_names_the_two_nearest_texts_with_their_dates():
    found = drafted("How many snakes live in the Ellmoor wetland?", SURVEY, PAPER)
    assert found[0].text == "Not answered: found no sentence that speaks of “snakes”."
    nearest = next(one.text for one in found if one.text.startswith("Nearest to the question"))
    assert nearest.endswith(f": “{FEN}” (14 September 2025), “{PAPER.title}” (2 October 2025).")


FAQ = passage(
    "Ellmoor FAQ\n\nHow long is the boardwalk?\n\nIt is 2.4 km long.\n\nThe bird hide\n\nIt was built in May 2021.\n\n"
    "Who owns the marsh?\n\nThe keeper at the gate will tell visitors.\n\n"
    "- Opening hours: 8:00 to 18:00\n- Entry fee: 3 euros\n- Parking fee: subscribe to our newsletter for 2 euros",
    "faq",
    title="Ellmoor FAQ",
    heading="Ellmoor FAQ",
)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What is the entry fee?", "Entry fee: 3 euros"),
        ("What are the opening hours?", "Opening hours: 8:00 to 18:00"),
        ("How long is the boardwalk?", "How long is the boardwalk? It is 2.4 km long."),
        ("When was the bird hide built?", "The bird hide It was built in May 2021."),
    ],
)
def test_list_items_and_headings_answer_in_the_words_of_the_page(question: str, answer: str):
    assert claims(question, FAQ) == [answer]


@pytest.mark.parametrize(
    "question",
    [
        "What is the entry fee for children?",
        "How old is the boardwalk?",
        "When was the boardwalk built?",
        "What is the parking fee?",
        "Why is there an entry fee?",
        "What are the opening hours of the gate?",
    ],
)
def test_a_list_item_or_heading_answers_nothing_that_it_does_not_name(question: str):
    assert claims(question, FAQ) == []


def test_a_heading_and_its_sentence_are_one_stretch_of_the_source():
    plan = plan_by_rules("How long is the boardwalk?", None)
    (found,) = extract(plan, gathered(1, (FAQ,)))
    assert (
        FAQ.text[found.char_start : found.char_end] == found.quote == "How long is the boardwalk?\n\nIt is 2.4 km long."
    )
