"""One sentence of a report as people read it: its words, its marks, who says it, what it is called now. Pure."""

from collections.abc import Sequence

from agent.report.cited import Cited, quotes_of
from agent.report.markdown import escape, show_name
from agent.report.origins import say_origins
from agent.report.view import CitationView, StatementView
from agent.words.flags import INSTRUCTION

_PERSON = "person:"
_RESTS = {"inference": "inferred from ", "recommendation": "recommendation, from "}


def render_sentence(cited: Cited, one: StatementView) -> str:
    """Return a factual sentence with its marks, who says it and when, in quotation marks where it is the source's own;
    what only rests on sources with what it rests on; the program's own words bare."""
    marks = cited.marks(one.citations)
    if one.kind in _RESTS:
        return f"{escape(one.text)} ({_RESTS[one.kind]}{marks.replace('] [', '], [')}){_status(one)}"
    if one.kind != "factual":
        return f"{escape(one.text)}{f' {marks}' if marks else ''}"
    said = f"“{escape(one.text)}”" if one.is_own else escape(one.text)
    who = "; ".join(dict.fromkeys(cited.who(c.source) for c in one.citations[:1]))
    who += f"; on the word of {', '.join(map(show_name, one.reworded_by))}" if one.reworded_by else ""
    who += ", from a page that speaks to software" if any(INSTRUCTION in c.flags for c in one.citations[:1]) else ""
    more = _others(cited, one.citations)
    return f"{said} {marks} ({who}{more}){say_origins(one)}{_status(one)}" if marks else f"{said}{_status(one)}"


def _others(cited: Cited, citations: Sequence[CitationView]) -> str:
    """What the further citations of one sentence are: copies of one text, the same words, or words of their own."""
    first = citations[0].source if citations else ""
    others = list(dict.fromkeys(c.source for c in citations if c.source != first))
    alike = [one for one in others if quotes_of(citations, one) == quotes_of(citations, first)]
    copied = [one for one in alike if cited.are_copies(first, one)]
    separate = [one for one in alike if one not in copied]
    worded = [one for one in others if one not in alike]
    said = f"; the same text in {cited.named(copied)}" if copied else ""
    said += f"; word for word also in {cited.named(separate)}" if separate else ""
    return said + (f"; also cited: {cited.named(worded)}" if worded else "")


def _status(one: StatementView) -> str:
    now, then = one.status, one.status_when_written
    if now in {None, "supported"} and then in {None, now}:
        return ""
    if now == then:
        return f" — {escape(now or 'unreviewed')}"
    was = f", {escape(then)} when this was written" if then else ""
    people = {c.checker.removeprefix(_PERSON) for c in one.citations if (c.checker or "").startswith(_PERSON)}
    by = f", decided by {escape(', '.join(sorted(people)))}" if people else ""
    gone = ", its evidence was removed" if _is_gone(one) else ""
    return f" — now {escape(now or 'unreviewed')}{gone}{was}{by}"


def _is_gone(one: StatementView) -> bool:
    """Whether it fell because the sources of all its quotes were forgotten."""
    return one.status == "unsupported" and bool(one.citations) and all(c.verdict == "removed" for c in one.citations)
