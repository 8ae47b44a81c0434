"""Of an erased source no word is left anywhere: in no property, row or reason, nor in other words of a model."""

import itertools
import json
import os
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest
from claims_made import claim_on
from command import run_command
from dossier_runs import ask
from fakes import FakeEmbedder
from graphs import reading, rows_of

from agent.add import add_readings
from agent.curate.claims import decide
from agent.curate.word import Decision
from agent.forget.apply import Forgotten, Order, forget_source
from agent.forget.erase import count_left, erase_traces, unname_source
from agent.forget.find import find_sources
from agent.forget.places import MADE, OWN
from agent.forget.plan import look_at_impact
from agent.forget.traces import find_alone
from agent.record.runs import RunRecorder, StepDone
from agent.record.turns import Answered, ConversationRecorder
from agent.record.verdicts import record_verdicts
from agent.verify import Check
from graph.migrate import open_graph
from graph.property_types import type_of
from graph.server import ServerStatus
from graph.store import GraphStore, open_driver

pytestmark = pytest.mark.server
_NAMESPACES = itertools.count(1)
OWN_WORDS = "Oskar Lunde wept over nine trussle piers at night"
LENGTH = "The Morvane bridge is 812 metres long and rests on nine trussle piers."
TITLE = "Quenlith ledger of the bridge"
LEDGER = (
    f"{OWN_WORDS}. {LENGTH} The bridge will open in March after tests by Karvolin divers. "
    "Its owner is the Dralbek consortium."
)
DAILY = "The Morvane bridge is 790 metres long. The bridge has two lanes. It is owned by a company."
QUESTION = "How long is the Morvane bridge?"
REWORDED = "Karvolin divers will test before anybody crosses in spring"
ERASING = Order(by="person:Ada", erases=True)


@pytest.fixture
async def store(neo4j_server: ServerStatus) -> AsyncGenerator[GraphStore]:
    """A store with two sources that differ, on the newest release alone."""
    status, namespace = neo4j_server, f"words{os.getpid()}n{next(_NAMESPACES)}"
    async with open_driver(status.uri or "", status.username, status.read_password()) as driver:
        store = await open_graph(driver, database="neo4j", namespace=namespace, model=None, code_version="test")
        texts = {"a.md": (TITLE, LEDGER), "b.md": ("Morvane daily", DAILY)}
        readings = [reading(text, name=name, title=title) for name, (title, text) in texts.items()]
        assert [r.outcome async for r in add_readings(store, FakeEmbedder(), readings)] == ["added", "added"]
        yield store


async def erase(store: GraphStore, name: str = "a.md") -> Forgotten:
    plan = await look_at_impact(store, await find_sources(store, name))
    return await forget_source(store, plan.sources[0], ERASING)


async def holders(store: GraphStore, *words: str) -> set[tuple[str, str, str]]:
    """Where any property of any node or relationship of the namespace holds the words, in any case."""
    rows = await rows_of(
        store,
        "MATCH (n {namespace: $namespace}) OPTIONAL MATCH (n)-[r]->() "
        "WITH n, collect([type(r), properties(r)]) AS out "
        "UNWIND [[head(labels(n)), properties(n)]] + out AS one RETURN DISTINCT one[0] AS label, one[1] AS held",
    )
    return {
        (row["label"], name, word)
        for row in rows
        for name, value in (row["held"] or {}).items()
        for word in words
        if word.casefold() in str(value).casefold()
    }


async def version_of(store: GraphStore, name: str) -> str:
    rows = await rows_of(
        store, "MATCH (s:Source {namespace: $namespace, source_id: $name})-->(v:SourceVersion) RETURN v.key AS key",
        name=name,
    )  # fmt: skip
    return str(rows[0]["key"])


async def its_claim(store: GraphStore, text: str, quote: str, name: str = "a.md", said: str = LEDGER) -> str:
    """A claim with a valid quote of one of the two sources."""
    claim = await claim_on(store, text, await version_of(store, name), said, quote)
    rows = await rows_of(
        store,
        "MATCH (c:Claim {key: $c})<-[:FOR_CLAIM]-(ci)-[:QUOTES]->()<-[:HAS_PASSAGE]-()<--(s {source_id: $name}) "
        "RETURN ci.key AS key",
        c=claim,
        name=name,
    )
    valid = Check("exact", "valid", "judge:j", 0, 0, "it says so")
    await record_verdicts(store, {row["key"]: (claim, valid) for row in rows}, by="test")
    return claim


async def state_of(store: GraphStore, claim: str) -> dict[str, Any]:
    return (await rows_of(store, "MATCH (c:Claim {key: $c}) RETURN c {.*} AS c", c=claim))[0]["c"]


def filling(name: str, text: str) -> Any:
    if name.endswith("_json"):
        return json.dumps({"rows": [{"any field": text, "n": 1}]})
    return [text] if type_of(name) == "strings" else text


async def test_no_property_of_any_kind_of_node_holds_a_word_of_an_erased_source(store: GraphStore) -> None:
    """Each place of the vocabulary is filled with a sentence of the source, so that no new property is forgotten."""
    await ask(store, QUESTION)
    one = await its_claim(store, LENGTH, LENGTH)
    await decide(store, Decision(one, "note", "seen"), by="Bo")
    talk = ConversationRecorder(store, "talk")
    await talk.open()
    await talk.begin(1, QUESTION)
    await talk.answer(1, Answered("It is long.", "report"))
    for label in ("Reflection", "Deletion"):
        await rows_of(
            store,
            f"CREATE (:{label} {{key: '{label.lower()}.' + $namespace, namespace: $namespace, state: 'complete'}})",
        )
    for label, names in MADE.items():
        kind = "SubQuestion" if label == "Question" else label
        rows = await rows_of(
            store,
            f"MATCH (n:{kind} {{namespace: $namespace}}) "
            "WHERE NOT EXISTS { MATCH (n)-[:CITES]->()-[:QUOTES]->()<--()<--({source_id: 'b.md'}) } "
            "SET n += $texts RETURN n.key AS key",
            texts={name: filling(name, f"{OWN_WORDS}.") for name in names},
        )
        assert rows, f"a {kind} is there to be filled"
    hanging = {
        "Source": "(n:Source {source_id: 'a.md'})",
        "SourceVersion": "(:Source {source_id: 'a.md'})-->(n:SourceVersion)",
        "Passage": "(:Source {source_id: 'a.md'})-->()-[:HAS_PASSAGE]->(n:Passage)",
        "Citation": "(:Source {source_id: 'a.md'})-->()-[:HAS_PASSAGE]->()<-[:QUOTES]-(n:Citation)",
        "Claim": "(:Source {source_id: 'a.md'})-->()-[:HAS_PASSAGE]->()<-[:QUOTES]-()-[:FOR_CLAIM]->(n:Claim)",
        "Entity": "(:Source {source_id: 'a.md'})-[:TITLED]->(n:Entity)",
    }
    assert hanging.keys() == OWN.keys()
    for label, pattern in hanging.items():
        texts = {name: filling(name, f"{OWN_WORDS}.") for name in OWN[label]}
        assert await rows_of(
            store, f"MATCH {pattern} WHERE n.namespace = $namespace SET n += $texts RETURN n.key", texts=texts
        )
    places = {(label, name) for label, name, _ in await holders(store, "trussle")}
    assert places >= {(label, name) for table in (MADE, OWN) for label, names in table.items() for name in names}
    done = await erase(store)
    assert (done.state, done.left) == ("complete", {})
    assert await holders(store, "trussle", "Quenlith", "812 metres") == set()


async def test_rows_of_a_question_to_the_graph_keep_no_sentence_of_an_erased_source_in_any_field(
    store: GraphStore,
) -> None:
    """Templates and Cypher of a model or person call fields as they like, and may name no key."""
    await ask(store, "Has the bridge two lanes?", "r2")
    claim = await its_claim(store, LENGTH, LENGTH)
    daily = "The Morvane bridge is 790 metres long."
    await its_claim(store, daily, daily, "b.md", DAILY)
    rows = [{"x": LENGTH, "deep": [{"why": "790 metres / 812 metres", "of": claim}]}, {"x": daily}]
    await RunRecorder(store, "r2").step(StepDone(0, 9, "text2cypher", {}, {"rows": rows}, "ok", 1, 2))
    assert (await erase(store)).state == "complete"
    assert await holders(store, "trussle", "812 metres") == set()
    kept = await rows_of(
        store, "MATCH (s:Step {namespace: $namespace, tool: 'text2cypher'}) RETURN s.output_json AS json"
    )
    assert json.loads(kept[0]["json"])["rows"][1] == {"x": daily}, "what others say stays"


async def test_a_claim_in_other_words_that_only_the_erased_source_bears_out_goes_with_its_sentence_and_step(
    store: GraphStore,
) -> None:
    quote = "The bridge will open in March after tests by Karvolin divers."
    await ask(store, QUESTION)
    alone = await its_claim(store, REWORDED, quote)
    both = "Two lanes are enough for whoever owns it."
    shared = await its_claim(store, both, "Its owner is the Dralbek consortium.")
    assert await its_claim(store, both, "It is owned by a company.", "b.md", DAILY) == shared
    scope = {"subject": "Karvolin divers", "predicate": "will test before", "valid_from": "2031-03-01"}
    await rows_of(store, "MATCH (c:Claim {key: $c}) SET c += $scope RETURN c.key", c=alone, scope=scope)
    told = f"Before that, {REWORDED.lower()}, as planned."
    await rows_of(
        store,
        "MATCH (rep:Report {namespace: $namespace, is_final: true}), (c:Claim {key: $c}), (d:Claim {key: $d}) "
        "CREATE (rep)-[:HAS_STATEMENT]->(:Statement {key: 'statement.1' + $namespace, namespace: $namespace, "
        "name: 'Before that', text: $told, kind: 'factual', section: 'findings', ordinal: 90})-[:ASSERTS]->(c), "
        "(rep)-[:HAS_STATEMENT]->(:Statement {key: 'statement.2' + $namespace, namespace: $namespace, name: 'Two', "
        "text: $both, kind: 'factual', section: 'findings', ordinal: 91})-[:ASSERTS]->(d)",
        c=alone,
        d=shared,
        told=told,
        both=both,
    )
    written = {
        "sentences": [
            {"text": told, "kind": "factual", "citations": [{"passage": "P1", "quote": quote}]},
            {"text": "Never made a claim of.", "kind": "factual", "citations": [{"passage": "P1", "quote": quote}]},
            {"text": both, "kind": "factual", "citations": [{"passage": "P2", "quote": "It is owned by a company."}]},
        ],
        "row": {"c.subject": "Karvolin divers"},
    }
    await RunRecorder(store, "r1").step(StepDone(1, 9, "model:write", {}, written, "ok", 1, 1))
    source = await find_sources(store, "a.md")
    assert alone in await find_alone(store, source)
    assert shared not in await find_alone(store, source)

    assert (await erase(store)).state == "complete"
    assert await holders(store, "Karvolin", "will test before", "crosses in spring", "made a claim of") == set()
    gone = await state_of(store, alone)
    assert gone["text"].startswith("[erased ")
    assert {name for name in scope if name in gone} == set()
    assert (await state_of(store, shared))["text"] == both, "another source bears it out"
    sentences = await rows_of(
        store,
        "MATCH (s:Statement {namespace: $namespace}) WHERE s.ordinal >= 90 RETURN s.text AS text ORDER BY s.ordinal",
    )
    assert [row["text"] for row in sentences] == [gone["text"], both]
    step = await rows_of(store, "MATCH (s:Step {namespace: $namespace, tool: 'model:write'}) RETURN s.output_json AS j")
    assert [one["kind"] for one in json.loads(step[0]["j"])["sentences"]] == ["factual"] * 3, "its form stays"
    assert both in step[0]["j"]


async def test_the_plan_of_an_erasing_says_how_many_claims_go_whatever_their_words(
    store: GraphStore, neo4j_server: ServerStatus, tmp_path: Path
) -> None:
    claim = await its_claim(store, REWORDED, "The bridge will open in March after tests by Karvolin divers.")
    env = {k: v for k, v in os.environ.items() if not k.startswith(("CLAIMGRAPH_", "NEO4J_"))} | {
        "NEO4J_URI": neo4j_server.uri or "",
        "NEO4J_PASSWORD": neo4j_server.read_password(),
        "CLAIMGRAPH_HOME": str(tmp_path),
        "CLAIMGRAPH_EMBEDDINGS": "none",
        "CLAIMGRAPH_NAMESPACE": store.namespace,
    }
    looked = run_command(["forget", TITLE, "--erase", "--dry-run"], env=env)
    assert "erased: 1 claim that nothing else bears out, in whatever words, with what was read from it" in looked.stdout
    data = json.loads(run_command(["forget", TITLE, "--erase", "--dry-run", "--json"], env=env).stdout)
    assert data["plan"]["erased_claims"] == [claim]
    other = run_command(["forget", "b.md", "--dry-run"], env=env)
    assert (other.returncode, "erased:" in other.stdout) == (0, False)


async def test_a_claim_that_only_a_rejected_quote_of_another_source_stands_beside_goes_too(store: GraphStore) -> None:
    claim = await its_claim(store, REWORDED, "The bridge will open in March after tests by Karvolin divers.")
    await claim_on(store, REWORDED, await version_of(store, "b.md"), DAILY, "The bridge has two lanes.")
    await rows_of(
        store,
        "MATCH (c:Claim {key: $c})<-[:FOR_CLAIM]-(ci {quote: 'The bridge has two lanes.'}) "
        "SET ci.verdict = 'rejected' RETURN ci.key",
        c=claim,
    )
    assert (await erase(store)).state == "complete"
    assert (await state_of(store, claim))["text"].startswith("[erased ")


async def test_reasons_that_people_gave_name_nothing_that_only_the_erased_source_names(store: GraphStore) -> None:
    await ask(store, QUESTION)
    claim = await its_claim(store, LENGTH, LENGTH)
    for by, why in (
        ("rejected_why", "The Dralbek numbers from Quenlith are old. The Morvane bridge is longer."),
        ("error", None),
    ):
        await rows_of(
            store, f"MATCH (r:Run {{namespace: $namespace}}) SET r.{by} = $why, r.rejected_by = 'Ada' RETURN r.key",
            why=why,
        )  # fmt: skip
    await decide(store, Decision(claim, "note", "Ask Dralbek first"), by="Bo")
    assert (await erase(store)).state == "complete"
    assert await holders(store, "Dralbek", "Quenlith") == set()
    rows = await rows_of(store, "MATCH (r:Run {namespace: $namespace}) RETURN r.rejected_why AS why")
    assert rows[0]["why"].endswith("] The Morvane bridge is longer."), "what others name too stays"


async def test_words_that_come_in_after_all_are_told_and_the_deletion_is_not_called_complete(store: GraphStore) -> None:
    """The check reads the same places as the erasing, and is no part of it."""
    await ask(store, QUESTION)
    source = (await find_sources(store, "a.md"))[0]
    await rows_of(
        store,
        "CREATE (:Deletion {key: 'deletion.' + $namespace, namespace: $namespace, state: 'incomplete', redacted: 0})",
    )
    traces = await erase_traces(store, source, f"deletion.{store.namespace}", iso="2026-11-30T00:00:00Z")
    await unname_source(store, traces, iso="2026-11-30T00:00:00Z")
    assert set((await count_left(store, traces)).values()) == {0}
    await RunRecorder(store, "r1").step(StepDone(1, 9, "model:write", {}, {"late": LENGTH}, "ok", 1, 1))
    assert {name: n for name, n in (await count_left(store, traces)).items() if n} == {"texts": 1}
