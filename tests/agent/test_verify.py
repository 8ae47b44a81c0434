import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.verify import check_verbatim

TEXT = "A first line.\nThe plant will\ncost 48.2 million crowns. The rest."
QUOTE = "The plant will\ncost 48.2 million crowns."
PLACE = (14, 14 + len(QUOTE))


def test_a_source_s_own_sentence_at_its_place_is_valid():
    found = check_verbatim("The plant will cost 48.2 million crowns.", QUOTE, TEXT, PLACE)
    assert (found.quote_match, found.verdict, found.checker) == ("exact", "valid", "verbatim")


@pytest.mark.parametrize(
    "claim",
    [
        "The plant will cost 48.3 million crowns.",
        "The plant will not cost 48.2 million crowns.",
        "The plant costs 48.2 million crowns.",
        "The plant will cost 48.2 million crowns",
        "",
    ],
)
def test_other_words_than_the_quote_are_never_blessed(claim: str):
    assert check_verbatim(claim, QUOTE, TEXT, PLACE).verdict == "cannot_check"


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("the plant will cost 48 million crowns.", "Nobody believes the plant will cost 48 million crowns."),
        ("The plant will open in June", "The plant will open in June, if the cable is laid."),
        ("The plant will open", "The plant will open in June."),
        ("the plant will open.", "Hardly anybody thinks that\nthe plant will open."),
        ("it is safe.", "The makers say, it is safe."),
        ("The plant will open.", "“The plant will open.” he said"),
        ("The plant will open.", "It is not true that “The plant will open.”"),
        ("The plant will open.", "Myth: The plant will open. Fact: it will not."),
        ("The plant will open.", "If all goes well: The plant will open."),
        ("The plant will open.", "Nobody expects that\nThe plant will open."),
        ("The plant will open.", "Not (The plant will open.)"),
        ("The plant will open.", "The plant will open... or never."),
        ("The plant will open", "The plant will open? No, says the union."),
        ("The plant will open", "The plant will open – if the ministry agrees."),
        ("The plant will open", "The plant will open (unless the court stops it)."),
        ("The plant will open", "The plant will open; that was the plan that failed."),
        ("The plant will open", "The plant will open\nonly in a film."),
        ("The plant is safe", "The plant is safe-ish."),
        ("The plant costs 48", "The plant costs 48 % more than planned."),
        ("The plant costs 48.", "The plant costs 48.5 million crowns."),
        ("It fell to 5", "It fell to 5 °C below zero."),
        ("The dose is 5 mg", "The dose is 5 mg/kg per day."),
        ("Berg will resign.", "Nobody believes that Dr. Berg will resign."),
        ("工厂是安全的。", "没有人相信“工厂是安全的。”"),
        ("工厂是安全的", "工厂是安全的吗？"),
    ],
)
def test_a_part_cut_out_of_a_sentence_is_not_the_source_s_own_sentence(quote: str, text: str):
    at = text.index(quote)
    assert check_verbatim(quote, quote, text, (at, at + len(quote))).verdict == "cannot_check"


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("The plant will open.", "A line. The plant will open. Another line."),
        ("Cost: 48 million", "- Cost: 48 million\n- Date: June"),
        ("Cost: 48 million", "Cost: 48 million"),
        ("电站将于六月开放。", "前言。电站将于六月开放。后文"),
        ("The plant opens", "A heading\nThe plant opens\n\nMore"),
        ("The plant opens", "A heading\nThe plant opens.\nMore"),
        ("The plant opens.", "What is next? The plant opens. More"),
        ("The plant opens.", "It was built.[3] The plant opens. More"),
        ("The plant opens.", "**It was built.** The plant opens."),
        ("The plant opens.", "  1. The plant opens.\n  2. More"),
        ("The plant opens.", "TORNHOLM (Wire) – The plant opens."),
        ("The plant opens.", "The turbines are laid.\nThe plant opens."),
        ("48 million", "| Cost | 48 million |"),
        ("He said so. The plant opens.", "He said so. The plant opens. More"),
    ],
)
def test_a_whole_sentence_or_line_is(quote: str, text: str):
    at = text.index(quote)
    assert check_verbatim(quote, quote, text, (at, at + len(quote))).verdict == "valid"


@pytest.mark.parametrize(
    ("claim", "quote", "verdict"),
    [
        ("The plant will open.", "The plant will open.", "rejected"),
        ("The plant will open.", "~~The plant will open.~~", "rejected"),
        ("It opens.", "plant will open", "rejected"),
        ("The plant costs ~~48~~ 52 million.", "The plant costs ~~48~~ 52 million.", "cannot_check"),
        ("The plant is given up.", "The plant is given up.", "valid"),
    ],
)
def test_what_the_source_struck_out_is_not_what_it_says(claim: str, quote: str, verdict: str):
    text = "~~The plant will open.~~ The plant is given up. The plant costs ~~48~~ 52 million."
    at = text.index(quote)
    found = check_verbatim(claim, quote, text, (at, at + len(quote)))
    assert (found.verdict, "struck out" in found.reason) == (verdict, verdict != "valid")


@pytest.mark.parametrize(
    ("heading", "begins", "verdict"),
    [("Myths about the plant", 0, "cannot_check"), ("Myths about the plant", 30, "valid"), ("The plant", 0, "valid")],
)
def test_the_heading_that_a_passage_stands_under_counts_from_where_it_begins(heading: str, begins: int, verdict: str):
    text = "The plant will open."
    assert check_verbatim(text, text, text, (0, len(text)), heading=heading, begins=begins).verdict == verdict


@pytest.mark.parametrize("place", [(0, len(QUOTE)), (13, 13 + len(QUOTE)), (-5, 9), (9, 9), (10, 999)])
def test_a_quote_that_does_not_stand_at_its_place_is_rejected(place: tuple[int, int]):
    assert check_verbatim(QUOTE, QUOTE, TEXT, place).verdict == "rejected"


def test_a_text_that_is_gone_cannot_be_checked():
    assert check_verbatim(QUOTE, QUOTE, "", PLACE).verdict == "cannot_check"


@settings(deadline=None)
@given(st.text(max_size=60), st.text(max_size=60), st.text(max_size=120), st.integers(-5, 130), st.integers(-5, 130))
def test_valid_means_that_the_words_stand_there(claim: str, quote: str, text: str, start: int, end: int):
    if check_verbatim(claim, quote, text, (start, end)).verdict == "valid":
        assert text[start:end] == quote
        assert claim.split() == quote.split()
