"""What a report shows, as read from the database: frozen data that the Markdown and the JSON are both made from."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from agent.ledger.became import Became
from graph.keys import claim_text

_PERSON = "person:"
NO_PASSAGE = "no stored passage was found for it"
"""What is missing where nothing stored speaks of a part."""
NOT_MADE = "Not made: "
"""What the note of calls begins with that a person refused."""


@dataclass(frozen=True, slots=True)
class CitationView:
    """One quote under a statement; offsets are characters of the source's stored text, `flags` those of its passage."""

    citation: str
    marker: int
    quote: str
    quote_match: str
    verdict: str
    checker: str
    passage: str
    source: str
    url: str | None
    char_start: int
    char_end: int
    flags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StatementView:
    """One sentence of a report, with what its claims are called now and were called when it was written.

    `origins`: how many sources say it independently of each other, in these or other words; None where none was
    checked. `owners` are who they are. `became` is what took the place of its claims that people narrowed or split.
    """

    section: str
    kind: str
    text: str
    subquestion: int | None
    claims: tuple[str, ...]
    citations: tuple[CitationView, ...]
    status: str | None
    status_when_written: str | None
    origins: int | None = None
    owners: tuple[str, ...] = ()
    became: tuple[Became, ...] = ()

    @property
    def is_own(self) -> bool:
        """Whether the words are a source's own."""
        return not self.citations or any(claim_text(one.quote) == claim_text(self.text) for one in self.citations)

    @property
    def reworded_by(self) -> tuple[str, ...]:
        """The people on whose word alone a sentence rests that is not in its source's words."""
        checkers = dict.fromkeys(one.checker or "" for one in self.citations if one.verdict == "valid")
        if self.is_own or not all(checker.startswith(_PERSON) for checker in checkers):
            return ()
        return tuple(checker.removeprefix(_PERSON) for checker in checkers)


@dataclass(frozen=True, slots=True)
class SourceView:
    """A source that a report cites. `copies` name the cited sources with the same text: keys, ids or titles.

    `origins`: how many independent origins bear out what it is cited for, the least of its sentences. `is_primary`:
    another cited source has it from this one, or its publisher is whom a sentence speaks of. `is_snippet`: only what a
    search said of it was read. `alternates` are title and address of the work elsewhere,
    `reprints` of other pages of its origin with the words that are quoted. `gone_at` is when it was not there any more
    as it was read again, None where it is or nobody looked.
    """

    source: str
    marker: int
    title: str
    publisher: str | None
    url: str | None
    source_id: str
    published_at: str | None
    published_precision: str | None
    updated_at: str | None
    retrieved_at: str
    origins: int
    copies: tuple[str, ...]
    is_snippet: bool = False
    is_primary: bool = False
    reprints: tuple[tuple[str, str], ...] = ()
    alternates: tuple[tuple[str, str], ...] = ()
    gone_at: str | None = None


@dataclass(frozen=True, slots=True)
class SideView:
    """One value of a difference, in a source's sentence; `said_at` is when somebody last gave it as the present one,
    `is_past` where all give it only as what was said once, `is_replaced` where another one stands in its place. `own`:
    by citation, what a sentence says that agrees with the value and is not the same ("about 3,100")."""

    claim: str
    text: str
    value: str
    citations: tuple[str, ...]
    published_at: str | None
    said_at: str | None = None
    is_past: bool = False
    is_replaced: bool = False
    own: Mapping[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True)
class ConflictView:
    """Two or more values of one measure; `conflict` is the key of a Conflict node where there is one, `state`,
    `resolution` and `resolved_by` are what it is now ("" where there is none)."""

    conflict: str | None
    kind: str
    subquestion: int
    sides: tuple[SideView, ...]
    state: str = ""
    resolution: str = ""
    resolved_by: str = ""


@dataclass(frozen=True, slots=True)
class RemovedView:
    """A sentence that was taken out, or as it reads since it was narrowed; why, and the claim that fell where one was
    stored."""

    text: str
    reason: str
    claim: str | None


@dataclass(frozen=True, slots=True)
class DataView:
    """Rows that the graph itself gave, with what was run for them; `kind` is rows or aggregate. Never evidence."""

    tool: str
    arguments: dict[str, Any]
    query: str
    kind: str
    rows: tuple[dict[str, Any], ...]
    reason: str = ""
    outcome: str = "ok"
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ReportView:
    """All that a report shows, read from the database. Times are ISO in UTC.

    `tied` are the pairs of cited sources that are not independent, which every count of origins in a report follows;
    None where nothing stored tells.
    """

    report: str
    run: str
    question: str
    language: str | None
    mode: str
    state: str
    stopped_by: str
    coverage: Mapping[str, float | None]
    outcomes: list[dict[str, Any]]
    gaps: list[str]
    subquestions: tuple[str, ...]
    statements: tuple[StatementView, ...]
    conflicts: tuple[ConflictView, ...]
    sources: tuple[SourceView, ...]
    usage: list[dict[str, Any]]
    notes: list[str] = field(default_factory=list[str])
    generated_at: str = ""
    accepted_by: str | None = None
    accepted_at: str | None = None
    models: tuple[str, ...] = ()
    prompts: tuple[str, ...] = ()
    removed: tuple[RemovedView, ...] = ()
    narrowed: tuple[RemovedView, ...] = ()
    marks: dict[str, int] = field(default_factory=dict[str, int])
    web: str = ""
    is_priced: bool = False
    loop: str = "iterative"
    loop_by: str = ""
    nearest: tuple[str, ...] = ()
    rejected_by: str | None = None
    rejected_at: str | None = None
    rejected_why: str | None = None
    data: tuple[DataView, ...] = ()
    reused: tuple[dict[str, Any], ...] = ()
    dated: tuple[dict[str, Any], ...] = ()
    before: tuple[dict[str, Any], ...] = ()
    tied: frozenset[frozenset[str]] | None = None

    @property
    def not_made(self) -> list[str]:
        """The notes that say which calls a person did not let be made."""
        return [note for note in self.notes if note.startswith(NOT_MADE)]

    @property
    def open_gaps(self) -> list[str]:
        """What was missing, each once; that nothing is stored is not known where searches were refused."""
        return [gap for gap in dict.fromkeys(self.gaps) if not (self.not_made and gap == NO_PASSAGE)]
