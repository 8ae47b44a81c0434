"""What a report's marks and reference list are, once they are read. Offsets are code points of the report's text."""

from dataclasses import dataclass
from typing import Literal, get_args

Kind = Literal["number", "footnote", "superscript", "paren", "author", "source", "foreign", "link", "url"]
KINDS: tuple[Kind, ...] = get_args(Kind)
"""How a mark is written: [1], [^1], ¹, (1), (Smith, 2020), [source 1], an identifier of another system, [title](url),
a bare address."""


@dataclass(frozen=True, slots=True)
class Mark:
    """One label of one mark: "[1, 3]" is two, "[1-4]" four, and each has the place of the whole mark.

    `label` is as a reference list writes it, for links and addresses the address, for author and year "smith 2020".
    `sentence` is the place in `Marked.sentences` of the sentence that it stands behind, None where it stands in none.
    """

    label: str
    kind: Kind
    char_start: int
    char_end: int
    sentence: int | None = None


@dataclass(frozen=True, slots=True)
class Reference:
    """One entry of a reference list, from its label on; `label` and `url` are "" where it has none."""

    label: str
    text: str
    url: str
    char_start: int
    char_end: int


@dataclass(frozen=True, slots=True)
class Malformed:
    """What was meant as a mark and names nothing: "[1-", "[citation needed]", "[9-3]"; `why` says in words."""

    text: str
    why: str
    char_start: int
    char_end: int


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of prose or a table's row, outside lists of references, headings and code.

    `is_long`: it says enough to need a source: ten words, or twenty characters of a script without spaces.
    """

    char_start: int
    char_end: int
    is_long: bool
    is_row: bool = False


@dataclass(frozen=True, slots=True)
class Marked:
    """A report's marks in order, its references, and how the two fit.

    `dangling`: marks whose label no reference has. `never_cited`: references that no mark names. `repeated`: labels
    that several references have (lists that start again at 1). `sentences`: prose and table rows; `uncited`: the
    places of the long sentences of prose without a mark.
    """

    marks: tuple[Mark, ...]
    references: tuple[Reference, ...]
    malformed: tuple[Malformed, ...]
    dangling: tuple[Mark, ...]
    never_cited: tuple[Reference, ...]
    repeated: tuple[str, ...]
    sentences: tuple[Sentence, ...]
    uncited: tuple[int, ...]
