"""Whether a sentence says a thing outright, or only on a condition, as a possibility, or as what somebody expects."""

import re
from typing import Literal

_OPEN = re.compile(
    r"\b(?:[Ii]f|[Uu]nless|might|could|may|possibly|perhaps|potentially|reportedly|allegedly|supposedly|[Ff]alls|[Ww]enn|"
    r"[Ss]ofern|könnten?|möglicherweise|vielleicht|angeblich|pourrai(?:t|ent)|peut-être|podrían?|quizás?)\b"
)
_EXPECTED = re.compile(
    r"\b(?:expect(?:s|ed|ing)?|predict(?:s|ed)?|forecasts?|project(?:s|ed)(?= to\b)|anticipate[sd]?|believe[sd]?|"
    r"hopes?|fears?|claim(?:s|ed)|erwarte[nt]|rechne[nt]|prévoit|prévoient|esperan?)\b",
    re.IGNORECASE,
)


def say_hedged(text: str, question: str) -> Literal[0, 1, 2]:
    """Return 2 for what is said on a condition or as a possibility, 1 for what somebody expects, else 0.

    What the question itself asks for so is no hedge: "What could it cost?"
    """
    if _OPEN.search(text) and not _OPEN.search(question):
        return 2
    return 1 if _EXPECTED.search(text) and not _EXPECTED.search(question) else 0
