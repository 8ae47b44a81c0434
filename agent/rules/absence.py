"""A text that does not speak of what a claim is about."""

from collections.abc import Iterator

from agent.rules.finding import Differs
from agent.rules.tokens import content_stems
from agent.words.terms import is_unspaced

_SHARED = 0.15  # of a claim's words in the text, below which nothing is said of it
_WORDS = 6  # content words of a claim, from which their absence tells
_TEXT = 40  # content words of a text, from which it had room to say it


def find_absence(claim: str, text: str, language: str | None, text_language: str | None) -> Iterator[Differs]:
    """Yield the whole claim where next to none of its words, of many, stands in a text that is long enough."""
    if language != text_language or is_unspaced(claim):
        return
    ours, theirs = content_stems(claim, language), content_stems(text, text_language)
    if len(ours) >= _WORDS and len(theirs) >= _TEXT and len(ours & theirs) < _SHARED * len(ours):
        yield Differs("missing", claim, "")
