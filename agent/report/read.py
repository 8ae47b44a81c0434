"""A report from the database alone: what was written, with what its claims and citations are called now."""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Literal

from agent.errors import StoredUnreadable
from agent.ledger.became import read_became
from agent.origins.copies import find_reprints
from agent.origins.count import told_of
from agent.record.runs import weakest
from agent.report.origins import citations_to_count, mark_origins, tied_sources, with_origins
from agent.report.render import CitationView, ConflictView, ReportView, SideView, SourceView, StatementView
from agent.report.stored import read_header, read_shown
from agent.report.view import DataView, RemovedView
from agent.route.carry import kept_rows
from graph.errors import NodeNotFound
from graph.store import GraphStore, Row


async def read_report(store: GraphStore, report: str) -> ReportView:
    """Return the view of a report. Raises NodeNotFound when the namespace has no such report."""
    heads = await store.read("report_head", report=report)
    if not heads:
        raise NodeNotFound(f"{report} is not in the namespace {store.namespace}; `claimgraph runs` lists what is")
    head = heads[0]
    header = _header(report, head["header_json"])
    statements = [_statement(row) for row in await store.read("report_statements", report=report)]
    markers = {c.source: c.marker for s in statements for c in s.citations}
    sources = await store.read("sources_of_report", report=report)
    claims = sorted({claim for s in statements for claim in s.claims})
    copied = await store.read("told_of_claims", claims=claims)
    groups = sorted({row["work_group"] for row in (*sources, *copied) if row["work_group"]})
    works = await store.read("sources_of_works", groups=groups) if groups else []
    agreeing: dict[str, list[str]] = header.get("agreeing", {})
    rows = await store.read("told_by_citations", keys=citations_to_count(statements, agreeing))
    published = {row["source"]: row["published_at"] for row in sources}
    told = {row["citation"]: replace(told_of(row), published_at=published.get(row["source"])) for row in rows}
    statements, origins = with_origins(statements, told, agreeing)
    became = await read_became(store, claims)
    statements = [replace(s, became=tuple(became[c] for c in s.claims if c in became)) for s in statements]
    views = _sources(sources, markers, works, find_reprints(sources, copied, works))
    nodes = sorted({c["conflict"] for c in header["conflicts"] if c["conflict"]})
    states = {row["conflict"]: row for row in await store.read("conflict_states", keys=nodes)} if nodes else {}
    return ReportView(
        report=report,
        run=head["run"],
        question=head["question"],
        language=header["language"],
        mode=head["mode"],
        state=head["state"],
        stopped_by=head["stopped_by"] or "none",
        coverage=header["coverage"],
        outcomes=header["outcomes"],
        gaps=header["gaps"],
        subquestions=tuple(header["subquestions"]),
        statements=tuple(statements),
        conflicts=tuple(conflict_view(c, states) for c in header["conflicts"]),
        sources=mark_origins(views, statements, origins),
        usage=header["usage"],
        notes=header["notes"],
        generated_at=head["ended_at"] or head["started_at"],
        accepted_by=head["accepted_by"],
        accepted_at=head["accepted_at"],
        models=tuple(header.get("models", ())),
        prompts=tuple(header.get("prompts", ())),
        web=header.get("web", ""),
        is_priced=header.get("is_priced", False),
        loop=header.get("loop", "iterative"),
        loop_by=header.get("loop_by", ""),
        nearest=tuple(header.get("nearest", ())),
        reused=tuple(header.get("reused", ())),
        dated=tuple(header.get("dated", ())),
        before=tuple(header.get("before", ())),
        rejected_by=head["rejected_by"],
        rejected_at=head["rejected_at"],
        rejected_why=head["rejected_why"],
        removed=tuple(RemovedView(**one) for one in header.get("removed", ())),
        marks=header.get("marks", {}),
        narrowed=tuple(RemovedView(**one) for one in header.get("narrowed", ())),
        data=await read_data(store, head["run"]),
        tied=tied_sources(views, statements, told, origins),
    )


async def read_data(store: GraphStore, run: str) -> tuple[DataView, ...]:
    """Return the rows that a run got from the graph itself, in the order of its calls. Raises GraphError."""
    views: list[DataView] = []
    for row in await store.read("rows_of_run", run=run):
        try:
            kept = read_shown(row["output_json"])
        except ValueError as error:
            raise _unreadable(f"a step {row['tool']} of {run}", error) from None
        if kept is None:
            continue
        rows = tuple(kept_rows(kept))
        views.append(
            DataView(
                row["tool"], json.loads(row["args_json"]), kept["ran"], kept.get("kind", "rows"), rows,
                kept["reason"], row["outcome"], tuple(kept["notes"]),
            )
        )  # fmt: skip
    return tuple(views)


def _header(report: str, text: str) -> dict[str, Any]:
    try:
        return read_header(text)
    except ValueError as error:
        raise _unreadable(report, error) from None


def _unreadable(what: str, why: ValueError) -> StoredUnreadable:
    return StoredUnreadable(
        f"what is kept with {what} cannot be read ({why}): it was changed by hand or brought in by an import; ask its "
        "question again"
    )


def _statement(row: Row) -> StatementView:
    citations = tuple(
        CitationView(
            citation=c["citation"],
            marker=c["marker"],
            quote=c["quote"],
            quote_match=c["quote_match"],
            verdict=c["verdict"],
            checker=c["checker"],
            passage=c["passage"],
            source=c["source"],
            url=c["url"],
            char_start=c["char_start"],
            char_end=c["char_end"],
            flags=tuple(c["flags"]),
        )
        for c in row["citations"]
    )
    return StatementView(
        section=row["section"],
        kind=row["kind"],
        text=row["text"],
        subquestion=row["subquestion"],
        claims=tuple(c["claim"] for c in row["claims"]),
        citations=citations,
        status=weakest(c["status"] for c in row["claims"]),
        status_when_written=row["status_when_written"],
    )


def conflict_view(row: dict[str, Any], states: Mapping[str, Row] | None = None) -> ConflictView:
    """Return what a report shows of one of its header's conflicts; `states` are those of the nodes now."""
    sides = tuple(
        SideView(
            claim=side["claim"],
            text=side["text"],
            value=side["value"],
            citations=tuple(side["citations"]),
            published_at=side["published_at"],
            said_at=side.get("said_at", side["published_at"]),
            is_past=side.get("is_past", False),
            is_replaced=side.get("is_replaced", False),
            own=side.get("own", {}),
        )
        for side in row["sides"]
    )
    now = (states or {}).get(row["conflict"])
    return ConflictView(
        row["conflict"], row["kind"], row["subquestion"], sides,
        now["state"] if now else "", (now["resolution"] or "") if now else "",
        (now["resolved_by"] or "") if now else "",
    )  # fmt: skip


def _sources(
    rows: list[Row], markers: dict[str, int], works: list[Row], reprints: dict[str, list[tuple[str, str]]]
) -> tuple[SourceView, ...]:
    views: dict[str, SourceView] = {}
    for row in rows:
        if row["source"] in views:
            continue
        views[row["source"]] = SourceView(
            source=row["source"],
            marker=markers[row["source"]],
            title=row["title"],
            publisher=row["publisher"],
            url=row["url"],
            source_id=row["source_id"],
            published_at=row["published_at"],
            published_precision=row["published_precision"],
            updated_at=row["updated_at"],
            retrieved_at=row["fetched_at"],
            origins=1,
            copies=_copies(row, rows),
            is_snippet=row["version_state"] == "snippet",
            gone_at=row["gone_at"],
            reprints=tuple(reprints.get(row["source"], ())),
            alternates=tuple(
                (one["title"], one["url"])
                for one in works
                if one["work_group"] == row["work_group"] and one["url"] and one["source"] not in markers
            ),
        )
    return tuple(sorted(views.values(), key=lambda view: view.marker))


def _copies(row: Row, rows: list[Row]) -> tuple[str, ...]:
    """The sources with the same text, and those of the same origin that the report cites too."""
    same = [copy["source"] for copy in row["copies"]]
    group = row["origin_group"]
    alike = [one["source"] for one in rows if group and one["origin_group"] == group and one["source"] != row["source"]]
    return tuple(dict.fromkeys([*same, *alike]))


Drawable = Literal["Report", "Claim", "Source"]

_DRAW = {
    "Report": "MATCH path = (n)-[:HAS_STATEMENT]->()-[:CITES]->()-[:QUOTES]->()<-[:HAS_PASSAGE]-()<-[:HAS_VERSION]-()",
    "Claim": "MATCH path = (n)<-[:FOR_CLAIM]-()-[:QUOTES]->()<-[:HAS_PASSAGE]-()<-[:HAS_VERSION]-()",
    "Source": "MATCH path = (n)-[:HAS_VERSION]->()-[:HAS_PASSAGE]->()<-[:QUOTES]-()-[:FOR_CLAIM]->()",
    "Run": "MATCH path = (n)-[:PRODUCED|HAS_STEP|HAS_REFLECTION|PLANNED|ANSWERS]->()",
}


def browser_query(label: str, key: str) -> str:
    """Return the Cypher that draws a node and what it rests on in Neo4j Browser; the key is ours, of hex digits."""
    draw = _DRAW.get(label, "MATCH path = (n)--()")
    return f"MATCH (n:{label} {{key: '{key}'}}) {draw} RETURN path LIMIT 200"
