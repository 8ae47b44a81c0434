"""Small invented affairs as gathered evidence, for tests of the answer that need no database."""

import hashlib
from collections.abc import Sequence

from agent.extract import Candidate, Evidence, extract
from agent.plan import plan_by_rules


def passage(
    text: str,
    source: str,
    *,
    title: str = "The tidal plant at Norvik",
    published_at: str | None = "2024-03-12",
    language: str | None = "en",
    publisher: str | None = None,
    heading: str | None = None,
    char_start: int = 0,
    before: str = "",
    before_key: str = "",
    after: str = "",
) -> Evidence:
    """One gathered passage; its version holds `before`, the text and `after`."""
    return Evidence(
        passage=f"passage.{source}.{char_start}",
        version=f"version.{source}",
        source=f"source.{source}",
        text=text,
        char_start=char_start or len(before),
        char_end=(char_start or len(before)) + len(text),
        ordinal=0,
        before=before,
        after=after,
        heading=heading,
        title=title,
        publisher=publisher,
        url=f"https://{source}.example/page",
        source_id=source,
        published_at=published_at,
        retrieved_at="2026-11-30T08:00:00Z",
        language=language,
        text_sha256=hashlib.sha256((before + text + after).encode()).hexdigest(),
        score=1.0,
        rank=1,
        before_key=before_key,
    )


def gathered(count: int, evidence: Sequence[Evidence]) -> dict[int, Sequence[Evidence]]:
    """The same passages for each of `count` sub-questions."""
    return dict.fromkeys(range(1, count + 1), evidence)


def answer(question: str, *evidence: Evidence) -> list[Candidate]:
    """What is chosen to answer a question, without a model."""
    plan = plan_by_rules(question, None)
    return extract(plan, gathered(len(plan.subquestions), evidence))


def claims(question: str, *evidence: Evidence) -> list[str]:
    """The words of what is chosen."""
    return [candidate.claim_text for candidate in answer(question, *evidence)]
