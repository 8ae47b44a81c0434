"""A report from its view as the JSON of the contract: the same data as the Markdown, fields added, none renamed."""

from dataclasses import asdict
from typing import Any

from agent.report.cited import Cited
from agent.report.differing import stands
from agent.report.standing import coverage_now
from agent.report.view import CitationView, DataView, ReportView, SideView, SourceView, StatementView


def render_json(view: ReportView) -> dict[str, Any]:
    """The object that `ask --json` and `report --json` print."""
    cited = Cited(view)
    return {
        "run": view.run,
        "report": view.report or None,
        "partial": not view.report,
        "question": view.question,
        "language": view.language,
        "mode": view.mode,
        "state": view.state,
        "stopped_by": view.stopped_by,
        "coverage": dict(view.coverage),
        "coverage_now": coverage_now(view.statements),
        "outcomes": [dict(one) for one in view.outcomes],
        "gaps": list(view.gaps),
        "subquestions": list(view.subquestions),
        "data": [_data(one) for one in view.data],
        "nearest": list(view.nearest),
        "statements": [_statement(one) for one in view.statements],
        "conflicts": [
            {
                "conflict": one.conflict,
                "kind": one.kind,
                "state": one.state or None,
                "resolution": one.resolution or None,
                "subquestion": one.subquestion,
                "sides": [_side(cited, side) for side in one.sides],
            }
            for one in view.conflicts
        ],
        "sources": [_source(cited, one) for one in view.sources],
        "independent_origins": len(cited.origins()),
        "usage": [dict(one) for one in view.usage],
        "models": list(view.models),
        "prompts": list(view.prompts),
        "removed": [{"text": one.text, "reason": one.reason, "claim": one.claim} for one in view.removed],
        "marks": dict(view.marks),
        "narrowed": [{"text": one.text, "reason": one.reason, "claim": one.claim} for one in view.narrowed],
        "notes": list(view.notes),
        "reused": [dict(one) for one in view.reused],
        "dated": [dict(one) for one in view.dated],
        "before": [dict(one) for one in view.before],
        "web": view.web,
        "loop": view.loop,
        "loop_by": view.loop_by,
        "accepted_by": view.accepted_by,
        "accepted_at": view.accepted_at,
        "rejected_by": view.rejected_by,
        "rejected_at": view.rejected_at,
        "rejected_why": view.rejected_why,
        "generated_at": view.generated_at,
    }


def _data(one: DataView) -> dict[str, Any]:
    return {
        "tool": one.tool,
        "arguments": one.arguments,
        "query": one.query,
        "kind": one.kind,
        "rows": list(one.rows),
        "reason": one.reason,
        "outcome": one.outcome,
        "notes": list(one.notes),
    }


def _statement(one: StatementView) -> dict[str, Any]:
    return {
        "section": one.section,
        "kind": one.kind,
        "text": one.text,
        "subquestion": one.subquestion,
        "claims": list(one.claims),
        "citations": [_citation(citation) for citation in one.citations],
        "status": one.status,
        "status_when_written": one.status_when_written,
        "origins": one.origins,
        "owners": list(one.owners),
        "became": [asdict(became) for became in one.became],
    }


def _citation(one: CitationView) -> dict[str, Any]:
    return {
        "citation": one.citation,
        "marker": one.marker,
        "quote": one.quote,
        "quote_match": one.quote_match,
        "verdict": one.verdict,
        "checker": one.checker,
        "passage": one.passage,
        "source": one.source,
        "url": one.url,
        "char_start": one.char_start,
        "char_end": one.char_end,
        "flags": list(one.flags),
    }


def _side(cited: Cited, one: SideView) -> dict[str, Any]:
    return {
        "claim": one.claim,
        "text": one.text,
        "value": one.value,
        "citations": list(one.citations),
        "published_at": one.published_at,
        "said_at": one.said_at,
        "is_past": one.is_past,
        "is_replaced": one.is_replaced,
        "own": dict(one.own),
        "stands": stands(cited, one),
    }


def _source(cited: Cited, one: SourceView) -> dict[str, Any]:
    return {
        "marker": one.marker,
        "source": one.source,
        "source_id": one.source_id,
        "title": one.title,
        "publisher": one.publisher,
        "url": one.url,
        "published_at": one.published_at,
        "published_precision": one.published_precision,
        "updated_at": one.updated_at,
        "retrieved_at": one.retrieved_at,
        "gone_at": one.gone_at,
        "origins": 0 if one.source in cited.fallen() else one.origins,
        "copies": list(one.copies),
        "alternates": [{"title": title, "url": url} for title, url in (*one.alternates, *one.reprints)],
        "snippet_only": one.is_snippet,
        "is_primary": one.is_primary,
    }
