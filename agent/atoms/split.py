"""From a sentence to its single claims: English by several rules, other languages where a mark divides it."""

import re
from collections.abc import Callable, Sequence

from agent.atoms.clauses import split_clauses
from agent.atoms.lists import split_each, split_respectively, split_values
from agent.atoms.other import split_marked
from agent.atoms.predicates import split_predicates, split_relative
from agent.atoms.verbs import singular
from agent.atoms.words import DOUBTFUL, find_words

MAX_ATOMS = 8
_DEPTH = 8
_ENDS = ".!…。！"
_LEFT_OUT_TEXT = """and but while whereas although though yet each both respectively which who that it they he
    she then also however"""
_LEFT_OUT = frozenset(_LEFT_OUT_TEXT.split())
_LEAD = re.compile(
    r"(?:According to|In|On|By|As of|Since|During|For|At|Among|Between|Under|After|Before|From|Until|Within|"
    r"[A-Z][a-z]+ly)\b[^,;]*, (?=\S)"
)
_NUMBERED = re.compile(r"(?<![\w(])\(?\d\)")
_TAIL = re.compile(
    r", (?:according to [^,;]+|(?:[^,;\s]+ ){1,6}(?:said|says|reported|reports|estimates|estimated|announced|found))$"
)
_RULES: tuple[Callable[[str], list[str] | None], ...] = (
    split_clauses,
    split_relative,
    split_respectively,
    split_each,
    split_predicates,
    split_values,
)


def split_atoms(sentence: str, language: str | None) -> list[str]:
    """Return the claims that a sentence makes, in its order, each a sentence of its own; the sentence alone where it
    makes one, or where no rule is sure.

    Every word of the sentence but what joins its parts stands in some claim; a claim adds no word to it.
    """
    text = sentence.strip()
    found = _split(text, language, _DEPTH)
    if len(found) < 2 or len(found) > MAX_ATOMS or not _is_whole(text, found):
        return [sentence]
    return found


def _split(text: str, language: str | None, depth: int) -> list[str]:
    parts = _split_once(text, language) if depth else None
    if parts is None:
        return [text]
    return list(dict.fromkeys(atom for part in parts for atom in _split(part, language, depth - 1)))


def _split_once(text: str, language: str | None) -> list[str] | None:
    if language != "en":
        return split_marked(text, language)
    end = text[-1:] if text[-1:] in _ENDS else ""
    body = text[: len(text) - len(end)].rstrip()
    words = find_words(body)
    if not words or "?" in text or _NUMBERED.search(text) or any(word.low in DOUBTFUL for word in words):
        return None
    tail = _TAIL.search(body)
    core = body[: tail.start()] if tail else body
    lead = _LEAD.match(core)
    if lead is not None and (" and " in lead[0] or ";" in core):
        return None
    before = lead[0] if lead else ""
    for rule in _RULES:
        parts = rule(core[len(before) :])
        parts = parts and [f"{before}{_small(part, core[len(before) :])}" for part in parts]
        if parts is not None:
            return [f"{_capital(part.strip(' ,;'))}{tail[0] if tail else ''}{end}" for part in parts]
    return None


def _small(part: str, core: str) -> str:
    """The part as it goes on after a lead: in small letters where the core began so."""
    return part[0].lower() + part[1:] if core[:1].islower() and part[:1].lower() == core[:1] else part


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _is_whole(sentence: str, atoms: Sequence[str]) -> bool:
    """Whether the atoms hold all that the sentence says and nothing besides, joining words apart."""
    said = {word.low for word in find_words(sentence) if not word.is_mark}
    held = {word.low for atom in atoms for word in find_words(atom) if not word.is_mark}
    return said - held <= _LEFT_OUT | {word for word in said if singular(word) in held} and held - said <= {
        singular(word) for word in said
    }
