"""Questions that ask for what is not so ("who did not sign"), and whether a sentence says of their words that. Pure."""

import re
from collections.abc import Sequence

from agent.words.denials import is_denied
from agent.words.terms import find_terms, same_term, stems_for

_NOT = (
    r"not|cannot|never|no|none|nor|neither|nobody|nothing|nowhere|without|"
    r"nicht|keine?[rsnm]?|kein|nie|niemals|niemand|nichts|ohne|weder|"
    r"pas|jamais|aucune?|sans|nunca|jamás|ningun[ao]|ningún|"
    r"niet|geen|nooit|inte|ikke|aldrig|ingen"
)
# Small letters alone, save for the first word: titles and names ("Never Let Me Go", "No 10") deny nothing.
_DENIES = re.compile(
    rf"(?<![\w'’-])(?:{_NOT})(?![\w'’-])(?!\.?\s*\d)|(?<=\w)n['’]t\b|\bno one\b|"
    r"没有|不是|不会|並非|并非|没|沒"
)
_ASIDE = re.compile(
    r"\bor not\b|\bnot only\b|\bno later than\b|\bno (?:more|less|fewer) than\b|\boder nicht\b|\bnicht nur\b|"
    r"\bnon pas\b|,\s*(?:\w+n['’]t|\w+ not|is not|nicht)\s+(?:it|he|she|they|wahr)\s*\?",
    re.IGNORECASE,
)
_FRENCH = re.compile(r"\bn(?:e\b|['’]\w)", re.IGNORECASE)
_WITHOUT = re.compile(
    r"\b(?:no|without|keine?[rsnm]?|kein|ohne|sans|aucune?|sin)\s+(?:[\w’'-]+\s+){0,2}$", re.IGNORECASE
)
_INSERTED = re.compile(r",\s(?:who|whose|whom|which|where|when|der|die|das|qui|que|quien)\b[^,;]*,", re.IGNORECASE)
_SHORT = re.compile(
    r"\b(?:(?:did|does|do|has|have|had|is|are|was|were|will|would|could|can)(?:\s+not|n['’]t)|nicht)\s*[.!;,]",
    re.IGNORECASE,
)


def asks_denied(question: str) -> bool:
    """Whether a question asks for what is not so; a tag at its end or "or not" does not ask that."""
    text = _ASIDE.sub(" ", question).strip()
    text = text.lower() if text.isupper() else text[:1].lower() + text[1:]
    found = _DENIES.search(text)
    return found is not None and (found.group() != "pas" or _FRENCH.search(text) is not None)


def denies(sentence: str, asked: Sequence[str], language: str | None, asked_in: str | None) -> bool:
    """Whether a sentence denies one of the words that are asked with (stems of the question's language), or says "did
    not" of one that it names before."""
    sentence = _INSERTED.sub(lambda found: " " * len(found.group()), sentence)
    if _SHORT.search(sentence):
        return True
    for term in find_terms(sentence, language):
        meant = stems_for(term.word, language, asked_in)
        if not any(same_term(one, other, asked_in) for one in asked for other in meant):
            continue
        if is_denied(sentence, term.char_start, term.char_end) or _WITHOUT.search(sentence[: term.char_start]):
            return True
    return False
