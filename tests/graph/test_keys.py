from hypothesis import given
from hypothesis import strategies as st

from graph.keys import claim_text, is_namespace, make_key, question_text, search_namespace, short_name

words = st.text(max_size=40)


@given(st.lists(words, min_size=1, max_size=4), st.lists(words, min_size=1, max_size=4))
def test_two_things_share_a_key_only_when_all_their_parts_are_equal(a: list[str], b: list[str]) -> None:
    assert (make_key("claim", "alpha", *a) == make_key("claim", "alpha", *b)) == (a == b)


def test_a_key_is_the_same_on_every_machine_and_names_its_kind() -> None:
    assert make_key("claim", "default", "The plant opened in 2019.") == "claim.571678b927ec8ae5d2f5fca58acd84f6"


def test_the_same_text_in_two_namespaces_has_two_keys() -> None:
    assert make_key("claim", "alpha", "x") != make_key("claim", "beta", "x")


@given(words)
def test_a_claim_read_with_other_white_space_is_the_same_claim(text: str) -> None:
    assert claim_text(f"  {text}\n") == claim_text(text)
    assert claim_text(claim_text(text)) == claim_text(text)


def test_a_question_asked_again_in_capitals_and_without_its_mark_is_the_same_question() -> None:
    assert question_text("What does it cost?") == question_text("WHAT  does it cost")


@given(st.text(max_size=200))
def test_the_name_in_the_browser_never_passes_28_characters(text: str) -> None:
    name = short_name(text)
    assert len(name) <= 28
    assert "\n" not in name


def test_a_name_is_cut_at_a_word() -> None:
    assert short_name("The Skerra Sound tidal plant will cost 48 million") == "The Skerra Sound tidal…"


def test_a_namespace_is_lower_case_letters_and_digits() -> None:
    assert [is_namespace(n) for n in ("alpha", "a1", "Alpha", "1a", "a-b", "", "a" * 33, "schema")] == [
        True, True, False, False, False, False, False, False,
    ]  # fmt: skip


def test_a_namespace_that_is_a_stop_word_is_told_apart_in_the_text_index() -> None:
    assert search_namespace("the") == "the0"
