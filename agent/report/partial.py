"""What a run has found before its first draft, as a report that is shown and never stored: nothing in it is checked."""

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from agent.budget import Budget, BudgetSpent, Meter
from agent.by_rules import RuleSteps
from agent.conflicts.differ import find_differences
from agent.evidence import Candidate, Evidence
from agent.gather import PER_SUBQUESTION, evidence_of
from agent.header import header_of, mark_citations
from agent.language import find_question_language
from agent.llm import Attempt, Reply, Role
from agent.llm.protocol import Check, T, ToolShown
from agent.plan import Plan, SubQuestion, check_question, plan_directly
from agent.record.claims import Claimed, keys_of
from agent.record.clock import now
from agent.record.runs import RunRecorder
from agent.report.read import conflict_view
from agent.report.view import CitationView, RemovedView, ReportView, SourceView, StatementView
from agent.resume import Begun, read_begun
from agent.reuse.past import read_plan
from agent.steps import Steps
from agent.web.options import WebOptions
from agent.web.read import TOOL as READ
from graph.store import GraphStore, Row
from retrievers.websearch.domains import DomainRules
from retrievers.websearch.hints import take_hints

NOT_CHECKED = "the run was stopped before its first draft: this is what it had found by then, unreviewed and not stored"


async def read_partial(store: GraphStore, run: str) -> ReportView:
    """Return what a run without a draft would say, from its steps alone: no model, no search and no page is asked.

    What a model had written for it is taken from its steps, else sentences are chosen by rule. Raises GraphError.
    """
    begun = await read_begun(store, run)
    taken = {row["request_sha256"]: row for row in await store.read("steps_of_run", run=run)}
    hinted = take_hints(check_question(begun.question))
    web = begun.web if isinstance(begun.web, WebOptions) else WebOptions()
    rules = DomainRules.of(only=web.only, prefer=web.prefer, block=web.block).narrowed(hinted.rules)
    recalled = steps = _steps(store, begun, taken)
    plan = await _plan(steps, hinted.text, begun, is_direct=begun.direct)
    if plan.by == "nobody" and not begun.direct:  # taken from an earlier run of the same question
        known = await read_plan(store, run, plan.question, find_question_language(plan.question))
        plan = known if known.subquestions else plan
    evidence = await evidence_of(store, await _scores(store, plan, list(taken.values())), rules)
    extracted = await steps.extract(plan, evidence, 1)
    if not extracted.candidates:
        steps = RuleSteps()
        extracted = await steps.extract(plan, evidence, 1)
    found = await steps.review(plan, ())
    differences = find_differences(extracted.candidates, evidence)
    drafted = steps.draft(plan, differences, found)
    keys = [keys_of(one, store.namespace) for one in extracted.candidates]
    header = header_of(
        plan, found, differences, extracted.candidates, keys, drafted, {},
        outcomes=_outcomes(taken.values()), notes=[NOT_CHECKED], removed=extracted.removed,
        narrowed=[replace(one, claim=None) for one in extracted.narrowed], passages=0,
        made=recalled.made(),  # it was paid for, whoever chose the sentences
    )  # fmt: skip
    marks = mark_citations(drafted, extracted.candidates, keys)
    statements = tuple(
        StatementView(
            one.section, one.kind, one.text, one.subquestion,
            tuple(dict.fromkeys(keys[i].claim for i in one.candidates)),
            tuple(_citation(extracted.candidates[i], keys[i], marks, evidence) for i in one.candidates),
            "unreviewed" if one.candidates else None, "unreviewed" if one.candidates else None,
        )
        for one in drafted
    )  # fmt: skip
    cited = {citation.source: citation.marker for one in statements for citation in one.citations}
    return ReportView(
        report="", run=run, question=begun.question, language=header["language"],
        mode="extractive" if begun.is_extractive else "model", state=begun.state, stopped_by="none",
        coverage=header["coverage"], outcomes=header["outcomes"], gaps=header["gaps"],
        subquestions=tuple(header["subquestions"]), statements=statements,
        conflicts=tuple(conflict_view(one) for one in header["conflicts"]),
        sources=_sources(evidence, cited), usage=header["usage"], notes=header["notes"], generated_at=now().iso,
        models=tuple(header["models"]), prompts=tuple(header["prompts"]),
        removed=tuple(RemovedView(**one) for one in header["removed"]),
        marks=header["marks"], narrowed=tuple(RemovedView(**one) for one in header["narrowed"]),
    )  # fmt: skip


class _Recalled:
    """The models of a run that is not asked any more: only what they answered before is there."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self._names = names

    def model_of(self, role: Role) -> str:
        """Return who played the role."""
        return self._names.get(role, "")

    async def ask(
        self,
        role: Role,
        *,
        system: str,
        user: str,
        answer: type[T],
        check: Check[T] | None = None,
        max_tokens: int = 2000,
        allow: Callable[[], None] | None = None,
        seen: Callable[[Attempt], None] | None = None,
        tools: Sequence[ToolShown] = (),
    ) -> Reply[T]:
        """Raise BudgetSpent: nothing is spent on a report that is not stored."""
        del role, system, user, answer, check, max_tokens, allow, seen, tools
        raise BudgetSpent("no model was asked any more")


def _steps(store: GraphStore, begun: Begun, taken: Mapping[str, Row]) -> Steps:
    if begun.is_extractive:
        return RuleSteps()
    from agent.by_model.calls import ModelCalls
    from agent.by_model.steps import ModelSteps

    asked = [json.loads(row["args_json"]) for row in taken.values() if str(row["tool"]).startswith("model:")]
    model = _Recalled({str(one["role"]): str(one["model"]) for one in asked})
    run = RunRecorder(store, begun.run_key)
    return ModelSteps(ModelCalls(model, run, Meter(Budget()), taken, lambda: 0.0), begun.loop)


async def _plan(steps: Steps, question: str, begun: Begun, *, is_direct: bool) -> Plan:
    asked = check_question(begun.question)
    try:
        plan = plan_directly(question) if is_direct else await steps.plan(question)
    except BudgetSpent:
        return Plan(asked, None, (SubQuestion(1, asked, "any", ()),), by="nobody")
    return Plan(asked, plan.language, plan.subquestions, plan.by)


async def _scores(store: GraphStore, plan: Plan, steps: Sequence[Row]) -> dict[int, dict[str, float]]:
    """What was found for each part, as the run had it; pages that were read and not yet ranked, in reading order."""
    scores: dict[int, dict[str, float]] = {sub.ordinal: {} for sub in plan.subquestions}
    ranked: set[str] = set()
    for row in steps:
        output = json.loads(row["output_json"])
        fresh = row["tool"] == "fresh_passages"
        ranked |= set(json.loads(row["args_json"]).get("versions", ())) if fresh else set()
        for part, found in output.get("found", {}).items():
            known = scores.setdefault(int(part), {})
            above, top = (
                (max(known.values(), default=0.0), max((s for _, s in found), default=1.0)) if fresh else (0, 1)
            )
            known.update({key: max(above + score / top, known.get(key, 0.0)) for key, score in found})
    read = [json.loads(row["output_json"]).get("version") for row in steps if row["tool"] == READ]
    waiting = sorted({str(version) for version in read if version} - ranked)
    rows = await store.read("passages_of_versions", keys=waiting) if waiting else []
    for known in scores.values():
        for row in [one for one in rows if one["ordinal"] < PER_SUBQUESTION]:
            known.setdefault(row["passage"], 1 / (1 + row["ordinal"]))
    return scores


def _outcomes(steps: Collection[Row]) -> list[tuple[str, str]]:
    outcomes: list[tuple[str, str]] = []
    for row in steps:
        if row["tool"] == "memory_search":
            outcomes.append(("memory", row["outcome"]))
        output: dict[str, Any] = json.loads(row["output_json"])
        outcomes += [(str(name), str(outcome)) for name, outcome in output.get("outcomes", ())]
    return outcomes


def _citation(
    candidate: Candidate, keys: Claimed, marks: Mapping[str, int], evidence: Mapping[int, Sequence[Evidence]]
) -> CitationView:
    url = next((e.url for rows in evidence.values() for e in rows if e.source == candidate.source), None)
    return CitationView(
        citation=keys.citation, marker=marks[keys.citation], quote=candidate.quote, quote_match=candidate.quote_match,
        verdict="unchecked", checker="", passage=candidate.passage, source=candidate.source, url=url,
        char_start=candidate.char_start, char_end=candidate.char_end,
    )  # fmt: skip


def _sources(evidence: Mapping[int, Sequence[Evidence]], cited: Mapping[str, int]) -> tuple[SourceView, ...]:
    seen = {one.source: one for rows in evidence.values() for one in rows if one.source in cited}
    views = [
        SourceView(
            source=key, marker=cited[key], title=one.title, publisher=one.publisher, url=one.url,
            source_id=one.source_id, published_at=one.published_at, published_precision=None, updated_at=None,
            retrieved_at=one.retrieved_at, origins=1,
            copies=tuple(k for k, o in seen.items() if k != key and o.text_sha256 == one.text_sha256),
            is_snippet=one.source_id.startswith("snippet:"),
        )
        for key, one in seen.items()
    ]  # fmt: skip
    return tuple(sorted(views, key=lambda view: view.marker))
