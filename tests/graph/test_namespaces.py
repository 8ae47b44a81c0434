"""No named read ever returns another project's node, even when it is given that project's keys."""

import json
from dataclasses import dataclass, replace
from typing import Any

import pytest
from conftest import OpenStore, on_both
from fakes import FakeEmbedder
from graphs import reading, rows_of

from agent.add import add_readings
from agent.build import App
from agent.record.groups import GROUPER, kin_of
from agent.record.names import LINKER
from agent.record.runs import RunRecorder, StepDone
from agent.record.turns import Answered, ConversationRecorder
from agent.research import research
from agent.settings import Settings
from graph.form import Form
from graph.keys import make_key, question_text
from graph.lucene import words_query
from graph.queries import statements
from graph.store import GraphStore
from retrievers.websearch.kin import kin_query

READS = sorted(
    name
    for name, statement in statements().items()
    if "namespace" in statement.params
    and not statement.group  # templates and what finds names for them are tried in test_templates.py
    and name != "nodes_by_words"
    and not name.startswith("export_")  # they take no keys: tests/runs/test_export.py has a neighbour
    and not any(word in text for text in statement.texts.values() for word in ("MERGE", "SET ", "CREATE "))
)

COST = "The Skerra plant costs 48 million crowns."
EMPTY_AT_HOME = {"quotes_to_carry", "claims_left_stale", "count_nodes", "unchecked_citations", "passages_with_text"}
"""A count is never empty, and a finished run leaves no quote unchecked."""


async def fill(store: GraphStore) -> None:
    """Make a project in which every read finds something."""
    sources = [
        reading(COST, name="a.md"),
        replace(reading("It opens (TOB) in June 2028.\nAlias: TOB", name="b.html"), kind="web"),
    ]
    assert [r.outcome async for r in add_readings(store, FakeEmbedder(), sources)] == ["added", "added"]
    app = App(Settings(), store, FakeEmbedder(), (), None)
    assert [e async for e in research("What does the Skerra plant cost?", app, run_key="r1")]
    asked = StepDone(0, 1, "stored_counts", {}, {"rows": []}, "ok", 1, 0)
    await RunRecorder(store, "r1").step(asked)
    for name in ("first", "second"):
        talk = ConversationRecorder(store, name)
        await talk.open()
        await talk.begin(1, "What does it cost?")
        await talk.answer(1, Answered("48 million crowns", "report", vector=[1.0] * 64))
    await rows_of(store, "MATCH (s:Source {namespace: $namespace}) SET s.work_group = s.key, s.origin_group = s.key")
    await rows_of(
        store, "CREATE (:Deletion {key: 'deletion.' + $namespace, namespace: $namespace, state: 'incomplete'})"
    )
    await rows_of(
        store,
        "CREATE (:Reflection:Lesson {key: 'reflection.' + $namespace, namespace: $namespace, lesson: 'l', "
        "kind: 'limit', created_at_ms: 1})",
    )
    await rows_of(
        store,
        "MATCH (s:Source {namespace: $namespace, source_id: 'b.html'})-[:TITLED]->(e), (p:Passage {key: s.lead}) "
        "CREATE (p)-[:MENTIONS]->(:Entity {key: 'entity.' + $namespace, namespace: $namespace, full_name: 'TOB', "
        "norm_name: 'tob', canonical_key: e.key})"
        "<-[:SAME_AS {decision: 'accepted', by: 'person:Ada', why: 'Alias: TOB'}]-(e)",
    )
    await rows_of(
        store, "MATCH (:Source {namespace: $namespace, source_id: 'b.html'})-[:HAS_VERSION]->(v) REMOVE v.compared"
    )
    await rows_of(
        store,
        "MATCH (c:Claim {namespace: $namespace}) WITH c LIMIT 1 CREATE (c)-[:HAS_ASSESSMENT]->(:Assessment {"
        "key: 'assessment.' + $namespace, namespace: $namespace, ordinal: 9, by: 'person:Ada', decision: 'note'})",
    )
    await rows_of(
        store,
        "MATCH (c:Claim {namespace: $namespace}) WITH c LIMIT 1 "
        "CREATE (:Conflict {key: 'conflict.' + $namespace, namespace: $namespace, state: 'open'})-[:BETWEEN]->(c) "
        "WITH c MATCH (c)<-[:BETWEEN]-(x) "
        "CREATE (x)-[:BETWEEN]->(:Claim {key: 'claim.' + $namespace, namespace: $namespace, text: 'the other side'})",
    )
    await rows_of(
        store,
        "MATCH (c:Claim {namespace: $namespace})<-[:FOR_CLAIM]-()-[:QUOTES]->(p) WITH c, p LIMIT 1 "
        "CREATE (c)<-[:FOR_CLAIM]-(:Citation {key: 'citation.' + $namespace, namespace: $namespace, quote: 'x', "
        "stance: 'supports', verdict: 'rejected', person_verdict: 'rejected', char_start: 0, char_end: 1})"
        "-[:QUOTES]->(p) CREATE (c)-[:HAS_ASSESSMENT]->(:Assessment {key: 'assessment.8' + $namespace, "
        "namespace: $namespace, ordinal: 8, by: 'person:Ada', decision: 'reject', to_status: 'unsupported'})",
    )


@dataclass
class Projects:
    """A project that is full, its nodes by their label, and one that is empty."""

    alpha: GraphStore
    beta: GraphStore
    keys: dict[str, list[str]]


@pytest.fixture(scope="module")
def made() -> dict[str, Projects]:
    return {}


@pytest.fixture
async def projects(open_store: OpenStore, made: dict[str, Projects]) -> Projects:
    """The two of a release: reads change nothing, so that each release needs them once."""
    alpha = await open_store()
    if alpha.form not in made:
        await fill(alpha)
        everything = (
            "MATCH (n {namespace: $namespace}) RETURN head(labels(n)) AS label, n.key AS key ORDER BY n.kind, key"
        )
        keys: dict[str, list[str]] = {}
        for row in await rows_of(alpha, everything):  # the file, which is cited, before the web page
            keys.setdefault(row["label"], []).append(row["key"])
        made[alpha.form] = Projects(alpha, await open_store(), keys)
    return made[alpha.form]


def values(keys: dict[str, list[str]], params: tuple[str, ...], form: Form, namespace: str) -> dict[str, Any]:
    """Parameters that name the other project's nodes, for every parameter that takes a key."""
    everything = [key for found in keys.values() for key in found]
    vector = [1.0] * 64
    known: dict[str, Any] = {
        "run": keys["Run"][0],
        "run_key": "r1",
        "apart": "",
        "query": words_query("plant", namespace, ("text",), every=False),
        "report": keys["Report"][0],
        "source_id": "a.md",
        "norm_name": "title of a md",
        "key": keys["Claim"][0],
        "claim": keys["Claim"][0],
        "conflict": keys["Conflict"][0],
        "source": keys["Source"][0],
        "sources": keys["Source"],
        "after": "",
        "until": "9",
        "until_ms": 2**53,
        "question": make_key("question", namespace, question_text("What does the Skerra plant cost?")),
        "before": "z",
        "addresses": ["a.md"],
        "entity": make_key("entity", namespace, "title of a.md"),
        "status": None,
        "said": "text:plant full_name:title",
        "decisions": ["accepted"],
        "pattern": "(?is).*alias.*",
        "like": ["text:plant"],
        "names": [{"said": "text:plant"}],
        "label": "Claim",
        "properties": ["text"],
        "prefix": "claim.",
        "keys": everything,
        "claims": keys["Claim"],
        "versions": keys["SourceVersion"],
        "limit": 50,
        "since": "",
        "since_ms": 0,
        "groups": keys["Source"],
        "conversation": make_key("conversation", namespace, "first"),
        "before_ms": 2**53,
        "ahead_ms": 2**53,
        "kin": [
            {
                "version": "",
                "words": kin_query(kin_of(namespace, key="", url="", title="", same_as=(), text=COST)),
            }
        ],
        "linker": LINKER,
        "grouper": GROUPER,
        "queries": [
            {
                "text": "",
                "grams": "",
                "names": ["title of a md"],
                "vector": vector if form == "calendar" else [[key, 0.9] for key in keys["Passage"]],
            }
        ],
        "first": ["title of"],
        "wide": [],
        "words": ["title", "of", "a", "md"],
        "roots": 20,
        "fan": 50,
        "namesakes": 10,
        "vectors": [vector],
        "vector": vector,
        "exact": 50,
        "most": 50,
        "candidates": 50,
        "floor": 0.0,
    }
    return {name: known[name] for name in params if name != "namespace"}


def test_there_are_reads_to_try() -> None:
    assert {
        "search_graph",
        "search_passages",
        "entities_by_words",
        "report_statements",
        "steps_of_run",
        "count_nodes",
    } <= set(READS)


@pytest.mark.parametrize(("open_store", "name"), on_both(READS), indirect=["open_store"])
async def test_a_read_with_another_projects_keys_returns_nothing_of_it(name: str, projects: Projects) -> None:
    alpha, keys = projects.alpha, projects.keys
    params = values(keys, statements()[name].params, alpha.form, alpha.namespace)
    found = json.dumps(await projects.beta.read(name, **params), default=str)
    assert not [key for label in keys for key in keys[label] if key in found]
    if name not in EMPTY_AT_HOME:
        assert await alpha.read(name, **params), "the same read finds it in its own project"
