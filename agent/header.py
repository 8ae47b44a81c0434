"""What stands above a report and beside its sentences, computed once and kept with the report: pure."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from agent.conflicts.differ import Difference
from agent.draft import DraftStatement
from agent.extract import Candidate
from agent.plan import Plan
from agent.record.claims import Claimed
from agent.review import Review

ASSERTING = ("factual", "inference")
"""The kinds of sentences that answer something, and so rest on claims."""
MAX_REMOVED = 50
PAGE_READERS = frozenset({"pages", "tavily-extract", "snippets"})
"""The providers whose outcomes count pages, not searches."""


@dataclass(frozen=True, slots=True)
class Removed:
    """A sentence that was taken out of a draft: its words, its claim's key where one was stored, and why."""

    text: str
    reason: str
    claim: str | None = None


@dataclass(frozen=True, slots=True)
class Narrowed:
    """A sentence that was said more narrowly than it was written: why, how it reads now, and the claim that fell: its
    key once it is stored, its words before."""

    text: str
    reason: str
    claim: str | None = None


@dataclass(frozen=True, slots=True)
class Made:
    """How a draft was made: models and prompts ("what: which"), what was repaired, on how many pairs two judgements
    differed (of how many that were asked twice), what it cost, role by role, by the
    person's prices where `is_priced`; how the rounds were chosen and by whom ("" where nobody had to). `marks` are
    those that the writer put in itself, counted."""

    models: tuple[str, ...] = ()
    prompts: tuple[str, ...] = ()
    repaired: int = 0
    asked_twice: int = 0
    disagreed: int = 0
    marks: Mapping[str, int] = field(default_factory=dict[str, int])
    notes: tuple[str, ...] = ()
    usage: tuple[Mapping[str, Any], ...] = ()
    is_priced: bool = False
    loop: str = "iterative"
    loop_by: str = ""


def mark_citations(
    statements: Sequence[DraftStatement], candidates: Sequence[Candidate], keys: Sequence[Claimed]
) -> dict[str, int]:
    """Return the mark of every citation the statements use: one number a source, in order of first use."""
    numbers: dict[str, int] = {}
    marks: dict[str, int] = {}
    for statement in statements:
        for index in statement.candidates:
            number = numbers.setdefault(candidates[index].source, len(numbers) + 1)
            marks[keys[index].citation] = number
    return marks


def coverage_of(
    statements: Sequence[DraftStatement],
    keys: Sequence[Claimed],
    statuses: Mapping[str, str],
    removed: int,
    *,
    narrowed: int = 0,
    verdicts: Mapping[str, str] | None = None,
) -> dict[str, float | None]:
    """Count what the report's sentences rest on; every number is counted from the sentences themselves.

    `verdicts` are by citation. Shares are 0 to 1, None where there is nothing to count: factual sentences with a
    citation, citations that could be checked, factual sentences that are supported.
    """
    factual = [s for s in statements if s.kind == "factual"]
    cited = [s for s in factual if s.candidates]
    called = [{statuses.get(keys[i].claim, "unreviewed") for i in s.candidates} for s in cited]
    supported = sum(1 for names in called if names == {"supported"})
    citations = {keys[i].citation for s in factual for i in s.candidates}
    could = sum(1 for one in citations if (verdicts or {}).get(one) in {"valid", "rejected"})
    return {
        "statements": len(statements),
        "factual": len(factual),
        "cited": len(cited),
        "checked": sum(1 for names in called if "unreviewed" not in names),
        "supported": supported,
        "conflicting": sum(1 for names in called if "conflicting" in names),
        "removed": removed,
        "narrowed": narrowed,
        "inferred": sum(1 for s in statements if s.kind == "inference"),
        "recommended": sum(1 for s in statements if s.kind == "recommendation"),
        "uncited": len(factual) - len(cited),
        "citations": len(citations),
        "citations_checked": could,
        "cited_share": _share(len(cited), len(factual)),
        "checked_share": _share(could, len(citations)),
        "supported_share": _share(supported, len(factual)),
    }


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, 3) if whole else None


def header_of(
    plan: Plan,
    review: Review,
    differences: Sequence[Difference],
    candidates: Sequence[Candidate],
    keys: Sequence[Claimed],
    statements: Sequence[DraftStatement],
    statuses: Mapping[str, str],
    *,
    outcomes: Sequence[tuple[str, str]],
    notes: Sequence[str],
    removed: Sequence[Removed],
    passages: int,
    made: Made,
    narrowed: Sequence[Narrowed] = (),
    verdicts: Mapping[str, str] | None = None,
    web: str = "",
    nearest: Sequence[str] = (),
) -> dict[str, Any]:
    """Return what is stored with a report beside its sentences, as JSON-ready values."""
    said = {i for s in statements for i in s.candidates}
    conflicts = [
        {
            "conflict": difference.conflicts[0] if difference.conflicts else None,
            "conflicts": list(difference.conflicts),
            "kind": difference.kind,
            "subquestion": difference.subquestion,
            "sides": [
                {
                    "claim": keys[side.candidates[0]].claim,
                    "text": candidates[side.candidates[0]].claim_text,
                    "value": side.value,
                    "citations": sorted({keys[i].citation for i in side.candidates if i in said}),
                    "published_at": side.published_at,
                    "said_at": side.said_at,
                    "is_past": side.is_past,
                    "is_replaced": side.is_replaced,
                    "own": {keys[i].citation: words for i, words in side.own if i in said},
                }
                for side in difference.sides
            ],
        }
        for difference in differences
    ]
    return {
        "language": plan.language,
        "subquestions": [sub.text for sub in plan.subquestions],
        "coverage": coverage_of(statements, keys, statuses, len(removed), narrowed=len(narrowed), verdicts=verdicts)
        | {"repaired": made.repaired, "asked_twice": made.asked_twice, "disagreed": made.disagreed},
        "outcomes": [
            {"provider": provider, "outcome": outcome, "count": count}
            for (provider, outcome), count in sorted(Counter(outcomes).items(), key=_place)
        ],
        "web": web,
        "passages": passages,
        "gaps": [gap.missing for gap in review.gaps],
        "nearest": list(nearest),
        "conflicts": conflicts,
        "notes": list(dict.fromkeys([*notes, *made.notes])),
        "models": list(made.models),
        "prompts": list(made.prompts),
        "marks": dict(made.marks),
        "removed": [asdict(one) for one in removed[:MAX_REMOVED]],
        "narrowed": [asdict(one) for one in narrowed[:MAX_REMOVED]],
        "usage": list(made.usage),
        "is_priced": made.is_priced,
        "loop": made.loop,
        "loop_by": made.loop_by,
    }


def _place(counted: tuple[tuple[str, str], int]) -> tuple[bool, bool, str, bool, str]:
    """Memory first, pages last, of each the good outcome first: the same order however they came in."""
    (provider, outcome), _ = counted
    return provider != "memory", provider in PAGE_READERS, provider, outcome != "ok", outcome
