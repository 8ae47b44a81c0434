from hypothesis import given
from hypothesis import strategies as st

from graph.lucene import MAX_TERMS, escape_words, passage_query


def test_operators_a_person_types_are_words() -> None:
    assert escape_words("AND OR NOT") == r"\AND \OR \NOT"
    assert escape_words("title:secret C++ (2026)") == r"title\:secret C\+\+ \(2026\)"


def test_a_query_without_a_word_is_not_asked() -> None:
    for text in ("", "   ", "\u3000", "!!! ???", "🙂🙂", "\\", "*:*"):
        assert passage_query(text, "default") == ""


def test_chinese_is_asked_in_pairs_so_that_no_single_character_matches() -> None:
    assert escape_words("知识图谱") == '"知识" "识图" "图谱"'
    assert escape_words("QX知识17") == 'QX "知识" 17'


@given(st.text(max_size=3_000))
def test_no_text_sends_more_terms_than_the_index_takes(text: str) -> None:
    assert len(escape_words(text).split()) <= MAX_TERMS


def test_a_question_stays_in_its_namespace() -> None:
    assert passage_query("tidal plant", "the") == "+search_ns:the0^0 +search_text:(tidal plant)"
