"""Passages tile the text; sentences keep abbreviations, lines and offsets."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrievers.read import Heading
from retrievers.split import split_passages, split_sentences

PIECES = st.sampled_from(
    (
        *("A short one. ", "Dr. No said so! ", "\n\n", "\n", "- item\n", "潮汐電力。", "e\u0301"),
        *("\U0001f469\u200d\U0001f469", " ", "\t", "x" * 90, "ไทย"),
    )
)
TEXTS = st.one_of(st.text(max_size=400), st.lists(PIECES, max_size=400).map("".join))


def weight(text: str) -> int:
    return sum(4 if "\u3040" <= c <= "\u9fff" or "\u0e00" <= c <= "\u0e7f" else 1 for c in text)


def sentences(text: str, language: str | None = "en") -> list[str]:
    return [text[s.char_start : s.char_end] for s in split_sentences(text, language)]


@given(TEXTS, st.sets(st.integers(0, 2_000), max_size=8))
def test_passages_joined_in_order_are_the_text(text: str, places: set[int]) -> None:
    headings = [Heading(i, 1, text[i : i + 9].strip()) for i in sorted(places) if text[i : i + 9].strip()]
    spans = split_passages(text, headings, None)
    assert "".join(text[s.char_start : s.char_end] for s in spans) == text
    assert [s.ordinal for s in spans] == list(range(len(spans)))
    assert all(0 < weight(text[s.char_start : s.char_end]) <= 1_000 for s in spans)
    assert spans == split_passages(text, headings, None)


def test_no_passage_is_a_tail_of_a_few_words() -> None:
    for count in range(90, 400, 7):
        text = "This is one sentence of a text. " * count
        sizes = [s.char_end - s.char_start for s in split_passages(text, [], "en")]
        assert min(sizes) >= 400, (count, sizes)


def test_a_passage_breaks_before_a_heading_and_carries_the_nearest_one() -> None:
    body = "A sentence under it. " * 30
    text = f"Opening\n\n{body}\n\nClosing\n\n{body}"
    headings = [Heading(0, 1, "Opening"), Heading(text.index("Closing"), 2, "Closing")]
    spans = split_passages(text, headings, "en")
    assert [(s.heading, text[s.char_start : s.char_end][:7]) for s in spans] == [
        ("Opening", "Opening"),
        ("Closing", "Closing"),
    ]


def test_a_heading_is_never_parted_from_what_stands_under_it() -> None:
    body = "Words go on and on in one long line without an end " * 14
    text = f"{body}\n\nPart two\n\nFirst chapter\n\n{body}"
    headings = [Heading(text.index("Part"), 1, "Part two"), Heading(text.index("First"), 2, "First chapter")]
    spans = split_passages(text, headings, "en")
    assert [text[s.char_start : s.char_start + 8] for s in spans] == ["Words go", "Part two"]


def test_a_passage_ends_with_a_paragraph_rather_than_a_sentence_or_a_word() -> None:
    text = ("One sentence here. " * 25).strip() + "\n\n" + ("Another sentence there. " * 40).strip()
    first = split_passages(text, [], "en")[0]
    assert text[: first.char_end].endswith("here.\n\n")
    second = split_passages("One sentence here. " * 200, [], "en")[0]
    assert ("One sentence here. " * 200)[: second.char_end].endswith("here. ")
    third = split_passages("word " * 500, [], "en")[0]
    assert ("word " * 500)[: third.char_end].endswith("word ")


def test_marks_stay_with_their_letter() -> None:
    text = "x" + "e\u0301" * 2_000
    for span in split_passages(text, [], None)[1:]:
        assert text[span.char_start] == "e"


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("en", "Dr. Smith paid approx. 3.5 million. See Fig. 3 and No. 7.", 2),
        ("en", "Was it so? No. The end came in 2019. 12 people stayed.", 4),
        ("en", "Mr. J. R. Doe et al. (2020) agree, i.e. they do. The U.S. army left at 5 p.m. sharp.", 2),
        ("de", "Am 12. März kam Dr. Müller mit ca. 3,5 Mio. Euro, z. B. in bar. Der 3. Punkt fehlt.", 2),
        ("fr", "M. Dupont et Mme. Martin sont là. Voir art. 5. Oui.", 3),
        ("zh", "潮汐電站已經關閉。真的嗎？是。", 3),
        ("en", "\U0001f30a\U0001f30a The tide rose. \U0001f30a It fell.", 2),
        (None, "It rose. It fell.", 2),
    ],
)
def test_abbreviations_and_numbers_end_no_sentence(language: str | None, text: str, expected: int) -> None:
    found = sentences(text, language)
    assert len(found) == expected, found
    assert "".join("".join(found).split()) == "".join(text.split())


def test_items_rows_and_headings_are_sentences_of_their_own_and_wrapped_lines_are_not() -> None:
    text = (
        "A heading\n\n- first item\n- second item\nYear | Output\n2019 | 4.2\n\n"
        "This paragraph was wrapped by its author's editor at a width of\n"
        "some sixty characters. It has two sentences which both run over\n"
        "a line.\n\n=====\n"
    )
    assert sentences(text) == [
        "A heading",
        "- first item",
        "- second item",
        "Year | Output",
        "2019 | 4.2",
        "This paragraph was wrapped by its author's editor at a width of\nsome sixty characters.",
        "It has two sentences which both run over\na line.",
    ]


@given(TEXTS)
def test_sentences_come_in_order_stripped_and_leave_out_no_letter(text: str) -> None:
    last = 0
    for sentence in split_sentences(text, "en"):
        piece = text[sentence.char_start : sentence.char_end]
        assert piece == piece.strip()
        assert sentence.char_start >= last
        assert not any(c.isalnum() for c in text[last : sentence.char_start])
        last = sentence.char_end
    assert not any(c.isalnum() for c in text[last:])


@pytest.mark.parametrize(
    "text",
    ["A sentence comes, and then another one. " * 50_000, "潮汐電力。" * 100_000, "x" * 2_000_000, "\n" * 2_000_000],
    ids=["prose", "chinese", "one word", "blank lines"],
)
def test_a_long_text_is_split_in_time_that_grows_with_its_length(text: str) -> None:
    begun = time.process_time()
    split_passages(text, [], "en")
    split_sentences(text, "en")
    assert time.process_time() - begun < 10


def test_a_german_date_is_cut_in_two_in_no_text_whose_language_is_unknown() -> None:
    text = "Der Bau begann am 4. Mai 2021. Die Kosten stiegen."
    found = [text[one.char_start : one.char_end] for one in split_sentences(text, None)]
    assert found == ["Der Bau begann am 4. Mai 2021.", "Die Kosten stiegen."]
