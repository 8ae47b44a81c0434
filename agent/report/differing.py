"""Where the sources of a report differ: the sides, who says them and when. Pure."""

from agent.report.cited import Cited
from agent.report.markdown import escape, say_date
from agent.report.view import CitationView, ConflictView, SideView, StatementView
from agent.words.dates import moment

_UNTOLD = " No conflict is recorded: no rule could tell that all speak of one thing at one time."


def conflicts_of(cited: Cited, ordinal: int | None) -> list[ConflictView]:
    """Return the differences that belong to a part."""
    return [one for one in cited.view.conflicts if one.subquestion == ordinal]


def render_difference(cited: Cited, conflict: ConflictView) -> list[str]:
    """Return what kind of difference it is, and each side with its marks, who says it and when: a line for the values
    that stand, one for those that were replaced."""
    old = [side for side in conflict.sides if side.is_replaced]
    now = [side for side in conflict.sides if not side.is_replaced]
    is_untold = not conflict.conflict and conflict.kind not in {"spread", "replaced"}
    then = "" if sum(stands(cited, side) for side in now) > 1 else " when this was written"
    lines = [f"{_say(conflict, then)}: {_sides(cited, now)}.{_UNTOLD if is_untold else ''}"] if len(now) > 1 else []
    if old:
        by = f"; since then {_sides(cited, now)}" if len(now) == 1 else ""
        lines.append(f"Replaced: {_sides(cited, old)}{by}.")
    return lines


def stands(cited: Cited, side: SideView) -> bool:
    """Return whether a side has a quote that stands; so has one whose quotes the report does not cite."""
    own = [key for key in side.citations if key in cited.citations]
    return not own or any(key not in cited.fell for key in own)


def _say(conflict: ConflictView, then: str) -> str:
    """What kind of difference it is, or was while both sides stood, and what a person has said of it since."""
    said = "Expected by several" if conflict.kind == "spread" else f"Sources differ{'ed' if then else ''}"
    said += then
    if conflict.state in {"resolved", "dismissed"}:
        said += f" ({conflict.state}{f': {escape(conflict.resolution)}' if conflict.resolution else ''})"
    return said


def _sides(cited: Cited, sides: list[SideView]) -> str:
    dates = [_said_at(side) for side in sides]
    newest = max((moment(date) for date in dates if date), default=None) if all(dates) and len(sides) > 1 else None
    later = [side for side in sides if newest and moment(_said_at(side) or "") == newest and not side.is_past]
    return " — ".join(_side(cited, side, is_later=later == [side] and not side.is_replaced) for side in sides)


def _side(cited: Cited, side: SideView, *, is_later: bool) -> str:
    own = [cited.citations[key] for key in side.citations if key in cited.citations]
    first = min(own, key=lambda c: (moment(cited.date(c.source) or "9999"), c.marker), default=None)
    who = cited.who(first.source) if first else say_date(side.published_at)
    if side.is_past:
        who += f"; of {say_date(side.said_at)}" if side.said_at else "; of an earlier time"
    elif first and (said_at := _said_at(side)) and said_at != cited.date(first.source):
        who += f"; last said {say_date(said_at)}"
    if first and not stands(cited, side):
        who += f"; {', '.join(dict.fromkeys(cited.fell[c.citation] for c in own))}"
    values = _values(cited, side, sorted(own, key=lambda c: (c is not first, c.marker)))
    return f"{values} ({who}{'; most recent' if is_later else ''})"


def _values(cited: Cited, side: SideView, own: list[CitationView]) -> str:
    """A side's value with the marks of who says it, beside what those say who agree with it: "about 3,100"."""
    said: dict[str, list[CitationView]] = {} if own else {side.value: []}
    for one in own:
        said.setdefault(side.own.get(one.citation, side.value), []).append(one)
    shown = [(value, cited.marks(sorted(by, key=lambda c: c.marker))) for value, by in said.items()]
    return ", ".join(f"{escape(value)}{f' {marks}' if marks else ''}" for value, marks in shown)


def _said_at(side: SideView) -> str | None:
    return side.said_at if side.is_past else side.said_at or side.published_at


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
            mine = next((c.citation for c in one.citations if c.citation in side.citations), None)
            if mine is not None:
                return f"{escape(side.own.get(mine, side.value))}{' (replaced)' if side.is_replaced else ''}: "
    return ""
