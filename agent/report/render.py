"""A report from its view, as Markdown for people: pure, so that the database alone renders it again."""

from collections.abc import Iterable

from agent.report.as_json import render_json
from agent.report.basis import NOT_READ, basis_lines
from agent.report.became import say_became
from agent.report.cited import Cited
from agent.report.data import render_data
from agent.report.differing import conflicts_of, render_difference, side_order, stands, value_of_side
from agent.report.header import render_header
from agent.report.independence import independence_lines, single_lines
from agent.report.markdown import escape, say_date, show_name, show_url
from agent.report.nothing import say_nothing_found
from agent.report.origins import diversity_lines
from agent.report.removed import say_removed
from agent.report.sentence import render_sentence
from agent.report.settled import UNDECIDED, say_settled
from agent.report.standing import say_lost
from agent.report.view import CitationView, ConflictView, ReportView, SideView, SourceView, StatementView
from graph.keys import claim_text

__all__ = [
    "CitationView",
    "ConflictView",
    "ReportView",
    "SideView",
    "SourceView",
    "StatementView",
    "mark_sources",
    "render_json",
    "render_markdown",
]


def mark_sources(used: Iterable[str]) -> dict[str, int]:
    """The mark of every source key, one number a source, in order of first use, from 1."""
    marks: dict[str, int] = {}
    for source in used:
        marks.setdefault(source, len(marks) + 1)
    return marks


def render_markdown(view: ReportView) -> str:
    """The report as Markdown; text from outside is inert. Without statements: what was searched, and no more."""
    lines = [f"# {escape(view.question)}", "", *render_header(view), "", *render_data(view.data)]
    if not view.statements:
        return (
            "\n".join([*lines, *([] if view.data and not view.subquestions else say_nothing_found(view))]).rstrip()
            + "\n"
        )
    page = Page(view)
    lines += ["## Summary", "", *page.summary(), ""]
    lines += ["## Findings", "", *page.findings()]
    lines += ["## Evidence and limitations", "", *page.limitations(), ""]
    lines += ["## Conclusion", "", *page.conclusion(), ""]
    lines += ["## Sources", "", *page.sources()]
    return "\n".join(lines).rstrip() + "\n"


class Page:
    """The sections of one report, which share its marks."""

    def __init__(self, view: ReportView) -> None:
        self.view = view
        self.cited = Cited(view)

    def summary(self) -> list[str]:
        lines: list[str] = []
        for one in self._section("summary"):
            asked = self._asked(one.subquestion)
            mark = f"{one.subquestion}." if one.subquestion and len(self.view.subquestions) > 1 else "-"
            sentence = render_sentence(self.cited, one)
            lines.append(f"{mark} **{asked}** {sentence}" if asked else f"{mark} {sentence}")
            indent = " " * (len(mark) + 1)
            below = say_became(self.cited, one)
            below += [
                line for c in conflicts_of(self.cited, one.subquestion) for line in render_difference(self.cited, c)
            ]
            lines += [f"{indent}- {line}" for line in below]
        return lines or ["Nothing in the stored sources answers the question."]

    def findings(self) -> list[str]:
        lines: list[str] = []
        ordinals = sorted({one.subquestion or 0 for one in self._section("findings")})
        for ordinal in ordinals:
            of_part = [one for one in self._section("findings") if (one.subquestion or 0) == ordinal]
            of_part.sort(key=lambda one: side_order(self.cited, one))
            if len(self.view.subquestions) > 1:
                lines += [f"### {self._asked(ordinal) or 'Further'}", ""]
            for one in of_part:
                lines.append(f"- {value_of_side(self.cited, one)}{render_sentence(self.cited, one)}")
                lines += [f"  - {line}" for line in say_became(self.cited, one)]
            lines.append("")
        return lines or ["No stored sentence adds to the summary.", ""]

    def limitations(self) -> list[str]:
        says = (*independence_lines(self.cited), *diversity_lines(self.view.statements), *single_lines(self.cited))
        lines = [f"- {line}" for line in (*says, *self._basis())]
        for one in self._section("limitations"):
            lines.append(f"- {render_sentence(self.cited, one)}")
            lines += [f"  - {line}" for line in say_became(self.cited, one)]
        return lines + [f"- {line}" for line in self._removed()]

    def _removed(self) -> list[str]:
        """Why sentences were taken out or narrowed; their words are not repeated here, for they do not hold."""
        return [*say_removed("Taken out", self.view.removed), *say_removed("Narrowed", self.view.narrowed)]

    def conclusion(self) -> list[str]:
        said = [
            say_settled(render_sentence(self.cited, one), self.view.conflicts) for one in self._section("conclusion")
        ]
        lost = " Since then a side of what they differ in has lost its evidence."
        fell = any(not stands(self.cited, side) for one in self.view.conflicts for side in one.sides)
        lines = [f"{one}{lost if fell and UNDECIDED in one else ''}" for one in said]
        gone = say_lost(self.view)
        return [*lines, *([f"{gone[0].upper()}{gone[1:]}."] if gone else [])]

    def sources(self) -> list[str]:
        lines: list[str] = []
        shown: dict[str, dict[tuple[int, int], str]] = {}
        for marker, source in sorted({c.marker: c.source for c in self.cited.citations.values()}.items()):
            lines.append(f"- [{marker}] {self._described(source)}")
            quotes = self._quotes(source)
            texts = {place: claim_text(citation.quote) for place, citation in quotes.items()}
            twin = next((one for one in shown if shown[one] == texts and self.cited.are_copies(source, one)), None)
            if twin is not None and all(citation.verdict == "valid" for citation in quotes.values()):
                lines.append(
                    f"  - the same text as [{self.cited.marker(twin)}], the same quotes at the same characters"
                )
                continue
            shown[source] = texts
            for (start, end), citation in sorted(quotes.items()):
                state = "" if citation.verdict == "valid" else f" ({escape(citation.verdict.replace('_', ' '))})"
                lines.append(f"  - characters {start} to {end}{state}: “{escape(citation.quote)}”")
        return lines

    def _quotes(self, source: str) -> dict[tuple[int, int], CitationView]:
        return {(c.char_start, c.char_end): c for c in self.cited.citations.values() if c.source == source}

    def _section(self, name: str) -> list[StatementView]:
        return [one for one in self.view.statements if one.section == name]

    def _asked(self, ordinal: int | None) -> str:
        known = ordinal is not None and 0 < ordinal <= len(self.view.subquestions)
        return escape(self.view.subquestions[ordinal - 1]) if known and ordinal else ""

    def _basis(self) -> list[str]:
        return basis_lines(self.view.sources, self.cited.citations.values(), self.cited.named)

    def _described(self, source: str) -> str:
        known = self.cited.by_source.get(source)
        if known is None:
            return "a source that is no longer stored"
        parts = [escape(known.title or known.source_id)]
        if known.publisher and known.publisher != known.title:
            parts.append(show_name(known.publisher))
        parts.append(f"published {say_date(known.published_at)}" if known.published_at else "undated")
        parts += ["primary"] * known.is_primary + [NOT_READ] * known.is_snippet
        parts += [f"updated {say_date(known.updated_at)}"] if known.updated_at else []
        parts.append(show_url(known.url) if known.url else escape(known.source_id))
        elsewhere = [f"the same work at {show_url(url)}" for _, url in known.alternates]
        elsewhere += [f"the same words at {show_url(url)}" for _, url in known.reprints]
        gone = f" (gone when read again on {say_date(known.gone_at)})" if known.gone_at else ""
        return ", ".join([*parts, f"retrieved {say_date(known.retrieved_at)}{gone}", *elsewhere])
