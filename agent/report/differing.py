"""Where the sources of a report differ: the sides, who says them and when. Pure."""

from agent.report.cited import Cited
from agent.report.markdown import escape, say_date
from agent.report.view import ConflictView, SideView, StatementView


def conflicts_of(cited: Cited, ordinal: int | None) -> list[ConflictView]:
    """Return the differences that belong to a part."""
    return [one for one in cited.view.conflicts if one.subquestion == ordinal]


def say_difference(conflict: ConflictView) -> str:
    """Return what kind of difference it is, and what a person has said of it since."""
    said = "Expected by several" if conflict.kind == "spread" else "Sources differ"
    if conflict.state in {"resolved", "dismissed"}:
        said += f" ({conflict.state}{f': {escape(conflict.resolution)}' if conflict.resolution else ''})"
    return said


def render_sides(cited: Cited, conflict: ConflictView) -> str:
    """Return the sides of a difference on one line, each with its marks, who says it and when."""
    dates = [side.published_at for side in conflict.sides]
    newest = max((date for date in dates if date), default=None) if all(dates) else None
    later = [side for side in conflict.sides if newest and side.published_at == newest]
    return " — ".join(_side(cited, side, is_later=later == [side]) for side in conflict.sides)


def _side(cited: Cited, side: SideView, *, is_later: bool) -> str:
    own = [cited.citations[key] for key in side.citations if key in cited.citations]
    first = min(own, key=lambda c: (cited.date(c.source) or "9999", c.marker), default=None)
    who = cited.who(first.source) if first else say_date(side.published_at)
    if first and side.published_at and side.published_at != cited.date(first.source):
        who += f"; last said {say_date(side.published_at)}"
    marks = cited.marks(sorted(own, key=lambda c: c.marker))
    return f"{escape(side.value)}{f' {marks}' if marks else ''} ({who}{'; most recent' if is_later else ''})"


def side_order(cited: Cited, one: StatementView) -> int:
    """Return the place of a sentence: those of one side of a difference together, in the order of the sides, the others
    after them."""
    sides = [set(side.citations) for conflict in conflicts_of(cited, one.subquestion) for side in conflict.sides]
    mine = {c.citation for c in one.citations}
    return next((at for at, side in enumerate(sides) if side & mine), len(sides))


def value_of_side(cited: Cited, one: StatementView) -> str:
    """Return the value a sentence stands for where its side of a difference is named, else ""; one that is itself
    the side stands for nothing shorter."""
    for conflict in conflicts_of(cited, one.subquestion):
        if conflict.kind == "direct":
            continue
        for side in conflict.sides:
            if set(side.citations) & {c.citation for c in one.citations}:
                return f"{escape(side.value)}: "
    return ""
