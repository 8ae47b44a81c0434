"""Does a citation hold? Without a judge, only for a claim that is the source's own sentence: pure."""

from dataclasses import dataclass
from typing import Literal

from agent.words.doubted import find_doubt
from agent.words.struck import is_all_struck, is_struck
from agent.words.whole import is_whole
from graph.keys import claim_text as normal_form

STRUCK = "the source shows it struck out"


@dataclass(frozen=True, slots=True)
class Check:
    """The two findings about one citation, with who made them and why in one sentence.

    Offsets are code points of the text that was checked against. `checker` names the rule that can say no more than
    it says: `verbatim` never blesses a sentence that is not the source's own.
    """

    quote_match: Literal["exact", "normalised", "none", "cannot_check"]
    verdict: Literal["valid", "rejected", "cannot_check"]
    checker: str
    char_start: int
    char_end: int
    reason: str


def check_verbatim(
    claim_text: str,
    quote: str,
    version_text: str,
    offsets: tuple[int, int],
    *,
    heading: str | None = None,
    begins: int = 0,
    title: str = "",
    edges: tuple[str, str] | None = None,
) -> Check:
    """Check that the quote stands at its offsets of the text and that the claim is the quote, up to white space.

    `offsets` are code points of `version_text`, which stands under `heading` from `begins` on; it is a stretch of a
    text called `title` that begins and ends with `edges`, without these the whole. A claim in other words than its
    quote is `cannot_check`, never valid; so is what the source takes back. What it struck out is rejected.
    """
    start, end = offsets
    if not version_text:
        return Check("cannot_check", "cannot_check", "verbatim", start, end, "the stored text is gone")
    if not quote.strip() or not 0 <= start < end <= len(version_text) or version_text[start:end] != quote:
        return Check("none", "rejected", "verbatim", start, end, "the quote does not stand at its place in the source")
    if is_all_struck(version_text, start, end):
        return Check("exact", "rejected", "verbatim", start, end, STRUCK)
    if normal_form(claim_text) != normal_form(quote):
        return Check("exact", "cannot_check", "verbatim", start, end, "the claim is not in the source's own words")
    if not is_whole(version_text, start, end):
        return Check("exact", "cannot_check", "verbatim", start, end, "the quote is a part of the source's sentence")
    if is_struck(version_text, start, end):
        return Check("exact", "cannot_check", "verbatim", start, end, "the source shows a part of it struck out")
    if doubt := find_doubt(version_text, start, end, heading, begins, title=title, edges=edges):
        return Check("exact", "cannot_check", "verbatim", start, end, doubt)
    return Check("exact", "valid", "verbatim", start, end, "the claim is the source's own sentence")
