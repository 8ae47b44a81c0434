"""Adding, on a real server: once is enough, a change is a version, killed anywhere is gone on with."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from fakes import FakeEmbedder
from graphs import add_text, duplicates, node_set, reading, relationship_set, rows_of

from agent.add import AddResult, add_readings
from agent.record import arrival_of, record_arrivals
from agent.record.clock import now
from agent.record.sources import passage_rows, record_passages, record_versions
from graph.store import GraphStore
from graph.url import source_url
from retrievers.memory import search_memory
from retrievers.read import Reading, Refusal, read_paths
from retrievers.split import split_passages

TEXT = "The Skerra plant costs 48 million crowns.\n\nIt opens in 2026, the council was told.\n\n" + (
    "The turbines stand in the narrow part of the sound. " * 60
)


async def add(store: GraphStore, *readings: Reading | Refusal) -> list[AddResult]:
    return [result async for result in add_readings(store, FakeEmbedder(), readings)]


async def hits(store: GraphStore, query: str) -> list[str]:
    found = await search_memory(store, [query], FakeEmbedder())
    return [hit.text for hit in found.hits[0]]


async def test_adding_the_same_folder_twice_writes_no_node_and_no_relationship(
    store: GraphStore, tmp_path: Path
) -> None:
    for i in range(5):
        (tmp_path / f"{i}.md").write_text(f"# Minutes {i}\n\n{TEXT} Item {i}.")
    (tmp_path / "rows.jsonl").write_text('{"id": "a", "text": "Row a says 5 MW."}\n{"id": "b", "text": "Row b."}\n')
    first = await add(store, *read_paths([str(tmp_path)]))
    assert [r.outcome for r in first] == ["added"] * 7
    nodes, relationships = store.written.nodes_created, store.written.relationships_created
    assert nodes > 20
    before = await node_set(store)
    second = await add(store, *read_paths([str(tmp_path)]))
    assert [r.outcome for r in second] == ["unchanged"] * 7
    assert [r.passages for r in second] == [r.passages for r in first]
    assert (store.written.nodes_created, store.written.relationships_created) == (nodes, relationships)
    assert await node_set(store) == before


async def test_one_page_under_two_addresses_is_one_source_with_one_version(store: GraphStore) -> None:
    for url in ("https://www.example.org/a?utm_source=x#top", "http://example.org/a"):
        await add(store, reading(TEXT, locator=source_url(url), url=url))
    rows = await rows_of(store, "MATCH (n {namespace: $namespace}) WHERE n:Source OR n:SourceVersion RETURN n.key AS k")
    assert len(rows) == 2


async def test_an_unchanged_source_only_learns_when_it_was_last_seen(store: GraphStore) -> None:
    await add(store, reading(TEXT))
    await rows_of(store, "MATCH (v:SourceVersion {namespace: $namespace}) SET v.seen_at_ms = 1, v.seen_at = 'long ago'")
    properties = store.written.properties_set
    await add(store, reading(TEXT))
    assert store.written.properties_set - properties == 2
    row = (await rows_of(store, "MATCH (v:SourceVersion {namespace: $namespace}) RETURN v.seen_at_ms AS ms"))[0]
    assert row["ms"] > 1


async def _cite(store: GraphStore, version: str, text: str, verdict: str = "valid") -> None:
    """Write a claim that is a sentence of the version, checked."""
    await rows_of(
        store,
        "MATCH (v:SourceVersion {key: $version})-[:HAS_PASSAGE]->(p) WHERE p.text CONTAINS $text "
        "WITH p, p.char_start + size(split(p.text, $text)[0]) AS start "
        "CREATE (c:Claim:Supported {key: 'claim.' + $namespace, namespace: $namespace, text: $text,"
        " status: 'supported', status_reason: 'verbatim', assessments: 0, name: 'c'}) "
        "CREATE (ci:Citation {key: 'citation.' + $namespace, namespace: $namespace, stance: 'supports', quote: $text,"
        " verdict: $verdict, quote_match: 'exact', checker: 'verbatim', char_start: start,"
        " char_end: start + size($text)}) "
        "CREATE (ci)-[:FOR_CLAIM {stance: 'supports'}]->(c) CREATE (ci)-[:QUOTES]->(p)",
        version=version,
        text=text,
        verdict=verdict,
    )


async def _claim(store: GraphStore) -> dict[str, Any]:
    rows = await rows_of(
        store,
        "MATCH (c:Claim {namespace: $namespace})<-[:FOR_CLAIM]-(ci:Citation)-[:QUOTES]->(:Passage)<-[:HAS_PASSAGE]-(v) "
        "RETURN c.status AS status, c.status_reason AS reason, ci.verdict AS verdict, ci.quote AS quote, "
        "ci.char_start AS char_start, ci.quote_match AS quote_match, v.state AS state, labels(ci) AS labels, "
        "COLLECT { MATCH (c)-[:HAS_ASSESSMENT]->(a) RETURN a.to_status + '/' + a.reason ORDER BY a.ordinal }"
        " AS history",
    )
    assert len(rows) == 1
    return rows[0]


async def test_a_changed_source_keeps_its_old_quotes_and_reopens_its_claims(store: GraphStore) -> None:
    old, new = "Support fell to 12 % of households.", "Support fell to 21 % of households."
    first = (await add(store, reading(old)))[0]
    assert first.version is not None
    await _cite(store, first.version, old)
    before = await _claim(store)
    changed = (await add(store, reading(new)))[0]
    assert changed.outcome == "new_version"
    after = await _claim(store)
    assert (after["quote"], after["char_start"], after["quote_match"]) == (old, before["char_start"], "exact")
    assert (after["verdict"], after["state"]) == ("stale", "superseded")
    assert (after["status"], after["reason"]) == ("unreviewed", "evidence_superseded")
    assert after["history"] == ["unreviewed/evidence_superseded"]
    assert "Broken" in after["labels"]
    assert await hits(store, "Support fell households") == [new]
    revision = "MATCH (:SourceVersion {namespace: $namespace})-[r:REVISION_OF]->() RETURN count(r) AS n"
    assert (await rows_of(store, revision))[0]["n"] == 1


async def test_a_text_that_returns_is_current_again_and_its_quotes_are_checked_again(store: GraphStore) -> None:
    old = "Support fell to 12 % of households."
    first = (await add(store, reading(old)))[0]
    assert first.version is not None
    await _cite(store, first.version, old)
    await add(store, reading("Support fell to 21 % of households."))
    nodes = store.written.nodes_created
    back = (await add(store, reading(old)))[0]
    assert (back.outcome, back.version) == ("new_version", first.version)
    claim = await _claim(store)
    assert (claim["verdict"], claim["status"], claim["reason"]) == ("valid", "supported", "verbatim")
    assert claim["history"] == ["unreviewed/evidence_superseded", "supported/verbatim"]
    assert "Broken" not in claim["labels"]
    assert store.written.nodes_created - nodes == 1, "the assessment and nothing else"
    assert await hits(store, "Support fell households") == [old]


async def test_a_source_that_stopped_halfway_is_not_found_and_is_completed_by_the_next_add(
    store: GraphStore, open_store: Any
) -> None:
    undisturbed = await open_store()
    halfway = arrival_of(reading(TEXT), store.namespace)
    rows = passage_rows(halfway, split_passages(TEXT, (), "en"), store.namespace)
    await record_versions(store, [halfway], now())
    await record_passages(store, rows[:1], None, now())
    assert await hits(store, "Skerra plant crowns") == []
    assert (await add(store, reading(TEXT)))[0].outcome == "added"
    await add(undisturbed, reading(TEXT))
    assert len(await node_set(store)) == len(await node_set(undisturbed))
    assert len(await relationship_set(store)) == len(await relationship_set(undisturbed))
    assert await hits(store, "Skerra plant crowns") == await hits(undisturbed, "Skerra plant crowns")


async def test_eight_writers_on_overlapping_sources_leave_the_graph_of_one(open_store: Any) -> None:
    sources = [reading(f"Report {i}. {TEXT}", name=f"{i}.md") for i in range(12)]
    many = await open_store()
    stores = [many] + [await open_store(many.namespace) for _ in range(7)]
    await asyncio.gather(*(add(s, *sources[i : i + 6], *sources[:i]) for i, s in enumerate(stores)))
    await add(many, *sources)
    assert await duplicates(many) == []
    nodes, relationships = await node_set(many), await relationship_set(many)
    await rows_of(many, "MATCH (n {namespace: $namespace}) DETACH DELETE n")
    await add(many, *sources)
    assert await node_set(many) == nodes
    assert await relationship_set(many) == relationships


async def test_a_bad_file_is_named_and_the_others_are_stored(store: GraphStore, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("A good file about the sound.")
    (tmp_path / "b.bin").write_bytes(bytes(range(256)) * 8)
    (tmp_path / "c.md").write_text("")
    outcomes = {Path(r.input).name: (r.outcome, r.reason) for r in await add(store, *read_paths([str(tmp_path)]))}
    assert outcomes["a.md"] == ("added", "ok")
    assert outcomes["b.bin"][0] == "refused"
    assert outcomes["c.md"] == ("refused", "empty")


async def test_the_same_file_in_two_projects_is_two_sources_that_never_meet(open_store: Any) -> None:
    alpha, beta = await open_store(), await open_store()
    await add_text(alpha, "The plant draws 4 W.")
    await add_text(beta, "The plant draws 9 W.")
    assert await hits(alpha, "plant draws") == ["The plant draws 4 W."]
    assert await hits(beta, "plant draws") == ["The plant draws 9 W."]
    assert not {row[0] for row in await relationship_set(alpha)} & {row[0] for row in await relationship_set(beta)}


async def test_a_vector_of_another_length_never_reaches_the_graph(store: GraphStore) -> None:
    with pytest.raises(ValueError, match="dimensions"):
        [r async for r in add_readings(store, FakeEmbedder(32), [reading(TEXT)])]
    assert await hits(store, "Skerra plant") == []


async def test_two_texts_of_one_source_arriving_at_once_leave_one_of_them_current(open_store: Any) -> None:
    one = await open_store()
    other = await open_store(one.namespace)
    for i in range(5):
        first, second = f"Support fell to {i} % of households.", f"Support rose to {i} % of households."
        await asyncio.gather(add(one, reading(first)), add(other, reading(second)))
        found = await hits(one, f"Support {i} households")
        assert found in ([first], [second])
    states = "MATCH (v:SourceVersion {namespace: $namespace}) RETURN v.state AS state, count(*) AS n ORDER BY state"
    assert await rows_of(one, states) == [{"state": "current", "n": 1}, {"state": "superseded", "n": 9}]
    assert await duplicates(one) == []


async def test_killed_right_after_a_text_returned_its_quotes_are_checked_all_the_same(store: GraphStore) -> None:
    old = "Support fell to 12 % of households."
    first = (await add(store, reading(old)))[0]
    assert first.version is not None
    await _cite(store, first.version, old)
    await add(store, reading("Support fell to 21 % of households."))
    await record_arrivals(store, [arrival_of(reading(old), store.namespace)], [], None)
    claim = await _claim(store)
    assert (claim["verdict"], claim["status"]) == ("valid", "supported")


async def test_texts_added_without_a_model_get_their_vectors_when_added_again_with_one(store: GraphStore) -> None:
    version = await add_text(store, TEXT)
    assert (await search_memory(store, ["Skerra plant"], FakeEmbedder(), arms=("vector",))).hits[0] == ()
    before = await node_set(store)
    assert [r.version for r in await add(store, reading(TEXT))] == [version]
    assert await node_set(store) == before
    assert (await search_memory(store, ["Skerra plant"], FakeEmbedder(), arms=("vector",))).hits[0] != ()
    assert [r.outcome for r in await add(store, reading(TEXT))] == ["unchanged"]


async def test_a_large_source_tells_how_far_it_is(store: GraphStore) -> None:
    told: list[tuple[int, int]] = []
    text = "The turbines stand in the narrow part of the sound. " * 8_000
    adding = add_readings(store, FakeEmbedder(), [reading(text)], told=lambda done, total: told.append((done, total)))
    (result,) = [one async for one in adding]
    assert [done for done, _ in told] == [*range(256, result.passages, 256), result.passages]
    assert {total for _, total in told} == {result.passages}
