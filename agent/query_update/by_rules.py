"""Splitting and rewriting by rules: a pointing word becomes the subject or the answer's name of what it points to.

Pure. What cannot be resolved is never guessed: it stays, and whoever asked is told that the information is missing.
"""

import re
from dataclasses import dataclass

from agent.plan import expected_type
from agent.query_update.pointers import Pointer, find_pointer, is_called_otherwise, is_no_person
from agent.route.parts import split_requests
from agent.route.small_talk import is_off_topic, is_small_talk
from agent.words.clauses import find_subject
from agent.words.new_names import find_runs_of_names
from agent.words.terms import find_terms, guess_language

_I = re.IGNORECASE
_WHO_IS = re.compile(r"^\W*(?i:who|wer)\s+(?:is|was|are|were|ist|war|sind|waren)\s+(?P<name>[A-ZÄÖÜ].*?)\W*$")
_OPENS = re.compile(
    r"^\W*(?:and |so |und )?(?:who|whose|whom|which|what (?:is|was|are|were) the name|what (?:\w+ )?(?:person|man|"
    r"woman|"
    r"company|plant|city|town|country|place|team|book|film|ship|bridge)|wer|wen|wem|welche[mnrs]?|wessen|where|wo|"
    r"name the|find the|nenne)\b",
    _I,
)
_MARKS = re.compile(r"\s*\[\d+\]")
_ELLIPSIS = re.compile(r"^\W*(?:and|but|also|what about|how about|und|aber|et|y)\b", _I)
_CARRIED = re.compile(r"\((?P<subject>[^()]+)\)+\W*$")
_MAX_NAME = 5  # words


@dataclass(frozen=True, slots=True)
class Said:
    """A question with its answer, "" where there is none yet."""

    question: str
    answer: str = ""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a question: `after` is the index of the part whose answer it waits for, None where it stands alone.

    `missing` says that it points to something that nothing earlier names.
    """

    text: str
    after: int | None = None
    missing: bool = False


def update_query(question: str, earlier: Said | None = None) -> list[Part]:
    """Return the parts of a question, each standing alone as far as the question and what was said `earlier` go.

    A part that needs the answer of an earlier one keeps its words and waits for it. A question that needs neither is
    its own only part, unchanged: what it says of its own subject a plan makes whole.
    """
    pieces = [piece for piece in split_requests(question) if not is_small_talk(piece) and not is_off_topic(piece)]
    if len(pieces) < 2:
        return [_against(question, earlier)]
    parts: list[Part] = []
    for at, piece in enumerate(pieces):
        if at == 0 or find_pointer(piece) is None:
            parts.append(_against(piece, earlier) if at == 0 else Part(piece))
            continue
        resolved = None if parts[-1].after is not None else resolve(piece, Said(parts[-1].text))
        if resolved is not None:
            parts.append(Part(resolved))
        elif _opens(parts[-1].text) or parts[-1].after is not None:
            parts.append(Part(piece, after=at - 1))
        else:
            parts.append(_against(piece, earlier))
    first = parts[0].text == pieces[0] and not parts[0].missing
    is_one = first and all(part.after is None and not part.missing for part in parts)
    return [Part(question)] if is_one else [Part(_ended(part.text), part.after, part.missing) for part in parts]


def resolve(text: str, said: Said) -> str | None:
    """Return the text with its pointing word replaced by what `said` names; None where it names nothing that fits."""
    pointer = find_pointer(text)
    if pointer is None:
        return text
    named = _named_by(pointer, said)
    if not named:
        return None
    put = named if not pointer.is_possessive else f"{named}’" if named.endswith("s") else f"{named}'s"
    return f"{text[: pointer.start]}{put}{text[pointer.end :]}"


def find_name(said: Said) -> str:
    """Return the first name in the answer that the question does not hold, "" where there is none."""
    answer = _MARKS.sub("", said.answer)
    language = guess_language(said.question)
    known = {term.stem for term in find_terms(said.question, language)}
    names = list(find_runs_of_names(answer, find_terms(answer, language), known, most=_MAX_NAME))
    if expected_type(said.question, language) == "person":
        names = [name for name in names if len(name.split()) > 1] or names
    return names[0] if names else ""


def _against(piece: str, earlier: Said | None) -> Part:
    pointer = find_pointer(piece)
    if pointer is None:
        return Part(_completed(piece, earlier))
    resolved = resolve(piece, earlier) if earlier else None
    return Part(piece, missing=True) if resolved is None else Part(resolved)


def _completed(piece: str, earlier: Said | None) -> str:
    """An elliptical question ("And when?") with the subject of the one before."""
    if earlier is None or not _ELLIPSIS.match(piece):
        return piece
    language = guess_language(earlier.question)
    subject = _subject_of(earlier.question, [earlier.question], language)
    words = {term.stem for term in find_terms(piece, language)}
    is_there = not subject or all(term.stem in words for term in find_terms(subject, language))
    return piece if is_there else f"{piece.rstrip(' ?.!')} ({subject})?"


def _subject_of(question: str, texts: list[str], language: str | None) -> str:
    """What a question is about: what was put behind it in brackets when it was completed, else its own subject."""
    carried = _CARRIED.search(question)
    return carried["subject"].strip() if carried else find_subject(question, texts, language)


def _named_by(pointer: Pointer, said: Said) -> str:
    """What a pointing word stands for: what the question was about, or the name in the answer that it asked for."""
    who = _WHO_IS.match(said.question)
    if who is not None and (pointer.is_person or (pointer.may_be_persons and not pointer.of_many)):
        return who["name"]
    language = guess_language(said.question)
    subject = _subject_of(said.question, [said.question] * 2, language)
    asks_person = who is not None or expected_type(said.question, language) == "person"
    if pointer.is_person:
        return (find_name(said) if said.answer else "") if _opens(said.question) else _name_of(subject, language)
    if pointer.of_many:
        return subject if _is_many(subject) else ""
    if pointer.may_be_persons and asks_person:
        return find_name(said) if said.answer else ""
    if pointer.noun:
        if _opens(said.question) and _asks_for(pointer.noun, said.question):
            return find_name(said) if said.answer else ""
        return "" if who is not None or is_called_otherwise(pointer.noun, subject) else _naming(subject, language)
    if who is not None:
        return ""
    if asks_person or not _opens(said.question) or (_is_name(subject, language) and not _is_asked(subject, said)):
        return subject
    return find_name(said) if said.answer else ""


def _name_of(subject: str, language: str | None) -> str:
    return _naming(subject, language) if not is_no_person(subject) else ""


def _naming(subject: str, language: str | None) -> str:
    return subject if language == "de" or _is_name(subject, language) else ""


def _is_many(subject: str) -> bool:
    return re.search(r"\band\b|\bund\b|(?<![su'’])s$", subject, _I) is not None


def _asks_for(noun: str, question: str) -> bool:
    """Whether a question asks which of its kind: "Which plant is the largest?"."""
    return re.search(rf"\b(?:which|what|whose|welche[mnrs]?|name of the|find the|name the)\s+(?:[^\W\d_]+\s+){{0,2}}?"
                     rf"{re.escape(noun)}\b", question, _I) is not None  # fmt: skip


def _is_asked(subject: str, said: Said) -> bool:
    """Whether the subject is the kind that is asked for, not a thing that is named."""
    return re.match(rf"\W*(?:which|what|welche[mnrs]?)\s+{re.escape(subject)}\b", said.question, _I) is not None


def _opens(question: str) -> bool:
    return _OPENS.match(question) is not None


def _is_name(text: str, language: str | None) -> bool:
    return any(term.is_name for term in find_terms(text, language))


def _ended(text: str) -> str:
    return text if text.rstrip().endswith(("?", ".", "!")) else f"{text.rstrip(' ,;')}?"
