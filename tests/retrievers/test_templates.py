"""Each template on a small graph: what a user is told, row by row, and nothing of another namespace."""

import json
from dataclasses import dataclass
from typing import Any

import pytest
from conftest import OpenStore
from dossier import COSTS, HARMED, OLD, OPENS, PAID, PAYS, SAFE, WHEN, make_dossier

from graph.store import GraphStore
from retrievers.templates import Template, run_template, template_tools

TEMPLATES = {template.name: template for template in template_tools()}
EXPECTED: dict[str, list[tuple[dict[str, Any], list[dict[str, Any]]]]] = {
    "claims_for_question": [
        (
            {"question": "when does the tidal plant open"},
            [
                {"text": OPENS, "status": "supported", "first_statement": 1, "runs": ["first"]},
                {"text": PAID, "status": "unsupported", "first_statement": 2, "runs": ["first"]},
            ],
        )
    ],
    "evidence_for_claim": [
        (
            {"claim": SAFE},
            [
                {"stance": "refutes", "title": "Household survey 2025", "quote": "quote safe-survey"},
                {"stance": "supports", "title": "Press release on the tidal plant", "published_at": "2024-03-14"},
            ],
        )
    ],
    "opposing_claims": [
        (
            {"claim": SAFE},
            [
                {"how": "conflict", "text": HARMED, "title": "Household survey 2025", "quote": "quote harmed-survey"},
                {"how": "refuting quote", "text": SAFE, "quote": "quote safe-survey"},
            ],
        ),
        ({"claim": OPENS}, []),
    ],
    "conflicting_claims": [({}, [{"kind": "direct", "why": "one of them", "left_status": "conflicting"}])],
    "disputed_claims": [
        ({}, [{"text": SAFE, "for": ["Press release on the tidal plant"], "against": ["Household survey 2025"]}])
    ],
    "claims_by_status": [
        ({"status": "Unsupported"}, [{"text": PAID, "reason": "rejected"}]),
        ({"status": "supported"}, [{"text": COSTS}, {"text": OPENS}]),
        ({"status": "supported", "limit": 1}, [{"text": COSTS}]),
    ],
    "claims_with_words": [({"words": "eel turbine"}, [{"text": SAFE}, {"text": HARMED}])],
    "single_source_claims": [({}, [{"text": COSTS}])],
    "claim_history": [
        (
            {"claim": "the PLANT opens in  2027"},
            [
                {"from_status": None, "to_status": "unreviewed", "reason": "not_checked"},
                {"from_status": "unreviewed", "to_status": "supported", "by": "test"},
            ],
        )
    ],
    "claims_known_as_of": [
        (
            {"as_of": "2025-01"},
            [
                {"text": SAFE, "status_then": "supported", "status_now": "conflicting"},
                {"text": OLD, "status_then": "supported", "status_now": "unreviewed"},
                {"text": OPENS, "status_then": "unreviewed", "status_now": "supported"},
            ],
        ),
        ({"as_of": "2026-02-10", "status": "conflicting"}, [{"text": SAFE}, {"text": HARMED}]),
    ],
    "claims_valid_on": [
        (
            {"on": "2024-03-12"},
            [
                {"text": OPENS, "newest_support": "2024-03-12", "sources": ["Council minutes"]},
                {"text": COSTS, "newest_support": "2024", "sources": ["Coast wire"]},
            ],
        ),
        ({"on": "2023"}, []),
    ],
    "reusable_evidence": [
        ({"claim": OPENS, "fresh_after": "2026-03"}, [{"quote": "quote opens-release", "seen_at": "2026-03-05"}])
    ],
    "broken_citations": [
        ({}, [{"verdict": "rejected", "text": PAID}, {"verdict": "stale", "text": OLD, "title": "Council minutes"}]),
        ({"verdict": "stale"}, [{"text": OLD}]),
    ],
    "stale_evidence": [({}, [{"text": OLD, "stale_quotes": 1, "valid_quotes": 0, "replaced_at": "2026-02-01"}])],
    "path_between_claims": [
        ({"claim_a": OPENS, "claim_b": COSTS}, [{"length": 4}]),
        ({"claim_a": OPENS, "claim_b": OPENS}, []),
    ],
    "claims_by_source": [
        (
            {"source": "coast wire"},
            [{"text": COSTS, "status": "supported", "stances": ["supports"], "last_seen": "2025-01-11"}],
        )
    ],
    "impact_of_source": [
        (
            {"source": "release.md"},
            [
                {"text": COSTS, "other_origins": 0, "would_lose_all_support": True},
                {"text": SAFE, "other_origins": 0, "would_lose_all_support": True},
                {"text": OPENS, "other_origins": 1, "would_lose_all_support": False},
            ],
        )
    ],
    "reports_citing_source": [
        (
            {"source": "council minutes"},
            [
                {"question": WHEN, "run": "first", "statement": "Says opens", "marker": 1, "verdict": "valid"},
                {"statement": "Says paid", "quote": "quote paid-minutes", "verdict": "rejected"},
            ],
        )
    ],
    "source_versions": [
        (
            {"source": "minutes.md"},
            [{"state": "current", "passages": 2}, {"state": "superseded", "passages": 1, "fetched_at": "2025-01-10"}],
        )
    ],
    "copies_of_source": [
        ({"source": "release.md"}, [{"title": "Coast wire", "same": ["text", "origin"]}]),
        ({"source": "minutes.md"}, [{"title": "Household survey 2025", "same": ["work"]}]),
    ],
    "passages_by_title": [
        (
            {"title": "council minute"},
            [
                {"text": "Text of pm2.", "title": "Council minutes", "ordinal": 0},
                {"text": "Text of pm3.", "ordinal": 1},
            ],
        )
    ],
    "sources_by_title": [
        ({"words": "tidal plants"}, [{"title": "Press release on the tidal plant"}]),
        ({"words": "coast survey"}, [{"title": "Household survey 2025"}, {"title": "Coast wire"}]),
    ],
    "sources_by_publisher": [
        (
            {"publisher": "skerra"},
            [
                {"title": "Council minutes", "citations": 3, "published_at": "2024-03-12"},
                {"title": "Household survey 2025", "citations": 2, "published_at": None},
            ],
        )
    ],
    "sources_by_date": [
        ({"since": "2024-03"}, [{"title": "Press release on the tidal plant"}, {"title": "Council minutes"}]),
        ({"since": "2024", "until": "2024-03-12"}, [{"title": "Council minutes"}, {"title": "Coast wire"}]),
    ],
    "sources_changed_since": [
        ({"since": "2026-01"}, [{"title": "Council minutes", "changed_at": "2026-02-01", "stale_quotes": 1}]),
        ({"since": "2026-02-02"}, []),
    ],
    "stale_sources": [
        (
            {"older_than": "2026"},
            [
                {"title": "Household survey 2025", "citations": 2},
                {"title": "Coast wire", "citations": 1, "seen_at": "2025-01-11"},
            ],
        )
    ],
    "most_cited_sources": [
        (
            {"limit": 2},
            [
                {"title": "Council minutes", "claims": 3, "supporting": 3, "refuting": 0},
                {"title": "Press release on the tidal plant", "claims": 3},
            ],
        )
    ],
    "entity_by_name": [
        ({"name": "tornholm energy"}, [{"name": "Tornholm Energy", "mentions": 1, "titled_sources": 1}]),
        ({"name": "Tornholm"}, [{"name": "Tornholm", "titled_sources": 0}, {"name": "Tornholm Energy"}]),
    ],
    "claims_about_entity": [
        (
            {"entity": "Tornholm Energy"},
            [{"text": COSTS, "names_it": False}, {"text": OPENS}, {"text": SAFE}],
        )
    ],
    "sources_for_entity": [
        (
            {"entity": "tornholm ENERGY"},
            [
                {"title": "Council minutes", "passages": 1},
                {"title": "Press release on the tidal plant", "passages": 1},
                {"title": "Coast wire", "passages": 1},
            ],
        )
    ],
    "entity_neighbourhood": [
        ({"entity": "Skerra Sound"}, [{"name": "Tornholm Energy", "shared_passages": 2, "shared_claims": 3}])
    ],
    "similar_past_questions": [
        ({"question": "opening of the tidal plant"}, [{"text": WHEN, "run": "first", "answered_at": "2025-02-01"}]),
        ({"question": "removal"}, []),
    ],
    "open_questions": [({}, [{"text": PAYS, "runs": ["second: no_evidence"]}])],
    "open_gaps": [
        ({}, [{"run": "second", "question": PAYS, "gaps": ["payer unknown"], "stop_reason": "no_new_query"}])
    ],
    "runs_by_state": [
        ({}, [{"run_key": "second", "question": PAYS}, {"run_key": "first", "state": "completed"}]),
        ({"state": "no_evidence"}, [{"run_key": "second", "report": None}]),
    ],
    "run_timeline": [
        (
            {"run": "first"},
            [
                {"ordinal": 1, "tool": "memory", "outcome": "ok", "latency_ms": 12, "rows": 2, "tokens_in": 100},
                {"ordinal": 2, "tool": "web", "outcome": "timeout", "error": "no answer"},
            ],
        ),
        ({"run": "latest"}, [{"ordinal": 1, "latency_ms": 8}]),
    ],
    "reflection_trace": [
        (
            {"run": "first"},
            [
                {"round": 1, "gaps": ["who opens it"], "follow_ups": ["Who opens the plant?"]},
                {"round": 2, "gaps": [], "follow_ups": [], "stop_reason": "coverage"},
            ],
        )
    ],
    "citation_chain_for_report": [
        (
            {"report": "first"},
            [
                {"ordinal": 1, "marker": 1, "quote": "quote opens-minutes", "content_sha256": "minutes2"},
                {"ordinal": 1, "marker": 2, "quote": "quote opens-release", "content_sha256": "same"},
                {"ordinal": 2, "marker": 1, "verdict": "rejected"},
            ],
        )
    ],
    "shared_sources_between_runs": [
        ({"run_a": "first", "run_b": "second"}, [{"title": "Press release on the tidal plant"}])
    ],
    "tool_cost": [
        (
            {"since": "2025-01"},
            [
                {"tool": "memory", "calls": 2, "tokens": 120, "errors": 0},
                {"tool": "web", "calls": 1, "p95_ms": 900.0, "errors": 1},
            ],
        ),
        ({"since": "2027"}, []),
    ],
    "changes_since": [
        (
            {"since": "2026-02-10"},
            [
                {"kind": "run", "text": PAYS, "detail": "no_evidence"},
                {"kind": "claim", "text": HARMED, "detail": "conflicting (open_conflict)"},
                {"kind": "status", "text": SAFE, "detail": "supported -> conflicting (open_conflict)"},
            ],
        ),
        ({"since": "2026-01", "kind": "version"}, [{"text": "Council minutes", "detail": "current"}]),
        ({"since": "2025-06", "kind": "source"}, [{"text": "Household survey 2025"}]),
    ],
    "stored_counts": [({}, [{"claims": 6, "supported": 2, "conflicting": 2, "unsupported": 1, "unreviewed": 1}])],
    "graph_health": [
        (
            {},
            [
                {
                    "claims": 6,
                    "malformed": 0,
                    "supported_without_evidence": 0,
                    "lopsided_conflicts": 0,
                    "orphan_passages": 0,
                }
            ],
        )
    ],
}
UNORDERED = {
    "claims_with_words", "impact_of_source", "copies_of_source", "claims_about_entity", "sources_for_entity",
    "most_cited_sources", "claims_known_as_of", "changes_since", "evidence_for_claim", "sources_by_title",
}  # fmt: skip
"""Rows that are equal in what they are ordered by come in the order of their keys, which are hashes."""


@dataclass(frozen=True, slots=True)
class Filled:
    store: GraphStore
    keys: dict[str, str]


@pytest.fixture(scope="module")
async def filled(open_store: OpenStore) -> Filled:
    store = await open_store()
    return Filled(store, await make_dossier(store))


def test_every_template_is_tried() -> None:
    assert set(EXPECTED) == set(TEMPLATES)


@pytest.mark.parametrize("name", sorted(TEMPLATES))
async def test_a_template_answers_from_the_graph(name: str, filled: Filled) -> None:
    for arguments, expected in EXPECTED[name]:
        result = await run_template(filled.store, TEMPLATES[name], arguments)
        rows = [dict(row) for row in result.rows]
        assert [set(row) for row in rows] == [set(TEMPLATES[name].returns)] * len(expected), (arguments, rows)
        assert result.outcome == ("ok" if expected else "empty")
        left = list(rows)
        for place, wanted in enumerate(expected):
            fitting = [row for row in left if {k: row[k] for k in wanted} == wanted]
            assert fitting, f"{name} {arguments}: no row {wanted} in {rows}"
            if name not in UNORDERED:
                assert fitting[0] == rows[place], f"{name} {arguments}: {wanted} stands elsewhere in {rows}"
            left.remove(fitting[0])


@pytest.mark.parametrize("name", sorted(TEMPLATES))
async def test_no_template_tells_anything_of_another_namespace(name: str, filled: Filled, open_store: Any) -> None:
    other: GraphStore = await open_store()
    statement = TEMPLATES[name].statement
    for arguments, expected in EXPECTED[name]:
        there = await run_template(filled.store, TEMPLATES[name], arguments)
        given = {**there.arguments, **{p: c.key for p, c in there.named.items()}}
        every = f"+namespace:{filled.store.namespace}"  # "*:*" finds others' too, up to the limit
        given |= {p.name: every for p in statement.parameters if p.type == "words"}
        rows = await other.read(name, **given)
        told = json.dumps(rows, default=str)
        assert not [key for key in filled.keys.values() if key in told]
        assert not rows or name in {"graph_health", "stored_counts"}
        assert expected == [] or await filled.store.read(name, **given)


def as_fields(template: Template) -> set[str]:
    return set(template.parameters["properties"])


def test_each_template_says_what_it_answers_and_takes() -> None:
    for template in TEMPLATES.values():
        assert template.sentence[0].isupper()
        assert template.group in {"claims", "sources", "entities", "runs"}
        assert as_fields(template) | {"namespace"} == {*template.statement.params}
        assert all(len(p["description"]) > 3 for p in template.parameters["properties"].values())
