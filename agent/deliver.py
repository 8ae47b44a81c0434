"""From a draft to the report in the graph: what is said is checked, what does not hold is taken out and counted."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from agent.check import Checked
from agent.conflicts.difference import Difference, settled
from agent.draft import DraftStatement, find_nearest
from agent.evidence import Candidate, Evidence
from agent.header import ASSERTING, Made, Narrowed, Removed, header_of, mark_citations
from agent.in_place import Placed, put_in_place
from agent.origins.agreeing import find_agreeing
from agent.origins.copies import leave_out_copies
from agent.plan import Plan
from agent.record.claims import Claimed
from agent.record.runs import RunRecorder
from agent.review import Gap, Review
from agent.steps import Extracted, Steps
from graph.store import GraphStore

ANSWER_FELL = "the sentence that answers it most directly did not hold when it was checked"
ALL_FELL = "no sentence about it held when it was checked"


@dataclass(frozen=True, slots=True)
class Draft:
    """One round's draft with all that it was made from; `keys` are those of the claims, the refused ones last."""

    plan: Plan
    round: int
    extracted: Extracted
    keys: tuple[Claimed, ...]
    review: Review
    differences: Sequence[Difference]
    statements: Sequence[DraftStatement]
    evidence: Mapping[int, Sequence[Evidence]]


@dataclass(frozen=True, slots=True)
class Delivered:
    """The report's key, how many sentences it has, how many citations were checked, how many sentences taken out and
    said more narrowly, whether every part still has what answered it."""

    report: str
    statements: int
    checked: int
    removed: int
    narrowed: int
    is_covered: bool

    def counts(self) -> dict[str, int]:
        """Return what was counted, as an event tells it."""
        return {
            "statements": self.statements, "checked": self.checked, "removed": self.removed, "narrowed": self.narrowed,
        }  # fmt: skip


async def deliver(
    store: GraphStore,
    run: RunRecorder,
    steps: Steps,
    draft: Draft,
    *,
    outcomes: Sequence[tuple[str, str]],
    notes: Sequence[str],
    web: str,
    made: Callable[[], Made],
    reused: Callable[[Mapping[str, Sequence[Candidate]]], Awaitable[dict[str, Any]]],
) -> Delivered:
    """Check a draft's citations, keep the sentences that hold, and write the report. Raises as the steps do.

    `outcomes` are (provider, outcome) of every search and page, `web` says where the live web was asked, or why not,
    `made` is asked once everything was checked, `reused` what earlier runs have to do with the claims that are said.
    """
    candidates, keys = draft.extracted.candidates, draft.keys
    pairs = list(zip(keys[len(candidates) :], draft.extracted.refused, strict=True))
    refused = {key.citation: (key.claim, one.check) for key, one in pairs}
    claims = {one.candidate.said: key.claim for key, one in reversed(pairs)}
    stated = [keys[i].claim for i in sorted({i for one in draft.statements for i in one.candidates})]
    checked = await steps.check(store, stated, refused, by=run.key)
    placed = Placed(candidates, keys, checked)
    if steps.mode == "model":  # without one, a person's words were chosen from in the first place
        placed = await put_in_place(store, candidates, keys, checked, draft.plan.language)
        candidates, keys, checked = placed.candidates, placed.keys, placed.checked
    differences = still_differing(draft.differences, keys, checked)
    drafted = draft.statements
    if differences != list(draft.differences):
        drafted = _again(steps, draft, differences, draft.review)
    kept, fallen, cut = _held(steps, drafted, placed)
    review = reopen(draft.review, drafted, kept)
    if review != draft.review:
        kept, fallen, cut = _held(steps, _again(steps, draft, differences, review), placed)
    removed = [replace(one, claim=claims.get(one.text)) for one in draft.extracted.removed] + fallen
    by_text = {one.candidate.claim_text: key.claim for key, one in pairs}
    narrowed = [replace(one, claim=by_text.get(one.claim or "")) for one in draft.extracted.narrowed] + cut
    if not any(one.kind in ASSERTING for one in kept):
        kept = []  # what frames facts says nothing without one
    used = sorted({candidates[i].source for one in kept for i in one.candidates})
    pages = await store.read("origins_of_web_sources", keys=used)
    kept = leave_out_copies(kept, candidates, {row["source"]: row["origin_group"] for row in pages})
    nearest = [] if kept else _nearest(draft)
    markers = mark_citations(kept, candidates, keys)
    header = header_of(
        draft.plan, review, differences, candidates, keys, kept, checked.statuses,
        outcomes=outcomes, notes=notes, removed=removed, narrowed=narrowed, verdicts=checked.verdicts, web=web,
        passages=len({e.passage for rows in draft.evidence.values() for e in rows}), made=made(),
        nearest=nearest,
    )  # fmt: skip
    said: dict[str, list[Candidate]] = {}
    for i in sorted({i for one in kept for i in one.candidates}):
        said.setdefault(keys[i].claim, []).append(candidates[i])
    header |= {"agreeing": find_agreeing(candidates, keys, draft.plan), **await reused(said)}
    report = await run.report(draft.round, header, kept, keys, markers, checked.statuses)
    return Delivered(report, len(kept), checked.count, len(removed), len(narrowed), is_covered=not review.gaps)


def _again(steps: Steps, draft: Draft, differences: Sequence[Difference], review: Review) -> list[DraftStatement]:
    """The sentences drafted anew, with those that were added to the first draft."""
    first = steps.draft(draft.plan, draft.differences, draft.review)
    added = [one for one in draft.statements if one not in first]
    return [*steps.draft(draft.plan, differences, review), *added]


def _held(
    steps: Steps, drafted: Sequence[DraftStatement], placed: Placed
) -> tuple[list[DraftStatement], list[Removed], list[Narrowed]]:
    said, reworded = say_in_place(drafted, placed)
    kept, fallen, cut = sift(said, placed.candidates, placed.keys, placed.checked)
    return lead_again(drafted, kept) if steps.mode == "extractive" else kept, fallen, [*reworded, *cut]


def say_in_place(statements: Sequence[DraftStatement], placed: Placed) -> tuple[list[DraftStatement], list[Narrowed]]:
    """Return the sentences, those that make a claim which a person narrowed or split as one for each claim that stands
    now, and what was narrowed so. Pure."""
    said: list[DraftStatement] = []
    narrowed: list[Narrowed] = []
    for one in statements:
        groups = placed.groups(one.candidates) if one.kind == "factual" else None
        if groups is None:
            said.append(one)
            continue
        made = _say_alone(one, groups, placed.candidates)
        said += made
        lost = [i for i in one.candidates if i in placed.instead]
        why = _removed(one, lost, placed.keys, placed.checked.reasons)
        narrowed.append(Narrowed(made[0].text, why.reason, why.claim))
    return said, narrowed


def still_differing(differences: Sequence[Difference], keys: Sequence[Claimed], checked: Checked) -> list[Difference]:
    """Return the differences of which more than one side still has a claim that is not unsupported."""
    found: list[Difference] = []
    for one in differences:
        sides = [
            side for side in one.sides
            if any(checked.statuses.get(keys[i].claim) != "unsupported" for i in side.candidates)
        ]  # fmt: skip
        if len(sides) == len(one.sides):
            found.append(one)
        elif len(sides) > 1:
            found.append(settled(one.kind, one.subquestion, sides, one.conflicts))
    return found


def lead_again(drafted: Sequence[DraftStatement], kept: Sequence[DraftStatement]) -> list[DraftStatement]:
    """Return the sentences, with the next one of a part in the place of its first where that fell: without a model all
    of them were chosen as answers."""
    led, leads = ({s.subquestion for s in some if s.section == "summary"} for some in (drafted, kept))
    lost = led - leads
    made: list[DraftStatement] = []
    for one in kept:
        follows = one.subquestion in lost and one.section == "findings" and one.kind == "factual"
        made.append(replace(one, section="summary") if follows else one)
        lost -= {one.subquestion} if follows else set()
    first = sorted((one for one in made if one.section == "summary"), key=lambda one: one.subquestion or 0)
    return [*first, *(one for one in made if one.section != "summary")]


def _nearest(draft: Draft) -> list[str]:
    plan = draft.plan
    return [text for sub in plan.subquestions for text in find_nearest(plan, sub, draft.evidence.get(sub.ordinal, ()))]


def reopen(review: Review, drafted: Sequence[DraftStatement], kept: Sequence[DraftStatement]) -> Review:
    """Return the review without the parts whose answer, the sentence for the summary, fell when it was checked."""
    led, leads = ({s.subquestion for s in some if s.section == "summary"} for some in (drafted, kept))
    lost = {part for part in review.covered if part in led - leads}
    if not lost:
        return review
    left = {s.subquestion for s in kept if s.kind in ASSERTING}
    gaps = [*review.gaps, *(Gap(part, ANSWER_FELL if part in left else ALL_FELL) for part in lost)]
    return replace(
        review,
        covered=tuple(part for part in review.covered if part not in lost),
        gaps=tuple(sorted(gaps, key=lambda gap: gap.subquestion)),
        verdict="gaps",
        limits={part: limit for part, limit in review.limits.items() if part not in lost},
    )


def sift(
    statements: Sequence[DraftStatement],
    candidates: Sequence[Candidate],
    keys: Sequence[Claimed],
    checked: Checked,
) -> tuple[list[DraftStatement], list[Removed], list[Narrowed]]:
    """Return the sentences that hold, each with the citations that do, those that fell, and what was narrowed.

    Of a sentence that makes several claims those that hold are said alone; what rests on others holds with all of them.
    """
    kept: list[DraftStatement] = []
    fallen: list[Removed] = []
    narrowed: list[Narrowed] = []
    for one in statements:
        standing = tuple(i for i in one.candidates if keys[i].citation not in checked.rejected)
        claims = dict.fromkeys(keys[i].claim for i in one.candidates)
        held = [
            claim
            for claim in claims
            if checked.statuses.get(claim) != "unsupported" and any(keys[i].claim == claim for i in standing)
        ]
        if len(held) == len(claims):
            kept.append(replace(one, candidates=standing))
        elif held and one.kind == "factual":
            made = _say_alone(one, [tuple(i for i in standing if keys[i].claim == claim) for claim in held], candidates)
            kept += made
            lost = next(i for i in one.candidates if keys[i].claim not in held)
            why = _removed(one, [i for i in one.candidates if keys[i].claim not in held], keys, checked.reasons)
            narrowed.append(Narrowed(made[0].text, why.reason, keys[lost].claim))
        elif one.kind != "connective":
            lost_ones = [i for i in one.candidates if keys[i].claim not in held]
            fallen.append(_removed(one, lost_ones, keys, checked.reasons))
    return kept, fallen, narrowed


def _say_alone(
    one: DraftStatement, held: Sequence[tuple[int, ...]], candidates: Sequence[Candidate]
) -> list[DraftStatement]:
    """Claims of one sentence as a sentence each; the one that still gives what was asked for stands where it stood."""
    answering = [bool(candidates[group[0]].answering) for group in held]
    asked = any(candidates[i].answering for i in one.candidates)
    leads = answering.index(True) if any(answering) else -1 if asked else 0
    made = [
        replace(
            one, text=candidates[group[0]].claim_text, candidates=group,
            section=one.section if at == leads or one.section != "summary" else "findings",
        )
        for at, group in enumerate(held)
    ]  # fmt: skip
    return sorted(made, key=lambda each: each.section != one.section)


def _removed(one: DraftStatement, lost: Sequence[int], keys: Sequence[Claimed], reasons: Mapping[str, str]) -> Removed:
    found = [(keys[i].claim, reasons[keys[i].citation]) for i in lost if keys[i].citation in reasons]
    claim, reason = found[0] if found else (keys[lost[0]].claim, "it does not hold")
    return Removed(one.text, reason, claim)
