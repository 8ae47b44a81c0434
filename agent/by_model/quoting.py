"""From a written sentence with its quotes to claims that the program stands behind, one for each thing it says. No
model takes part: pure."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from agent.atoms import split_atoms
from agent.atoms.kinds import is_frame, label_kind
from agent.by_model.cite import (
    BASED,
    Offered,
    Refusal,
    Stated,
    asked_of,
    cite,
    find_basis,
    find_copies,
    quoted_of,
)
from agent.by_model.deduce import follows, says_more
from agent.by_model.plain import clean_sentence, find_fault
from agent.evidence import Candidate
from agent.rules.objections import Quoted, find_objection, lacking_values
from agent.words.terms import stems_for
from agent.words.values import find_values
from graph.keys import claim_text

__all__ = ["Offered", "Refusal", "Resolved", "Written", "resolve"]

NO_CITATION = "the sentence has no citation"
_OF_BASIS = frozenset({"values", "names", "instruction", "reference"})
"""The objections that hold against what only follows from its quotes, too."""
_LACKING = frozenset({"rule:values", "rule:names"})
"""The objections that say what one quote lacks, and not that it says otherwise."""
_AS_GOOD = 0.8  # of the words that the best quote shares with a claim


@dataclass(frozen=True, slots=True)
class Written:
    """A sentence as it was written: its kind, and for each citation the name of a passage and the quote."""

    text: str
    kind: str
    citations: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Resolved:
    """What became of a sentence: the citations that stand, those that do not, and, when it cannot stand, why.

    `atoms` are those of its claims that stand alone where others do not. `kind` is what the sentence is, whatever its
    writer called it; a connective one says nothing and needs nothing.
    """

    text: str
    candidates: tuple[Candidate, ...] = ()
    refused: tuple[Refusal, ...] = ()
    reason: str = ""
    kind: str = "factual"
    atoms: tuple[tuple[Candidate, ...], ...] = ()

    @property
    def stands(self) -> bool:
        """Whether nothing has to be done about it."""
        return bool(self.candidates) or self.kind == "connective"


def resolve(written: Written, offered: Offered) -> Resolved:
    """Hold one sentence against the passages it was written from."""
    language = offered.plan.language
    quotes = [quote for _, quote in written.citations]
    text = clean_sentence(written.text, quotes)
    if fault := find_fault(text, quotes, language):
        return Resolved(text, reason=fault)
    kind = label_kind(text, written.kind, quotes)
    if kind == "connective" and not written.citations and is_frame(text, language):
        return Resolved(text, kind=kind)
    if not written.citations:
        return Resolved(text, reason=NO_CITATION)
    if kind in BASED:
        return _rest(text, kind, written, offered)
    is_own = any(claim_text(quote) == text for quote in quotes)  # a source's own sentence is one claim
    atoms = [text] if is_own else split_atoms(text, language)
    if len(atoms) == 1:
        candidates, refused, reasons = _hold(Stated(text), written, offered)
        return Resolved(text, candidates, refused, "" if candidates else "; ".join(reasons))
    found = [_hold_atom(Stated(atom, text), written, offered) for atom in atoms]
    refused = tuple(refusal for _, refusals, _ in found for refusal in refusals)
    if all(candidates for candidates, _, _ in found):
        return Resolved(text, tuple(one for candidates, _, _ in found for one in candidates), refused)
    reasons = [reason for candidates, _, reasons in found if not candidates for reason in reasons]
    standing = tuple(candidates for candidates, _, _ in found if candidates)
    return Resolved(text, refused=refused, reason="; ".join(dict.fromkeys(reasons)), atoms=standing)


def _hold(
    stated: Stated, written: Written, offered: Offered
) -> tuple[tuple[Candidate, ...], tuple[Refusal, ...], list[str]]:
    """One claim with all the quotes that were given: what stands, copies in other sources last, what does not, why."""
    standing: list[Candidate] = []
    refused: list[Refusal] = []
    reasons: list[str] = []
    for name, quote in dict.fromkeys(written.citations):
        one = offered.passages.get(name.strip().strip("[]()"))
        if one is None:
            reasons.append(f"there is no passage {name[:20]!r}")
            continue
        found = cite(stated, quote, one, offered)
        if isinstance(found, Candidate):
            standing.append(found)
        elif isinstance(found, Refusal):
            refused.append(found)
            reasons.append(f"{name}: {found.check.reason}")
        else:
            reasons.append(f"{name}: {found}")
    return _with_copies(standing, offered), tuple(refused), list(dict.fromkeys(reasons))


def _with_copies(standing: Sequence[Candidate], offered: Offered) -> tuple[Candidate, ...]:
    unique = {(one.version, one.char_start, one.char_end): one for one in standing}
    copies = [copy for one in unique.values() for copy in find_copies(one, offered)]
    unique = {(one.version, one.char_start, one.char_end): one for one in copies} | unique
    return tuple(sorted(unique.values(), key=lambda one: one not in standing))


def _hold_atom(
    stated: Stated, written: Written, offered: Offered
) -> tuple[tuple[Candidate, ...], tuple[Refusal, ...], list[str]]:
    """One of several claims of a sentence, with the quotes that bear on it; a quote for another one is no fault."""
    candidates, refused, reasons = _hold(stated, written, offered)
    language = offered.plan.language
    shares = {one.quote: _shared(stated.text, one.quote, language) for one in candidates}
    best = max(shares.values(), default=0.0)
    if find_values(stated.text, language) or is_foreign(candidates, offered):
        return candidates, () if candidates else _nearest(stated, refused, language), reasons
    if candidates and best == 0:
        return (), _nearest(stated, refused, language), [f"no quote speaks of “{stated.text}”"]
    bearing = tuple(one for one in candidates if shares[one.quote] >= _AS_GOOD * best)
    return bearing, () if bearing else _nearest(stated, refused, language), reasons


def is_foreign(candidates: Sequence[Candidate], offered: Offered) -> bool:
    """Return whether quotes are in another language than the sentence, so that their words cannot be held together."""
    languages = {one.version: one.language for one in (*offered.pool, *offered.passages.values())}
    return any(languages.get(one.version) != offered.plan.language for one in candidates)


def _nearest(stated: Stated, refused: Sequence[Refusal], language: str | None) -> tuple[Refusal, ...]:
    """Of the refused quotes the one that speaks most of a claim: the others were given for its other claims."""
    ranked = sorted(refused, key=lambda one: -_shared(stated.text, one.candidate.quote, language))
    return tuple(ranked[:1])


def _shared(claim: str, quote: str, language: str | None) -> float:
    own, theirs = set(stems_for(claim, language, language)), set(stems_for(quote, language, language))
    return len(own & theirs) / len(own) if own else 0.0


def as_inference(written: Written, held: Resolved, offered: Offered) -> Resolved | None:
    """Return a fact as what follows from the facts in its quotes, where no quote says it and it does follow: what the
    quotes lack is counted from what they state, and nothing in them says otherwise."""
    language = offered.plan.language
    if held.kind != "factual" or any(one.check.checker not in _LACKING for one in held.refused):
        return None
    quotes = [one.quote for one in (*held.candidates, *(each.candidate for each in held.refused))]
    if any(_shared(held.text, quote, language) >= _AS_GOOD for quote in quotes):
        return None  # it says what that quote says, rightly or wrongly
    made = _rest(held.text, "inference", written, offered, must_follow=True)
    return made if made.candidates else None


def conclude(text: str, facts: Sequence[Candidate], offered: Offered) -> Resolved | None:
    """Return a conclusion that came without a citation as one from these facts; None where they do not speak of it, or
    lack a figure or a name of it."""
    quoted = [Quoted(one.quote, f"{one.quote} {one.claim_text}", None, offered.plan.language) for one in facts]
    spoken = max((_shared(text, one.around, offered.plan.language) for one in quoted), default=0.0)
    if not spoken or _find_gap(text, quoted, offered, must_follow=False):
        return None
    bases = [replace(one, flags=("inference",), sentence=text) for one in facts]
    return Resolved(text, tuple(bases), kind="inference")


def _rest(text: str, kind: str, written: Written, offered: Offered, *, must_follow: bool = False) -> Resolved:
    """What no source says, with the sources' own sentences that it rests on: all of its quotes, or it is none.

    A figure that none of them has must follow from theirs; with `must_follow` the sentence as a whole must.
    """
    bases: list[Candidate] = []
    reasons: list[str] = []
    quoted: list[Quoted] = []
    for name, quote in dict.fromkeys(written.citations):
        one = offered.passages.get(name.strip().strip("[]()"))
        found = find_basis(Stated("", text, kind), quote, one, offered) if one is not None else "there is no passage"
        if isinstance(found, str) or one is None:
            reasons.append(f"{name[:20]}: {found}")
        else:
            bases.append(found)
            quoted.append(quoted_of(found, one, offered))
    if reasons:
        return Resolved(text, reason=f"the {kind} has no basis: {'; '.join(reasons)}", kind=kind)
    reason = _find_gap(text, quoted, offered, must_follow=must_follow)
    return Resolved(text, () if reason else _with_copies(bases, offered), reason=reason, kind=kind)


def _find_gap(text: str, quoted: Sequence[Quoted], offered: Offered, *, must_follow: bool) -> str:
    """What keeps a sentence from resting on these quotes together, in one sentence; "" where nothing does."""
    language, asked = offered.plan.language, asked_of(offered)
    joined = Quoted(" ".join(one.quote for one in quoted), " ".join(one.around for one in quoted), None, language)
    does_follow = follows(text, quoted, language, asked)
    if does_follow:  # what was counted from them counts as said
        joined = replace(joined, quote=" ".join([joined.quote, *lacking_values(text, joined, language)]))
    elif must_follow:
        return "it does not follow from its quotes"
    if says_more(text, quoted, language) is False:
        return "its quotes say the opposite of which is more"
    objection = find_objection(text, joined, asked=asked, language=language)
    return objection.reason if objection is not None and objection.rule in _OF_BASIS else ""
