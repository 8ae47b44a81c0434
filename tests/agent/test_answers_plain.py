"""Questions in plain words that users asked of their own documents, without a model."""

import pytest
from affairs import answer, claims, gathered, passage

from agent.plan import plan_by_rules
from agent.review import review
from agent.words.terms import same_term, same_word, stem_word


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("How many members did the swimming club lose?", "The swimming club has lost 140 of its 620 members."),
        ("How long did the tower stand?", "The tower had stood for 300 years."),
        ("When does the ferry leave?", "The ferry left on 3 May 2025."),
    ],
)
def test_a_strong_verb_is_met_by_its_other_forms(question: str, text: str):
    assert claims(question, passage(text, "a", title="Dorn")) == [text]


def test_forms_of_a_verb_are_one_word_and_words_like_it_are_others():
    stems = [stem_word(word, "en") for word in ("begin", "began", "opens")]
    assert same_word(stems[0], stems[1], "en")
    assert same_term(stems[0], stems[2], "en")
    assert not same_word(stems[0], stems[2], "en")


def test_people_who_had_to_do_something_are_counted():
    text = "98 people had to leave their homes."
    assert claims("How many people had to leave their homes?", passage(text, "a", title="Dorn")) == [text]


@pytest.mark.parametrize(
    ("question", "other"),
    [
        (
            "When did the outage begin?",
            "The proposal to open a second region of the outage board in Frankfurt was postponed to January 2026.",
        ),
        ("When did the power cut begin?", "The market hall will open in May 2026."),
        ("When did the Relaypost outage begin?", "A second region will open in January 2026."),
    ],
)
def test_what_opens_is_no_beginning_of_something_else(question: str, other: str):
    opens = other.replace(" of the outage board", "")
    assert claims(question, passage(opens, "a", title="Minutes on the Relaypost outage and the power cut")) == []


def test_a_word_like_the_asked_one_answers_where_it_is_said_of_the_asked_thing():
    text = "The power cut started on 3 May 2025."
    assert claims("When did the power cut begin?", passage(text, "a", title="Lowen")) == [text]


@pytest.mark.parametrize(
    ("question", "other", "own"),
    [
        (
            "How long was the US region down?",
            "The service was down in the EU region for 6 hours.",
            "The service was down in the US region for 2 hours.",
        ),
        (
            "When was lot LX2209 recalled from the shops?",
            "Lot LX2207 was recalled from the shops on 3 May 2025.",
            "Lots LX2207 and LX2209 were recalled from the shops on 4 May 2025.",
        ),
        (
            "When will the Alderbrook pool open for the schools?",
            "The Westfield pool will open for the schools on 3 May 2025.",
            "The Alderbrook pool will open for the schools on 4 May 2025.",
        ),
        (
            "How many people work at the Danish office?",
            "At the Swedish office 40 people work.",
            "At the Danish office 50 people work.",
        ),
    ],
)
def test_what_is_said_of_another_thing_of_its_kind_does_not_answer(question: str, other: str, own: str):
    texts = [
        passage(text, name, title="US region, Alderbrook pool, lot LX2209, Danish office")
        for name, text in (("a", other), ("b", own))
    ]
    assert claims(question, texts[0]) == []
    assert claims(question, *texts) == [own]


def test_asked_which_the_others_of_that_kind_are_no_answer():
    others = passage("Other strengths of Cardovex and other lots are not affected.", "a", title="Recall")
    named = passage("The lots LX2207 and LX2209 of Cardovex are affected.", "b", title="Recall")
    packs = passage("Patients should bring affected packs of Cardovex to their pharmacy.", "c", title="Recall")
    assert claims("Which lots of Cardovex are affected?", others, packs) == []
    assert claims("Which lots of Cardovex are affected?", others, named) == [named.text]
    assert claims("Which lots of Cardovex are not affected?", others) == [others.text]


def test_asked_which_a_name_answers_without_the_asked_noun():
    text = "A new supplier of the solvent, Kemira Solvents of Tarnow, had delivered it contaminated."
    found = claims("Which company supplied the contaminated solvent?", passage(text, "a", title="The company"))
    assert found == [text]


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("When is the hotline open?", "The hotline is open every day from 7 am to 9 pm."),
        ("When is the hotline open?", "The hotline is open on weekdays."),
        ("When did the first alert fire?", "The first alert fired at 06:31 UTC."),
        ("Wann ist die Hotline erreichbar?", "Die Hotline ist täglich von 7 bis 21 Uhr erreichbar."),
    ],
)
def test_when_something_is_open_is_told_by_hours_and_days(question: str, text: str):
    language = "de" if question.startswith("Wann") else "en"
    assert claims(question, passage(text, "a", title="Notice", language=language)) == [text]


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("When is the hotline open?", "The hotline is open to patients and doctors."),
        ("In what year did the first alert fire?", "The first alert fired at 06:31 UTC."),
        ("When did the first alert fire?", "The first alert fired on weekdays."),
    ],
)
def test_hours_do_not_tell_a_year_and_days_of_the_week_no_event(question: str, text: str):
    assert claims(question, passage(text, "a", title="Notice")) == []


def test_how_much_less_is_told_by_a_percentage_in_that_direction():
    less = passage("The renovated pool will use 40 percent less energy than today.", "a", title="Pool")
    more = passage("The renovated pool will use 12 percent more energy than today.", "b", title="Pool")
    whole = passage("The renovated pool will use 900 megawatt hours of energy.", "c", title="Pool")
    assert claims("How much less energy will the pool use?", less, more, whole) == [less.text]
    assert claims("How much more energy will the pool use?", less, more, whole) == [more.text]


def test_what_somebody_guarantees_need_not_be_money():
    text = "Relaypost guarantees an availability of 99.9 percent a month."
    assert claims("What availability does Relaypost guarantee?", passage(text, "a", title="Plans")) == [text]
    assert claims("What price does Relaypost guarantee?", passage(text, "a", title="Plans")) == []


def test_the_root_cause_is_asked_like_any_cause():
    text = "The outage was caused by an expired certificate."
    assert claims("What was the root cause of the outage?", passage(text, "a", title="Post-mortem")) == [text]


def test_a_cause_that_is_only_announced_is_quoted_with_the_sentence_that_states_it():
    text = "The cause of the impurity has been found. A new supplier had delivered material with nitrite."
    opinion = passage("I knew about the impurity since spring, months after the agency did.", "b", title="Blog")
    [found] = answer("What caused the impurity?", passage(text, "a", title="Recall"), opinion)
    assert found.claim_text == text
    three = "The cost increase has three causes. The asbestos in the roof was not known."
    assert claims("What caused the cost increase?", passage(three, "a", title="Audit")) == [three]


def test_what_a_thing_is_called_is_not_told_by_any_sentence_about_it():
    opens = passage("The pool will reopen in May 2025.", "a", title="Pool")
    named = passage("The pool is called Clara Weiss Baths.", "b", title="Pool")
    assert claims("What is the name of the pool?", opens) == []
    assert claims("What is the name of the pool?", opens, named) == [named.text]
    chair = passage("The chair of the board is Ada Berg.", "c", title="Board")
    assert claims("What is the name of the chair of the board?", chair) == [chair.text]


def test_a_question_of_small_words_alone_is_told_to_name_what_it_is_about():
    plan = plan_by_rules("What will be done so that this does not happen again?", None)
    evidence = gathered(1, [passage("Retries of clients are limited to three.", "a", title="Notes")])
    [gap] = review(plan, [], 1, set(), evidence).gaps
    assert gap.missing == "asks with no word that could be looked for; name what it is about"


def test_a_season_that_two_sentences_share_answers_nothing():
    dizzy = passage("My mother took Cardovex for four years and was dizzy all summer.", "a", title="Why I trust no one")
    knew = passage("Lindmar knew about the impurity since May.", "b", title="Lindmar")
    others = [passage(f"Cardovex by Lindmar is sold in shop {n}.", f"c{n}", title="Lindmar") for n in range(8)]
    question = "Did Lindmar know about the impurity before the summer?"
    assert claims(question, dizzy, *others) == []
    assert claims(question, dizzy, knew, *others) == [knew.text]


def test_a_body_that_does_something_else_is_nobody_who_objects():
    approved = passage("The board approved the post-mortem of the outage with one objection.", "a", title="Minutes")
    objected = passage("The board objected to the post-mortem of the outage.", "b", title="Minutes")
    question = "Who objected to the post-mortem?"
    assert claims(question, approved) == []
    assert claims(question, approved, objected) == [objected.text]
