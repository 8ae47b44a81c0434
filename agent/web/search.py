"""Searching the web within a run: counted before it is sent, recorded with its outcome, never sent twice."""

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from agent.budget import BudgetSpent, Meter
from agent.deadline import within_seconds
from agent.record.runs import RunRecorder, StepDone
from agent.route import Call
from agent.web.options import Web
from graph.store import Row
from retrievers.outcome import Outcome
from retrievers.websearch.domains import DomainRules
from retrievers.websearch.errors import SearchFailed
from retrievers.websearch.protocol import SearchResult, WebHit
from retrievers.websearch.recent import REUSED

TOOL = "web_search"
_SNIPPET = 300  # characters kept of what a provider says of a page: it helps to choose and is no evidence
_WHOLE = 2_000  # where pages are not read


@dataclass(frozen=True, slots=True)
class FoundPages:
    """The answer to one search: `outcomes` are those of every request that it took, by provider."""

    hits: tuple[WebHit, ...]
    outcome: str
    provider: str
    outcomes: tuple[tuple[str, str], ...]
    notes: tuple[str, ...]
    says: str
    reused: bool

    def data(self, call: Call) -> dict[str, Any]:
        """Return what its event tells."""
        return {
            "tool": call.tool,
            "query": call.arguments["query"],
            "for": call.arguments["for"],
            "reason": call.reason,
            "provider": self.provider,
            "outcome": self.outcome,
            "results": len(self.hits),
            "says": self.says,
            "reused": self.reused,
        }


class WebSearches:
    """The searches of one run. `taken` are its earlier steps by request hash, `elapsed` the seconds since it began."""

    def __init__(
        self,
        web: Web,
        run: RunRecorder,
        meter: Meter,
        taken: Mapping[str, Row],
        elapsed: Callable[[], float],
        rules: DomainRules,
    ) -> None:
        self.run = run.key
        self.rules = rules
        self._web = web
        self._run = run
        self._meter = meter
        self._taken = taken
        self._elapsed = elapsed
        for row in taken.values():
            if row["tool"] == TOOL:
                meter.spend("searches", len(json.loads(row["output_json"])["outcomes"]))

    async def search(self, call: Call, round_: int) -> FoundPages:
        """Search once, and record it. Raises BudgetSpent before a request that does not fit, GraphError."""
        ordinal = self._run.next_ordinal()
        args = self._arguments(call)
        earlier = self._taken.get(self._run.request_of(TOOL, args))
        if earlier is not None:
            return _as_stored(str(earlier["outcome"]), str(earlier["output_json"]), again=True)
        outcomes: list[tuple[str, str]] = []
        sent = 0

        def allow() -> None:
            if not self._meter.allows("searches", elapsed_s=self._elapsed()):
                raise BudgetSpent(self._meter.stopped)
            self._meter.spend("searches")
            nonlocal sent
            sent += 1

        def seen(provider: str, outcome: Outcome) -> None:
            outcomes.append((provider, outcome))

        started = time.perf_counter()
        result: SearchResult | None = None
        failure: SearchFailed | None = None
        try:
            async with within_seconds(self._meter, self._elapsed):
                result = await self._web.providers.search(
                    call.arguments["query"],
                    limit=self._web.results,
                    time_range=self._web.time_range,
                    domains=self._rules_of(call),
                    allow=allow,
                    max_age_s=float(call.arguments["max_age_s"]),
                    seen=seen,
                )
        except SearchFailed as failed:
            failure = failed
        except BudgetSpent:
            if sent > len(outcomes):  # cut on its way
                names = self._web.providers.names
                outcomes.append(
                    (next((one for one in names if one not in self._web.providers.off), names[0]), "timeout")
                )
            if not outcomes:
                raise
            failure = SearchFailed(outcomes[-1][1] if outcomes[-1][1] == "timeout" else "refused", self._meter.stopped)
        kept = _WHOLE if self._web.reader == "off" else _SNIPPET
        output = _output(result, failure, outcomes, self._run.started_at_ms, kept)
        # What this run had sent before it was killed, and finds answered now, it has spent.
        self._meter.spend("searches", max(0, len(output["outcomes"]) - sent))
        stored = await self._run.step(
            StepDone(
                round=round_,
                ordinal=ordinal,
                tool=TOOL,
                args=args,
                output=output,
                outcome=result.outcome if result else failure.outcome if failure else "empty",
                latency_ms=round((time.perf_counter() - started) * 1000),
                rows=len(result.results) if result else 0,
                error=failure.reason if failure else None,
            )
        )
        return _as_stored(*stored, again=False)

    def _arguments(self, call: Call) -> dict[str, Any]:
        return {
            "query": call.arguments["query"],
            "for": call.arguments["for"],
            "limit": self._web.results,
            "time_range": self._web.time_range,
            **asdict(self._rules_of(call)),
        }

    def _rules_of(self, call: Call) -> DomainRules:
        """The rules of the run, and of one search that is for others than it has: `without` their domains."""
        return self.rules.narrowed(DomainRules(block=tuple(call.arguments.get("without", ()))))


def _output(
    result: SearchResult | None,
    failure: SearchFailed | None,
    outcomes: list[tuple[str, str]],
    started_ms: int,
    kept: int,
) -> dict[str, Any]:
    if result is None:
        says = failure.reason if failure else ""
        return {"results": [], "provider": "", "outcomes": outcomes, "notes": [says], "says": says, "searched_at": None}
    hits = [asdict(hit) | {"snippet": hit.snippet[:kept]} for hit in result.results]
    # An answer that this very run got, and was killed before it could note it, is no earlier one.
    at = result.searched_at if result.searched_at and _milliseconds(result.searched_at) < started_ms else None
    own = outcomes if outcomes or at or result.is_shared or not result.provider else [(result.provider, result.outcome)]
    notes = [note for note in result.notes if at or not note.startswith(REUSED)]
    return {
        "results": hits, "provider": result.provider, "outcomes": own, "notes": notes, "says": "", "searched_at": at,
        "shared": result.is_shared,
    }  # fmt: skip


def _milliseconds(iso: str) -> int:
    return int(datetime.fromisoformat(iso).timestamp() * 1000)


def _as_stored(outcome: str, output_json: str, *, again: bool) -> FoundPages:
    output = json.loads(output_json)
    return FoundPages(
        hits=tuple(WebHit(**hit) for hit in output["results"]),
        outcome=outcome,
        provider=str(output["provider"]),
        outcomes=tuple((str(provider), str(each)) for provider, each in output["outcomes"]),
        notes=tuple(output["notes"]),
        says=str(output["says"]),
        reused=again or output["searched_at"] is not None or bool(output.get("shared")),
    )
