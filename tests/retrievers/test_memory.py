"""Search over a real graph: any words are answered, each project finds its own, one statement a search."""

from dataclasses import replace
from typing import Any

import pytest
from fakes import FakeEmbedder
from graphs import add_text, reading, rows_of
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agent.add import add_readings
from graph.store import GraphStore
from retrievers.memory import Found, search_memory


async def add(store: GraphStore, texts: dict[str, str]) -> None:
    readings = [reading(text, name=name, title=name) for name, text in texts.items()]
    assert all([r.outcome == "added" async for r in add_readings(store, FakeEmbedder(), readings)])


async def find(store: GraphStore, query: str, **options: Any) -> Found:
    return await search_memory(store, [query], FakeEmbedder(), **options)


async def titles(store: GraphStore, query: str, **options: Any) -> list[str | None]:
    return [hit.title for hit in (await find(store, query, **options)).hits[0]]


TEXTS = {
    "net": "The TCP/IP model has four layers, the OSI model seven. The term I/O is older than both.",
    "qx": "Model QX-17 draws 4 W when idle.",
    "cpp": "C++ (2026) adds reflection; title:secret is only a string.",
    "tea": "Green tea is brewed at eighty degrees.",
    "zh": "知识图谱把证据连接起来。",
}


@pytest.fixture(scope="module")
async def library(open_store: Any) -> GraphStore:
    store = await open_store()
    await add(store, TEXTS)
    return store


async def test_a_question_with_slashes_finds_its_words(library: GraphStore) -> None:
    found = await titles(library, "What is the TCP/IP vs OSI split and who coined I/O?", arms=("text",))
    assert found[0] == "net"


async def test_a_hyphenated_code_is_found_whole_and_half(library: GraphStore) -> None:
    assert (await titles(library, "power of QX-17", arms=("text",)))[0] == "qx"
    assert set(await titles(library, "QX-", arms=("text",))) <= {"qx"}


@pytest.mark.parametrize(
    "query",
    [
        "AND OR NOT",
        "C++ (2026)",
        "title:secret",
        '"unclosed',
        "\\",
        "word " * 5_000,
        "🙂🙂🙂",
        "",
        " \t ",
        "\x00\x1f",
        "\ud800",
    ],
)
async def test_operators_as_words_are_answered_and_never_an_error(library: GraphStore, query: str) -> None:
    found = await find(library, query)
    assert len(found.hits) == 1


async def test_operators_are_searched_for_as_words(library: GraphStore) -> None:
    assert (await titles(library, "C++ (2026)", arms=("text",)))[0] == "cpp"
    assert (await titles(library, "title:secret", arms=("text",)))[0] == "cpp"


async def test_a_query_without_a_word_finds_nothing_and_says_so(library: GraphStore) -> None:
    found = await find(library, "🙂 !!! *:*")
    assert (found.hits, found.statements) == (((),), 0)
    assert "no word" in found.notes[-1]


async def test_chinese_is_found_by_its_words(library: GraphStore) -> None:
    assert await titles(library, "图谱", arms=("text",)) == ["zh"]


@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(queries=st.lists(st.text(max_size=60), min_size=4, max_size=12))
async def test_any_string_is_answered(library: GraphStore, queries: list[str]) -> None:
    assert len((await search_memory(library, queries, FakeEmbedder())).hits) == len(queries)


async def test_one_search_is_two_statements_however_many_queries(library: GraphStore) -> None:
    before = library.written.statements
    found = await search_memory(library, ["tea", "QX-17 power", "layers"], FakeEmbedder())
    most = 2 if library.form == "calendar" else 3
    assert (found.statements, library.written.statements - before) == (most, most)
    assert [hits[0].title for hits in found.hits] == ["tea", "qx", "net"]


async def test_each_arm_can_be_switched_off_and_says_where_it_placed_a_hit(library: GraphStore) -> None:
    text, vector = await find(library, "green tea", arms=("text",)), await find(library, "green tea", arms=("vector",))
    assert set(text.hits[0][0].arms) == {"text"}
    assert set(vector.hits[0][0].arms) == {"vector"}
    both = (await find(library, "green tea")).hits[0][0]
    assert both.arms["text"].rank == both.arms["vector"].rank == 1
    assert both.arms["walk"].rank == 1
    assert both.arms["walk"].score == both.score


async def test_without_an_embedding_model_words_alone_are_searched_and_it_is_said(library: GraphStore) -> None:
    found = await search_memory(library, ["green tea"], None)
    assert found.hits[0][0].title == "tea"
    assert "words alone" in found.notes[0]


async def test_a_hit_stands_at_its_offsets_in_the_stored_text(library: GraphStore) -> None:
    hit = (await find(library, "reflection string")).hits[0][0]
    assert TEXTS["cpp"][hit.char_start : hit.char_end] == hit.text


async def test_a_small_project_beside_a_large_one_gets_all_its_hits_in_every_arm(open_store: Any) -> None:
    large, small = await open_store(), await open_store()
    await add(large, {f"l{i}": f"The tidal plant report number {i} speaks of turbines." for i in range(300)})
    await add(small, {f"s{i}": f"The tidal plant note number {i} speaks of turbines." for i in range(7)})
    for options in ({"arms": ("text",)}, {"arms": ("vector",)}, {}):
        assert len(await titles(small, "tidal plant turbines", limit=5, **options)) == 5
        found = await titles(small, "tidal plant turbines", limit=10, **options)
        assert sorted(str(t) for t in found) == [f"s{i}" for i in range(7)], options


async def test_a_passage_added_without_vectors_is_found_by_words_and_it_is_said(open_store: Any) -> None:
    store = await open_store()
    await add_text(store, "Green tea is brewed at eighty degrees.", name="tea")
    found = await find(store, "green tea")
    assert [set(hit.arms) for hit in found.hits[0]] == [{"text", "walk"}]
    assert "without vectors" in found.notes[0]


async def test_what_is_near_to_nothing_stored_is_not_found_by_meaning(library: GraphStore) -> None:
    strict = FakeEmbedder()
    strict.info = replace(strict.info, min_similarity=0.5)
    assert (await search_memory(library, ["zzz yyy"], strict, arms=("vector",))).hits == ((),)
    near = await search_memory(library, ["Green tea is brewed"], strict, arms=("vector",))
    assert [hit.title for hit in near.hits[0]] == ["tea"]


LINKED = {
    "Skerra plant": "A tidal plant that Ada Berg designed.",
    "Ada Berg": "An engineer. She was born in Tornholm.",
    "Tornholm": "A harbour town.",
    "Vik": "A town with a market; engineers are born everywhere.",
}


async def test_a_question_is_led_to_what_only_names_lead_to(open_store: Any) -> None:
    store = await open_store()
    await add(store, LINKED)
    question = "Who designed the Skerra plant?"
    found = (await search_memory(store, [question], None)).hits[0]
    assert [hit.title for hit in found[:3]] == ["Skerra plant", "Ada Berg", "Tornholm"]
    assert set(found[2].arms) == {"walk"}, "no word of the question stands in it"
    off = (await search_memory(store, [question], None, follow=False)).hits[0]
    assert [hit.title for hit in off] == ["Skerra plant"]


async def test_a_name_alone_finds_what_it_titles(open_store: Any) -> None:
    store = await open_store()
    await add(store, LINKED)
    found = (await search_memory(store, ["the town of Tornholm"], None, arms=("walk",), follow=False)).hits[0]
    assert [hit.title for hit in found] == ["Tornholm"]


async def test_a_title_that_many_sources_share_leads_to_none_of_them_by_its_name(open_store: Any) -> None:
    store = await open_store()
    reports = [reading(f"Sales of {1990 + i} were flat.", name=f"r{i}", title="Annual report") for i in range(12)]
    notes = [reading(f"The annual report came by boat {i}.", name=f"n{i}", title=f"note {i}") for i in range(12)]
    assert all([r.outcome == "added" async for r in add_readings(store, None, [*reports, *notes])])
    found = (await search_memory(store, ["The annual report came by boat"], None)).hits[0]
    assert {hit.title for hit in found} <= {f"note {i}" for i in range(12)}


async def test_of_a_superseded_text_no_link_is_followed(open_store: Any) -> None:
    store = await open_store()
    await add(store, LINKED)
    again = [reading("A tidal plant that nobody designed.", name="Skerra plant", title="Skerra plant")]
    assert [r.outcome async for r in add_readings(store, None, again)] == ["new_version"]
    found = (await search_memory(store, ["Who designed the Skerra plant?"], None)).hits[0]
    assert "Ada Berg" not in {hit.title for hit in found}


async def test_a_korean_word_is_found_with_its_particle(open_store: Any) -> None:
    store = await open_store()
    await add(store, {"ko": "지식그래프는 증거를 연결한다.", "tea": "Green tea is brewed."})
    assert await titles(store, "그래프", arms=("text",)) == []
    found = (await find(store, "그래프", arms=("text", "grams"))).hits[0]
    assert [(hit.title, set(hit.arms)) for hit in found] == [("ko", {"grams"})]


async def test_passages_of_an_earlier_release_are_found_and_it_is_said(open_store: Any) -> None:
    store = await open_store()
    await add(store, LINKED)
    await rows_of(store, "MATCH (v:SourceVersion {namespace: $namespace}) REMOVE v.linked")
    found = await search_memory(store, ["Who designed the Skerra plant?"], None)
    assert found.hits[0][0].title == "Skerra plant"
    assert "not linked by names" in found.notes[-1]
