"""What may take a sentence back from around it leaves it to a reader: nothing is called supported that no text says."""

import time

import pytest

from agent.record.verdicts import finding_of
from agent.rules.check import check_claim
from agent.verify import Check, check_verbatim
from agent.words.sentences import find_sayable

COST = "The Hemmar tunnel will cost 90 million crowns."
OPENS = "The Hemmar tunnel will open in 2027."
DE = "Der Hemmartunnel kostet 90 Millionen Kronen."
FR = "Le tunnel de Hemmar coûtera 90 millions de couronnes."
ES = "El túnel de Hemmar costará 90 millones de coronas."
ZH = "海马隧道耗资九千万元。"
FAR = "The council met in the old town hall and spoke of the budget at some length. " * 60

DOUBTED = [
    (COST, f"{COST} Nobody believes it.", "Nobody believes it."),
    # above it
    (COST, f"What the plan does not contain\n\n- {OPENS}\n- {COST}", "What the plan does not contain"),
    (COST, f"Things that did not happen\n\n- {COST}", "Things that did not happen"),
    (COST, f"Rejected proposals\n\n{COST}", "Rejected proposals"),
    (COST, f"Motion 4 (lost, 2 votes to 19)\n{COST}", "Motion 4 (lost, 2 votes to 19)"),
    (COST, f"Abandoned designs\n\nNorth side\n\n{COST}", "Abandoned designs"),
    # beside it
    (COST, f"Claim | Verdict\n{COST} | False\n{OPENS} | True", "False"),
    (COST, f"Claim | Verdict\n{COST} | Pants on fire\n{OPENS} | True", "Pants on fire"),
    (COST, f"Who | What\nIda Holm | {COST}[^1]\n\n[^1]: The company withdrew this.", "The company withdrew this."),
    (COST, f"{COST}*\n\n{FAR}\n\n* Not true. The company said so.", "Not true. The company said so."),
    # after it
    (COST, f"{COST}\n\nThis claim, made by the opposition, is false.", "This claim, made by the opposition, is false."),
    (COST, f"{COST} That is, if parliament approves it, which it refused.", "That is, if parliament approves it"),
    (COST, f"{COST} Correction: the article gave the wrong cost; it is 84 million.", "Correction: the article"),
    (COST, f"LAWYER: {OPENS}\n{COST}\nJUDGE: That is not proven.", "JUDGE: That is not proven."),
    (COST, f"{COST} The mayor called this nonsense.", "The mayor called this nonsense."),
    (COST, f"{COST} The plan was abandoned in 2019.", "The plan was abandoned in 2019."),
    (COST, f"{COST} Nobody at the site believes it.", "Nobody at the site believes it."),
    # before it
    (COST, f"It was wrongly reported on Monday. {COST}", "It was wrongly reported on Monday."),
    (COST, f"Until 2015 the law read as follows. {COST}", "Until 2015 the law read as follows."),
    (COST, f"The court acquitted him of these charges. {COST}", "The court acquitted him of these charges."),
    (COST, f"We could not confirm any of the firm's statements. {OPENS} {COST}", "We could not confirm any"),
    (COST, f"Our vision for the year 2050: {OPENS} {COST}", "Our vision for the year 2050"),
    (COST, f"Which of these is true?\nA. {OPENS}\nB. {COST}", "Which of these is true?"),
    (DE, f"Das Gericht verwarf die folgenden Angaben. {DE}", "Das Gericht verwarf die folgenden Angaben."),
    (FR, f"{FR} Le maire a démenti cette nouvelle.", "Le maire a démenti cette nouvelle."),
    (ES, f"{ES} La noticia resultó ser falsa.", "La noticia resultó ser falsa."),
    (ZH, f"以下说法均不属实：\n{ZH}", "以下说法均不属实："),
    # of the whole text
    (
        COST,
        f"This article has been retracted by the editors.\n\n{FAR}\n\n{COST}\n\n{FAR}",
        "This article has been retract",
    ),
    (COST, f"{COST}\n\n{FAR}\n\nAll names on this page are imaginary.", "All names on this page are imagin"),
    (COST, f"The Hemmar Secret\nA short story by Ida Holm\n\n{COST}", "A short story by Ida Holm"),
    (FR, f"L'article suivant est une parodie. {FR}", "L'article suivant est une parod"),
    # another's words
    (f"> {COST}", f"No, it is 14.\n\n> {COST}", "the source quotes it from another text"),
    (COST, f"No, it is 14.\n\n> {OPENS} {COST}", "the source quotes it from another text"),
    (f"“{COST}”", f"“{COST}”\n\n{OPENS}", "the source says it in quotation marks"),
]
STANDS = [
    (COST, f"Rejected proposals\n\nThe tunnel gets a toll.\n\nAdopted proposals\n\n{COST}"),
    (COST, f"Motion 5 (carried)\n{COST}"),
    (COST, f"Claim | Verdict\n{OPENS} | False\n{COST} | True"),
    (COST, f"What | Length\n{COST} | 4 km"),
    (COST, f"{COST}[^1]\n\n[^1]: Annual report, page 4.\n[^2]: This figure is wrong."),
    (COST, f"{COST} The plan was approved in 2019."),
    (COST, f"{COST} The mayor called this a triumph."),
    (COST, f"{COST} The council rejected a bid of 80 million."),
    (COST, f"{COST} It lost 3 million in May."),
    (COST, f"{COST} The number of false alarms rose."),
    (COST, f"{COST} This town was founded in 1988."),
    (COST, f"The sonata is also called the False Start. {COST}"),
    (COST, f"The refusal of Japan to surrender was told on the following day. {COST}"),
    (COST, f"Following its withdrawal in 2005 the number of deaths fell. {COST}"),
    (COST, f"The imaging was done as follows. {COST}"),
    (COST, f"Note that the person in office does not do so for ever: {OPENS} {COST}"),
    (COST, f"Until 2015 the tunnel was closed. {COST}"),
    (COST, f"The study has a novel design.\n\n{COST}"),
    (COST, f"{COST}\n\nThis article was first published in May. Corrected on 4 June."),
    (COST, f"{COST} Nobody was surprised by it."),
    (COST, f"He said: “Wait.” {COST}"),
    (COST, f"“Wait,” he said. {COST}"),
]


def found(sentence: str, text: str, title: str = "") -> Check:
    at = text.index(sentence)
    return check_verbatim(sentence, sentence, text, (at, at + len(sentence)), title=title)


@pytest.mark.parametrize(("sentence", "text", "words"), DOUBTED)
def test_what_its_surroundings_may_take_back_is_left_to_a_reader(sentence: str, text: str, words: str) -> None:
    check = found(sentence, text)
    assert check.verdict == "cannot_check"
    assert words in check.reason


@pytest.mark.parametrize(("sentence", "text"), STANDS)
def test_ordinary_prose_stays_the_source_s_own(sentence: str, text: str) -> None:
    assert found(sentence, text).verdict == "valid"


@pytest.mark.parametrize(
    ("title", "verdict"),
    [
        ("RETRACTED: Costs of tunnels", "cannot_check"),
        ("The Daily Satire - Hemmar tunnel", "cannot_check"),
        ("The Hemmar Secret: a novel", "cannot_check"),
        ("Test data for our parser", "cannot_check"),
        ("A novel way to build a tunnel", "valid"),
        ("Satire magazine opens in Hemmar", "valid"),
        ("The withdrawn mayor of Hemmar", "valid"),
    ],
)
def test_a_title_that_says_what_the_text_is_counts_for_all_of_it(title: str, verdict: str) -> None:
    assert found(COST, f"{OPENS} {COST}", title).verdict == verdict


@pytest.mark.parametrize(
    ("opening", "ending", "verdict"),
    [
        ("This article has been retracted.", "", "cannot_check"),
        ("", "* This figure is wrong.", "cannot_check"),
        ("The tunnel.", "* Annual report.", "valid"),
    ],
)
def test_a_long_text_s_beginning_and_end_count_where_a_sentence_stands_far_from_them(
    opening: str, ending: str, verdict: str
) -> None:
    row = {
        "claim_text": COST, "quote": COST, "quote_match": "exact", "char_start": 9_000, "char_end": 9_000 + len(COST),
        "heading": None, "title": None, "around": [{"text": f"{COST}* {OPENS}", "char_start": 9_000}],
        "passages": [{"text": f"{COST}* {OPENS}", "char_start": 9_000}], "opening": [opening], "ending": [ending],
    }  # fmt: skip
    assert finding_of(row).verdict == verdict


def test_what_may_be_taken_back_is_still_an_answer_for_a_reader() -> None:
    """A needless doubt costs a look: the sentence is shown, and called unreviewed."""
    said = find_sayable(f"{COST} The mayor called this nonsense.", "en", None)
    assert COST in {f"{COST} The mayor called this nonsense."[one.char_start : one.char_end] for one in said}


def test_check_names_the_words_that_may_take_a_sentence_back() -> None:
    text = f"{COST} The mayor called this nonsense."
    check = check_claim(COST, text)
    assert (check.verdict, check.checker) == ("cannot_check", "")
    assert check.reason == "the source may take it back after it: “The mayor called this nonsense.”"


@pytest.mark.parametrize("unit", ["this ", "What is not: ", "(", "a | ", "> ", "*", "The report, ", "all above "])
def test_no_text_takes_long(unit: str) -> None:
    text = f"{unit * 20_000}\n\n{COST}* {unit * 20_000}"
    before = time.process_time()
    found(COST, text, unit * 500)
    assert time.process_time() - before < 10
