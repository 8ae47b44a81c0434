"""From candidates to the sentences of a report: the sources' own words, and the program's own about what it found."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from agent.conflicts.difference import Difference
from agent.evidence import MAY_DENY, Candidate, Evidence
from agent.origins.first import find_first
from agent.plan import Plan, SubQuestion
from agent.report.markdown import say_date
from agent.report.settled import UNDECIDED
from agent.review import Review
from agent.words.dates import moment
from agent.words.hedged import say_hedged
from agent.words.injection import find_instructions
from agent.words.measures import same_value
from agent.words.wording import ABSOLUTE

Section = Literal["summary", "findings", "limitations", "conclusion"]
Kind = Literal["factual", "inference", "recommendation", "connective"]
_OPEN = frozenset({"yes_no", "reason", "any"})  # without a judge a sentence may speak to these, and not answer them
NO_MODEL = (
    "No model took part. Sentences were chosen by their words and by the kind of value asked for; whether a quoted "
    "sentence is true, or means what the question means, was not judged."
)


@dataclass(frozen=True, slots=True)
class DraftStatement:
    """One sentence of a report. A factual one is what its `candidates` are said to be: one claim, or several of which
    each stands alone; an inference or a recommendation rests on theirs.

    A connective one is the program's own; where it speaks of a source's sentence, `candidates` name that sentence.
    """

    section: Section
    kind: Kind
    text: str
    subquestion: int | None
    candidates: tuple[int, ...]


def draft(
    plan: Plan,
    candidates: Sequence[Candidate],
    differences: Sequence[Difference],
    review: Review,
    evidence: Mapping[int, Sequence[Evidence]],
    *,
    limits: Sequence[str] = (NO_MODEL,),
    is_ordered: bool = False,
) -> list[DraftStatement]:
    """One line a sub-question, then what else answers it, then limits and what stays open; no fact without a source.

    `limits` say how the sentences were made; `is_ordered`: a writer has put the most direct sentence first.
    """
    summary: list[DraftStatement] = []
    findings: list[DraftStatement] = []
    missing = {gap.subquestion: gap.missing for gap in review.gaps}
    for sub in plan.subquestions:
        claims = _claims(sub.ordinal, candidates, evidence)
        answers = [claim for claim in claims if kind_of(candidates[claim[0]]) != "recommendation"]
        is_open = not answers or sub.ordinal in missing
        if is_open:
            text = f"Not answered: {missing.get(sub.ordinal, 'found no sentence that answers it')}."
            summary.append(DraftStatement("summary", "connective", text, sub.ordinal, ()))
        if not claims:
            continue
        speaking = {one.passage for one in evidence.get(sub.ordinal, ()) if find_instructions(one.text)}
        own = {one.version for one in evidence.get(sub.ordinal, ()) if one.language in {None, plan.language}}
        of_part = [one for one in differences if one.subquestion == sub.ordinal]
        facts = [claim for claim in answers if kind_of(candidates[claim[0]]) == "factual"] or answers or claims
        facts = [claim for claim in facts if not {candidates[i].passage for i in claim} <= speaking] or facts
        first = _current(facts, of_part) if is_ordered else _first(sub, facts, candidates, of_part, own)
        for claim in (first, *(claim for claim in claims if claim != first)):
            leads = claim == first and not is_open
            section: Section = "summary" if leads else "findings"
            made = DraftStatement(section, kind_of(candidates[claim[0]]), candidates[claim[0]].said, sub.ordinal, claim)
            (summary if leads else findings).append(made)
    return [
        *summary,
        *findings,
        *_limitations(plan, candidates, evidence),
        *(DraftStatement("limitations", "connective", text, None, ()) for text in limits),
        *_conclusion(plan, differences, review),
    ]


def kind_of(candidate: Candidate) -> Kind:
    """Return what kind of sentence is said for a candidate."""
    if "recommendation" in candidate.flags:
        return "recommendation"
    return "inference" if "inference" in candidate.flags else "factual"


def _claims(
    ordinal: int, candidates: Sequence[Candidate], evidence: Mapping[int, Sequence[Evidence]]
) -> list[tuple[int, ...]]:
    """Indexes of one sub-question's candidates, grouped by what is said, best first; in each first the source that
    others have it from, then the earliest."""
    dates = {one.version: moment(one.published_at or "9999") for one in evidence.get(ordinal, ())}
    groups: dict[str, list[int]] = {}
    for index, candidate in enumerate(candidates):
        if candidate.subquestion == ordinal and MAY_DENY not in candidate.flags:
            groups.setdefault(candidate.said, []).append(index)
    first = {index for group in groups.values() for index in _had_from(group, candidates, evidence.get(ordinal, ()))}
    return [
        tuple(sorted(group, key=lambda at: (at not in first, dates.get(candidates[at].version, "9999"), at)))
        for group in groups.values()
    ]


def _had_from(group: Sequence[int], candidates: Sequence[Candidate], evidence: Sequence[Evidence]) -> set[int]:
    places = {one.version: one for one in evidence} | {one.passage: one for one in evidence}
    found = [
        (at, candidates[at].claim_text, place)
        for at in group
        if (place := places.get(candidates[at].passage) or places.get(candidates[at].version))
    ]
    return {found[at][0] for at in find_first([(text, place) for _, text, place in found])}


def _current(claims: Sequence[tuple[int, ...]], differences: Sequence[Difference]) -> tuple[int, ...]:
    """The claim that a writer put first, or, where its value was replaced, the first that gives what stands."""
    sides = [side for one in differences for side in one.sides]
    old = {index for side in sides if side.is_replaced or side.is_past for index in side.candidates}
    now = {index for one in differences for index in one.sides[-1].candidates}
    if not old.intersection(claims[0]):
        return claims[0]
    return next((claim for claim in claims if now.intersection(claim)), claims[0])


def _first(
    sub: SubQuestion,
    claims: Sequence[tuple[int, ...]],
    candidates: Sequence[Candidate],
    differences: Sequence[Difference],
    own_language: Collection[str],
) -> tuple[int, ...]:
    """The claim for the summary, each of these only where another is there to choose.

    Measured before absolute wording, said outright before what only may be, of the newest side where sources differ,
    known before expected, in the question's language, naming the older value that it replaces, the best.
    """
    newest = {index for difference in differences for index in difference.sides[-1].candidates}
    older = [
        value
        for difference in differences
        for side in difference.sides[:-1]
        for index in side.candidates
        for value in candidates[index].answering
    ]

    def replaces(candidate: Candidate) -> bool:
        return any(
            one.kind == other.kind and one.unit == other.unit and same_value(one, other)
            for one in candidate.values
            for other in older
        )

    return min(
        claims,
        key=lambda claim: (
            "absolute" in candidates[claim[0]].flags,
            say_hedged(candidates[claim[0]].claim_text, sub.text) == 2,
            not newest.intersection(claim),
            say_hedged(candidates[claim[0]].claim_text, sub.text),
            candidates[claim[0]].version not in own_language,
            not replaces(candidates[claim[0]]),
        ),
    )


def _limitations(
    plan: Plan, candidates: Sequence[Candidate], evidence: Mapping[int, Sequence[Evidence]]
) -> list[DraftStatement]:
    found: list[DraftStatement] = []
    titles = {one.version: _who(one) for rows in evidence.values() for one in rows}
    for sub in plan.subquestions:
        claims = _claims(sub.ordinal, candidates, evidence)
        for claim in claims:
            strong = (candidates[i] for i in claim if "absolute" in candidates[i].flags)
            candidate = next(strong, None)
            if candidate is not None and not any(s.candidates == claim for s in found):
                words = list(dict.fromkeys(match.group() for match in ABSOLUTE.finditer(candidate.claim_text)))
                quoted = ", ".join(f"“{word}”" for word in words[:3])
                who = titles.get(candidate.version, "one source")
                text = (
                    f"Absolute wording ({quoted}) by {who}, not borne out by another source here; "
                    "read it as that source's claim."
                )
                found.append(DraftStatement("limitations", "connective", text, sub.ordinal, claim))
        if not claims:
            found += [
                DraftStatement("limitations", "connective", text, sub.ordinal, ())
                for text in find_nearest(plan, sub, evidence.get(sub.ordinal, ()))
            ]
    return found + [DraftStatement("limitations", "connective", text, None, ()) for text in _instructions(evidence)]


def find_nearest(plan: Plan, sub: SubQuestion, evidence: Sequence[Evidence]) -> list[str]:
    """Where to look on: the best ranked texts gathered for a part that nothing answers, at most two."""
    texts: dict[str, Evidence] = {}
    for one in sorted(evidence, key=lambda each: each.rank):
        if not find_instructions(one.text):
            texts.setdefault(one.title or one.source_id, one)
    if not texts:
        return []
    named = [f"“{title}” ({say_date(one.published_at)})" for title, one in list(texts.items())[:2]]
    part = f"part {sub.ordinal}" if len(plan.subquestions) > 1 else "the question"
    return [f"Nearest to {part}, which no sentence answers: {', '.join(named)}."]


def _instructions(evidence: Mapping[int, Sequence[Evidence]]) -> list[str]:
    """How many gathered passages speak to software, source by source; they were kept as data and nothing was done."""
    passages = {one.passage: one for rows in evidence.values() for one in rows if find_instructions(one.text)}
    by_source: dict[str, list[Evidence]] = {}
    for key in sorted(passages):
        by_source.setdefault(passages[key].source, []).append(passages[key])
    return [
        f"{len(rows)} gathered {'passage' if len(rows) == 1 else 'passages'} of {_who(rows[0])} "
        f"{'holds' if len(rows) == 1 else 'hold'} text addressed to software; it was kept as data, not followed, and "
        "is no claim here."
        for rows in by_source.values()
    ]


def _who(one: Evidence) -> str:
    return (
        f"{one.publisher} (“{one.title}”)"
        if one.publisher and one.publisher != one.title
        else f"“{one.title or one.source_id}”"
    )


def _conclusion(plan: Plan, differences: Sequence[Difference], review: Review) -> list[DraftStatement]:
    """What is answered, where sources differ, what is open: in at most three plain sentences, without values."""
    differing = sorted({one.subquestion for one in differences if one.is_open})
    if len(plan.subquestions) == 1:
        verb = "answer" if plan.subquestions[0].expects not in _OPEN else "speak to"
        lines = [f"Stored sources {verb if review.covered else 'do not answer'} the question."]
        if differing:
            lines = [f"Stored sources {verb} the question, but differ; {UNDECIDED}."]
    else:
        spoken = [one.ordinal for one in plan.subquestions if one.expects in _OPEN and one.ordinal in review.covered]
        answered = [ordinal for ordinal in review.covered if ordinal not in spoken]
        said = [f"answer {_parts(answered, plan)}"] if answered or not spoken else []
        said += [f"speak to {_parts(spoken, plan)}"] if spoken else []
        lines = [f"Stored sources {' and '.join(said)}."]
        if differing:
            lines.append(f"They differ on {_parts(differing, plan)}; {UNDECIDED}.")
        if review.gaps:
            open_parts = [gap.subquestion for gap in review.gaps]
            lines.append(f"{_capital(_parts(open_parts, plan))} {'is' if len(open_parts) == 1 else 'are'} open.")
    return [DraftStatement("conclusion", "connective", line, None, ()) for line in lines]


def _parts(ordinals: Collection[int], plan: Plan) -> str:
    """Parts of a question by the numbers that the summary gives them."""
    if len(ordinals) == len(plan.subquestions):
        return "both parts of the question" if len(ordinals) == 2 else f"all {len(ordinals)} parts of the question"
    numbers = [str(ordinal) for ordinal in sorted(ordinals)]
    if len(numbers) == 1:
        return f"part {numbers[0]}"
    return f"parts {', '.join(numbers[:-1])} and {numbers[-1]}" if numbers else "no part of the question"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
