"""A sentence that says more than its source, in the source's narrower wording: by rule, where that is a safe edit."""

import re
from collections.abc import Sequence

from agent.atoms.predicate import Predicate, find_predicate
from agent.atoms.verbs import base_of
from agent.atoms.words import find_words
from agent.rules.finding import Differs

_ALIKE = (
    frozenset({"all", "most", "many", "some", "several", "few", "certain"}),
    frozenset({
        "always", "usually", "often", "sometimes", "mostly", "generally", "typically", "rarely", "occasionally",
        "frequently", "commonly", "seldom", "never", "invariably",
    }),
    frozenset({"proves", "shows", "demonstrates", "confirms", "establishes", "suggests", "indicates"}),
    frozenset({"proved", "showed", "demonstrated", "confirmed", "established", "suggested", "indicated"}),
    frozenset({"will", "would", "can", "could", "may", "might", "must"}),
)  # fmt: skip
"""Words of which one can stand where another stands."""
_STRONG = frozenset({
    "all", "always", "certainly", "definitely", "undoubtedly", "conclusively", "completely", "entirely", "universally",
    "invariably", "wholly", "fully",
})  # fmt: skip
"""Words that can be left out."""
_LINKED = {"causes": "is", "cause": "are", "caused": "was", "causing": "being"}
_LINKS = frozenset({"associated", "linked", "correlated"})
_MODALS = frozenset({"may", "might", "could"})
_BOUNDS = "(?:up to|at least|at most|more than|less than|fewer than|over|under|about|around|nearly|almost)"
_BOUND = re.compile(rf"{_BOUNDS} (?P<value>.*\d.*)")
_ADVERBS = frozenset({
    "probably", "possibly", "reportedly", "apparently", "allegedly", "perhaps", "potentially", "presumably",
    "supposedly",
})  # fmt: skip


def narrow(text: str, differences: Sequence[Differs], language: str | None) -> str | None:
    """Return the sentence in its source's wording, None where no edit is safe; it must be held against it again."""
    if language != "en":
        return None
    made: str | None = text
    edited: set[str] = set()
    for one in differences:
        if one.claim and one.claim in edited:
            continue
        edited.add(one.claim)
        made = _edit(made, one) if made is not None else None
    return made if made is not None and made != text else None


def _edit(text: str, one: Differs) -> str | None:
    claim, source = one.claim.casefold(), one.source.casefold()
    if any(claim in words and source in words for words in _ALIKE):
        return _replace(text, claim, source)
    link = next((word for word in source.split() if word in _LINKS), None)
    if claim in _LINKED and link is not None:
        return _replace(text, claim, f"{_LINKED[claim]} {link} {'to' if link == 'linked' else 'with'}")
    if claim in _STRONG and not source:
        return _replace(text, claim, "")
    if source in _MODALS | _ADVERBS:
        return _hedge(text, source)
    bound = _BOUND.match(one.source)
    if bound is not None and bound["value"] in one.claim:
        ours = re.search(rf"(?:{_BOUNDS} )?{re.escape(bound['value'])}", text)
        return text[: ours.start()] + one.source + text[ours.end() :] if ours else None
    return None


def _replace(text: str, word: str, by: str) -> str | None:
    """The text with one word replaced; None where it stands there twice, or not at all."""
    found = list(re.finditer(rf"\b{re.escape(word)}\b ?" if not by else rf"\b{re.escape(word)}\b", text, re.IGNORECASE))
    if len(found) != 1:
        return None
    made = (text[: found[0].start()] + by + text[found[0].end() :]).strip()
    return made[:1].upper() + made[1:] if text[:1].isupper() else made


def _hedge(text: str, hedge: str) -> str | None:
    """The text with the source's hedge at its predicate."""
    words = find_words(text)
    found = find_predicate(words, 0, len(words))
    if found is None:
        return None
    if hedge in _ADVERBS:
        at = words[found.start].end if found.kind in {"modal", "passive", "have", "be"} else words[found.start].start
        return f"{text[:at].rstrip()} {hedge} {text[at:].lstrip()}"
    return _with_modal(text, hedge, found)


def _with_modal(text: str, modal: str, found: Predicate) -> str | None:
    words = find_words(text)
    start = words[found.start]
    if start.low in {"will", "would", "can", "must", "shall"}:
        return text[: start.start] + modal + text[start.end :]
    base = base_of(start.low)
    return None if base is None else f"{text[: start.start]}{modal} {base}{text[start.end :]}"
