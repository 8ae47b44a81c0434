import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.plan import MAX_LOOKED_FOR, PlanError, follow_up_queries, own_terms, plan_by_rules
from agent.review import review


def texts(question: str) -> list[str]:
    return [sub.text for sub in plan_by_rules(question, None).subquestions]


def test_a_compound_question_becomes_parts_that_each_name_the_subject():
    assert texts(
        "What will the Skerra tidal power plant cost, when will it open, who opposes it, "
        "and who will pay for removing the turbines?"
    ) == [
        "What will the Skerra tidal power plant cost?",
        "When will the Skerra tidal power plant open?",
        "Who opposes the Skerra tidal power plant?",
        "Who will pay for removing the turbines (Skerra tidal power plant)?",
    ]
    assert texts("What will the Skerra plant cost, when will it open?") == [
        "What will the Skerra plant cost?",
        "When will the Skerra plant open?",
    ]


@pytest.mark.parametrize(
    "question",
    [
        "Who invented the telephone?",
        "How many points did the Panthers defense surrender?",
        "What did Nikola Tesla, who was born in Smiljan, invent?",
        "What happened to the bridge, when it was opened?",
        "tidal plant cost",
        "Who directed the film that was shot in or around Leland, North Carolina in 1986?",
    ],
)
def test_a_simple_question_stays_one_part_word_for_word(question: str):
    assert [text.rstrip("?") for text in texts(question)] == [question.rstrip("?")]


def test_a_list_of_things_asked_of_one_subject_becomes_one_part_each():
    assert texts("What are the cost, capacity and opening date of the Norvik dam?") == [
        "What is the cost of the Norvik dam?",
        "What is the capacity of the Norvik dam?",
        "What is the opening date of the Norvik dam?",
    ]


def test_a_comparison_becomes_one_part_for_each_thing_compared():
    first, second = texts("Compare wind power and tidal power in terms of cost")
    assert "wind power" in first
    assert "tidal power" in second


def test_background_sentences_give_the_subject_and_are_not_asked():
    assert texts("I write about the harbour bridge of Norvik. How high is it? Why was it delayed?") == [
        "How high is the harbour bridge of Norvik?",
        "Why was the harbour bridge of Norvik delayed?",
    ]


def test_a_german_question_is_split_and_carries_its_subject():
    assert texts("Was kostet das Gezeitenkraftwerk Skerra, und wann geht es in Betrieb?") == [
        "Was kostet das Gezeitenkraftwerk Skerra?",
        "Wann geht das Gezeitenkraftwerk Skerra in Betrieb?",
    ]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What will the dam cost?", "amount"),
        ("How much does it weigh?", "amount"),
        ("What share of households will it supply?", "share"),
        ("How many turbines are there?", "count"),
        ("When does it open?", "date"),
        ("In which year was it built?", "date"),
        ("How long did the work take?", "duration"),
        ("Who pays?", "person"),
        ("Where is the dam?", "place"),
        ("Why was the dam built?", "reason"),
        ("Is the dam safe?", "yes_no"),
        ("What is photosynthesis?", "any"),
        ("What does Doctor Who do when he is hurt?", "any"),
        ("Wann wurde der Damm gebaut?", "date"),
        ("Wie viele Menschen leben dort?", "count"),
        ("Was kostet der Damm?", "amount"),
        ("Quand ouvrira l'usine?", "date"),
        ("Combien d'habitants compte Norvik ?", "count"),
        ("¿Cuándo abrió la planta de Norvik?", "date"),
        ("¿Cuántos habitantes tiene Norvik?", "count"),
        ("为什么建坝？", "reason"),
    ],
)
def test_each_part_knows_what_kind_of_answer_it_asks_for(question: str, expected: str):
    assert plan_by_rules(question, None).subquestions[0].expects == expected


def test_queries_are_focused_and_hold_no_question_words():
    for sub in plan_by_rules("What will the Skerra plant cost and when will it open?", None).subquestions:
        assert 1 <= len(sub.queries) <= 3
        assert not {"what", "when", "will", "it"} & {w.lower() for query in sub.queries for w in query.split()}


@pytest.mark.parametrize("question", ["", "   ", "?!…", "—"])
def test_a_question_without_a_word_is_refused_with_what_to_do(question: str):
    with pytest.raises(PlanError, match="ask again"):
        plan_by_rules(question, None)


def test_follow_ups_use_other_words_and_never_repeat_a_query():
    sub = plan_by_rules("Who will pay for removing the turbines?", None).subquestions[0]
    asked: set[str] = {query.upper() for query in sub.queries}
    seen: list[str] = []
    while more := follow_up_queries(sub, asked):
        assert not {query.casefold() for query in more} & {query.casefold() for query in asked}
        asked.update(more)
        seen += more
        assert len(seen) < 20
    assert any("dismantling" in query for query in seen)


@settings(deadline=None)
@given(st.text(min_size=1, max_size=300))
def test_any_question_with_a_letter_gives_numbered_parts_with_queries(question: str):
    try:
        plan = plan_by_rules(question, None)
    except PlanError:
        assert not any(character.isalnum() for character in question)
        return
    assert plan.subquestions
    for ordinal, sub in enumerate(plan.subquestions, start=1):
        assert sub.ordinal == ordinal
        assert sub.text
        assert len(sub.queries) <= 3
        assert own_terms(sub, plan.language) is not None


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        (
            "Why did the natterjack toads decline and what did the ditch cost?",
            ["Why did the natterjack toads decline?", "What did the ditch cost?"],
        ),
        (
            "What did the ditch cost, who dug it and when do natterjack toads breed?",
            ["What did the ditch cost?", "Who dug the ditch?", "When do natterjack toads breed?"],
        ),
        ("What will the dam cost, and who pays?", ["What will the dam cost?", "Who pays (dam)?"]),
    ],
)
def test_the_subject_is_added_only_to_a_part_that_names_nothing_itself(question: str, parts: list[str]):
    assert [sub.text for sub in plan_by_rules(question, None).subquestions] == parts


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        (
            "How deep is the Lund quarry and how long is the Brekke pier?",
            [("How deep is the Lund quarry?", "the Lund quarry"), ("How long is the Brekke pier?", "the Brekke pier")],
        ),
        (
            "How many sheep does the Holm farm keep? How many nurses does the Sund clinic employ?",
            [
                ("How many sheep does the Holm farm keep?", "the Holm farm"),
                ("How many nurses does the Sund clinic employ?", "the Sund clinic"),
            ],
        ),
        (
            "How deep is the Lund quarry, how long is the Brekke pier and when was it built?",
            [
                ("How deep is the Lund quarry?", "the Lund quarry"),
                ("How long is the Brekke pier?", "the Brekke pier"),
                ("When was the Brekke pier built?", "the Brekke pier"),
            ],
        ),
        (
            "Wie tief ist der Steinbruch Lund und wie lang ist die Mole Brekke?",
            [
                ("Wie tief ist der Steinbruch Lund?", "Steinbruch Lund"),
                ("Wie lang ist die Mole Brekke?", "die Mole Brekke"),
            ],
        ),
        (
            "How high is the Orm dam, how many households in Norvik does it supply and who came in July?",
            [
                ("How high is the Orm dam?", "the Orm dam"),
                ("How many households in Norvik does the Orm dam supply?", "the Orm dam"),
                ("Who came in July (Orm dam)?", "the Orm dam"),
            ],
        ),
    ],
)
def test_a_part_with_a_name_of_its_own_is_not_given_the_first_ones(question: str, parts: list[tuple[str, str]]):
    assert [(sub.text, sub.subject) for sub in plan_by_rules(question, None).subquestions] == parts


def test_every_part_of_a_long_question_is_looked_for_or_named_as_open():
    asked = [f"How long is the Brekke{at} pier?" for at in range(MAX_LOOKED_FOR + 2)]
    plan = plan_by_rules(" ".join(asked), None)
    assert [sub.text for sub in plan.subquestions] == asked
    assert [bool(sub.queries) for sub in plan.subquestions] == [True] * MAX_LOOKED_FOR + [False] * 2
    seen = review(plan, (), 1, (), {})
    assert [gap.missing.split(":")[0] for gap in seen.gaps[-2:]] == ["was not looked for"] * 2
    assert {part for part, _ in seen.follow_ups} == set(range(1, MAX_LOOKED_FOR + 1))


def test_a_part_about_a_kind_of_thing_is_not_bound_to_the_thing_of_another_part():
    planned = plan_by_rules("What did the ditch cost, and when do natterjack toads breed?", None)
    assert [sub.subject for sub in planned.subquestions] == ["the ditch", ""]


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("¿Cuándo abrió la planta de Norvik?", "es"),
        ("Cuándo abrió la planta de Norvik?", "es"),
        ("Combien d'habitants compte Norvik ?", "fr"),
    ],
)
def test_a_short_question_is_in_the_language_of_its_question_word_and_that_is_no_subject(question: str, language: str):
    made = plan_by_rules(question, None)
    assert (made.language, made.subquestions[0].subject) == (language, "Norvik")
