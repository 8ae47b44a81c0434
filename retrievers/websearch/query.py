"""What may go to a provider as a query: one line, printable, within its length. Pure."""

import re
import unicodedata
from dataclasses import dataclass

from retrievers.websearch.errors import SearchFailed

MAX_QUERY = 400
"""Characters that Tavily takes at most; longer briefs are the planner's to split."""

_SPACE = re.compile(r"\s+")
_JOINERS = "\u200c\u200d"  # parts of words in Persian and Indic scripts, and of emoji
_WORD_END = re.compile(r"\s+\S*$")
_ENOUGH = 0.6  # of the limit; a cut at a word that leaves less cuts inside the word


@dataclass(frozen=True, slots=True)
class CleanQuery:
    """A query as it is sent; `note` says what was done to it, "" for nothing that changes its meaning."""

    text: str
    note: str = ""


def clean_query(query: str, *, limit: int = MAX_QUERY) -> CleanQuery:
    """Return a query on one line without control and invisible characters, cut at a word beyond `limit` characters.

    Raises SearchFailed (`refused`) where nothing to search for is left.
    """
    visible = "".join(" " if _is_control(c) else "" if _is_invisible(c) else c for c in query)
    text = _SPACE.sub(" ", unicodedata.normalize("NFC", visible)).strip()
    if not any(c.isalnum() for c in text):
        raise SearchFailed("refused", "the query has no word to search for; ask with words", is_of_query=True)
    if len(text) <= limit:
        return CleanQuery(text)
    cut = _cut(text, limit)
    return CleanQuery(cut, f"a query of {len(text)} characters was cut to {len(cut)}; {limit} are taken")


def _cut(text: str, limit: int) -> str:
    head = text[:limit]
    if text[limit].isspace():
        return head.rstrip()
    at_word = _WORD_END.sub("", head)
    if len(at_word) >= limit * _ENOUGH:
        return at_word
    end = limit
    while end > 1 and (unicodedata.combining(text[end]) or text[end] in _JOINERS or text[end - 1] in _JOINERS):
        end -= 1
    return text[:end].rstrip()


def _is_control(character: str) -> bool:
    return unicodedata.category(character) in {"Cc", "Zl", "Zp"}


def _is_invisible(character: str) -> bool:
    return unicodedata.category(character) in {"Cf", "Cs", "Co", "Cn"} and character not in _JOINERS
