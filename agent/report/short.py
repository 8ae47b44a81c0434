"""The answer of a report without the rest: the sentences that answer, their sources, what is missing. Pure."""

from agent.report.markdown import escape
from agent.report.removed import say_removed
from agent.report.render import Page
from agent.report.view import ReportView

SOURCES = "Sources:"


def render_short(view: ReportView) -> list[str]:
    """Return the lines: an answer a part with its marks, then a line for each source they cite.

    Where nothing answers, what was missing is said; that is an answer too.
    """
    page = Page(view)
    lines: list[str] = []
    summary = [one for one in view.statements if one.section == "summary"]
    if any(one.citations for one in summary):
        lines += page.summary()
        used = {c.marker for one in summary for c in one.citations}
        heard = {q.source for one in summary for became in one.became for q in became.quotes}
        used |= {c.marker for one in view.statements for c in one.citations if c.source in heard}
        used |= {c.marker for one in view.statements for c in one.citations if _is_of_side(view, c.citation)}
        listed = [line for line in page.sources() if line.startswith("- [")]
        sources = [line for line in listed if any(line.startswith(f"- [{mark}] ") for mark in used)]
        lines += ["", SOURCES, *sources]
    elif view.subquestions or not view.data:
        why = "no source that was found answers this"
        if view.removed:
            why = "no sentence about it that was found holds"
        if view.not_made:
            why = "calls that might have found it were refused"
        lines += [f"The information is missing: {why}."]
        lines += [f"- {escape(one)}" for one in (*view.not_made, *view.open_gaps)]
        lines += [f"- {line}" for line in say_removed("Taken out", view.removed)]
    return [*lines, *(f"- {escape(note)}" for note in view.notes if "the information is missing" in note)]


def _is_of_side(view: ReportView, citation: str) -> bool:
    return any(citation in side.citations for conflict in view.conflicts for side in conflict.sides)
