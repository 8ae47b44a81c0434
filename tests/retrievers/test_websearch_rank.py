"""Which passages of fresh pages a model is shown, in which order, with how much around them."""

import itertools
from collections.abc import Sequence
from typing import Any

import pytest
from fakes import FakeEmbedder
from hypothesis import given
from hypothesis import strategies as st

from retrievers.split import split_passages
from retrievers.websearch.rank import FreshPassage, Ranked, in_page_order, rank_passages
from retrievers.websearch.widen import widen

TIDES = FreshPassage("a", 0, "The tides at Skerra are measured by a gauge.")
EELS = FreshPassage("a", 1, "Eels migrate up the estuary in spring.")
COST = FreshPassage("b", 0, "The turbine cost four million crowns.")
NOISE = FreshPassage("b", 1, "Subscribe to the newsletter of the town.")
ALL = [NOISE, EELS, COST, TIDES]


async def rank(query: str, passages: Sequence[FreshPassage], **rest: Any) -> list[Ranked]:
    (ranked,) = await rank_passages([query], passages, **rest)
    return ranked


class Backwards:
    """A reranker that likes short texts; keeps what it was asked."""

    name = "backwards"

    def __init__(self) -> None:
        self.asked: list[tuple[str, int]] = []

    async def rerank(self, query: str, texts: Sequence[str]) -> list[float]:
        self.asked.append((query, len(texts)))
        return [-float(len(text)) for text in texts]


async def test_without_vectors_only_passages_with_a_word_of_the_query_are_found() -> None:
    ranked = await rank("measuring tides", ALL)
    assert [one.passage for one in ranked] == [TIDES]
    assert ranked[0].arms == {"text": 1}


async def test_vectors_add_what_words_do_not_find_and_agreement_wins() -> None:
    ranked = await rank("tides at Skerra gauge", ALL, embedder=FakeEmbedder())
    assert ranked[0].passage == TIDES
    assert ranked[0].arms == {"text": 1, "vector": 1}
    assert {one.passage for one in ranked} == set(ALL)


async def test_a_word_that_every_passage_has_still_counts() -> None:
    same = [FreshPassage("a", n, "Skerra tide") for n in range(3)]
    assert len(await rank("tide", same)) == 3


async def test_chinese_is_found_by_pairs_of_characters() -> None:
    pages = [
        FreshPassage("a", 0, "潮汐涡轮机于三月投入运行。", language="zh"),
        FreshPassage("b", 0, "证券交易所公布规则。", language="zh"),
    ]
    assert [one.passage.page for one in await rank("涡轮机何时运行", pages)] == ["a"]


@pytest.mark.parametrize(
    ("language", "query", "text"),
    [
        ("en", "measuring tides", "The tide was measured."),
        ("de", "Öl der Häfen", "Im Hafen liegt Oel; Öle nicht."),
        ("fr", "élections régionales", "L'élection régionale a lieu."),
        ("es", "árboles", "El árbol cayó."),
        ("nl", "lopen", "Zij is gelopen."),
        ("ru", "елки", "Ёлка стоит."),
        ("el", "άνθρωποι", "Ο άνθρωπος ήρθε."),
        ("ar", "كتاب", "الكتاب هنا"),
        ("ko", "터빈", "조력 터빈이 가동된다"),
        ("xx", "zorg", "zorg"),
    ],
)
async def test_inflected_words_are_found_in_many_languages(language: str, query: str, text: str) -> None:
    passages = [FreshPassage("a", 0, text, language=language), FreshPassage("b", 0, "1 2 3", language=language)]
    assert [one.passage.page for one in await rank(query, passages)] == ["a"]


async def test_a_title_helps_the_passages_below_it() -> None:
    titled = FreshPassage("c", 0, "It was built in 2019.", title="The lighthouse of Skerra")
    ranked = await rank("When was the lighthouse built?", [COST, titled])
    assert ranked[0].passage == titled


async def test_a_reranker_has_the_last_word_and_its_place_is_shown() -> None:
    model = Backwards()
    ranked = await rank("tides eels turbine", ALL, reranker=model)
    assert [one.passage for one in ranked] == [COST, EELS, TIDES]
    assert [one.arms["rerank"] for one in ranked] == [1, 2, 3]
    assert model.asked == [("tides eels turbine", 3)]


@pytest.mark.parametrize(("query", "passages"), [("", ALL), ("?!", ALL), ("tides", []), ("zebra", ALL)])
async def test_nothing_to_find_is_no_error(query: str, passages: list[FreshPassage]) -> None:
    assert await rank(query, passages) == []


async def test_the_order_of_the_pages_does_not_change_the_ranking() -> None:
    query = "tides eels turbine newsletter"
    one = await rank(query, ALL, embedder=FakeEmbedder())
    other = await rank(query, ALL[::-1], embedder=FakeEmbedder())
    assert [r.passage for r in one] == [r.passage for r in other]


async def test_a_model_reads_a_page_in_its_order_and_not_beyond_the_excerpt() -> None:
    pages = [FreshPassage("a", n, f"tide {'tide ' * (n + 1)}" + "x" * 900) for n in range(10)]
    ranked = await rank("tide", [*pages, FreshPassage("b", 0, "one tide")], limit=50)
    (first, taken), (second, other) = sorted(in_page_order(ranked, excerpt=3_000))
    ordinals = [one.passage.ordinal for one in taken]
    assert (first, second, len(other)) == ("a", "b", 1)
    assert ordinals == sorted(ordinals)
    assert 0 < sum(len(one.passage.text) for one in taken) <= 3_000


TEXT = (
    "Output doubled in 2024. Except in winter, it stayed so.\n\n"
    "The council bought two turbines. They cost four million. "
    "The harbour is old. It has a wall. However, it leaks."
)


@pytest.mark.parametrize(
    ("marked", "shown"),
    [
        ("Output doubled in 2024.", "Output doubled in 2024. Except in winter, it stayed so."),
        ("They cost four million.", "The council bought two turbines. They cost four million."),
        ("cost four", "The council bought two turbines. They cost four million."),
        ("The harbour is old.", "The harbour is old."),
        ("It has a wall.", "The harbour is old. It has a wall. However, it leaks."),
        ("The council bought two turbines.", "The council bought two turbines."),
    ],
)
def test_a_passage_comes_with_the_sentence_that_changes_what_it_says(marked: str, shown: str) -> None:
    start = TEXT.index(marked)
    ((low, high),) = widen(TEXT, [(start, start + len(marked))], "en")
    assert TEXT[low:high] == shown


@pytest.mark.parametrize(
    ("language", "text", "marked"),
    [
        (
            "de",
            "Die Anlage ist sicher. Allerdings gilt das nur im Sommer. Der Hafen ist alt.",
            "Die Anlage ist sicher.",
        ),
        ("fr", "Le port est ouvert. Sauf en hiver, les bateaux entrent. La ville est belle.", "Le port est ouvert."),
        ("zh", "港口全年开放。但冬季除外。城市很美。", "港口全年开放。"),
    ],
)
def test_limits_are_known_in_other_languages(language: str, text: str, marked: str) -> None:
    ((low, high),) = widen(text, [(0, len(marked))], language)
    assert low == 0
    assert len(marked) < high < len(text)


def test_a_span_that_begins_in_white_space_keeps_it() -> None:
    end = TEXT.index("The council")
    assert widen(TEXT, [(end - 1, end + 5)], "en")[0][0] == end - 1


def test_neighbours_that_meet_become_one_span() -> None:
    a, b = TEXT.index("The harbour"), TEXT.index("It has")
    assert len(widen(TEXT, [(b, b + 5), (a, a + 5)], "en")) == 1


WORDS = ["However", "it", "rose", "Skerra", "only", "但", "。", ". ", ".\n\n", "- ", "Ω"]


@given(st.lists(st.sampled_from(WORDS), max_size=40).map(" ".join), st.data())
def test_widened_spans_cover_what_was_given_in_order_without_overlap(text: str, data: st.DataObject) -> None:
    places = st.tuples(st.integers(0, max(0, len(text) - 1)), st.integers(1, max(1, len(text)))).filter(
        lambda s: s[0] < s[1]
    )
    spans = data.draw(st.lists(places, max_size=4)) if text else []
    wide = widen(text, spans, "en")
    assert all(any(low <= start and end <= high for low, high in wide) for start, end in spans)
    assert all(high < low for (_, high), (low, _) in itertools.pairwise(wide))
    assert widen(text, [], "en") == []


def test_passages_of_a_split_page_can_be_ranked_and_widened() -> None:
    spans = split_passages(TEXT, [], "en")
    wide = widen(TEXT, [(s.char_start, s.char_end) for s in spans], "en")
    assert wide == [(0, len(TEXT))]
