"""The sources and quotes of one report, by their marks: what every part of it names them by. Pure."""

from collections.abc import Collection, Iterable, Sequence
from itertools import combinations

from agent.origins.independent import spread
from agent.report.markdown import say_date, show_name, show_title
from agent.report.standing import fallen_quotes
from agent.report.view import CitationView, ReportView
from agent.words.flags import INSTRUCTION
from graph.keys import claim_text


def quotes_of(citations: Iterable[CitationView], source: str) -> set[str]:
    """Return the words quoted from a source, white space levelled."""
    return {claim_text(one.quote) for one in citations if one.source == source}


class Cited:
    """What a report cites, looked up by source key."""

    def __init__(self, view: ReportView) -> None:
        self.view = view
        self.by_source = {one.source: one for one in view.sources}
        self.citations = {c.citation: c for s in view.statements for c in s.citations}
        self.answering = {c.source for s in view.statements if s.section != "limitations" for c in s.citations}
        """The sources that bear a sentence out; the others are only quoted among the limits."""
        self.fell = fallen_quotes(view.statements)
        """By citation, what became of the quotes that bear nothing out any more."""

    def named(self, sources: Sequence[str]) -> str:
        """Return the marks of sources in words: "[1], [2] and [4]"."""
        marks = [f"[{marker}]" for marker in sorted(self.marker(source) for source in sources)]
        return marks[0] if len(marks) == 1 else f"{', '.join(marks[:-1])} and {marks[-1]}"

    def marker(self, source: str) -> int:
        """Return the mark of a source."""
        return next(c.marker for c in self.citations.values() if c.source == source)

    def marks(self, citations: Sequence[CitationView]) -> str:
        """Return the marks of citations, each once: "[1] [2]"."""
        return " ".join(f"[{marker}]" for marker in dict.fromkeys(c.marker for c in citations))

    def who(self, source: str) -> str:
        """Return who says it and when."""
        known = self.by_source.get(source)
        if known is None:
            return "a source no longer stored"
        name = show_name(known.publisher) if known.publisher else show_title(known.title or known.source_id)
        return f"{name}, {say_date(known.published_at)}{', snippet only' if known.is_snippet else ''}"

    def date(self, source: str) -> str | None:
        """Return when a source was published, None when it is not known."""
        known = self.by_source.get(source)
        return known.published_at if known else None

    def are_copies(self, a: str, b: str) -> bool:
        """Return whether two sources count as one text."""
        first, second = self.by_source.get(a), self.by_source.get(b)
        if first is None or second is None:
            return False
        return bool({b, second.source_id, second.title} & set(first.copies)) or bool(
            {a, first.source_id, first.title} & set(second.copies)
        )

    def origins(self) -> list[list[str]]:
        """Return the cited sources as independent origins, in the order of their marks.

        Where nothing is stored to tell them by, texts that are copies count as one. What speaks to software is none,
        and a source none of whose quotes stands, or that is quoted only among the limits.
        """
        return self._independent(dict.fromkeys(c.source for c in self.citations.values() if c.source in self.answering))

    def beside(self) -> list[str]:
        """Return the cited sources that are quoted only among the limits, in the order of their marks."""
        return sorted({c.source for c in self.citations.values()} - self.answering, key=self.marker)

    def has_one_origin(self, sources: Collection[str]) -> bool:
        """Return whether sources have one origin at most."""
        return len(self._independent(sources)) <= 1

    def speaking(self) -> list[str]:
        """Return the cited sources all of whose quoted passages speak to software, in the order of their marks."""
        heard = {c.source for c in self.citations.values() if INSTRUCTION not in c.flags}
        return sorted({c.source for c in self.citations.values()} - heard, key=self.marker)

    def fallen(self) -> list[str]:
        """Return the cited sources none of whose quotes stands any more, in the order of their marks."""
        standing = {c.source for c in self.citations.values() if c.citation not in self.fell}
        return sorted({c.source for c in self.citations.values()} - standing, key=self.marker)

    def _independent(self, sources: Iterable[str]) -> list[list[str]]:
        none = {*self.speaking(), *self.fallen()}
        of = sorted((one for one in sources if one not in none), key=self.marker)
        tied = self.view.tied
        if tied is None:
            tied = frozenset(frozenset(pair) for pair in combinations(of, 2) if self.are_copies(*pair))
        return spread(of, tied)
