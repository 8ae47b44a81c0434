"""Which sentences of a draft give one value for one part: in other words, and still the same thing said. Pure."""

from collections.abc import Sequence

from agent.evidence import Candidate
from agent.record.claims import Claimed
from agent.words.measures import same_value
from agent.words.values import Value


def find_agreeing(candidates: Sequence[Candidate], keys: Sequence[Claimed]) -> dict[str, list[str]]:
    """Return for each claim the citations of other claims of its part that answer with the same value.

    A claim without an answering value has only its own: whether other words say the same is not known.
    """
    found: dict[str, set[str]] = {}
    for at, one in enumerate(candidates):
        for other_at, other in enumerate(candidates):
            is_other = keys[at].claim != keys[other_at].claim and one.subquestion == other.subquestion
            if is_other and _agree(one.answering, other.answering):
                found.setdefault(keys[at].claim, set()).add(keys[other_at].citation)
    return {claim: sorted(citations) for claim, citations in sorted(found.items())}


def _agree(mine: Sequence[Value], theirs: Sequence[Value]) -> bool:
    """Whether each answering value of one is among those of the other."""
    if not mine or len(mine) != len(theirs):
        return False
    return all(any(a.kind == b.kind and a.unit == b.unit and same_value(a, b) for b in theirs) for a in mine)
