"""What becomes of a writer's sentences: kept, corrected once, said more narrowly, or taken out and counted. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from agent.atoms.kinds import label_kind
from agent.atoms.narrow import narrow
from agent.by_model.cite import BASED, Offered, Refusal
from agent.by_model.quoting import Resolved, Written, as_inference, conclude, resolve
from agent.by_model.strange import MarkCount, is_strange, read_marks, say_strange
from agent.evidence import Candidate, Evidence
from agent.fence import hide_addresses, hide_identifiers
from agent.header import Narrowed, Removed
from agent.plan import Plan, SubQuestion
from agent.rules.objections import Quoted
from agent.words.passage_names import drop_names

_MAX_SHOWN = 300  # characters


@dataclass(slots=True)
class Part:
    """What stands for one part of the plan, round after round."""

    offered: list[Evidence] = field(default_factory=list[Evidence])
    standing: list[Resolved] = field(default_factory=list[Resolved])
    missing: str = ""


@dataclass(frozen=True, slots=True)
class Drafted:
    """The writer's sentences for one part in one round, held against what was offered."""

    part: SubQuestion
    offered: Offered
    written: list[Written]
    resolved: list[Resolved]

    @property
    def failed(self) -> list[tuple[Written, Resolved]]:
        """The sentences that cannot stand as they are, and those with marks that name no passage."""
        return [(w, _with_marks(w, r, self.offered)) for w, r in self._pairs if not r.stands or self.is_marked(w)]

    @property
    def _pairs(self) -> list[tuple[Written, Resolved]]:
        return list(zip(self.written, self.resolved, strict=True))

    def is_marked(self, written: Written) -> bool:
        """Whether a sentence holds a mark that names no passage."""
        return is_strange(read_marks(written, self.offered))


@dataclass(slots=True)
class Settled:
    """What stands in the writer's order, and what does not; how many sentences a correction saved."""

    standing: list[Resolved] = field(default_factory=list[Resolved])
    refused: list[Refusal] = field(default_factory=list[Refusal])
    removed: list[Removed] = field(default_factory=list[Removed])
    narrowed: list[Narrowed] = field(default_factory=list[Narrowed])
    repaired: int = 0
    marks: MarkCount = field(default_factory=MarkCount)


def known_of(part: int, parts: Mapping[int, Part], plan: Plan) -> list[Quoted]:
    """Return all that a model was shown for a part: the question, what stands, the passages that were offered."""
    own = [plan.question, *(sub.text for sub in plan.subquestions)]
    own += [one.text for each in parts.values() for one in each.standing]
    known = [Quoted(text, text, None, plan.language) for text in own]
    for one in parts[part].offered if part in parts else ():
        text = f"{one.title} {(one.published_at or '')[:10]} {one.text}"
        known.append(Quoted(text, text, one.published_at, one.language))
    return known


def settle(draft: Drafted, repairs: Mapping[int, Written], before: Sequence[Resolved]) -> Settled:
    """Settle each sentence of a draft; `repairs` are by place among the failed ones, `before` stands already.

    A sentence that stands but for its marks gives way only to a correction that stands. What no correction saved is
    narrowed where that is a safe edit that holds, else its claims that hold are said alone, else it is an inference
    where it follows from facts, else it is taken out.
    """
    settled = Settled()
    known = {each.text.casefold() for each in before}
    at = -1
    for written, first in zip(draft.written, draft.resolved, strict=True):
        kept, last = first, written
        if not first.stands or draft.is_marked(written):
            at += 1
            correction = repairs.get(at)
            again = None if correction is None else resolve(correction, draft.offered)
            if correction is not None and again is not None and (again.stands or not first.stands):
                kept, last = again, correction
                settled.repaired += kept.stands
        inferred = as_inference(last, kept, draft.offered) if kept.candidates else None
        said = [inferred] if inferred else [replace(kept, refused=())] if kept.stands else []
        if not said:
            said = _narrow(last, kept, draft.offered) or _narrow(written, first, draft.offered)
            if said:
                settled.narrowed.append(Narrowed(said[0].text, _reason(kept), _claim_text_of(kept)))
            elif inferred := _infer(last, kept, draft.offered, settled.standing) or _infer(
                written, first, draft.offered, settled.standing
            ):
                said = [inferred]
            else:
                settled.removed.append(Removed(hide_identifiers(kept.text)[:_MAX_SHOWN], _reason(kept)))
        settled.refused += () if inferred else kept.refused  # what no source is said to say is no claim of one
        marks = None if last is written else read_marks(last, draft.offered)
        settled.marks.count(read_marks(written, draft.offered), marks, stands=bool(said))
        for one in said:
            if one.candidates and one.text.casefold() not in known:
                known.add(one.text.casefold())
                settled.standing.append(one)
    facts = [one for each in (*before, *settled.standing) if each.kind not in BASED for one in each.candidates]
    settled.standing = [_on_facts(one, facts) for one in settled.standing]
    return settled


def _with_marks(written: Written, resolved: Resolved, offered: Offered) -> Resolved:
    why = say_strange(read_marks(written, offered))
    return replace(resolved, reason="; ".join(one for one in (resolved.reason, why) if one)) if why else resolved


def _narrow(written: Written, failed: Resolved, offered: Offered) -> list[Resolved]:
    """What of a sentence can be said: the whole in its source's narrower wording, or its claims that hold, alone."""
    stronger = next((one for one in failed.refused if one.differences and not one.candidate.sentence), None)
    if stronger is not None:
        text = narrow(failed.text, stronger.differences, offered.plan.language)
        if text is not None:
            again = resolve(Written(text, written.kind, written.citations), offered)
            if again.candidates:
                return [replace(again, refused=())]
    return [Resolved(atom[0].claim_text, tuple(replace(one, sentence="") for one in atom)) for atom in failed.atoms]


def _infer(written: Written, failed: Resolved, offered: Offered, before: Sequence[Resolved]) -> Resolved | None:
    """The sentence as what follows: from its quotes by counting, or, where its words say that it follows and it has
    none, from the fact that was said just before it."""
    if not written.citations:
        if label_kind(failed.text, "factual", ()) != "inference":
            return None
        fact = next((one for one in reversed(before) if one.kind == "factual"), None)
        return None if fact is None else conclude(failed.text, fact.candidates, offered)
    return as_inference(written, failed, offered)


def _on_facts(resolved: Resolved, facts: Sequence[Candidate]) -> Resolved:
    """A conclusion on the facts of the report that its quotes are for, where there are any, in place of the quotes."""
    if resolved.kind not in BASED:
        return resolved

    def fact_of(basis: Candidate) -> Candidate:
        fact = next((one for one in facts if _overlap(one, basis)), None)
        return basis if fact is None else replace(fact, flags=basis.flags, sentence=basis.sentence)

    return replace(resolved, candidates=tuple(fact_of(one) for one in resolved.candidates))


def _overlap(one: Candidate, other: Candidate) -> bool:
    return one.version == other.version and one.char_start < other.char_end and other.char_start < one.char_end


def _claim_text_of(failed: Resolved) -> str | None:
    """The claim that fell, by its words; whoever knows its key puts that in place."""
    return failed.refused[0].candidate.claim_text if failed.refused else None


def _reason(failed: Resolved) -> str:
    return hide_identifiers(hide_addresses(drop_names(failed.reason)))[:_MAX_SHOWN]
