"""What finds the stored texts that may be copies of one: a MinHash of its shingles and the names of its work, as words
for a full-text index. What it finds must still be compared. Pure, the same on every machine.

One look-up in the index stands for a comparison with everything stored: each of the 64 least hashes, and each number,
address or title that names the work, is one word.
"""

from collections.abc import Callable, Sequence
from typing import Any, Protocol, cast

from graph.keys import sha256_of
from retrievers.websearch.same_work import Work

CHARACTERS = 20_000
"""Of a text, what its kin is made from: two copies of a book have their beginnings in common."""

_SLOTS = 64  # hashes; a share of 0.4 is estimated within 0.06, and missed by all of them once in 10**14
_SEED = 20_251
_NEAR = 0.2
"""Estimated share of shingles in common from which two texts are compared; half of what makes them one origin."""
_WITHIN = 0.4  # the same for the share of the shorter one that stands in the longer
_LEAST_SHARED = 2  # hashes; a single one is chance


class _Rows(Protocol):
    def to_rows(self) -> list[list[int]]: ...


_Digest = Callable[[Sequence[Any], int, int], _Rows]


def make_kin(work: Work, namespace: str) -> str:
    """Return the words of a text: its number of shingles, its hashes, its names; "" for a text without a word.

    The namespace is inside each word, so that a look-up meets its own project alone.
    """
    from rensa import RMinHash  # pyright: ignore[reportAttributeAccessIssue, reportUnknownVariableType] # a compiled module without stubs

    if not work.text.size:
        return ""
    salt = int(sha256_of(namespace)[:10], 16)
    digest = cast("_Digest", RMinHash.digest_matrix_from_token_hash_sets)  # pyright: ignore[reportUnknownMemberType] # the same
    (least,) = digest([work.text.hashes], _SLOTS, _SEED).to_rows()
    hashes = [f"m{(slot << 32 | value) ^ salt:x}" for slot, value in enumerate(least)]
    named = {*work.sure, *work.led, *work.said, *([f"title {work.title}"] if work.title else [])}
    names = sorted(f"n{sha256_of(f'{namespace} {name}')[:12]}" for name in named)
    return " ".join([f"s{work.text.size}", *hashes, *names])


def kin_query(kin: str) -> str:
    """Return the Lucene query for texts with words in common, those with most first; "" where there is none."""
    return " ".join(kin.split()[1:])


def is_near(one: str, other: str) -> bool:
    """Say whether two texts, each as its kin, have so much in common that they are to be compared."""
    mine, theirs = set(one.split()[1:]), set(other.split()[1:])
    common = mine & theirs
    if any(word.startswith("n") for word in common):
        return True
    if len(common) < _LEAST_SHARED:
        return False
    alike = len(common) / _SLOTS
    sizes = _size(one), _size(other)
    within = alike / (1 + alike) * sum(sizes) / min(sizes)
    return alike >= _NEAR or within >= _WITHIN


def _size(kin: str) -> int:
    return max(1, int(kin.split(" ", 1)[0][1:]))
