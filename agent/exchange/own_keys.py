"""Which key a node has by what it is: each the writers' own, made again from the lines of a file. Pure.

Some kinds are named by their own properties, others with the node that they belong to, a citation and a conflict with
two others (`agent/exchange/held.py` knows which).
"""

import re
from collections.abc import Callable, Mapping
from typing import Any

from agent.forget.redact import SOMEBODY
from graph.keys import claim_text, make_key, question_text, sha256_of
from retrievers.split import SPLITTER_VERSION

ERASED = re.compile(r"\[erased \d{4}-\d\d-\d\d\]")
"""What stands in place of a text that was erased."""
HOLE = re.compile(rf"{ERASED.pattern}|{re.escape(SOMEBODY)}")
"""What stands in place of erased words within a text, or of a title."""

_Parts = Callable[[Mapping[str, Any]], tuple[str | int, ...]]

_OWN: dict[str, _Parts] = {
    "Source": lambda held: (held["locator"],),
    "Claim": lambda held: (claim_text(held["text"]),),
    "Question": lambda held: (question_text(held["text"]),),
    "Run": lambda held: (held["run_key"],),
    "Entity": lambda held: (held["full_name"].lower(),),
    "Conversation": lambda held: (held["conversation"],),
    "Deletion": lambda held: (held["target"], held["started_at"]),
}
_OWNED: dict[str, _Parts] = {
    "SourceVersion": lambda held: (held["content_sha256"],),
    "Passage": lambda held: (held["ordinal"], SPLITTER_VERSION),
    "Step": lambda held: (held["round"], held["tool"], held["request_sha256"]),
    "Report": lambda held: (held["round"],),
    "Statement": lambda held: (held["ordinal"],),
    "Turn": lambda held: (held["ordinal"],),
    "Reflection": lambda held: (held["kind"], question_text(held["about"])) if "lesson" in held else (held["round"],),
}
OWNING = {
    "HAS_VERSION": "SourceVersion", "HAS_PASSAGE": "Passage", "HAS_STEP": "Step", "PRODUCED": "Report",
    "HAS_STATEMENT": "Statement", "HAS_TURN": "Turn", "HAS_REFLECTION": "Reflection", "LEARNED": "Reflection",
    "PLANNED": "Question",
}  # fmt: skip
"""The relationships from the node that another one is named with, and the label of that other one."""


def own_key(label: str, held: Mapping[str, Any]) -> str | None:
    """Return the key of a node that is named by its own properties; None where that cannot be known: they were erased,
    or the source was stored before its locator was kept. Raises KeyError for a property that must be there."""
    if label not in _OWN or is_erased(label, held) or (label == "Source" and "locator" not in held):
        return None
    return make_key(label.lower(), held["namespace"], *_OWN[label](held))


def parts_of(label: str, held: Mapping[str, Any]) -> tuple[str | int, ...] | None:
    """Return what a node is named by beside the node that it belongs to; None as in `own_key`. Raises KeyError."""
    if label not in _OWNED or is_erased(label, held):
        return None
    return _OWNED[label](held)


def owned_key(label: str, namespace: str, owner: str, parts: tuple[str | int, ...]) -> str:
    """Return the key of a node that belongs to `owner`; a part of a plan is named first, then its run."""
    named = (*parts, owner) if label == "Question" else (owner, *parts)
    return make_key(label.lower(), namespace, *named)


def is_erased(label: str, held: Mapping[str, Any]) -> bool:
    """Whether what a node is named by has given way to a mark. Then a claim has no other word."""
    if label == "Claim":
        return "erased_at" in held and ERASED.fullmatch(held["text"]) is not None
    named = (held.get(name) for name in ("locator", "text", "run_key", "full_name", "conversation", "target", "about"))
    return label not in {"Passage", "Statement"} and any(isinstance(one, str) and HOLE.search(one) for one in named)


def citation_keys(claim: str, version: str, passage: str, held: Mapping[str, Any]) -> set[str]:
    """Return the keys that a citation may have; none where its quote was never placed and is erased now."""
    namespace = held["namespace"]
    if "char_start" in held:
        place = (held["char_start"], held["char_end"])
        made = {make_key("citation", namespace, claim, version, *place)}
        refuting = make_key("citation", namespace, claim, version, *place, "refutes")
        return made | ({refuting} if held["stance"] == "refutes" else set())
    if "erased_at" in held:
        return set()
    return {make_key("citation", namespace, claim, version, passage, sha256_of(held["quote"]))}
