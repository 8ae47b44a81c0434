"""Who holds an office, as a sentence says it: "Karl Ott has been manager of the quarry since April"."""

import re
from collections.abc import Collection, Sequence

from agent.words.terms import Term, find_terms, same_term
from agent.words.wording import BODIES

BESIDE = 3  # content words between somebody's name and what they are
_I = re.IGNORECASE
_FORMER = re.compile(
    r"\b(?:old|former|ex|previous|late|outgoing|past|retired|first|ancien(?:ne)?|antigu[oa])[\s-]+(?:[\w-]+\s+){0,2}$",
    _I,
)
_ONCE = re.compile(
    r"\b(?:was|were|war|waren|était|era|old|former|ex|previous|late|past|retired|first|last|ehemalige\w*|frühere\w*|"
    r"ancien(?:ne)?|antigu[oa])\b",
    _I,
)
_PASSES_ON = re.compile(
    r"\b(?:is|was|been)\s+(?:succeeded|replaced|followed)\b|\b(?:succeeded|replaced|followed) by\b|"
    r"\bhand(?:s|ed) over\b|\bresign\w*\b|\bste(?:ps|pped) down\b",
    _I,
)
_FOLLOWS = re.compile(
    r"\b(?:succeed\w*|replac\w+|follow(?:s|ed)|t(?:akes?|ook) over from|succ[èé]d\w*|sucedi\w*)\b", _I
)
_SUCCEEDS = re.compile(
    r"\b(?:succe(?:ed|ss)\w*|replac\w+|follow(?:s|ed)|t(?:akes?|ook) over|instead of|left|leaves|resign\w*|"
    r"ste(?:ps|pped) down|succ[èé]d\w*|remplac\w*|sucedi\w*)\b",
    _I,
)


def asks_once(asked: str) -> bool:
    """Whether a question asks who held an office once."""
    return _ONCE.search(asked) is not None


def find_holder(
    text: str, office: Sequence[str], known: Collection[str], language: str | None, asked_in: str | None
) -> str:
    """The name of two or more words nearest to an office's words (stems of the language asked in); "" where none is
    near, where the office is said to be a former one, and in German, which writes every noun like a name.

    `known` are stems that are no new name: those of the question.
    """
    if language == "de":
        return ""
    terms = find_terms(text, language)
    places = [at for at, term in enumerate(terms) if any(same_term(term.stem, one, asked_in) for one in office)]
    if not places or says_former(text, terms[places[0]].char_start):
        return ""
    runs = _runs(text, terms, known)
    near = [run for run in runs if any(_distance(run, at) <= BESIDE for at in places)]
    follows, passes = _FOLLOWS.search(text), _PASSES_ON.search(text)
    if near and passes:
        near = [run for run in near if terms[run[0]].char_start > passes.start()]
    elif near and follows:  # "Karl Ott succeeded Olga Stein as manager"
        near = [run for run in runs if terms[run[0]].char_start < follows.start()][-1:]
    return text[terms[near[0][0]].char_start : terms[near[0][-1]].char_end] if near else ""


def says_former(text: str, office_start: int) -> bool:
    """Whether the words before an office, which begins at a character, say that somebody held it once."""
    return _FORMER.search(text, 0, office_start) is not None


def _runs(text: str, terms: Sequence[Term], known: Collection[str]) -> list[list[int]]:
    """The names of two or more words, as places of their terms."""
    runs: list[list[int]] = [[]]
    for at, term in enumerate(terms):
        is_part = term.is_name and term.stem not in known and not BODIES.fullmatch(term.word) and term.word.isalpha()
        if not is_part or (runs[-1] and not re.fullmatch(r"\.?\s", text[terms[at - 1].char_end : term.char_start])):
            runs.append([])
        if is_part:
            runs[-1].append(at)
    return [run for run in runs if len(run) > 1]


def _distance(run: Sequence[int], at: int) -> int:
    return min(abs(run[0] - at), abs(run[-1] - at))


def surname(holder: str) -> str:
    """The last word of a name, by which it is known again: "Dr Peter Vossberg" and "Peter Vossberg" are one."""
    return holder.rsplit(maxsplit=1)[-1].casefold()


def gives_way(text: str, holder: str) -> bool:
    """Whether a sentence says that somebody gave up an office or was followed in it."""
    return _SUCCEEDS.search(text) is not None and re.search(rf"\b{re.escape(surname(holder))}\b", text, _I) is not None
