"""What stands above a report: how it was made, what it rests on, where it looked and what it did not find."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from agent.header import PAGE_READERS
from agent.language import name_language
from agent.llm import ROLES
from agent.report.coverage import coverage_lines, mark_lines
from agent.report.markdown import escape, say_date
from agent.report.standing import say_lost
from agent.report.view import ReportView

_LOOPS = {
    "iterative": "iterative: rounds until every part is answered",
    "recursive": "recursive: each next query is made from what was found",
    "adaptive": "adaptive: whether and where to look is judged before each round",
}
_MODES = {
    "extractive": "extractive: no model; every factual sentence is a source's own words",
    "model": "model: written by a model from quoted evidence",
}
_REWORDED = ", or those that a person put in their place"
_AHEAD = " by a clock that was ahead, so that its age is not known"


def render_header(view: ReportView) -> list[str]:
    """The lines of the list under the title."""
    is_rows = bool(view.data) and not view.subquestions
    lines = [] if is_rows else [f"- Mode: {_mode(view)}"]
    lines += [f"- {line}" for line in _made(view)]
    lines += [f"- Cost: {one}" for one in _cost(view)]
    by = f", by {escape(view.loop_by)}" if view.loop_by else ""
    lines += [] if is_rows else [f"- Loop: {_LOOPS.get(view.loop, escape(view.loop))}{by}"]
    lines.append("- State: completed: rows of the graph, no evidence" if is_rows else f"- State: {_state(view)}")
    if view.statements:
        lines += [f"- {line}" for line in coverage_lines(view)]
    lines += [f"- {line}" for line in mark_lines(view)]
    if view.web:
        lines.append(f"- Live web: {escape(view.web)}")
    if view.outcomes:
        lines.append(f"- Looked in: {'; '.join(_tried(one) for one in view.outcomes)}")
    lines += [f"- Reused: {_reused(one, view)}" for one in view.reused]
    lines += [
        f"- Dated: “{escape(str(one['title']))}” is as of {_as_of(str(one['as_of']), view)}, not checked since"
        for one in view.dated
    ]
    lines += [
        f"- Before: “{escape(str(one['text']))}” rests on what “{escape(str(one['title']))}” said as of "
        f"{_as_of(str(one['as_of']), view)}; its text has changed since"
        for one in view.before
    ]
    changed = [s for s in view.statements if s.claims and s.status != s.status_when_written]
    if changed:
        count_of = f"{len(changed)} of {sum(1 for s in view.statements if s.claims)} sentences"
        lines.append(
            f"- Changed since: {count_of} rest on claims whose status has changed since this was written; each says "
            "what it is now"
        )
    lines += [f"- Open: {escape(gap)}" for gap in view.open_gaps]
    lines += [f"- Note: {escape(note)}" for note in view.notes]
    if view.accepted_by:
        lines.append(f"- Accepted: by {escape(view.accepted_by)}, {say_date(view.accepted_at or '')}")
    if view.rejected_by:
        said = f"by {escape(view.rejected_by)}, {say_date(view.rejected_at or '')}: {escape(view.rejected_why or '')}"
        lines.append(f"- Rejected: {said}")
    lines.append(f"- Run: {escape(view.run)}, {say_date(view.generated_at)}")
    return lines


def _mode(view: ReportView) -> str:
    """How the sentences came about; of a person's words in the place of a source's, that they are."""
    said = _MODES.get(view.mode, escape(view.mode))
    is_reworded = any(one.kind == "factual" and not one.is_own for one in view.statements)
    return said + (_REWORDED if view.mode == "extractive" and is_reworded else "")


def _made(view: ReportView) -> list[str]:
    """Who wrote a report, in which language, and what that cost."""
    if view.mode != "model":
        return []
    lines = [f"Models: {escape('; '.join(view.models))}; prompts: {escape(', '.join(view.prompts))}"]
    if view.language:
        lines.append(f"Language: {name_language(view.language)} (quotes are in the language of their source)")
    spent = [
        f"{escape(str(one['role']))} {one['calls']} {'call' if one['calls'] == 1 else 'calls'}, "
        f"{one['tokens_in']} tokens in, {one['tokens_out']} out"
        for one in view.usage
        if one["role"] in ROLES
    ]
    return [*lines, *([f"Used: {'; '.join(spent)}"] if spent else [])]


def _cost(view: ReportView) -> list[str]:
    """What a run cost by the person's price list, part by part; what has no price is named, not counted as nothing."""
    if not view.is_priced:
        return []
    known = [(str(one["role"]), Decimal(str(one["cost"]))) for one in view.usage if one["cost"] is not None]
    unpriced = dict.fromkeys(str(one["model"]) for one in view.usage if one["cost"] is None)
    total = sum((cost for _, cost in known), Decimal(0))
    parts = ", ".join(f"{escape(role)} {cost:f}" for role, cost in known)
    said = f"{'at least ' if unpriced else ''}{total:f}{f' ({parts})' if parts else ''}"
    return [said + (f"; no price is known for {escape(', '.join(unpriced))}" if unpriced else "")]


def _as_of(at: str, view: ReportView) -> str:
    """A date of what was stored, and where the report is older than it that this is no date: a clock was set back."""
    return f"{say_date(at)}{_AHEAD if view.generated_at and at > view.generated_at else ''}"


def _reused(one: Mapping[str, Any], view: ReportView) -> str:
    """How many claims an earlier run had already, which run, and when it ended."""
    count = f"{one['claims']} {'claim' if one['claims'] == 1 else 'claims'}"
    asked = "the same question" if one["same"] else f"“{escape(str(one['question']))}”"
    return f"{count} known since {_as_of(str(one['at']), view)}, from the run {escape(str(one['run']))} of {asked}"


def _tried(one: Mapping[str, Any]) -> str:
    """A place that was searched, how often, and how that ended where it found nothing."""
    outcome, count = str(one["outcome"]), one["count"]
    ended = "" if outcome == "ok" else f" {escape(outcome.replace('_', ' '))}"
    if one["provider"] in PAGE_READERS:
        return f"{escape(str(one['provider']))}{ended} ({count})"
    return f"{escape(str(one['provider']))}{ended} ({count} {'search' if count == 1 else 'searches'})"


def _state(view: ReportView) -> str:
    why = {
        "coverage": "every part of the question is answered",
        "no_new_query": "searching on gave or promised nothing new",
        "budget": "stopped by the budget",
    }.get(view.stopped_by)
    said = f"{view.state.replace('_', ' ')}{f' ({why})' if why else ''}"
    return f"{said}; {lost}" if (lost := say_lost(view)) else said
