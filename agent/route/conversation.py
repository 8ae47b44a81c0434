"""What the conversation already says: whether it answers a question, what a pointing word stands for. Pure."""

import re
from collections.abc import Sequence

from agent.plan import expected_type
from agent.route.calls import Turn
from agent.route.same_question import asks_the_same
from agent.words.clauses import find_subject
from agent.words.dates import find_dates
from agent.words.terms import covers, find_terms, guess_language, stems

_I = re.IGNORECASE
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

    The question must ask the same as the one before that turn, and what it expects, such as a date, stand there.
    """
    for at in range(len(conversation) - 1, 0, -1):
        answer, before = conversation[at], conversation[at - 1]
        if answer.role != "assistant" or before.role != "user" or _ABSTAINS.search(answer.text):
            continue
        if asks_the_same(question, before.text, answer.text) and _has_value(question, answer.text):
            return at
    return None


def _has_value(question: str, answer: str) -> bool:
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
            return True


def complete_question(question: str, conversation: Sequence[Turn]) -> str:
    """Return a question that stands alone: what a pointing word or an elliptical one speaks of is put into it."""
    earlier = next((turn.text for turn in reversed(conversation) if turn.role == "user"), "")
    points = POINTS.search(question)
    is_whole = points is None and (not _ELLIPSIS.match(question) or question.rstrip(" ?.!").endswith(")"))
    if not earlier or is_whole:
        return question
    subject = find_subject(earlier, [earlier], guess_language(earlier))
    if not subject:
        return question
    if points is None:
        return f"{question.rstrip(' ?.!')} ({subject})?"
    possessive = points[0].casefold() in {"its", "their", "his", "dessen", "deren"}
    return question[: points.start()] + (f"{subject}'s" if possessive else subject) + question[points.end() :]
