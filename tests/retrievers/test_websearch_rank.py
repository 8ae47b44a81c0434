"""Which passages of fresh pages speak of a query, and in which order."""

from collections.abc import Sequence
from typing import Any

import pytest
from fakes import FakeEmbedder

from retrievers.websearch.rank import FreshPassage, Ranked, rank_passages

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
