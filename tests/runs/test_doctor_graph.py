"""What is wrong in a graph is found by its kind and repaired where no judgement is needed; nothing is deleted."""

from typing import Any

import pytest
from conftest import OpenStore
from dossier_runs import app_of
from fakes import FakeEmbedder
from graphs import reading, rows_of

from agent.add import add_readings
from agent.curate.repair import repair_kind
from agent.doctor.finding import exit_code_of
from agent.doctor.graph import MECHANICAL, examine, findings_of, is_wrong
from agent.record import arrival_of
from agent.record.clock import now
from agent.record.sources import record_versions
from agent.research import research
from graph.store import GraphStore

BROKEN = {
    "statuses": "CREATE (:Claim:Supported {namespace: $namespace, key: 'claim.' + $namespace, text: 'Nobody says so'})",
    "places": "MATCH (p:Current {namespace: $namespace}) WITH p ORDER BY p.key LIMIT 1 REMOVE p:Current",
    "names": "MATCH (v:SourceVersion {namespace: $namespace}) SET v.linked = null, v.compared = null",
    "conflicts": (
        "MATCH (c:Claim {namespace: $namespace}) WITH c ORDER BY c.key LIMIT 1 "
        "CREATE (:Conflict {namespace: $namespace, key: 'conflict.' + $namespace, state: 'open'})-[:BETWEEN]->(c)"
    ),
    "quotes": (
        "MATCH (ci:Citation {namespace: $namespace}) WITH ci ORDER BY ci.key LIMIT 1 MATCH (ci)-[q:QUOTES]->() DELETE q"
    ),
    "unfinished sources": (
        "CREATE (:Source {namespace: $namespace, key: 'source.' + $namespace, source_id: 'half.md'})-[:HAS_VERSION]->"
        "(:SourceVersion {namespace: $namespace, key: 'v.' + $namespace, state: 'incoming', seen_at_ms: 1})"
    ),
    "doubled texts": (
        "MATCH (s:Source {namespace: $namespace, source_id: 'a.md'}) CREATE (s)-[:HAS_VERSION]->"
        "(:SourceVersion {namespace: $namespace, key: 'w.' + $namespace, state: 'current', seen_at_ms: 1, linked: 1})"
    ),
    "orphan passages": "CREATE (:Passage {namespace: $namespace, key: 'passage.' + $namespace})",
    "deletions": (
        "CREATE (:Deletion {namespace: $namespace, key: 'deletion.' + $namespace, state: 'incomplete', target_id: 'b'})"
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
async def store(open_store: OpenStore) -> GraphStore:
    store = await open_store()
    sources = [
        reading("The Skerra plant costs 48 million crowns.", name="a.md"),
        reading("It opens in June.", name="b"),
    ]
    assert [r.outcome async for r in add_readings(store, FakeEmbedder(), sources)] == ["added", "added"]
    assert [e async for e in research("What does the Skerra plant cost?", app_of(store), run_key="r1")]
    return store


async def keys_of(store: GraphStore) -> set[str]:
    return {row["key"] for row in await rows_of(store, "MATCH (n {namespace: $namespace}) RETURN n.key AS key")}


async def test_what_the_writers_leave_is_sound_and_what_breaks_is_repaired_or_said(store: GraphStore) -> None:
    assert await examine(store) == []
    assert [(one.state, one.says) for one in findings_of([], {})] == [("ok", "nothing is wrong in it")]
    for cypher in BROKEN.values():
        await rows_of(store, cypher)
    found = await examine(store)
    assert {problem.kind for problem in found} == set(BROKEN)
    assert all(problem.count >= 1 and problem.keys for problem in found)
    before = await keys_of(store)
    repaired = {kind: await repair_kind(store, kind) for kind in MECHANICAL}
    assert all(repaired.values()), repaired
    left = await examine(store)
    assert {problem.kind for problem in left} == set(BROKEN) - set(MECHANICAL)
    assert before <= await keys_of(store), "nothing is deleted"
    assert exit_code_of(findings_of(left, repaired)) == 5
    assert {await repair_kind(store, kind) for kind in MECHANICAL} == {0}, "a second repair finds nothing to do"
    claims = await rows_of(
        store,
        "MATCH (c:Claim {namespace: $namespace}) RETURN c.status AS status, c.status_reason AS reason ORDER BY reason",
    )
    assert [tuple(row.values()) for row in claims] == [("unreviewed", "cannot_check"), ("unreviewed", "not_checked")]


async def test_a_text_that_a_kill_left_half_is_none_of_doctors_once_its_file_was_added_with_another(
    open_store: OpenStore,
) -> None:
    store = await open_store()
    half = arrival_of(reading("The Skerra plant costs 48 million crowns.", name="a.md"), store.namespace)
    await record_versions(store, [half], now())
    assert [(one.kind, one.keys) for one in await examine(store)] == [("unfinished sources", ("a.md",))]
    changed = [reading("The Skerra plant costs 61 million crowns.", name="a.md")]
    assert [r.outcome async for r in add_readings(store, FakeEmbedder(), changed)] == ["added"]
    assert await examine(store) == []


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, False),
        ({"status": "conflicting"}, True),
        ({"reason": "judged"}, True),
        ({"labels": ["Claim"]}, True),
        ({"labels": ["Claim", "Supported", "Unreviewed"]}, True),
        ({"opposed": True}, True),
        ({"rejected": True}, True),
        ({"citations": []}, True),
        ({"status": None}, True),
    ],
)
def test_a_claim_is_wrong_when_it_is_called_what_the_rule_does_not_say(changes: dict[str, Any], expected: bool) -> None:
    row: dict[str, Any] = {
        "status": "supported",
        "reason": "verbatim",
        "labels": ["Claim", "Supported"],
        "citations": [
            {"stance": "supports", "verdict": "valid", "checker": "verbatim", "quote_match": "exact"},
            {"stance": None, "verdict": None, "checker": None, "quote_match": None},
        ],
        "opposed": False,
        "rejected": False,
    }
    assert is_wrong(row | changes) is expected
