"""What a report says that has no sentence: pure."""

from agent.report.markdown import escape
from agent.report.removed import say_removed
from agent.report.view import ReportView


def say_nothing_found(view: ReportView) -> list[str]:
    """Say that there is no answer, what was looked for, what came nearest, and what to do next."""
    parts = [f"- {escape(text)}" for text in view.subquestions]
    says = "No stored passage holds a sentence that answers any part of the question, so there is no answer here."
    next_ = "Add documents that speak of it with `claimgraph add PATH`, then ask again."
    if view.removed:
        says = "Sentences about it were found, and none of them holds, so there is no answer here."
        next_ = "`claimgraph review CLAIM` decides otherwise; or add documents that say it, and ask again."
    if view.not_made:
        says = "Calls that might have found an answer were refused, so there is no answer here."
        next_ = "Ask again and approve them."
    return [
        *("## Nothing usable was found", "", says),
        "",
        *([*(f"- {line}" for line in say_removed("Taken out", view.removed)), ""] if view.removed else []),
        *(["Looked for:", "", *parts, ""] if parts else []),
        *([*(f"- {escape(text)}" for text in view.nearest), ""] if view.nearest else []),
        next_,
    ]
