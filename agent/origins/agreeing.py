"""Which sentences of a draft give one value for one part: in other words, and still the same thing said. Pure."""

from collections.abc import Sequence

from agent.conflicts.find import ClaimRead, find_opposed
from agent.evidence import Candidate
from agent.record.claims import Claimed
from agent.words.measures import same_value
from agent.words.values import Value

_TOLD = frozenset({"person", "place", "yes_no", "reason"})  # no value that stands beside the answer tells these


def find_agreeing(candidates: Sequence[Candidate], keys: Sequence[Claimed]) -> dict[str, list[str]]:
    """Return for each claim the citations of other claims of its part that answer with the same value.

    A claim without an answering value has only its own, and so has one that answers who or whether: whether other
    words say the same is not known. Nor do two agree that differ in something else.
    """
    found: dict[str, set[str]] = {}
    for at, one in enumerate(candidates):
        for other_at, other in enumerate(candidates):
            is_other = keys[at].claim != keys[other_at].claim and one.subquestion == other.subquestion
            if is_other and one.expects not in _TOLD and _agree(one, other):
                found.setdefault(keys[at].claim, set()).add(keys[other_at].citation)
    return {claim: sorted(citations) for claim, citations in sorted(found.items())}


def _agree(one: Candidate, other: Candidate) -> bool:
    """Whether each answering value of one is among those of the other, and they do not differ elsewhere."""
    mine, theirs = one.answering, other.answering
    if not mine or len(mine) != len(theirs):
        return False
    if not all(any(_is_same(a, b) for b in theirs) for a in mine):
        return False
    return not find_opposed([ClaimRead("one", one.claim_text), ClaimRead("other", other.claim_text)])


def _is_same(a: Value, b: Value) -> bool:
    return a.kind == b.kind and a.unit == b.unit and same_value(a, b)
