"""How much of one text stands in another: hashes of five words in a row. Pure, the same on every machine.

Both texts at hand: exact. One stored as its smallest hashes (a MinHash of one permutation): an estimate.
"""

import re
import unicodedata
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from graph.grams import UNSPACED

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

WIDTH = 5  # words, or characters of scripts that part no words by spaces
KEPT = 256
"""Hashes of a stored fingerprint: 2 KiB; an estimate of 0.8 errs by 0.025 (one standard deviation)."""

_WORD = re.compile(f"[{UNSPACED}]|[^\\W_{UNSPACED}]+")
_BASE = 0x9E3779B97F4A7C15
_MIX = ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB))


@dataclass(frozen=True, slots=True, eq=False)
class Fingerprint:
    """The shingles of a text as sorted hashes `[n]`; `size` says how many the text has, more where it was shortened."""

    hashes: "NDArray[np.uint64]"
    size: int

    @classmethod
    def of(cls, text: str) -> Self:
        """Return the fingerprint of a text, whole; case, punctuation and line breaks do not count."""
        hashes = _hash_shingles(find_words(text))
        return cls(hashes, len(hashes))

    @classmethod
    def load(cls, stored: bytes) -> Self:
        """Return a fingerprint that `dump` shortened."""
        import numpy as np

        numbers = np.frombuffer(stored, dtype="<u8").astype(np.uint64)
        return cls(numbers[1:], int(numbers[0]))

    def dump(self) -> bytes:
        """Return the size and the smallest hashes, for storing beside a text."""
        import numpy as np

        numbers = np.concatenate([np.array([self.size], dtype=np.uint64), self.hashes[:KEPT]])
        return numbers.astype("<u8").tobytes()

    @property
    def is_whole(self) -> bool:
        """Say whether no hash was left out."""
        return len(self.hashes) == self.size


def similarity(one: Fingerprint, other: Fingerprint) -> float:
    """Return the share (0 to 1, Jaccard) of shingles that two texts have in common."""
    import numpy as np

    if not one.size or not other.size:
        return 0.0
    common = np.intersect1d(one.hashes, other.hashes, assume_unique=True)
    if one.is_whole and other.is_whole:
        return len(common) / (one.size + other.size - len(common))
    k = min(len(one.hashes), len(other.hashes))
    smallest = np.union1d(one.hashes, other.hashes)[:k]
    return len(np.intersect1d(common, smallest, assume_unique=True)) / len(smallest)


def containment(one: Fingerprint, other: Fingerprint) -> float:
    """Return the share (0 to 1) of the shorter text that stands in the longer one.

    An estimate where one is stored, and a rough one where their lengths differ by much.
    """
    least = min(one.size, other.size)
    if not least:
        return 0.0
    alike = similarity(one, other)
    return min(1.0, alike / (1 + alike) * (one.size + other.size) / least)


def find_words(text: str) -> list[str]:
    """Return the words of a text, folded; a character is a word in scripts without spaces."""
    plain = text if text.isascii() else unicodedata.normalize("NFKC", text)
    return _WORD.findall(plain.casefold())


def _hash_shingles(words: list[str]) -> "NDArray[np.uint64]":
    import numpy as np

    if not words:
        return np.zeros(0, dtype=np.uint64)
    # 32 bits tell words apart well enough: five in a row must collide.
    known = {word: zlib.crc32(word.encode("utf-8", "surrogatepass")) for word in set(words)}
    hashed = np.array([known[word] for word in words], dtype=np.uint64)
    width = min(WIDTH, len(words))
    total = np.zeros(len(words) - width + 1, dtype=np.uint64)
    for at in range(width):
        total = total * np.uint64(_BASE) + hashed[at : len(words) - width + 1 + at]
    for shift, factor in _MIX:
        total = (total ^ (total >> np.uint64(shift))) * np.uint64(factor)
    return np.unique(total ^ (total >> np.uint64(31)))
