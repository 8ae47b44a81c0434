"""Of one work that was read at several addresses, which passages only repeat the address that speaks for it. Pure.

A copy with another value in it groups with the work that it was made from: whatever one of them says differently stays
evidence, so that the difference is shown and none silences the other.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from graph.negation import drops_negation
from graph.store import Row
from retrievers.split import split_sentences
from retrievers.websearch.shingles import find_words

_FAR_LONGER = 1.5
_SAME_WORDS = 0.9
"""Share of a sentence's words from which it is another printing of a sentence that has the same numbers and names."""
_LEAST = 5  # words; what is shorter and has no number is a page's furniture
_NUMBER = re.compile(r"\d[\d.,]*")
_NAME = re.compile(r"(?<=[\w,;)] )[^\W\d_a-z]\w*")
"""A capitalised word that does not begin its sentence."""


@dataclass(frozen=True, slots=True)
class _Said:
    words: frozenset[str]
    numbers: Counter[str]
    names: frozenset[str]
    is_negated: bool


def find_repeats(rows: Sequence[Row]) -> set[str]:
    """Return the keys of passages (rows of `evidence_of_passages`) that another gathered source of their work says too.

    The source that the group is named by speaks, round after round the same; a far longer text is not given up for it.
    """
    works: dict[str, dict[str, list[Row]]] = {}
    for row in rows:
        if row["work_group"] and row["state"] == "current":
            works.setdefault(row["work_group"], {}).setdefault(row["source"], []).append(row)
    repeats: set[str] = set()
    for work, sources in works.items():
        length = {source: passages[0]["char_len"] for source, passages in sources.items()}
        longest = max(sorted(sources), key=lambda source: length[source])
        is_enough = work in sources and length[work] * _FAR_LONGER >= length[longest]
        speaker = work if is_enough else longest
        spoken = [
            said for row in sources[speaker] for text in (row["before"], row["text"], row["after"])
            for said in _sentences(text, row)
        ] if len(sources) > 1 else []  # fmt: skip
        for source, passages in sources.items():
            if source != speaker:
                repeats |= {row["passage"] for row in passages if not _says_more(row, spoken)}
    return repeats


def _says_more(row: Row, spoken: Sequence[_Said]) -> bool:
    return any(not any(_is_same(said, other) for other in spoken) for said in _sentences(row["text"], row))


def _is_same(said: _Said, other: _Said) -> bool:
    return (
        said.numbers == other.numbers
        and said.is_negated == other.is_negated
        and said.names <= other.words
        and len(said.words & other.words) >= _SAME_WORDS * len(said.words)
    )


def _sentences(text: str | None, row: Row) -> list[_Said]:
    """The sentences that state something: not the source's own title, not a few words without a number."""
    found: list[_Said] = []
    title = find_words(row["title"] or "")
    for sentence in split_sentences(text or "", row["language"]):
        plain = (text or "")[sentence.char_start : sentence.char_end]
        words = find_words(plain)
        numbers = Counter(number.rstrip(".,") for number in _NUMBER.findall(plain))
        if words != title and (numbers or len(words) >= _LEAST):
            names = frozenset(word for name in _NAME.findall(plain) for word in find_words(name))
            found.append(_Said(frozenset(words), numbers, names, drops_negation(plain) is not None))
    return found
