"""Which sentence answers a question: by the kind of value, by what is denied, by other words for the same."""

import pytest
from affairs import answer, claims, passage

from agent.words.denied_question import denies
from agent.words.terms import stems

COST = "What will the Norvik tidal plant cost?"


def test_the_answering_sentence_is_quoted_word_for_word_at_its_offsets():
    text = (
        "The ferry to the island runs daily. The Norvik tidal plant will\n"
        "cost 48.2 million crowns. The ferry will run as before and stop\nat noon."
    )
    source = passage(text, "minutes")
    (found,) = answer(COST, source)
    assert found.quote == text[found.char_start : found.char_end]
    assert found.claim_text == "The Norvik tidal plant will cost 48.2 million crowns."
    assert [value.text for value in found.values] == ["48.2 million crowns"]


def test_who_pays_for_removal_stays_open_when_nobody_speaks_of_removal():
    texts = [
        passage("The ministry will pay for the turbines of the Norvik tidal plant.", "letter"),
        passage("The town council will pay 12 million crowns for building the Norvik tidal plant.", "minutes"),
        passage("The Norvik tidal plant has four turbines. Tornholm Energy owns it.", "notice"),
    ]
    assert claims("Who will pay for removing the turbines of the Norvik tidal plant?", *texts) == []
    assert claims("Who will pay for removing the turbines of the Norvik tidal plant?", *texts[:1]) == []


def test_it_is_answered_when_somebody_uses_another_word_for_removal():
    text = "Norvik Energy will pay for dismantling the turbines."
    assert claims("Who will pay for removing the turbines of the Norvik tidal plant?", passage(text, "deed")) == [text]


def test_a_sentence_without_the_kind_of_value_asked_for_is_no_answer():
    assert claims(COST, passage("The cost of the Norvik tidal plant is a matter of dispute.", "blog")) == []
    assert (
        claims(
            "When will the Norvik tidal plant open?", passage("The Norvik tidal plant will open with 4 turbines.", "x")
        )
        == []
    )


def test_side_sums_and_other_things_do_not_answer_what_it_costs():
    found = claims(
        COST,
        passage("The Norvik tidal plant will cost 48.2 million crowns.", "minutes"),
        passage("Interest on the loans for the Norvik tidal plant will cost 1.7 million crowns.", "loan"),
        passage("Gritting cost 410,000 crowns this winter.", "roads", title="Minutes of the council"),
    )
    assert found == ["The Norvik tidal plant will cost 48.2 million crowns."]


def test_a_german_source_answers_an_english_question_in_its_own_words():
    text = "Das Gezeitenkraftwerk Norvik wird 61,5 Millionen Kronen kosten."
    (found,) = answer(COST, passage(text, "blatt", language="de", title="Gezeitenkraftwerk Norvik"))
    assert found.claim_text == text


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("How high is the Vallo bridge?", "The Vallo bridge is 64 metres high."),
        ("How many children attend Lindal school?", "Lindal school has 214 children who attend daily."),
        ("Why was the Orsk library closed?", "The Orsk library was closed because its roof leaked."),
        ("Where was Emil Harn born?", "Emil Harn was born in Drevby."),
        ("Wer hat die Brücke gebaut?", "Die Brücke wurde von Karl Brandt gebaut."),
        ("豹队的防守丢了多少分？", "黑豹队的防守只丢了308分，在联赛中排名第六。"),
    ],
)
def test_other_affairs_and_languages_are_answered_too(question: str, text: str):
    language = "zh" if "防" in text else "de" if "wurde" in text else "en"
    assert claims(question, passage(text, "page", title="A page", language=language)) == [text]


def test_nothing_gathered_gives_no_claim():
    assert answer(COST) == []


@pytest.mark.parametrize(
    ("question", "denying", "affirming"),
    [
        ("Who did not found the Lund choir?", "Per Dahl did not found the Lund choir.", "Siv founded the Lund choir."),
        ("Why was the Lund quarry not closed?", "The Lund quarry was not closed because it paid its way.",
         "The Lund quarry was closed because it flooded."),
    ],
)  # fmt: skip
def test_what_is_asked_to_be_not_so_is_answered_only_by_a_sentence_that_denies(
    question: str, denying: str, affirming: str
):
    assert claims(question, passage(affirming, "minutes")) == []
    assert claims(question, passage(affirming, "minutes"), passage(denying, "letter")) == [denying]


def test_a_denial_of_something_else_does_not_answer_what_is_asked_to_be_not_so():
    said = "Siv Berg, who was not a singer, founded the Lund choir."
    assert claims("Who did not found the Lund choir?", passage(said, "minutes")) == []


@pytest.mark.parametrize(
    ("sentence", "asked", "language", "is_denied"),
    [
        ("Per Dahl hat den Chor nicht gegründet.", "gegründet", "de", True),
        ("Siv Berg hat den Chor gegründet.", "gegründet", "de", False),
        ("Nobody founded it.", "founded", "en", True),
        ("Three farms have no water.", "water", "en", True),
        ("Vik signed the treaty, Holm did not.", "signed", "en", True),
        ("Siv, who never sang, founded it.", "founded", "en", False),
    ],
)
def test_a_denial_counts_where_it_takes_back_a_word_that_is_asked_with(
    sentence: str, asked: str, language: str, is_denied: bool
):
    assert denies(sentence, stems(asked, language), language, language) is is_denied


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("What is the height of the Vik tower?", "The Vik tower is 74 metres tall."),
        ("How deep is Lake Orm?", "Lake Orm has a depth of 74 metres."),
        ("What is the weight of the Vik bell?", "The Vik bell weighs 3 tonnes."),
        ("What is the length of the Vik bridge?", "The Vik bridge is 300 metres long."),
    ],
)
def test_a_measure_is_found_by_its_noun_and_by_its_adjective(question: str, sentence: str):
    assert claims(question, passage(sentence, "a")) == [sentence]


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        (
            "How much will Kestrel invest in the Orsa Lake mine?",
            "Kestrel will invest $640 million in the Orsa Lake mine.",
        ),
        ("How much is the fine?", "The Commission fines Vellmark 3.2 million pounds."),
        ("How much did the board approve?", "The board approved 250,000 pounds."),
        ("Was the bow door open when she left Lorvik?", "The bow door was open when the ferry left Lorvik."),
        ("Is it true that the bow door was closed?", "The bow door was open when the ferry left Lorvik."),
        ("At what hours does the charge apply?", "The charge applies from 7 a.m. to 6 p.m. on weekdays."),
        ("How many people survived the sinking of the ferry?", "79 people were rescued after the ferry sank."),
        ("What caused the sinking?", "The ferry sank because water entered through the bow door."),
    ],
)
def test_a_plain_question_is_answered_by_the_sentence_that_says_it(question: str, answer: str):
    assert claims(question, passage(answer, "notice")) == [answer]


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Who granted the permit?", "The state has granted Kestrel Minerals a tax exemption worth $112 million."),
        ("What caused the sinking?", "The cause of the sinking was not immediately known."),
        ("How much water does the mine use?", "The mine will cost $640 million and use water from the lake."),
        (
            "Was the bow door open when she left Lorvik?",
            "It is open whether the bow door was shut when she left Lorvik.",
        ),
    ],
)
def test_a_sentence_that_says_another_thing_in_the_question_s_words_is_no_answer(question: str, text: str):
    assert claims(question, passage(text, "notice")) == []
