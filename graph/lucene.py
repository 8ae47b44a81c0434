"""A person's words as a Lucene query: whatever they type is searched for, nothing they type is an operator."""

import re
from collections.abc import Sequence

from graph.keys import search_namespace

MAX_TERMS = 200
"""Lucene gives up at 1,024 clauses; a question of 200 terms is long enough."""

_SPECIAL = re.compile(r'([+\-!(){}\[\]^"~*?:\\/&|<>=])')
_OPERATORS = frozenset({"AND", "OR", "NOT", "TO"})
_HAN_KANA = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af]+")


def escape_words(text: str) -> str:
    """Return the words of any text as Lucene terms joined by OR; "" where there is nothing to search for.

    Chinese and Japanese runs become two-character phrases: the analyser indexes single characters, of which any one
    would match otherwise.
    """
    clean = text.encode("utf-8", "replace").decode("utf-8")
    clean = "".join(" " if ord(c) < 32 or ord(c) == 127 else c for c in clean)
    terms: list[str] = []
    for word in clean.split():
        terms.extend(_terms_of(word))
        if len(terms) >= MAX_TERMS:
            break
    return " ".join(terms[:MAX_TERMS])


def passage_query(text: str, namespace: str) -> str:
    """Return the query for the index `passage_text`, held to one namespace; "" means: do not ask.

    `^0` keeps the namespace clause as a filter and takes its share out of the score.
    """
    words = escape_words(text)
    return f"+search_ns:{search_namespace(namespace)}^0 +search_text:({words})" if words else ""


def phrase_query(name: str, namespace: str) -> str:
    """Return the query for passages of one namespace that may hold a name as a phrase, without scores to compare."""
    words = " ".join(re.sub(r'[\\"]', " ", name).split())
    return f'+search_ns:{search_namespace(namespace)}^0 +search_text:"{words}"'


def words_query(text: str, namespace: str, fields: Sequence[str], *, every: bool) -> str:
    """Return the query for nodes of one namespace by words of these fields, all of the words or any; "" means: do not
    ask. What is found must have its namespace compared again."""
    words = escape_words(text)
    terms = re.findall(r'"[^"]*"|\S+', words)
    if not terms:
        return ""
    must = "+" if every else ""
    told = " ".join(f"{must}({' '.join(f'{field}:{term}' for field in fields)})" for term in terms)
    return f"+namespace:{namespace}^0 +({told})"


def _terms_of(word: str) -> list[str]:
    terms: list[str] = []
    rest = word
    for run in _HAN_KANA.findall(word):
        before, _, rest = rest.partition(run)
        terms.extend(_plain(before))
        pairs = [run[i : i + 2] for i in range(len(run) - 1)] or [run]
        terms.extend(f'"{pair}"' for pair in pairs)
    return terms + _plain(rest)


def _plain(word: str) -> list[str]:
    if not any(c.isalnum() for c in word):
        return []
    escaped = _SPECIAL.sub(r"\\\1", word)
    return ["\\" + escaped if escaped in _OPERATORS else escaped]
