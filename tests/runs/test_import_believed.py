"""What an import believes of a file: nothing that the file only says, and nothing against what stands here."""

import json
from pathlib import Path
from typing import Any

import pytest
from conftest import OpenStore
from exported import bring, edited, exported, filled, notes_of, put, wipe
from graphs import add_text, duplicates, rows_of

from agent.doctor.graph import examine
from agent.entities.decide import decide_same
from agent.errors import FileRefused, GraphDiffers, StoredUnreadable
from agent.report.read import read_report
from graph.keys import sha256_of
from graph.store import GraphStore


@pytest.fixture(scope="module")
async def store(open_store: OpenStore) -> GraphStore:
    return await filled(await open_store())


@pytest.fixture(scope="module")
async def whole(store: GraphStore) -> bytes:
    """What the filled graph is as a file; each test leaves the graph in any state."""
    return await exported(store)


@pytest.fixture
def file(tmp_path: Path, whole: bytes) -> Path:
    path = tmp_path / "graph.jsonl"
    path.write_bytes(whole)
    return path


async def test_a_claim_is_called_what_its_quotes_allow_whatever_the_file_says(
    store: GraphStore, whole: bytes, file: Path
) -> None:
    supported = [
        line["key"] for line in map(json.loads, whole.splitlines()[1:])
        if line.get("node") == "Claim" and line["properties"]["status"] == "supported"
    ]  # fmt: skip
    first = supported[0]

    def without_evidence(line: dict[str, Any]) -> dict[str, Any] | None:
        if line.get("relationship") == "FOR_CLAIM" and line["end"][1] == first:
            return None
        return line

    await wipe(store)
    done = await bring(store, put(file, edited(whole, without_evidence)))
    assert f"{first}: called supported in the file, and unreviewed here" in notes_of(done)
    history = await rows_of(
        store,
        "MATCH (c:Claim {key: $key})-[:HAS_ASSESSMENT]->(a) RETURN a.by AS by, a.to_status AS now "
        "ORDER BY a.ordinal",
        key=first,
    )  # fmt: skip
    assert history[-1] == {"by": "import", "now": "unreviewed"}


@pytest.mark.parametrize("checker", ["judge:m", "person:Ada"])
async def test_words_that_are_not_in_the_text_bear_nothing_out(
    store: GraphStore, whole: bytes, file: Path, checker: str
) -> None:
    def other_words(line: dict[str, Any]) -> dict[str, Any]:
        if line.get("node") == "Citation":
            said = "Nobody wrote this."
            line["properties"] |= {
                "quote": said, "name": said, "quote_sha256": sha256_of(said), "checker": checker,
            }  # fmt: skip
        return line

    await wipe(store)
    await bring(store, put(file, edited(whole, other_words)))
    left = await rows_of(
        store,
        "MATCH (c:Claim {namespace: $namespace}) WHERE c.status IN ['supported', 'conflicting'] RETURN c.key AS key "
        "UNION MATCH (c:Citation {namespace: $namespace}) WHERE c.quote_match IN ['exact', 'normalised'] "
        "RETURN c.key AS key",
    )
    assert left == []


async def test_what_a_judge_or_a_person_found_of_words_that_are_there_is_taken(
    store: GraphStore, whole: bytes, file: Path
) -> None:
    def as_judged(line: dict[str, Any]) -> dict[str, Any]:
        if line.get("node") == "Citation" and line["properties"]["verdict"] == "valid":
            line["properties"] |= {"checker": "person:Ada" if line["key"] < "citation.8" else "judge:m"}
        return line

    await wipe(store)
    judged = edited(whole, as_judged)
    await bring(store, put(file, judged))
    there = {line["key"]: line["properties"] for line in map(json.loads, (await exported(store)).splitlines()[1:])
             if line.get("node") == "Citation"}  # fmt: skip
    for line in map(json.loads, judged.splitlines()[1:]):
        if line.get("node") == "Citation":
            assert there[line["key"]] == line["properties"]


async def test_a_text_that_is_not_what_its_hash_names_is_not_found(store: GraphStore, whole: bytes, file: Path) -> None:
    changed: list[str] = []

    def other_text(line: dict[str, Any]) -> dict[str, Any]:
        if line.get("node") == "Passage" and not changed:
            changed.append(line["key"])
            line["properties"]["text"] = line["properties"]["text"].swapcase()  # as long as the true one
        return line

    put(file, edited(whole, other_text))
    await wipe(store)
    done = await bring(store, file)
    assert "not the text that its hash names" in notes_of(done)[0]
    assert await rows_of(store, "MATCH (p:Current {key: $key}) RETURN p.key AS key", key=changed[0]) == []
    await wipe(store)
    await bring(store, put(file.parent / "true.jsonl", whole))
    with pytest.raises(GraphDiffers, match="stands in the graph as another Passage"):
        await bring(store, file)
    assert await exported(store) == whole, "and nothing of it replaces what stands"


async def test_a_text_that_a_file_only_claims_to_hold_is_not_in_the_way_of_the_true_one(
    open_store: OpenStore, tmp_path: Path
) -> None:
    store = await open_store()
    version = await add_text(store, "The plant is blue.", name="news.md")
    true = await exported(store)

    def other_text(line: dict[str, Any]) -> dict[str, Any]:
        if line.get("node") == "Passage":
            line["properties"]["text"] = "The plant is gone."
        return line

    await wipe(store)
    assert notes_of(await bring(store, put(tmp_path / "a.jsonl", edited(true, other_text))))
    assert await add_text(store, "The plant is blue.", name="news.md") == version
    texts = await rows_of(
        store, "MATCH (p:Passage {namespace: $namespace}) RETURN p.text AS text, p:Current AS is_found"
    )
    assert [(row["text"], row["is_found"]) for row in texts] == [("The plant is blue.", True)]
    assert await examine(store) == []


async def test_what_people_said_of_names_on_both_sides_joins_them_after_an_import(
    open_store: OpenStore, tmp_path: Path
) -> None:
    store = await open_store()
    for title in ("IEA", "International Energy Agency", "Paris Agency"):
        await add_text(store, f"It is of Paris, says {title}.", name=f"{title}.md", title=title)
    named = {row["full_name"]: row["entity"] for row in await store.read("names_to_compare", limit=900)}
    iea, agency, paris = (named[one] for one in ("IEA", "International Energy Agency", "Paris Agency"))
    await decide_same(store, iea, agency, "accepted", by="Ada")
    file = put(tmp_path / "there.jsonl", await exported(store))
    await decide_same(store, iea, agency, "undone", by="Bo")
    await rows_of(store, "MATCH (:Entity {namespace: $namespace})-[r:SAME_AS]->() DELETE r")
    await decide_same(store, agency, paris, "accepted", by="Bo")
    await bring(store, file)
    rows = await rows_of(
        store,
        "MATCH (e:Entity) WHERE e.key IN $keys RETURN e.canonical_key AS canonical, size(e.aliases) AS aliases",
        keys=[iea, agency, paris],
    )
    assert rows == [{"canonical": min(iea, agency, paris), "aliases": 2}] * 3


async def test_no_file_gives_a_stored_text_a_second_source(store: GraphStore, whole: bytes, file: Path) -> None:
    owners: list[str] = []

    def turned(line: dict[str, Any]) -> dict[str, Any]:
        if line.get("relationship") == "HAS_VERSION":
            owners.append(line["start"][1])
            line["start"][1] = owners[0]
        return line

    await wipe(store)
    await bring(store, put(file, whole))
    with pytest.raises(FileRefused, match=r"the SourceVersion of line .* is not named as one of this Source"):
        await bring(store, put(file, edited(whole, turned)))
    assert len(set(owners)) > 1
    assert await exported(store) == whole


async def test_a_sentence_that_stands_gets_no_quote_of_another_from_a_file(
    store: GraphStore, whole: bytes, file: Path
) -> None:
    lines = [json.loads(line) for line in whole.splitlines()[1:]]
    report = next(line["start"][1] for line in lines if line.get("relationship") == "HAS_STATEMENT")
    own = {
        line["end"][1] for line in lines if line.get("relationship") == "HAS_STATEMENT" and line["start"][1] == report
    }
    said = {line["key"]: line["properties"] for line in lines if line.get("node") == "Statement" and line["key"] in own}
    one, other = sorted(key for key, held in said.items() if held["kind"] == "factual")[:2]
    swap = {one: other, other: one}

    def swapped(line: dict[str, Any]) -> dict[str, Any]:
        """Two sentences of a report that have changed places with all that is theirs."""
        if line.get("key") in swap:
            line["properties"] = said[swap[line["key"]]] | {"ordinal": said[line["key"]]["ordinal"]}
        elif line.get("relationship") in {"ASSERTS", "CITES"} and line["start"][1] in swap:
            line["start"][1] = swap[line["start"][1]]
        return line

    await wipe(store)
    await bring(store, put(file, whole))
    await bring(store, put(file, edited(whole, swapped)))
    assert await exported(store) == whole


async def test_what_belongs_to_nothing_in_a_file_is_left_out_and_said(
    store: GraphStore, whole: bytes, file: Path
) -> None:
    shared = {"namespace": store.namespace, "name": "n", "created_at": "2026-03-02T10:00:00Z"}
    lone = {"node": "Turn", "key": f"turn.{'0' * 32}", "marks": [], "properties": shared | {"ordinal": 1}}
    head, rest = whole.split(b"\n", 1)
    with_one = b"\n".join([head, json.dumps(lone).encode(), rest])
    await wipe(store)
    done = await bring(store, put(file, edited(with_one, lambda line: line)))
    assert notes_of(done) == ("1 of its nodes belong to nothing in the file: left out",)
    assert await exported(store) == whole


async def test_a_report_that_cannot_be_read_says_so(store: GraphStore, whole: bytes, file: Path) -> None:
    await wipe(store)
    await bring(store, put(file, whole))
    set_ = "MATCH (r:Report {namespace: $namespace, is_final: true}) SET r.header_json = $text RETURN r.key AS key"
    for text, why in (("[1,2", "Invalid JSON"), ('{"coverage": "x"}', "language Field required"), ("[]", "an object")):
        report = (await rows_of(store, set_, text=text))[0]["key"]
        with pytest.raises(StoredUnreadable, match=f"{report} cannot be read .*{why}"):
            await read_report(store, report)


async def test_what_stands_stays_beside_what_is_brought(store: GraphStore, whole: bytes, file: Path) -> None:
    await wipe(store)
    await add_text(store, "The plant is red.", name="news.md")
    forgotten = await add_text(store, "The plant is gone.", name="gone.md")
    await rows_of(store, "MATCH (s:Source)-[:HAS_VERSION]->({key: $key}) SET s.forgotten_at = 'x'", key=forgotten)
    done = await bring(store, file)
    assert any("another current text here" in note for note in notes_of(done))
    texts = await rows_of(
        store,
        "MATCH (:Source {source_id: 'news.md'})-[:HAS_VERSION]->(v)-[:HAS_PASSAGE]->(p) WHERE v.namespace = $namespace "
        "RETURN p.text AS text, v.state AS state, p:Current AS found ORDER BY text",
    )
    assert await examine(store) == [], "names and copies were looked for on both sides"
    assert [(row["text"], row["state"], row["found"]) for row in texts] == [
        ("The plant is blue.", "superseded", False),
        ("The plant is green.", "superseded", False),
        ("The plant is red.", "current", True),
    ]
    assert await duplicates(store) == []


async def test_what_was_forgotten_here_does_not_come_back_by_a_file(
    store: GraphStore, whole: bytes, file: Path
) -> None:
    await wipe(store)
    await add_text(store, "The plant is red.", name="news.md")
    await rows_of(
        store, "MATCH (s:Source {source_id: 'news.md', namespace: $namespace}) SET s.forgotten_at = '2026-01-01'"
    )
    await bring(store, file)
    kept = await rows_of(
        store,
        "MATCH (:Source {source_id: 'news.md'})-[:HAS_VERSION]->(v)-[:HAS_PASSAGE]->(p) WHERE v.namespace = $namespace "
        "AND p.text CONTAINS 'blue' RETURN p.text AS text",
    )
    assert kept == []
