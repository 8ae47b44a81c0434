"""Every view's query, on both releases: what it draws, and that it draws nothing of another project."""

from typing import Any, LiteralString, cast

import pytest
from conftest import OpenStore
from graphs import rows_of
from neo4j.graph import Path as GraphPath
from pictures import Drawn, fill_picture

from graph.server.browser.links import short_key
from graph.server.browser.views import VIEWS, fill, find_view
from graph.store import GraphStore

WORDS = {
    "claim": "34 megawatts",
    "withdraw": "press.example",
    "who-cites": "press.example",
    "topic": "tidal plant",
}
"""What each view that needs words is asked for."""
Picture = tuple[GraphStore, Drawn]


@pytest.fixture(scope="module")
async def picture(open_store: OpenStore) -> Picture:
    """Return the drawn graph, beside the same one in another namespace."""
    await fill_picture(await open_store())
    store = await open_store()
    return store, await fill_picture(store)


async def _draw(picture: Picture, view: str, words: str = "") -> tuple[set[str], int, set[str]]:
    """Return the names of the nodes that a view draws, how many paths, and their namespaces."""
    store, _ = picture
    async with store.foreign_session() as session:
        result = await session.run(cast("LiteralString", fill(find_view(view), words, store.namespace)))
        values: list[Any] = [value async for record in result for value in record.values()]
    paths = {value for value in values if isinstance(value, GraphPath)}
    nodes = {node for path in paths for node in path.nodes} | {v for v in values if v and not isinstance(v, GraphPath)}
    return {node["name"] for node in nodes}, len(paths), {node["namespace"] for node in nodes}


@pytest.mark.parametrize("view", [view.name for view in VIEWS])
async def test_a_view_draws_paths_of_its_namespace_alone(view: str, picture: Picture) -> None:
    names, paths, namespaces = await _draw(picture, view, WORDS.get(view, ""))
    assert paths > 0
    assert namespaces == {picture[0].namespace}
    assert all(names)


async def test_a_report_is_drawn_down_to_its_sources_whether_named_or_the_newest(picture: Picture) -> None:
    drawn = picture[1]
    newest, _, _ = await _draw(picture, "report")
    assert {
        "Report, round 1",
        "It delivers 34 megawatts.",
        "Council gives green light",
        "New dates for the grid",
    } <= newest
    for key in (drawn.report, drawn.run, drawn.report[:20]):
        assert (await _draw(picture, "report", key))[0] == newest


async def test_a_claim_is_found_by_words_key_and_short_key_with_the_quotes_on_both_sides(picture: Picture) -> None:
    for words in ("OPENS IN OCTOBER", picture[1].conflicting, short_key(picture[1].conflicting)):
        names, paths, _ = await _draw(picture, "claim", words)
        assert {"will open in October 2026", "not before June 2028", "Council gives green light"} <= names
        assert paths == 2


async def test_a_conflict_is_drawn_with_both_sides_and_their_sources(picture: Picture) -> None:
    everything, _, _ = await _draw(picture, "conflicts")
    assert {"October 2026 or June 2028", "Council gives green light", "New dates for the grid"} <= everything
    assert (await _draw(picture, "conflicts", picture[1].conflicting))[0] == everything
    assert (await _draw(picture, "conflicts", picture[1].supported))[1] == 0


async def test_a_withdrawn_source_takes_what_it_alone_supports(picture: Picture) -> None:
    names, _, _ = await _draw(picture, "withdraw", picture[1].press)
    assert {"The plant delivers 34…", "The plant opens in October…", "Report, round 1"} <= names
    assert not {name for name in names if "June 2028" in name}


async def test_claims_on_one_source_are_supported_ones(picture: Picture) -> None:
    names, _, _ = await _draw(picture, "one-source")
    assert {name for name in names if name.startswith("The plant")} == {"The plant delivers 34…"}


async def test_an_unsupported_claim_is_drawn_with_the_quote_that_did_not_hold_and_its_report(picture: Picture) -> None:
    names, _, _ = await _draw(picture, "unsupported")
    assert {"The plant costs 13 million.", "costs 31 million", "Report, round 1"} <= names
    assert "The plant delivers 34…" not in names


async def test_a_source_is_found_by_address_title_and_key_with_the_reports_that_cite_it(picture: Picture) -> None:
    drawn = [(await _draw(picture, "who-cites", words))[0] for words in ("grid.example", "NEW DATES", picture[1].grid)]
    assert drawn[0] == drawn[1] == drawn[2]
    assert {"Report, round 1", "can open in June 2028"} <= drawn[0]


async def test_a_topic_is_a_name_or_words_of_claims(picture: Picture) -> None:
    by_name, _, _ = await _draw(picture, "topic", "skerra")
    assert {"Skerra Sound tidal plant", "The plant delivers 34…", "October 2026 or June 2028"} <= by_name
    assert (await _draw(picture, "topic", picture[1].plant))[0] == by_name
    by_words, _, _ = await _draw(picture, "topic", "june 2028")
    assert {"The plant opens in June…", "October 2026 or June 2028"} <= by_words


async def test_a_saved_query_as_it_stands_runs(picture: Picture) -> None:
    for view in VIEWS:
        await rows_of(picture[0], view.read())
