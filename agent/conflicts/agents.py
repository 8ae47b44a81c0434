"""Who is said to have done or said what nobody else can have done or said."""

import re
from collections.abc import Sequence

from agent.conflicts.assertion import Assertion
from agent.conflicts.frames import blank, read_frame
from agent.conflicts.qualifiers import names_some, tags_of, tense_of
from agent.words.terms import find_terms
from agent.words.values import Value

# What one person or body does, and which word stands for it in every form.
_DEEDS = {
    "found": "founded|established|gegründet|gründete|fondée?|fundad[oa]|fundó",
    "invent": "invented|erfunden|erfand|inventée?|inventad[oa]|inventó",
    "discover": "discovered|entdeckt|entdeckte|découverte?|descubiert[oa]|descubrió",
    "write": "wrote|written|authored|geschrieben|schrieb|écrite?|escrit[oa]|escribió",
    "compose": "composed|komponiert|komponierte|composée?|compuest[oa]|compuso",
    "paint": "painted|gemalt|malte|peinte?|pintad[oa]|pintó",
    "design": "designed|entworfen|entwarf|conçue?|dessinée?|diseñad[oa]|diseñó",
    "direct": "directed",
    "coin": "coined|geprägt|prägte",
    "kill": "assassinated|murdered|ermordet|ermordete",
    "chair": "chaired",
}
_VERBS = "|".join(_DEEDS.values())
_WORD = r"[A-ZÄÖÜÉÅØ][\w’'.-]*"
_NAME = rf"(?:[Tt]he\s+|[Dd]er\s+|[Dd]ie\s+)?{_WORD}(?:\s+(?:(?:of|de|von|van|der|and|und|&)\s+)?{_WORD})*"
_ACTIVE = re.compile(
    rf"^\W*(?P<agent>{_NAME})\s+(?:had\s+|hat\s+|a\s+|ha\s+)?(?:first\s+)?(?P<verb>{_VERBS})\s+(?P<rest>.+)$"
)
_PASSIVE = re.compile(
    rf"^(?P<rest>.+?)\s(?:was|were|is|wurde|war|had been|has been|fue|ha sido|a été|fut)\s(?:first\s|"
    rf"\w+ly\s)?(?:(?P<verb>{_VERBS})\s(?:[^.;]*?\s)??(?:by|por|par)\s"
    rf"(?P<agent>{_NAME})|(?:[^.;]*?\s)?von\s(?P<von>{_NAME})\s(?:[^.;]*?\s)?(?P<last>{_VERBS}))(?P<tail>.*)$"
)
# What somebody is to a thing: once for all, or for as long as a text is new.
_ROLES = {
    "founder": "deed:found", "inventor": "deed:invent", "discoverer": "deed:discover", "author": "deed:write",
    "composer": "deed:compose", "painter": "deed:paint", "designer": "deed:design", "architect": "deed:design",
    "ceo": "office:chief", "chief executive": "office:chief", "chair": "office:chair", "chairman": "office:chair",
    "chairwoman": "office:chair", "president": "office:president", "prime minister": "office:minister",
    "mayor": "office:mayor", "headmaster": "office:head", "owner": "office:owner", "capital": "office:capital",
}  # fmt: skip
_ROLE = "|".join(sorted(_ROLES, key=len, reverse=True))
_HOLDS = re.compile(
    rf"^\W*(?:[Tt]he\s+(?P<role>(?i:{_ROLE}))\s+of\s+(?P<rest>.+?)\s(?:is|was)\s(?P<agent>{_NAME})|"
    rf"(?P<first>{_NAME})\s+(?:is|was)\s+the\s+(?P<last>(?i:{_ROLE}))\s+of\s+(?P<of>[^,;]+))\W*$",
)
_QUOTE = r"[“\"„«](?P<quote>[^“”\"„«»]{12,})[”\"“»]"
_SAID = re.compile(rf"(?P<agent>{_NAME})\s+(?:said|says|wrote|stated|declared|sagte|erklärte)[:,]?\s+{_QUOTE}")
_QUOTED = re.compile(
    rf"{_QUOTE},?\s+(?:(?:said|says|wrote|declared|sagte|erklärte)\s+(?P<agent>{_NAME})|"
    rf"(?P<first>{_NAME})\s+(?:said|says|wrote|sagte))"
)


def read_agents(clause: str, values: Sequence[Value], language: str | None) -> list[Assertion]:
    """Who did or said it, where a clause names one; nothing where it speaks of one of several things."""
    words = blank(clause.rstrip(" .!"), [(one.char_start, one.char_end) for one in values])
    return [
        one
        for one in (_deed(words, values, language), _holding(words, language), _saying(words, language))
        if one is not None
    ]


def _deed(words: str, values: Sequence[Value], language: str | None) -> Assertion | None:
    found = _ACTIVE.match(words) or _PASSIVE.match(words)
    if found is None:
        return None
    parts = found.groupdict()
    agent = parts["agent"] or parts.get("von") or ""
    verb = parts["verb"] or parts.get("last") or ""
    rest = f"{parts['rest']} {parts.get('tail') or ''}"
    if not _is_named(agent, language) or names_some(rest):
        return None
    deed = next(name for name, forms in _DEEDS.items() if re.fullmatch(forms, verb))
    frame = read_frame(rest, language)
    if not frame.terms:
        return None
    return Assertion(
        kind="attribution", frame=frame, tags=tags_of(words) | {f"deed:{deed}"}, tense=tense_of(words), said=agent,
        times=tuple(one for one in values if one.kind == "date" and one.unit == "day"),
        agent=frozenset(term.stem for term in find_terms(agent, language)),
    )  # fmt: skip


def _holding(words: str, language: str | None) -> Assertion | None:
    found = _HOLDS.match(words)
    if found is None:
        return None
    agent, of = found["agent"] or found["first"], found["rest"] or found["of"]
    tag = _ROLES[(found["role"] or found["last"]).lower()]
    frame = read_frame(f"# {of}", language)  # a name that begins a clause would count as no name
    if not _is_named(agent, language) or not frame.terms or names_some(of):
        return None
    return Assertion(
        kind="attribution", frame=frame, tags=tags_of(of) | {tag}, tense=tense_of(words), said=agent,
        agent=frozenset(term.stem for term in find_terms(agent, language)),
    )  # fmt: skip


def _saying(words: str, language: str | None) -> Assertion | None:
    found = _SAID.search(words) or _QUOTED.search(words)
    if found is None:
        return None
    agent = found["agent"] or found.groupdict().get("first") or ""
    if not _is_named(agent, language):
        return None
    frame = read_frame(found["quote"], language)
    said = " ".join(found["quote"].casefold().split()).rstrip(".,")
    return Assertion(
        kind="attribution", frame=frame, tags=frozenset({f"said:{said}"}), tense="past", said=agent,
        agent=frozenset(term.stem for term in find_terms(agent, language)),
    )  # fmt: skip


def are_others(one: Assertion, two: Assertion) -> bool:
    """Whether two clauses name two people or bodies, be it under one title: "Judge Ilse Brandt", "Judge Karl Otte"."""
    if one.agent.isdisjoint(two.agent):
        return True
    mine, theirs = one.said.split(), two.said.split()
    while mine and theirs and mine[0] == theirs[0]:
        mine, theirs = mine[1:], theirs[1:]
    return len(mine) > 1 and len(theirs) > 1 and set(mine).isdisjoint(theirs)


def _is_named(text: str, language: str | None) -> bool:
    """Whether words are a name: capitalised, and more than an article and a common noun."""
    terms = find_terms(text, language)
    return bool(terms) and all(term.is_name or term.stem in {"of", "the"} for term in terms)
