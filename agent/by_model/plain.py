"""A writer's sentence as plain words: what is taken off before it is checked, and what makes it none: pure."""

import re
import unicodedata
from collections.abc import Sequence

from agent.fence import IDENTIFIER, NO_ADDRESS
from agent.marks import take_off
from agent.words.terms import count_words, is_unspaced
from graph.keys import claim_text
from retrievers.split import split_sentences

MAX_SENTENCE = 600  # characters
_SHORTEST = 2  # words; less is no second sentence
_ADDRESS = re.compile(
    re.escape(NO_ADDRESS) + r"|https?:|www\.|\bftp:|\bmailto:|\bjavascript:|]\(|\b(?:[a-z0-9-]+\.)+[a-z]{2,}/\S|={3,}",
    re.IGNORECASE,
)
_TAG = re.compile(r"<\s*/?\s*[a-z][\w-]*(?:\s[^<>]*)?/?>|<\s*(?:a|img|script)\b", re.IGNORECASE)
_HOST = re.compile(r"(?<![\w.@])(?:[\w-]+\.)+[a-z]{2,}(?![\w.]*\w)")
_DANGLES = re.compile(
    r"(?:This|These|That|Those|It|They|He|She|Its|Their|His|Her)\b(?! (?:is|was) (?:un)?(?:clear|likely|certain))"
)
_OF_ITSELF = re.compile(
    r"\b(?:in|from|by) the (?:provided|given|supplied|retrieved) "
    r"(?:passages?|excerpts?|sources?|texts?|documents?|context)\b"
    r"|\b(?:passages?|excerpts?) (?:do|does|did) not (?:say|state|mention|specify|tell|give|provide|contain|answer)\b"
    r"|\bnot (?:\w+ )?(?:mentioned|stated|specified|given|provided|answered) in (?:the|these|this|any) "
    r"(?:passages?|excerpts?|sources|texts?|context)\b",
    re.IGNORECASE,
)
_NAME = re.compile(r"\bP\d{1,4}\b")
_LEADS = re.compile(r"^(?:\s*(?:#{1,6}|[-*•>])\s+)+")
_STRESS = re.compile(r"(\*{1,3}|`{1,3})(?=\S)(.+?)(?<=\S)\1")
_JOINERS = re.compile("(?<=[^\\W\\d_])[\u200c\u200d](?=[^\\W\\d_])")


def clean_sentence(text: str, quotes: Sequence[str] = ()) -> str:
    """Return a sentence on one line without what a writer adds against its orders: passage names, marks of its own,
    Markdown, characters that nobody sees. A mark that stands in a quote is the source's and stays."""
    kept = "".join(
        character
        for at, character in enumerate(text)
        if character.isspace() or unicodedata.category(character)[0] != "C" or _JOINERS.match(text, at)
    )
    kept = _STRESS.sub(r"\2", _LEADS.sub("", kept))
    return claim_text(take_off(kept, _NAME.findall(kept), quotes))


def find_fault(text: str, quotes: Sequence[str], language: str | None) -> str:
    """Return why a cleaned sentence can be no claim, "" when nothing speaks against it; `language` is its own."""
    if not any(character.isalnum() for character in text):
        return "the sentence is empty"
    if _DANGLES.match(text):
        return "the sentence does not say itself what it is about"
    if len(text) > MAX_SENTENCE:
        return f"the sentence is longer than {MAX_SENTENCE} characters"
    if _ADDRESS.search(text) or any(not _is_in(tag[0], quotes) for tag in _TAG.finditer(text)):
        return "the sentence holds a web address or markup"
    if any(not _is_in(host[0], quotes) for host in _HOST.finditer(text)):
        return "the sentence holds a web address that no quote holds"
    if any(not _is_in(number[0], quotes) for number in IDENTIFIER.finditer(text)):
        return "the sentence holds the identifier of a work that no quote holds"
    if any(not _is_in(words[0], quotes) for words in _OF_ITSELF.finditer(text)):
        return "the sentence speaks of the passages; say what the quote says of the subject, or leave it out"
    if _has_several(text, language) and not _is_in(text, quotes):
        return "it is more than one sentence; say one thing that can be checked by itself"
    return ""


def _has_several(text: str, language: str | None) -> bool:
    whole = [
        one
        for one in (text[each.char_start : each.char_end] for each in split_sentences(text, language))
        if (count_words(one) if is_unspaced(one) else len(one.split())) >= _SHORTEST
    ]
    return any(not one[:1].islower() for one in whole[1:])


def _is_in(words: str, quotes: Sequence[str]) -> bool:
    said = claim_text(words).casefold()
    return any(said in claim_text(quote).casefold() for quote in quotes)
