"""Pages grouped all at once, as their texts alone say: what grouping source by source must come to."""

from collections.abc import Sequence
from dataclasses import dataclass

from retrievers.websearch.same_work import Work, is_same_origin, is_same_work, join_pairs


@dataclass(frozen=True, slots=True)
class Groups:
    """Key of each page -> the least key of its group, for works and for origins; works lie inside origins."""

    work: dict[str, str]
    origin: dict[str, str]


def group_works(works: Sequence[Work]) -> Groups:
    """Group pages by work and by origin, the same whatever their order; quadratic in their number."""
    pairs = [(a, b) for at, a in enumerate(works) for b in works[:at]]
    same = [(a.key, b.key) for a, b in pairs if is_same_work(a, b)]
    near = [(a.key, b.key) for a, b in pairs if is_same_origin(a, b)]
    keys = sorted({work.key for work in works})
    return Groups(join_pairs(keys, same), join_pairs(keys, near))
