"""Which sentences of a draft give one value for one part: in other words, and still the same thing said. Pure."""

from collections.abc import Sequence
from dataclasses import replace

from agent.conflicts.find import ClaimRead, find_opposed
from agent.evidence import Candidate
from agent.origins.names import name_words, names_in
from agent.plan import Plan
from agent.record.claims import Claimed
from agent.words.measures import same_value
from agent.words.values import Value
from graph.negation import drops_negation

_NAMED = frozenset({"person", "place"})
_TOLD = frozenset({"yes_no", "reason"})  # no value that stands beside the answer tells these


def find_agreeing(candidates: Sequence[Candidate], keys: Sequence[Claimed], plan: Plan) -> dict[str, list[str]]:
    """Return for each claim the citations of other claims of its part that `agree` with it."""
    found: dict[str, set[str]] = {}
    for at, one in enumerate(candidates):
        for other_at, other in enumerate(candidates):
            if keys[at].claim != keys[other_at].claim and agree(one, other, plan):
                found.setdefault(keys[at].claim, set()).add(keys[other_at].citation)
    return {claim: sorted(citations) for claim, citations in sorted(found.items())}


def agree(one: Candidate, other: Candidate, plan: Plan) -> bool:
    """Say whether two sentences answer one part with the same: the same values, or where a name is asked for the same
    names with the same words of the question.

    A claim without an answering value has only its own, and so has one that answers whether or why: whether other words
    say the same is not known. Nor do two agree that differ in something else.
    """
    if one.subquestion != other.subquestion or one.expects in _TOLD or one.expects != other.expects:
        return False
    is_same = _name_same(one, other, plan) if one.expects in _NAMED else _give_same(one.answering, other.answering)
    return is_same and not find_opposed([ClaimRead("one", one.claim_text), ClaimRead("other", other.claim_text)])


def _give_same(mine: Sequence[Value], theirs: Sequence[Value]) -> bool:
    return len(mine) == len(theirs) > 0 and all(any(_is_same(a, b) for b in theirs) for a in mine)


def _name_same(one: Candidate, other: Candidate, plan: Plan) -> bool:
    asked = next((set(name_words(sub.text)) for sub in plan.subquestions if sub.ordinal == one.subquestion), None)
    if asked is None or not one.spoken or set(one.spoken) != set(other.spoken):
        return False
    mine, theirs = (
        {w for name in names_in(each.claim_text) for w in name_words(name)} - asked for each in (one, other)
    )
    is_turned = (drops_negation(one.claim_text) is None) != (drops_negation(other.claim_text) is None)
    return bool(mine) and mine == theirs and not is_turned


def _is_same(a: Value, b: Value) -> bool:
    """Whether two give one value: a limit that the other fulfils ("at least 14" of 27) is another thing said."""
    if a.kind != b.kind or a.unit != b.unit or (a.kind != "date" and _limit(a) != _limit(b)):
        return False
    return same_value(*(replace(one, bound="") if _limit(one) else one for one in (a, b)))


def _limit(value: Value) -> str:
    return value.bound if value.bound in {"least", "most"} else ""
