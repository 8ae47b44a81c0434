"""How many of some sources are independent of each other, where it is known which two are not. Pure."""

from collections.abc import Collection, Sequence


def spread(sources: Sequence[str], tied: Collection[frozenset[str]]) -> list[list[str]]:
    """Return the sources by origin: as many as can be found of which no two are tied, each with who is tied to it.

    Ties are no chain: where a newspaper repeats two offices, the offices stay two. The least tied source that is left
    is taken again and again (the greedy rule for independent sets of a graph), first come first served among equals; it
    may find fewer than there are, never more. In the order of `sources`, and so are the groups.
    """
    near = {one: {other for other in sources if other != one and frozenset((one, other)) in tied} for one in sources}
    left = dict.fromkeys(sources)
    heads: list[str] = []
    while left:
        head = min(left, key=lambda one: len(near[one] & left.keys()))
        heads.append(head)
        for gone in near[head] | {head}:
            left.pop(gone, None)
    home = {one: one if one in heads else next(head for head in heads if head in near[one]) for one in sources}
    groups: dict[str, list[str]] = {}
    for one in sources:
        groups.setdefault(home[one], []).append(one)
    return list(groups.values())
