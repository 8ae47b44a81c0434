"""Which language a text is in: what its source declares, else what its letters look like."""

import re
from typing import cast

_DECLARED = re.compile(r"([A-Za-z]{2})(?:[-_].*)?")
_LETTER = re.compile(r"[^\W\d_]")
_SAMPLE = 20_000  # characters; more changes no answer and costs time
_MIN_LETTERS = 40


def find_language(text: str, declared: str | None) -> str | None:
    """Return an ISO 639-1 code, or None where nothing is declared and 40 letters are not there to go by."""
    if declared and (match := _DECLARED.fullmatch(declared.strip())):
        return match.group(1).lower()
    sample = text[:_SAMPLE]
    if sum(1 for _ in _LETTER.finditer(sample)) < _MIN_LETTERS:
        return None
    from py3langid import classify  # pyright: ignore[reportUnknownVariableType] # ships no types

    language, _ = cast("tuple[str, float]", classify(sample))
    return language if len(language) == 2 else None  # "und" is its word for undetermined
