"""What the conversation already says: whether it answers a question, what a pointing word stands for. Pure."""

import re
from collections.abc import Sequence

from agent.plan import asking_terms, expected_type
from agent.route.calls import Turn
from agent.words.clauses import find_subject
from agent.words.dates import find_dates
from agent.words.denied_question import asks_denied
from agent.words.terms import covers, find_terms, guess_language, stems

_I = re.IGNORECASE
_RECALL = re.compile(
    r"\b(?:again|repeat|remind me|(?:did|have) you (?:say|said|tell|told|mention\w*|call\w*)|you (?:said|told|"
    r"mentioned)|"
    r"once more|so (?:how|what|when|who|which|where)|as you said|noch ?mal|noch einmal|wiederhol\w*|sagtest du|hast "
    r"du gesagt|"
    r"encore une fois|otra vez)\b",
    _I,
)
_ASIDE = re.compile(
    r"\b(?:again|repeat|remind|tell|told|mention\w*|call\w*|names?|so|once more|noch ?mal|noch einmal|mal|wiederhol\w*|"
    r"sagtest|gesagt|please|bitte|say|said)\b",
    _I,
)
_ABSTAINS = re.compile(
    r"\b(?:not answered|no evidence|found no(?:thing)?|do(?:es)? not know|don't know|cannot say|is missing|unknown|"
    r"nothing "
    r"stored|nicht beantwortet|weiß (?:ich )?nicht|nichts gefunden)\b",
    _I,
)
POINTS = re.compile(
    r"\b(?:it|its|they|them|their|he|she|him|his|her|that (?:person|one|man|woman|company|place|plant|project)|es|"
    r"sie|er|ihn|"
    r"dessen|deren)\b",
    _I,
)
_ELLIPSIS = re.compile(r"^\W*(?:and|but|also|what about|how about|und|aber|et|y)\b", _I)


def find_answer(question: str, conversation: Sequence[Turn]) -> int | None:
    """Return the index of the turn that already answers the question, the latest one, None where none does.

    Everything the question asks with must stand in that exchange, and what is expected, such as a date, in its answer.
    """
    language = guess_language(question)
    is_recall = _RECALL.search(question) is not None
    bare = _ASIDE.sub(" ", question)
    asked = [term.stem for term in asking_terms(bare, language)] if any(c.isalnum() for c in bare) else []
    if not asked and not is_recall:
        return None
    for at in range(len(conversation) - 1, 0, -1):
        answer, before = conversation[at], conversation[at - 1]
        if answer.role != "assistant" or before.role != "user" or _ABSTAINS.search(answer.text):
            continue
        if asks_denied(question) != asks_denied(before.text):
            continue
        there = stems(f"{before.text} {answer.text}", language)
        if not is_recall and expected_type(question, language) != expected_type(before.text, language):
            continue
        is_same = is_recall or set(asked) == {term.stem for term in asking_terms(before.text, language)}
        if all(covers(stem, there, language) for stem in asked) and _has_value(question, answer.text, is_same=is_same):
            return at
    return None


def _has_value(question: str, answer: str, *, is_same: bool) -> bool:
    language = guess_language(question)
    match expected_type(question, language):
        case "date":
            return bool(find_dates(answer, language))
        case "amount" | "share" | "count" | "duration":
            return any(character.isdigit() for character in answer)
        case "person" | "place":
            asked = stems(question, language)
            return any(term.is_name and not covers(term.stem, asked, language) for term in find_terms(answer, language))
        case _:
            return is_same


def complete_question(question: str, conversation: Sequence[Turn]) -> str:
    """Return a question that stands alone: what a pointing word or an elliptical one speaks of is put into it."""
    earlier = next((turn.text for turn in reversed(conversation) if turn.role == "user"), "")
    points = POINTS.search(question)
    if not earlier or (points is None and not _ELLIPSIS.match(question)):
        return question
    subject = find_subject(earlier, [earlier], guess_language(earlier))
    if not subject:
        return question
    if points is None:
        return f"{question.rstrip(' ?.!')} ({subject})?"
    possessive = points[0].casefold() in {"its", "their", "his", "dessen", "deren"}
    return question[: points.start()] + (f"{subject}'s" if possessive else subject) + question[points.end() :]
