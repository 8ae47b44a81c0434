"""What a claim is made from and what it is: a gathered passage, and a sentence in a source's own words."""

from dataclasses import dataclass

from agent.words.values import Value
from agent.words.wording import Expects


@dataclass(frozen=True, slots=True)
class Reworded:
    """A sentence of a text that a person put in other words: where it stands (characters of the version's text), and
    the words of the claims in its place."""

    char_start: int
    char_end: int
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Evidence:
    """One gathered passage of one sub-question, with what a claim needs of its source.

    Offsets are characters of the version's text. `before` and `after` are the texts of the neighbouring passages,
    standing immediately around `text` ("" where none), `before_key` and `after_key` their keys: without a key no
    quote begins there. `text_sha256` is of the whole version: equal ones are copies of one origin. `rank` counts
    from 1; dates are ISO at the precision that the source proves. `reworded` are sentences of it, or of its neighbours,
    that people put in other words.
    """

    passage: str
    version: str
    source: str
    text: str
    char_start: int
    char_end: int
    ordinal: int
    before: str
    after: str
    heading: str | None
    title: str
    publisher: str | None
    url: str | None
    source_id: str
    published_at: str | None
    retrieved_at: str
    language: str | None
    text_sha256: str
    score: float
    rank: int
    before_key: str = ""
    after_key: str = ""
    reworded: tuple[Reworded, ...] = ()


MAY_DENY = "may_deny"
"""The flag of a sentence that is quoted because it may deny what answers, and that answers nothing itself."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A claim in a source's own words, or in those of a person who put them in their place.

    `quote` are the exact characters `char_start` to `char_end` of the version's text, which begin in `passage`;
    `claim_text` is the quote with each run of white space one space, or a person's words for it. `values` have offsets
    in the claim text.
    Flags: "absolute" (wording stronger than one source can bear out), "widened" (neighbour sentences taken along),
    "inference" and "recommendation" (what is said only rests on it), MAY_DENY.
    `asked` are the sub-question's own terms, `spoken` those of them that the sentence says, `answering` the values
    that are what was asked for (of its kind, the present figure of the thing itself). `sentence` is what a report says
    where that is more than this claim, or rests on it; "" where it is the claim. `holder` is who holds the
    office that is asked for, by name.
    """

    subquestion: int
    claim_text: str
    quote: str
    char_start: int
    char_end: int
    passage: str
    version: str
    source: str
    score: float
    values: tuple[Value, ...]
    flags: tuple[str, ...]
    asked: tuple[str, ...] = ()
    spoken: tuple[str, ...] = ()
    answering: tuple[Value, ...] = ()
    expects: Expects = "any"
    quote_match: str = "exact"
    sentence: str = ""
    holder: str = ""

    @property
    def said(self) -> str:
        """What a report says for it."""
        return self.sentence or self.claim_text
