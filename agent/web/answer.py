"""What one search of the web gave, as the object of the web_search tool: answer with citations, all sources."""

import html
import json
from collections.abc import Mapping, Sequence
from typing import Any

from agent.header import ASSERTING
from agent.report.read import read_report
from agent.report.view import ReportView
from agent.web.read import TOOL as READ
from agent.web.search import TOOL as SEARCH
from graph.store import GraphStore, Row


async def read_web_answer(store: GraphStore, report: str, *, reranker: str) -> dict[str, Any]:
    """Return the result object of a run that searched the web directly, from the database alone. Raises GraphError.

    `rerank_score` is the share of the best source's score that a source's best passage reached, 0 for a page that was
    not read; `snippet` is that passage's beginning, or what the provider said where the page was not read. An answer
    that `rests_on` snippets has sources that are `snippet_only`: their pages were not read, and their citations say so.
    """
    view = await read_report(store, report)
    steps = await store.read("steps_of_run", run=view.run)
    hits = _hits(steps)
    scores = _scores(steps)
    passages = await store.read("evidence_of_passages", keys=sorted(scores)) if scores else []
    best: dict[str, tuple[float, str]] = {}
    for row in passages:
        best[row["version"]] = max(best.get(row["version"], (0.0, "")), (scores[row["passage"]], row["text"]))
    top = max((score for score, _ in best.values()), default=1.0)
    read = _outputs(steps, READ)
    versions = {str(row["args"]["url"]): row["output"]["version"] for row in read}
    snippets = {row["output"]["version"] for row in read if row["output"].get("snippet")}
    ranked = sorted(hits, key=lambda hit: (-best.get(versions.get(hit["url"]) or "", (0.0, ""))[0], hit["rank"]))
    version_of = {row["version"]: row["source"] for row in passages}
    cited = {source.source for source in view.sources}
    sources: list[dict[str, Any]] = []
    for rank, hit in enumerate(ranked, 1):
        version = versions.get(hit["url"]) or ""
        score, text = best.get(version, (0.0, hit["snippet"]))
        used = version_of.get(version) in cited
        sources.append(
            {
                "rank": rank,
                "title": hit["title"],
                "url": hit["url"],
                "snippet": " ".join(text.split())[:300],
                "rerank_score": round(score / top, 4),
                "used_in_response": used,
                "snippet_only": version in snippets,
            }
        )
    ranks = {version_of.get(versions.get(hit["url"]) or ""): rank for rank, hit in enumerate(ranked, 1)}
    return {
        "query": view.question,
        "response": _response(view, ranks),
        "sources": sources,
        "sources_used": [one["rank"] for one in sources if one["used_in_response"]],
        "model": next((one.partition(": ")[2] for one in view.models if one.startswith("writer: ")), "none"),
        "reranker": reranker,
        "total_results": len(hits),
        "reranked_results": sum(1 for one in sources if one["rerank_score"] > 0),
        "execution_id": view.run,
        "report": view.report,
        "outcomes": [dict(one) for one in view.outcomes],
        "notes": list(view.notes),
        "rests_on": "snippets" if snippets else "pages",
    }


def _response(view: ReportView, ranks: Mapping[str | None, int]) -> str:
    """The sentences that state something, each with its citations; addresses come from the store, never from a text."""
    lines: list[str] = []
    known = {source.source: source for source in view.sources}
    for one in view.statements:
        if one.kind not in ASSERTING:
            continue
        marks = ""
        for source in dict.fromkeys(citation.source for citation in one.citations):
            said = known[source]
            url, title = html.escape(said.url or ""), html.escape(said.title)
            basis = ' basis="snippet"' if said.is_snippet else ""
            marks += (
                f' <web_citation url="{url}" title="{title}"{basis}>[{ranks.get(source, said.marker)}]</web_citation>'
            )
        lines.append(html.escape(one.text, quote=False) + marks)
    return "\n".join(lines)


def _outputs(steps: Sequence[Row], tool: str) -> list[dict[str, Any]]:
    return [
        {"args": json.loads(row["args_json"]), "output": json.loads(row["output_json"])}
        for row in steps
        if row["tool"] == tool
    ]


def _hits(steps: Sequence[Row]) -> list[dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    for row in _outputs(steps, SEARCH):
        for hit in row["output"]["results"]:
            found.setdefault(hit["url"], hit)
    return list(found.values())


def _scores(steps: Sequence[Row]) -> dict[str, float]:
    scores: dict[str, float] = {}
    for row in _outputs(steps, "fresh_passages"):
        for ranked in row["output"]["found"].values():
            scores |= {str(key): max(float(score), scores.get(str(key), 0.0)) for key, score in ranked}
    return scores
