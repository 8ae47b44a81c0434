"""A report from its view, as Markdown for people: pure, so that the database alone renders it again."""

from collections.abc import Collection, Iterable, Sequence

from agent.report.as_json import render_json
from agent.report.basis import NOT_READ, basis_lines
from agent.report.data import render_data
from agent.report.header import render_header
from agent.report.markdown import escape, say_date, show_url
from agent.report.nothing import say_nothing_found
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

_SHOWN_REMOVED = 10


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


def _quotes_of(citations: Iterable[CitationView], source: str) -> set[str]:
    return {claim_text(one.quote) for one in citations if one.source == source}


class Page:
    """The sections of one report, which share its marks."""

    def __init__(self, view: ReportView) -> None:
        self.view = view
        self.by_source = {one.source: one for one in view.sources}
        self.citations = {c.citation: c for s in view.statements for c in s.citations}

    def summary(self) -> list[str]:
        lines: list[str] = []
        for one in self._section("summary"):
            asked = self._asked(one.subquestion)
            mark = f"{one.subquestion}." if one.subquestion and len(self.view.subquestions) > 1 else "-"
            lines.append(f"{mark} **{asked}** {self._sentence(one)}" if asked else f"{mark} {self._sentence(one)}")
            indent = " " * (len(mark) + 1)
            lines += [f"{indent}- Sources differ: {self._sides(c)}." for c in self._conflicts(one.subquestion)]
        return lines or ["Nothing in the stored sources answers the question."]

    def findings(self) -> list[str]:
        lines: list[str] = []
        ordinals = sorted({one.subquestion or 0 for one in self._section("findings")})
        for ordinal in ordinals:
            of_part = [one for one in self._section("findings") if (one.subquestion or 0) == ordinal]
            of_part.sort(key=self._side_order)
            if len(self.view.subquestions) > 1:
                lines += [f"### {self._asked(ordinal) or 'Further'}", ""]
            lines += [f"- {self._value(one)}{self._sentence(one)}" for one in of_part]
            lines.append("")
        return lines or ["No stored sentence adds to the summary.", ""]

    def limitations(self) -> list[str]:
        lines = [f"- {line}" for line in (*self._independence(), *self._single(), *self._basis())]
        lines += [f"- {self._sentence(one)}" for one in self._section("limitations")]
        return lines + [f"- {line}" for line in self._removed()]

    def _removed(self) -> list[str]:
        """Why sentences were taken out; their words are not repeated here, for they do not hold."""
        lines = [
            f"Taken out: a sentence, because {escape(one.reason)}"
            + (f" (claimgraph show {escape(one.claim[:18])})." if one.claim else ".")
            for one in self.view.removed[:_SHOWN_REMOVED]
        ]
        more = len(self.view.removed) - len(lines)
        return [*lines, f"Taken out: {more} more."] if more else lines

    def conclusion(self) -> list[str]:
        return [self._sentence(one) for one in self._section("conclusion")]

    def sources(self) -> list[str]:
        lines: list[str] = []
        shown: dict[str, dict[tuple[int, int], str]] = {}
        for marker, source in sorted({c.marker: c.source for c in self.citations.values()}.items()):
            lines.append(f"- [{marker}] {self._described(source)}")
            quotes = self._quotes(source)
            texts = {place: claim_text(citation.quote) for place, citation in quotes.items()}
            twin = next((one for one in shown if shown[one] == texts and self._are_copies(source, one)), None)
            if twin is not None and all(citation.verdict == "valid" for citation in quotes.values()):
                lines.append(f"  - the same text as [{self._marker(twin)}], the same quotes at the same characters")
                continue
            shown[source] = texts
            for (start, end), citation in sorted(quotes.items()):
                state = "" if citation.verdict == "valid" else f" ({escape(citation.verdict.replace('_', ' '))})"
                lines.append(f"  - characters {start} to {end}{state}: “{escape(citation.quote)}”")
        return lines

    def _quotes(self, source: str) -> dict[tuple[int, int], CitationView]:
        return {(c.char_start, c.char_end): c for c in self.citations.values() if c.source == source}

    def _section(self, name: str) -> list[StatementView]:
        return [one for one in self.view.statements if one.section == name]

    def _asked(self, ordinal: int | None) -> str:
        known = ordinal is not None and 0 < ordinal <= len(self.view.subquestions)
        return escape(self.view.subquestions[ordinal - 1]) if known and ordinal else ""

    def _sentence(self, one: StatementView) -> str:
        """A factual sentence with its marks, who says it and when, in quotation marks where it is the source's own;
        the program's own words bare."""
        marks = self._marks(one.citations)
        if one.kind not in {"factual", "inference"}:
            return f"{escape(one.text)}{f' {marks}' if marks else ''}"
        is_own = not one.citations or any(claim_text(c.quote) == claim_text(one.text) for c in one.citations)
        said = f"“{escape(one.text)}”" if is_own else escape(one.text)
        said = f"{said} (inferred)" if one.kind == "inference" else said
        who = "; ".join(dict.fromkeys(self._who(c.source) for c in one.citations[:1]))
        more = self._others(one.citations)
        return f"{said} {marks} ({who}{more}){self._status(one)}" if marks else f"{said}{self._status(one)}"

    def _others(self, citations: Sequence[CitationView]) -> str:
        """What the further citations of one sentence are: copies of one text, the same words, or words of their own."""
        first = citations[0].source if citations else ""
        others = list(dict.fromkeys(c.source for c in citations if c.source != first))
        alike = [one for one in others if _quotes_of(citations, one) == _quotes_of(citations, first)]
        copied = [one for one in alike if self._are_copies(first, one)]
        separate = [one for one in alike if one not in copied]
        worded = [one for one in others if one not in alike]
        said = f"; the same text in {self._named(copied)}" if copied else ""
        said += f"; word for word also in {self._named(separate)}" if separate else ""
        return said + (f"; also cited: {self._named(worded)}" if worded else "")

    def _named(self, sources: Sequence[str]) -> str:
        marks = [f"[{marker}]" for marker in sorted(self._marker(source) for source in sources)]
        return marks[0] if len(marks) == 1 else f"{', '.join(marks[:-1])} and {marks[-1]}"

    def _marker(self, source: str) -> int:
        return next(c.marker for c in self.citations.values() if c.source == source)

    def _marks(self, citations: Sequence[CitationView]) -> str:
        return " ".join(f"[{marker}]" for marker in dict.fromkeys(c.marker for c in citations))

    def _who(self, source: str) -> str:
        known = self.by_source.get(source)
        if known is None:
            return "a source no longer stored"
        name = escape(known.publisher) if known.publisher else f"“{escape(known.title or known.source_id)}”"
        return f"{name}, {say_date(known.published_at)}{', snippet only' if known.is_snippet else ''}"

    def _status(self, one: StatementView) -> str:
        now, then = one.status, one.status_when_written
        if now in {None, "supported"} and then in {None, now}:
            return ""
        if now == then:
            return f" — {escape(now or 'unreviewed')}"
        was = f", {escape(then)} when this was written" if then else ""
        return f" — now {escape(now or 'unreviewed')}{was}"

    def _conflicts(self, ordinal: int | None) -> list[ConflictView]:
        return [one for one in self.view.conflicts if one.subquestion == ordinal]

    def _sides(self, conflict: ConflictView) -> str:
        dates = [side.published_at for side in conflict.sides]
        newest = max((date for date in dates if date), default=None) if all(dates) else None
        later = [side for side in conflict.sides if newest and side.published_at == newest]
        return " — ".join(self._side(side, is_later=later == [side]) for side in conflict.sides)

    def _side(self, side: SideView, *, is_later: bool) -> str:
        cited = [self.citations[key] for key in side.citations if key in self.citations]
        first = min(cited, key=lambda c: (self._date(c.source) or "9999", c.marker), default=None)
        who = self._who(first.source) if first else say_date(side.published_at)
        if first and side.published_at and side.published_at != self._date(first.source):
            who += f"; last said {say_date(side.published_at)}"
        marks = self._marks(sorted(cited, key=lambda c: c.marker))
        return f"{escape(side.value)}{f' {marks}' if marks else ''} ({who}{'; most recent' if is_later else ''})"

    def _date(self, source: str) -> str | None:
        known = self.by_source.get(source)
        return known.published_at if known else None

    def _side_order(self, one: StatementView) -> int:
        """Sentences of one side of a difference stand together, in the order of the sides, the others after them."""
        sides = [set(side.citations) for conflict in self._conflicts(one.subquestion) for side in conflict.sides]
        mine = {c.citation for c in one.citations}
        return next((at for at, side in enumerate(sides) if side & mine), len(sides))

    def _value(self, one: StatementView) -> str:
        """The value a sentence stands for where its side of a difference is named."""
        for conflict in self._conflicts(one.subquestion):
            for side in conflict.sides:
                if set(side.citations) & {c.citation for c in one.citations}:
                    return f"{escape(side.value)}: "
        return ""

    def _independence(self) -> list[str]:
        sources = list(dict.fromkeys(c.source for c in self.citations.values()))
        groups: list[list[str]] = []
        for source in sources:
            group = next((g for g in groups if any(self._are_copies(source, other) for other in g)), None)
            if group is None:
                groups.append([source])
            else:
                group.append(source)
        if not sources:
            return []
        copies = [f"{self._named(group)} {self._shared(group)}" for group in groups if len(group) > 1]
        texts = f"{len(groups)} independent {'text' if len(groups) == 1 else 'texts'}"
        count = f"{len(sources)} {'source' if len(sources) == 1 else 'sources'}"
        return [f"{count}, {texts}{': ' + '; '.join(copies) if copies else ''}."]

    def _shared(self, group: Sequence[str]) -> str:
        """What sources that count as one text have in common, as far as their quotes show it."""
        quotes = [_quotes_of(self.citations.values(), source) for source in group]
        is_one = all(quotes[0] & other for other in quotes)
        return "print the same text" if is_one else "have one origin"

    def _are_copies(self, a: str, b: str) -> bool:
        first, second = self.by_source.get(a), self.by_source.get(b)
        if first is None or second is None:
            return False
        return bool({b, second.source_id, second.title} & set(first.copies)) or bool(
            {a, first.source_id, first.title} & set(second.copies)
        )

    def _single(self) -> list[str]:
        lines: list[str] = []
        for ordinal in range(1, len(self.view.subquestions) + 1):
            used = {
                c.source
                for s in self.view.statements
                if s.subquestion == ordinal and s.kind in {"factual", "inference"}
                for c in s.citations
            }
            if used and self._is_one_text(used):
                part = f"part {ordinal}" if len(self.view.subquestions) > 1 else "the answer"
                lines.append(f"Only one independent text is cited for {part}: {self._named(sorted(used))}.")
        sides = [
            f"{escape(side.value)} {self._named(sorted(used))}"
            for conflict in self.view.conflicts
            for side in conflict.sides
            if (used := {self.citations[key].source for key in side.citations if key in self.citations})
            and self._is_one_text(used)
        ]
        if sides:
            lines.append(f"Quoted from one independent text only, near repeats left out: {'; '.join(sides)}.")
        return lines

    def _is_one_text(self, sources: Collection[str]) -> bool:
        first = min(sources)
        return all(source == first or self._are_copies(source, first) for source in sources)

    def _basis(self) -> list[str]:
        return basis_lines(self.view.sources, self.citations.values(), self._named)

    def _described(self, source: str) -> str:
        known = self.by_source.get(source)
        if known is None:
            return "a source that is no longer stored"
        parts = [escape(known.title or known.source_id)]
        if known.publisher and known.publisher != known.title:
            parts.append(escape(known.publisher))
        parts.append(f"published {say_date(known.published_at)}" if known.published_at else "undated")
        parts += [NOT_READ] * known.is_snippet
        parts += [f"updated {say_date(known.updated_at)}"] if known.updated_at else []
        parts.append(show_url(known.url) if known.url else escape(known.source_id))
        elsewhere = (f"the same work at {show_url(url)}" for _, url in known.alternates)
        return ", ".join([*parts, f"retrieved {say_date(known.retrieved_at)}", *elsewhere])
