"""Writing a run as it goes: question, plan, steps, reviews, drafts, the end."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from agent.draft import DraftStatement
from agent.plan import Plan
from agent.record.another import Begins, loop_of, refuse_another
from agent.record.claims import Claimed
from agent.record.clock import now
from agent.record.together import Together
from agent.review import Review
from graph.keys import bounded, claim_text, make_key, question_text, sha256_of, short_name
from graph.model import MAX_STEP_OUTPUT
from graph.rows import bounded_json
from graph.store import GraphStore, Row, Transaction


@dataclass(frozen=True, slots=True)
class StepDone:
    """One tool call: what was asked, what came back and how it went. `found` are passage, rank, score and arm."""

    round: int
    ordinal: int
    tool: str
    args: Mapping[str, Any]
    output: object
    outcome: str
    latency_ms: int
    rows: int
    found: Sequence[Mapping[str, Any]] = ()
    error: str | None = None
    tokens_in: int | None = None
    tokens_out: int | None = None


class RunRecorder:
    """Writes one run. Every method may be called again with the same values: nothing is written twice."""

    def __init__(self, store: GraphStore, run_key: str) -> None:
        self.key = make_key("run", store.namespace, run_key)
        self._store = store
        self._run_key = run_key
        self._ordinal = 0
        self._steps = Together(self._write_steps)
        self.started_at_ms = 0

    def next_ordinal(self) -> int:
        """Return the place of the next step in the run, from 1; taken before the step, so that its order is kept."""
        self._ordinal += 1
        return self._ordinal

    def request_of(self, tool: str, args: Mapping[str, Any]) -> str:
        """Return the hash that names a call: the same tool with the same arguments is the same request."""
        return sha256_of(json.dumps([tool, args], sort_keys=True, ensure_ascii=True))

    def subquestion_key(self, text: str) -> str:
        """Return the key of a part of this run's plan."""
        return make_key("question", self._store.namespace, question_text(text), self.key)

    async def start(
        self,
        question: str,
        *,
        mode: str,
        budgets: Mapping[str, Any],
        code_version: str,
        models: Sequence[str] = (),
        prompts: Sequence[str] = (),
        options: Mapping[str, Any] | None = None,
    ) -> str:
        """Write the run and its question; return the state the run is in (an earlier one of this key goes on).

        `models` and `prompts` are what a run in model mode was begun with, each "what: which"; `options`
        are what `resume` must know to go on alike. Raises RunConflict when
        the run key belongs to another question, or to a run in the other mode or with another loop.
        """
        moment = now()
        text = claim_text(question)
        asked = {
            "key": make_key("question", self._store.namespace, question_text(question)),
            "name": short_name(text),
            "text": text,
        }
        run = {
            "key": self.key,
            "name": short_name(text),
            "run_key": self._run_key,
            "mode": mode,
            "budgets_json": bounded_json(budgets, MAX_STEP_OUTPUT),
            "code_version": code_version,
            "models": list(models) or None,
            "prompts": list(prompts) or None,
            "options_json": bounded_json(options, MAX_STEP_OUTPUT) if options else None,
        }

        async def work(tx: Transaction) -> Row:
            row = (await tx.run("record_run", run=run, question=asked, now=moment.iso, now_ms=moment.ms))[0]
            refuse_another(row, Begins(self._run_key, question, mode, loop_of(run["options_json"])))  # rolls back
            return row

        row = await self._store.write(work)
        self.started_at_ms = int(row["started_at_ms"])
        if row["state"] in {"interrupted", "failed"}:
            await self._run("reopen_run", key=self.key)
        return str(row["state"])

    async def plan(self, plan: Plan) -> None:
        """Write the parts of the plan, fixed for the whole run."""
        rows = [
            {
                "key": self.subquestion_key(sub.text),
                "name": short_name(sub.text),
                "text": sub.text,
                "expects": sub.expects,
                "queries": list(sub.queries),
                "ordinal": sub.ordinal,
            }
            for sub in plan.subquestions
        ]
        question = make_key("question", self._store.namespace, question_text(plan.question))
        await self._run("record_subquestions", run=self.key, question=question, rows=rows, now=now().iso)

    async def step(self, step: StepDone) -> tuple[str, str]:
        """Write one tool call with what it found; return outcome and output (JSON) as stored: the first writer's.

        Calls that end at the same time are written together.
        """
        return await self._steps.ask(step)

    async def _write_steps(self, steps: Sequence[StepDone]) -> list[tuple[str, str]]:
        moment = now()
        rows = [self._step_row(step) for step in steps]

        async def work(tx: Transaction) -> dict[str, tuple[str, str]]:
            ordered = sorted(rows, key=lambda row: row["key"])
            done = await tx.run("record_steps", run=self.key, steps=ordered, now=moment.iso)
            stored = {str(row["key"]): (str(row["outcome"]), str(row["output_json"])) for row in done}
            for step, row in zip(steps, rows, strict=True):
                found = sorted(step.found, key=lambda f: f["passage"])
                if found and stored[row["key"]][1] == row["output_json"]:
                    await tx.run("record_retrieved", step=row["key"], rows=found)
            return stored

        stored = await self._store.write(work)
        return [stored[row["key"]] for row in rows]

    def _step_row(self, step: StepDone) -> dict[str, Any]:
        request = self.request_of(step.tool, step.args)
        return {
            "key": make_key("step", self._store.namespace, self.key, step.round, step.tool, request),
            "name": step.tool,
            "ordinal": step.ordinal,
            "round": step.round,
            "tool": step.tool,
            "args_json": bounded_json(step.args, MAX_STEP_OUTPUT),
            "request_sha256": request,
            "output_json": bounded_json(step.output, MAX_STEP_OUTPUT),
            "outcome": step.outcome,
            "error": bounded(step.error, 1_000),
            "latency_ms": step.latency_ms,
            "rows": step.rows,
            "tokens_in": step.tokens_in,
            "tokens_out": step.tokens_out,
        }

    async def reflection(self, review: Review, stop_reason: str, open_parts: Sequence[str]) -> None:
        """Write the critique of one round; `open_parts` are the texts of the sub-questions it found open."""
        reflection = {
            "key": make_key("reflection", self._store.namespace, self.key, review.round),
            "name": f"round {review.round}: {review.verdict}",
            "round": review.round,
            "verdict": review.verdict,
            "gaps": [gap.missing for gap in review.gaps],
            "stop_reason": stop_reason,
        }
        keys = sorted(self.subquestion_key(text) for text in open_parts)
        await self._run("record_reflection", run=self.key, reflection=reflection, subquestions=keys, now=now().iso)

    async def report(
        self,
        round_: int,
        header: Mapping[str, Any],
        statements: Sequence[DraftStatement],
        keys: Sequence[Claimed],
        markers: Mapping[str, int],
        statuses: Mapping[str, str],
    ) -> str:
        """Write a draft, unless the round has one; return its key. `markers` are by citation, `statuses` by claim."""
        namespace = self._store.namespace
        moment = now()
        report = make_key("report", namespace, self.key, round_)
        head = {
            "key": report,
            "name": f"report, round {round_}",
            "round": round_,
            "header_json": json.dumps(header, ensure_ascii=False, sort_keys=True),
        }
        rows: list[dict[str, Any]] = []
        for ordinal, statement in enumerate(statements, 1):
            said = [keys[i] for i in statement.candidates]
            cited = sorted({s.citation for s in said})
            rows.append(
                {
                    "key": make_key("statement", namespace, report, ordinal),
                    "name": short_name(statement.text),
                    "ordinal": ordinal,
                    "section": statement.section,
                    "kind": statement.kind,
                    "text": statement.text,
                    "subquestion": statement.subquestion,
                    "status_when_written": weakest(statuses.get(s.claim, "unreviewed") for s in said),
                    "claims": sorted({s.claim for s in said}),
                    "citations": [{"citation": c, "marker": markers[c]} for c in cited],
                }
            )

        async def work(tx: Transaction) -> None:
            stored = (await tx.run("record_report", run=self.key, report=head, now=moment.iso))[0]
            if not stored["there"]:
                await tx.run("record_statements", report=report, rows=rows, now=moment.iso)

        await self._store.write(work)
        return report

    async def finish(
        self,
        *,
        state: str,
        stopped_by: str,
        covered: bool,
        used: Mapping[str, Any],
        report: str | None,
        error: str | None = None,
    ) -> None:
        """Write the end of the run, whatever it was; `report` becomes the final one."""
        await self._run(
            "finish_run",
            run=self.key,
            state=state,
            stopped_by=stopped_by,
            coverage_review_passed=covered,
            needs_review=True,
            used_json=bounded_json(used, MAX_STEP_OUTPUT),
            error=bounded(error, 1_000),
            report=report,
            now=now().iso,
        )

    async def _run(self, statement: str, **params: Any) -> None:
        async def work(tx: Transaction) -> None:
            await tx.run(statement, **params)

        await self._store.write(work)


_ORDER = ("unsupported", "conflicting", "unreviewed", "supported")


def weakest(statuses: Any) -> str | None:
    """Return the status that a sentence of several claims deserves: the weakest of theirs; None without claims."""
    found = set(statuses)
    return next((status for status in _ORDER if status in found), None)
