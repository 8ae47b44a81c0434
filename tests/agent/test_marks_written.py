"""Marks that a model writes into a sentence of its own: what names an offered passage, what names nothing known."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.marks import read_written, take_off

OFFERED = ("P1", "P2", "P12")


@pytest.mark.parametrize(
    ("text", "named", "unknown", "malformed"),
    [
        ("It costs 48 crowns [P1].", ("P1",), (), ()),
        ("It costs 48 crowns (P1) [P2-P3].", ("P1", "P2"), ("[P2-P3]",), ()),
        ("It costs 48 crowns【P12】.", ("P12",), (), ()),
        ("It costs 48 crowns [3].", (), ("[3]",), ()),
        ("It costs 48 crowns 【3†L2-L9】.", (), ("【3†L2-L9】",), ()),
        ("It costs 48 crowns [P9][S1].", (), ("[P9]", "[S1]"), ()),
        ("It costs 48 crowns [claim_7f3a91].", (), ("[claim_7f3a91]",), ()),
        ("It costs 48 crowns.\u00b3", (), ("\u00b3",), ()),
        ("It costs 48 crowns [9-3] [citation needed].", (), (), ("[9-3]", "[citation needed]")),
        ("It was [sic] so in [2021] over [0, 1] for x\u00b2 in (2020).", (), (), ()),
    ],
)
def test_a_mark_names_an_offered_passage_or_is_unknown_or_malformed(
    text: str, named: tuple[str, ...], unknown: tuple[str, ...], malformed: tuple[str, ...]
) -> None:
    found = read_written(text, OFFERED)
    assert found.named == named
    assert found.unknown == unknown
    assert found.malformed == malformed


def test_a_mark_of_the_quote_is_the_sources_own_and_a_link_is_not_read() -> None:
    assert read_written("The unit is [3], see [this](https://w.example).", OFFERED, ["the unit is [3]"]).spans == ()


@given(st.text(alphabet=st.one_of(st.characters(), st.sampled_from("[](),【】P0123456789-^ .")), max_size=80))
def test_a_sentence_without_its_marks_has_none_and_keeps_its_words(text: str) -> None:
    kept = take_off(text, OFFERED)
    assert len(kept) <= len(text)
    if kept != text:
        assert take_off(kept, OFFERED) == kept or "[" in kept
