"""What a written sentence is, whatever its writer calls it: a fact, what follows from facts, advice, or nothing."""

import re
from collections.abc import Sequence

from agent.atoms.verbs import REPORTING
from agent.words.terms import find_terms
from agent.words.values import find_values

_I = re.IGNORECASE
_EXPECTED = (
    "(?:open|cost|start|begin|end|last|reach|take|arrive|employ|produce|supply|generate|"
    "be (?:ready|complete|completed|finished|built|open))\\b"
)
"""Verbs that after "should" say what is expected, and advise nobody."""
_ADVISES = re.compile(
    r"\b(?:we|i) (?:recommend|advise|suggest)\b|\bit (?:is|would be) (?:advisable|recommended|best|wise|prudent)\b|"
    rf"\b(?:should|ought to)\b(?! {_EXPECTED})|"
    r"\b(?:sollten?|wir empfehlen|empfehlen wir|es empfiehlt sich)\b|"
    r"\b(?:devrai(?:t|ent)|nous recommandons|il faudrait)\b|\b(?:debería[ns]?|recomendamos|conviene)\b|"
    r"应该|应当|我们建议",
    _I,
)
_FOLLOWS = re.compile(
    r"^(?:therefore|thus|hence|consequently|it follows that|taken together|this means)\b|"
    r"(?:,|;) (?:therefore|thus|hence|consequently|which (?:means|implies|suggests) that)\b|"
    r"\b(?:suggests?|impl(?:y|ies)|indicates?) that\b.*\b(?:will|would|is likely|are likely|may|might|could)\b|"
    r"\b(?:it|one|we) can (?:be )?(?:inferred?|concluded?|deduced?)\b|"
    r"^(?:daher|deshalb|folglich|somit|daraus folgt)\b|^(?:donc|par conséquent|il s'ensuit)\b|"
    r"^(?:por (?:lo )?tanto|en consecuencia)\b|^(?:因此|所以|由此可见)",
    _I,
)
_OF_SOMEBODY = re.compile(
    rf"\b(?:recommend(?:s|ed)|advise[sd]|urge[sd]|call(?:s|ed) for|{'|'.join(sorted(REPORTING))})\b", _I
)
_FRAMES = re.compile(r":$|\b(?:the following|as follows|below|in turn|folgende\w*|suivant\w*|siguientes?)\b|如下", _I)
_MAX_FRAME = 120  # characters


def label_kind(text: str, called: str, quotes: Sequence[str]) -> str:
    """Return what a sentence is: `called`, unless it is plainly advice or a conclusion that no quote has in its words.

    Advice that somebody is said to give is a fact about them.
    """
    for kind, pattern in (("recommendation", _ADVISES), ("inference", _FOLLOWS)):
        found = pattern.search(text)
        if found is None or any(found[0].strip(" ,;").casefold() in quote.casefold() for quote in quotes):
            continue
        if kind == "recommendation" and _OF_SOMEBODY.search(text, 0, found.start()):
            continue
        return kind
    return called


def is_frame(text: str, language: str | None) -> bool:
    """Return whether a sentence only leads from one to the next: no value, no name, words of a frame."""
    if len(text) > _MAX_FRAME or _FRAMES.search(text) is None or find_values(text, language):
        return False
    return not any(term.is_name for term in find_terms(text, language)[1:])
