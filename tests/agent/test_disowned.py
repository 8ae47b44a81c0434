"""What stands around a sentence may take it back: then the source shows it and does not say it."""

import pytest

from agent.plan import SubQuestion
from agent.rules.check import check_claim
from agent.verify import check_verbatim
from agent.words.answers import Asked
from agent.words.sentences import find_sayable

COST = "The Hemmar tunnel will cost 90 million crowns."
OPENS = "The Hemmar tunnel will open in 2027."
DE = "Der Hemmartunnel kostet 90 Millionen Kronen."
FR = "Le tunnel de Hemmar coûtera 90 millions de couronnes."
ES = "El túnel de Hemmar costará 90 millones de coronas."

TAKEN_BACK = [
    (COST, f"The following rumours are all false.\n\n{COST}", "The following rumours are all false."),
    (OPENS, f"Myths about the Hemmar tunnel\n\n- {COST}\n- {OPENS}", "Myths about the Hemmar tunnel"),
    (COST, f"In the novel, the following is said. {COST}", "In the novel, the following is said."),
    (COST, f"If the bill passes, three things follow. {OPENS} {COST}", "If the bill passes, three things follow."),
    (COST, f"The budget was passed in May. {COST} Not!", "Not!"),
    (COST, f"Two sayings go round.\n\n- {COST}\n- {OPENS}\n\nEvery line above is wrong.", "Every line above is wrong."),
    (
        OPENS,
        f"None of the following statements is true:\n\n- {COST}\n- {OPENS}",
        "None of the following statements is true:",
    ),
    (COST, f"{COST} That is not true, and the ministry has said so twice.", "That is not true"),
    (COST, f"Which of the following is correct?\n\n- {COST}\n- {OPENS}", "Which of the following is correct?"),
    (COST, f"Imagine the following scenario. {COST}", "Imagine the following scenario."),
    (
        COST,
        f"The ministry denies the following claims:\n- {OPENS}\n- {COST}",
        "The ministry denies the following claims:",
    ),
    (COST, f"Here is an example of a made-up headline: \n\n{COST}", "Here is an example of a made-up headline:"),
    (COST, f"Common misconceptions\n\n{COST} {OPENS}", "Common misconceptions"),
    (DE, f"Folgende Gerüchte sind alle falsch.\n\n{DE}", "Folgende Gerüchte sind alle falsch."),
    (DE, f"Mythen rund um den Hemmartunnel\n\n{DE}", "Mythen rund um den Hemmartunnel"),
    (DE, f"{DE} Das stimmt nicht.", "Das stimmt nicht."),
    (FR, f"Les affirmations suivantes sont fausses :\n\n- {FR}", "Les affirmations suivantes sont fausses :"),
    (FR, f"Idées reçues sur le tunnel\n\n{FR}", "Idées reçues sur le tunnel"),
    (ES, f"En la novela se dice lo siguiente. {ES}", "En la novela se dice lo siguiente."),
    (ES, f"{ES} Eso es falso.", "Eso es falso."),
]
STANDS = [
    (COST, f"Fact check\n\n{COST}"),
    (COST, f"False alarm at the plant\n\n{COST}"),
    (COST, f"The myth of Sisyphus museum opens\n\n{COST}"),
    (OPENS, f"If you go:\n\n- {OPENS}\n- Parking is free."),
    (COST, f"What will it cost?\n\n{COST}"),
    (COST, f"The council decided the following.\n\n- {OPENS}\n- {COST}"),
    (COST, f"The first figure was wrong. {COST}"),
    (COST, f"{COST} This is not the whole sum."),
    (COST, f"{COST} The wrong pump was fitted in May."),
    (COST, f"Is it dear? Wrong question. {COST}"),
    (COST, f"The following facts are not in dispute: \n\n{COST}"),
    (COST, f"Rumours about a sale were false, the bank said. {COST}"),
    (COST, f"These examples show what it means:\n\n- {COST}\n- {OPENS}"),
    (COST, f"A film about the tunnel was shown on the following day. {COST}"),
    (COST, f"If you have questions, the following helps. {COST}"),
    (COST, f"The following rumours have been confirmed:\n\n- {COST}"),
    (DE, f"Falscher Alarm im Werk\n\n{DE}"),
    (DE, f"Der Rat beschloss Folgendes: \n\n{DE}"),
    (FR, f"Les mesures suivantes ont été prises :\n\n- {FR}"),
    (ES, f"Verdadero o falso: lo que hay que saber. {ES}"),
]

# Held out when the rule was first written: it knew 17 of 24 (two are still missed and not listed) and 24 of 24.
MORE_TAKEN_BACK = [
    (COST, f"Five persistent myths about the tunnel\n\n{COST}"),
    (COST, f"What people wrongly believe\n\n- {COST}"),
    (COST, f"A satirical site published the following text. {COST}"),
    (COST, f"Should the referendum fail, the following will happen:\n\n1. {COST}\n2. {OPENS}"),
    (COST, f"{COST} This claim is false."),
    (COST, f"{COST} Just kidding!"),
    (COST, f"{COST} None of that is true."),
    (COST, f"The company never said the following.\n\n{COST}"),
    (COST, f"Suppose the following facts. {COST} {OPENS}"),
    (COST, f"Rumours\n\n- {COST}\n- {OPENS}"),
    (COST, f"In the video game “Deep Road”, the following happens. {COST}"),
    (COST, f"The next sentence is a lie. {COST}"),
    (COST, f"It is not true that:\n\n- {COST}\n- {OPENS}"),
    (COST, f"- {COST}\n- {OPENS}\n\nNothing above is correct."),
    (DE, f"Häufige Irrtümer\n\n- {DE}"),
    (DE, f"Angenommen, es gilt Folgendes. {DE}"),
    (DE, f"Die folgenden Behauptungen sind frei erfunden:\n\n- {DE}"),
    (FR, f"Dans le roman, on lit ce qui suit. {FR}"),
    (FR, f"{FR} C'est faux."),
    (FR, f"Fausses informations sur le tunnel\n\n{FR}"),
    (ES, f"Bulos sobre el túnel\n\n- {ES}"),
    (ES, f"Las siguientes afirmaciones son falsas:\n\n- {ES}"),
]
MORE_STANDS = [
    (COST, f"Myth busters win the cup\n\n{COST}"),
    (COST, f"The false ceiling was removed. {COST}"),
    (COST, f"Here is what the council said: \n\n- {COST}\n- {OPENS}"),
    (COST, f"If the wind allows, the bridge opens on Monday. {COST}"),
    (COST, f"In the film, Berg plays a miner. {COST}"),
    (COST, f"The minister denied the report. The following day the council met. {COST}"),
    (COST, f"{COST} It is not the only one."),
    (COST, f"{COST} This is wrong for other tunnels, which cost less."),
    (COST, f"{COST} No other tunnel costs as much."),
    (COST, f"Example\n\n{COST}"),
    (COST, f"Rumours of a sale lift shares\n\n{COST}"),
    (COST, f"The sign above the door is wrong. {COST}"),
    (COST, f"Why is it late?\n\n{COST}"),
    (COST, f"The following is known for certain. {COST}"),
    (COST, f"The council rejected the following bids:\n\n- 80 million from Berg\n\n{COST}"),
    (COST, f"Not all is well. {COST}"),
    (COST, f"Myths about the tunnel\n\nThe tunnel is haunted.\n\nFacts about the tunnel\n\n{COST}"),
    (COST, f"Myths about the tunnel\n\nIt is said to be cheap. In fact, it is dear.\n\nCosts\n\n{COST}"),
    (DE, f"Die Lage ist wie folgt. {DE}"),
    (DE, f"Wenn Sie Fragen haben, hilft Folgendes: \n\n- {DE}"),
    (FR, f"L'année suivante, une fausse alerte a eu lieu. {FR}"),
    (FR, f"Voici les chiffres. {FR}"),
    (ES, f"Los siguientes datos son oficiales:\n\n- {ES}"),
    (ES, f"Al día siguiente se desmintió la noticia. {ES}"),
]


def found(sentence: str, text: str) -> tuple[str, str, bool]:
    at = text.index(sentence)
    check = check_verbatim(sentence, sentence, text, (at, at + len(sentence)))
    said = any((one.core_start, one.core_end) == (at, at + len(sentence)) for one in find_sayable(text, None, None))
    return check.verdict, check.reason, said


@pytest.mark.parametrize(("sentence", "text", "words"), TAKEN_BACK)
def test_what_its_surroundings_take_back_is_not_what_the_source_says(sentence: str, text: str, words: str) -> None:
    verdict, reason, is_said = found(sentence, text)
    assert (verdict, is_said) == ("cannot_check", False)
    assert words in reason


@pytest.mark.parametrize(("sentence", "text"), MORE_TAKEN_BACK)
def test_other_ways_to_take_a_sentence_back_are_seen_too(sentence: str, text: str) -> None:
    assert found(sentence, text)[::2] == ("cannot_check", False)


@pytest.mark.parametrize(("sentence", "text"), [*STANDS, *MORE_STANDS])
def test_what_only_looks_taken_back_stays_the_source_s_own(sentence: str, text: str) -> None:
    assert found(sentence, text)[::2] == ("valid", True)


def test_check_says_which_words_take_a_sentence_back() -> None:
    text = f"The following rumours are all false.\n\n{COST}"
    for quote in (None, COST):
        found = check_claim(COST, text, quote=quote)
        assert (found.verdict, found.checker) == ("cannot_check", "")
        assert found.reason == "the source says before it: “The following rumours are all false.”"


def test_a_sentence_that_the_text_says_elsewhere_too_is_its_own() -> None:
    found = check_claim(OPENS, f"Myths about the Hemmar tunnel\n\n{OPENS}\n\nWhat is true\n\n{OPENS}")
    assert (found.verdict, found.checker) == ("valid", "verbatim")


def test_a_sentence_is_taken_back_by_the_heading_of_its_passage() -> None:
    assert find_sayable(f"{COST} {OPENS}", "en", "Myths about the Hemmar tunnel") == []
    assert len(find_sayable(f"{COST} {OPENS}", "en", "The Hemmar tunnel")) == 2


@pytest.mark.parametrize(
    "text",
    [f"~~{COST}~~ {OPENS}", f"~~{COST[:20]}~~ ~~{COST[20:]}~~ {OPENS}", f"- ~~{COST}~~\n- {OPENS}"],
)
def test_what_is_struck_out_is_no_claim_and_what_stands_beside_it_is(text: str) -> None:
    assert [text[one.char_start : one.char_end] for one in find_sayable(text, "en", None)] == [OPENS]
    assert check_claim(OPENS, text).verdict == "valid"
    assert check_claim(COST, text).verdict == "rejected"
    assert check_claim(COST, text, quote=COST).verdict == "rejected"


def test_a_turn_that_only_says_no_says_nothing_by_itself() -> None:
    turns = "Q: Is the tunnel closed now?\nA (Minister Anna Tveit): No.\nMinister Anna Tveit: No."
    text = f"{turns}\nA: No decision has been made."
    said = [text[one.char_start : one.char_end] for one in find_sayable(text, "en", None)]
    assert said == ["A: No decision has been made."]


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("A (Minister Anna Tveit): No minister of transport has decided.", False),
        ("A: Anna Tveit is the minister of transport.", True),
    ],
)
def test_who_speaks_in_a_turn_is_no_answer_to_who(text: str, holds: bool) -> None:
    who = SubQuestion(1, "Who is the minister of transport?", "person", (), subject="minister of transport")
    asked = Asked(who, ["minist"], {"minist": 1.0, "transport": 1.0}, "en")
    assert (asked.holds(text, [], "en") > 0) is holds
