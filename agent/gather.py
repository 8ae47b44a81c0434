"""Carrying out the calls of a round: each search is made once, recorded as a Step, and taken from the graph again
when a run is gone on with."""

import json
import time
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from agent.extract import Evidence
from agent.ledger.reworded import read_reworded
from agent.record.runs import RunRecorder, StepDone
from agent.repeats import find_repeats
from agent.route import Call
from agent.words.references import REFERENCES
from graph.store import GraphStore, Row
from retrievers.embed import Embedder
from retrievers.memory import Found
from retrievers.rerank import Reranker, search_reranked
from retrievers.websearch.domains import DomainRules
from retrievers.websearch.rank import FreshPassage, rank_passages

PER_SUBQUESTION = 20


@dataclass(frozen=True, slots=True)
class Gathered:
    """What one call found: for each sub-question the passage keys with their score, best first."""

    outcome: str
    found: Mapping[int, Sequence[tuple[str, float]]]
    notes: tuple[str, ...]
    reused: bool


@dataclass(frozen=True, slots=True)
class _Answer:
    """What a search gave: ranked keys by sub-question, notes, how many hits, the rows of `record_retrieved`."""

    found: Mapping[int, Sequence[tuple[str, float]]]
    notes: Sequence[str]
    rows: int
    retrieved: Sequence[Mapping[str, Any]]


async def gather(
    store: GraphStore,
    embedder: Embedder | None,
    run: RunRecorder,
    call: Call,
    *,
    round_: int,
    taken: Mapping[str, Row],
    reranker: Reranker | None = None,
) -> Gathered:
    """Make one call and record it; a call that this run has made before is read from the graph instead.

    `taken` are the run's earlier steps by request hash. Raises GraphError when the database fails.
    """

    async def search() -> _Answer:
        queries, limit = list(call.arguments["queries"]), int(call.arguments["limit"])
        answer = await search_reranked(store, queries, embedder, reranker, limit=limit)
        found = _by_subquestion(call.arguments["for"], answer)
        return _Answer(found, list(answer.notes), sum(len(h) for h in answer.hits), _retrieved(answer))

    return await _made_once(run, call, search, round_, taken)


async def gather_fresh(
    store: GraphStore,
    embedder: Embedder | None,
    run: RunRecorder,
    call: Call,
    *,
    round_: int,
    taken: Mapping[str, Row],
    reranker: Reranker | None = None,
) -> Gathered:
    """Rank the passages of pages that were just read for each query, and record it as `gather` does."""

    async def search() -> _Answer:
        rows = await store.read("passages_of_versions", keys=list(call.arguments["versions"]))
        passages = [FreshPassage(r["version"], r["ordinal"], r["search_text"], language=r["language"]) for r in rows]
        keys = {(r["version"], r["ordinal"]): str(r["passage"]) for r in rows}
        found: dict[int, dict[str, float]] = {}
        retrieved: dict[str, dict[str, Any]] = {}
        queries, limit = list(call.arguments["queries"]), int(call.arguments["limit"])
        answers = await rank_passages(queries, passages, embedder=embedder, reranker=reranker, limit=limit)
        for sub, ranked in zip(call.arguments["for"], answers, strict=True):
            scores = found.setdefault(sub, {})
            for rank, one in enumerate(ranked, 1):
                key = keys[one.passage.page, one.passage.ordinal]
                scores[key] = scores.get(key, 0.0) + one.score
                if key not in retrieved or rank < retrieved[key]["rank"]:
                    arms = "+".join(sorted(one.arms))
                    retrieved[key] = {"passage": key, "rank": rank, "score": one.score, "arm": f"fresh:{arms}"}
        return _Answer(_best_first(found), [], len(retrieved), list(retrieved.values()))

    return await _made_once(run, call, search, round_, taken)


async def _made_once(
    run: RunRecorder,
    call: Call,
    search: Callable[[], Awaitable[_Answer]],
    round_: int,
    taken: Mapping[str, Row],
) -> Gathered:
    """Search and record the step, unless the run has taken it before."""
    ordinal = run.next_ordinal()
    earlier = taken.get(run.request_of(call.tool, call.arguments))
    if earlier is not None:
        return _as_stored(str(earlier["outcome"]), str(earlier["output_json"]), reused=True)
    started = time.perf_counter()
    answer = await search()
    stored = await run.step(
        StepDone(
            round=round_,
            ordinal=ordinal,
            tool=call.tool,
            args=call.arguments,
            output={"found": {str(sub): rows for sub, rows in answer.found.items()}, "notes": answer.notes},
            outcome="ok" if any(answer.found.values()) else "empty",
            latency_ms=round((time.perf_counter() - started) * 1000),
            rows=answer.rows,
            found=answer.retrieved,
        )
    )
    return _as_stored(*stored, reused=False)


def _best_first(scores: Mapping[int, Mapping[str, float]]) -> dict[int, list[tuple[str, float]]]:
    return {
        sub: sorted(rows.items(), key=lambda row: (-row[1], row[0]))[:PER_SUBQUESTION] for sub, rows in scores.items()
    }


def seconds_of(taken: Mapping[str, Row]) -> float:
    """About how many seconds earlier starts of a run worked: steps of one kind in one round ran together."""
    longest: dict[tuple[int, str], int] = {}
    for row in taken.values():
        kind = (int(row["round"]), str(row["tool"]))
        longest[kind] = max(longest.get(kind, 0), int(row["latency_ms"] or 0))
    return sum(longest.values()) / 1000


def _as_stored(outcome: str, output_json: str, *, reused: bool) -> Gathered:
    output = json.loads(output_json)
    found = {int(sub): [(str(k), float(s)) for k, s in rows] for sub, rows in output["found"].items()}
    return Gathered(outcome, found, tuple(output["notes"]), reused=reused)


def _by_subquestion(subs: Sequence[int], answer: Found) -> dict[int, list[tuple[str, float]]]:
    """Join the hits of a sub-question's queries: a passage's score is the sum over the queries that found it."""
    scores: dict[int, dict[str, float]] = {sub: {} for sub in subs}
    for sub, hits in zip(subs, answer.hits, strict=True):
        for hit in hits:
            scores[sub][hit.passage] = scores[sub].get(hit.passage, 0.0) + hit.score
    return _best_first(scores)


def _retrieved(answer: Found) -> list[dict[str, Any]]:
    best: dict[str, dict[str, Any]] = {}
    for hits in answer.hits:
        for rank, hit in enumerate(hits, 1):
            row = {
                "passage": hit.passage,
                "rank": rank,
                "score": hit.score,
                "arm": "+".join(sorted(hit.arms)),
            }
            if hit.passage not in best or (rank, -hit.score) < (
                best[hit.passage]["rank"],
                -best[hit.passage]["score"],
            ):
                best[hit.passage] = row
    return list(best.values())


async def evidence_of(
    store: GraphStore,
    gathered: Mapping[int, Mapping[str, float]],
    rules: DomainRules = DomainRules(),  # noqa: B008 - an immutable value, the same for every call
    read_again: Collection[str] = (),
) -> dict[int, list[Evidence]]:
    """Read the passages with their neighbours and sources: for each sub-question the evidence, best first.

    A source with an address outside the rules is left out, one without (a file of one's own) is not. Of sources that
    were `read_again` in this run only what they say now is evidence. A passage in a list of references is none, and
    of a work that was read at several addresses one speaks, the others where they say something else. Sentences that
    people put in other words come with these.
    """
    keys = sorted({key for rows in gathered.values() for key in rows})
    rows = {row["passage"]: row for row in await store.read("evidence_of_passages", keys=keys)} if keys else {}
    rows = {
        key: row
        for key, row in rows.items()
        if (not row["url"] or rules.allows(row["url"]))
        and (row["state"] == "current" or row["source"] not in read_again)
        and REFERENCES not in row["flags"]
    }
    repeats = find_repeats(list(rows.values()))
    rows = {key: row for key, row in rows.items() if key not in repeats}
    reworded = await read_reworded(store, rows.values())
    result: dict[int, list[Evidence]] = {}
    for sub, scored in gathered.items():
        ranked = sorted(((k, s) for k, s in scored.items() if k in rows), key=lambda row: (-row[1], row[0]))
        result[sub] = [
            replace(_evidence(rows[k]), score=s, rank=i, reworded=reworded.get(rows[k]["version"], ()))
            for i, (k, s) in enumerate(ranked, 1)
        ]
    return result


async def evidence_by_passage(store: GraphStore, keys: Collection[str]) -> dict[str, Evidence]:
    """Read passages with their neighbours and sources, by key, unranked. Raises GraphError."""
    return {row["passage"]: _evidence(row) for row in await store.read("evidence_of_passages", keys=sorted(set(keys)))}


def _evidence(row: Row) -> Evidence:
    values = dict(row)
    values["retrieved_at"] = values.pop("fetched_at")
    for name in ("state", "flags", "work_group", "char_len"):
        del values[name]
    return Evidence(**values, score=0.0, rank=0)
