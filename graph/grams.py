"""What the analyser of the full-text index cannot cut: pieces of words, the same for a text and for a question.

Chinese, Japanese, Korean and Thai runs give every two neighbouring characters; words of languages that write
compounds in one (German, Dutch, Swedish, …) give every five. All else gives nothing, so that other texts carry none.
"""

import re

from graph.keys import search_namespace
from graph.lucene import MAX_TERMS

UNSPACED = (
    "\u0e01-\u0e4e\u0e81-\u0ecd\u1000-\u109f\u1780-\u17d3\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf"
    "\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9d\U00020000-\U000323af"
)
"""Characters of scripts that part no words by spaces, for a set of a regular expression."""

WIDE = UNSPACED + "\u1100-\u11ff\u3131-\u318e\uac00-\ud7a3"
"""The same with Korean, which parts words but hangs particles on them."""

COMPOUNDING = frozenset({"da", "de", "et", "fi", "hu", "is", "nb", "nl", "nn", "no", "sv"})
"""ISO 639-1 codes of languages whose compounds are one word."""

_PIECE = 5
_RUN = re.compile(f"[{WIDE}]+|[^\\W_{WIDE}]+")
_IS_WIDE = re.compile(f"[{WIDE}]")
_SHARE = 4
"""A text of which a quarter is in such a script is one of it: its other words are kept whole beside the pieces."""


def text_grams(text: str, language: str | None) -> str:
    """Return the pieces of a stored text, joined by spaces; "" for a text that the analyser serves by itself."""
    wide = len(_IS_WIDE.findall(text))
    if not wide and language not in COMPOUNDING:
        return ""
    return " ".join(_grams(text, compounds=language in COMPOUNDING, words=_SHARE * wide >= len(text)))


def grams_query(text: str, namespace: str) -> str:
    """Return the query for the index `passage_grams`, held to one namespace; "" means: do not ask.

    A question does not say its language: its long words are always cut, and find nothing where no text has pieces.
    """
    is_wide = _IS_WIDE.search(text) is not None
    grams = list(dict.fromkeys(_grams(text, compounds=True, words=is_wide)))[:MAX_TERMS]
    return f"+search_ns:{search_namespace(namespace)}^0 +search_grams:({' '.join(grams)})" if grams else ""


def name_grams_query(name: str, namespace: str) -> str:
    """Return the query for passages that hold every piece of a name in such a script; "" where it has none."""
    runs = [run for run in _RUN.findall(name.lower()) if _IS_WIDE.match(run) and len(run) > 1]
    grams = list(dict.fromkeys(gram for run in runs for gram in _grams(run, compounds=False, words=False)))
    clauses = " ".join(f"+search_grams:{gram}^0" for gram in grams[:MAX_TERMS])
    return f"+search_ns:{search_namespace(namespace)} {clauses}" if grams else ""


def _grams(text: str, *, compounds: bool, words: bool) -> list[str]:
    grams: list[str] = []
    for run in _RUN.findall(text.lower()):
        if _IS_WIDE.match(run):
            grams.extend([run[i : i + 2] for i in range(len(run) - 1)] or [run])
        else:
            if words:
                grams.append(run)
            if compounds:
                grams.extend(run[i : i + _PIECE] for i in range(len(run) - _PIECE + 1))
    return grams
