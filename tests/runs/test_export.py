"""A graph written to a file and brought back: the same graph, whatever stops it, and nothing that a file only says."""

import hashlib
import io
import json
import random
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from command import run_command
from conftest import OpenStore
from dossier_runs import ask, fill
from graphs import add_text, duplicates, node_set, relationship_set, rows_of

from agent.add import add_readings
from agent.doctor.graph import examine
from agent.entities.decide import decide_same
from agent.errors import FileRefused, GraphDiffers, StoredUnreadable
from agent.exchange.load import Imported, import_graph
from agent.exchange.read import check_file
from agent.exchange.write import export_graph, find_namespaces, placed_when_whole
from agent.forget.apply import Order, forget_source
from agent.forget.plan import look_at_impact
from agent.report.read import read_report
from graph.keys import sha256_of
from graph.server import ServerStatus
from graph.store import GraphStore

QUESTION = "What will the Skerra Sound tidal plant cost and what share of households will it supply?"


async def exported(store: GraphStore) -> bytes:
    out = io.BytesIO()
    await export_graph(store, out, [store.namespace])
    return out.getvalue()


async def bring(store: GraphStore, path: Path, *, batches: int | None = None) -> Imported | None:
    """Import a file; with `batches` it ends after so many, as if it were killed."""
    async for step in import_graph(store, check_file(path)):
        if isinstance(step, Imported):
            return step
        batches = None if batches is None else batches - 1
        if batches == 0:
            return None
    raise AssertionError("an import ends with what it did")


def put(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


def notes_of(done: Imported | None) -> tuple[str, ...]:
    assert done is not None
    return done.notes


async def wipe(store: GraphStore) -> None:
    await rows_of(store, "MATCH (n) WHERE n.namespace = $namespace DETACH DELETE n")


def edited(data: bytes, change: Callable[[dict[str, Any]], dict[str, Any] | None]) -> bytes:
    """The file with lines changed or left out by somebody who knows how to write its header."""
    head, *lines = [json.loads(line) for line in data.splitlines()]
    kept = [line for line in map(change, lines) if line is not None]
    written = b"".join(json.dumps(line, ensure_ascii=False).encode() + b"\n" for line in kept)
    counts: dict[str, int] = {}
    for line in kept:
        kind = line.get("node") or line["relationship"]
        counts[kind] = counts.get(kind, 0) + 1
    nodes = sum("node" in line for line in kept)
    told = {"counts": counts, "nodes": nodes, "relationships": len(kept) - nodes}
    head |= told | {"sha256": hashlib.sha256(written).hexdigest()}
    return json.dumps(head).encode() + b"\n" + written


@pytest.fixture(scope="module")
async def store(open_store: OpenStore) -> GraphStore:
    store = await fill(await open_store())
    assert await ask(store, QUESTION)
    await add_text(store, "The plant is green.", name="news.md")
    await add_text(store, "The plant is blue.", name="news.md")
    return store


@pytest.fixture(scope="module")
async def whole(store: GraphStore) -> bytes:
    """What the filled graph is as a file; each test leaves the graph in any state."""
    return await exported(store)


@pytest.fixture
def file(tmp_path: Path, whole: bytes) -> Path:
    path = tmp_path / "graph.jsonl"
    path.write_bytes(whole)
    return path


async def test_a_graph_comes_back_exactly_and_once(
    store: GraphStore, whole: bytes, file: Path, open_store: OpenStore
) -> None:
    neighbour = await open_store()
    await add_text(neighbour, "The plant is blue.", name="news.md")
    beside = await exported(neighbour)
    before = (await node_set(store), await relationship_set(store))
    assert await exported(store) == whole, "the same graph gives the same bytes"
    again = await bring(store, file)
    assert again == Imported(0, 0), "what is there already is not written"
    assert await exported(store) == whole
    await wipe(store)
    done = await bring(store, file)
    header = check_file(file).header
    assert done == Imported(header.nodes, header.relationships)
    assert (await node_set(store), await relationship_set(store)) == before
    assert await exported(store) == whole, "to the last property, vectors and times too"
    assert await duplicates(store) == []
    assert {store.namespace, neighbour.namespace} <= set(await find_namespaces(store))
    assert await exported(neighbour) == beside, "another namespace is neither read nor touched"


async def test_killed_anywhere_it_is_completed_and_finds_nothing_half(
    store: GraphStore, whole: bytes, file: Path
) -> None:
    batches = 0
    await wipe(store)
    async for _ in import_graph(store, check_file(file)):
        batches += 1
    chance = random.Random(1)
    for stop in (1, chance.randint(2, batches // 2), chance.randint(batches // 2, batches - 3), batches - 2):
        await wipe(store)
        assert await bring(store, file, batches=stop) is None
        found = await rows_of(
            store,
            "MATCH (p:Current)<-[:HAS_PASSAGE]-(v) WHERE p.namespace = $namespace AND v.state <> 'current' "
            "RETURN p.key AS key UNION MATCH (c:Claim {status: 'supported'}) WHERE c.namespace = $namespace AND NOT "
            "EXISTS { (c)<-[:FOR_CLAIM]-(:Citation {verdict: 'valid'})-[:QUOTES]->(:Passage) } RETURN c.key AS key",
        )
        assert found == [], stop
        await bring(store, file)
        assert await exported(store) == whole, stop


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


async def test_an_erased_graph_comes_back_exactly(open_store: OpenStore, tmp_path: Path) -> None:
    store = await fill(await open_store())
    assert await ask(store, QUESTION)
    cited = await rows_of(
        store,
        "MATCH (s:Source {namespace: $namespace})-[:HAS_VERSION]->()-[:HAS_PASSAGE]->()<-[:QUOTES]-()<-[:CITES]-() "
        "RETURN s.key AS key ORDER BY key LIMIT 1",
    )
    held = (await look_at_impact(store, [cited[0]["key"]])).sources
    await forget_source(store, held[0], Order(by="Ada", erases=True))
    gone = await exported(store)
    assert b"[erased " in gone
    file = put(tmp_path / "gone.jsonl", gone)
    await wipe(store)
    assert notes_of(await bring(store, file)) == (f"{held[0].source}: it was erased here and stays so",)
    assert await exported(store) == gone


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


def test_a_file_takes_its_place_only_when_it_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "graph.jsonl"
    path.write_bytes(b"old")

    def fail() -> None:
        with placed_when_whole(path) as out:
            out.write(b"new")
            raise RuntimeError("full")

    with pytest.raises(RuntimeError, match="full"):
        fail()
    assert [one.name for one in tmp_path.iterdir()] == ["graph.jsonl"]
    assert path.read_bytes() == b"old"


async def test_a_later_add_finds_what_was_imported_unchanged(store: GraphStore, file: Path) -> None:
    from dossier_runs import DOSSIER
    from fakes import FakeEmbedder

    from retrievers.read import read_paths

    await wipe(store)
    await bring(store, file)
    readings = read_paths([DOSSIER], collection="skerra")
    assert {result.outcome async for result in add_readings(store, FakeEmbedder(), readings)} == {"unchanged"}


def test_a_person_exports_looks_and_imports(neo4j_server: ServerStatus, tmp_path: Path) -> None:
    environment = {
        "NEO4J_URI": neo4j_server.uri or "", "NEO4J_PASSWORD": neo4j_server.read_password(),
        "CLAIMGRAPH_HOME": str(tmp_path), "CLAIMGRAPH_NAMESPACE": "exportedbyhand", "CLAIMGRAPH_EMBEDDINGS": "none",
    }  # fmt: skip

    def run(*args: str, data: str | None = None) -> subprocess.CompletedProcess[str]:
        return run_command(args, env=environment, cwd=tmp_path, input=data)

    (tmp_path / "a.md").write_text("# Plant\n\nThe plant opens in May 2027.\n")
    assert run("add", "-q", "a.md").returncode == 0
    told = run("export", "graph.jsonl.gz", "--json")
    assert (told.returncode, json.loads(told.stdout)["nodes"]) == (0, 4), told.stderr
    dry = run("import", "--dry-run", "graph.jsonl.gz")
    assert (dry.returncode, dry.stdout) == (0, "4 nodes and 3 relationships in the file\n")
    piped = run("import", "-", "--json", data=run("export", "-q").stdout)
    assert (piped.returncode, json.loads(piped.stdout)["nodes"]) == (0, 0), piped.stderr
    other = run("import", "graph.jsonl.gz", "-n", "elsewhere")
    assert (other.returncode, "cannot be imported as elsewhere" in other.stderr) == (2, True)
    (tmp_path / "cut.gz").write_bytes((tmp_path / "graph.jsonl.gz").read_bytes()[:-9])
    cut = run("import", "cut.gz")
    assert (cut.returncode, "cut short" in cut.stderr) == (2, True), cut.stderr
    assert run("export", str(tmp_path)).returncode == 2
    nowhere = run("export", str(tmp_path / "none" / "a.jsonl")), run("import", "none.jsonl")
    assert [one.returncode for one in nowhere] == [2, 2]
    assert ["; make it, or" in nowhere[0].stderr, "; name one that" in nowhere[1].stderr] == [True, True]


async def test_a_file_of_another_release_is_refused(tmp_path: Path, whole: bytes) -> None:
    path = put(tmp_path / "a.jsonl", whole.replace(b'"format":1', b'"format":9', 1))
    with pytest.raises(FileRefused, match="has the format 9"):
        check_file(path)
