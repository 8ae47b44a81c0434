"""Where the words of a source may stand, property by property of the vocabulary, and a node's texts without them.

What erasing goes through and what the check after it goes through is this one list; a test holds it against the
vocabulary, so that a property that is new has to be placed here first. Pure.
"""

import json
from collections.abc import Collection
from typing import Any

from agent.forget.redact import Redactor
from graph.keys import short_name

MADE: dict[str, tuple[str, ...]] = {
    "Assessment": ("why",),
    "Citation": ("reason",),
    "Conflict": ("name", "rationale", "resolution"),
    "Deletion": ("reason",),
    "Question": ("name", "text", "expects", "queries"),
    "Reflection": (
        "name", "gaps", "stop_reason", "lesson", "about", "avoid", "prefer", "absent", "superseded_why",
    ),
    "Report": ("header_json",),
    "Run": ("error", "rejected_why"),
    "Statement": ("name", "text"),
    "Step": ("args_json", "output_json", "error"),
    "Turn": ("asked", "answer", "calls_json", "memory_json"),
}  # fmt: skip
"""By label: what programs, models and people wrote of what they had read; of Questions only the parts of a plan."""

OWN: dict[str, tuple[str, ...]] = {
    "Source": ("name", "title", "publisher", "published_proof", "lead"),
    "SourceVersion": ("title", "publisher", "same_as"),
    "Passage": ("name", "text", "heading", "search_text", "search_grams", "flags"),
    "Claim": ("name", "text", "subject", "predicate", "polarity", "value", "unit", "scope"),
    "Citation": ("name", "quote", "prefix", "suffix", "quote_sha256"),
    "Entity": ("name", "full_name", "norm_name", "first_words", "aliases"),
}
"""By label: what goes as a whole with the source, its quotes, the claims that are its own, names that it alone gave."""

REASONS = frozenset({"why", "resolution", "rejected_why", "superseded_why", "reason"})
"""Properties that people give reasons in: a name that only the source has is told in these by the source."""


def redacted_texts(
    texts: dict[str, Any], redactor: Redactor, *, is_own: bool = True, rare: Collection[str] = ()
) -> dict[str, Any]:
    """Return those of a node's texts that are others without the source's words; a name in `_json` holds JSON.

    One that rests on other sources alone (not `is_own`) only stops to name this one. `rare` are names that only the
    source has: sentences of reasons that hold one go.
    """
    changed: dict[str, Any] = {}
    for name, value in texts.items():
        if value is None:
            continue
        if name.endswith("_json"):
            after = _redact_json(value, redactor, queries=name == "args_json")
        elif not is_own:
            after = redactor.unname(value) if isinstance(value, str) else value
        elif name in REASONS and isinstance(value, str):
            after = redactor.redact(value, rare)
        else:
            after = redactor.redact_value(value, queries=name == "queries")
        if after != value:
            changed[name] = after
    if texts.get("name") is not None and (told := changed.get("text", changed.get("about"))):
        changed["name"] = short_name(told)
    return changed


def _redact_json(written: str, redactor: Redactor, *, queries: bool) -> str:
    try:
        value = json.loads(written)
    except ValueError:
        return redactor.redact(written)
    after = redactor.redact_value(value, queries=queries)
    if after == value:
        return written
    return json.dumps(after, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
