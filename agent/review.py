"""After each round: which sub-questions are answered, and what exactly is missing for the others."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from agent.evidence import Candidate, Evidence
from agent.plan import (
    MAX_LOOKED_FOR,
    Plan,
    SubQuestion,
    follow_up_queries,
    is_past_limit,
    own_terms,
    wants_money,
)
from agent.report.view import NO_PASSAGE
from agent.score import score_sentences, speaks
from agent.words.terms import same_term, stems_for
from retrievers.split import split_sentences

_KINDS = {
    "amount": "an amount",
    "share": "a share",
    "count": "a number",
    "date": "a date",
    "duration": "a length of time",
    "person": "a name",
    "place": "a place",
    "reason": "a reason",
}


@dataclass(frozen=True, slots=True)
class Gap:
    """A sub-question that no stored sentence answers; `missing` says exactly what was not found."""

    subquestion: int
    missing: str


@dataclass(frozen=True, slots=True)
class Review:
    """The finding of one round. `follow_ups` are (sub-question, query), each for a gap, none asked before.

    `limits` say of a covered part what its answer does not reach.
    "unreviewed": nobody could look whether the sentences answer; `covered` are then the parts that have one.
    """

    round: int
    covered: tuple[int, ...]
    gaps: tuple[Gap, ...]
    follow_ups: tuple[tuple[int, str], ...]
    verdict: Literal["covered", "gaps", "unreviewed"]
    limits: Mapping[int, str] = field(default_factory=dict[int, str])


def review(
    plan: Plan,
    candidates: Sequence[Candidate],
    round: int,
    asked: Collection[str],
    gathered: Mapping[int, Sequence[Evidence]] | None = None,
) -> Review:
    """Hold the plan against the candidates. With the gathered passages each gap says which words or what kind of
    value they lack; without them only that nothing answers it."""
    answered = {candidate.subquestion for candidate in candidates}
    open_parts = [sub for sub in plan.subquestions if sub.ordinal not in answered]
    gaps = tuple(Gap(sub.ordinal, _missing(plan, sub, gathered)) for sub in open_parts)
    follow_ups = tuple((sub.ordinal, query) for sub in open_parts for query in follow_up_queries(sub, asked))
    covered = tuple(sub.ordinal for sub in plan.subquestions if sub.ordinal in answered)
    return Review(round, covered, gaps, follow_ups, "gaps" if gaps else "covered")


def _missing(plan: Plan, sub: SubQuestion, gathered: Mapping[int, Sequence[Evidence]] | None) -> str:
    if is_past_limit(sub):
        return f"was not looked for: of one question the first {MAX_LOOKED_FOR} parts are; ask it by itself"
    kind = _kind(sub)
    if gathered is None:
        return f"found no sentence that answers it{f' with {kind}' if kind else ''}"
    evidence = gathered.get(sub.ordinal, ())
    if not evidence:
        return NO_PASSAGE
    own = own_terms(sub, plan.language)
    if not own:
        return "asks with no word that could be looked for; name what it is about"
    if absent := find_absent_words(plan, sub, evidence):
        return f"found no sentence that speaks of {_quoted(absent)}"
    scored = score_sentences(plan, sub, evidence)
    speaking = [one for one in scored if speaks(sub, one)]
    if not speaking:
        words = _quoted([term.word for term in own])
        if any(len(one.candidate.spoken) == len(one.candidate.asked) for one in scored) or has_all_words(
            plan, sub, evidence
        ):
            return f"found no sentence that answers it, though some hold {words}"
        return f"found no sentence that speaks of {words}{' together' if len(own) > 1 else ''}"
    if kind and not any(one.holds for one in speaking):
        return f"found no sentence with {kind} for {_quoted([term.word for term in own])}"
    return "found no sentence that answers it among those that speak of its words"


def find_absent_words(plan: Plan, sub: SubQuestion, evidence: Sequence[Evidence]) -> list[str]:
    """Return the words a part asks with that none of these passages speaks of."""
    present = {
        stem
        for one in evidence
        for stem in stems_for(
            f"{one.title} {one.heading or ''} {one.text}", one.language or plan.language, plan.language
        )
    }
    own = own_terms(sub, plan.language)
    return [term.word for term in own if not any(same_term(term.stem, other, plan.language) for other in present)]


def has_all_words(plan: Plan, sub: SubQuestion, evidence: Sequence[Evidence]) -> bool:
    """Whether a sentence holds all words that a part asks with, be it one that cannot be quoted by itself."""
    own = own_terms(sub, plan.language)
    for one in evidence:
        language = one.language or plan.language
        for sentence in split_sentences(one.text, language):
            said = stems_for(one.text[sentence.char_start : sentence.char_end], language, plan.language)
            if all(any(same_term(term.stem, other, plan.language) for other in said) for term in own):
                return True
    return False


def _kind(sub: SubQuestion) -> str | None:
    return "a sum of money" if sub.expects == "amount" and wants_money(sub.text) else _KINDS.get(sub.expects)


def _quoted(words: Sequence[str]) -> str:
    marked = [f"“{word}”" for word in words[:4]]
    return marked[0] if len(marked) == 1 else f"{', '.join(marked[:-1])} and {marked[-1]}"
