import pytest
from affairs import gathered, passage
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.conflicts.differ import find_differences
from agent.draft import draft
from agent.extract import Evidence, extract
from agent.plan import plan_by_rules
from agent.review import review
from agent.words.relation import relation_terms, scope_of, split_clauses
from agent.words.values import find_values


def claims(question: str, *evidence: Evidence) -> list[str]:
    plan = plan_by_rules(question, None)
    found = extract(plan, gathered(len(plan.subquestions), evidence))
    return list(dict.fromkeys(candidate.claim_text for candidate in found))


def sides(question: str, *evidence: Evidence) -> list[list[str]]:
    plan = plan_by_rules(question, None)
    everything = gathered(len(plan.subquestions), evidence)
    return [[side.value for side in one.sides] for one in find_differences(extract(plan, everything), everything)]


def summary(question: str, *evidence: Evidence) -> list[str]:
    plan = plan_by_rules(question, None)
    everything = gathered(len(plan.subquestions), evidence)
    found = extract(plan, everything)
    drafted = draft(
        plan, found, find_differences(found, everything), review(plan, found, 1, set(), everything), everything
    )
    return [one.text for one in drafted if one.section == "summary" and one.kind == "factual"]


def relation(question: str) -> list[str]:
    plan = plan_by_rules(question, None)
    return relation_terms(plan.subquestions[0], plan.language)


SUPPLY = "What share of Norvik's households will the Norvik tidal plant supply?"
RELEASE = passage("The Norvik tidal plant will supply 62 percent of Norvik's households with electricity.", "release")
REPORT = passage("The Norvik tidal plant will supply 38 percent of Norvik's households, we find.", "report")
SURVEY = passage(
    "Asked what they would like to know, 71 percent of the households named the effect of the Norvik tidal plant on "
    "their bills. 58 percent of the households are in favour of the Norvik tidal plant, 24 percent are against it.",
    "survey",
    title="What Norvik thinks of the tidal plant",
)


def test_a_share_that_measures_something_else_is_no_answer_and_no_side_of_a_difference():
    assert not any("71" in text or "58" in text for text in claims(SUPPLY, RELEASE, REPORT, SURVEY))
    assert sorted(sides(SUPPLY, RELEASE, REPORT, SURVEY)[0]) == ["38 percent", "62 percent"]


@pytest.mark.parametrize("wanted", ["in favour of", "against"])
def test_a_survey_question_gets_the_sentence_of_the_survey_that_says_its_word(wanted: str):
    found = claims(f"What share of the households is {wanted} the Norvik tidal plant?", RELEASE, REPORT, SURVEY)
    assert found == ["58 percent of the households are in favour of the Norvik tidal plant, 24 percent are against it."]


def test_a_date_of_another_clause_is_not_the_date_of_what_was_asked():
    text = "Work on the Norvik trench begins in spring 2025, and the first turbine will be lowered a year later."
    assert claims("When will the first Norvik turbine be lowered?", passage(text, "release")) == []
    assert claims("When does work on the Norvik trench begin?", passage(text, "release")) == [text]


def test_a_figure_for_each_part_is_not_compared_with_the_figure_of_the_whole():
    question = "What is the capacity of the Norvik tidal plant?"
    each = passage("Each of the four turbines of the Norvik tidal plant has a capacity of 1.5 megawatts.", "courier")
    whole = passage("The Norvik tidal plant has a capacity of 6 megawatts.", "minutes")
    assert sides(question, each, whole) == []
    assert summary(question, each, whole) == ["The Norvik tidal plant has a capacity of 6 megawatts."]


def test_a_number_answers_only_for_the_noun_it_counts():
    text = "The Orsk library was visited by 300 pupils, and 12 teachers took part."
    assert claims("How many teachers took part in the Orsk library?", passage(text, "page")) == [text]
    assert claims("How many books does the Orsk library have?", passage(text, "page")) == []


def test_what_a_thing_has_is_not_told_by_a_number_that_does_something():
    busy = passage("Four turbines take energy from one another.", "report")
    plain = passage("The Norvik tidal plant will have five turbines.", "courier")
    assert claims("How many turbines will it have?", busy, plain) == ["The Norvik tidal plant will have five turbines."]


def test_a_correction_stands_in_the_summary_and_both_values_are_named():
    wrong = passage("The Norvik tidal plant will have fourteen turbines.", "courier", published_at="2024-05-04")
    right = passage(
        "The Norvik tidal plant will have four turbines and not fourteen.", "fix", published_at="2024-05-07"
    )
    question = "How many turbines will the Norvik tidal plant have?"
    assert summary(question, wrong, right) == ["The Norvik tidal plant will have four turbines and not fourteen."]
    assert sides(question, wrong, right) == [["fourteen", "four"]]


def test_of_the_newest_side_the_sentence_that_names_the_value_it_replaces_comes_first():
    old = passage("The Norvik dam will open in October 2026.", "minutes", published_at="2024-03-12")
    short = passage("The Norvik dam can open in June 2028.", "grid", published_at="2026-02-10")
    full = passage("The Norvik dam will open in June 2028 and not in October 2026.", "paper", published_at="2026-03-03")
    assert summary("When will the Norvik dam open?", old, short, full) == [full.text]


@pytest.mark.parametrize(
    "text",
    [
        "I wrote to Norvik Energy and asked what the Norvik tidal plant would do to my bill.",
        "Nobody could say what the Norvik tidal plant will do to the bill.",
    ],
)
def test_a_question_in_a_source_answers_nothing(text: str):
    assert claims("What will the Norvik tidal plant do to the bill?", passage(text, "letter")) == []


def test_a_finance_committee_pays_for_nothing():
    text = "The Norvik tidal plant was discussed by the finance committee, which is building trust."
    assert claims("Who pays for building the Norvik tidal plant?", passage(text, "minutes")) == []


def test_who_somebody_is_takes_a_name_beside_the_office():
    named = "Mayor Ingrid Aasen answered that the budget stands."
    unnamed = "The mayor proposed that the Norvik Town Council ask for an opinion before any loan is signed."
    found = claims(
        "Who is the mayor of Norvik?", passage(named, "courier", title="Norvik"), passage(unnamed, "minutes")
    )
    assert found == [named]


def test_an_office_of_one_body_is_not_told_by_the_same_office_elsewhere():
    text = "In the chair of the Norvik town council: Mayor Ingrid Aasen."
    assert claims("Who is the chair of the finance committee of Norvik?", passage(text, "minutes")) == []


def test_a_dateline_is_no_part_of_what_is_quoted():
    text = "NORVIK (Coast Wire) - The yard Maran Marine will build the Norvik turbines."
    found = claims("Who will build the Norvik turbines?", passage(text, "wire"))
    assert found == ["The yard Maran Marine will build the Norvik turbines."]


def test_a_sentence_that_begins_with_a_number_can_be_quoted():
    text = "612 households answered the Norvik survey."
    assert claims("How many households answered the Norvik survey?", passage(text, "survey")) == [text]


def test_the_sentence_before_is_taken_along_where_it_names_what_was_asked():
    text = (
        "The second Norvik transformer was ordered in June 2025. The maker says that it will be delivered in May 2027."
    )
    assert claims("When will the second Norvik transformer be delivered?", passage(text, "notice")) == [text]


def test_a_sentence_that_says_all_itself_is_quoted_alone():
    text = "The Norvik dam is large, and the Norvik dam is a dam. The Norvik dam will cost 5 million crowns, it says."
    assert claims("What will the Norvik dam cost?", passage(text, "notice")) == [text.split(". ")[1]]


def test_who_does_a_thing_is_not_told_by_who_does_it_to_something_else():
    hall = passage("Norvik Energy will build a hall in Norvik.", "minutes", title="A hall")
    yard = passage("Maran Marine will build the Norvik turbines.", "wire", title="A yard")
    others = [passage(f"The Norvik turbines of row {n} are painted blue.", f"row{n}", title="Rows") for n in range(8)]
    assert claims("Who will build the turbines?", hall, yard, *others) == [yard.text]


def test_an_age_is_not_told_by_a_year_or_a_name():
    assert claims("How old is the Norvik keeper?", passage("The Norvik keeper has been retired since 2019.", "a")) == []


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (SUPPLY, ["suppli"]),
        ("When did the council approve the plant?", ["approv"]),
        ("How many people will work in the control room?", ["work"]),
        ("What is the capacity of the plant?", ["capac"]),
        ("How many turbines will it have?", []),
        ("How much did the storm damage cost?", ["cost"]),
        ("Wann wird die erste Turbine abgesenkt?", ["abgesenkt"]),
    ],
)
def test_what_is_asked_of_a_subject_is_its_verb_or_the_asked_noun(question: str, expected: list[str]):
    assert relation(question) == expected


def test_a_bare_question_word_asks_of_what_the_part_before_it_says():
    parts = plan_by_rules("When did the council approve the plant, and by how many votes?", None).subquestions
    assert [part.text for part in parts] == [
        "When did the council approve the plant?",
        "By how many votes did the council approve the plant?",
    ]


def test_a_german_question_also_looks_for_english_words():
    queries = plan_by_rules("Welcher Anteil der Haushalte in Tornholm wird versorgt?", None).subquestions[0].queries
    assert any("households" in query for query in queries)


WORDS = st.lists(
    st.sampled_from(
        ["the plant", "12 percent", "in 2019", "rose", ", and", ", which", "but", "3.5 percent", ". It", "fell"]
    ),
    min_size=1,
    max_size=14,
)


@settings(deadline=None)
@given(WORDS)
def test_the_words_around_a_value_hold_the_value_and_no_other_of_its_kind_beyond_a_comma(words: list[str]):
    text = " ".join(words)
    values = find_values(text, "en")
    for value in values:
        start, end = scope_of(text, value, values)
        assert 0 <= start <= value.char_start < value.char_end <= end <= len(text)
        assert scope_of(text, value, values[::-1]) == (start, end)


@given(st.text(max_size=200))
def test_clauses_of_any_text_are_stretches_of_it(text: str):
    assert all(clause in text for clause in split_clauses(text))


@pytest.mark.parametrize("question", ["By how much does traffic in Varn rise?", "How much does traffic in Varn rise?"])
def test_a_rise_that_is_asked_for_is_answered_by_a_percentage(question: str):
    said = "Traffic in Varn rises by 31 percent in the first year."
    assert claims(question, passage(said, "road")) == [said]
    assert not claims("How much does the Varn road cost?", passage(said, "road"))


@pytest.mark.parametrize(
    ("question", "answer", "beside"),
    [
        ("When was the bank Hovden established?", "Hovden was established in 1902.", "Hovden lends to farmers."),
        ("How long is the river Orm?", "The Orm is 214 kilometres long.", "The Orm is fished by forty families."),
        ("Where is the village Tarn located?", "Tarn lies in the north of Skerra.", "Tarn has nine pupils."),
        ("How large will the market be in 2030?", "The market will be worth 4.2 billion euros in 2030.",
         "The market's loan was 3 million euros in 2030."),
    ],
)  # fmt: skip
def test_what_only_says_of_what_kind_a_named_thing_is_need_not_be_said(question: str, answer: str, beside: str):
    assert claims(question, passage(answer, "a", title="A note"), passage(beside, "b", title="A note")) == [answer]


@pytest.mark.parametrize(
    ("question", "answer", "beside", "language"),
    [
        ("¿Cuánto pesa la campana?", "La campana pesa 900 kilos.", "La campana es de bronce.", "es"),
        ("Сколько стоит билет в музей?", "Билет в музей стоит 350 рублей.", "Билет в музей продают на входе.", "ru"),
        ("Giá vé xe buýt là bao nhiêu?", "Giá vé xe buýt là 7.000 đồng.", "Giá vé xe buýt ghi trên xe.", "vi"),
        ("Quanto custa o bilhete do museu?", "O bilhete do museu custa 9 euros.", "O bilhete do museu é azul.", "pt"),
        ("Hoeveel kost een kaartje?", "Een kaartje kost 15 euro.", "Een kaartje koop je aan de deur.", "nl"),
    ],
)
def test_how_much_is_answered_by_a_number_in_languages_that_no_table_of_units_knows(
    question: str, answer: str, beside: str, language: str
):
    texts = [passage(text, name, title="7", language=language) for name, text in (("a", answer), ("b", beside))]
    assert claims(question, *texts) == [answer]
    assert claims(question, texts[1]) == []
