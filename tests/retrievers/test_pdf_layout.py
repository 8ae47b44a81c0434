"""The order of a page and the joining of lines, without any file: geometry in, text out."""

from collections import Counter

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from retrievers.read.pdf.layout import Run, order_rows, rows_of
from retrievers.read.pdf.margins import drop_margins
from retrievers.read.pdf.paragraphs import count_words, join_two, paragraphs_of

places = st.floats(-50, 900, allow_nan=False)
lengths = st.floats(0, 400)


@st.composite
def runs(draw: st.DrawFn) -> Run:
    x, y = draw(places), draw(places)
    return Run(
        draw(st.text(min_size=1, max_size=30)), x, y, x + draw(lengths), y + draw(lengths) / 20, draw(lengths) / 20
    )


@given(st.lists(runs(), max_size=60))
def test_every_run_of_a_page_is_read_exactly_once(page: list[Run]) -> None:
    ordered = [id(run) for block in order_rows(page) for row in block for run in row.runs]
    assert Counter(ordered) == Counter(map(id, page))
    assert Counter(id(run) for row in rows_of(page) for run in row.runs) == Counter(map(id, page))


@given(st.lists(runs(), max_size=40))
@example([*[Run("0", 0, 0, 0, 0, 0)] * 6, Run("\r", 0, 1, 0, 1, 0.9)])
def test_paragraphs_lose_no_letter(page: list[Run]) -> None:
    for block in order_rows(page):
        written = "".join(line for p in paragraphs_of(block) for line in p.lines)
        for row in block:
            for run in row.runs:
                assert "".join(c for c in run.text if c.isalnum()) in "".join(c for c in written if c.isalnum())


@given(st.lists(st.lists(runs(), max_size=8), max_size=2))
def test_two_pages_have_no_running_heads(pages: list[list[Run]]) -> None:
    assert drop_margins([(page, 792.0) for page in pages]) == pages


@pytest.mark.parametrize(
    ("before", "after", "joined"),
    [
        ("the tidal", "plant", "the tidal plant"),
        ("the main-", "tained plant", "the maintained plant"),
        ("the well-", "known plant", "the well-known plant"),
        ("the low-", "cost plant", "the low-cost plant"),
        ("the co\u00ad", "operation", "the cooperation"),
        ("the COVID-", "19 years", "the COVID-19 years"),
        ("the Anglo-", "Saxon law", "the Anglo-Saxon law"),
        ("the Anglo\u2010", "Saxon law", "the Anglo-Saxon law"),
        ("from 3 -", "and more", "from 3 - and more"),
        ("潮力", "発電", "潮力発電"),
        ("", "first", "first"),
    ],
)
def test_a_line_end_parts_no_word_and_joins_no_two(before: str, after: str, joined: str) -> None:
    words = count_words(["a low-cost kind of maintained plant"])
    assert join_two(before, after, words) == joined


@given(st.text(max_size=200), st.text(min_size=1, max_size=200))
def test_a_joined_line_ends_the_text(before: str, after: str) -> None:
    assert join_two(before, after, Counter[str]()).endswith(after)
