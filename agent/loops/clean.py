"""A query that was made from found text, as words alone: whoever wrote the text directs no search. Pure."""

import re
import unicodedata

from agent.plan import MAX_QUERY_CHARACTERS

_COLONS = ":：\ufe55\ufe13\ua789\u2236\u02d0"  # and what servers fold into one
_ADDRESS = re.compile(rf"\S*(?:://|[{_COLONS}]/|\bwww\.|@)\S*|\[address removed\]", re.IGNORECASE)
_OPERATOR = re.compile(rf"[^\s{_COLONS}]*[^\W\d][{_COLONS}](?:\s?[\"“„«][^\"”“»]*[\"”“»]|\S)\S*")
"""`site:x`, `filetype:pdf`, `-inurl:"x"`; the colon of a time stands between digits, one of prose before a space."""
_MARKS = re.compile(r"[\"“”„«»|*(){}\[\]<>^~\\]")
_EDGES = re.compile(r"^[^\w%€$£¥]+|[^\w%€$£¥+#]+$")
_HOST_DOT = re.compile(r"(?<=\w)[.．。｡․﹒](?=[^\W\d]{2})")
_CONNECTIVES = frozenset({"AND", "OR", "NOT", "NEAR", "AROUND"})


def clean_found_query(query: str, own: str) -> str:
    """Return the query without addresses, operators and quotation marks, host names as their words; "" when no word is
    left.

    `own` are the person's own words: a host name that stands there stays as it is.
    """
    shown = unicodedata.normalize("NFC", "".join(one for one in query if not _is_hidden(one)))
    plain = "".join(" " if unicodedata.category(one) == "Cc" else one for one in shown)
    plain = _MARKS.sub(" ", _OPERATOR.sub(" ", _ADDRESS.sub(" ", plain)))
    kept = (_EDGES.sub("", word) for word in plain.split())
    parted = (word if word.casefold() in own.casefold() else _HOST_DOT.sub(" ", word) for word in kept)
    words = (_EDGES.sub("", word) for each in parted for word in each.split())
    text = " ".join(word for word in words if word and word not in _CONNECTIVES)
    if len(text) > MAX_QUERY_CHARACTERS:
        text = text[:MAX_QUERY_CHARACTERS].rsplit(" ", 1)[0]
    return text if any(character.isalnum() for character in text) else ""


def _is_hidden(character: str) -> bool:
    """Marks without width that would part an operator from its name; joiners that spelling needs stay."""
    return unicodedata.category(character) == "Cf" and character not in "\u200c\u200d"
