"""Deterministic keys: the same thing gets the same key on every machine, so writing twice is writing once.

A key is `kind.` and the first 32 hex characters of a sha256 over namespace, kind and parts (graph schema, section 1).
The parts are hashed as one JSON array, so that no choice of parts can run into another (`["ab","c"]`, `["a","bc"]`).
"""

import hashlib
import json
import re
import unicodedata

from graph.model import MAX_NAME, NAMESPACE_PATTERN

KEY_HEX = 32
RESERVED_NAMESPACE = "schema"
"""Where the nodes that all projects share are kept."""


def make_key(kind: str, namespace: str, *parts: str | int) -> str:
    """Return the key of a node of this kind; `kind` is the label in lower case."""
    payload = json.dumps([namespace, kind, *parts], ensure_ascii=True, separators=(",", ":"))
    return f"{kind}.{hashlib.sha256(payload.encode('ascii')).hexdigest()[:KEY_HEX]}"


def sha256_of(text: str) -> str:
    """Return the hex sha256 of a text (lone surrogates, which UTF-8 has no form for, are replaced)."""
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()


def claim_text(text: str) -> str:
    """Return a claim's text in the form that its key hashes and people read: NFC, runs of white space made one."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def question_text(text: str) -> str:
    """Return a question's text in the form that its key hashes: as `claim_text`, case folded, end marks dropped."""
    return claim_text(text).casefold().rstrip("?!.。？！ ")


def search_namespace(namespace: str) -> str:
    """Return the namespace in the form the full-text index holds.

    A raw namespace leaks: `the` is a stop word, so the clause vanishes; `runs` and `run` have one stem. With a digit
    behind it every namespace is a token of its own (measured on both server versions).
    """
    return f"{namespace}0"


def is_namespace(value: str) -> bool:
    """Say whether a namespace may be a project's: a letter, then at most 31 letters and digits, all lower case."""
    return re.fullmatch(NAMESPACE_PATTERN, value) is not None and value != RESERVED_NAMESPACE


def short_name(text: str, limit: int = MAX_NAME) -> str:
    """Return what Neo4j Browser shows of a node: at most `limit` characters, cut at a word, with an ellipsis."""
    text = " ".join(text.split())
    if len(text) <= limit:
        return text
    cut = text[: limit - 1]
    head, space, _ = cut.rpartition(" ")
    return (head if space and len(head) >= limit // 3 else cut).rstrip(" ,;:.-") + "…"


def bounded(text: str | None, limit: int) -> str | None:
    """Return the text cut to `limit` characters: an indexed string that is too long takes the whole database down."""
    return text if text is None or len(text) <= limit else text[: limit - 1] + "…"
