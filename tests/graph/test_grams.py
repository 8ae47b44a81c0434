"""Pieces of words: what a question asks for stands in the text that holds it, and other texts pay nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.grams import grams_query, name_grams_query, text_grams

ANY = st.text(max_size=80)
HAN = st.text("知識图谱把证据连接起来研究大学北京", min_size=2, max_size=12)


def asked(text: str) -> set[str]:
    """The pieces that a query asks for."""
    query = grams_query(text, "n")
    return set(query.partition("+search_grams:(")[2].removesuffix(")").split())


@pytest.mark.parametrize("text", ["", "The plant costs 48 million crowns.", "Données vérifiées", "12 %", "🙂 !!"])
def test_a_text_that_the_analyser_serves_has_no_pieces(text: str) -> None:
    assert text_grams(text, "en") == text_grams(text, None) == ""


def test_part_of_a_compound_is_found_in_the_whole() -> None:
    whole = set(text_grams("Die Krankenversicherungskarte gilt.", "de").split())
    assert asked("Versicherung") <= whole
    assert not asked("Steuerklasse") & whole


@pytest.mark.parametrize(
    ("text", "question"),
    [("지식그래프는 좋다", "그래프"), ("ฉันใช้ฐานข้อมูลกราฟ", "ฐานข้อมูล"), ("我们研究知识图谱。", "知识图谱")],
)
def test_a_word_inside_an_unspaced_sentence_is_found(text: str, question: str) -> None:
    assert asked(question) <= set(text_grams(text, None).split())


def test_the_other_words_of_a_chinese_text_stay_whole() -> None:
    assert {"nfl", "308"} <= set(text_grams("黑豹队在NFL只丢了308分。", "zh").split())
    assert asked("308 分") >= {"308", "分"}


def test_one_foreign_name_does_not_make_an_english_text_chinese() -> None:
    text = "The university that is called 北京大学 in Chinese lies in the north of the city."
    assert text_grams(text, "en").split() == ["北京", "京大", "大学"]


@given(before=HAN, inside=HAN, after=HAN)
def test_every_piece_of_a_part_is_in_the_whole(before: str, inside: str, after: str) -> None:
    assert asked(inside) <= set(text_grams(before + inside + after, "zh").split())


@given(text=ANY, language=st.sampled_from([None, "en", "de", "zh"]))
def test_any_text_gives_pieces_that_hold_no_operator(text: str, language: str | None) -> None:
    assert all(c.isalnum() or c.isspace() or ord(c) > 0x0E00 for c in text_grams(text, language))
    assert all(c.isalnum() or ord(c) > 0x0E00 for piece in asked(text) for c in piece)


def test_a_name_is_looked_up_by_all_its_pieces_and_only_in_such_scripts() -> None:
    assert (
        name_grams_query("北京大学", "n")
        == "+search_ns:n0 +search_grams:北京^0 +search_grams:京大^0 +search_grams:大学^0"
    )
    assert name_grams_query("New York", "n") == ""
