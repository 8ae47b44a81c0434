"""Reading what a claim asserts: figures, dates of what happens once, that something is so or not, who did it."""

import functools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from agent.conflicts.agents import read_agents
from agent.conflicts.assertion import Assertion
from agent.conflicts.frames import VERBS, blank, canonical, is_label, read_frame, subject_of
from agent.conflicts.once import days_of, happens_once
from agent.conflicts.parts import deny, read_counted, read_part
from agent.conflicts.qualifiers import (
    begins_with_pronoun,
    is_estimate,
    is_indefinite,
    is_permission,
    is_rule,
    names_some,
    numbered_in,
    says_revised,
    tags_of,
    tense_of,
)
from agent.conflicts.wrapped import find_moved, read_called_off, read_denied, read_moved
from agent.words.corrections import stems_around
from agent.words.measures import Measure, is_elsewhere, read_measure
from agent.words.moves import is_moved_to
from agent.words.relation import scope_of
from agent.words.values import Value, find_values, say_value

_NOT = re.compile(
    r"\b(?:not|never|cannot|neither|nor|nobody|none of|nicht|kein(?:e[rsnm]?)?|nie|niemals|pas|jamais|nunca)\b"
    r"(?! (?:only|just|merely|nur|bloß|seulement|solo|sólo|more than|less than|later than|earlier than|until|before))"
    r"|n['’]t\b|\bno(?= [a-z]+)(?! (?:later|earlier|more|less|fewer|longer)\b)|\b(?:fail(?:s|ed)?|denie[sd]|"
    r"refus(?:es|ed)) to\b",
    re.IGNORECASE,
)
# What says the opposite of another word; the first of each is kept, the others turn it round.
_OPPOSITES = (
    "safe unsafe dangerous", "effective ineffective", "legal illegal unlawful", "possible impossible",
    "reliable unreliable", "successful unsuccessful", "harmless harmful", "true false untrue",
    "increases decreases reduces lowers", "increase decrease reduce lower", "increased decreased reduced lowered",
    "cause prevent", "improve worsen", "supports opposes rejects", "support oppose reject", "supported opposed",
    "convicted acquitted", "allowed forbidden banned", "permitted prohibited", "won lost", "agrees disagrees",
    "agree disagree", "proved disproved", "passed failed", "rose fell", "rises falls", "higher lower",
    "causes prevents", "approved rejected", "accepted declined", "guilty innocent", "upheld overturned quashed",
    "upholds overturns quashes", "alive dead", "toxic non-toxic nontoxic", "necessary unnecessary",
    "profitable unprofitable", "improves worsens", "improved worsened", "open closed", "sicher unsicher gefährlich",
    "wirksam unwirksam",
)  # fmt: skip
_OPPOSITE = {word: line.split()[0] for line in _OPPOSITES for word in line.split()[1:]}
_OPPOSED = re.compile(rf"(?<![\w-])(?:{'|'.join(sorted(_OPPOSITE, key=len, reverse=True))})(?![\w-])", re.IGNORECASE)
_DEED = r"(?:founded|established|built|opened|born|launched|completed|inaugurated|incorporated|closed)\b[^,;]{3,60}?"
_ASIDE_FIRST = re.compile(
    rf"^\W*(?P<deed>{_DEED}),\s(?P<who>[^,;]{{2,60}}?)\s(?P<rest>(?:{VERBS})\b.*)$", re.IGNORECASE
)
_ASIDE_WITHIN = re.compile(
    rf"^\W*(?P<who>[^,;]{{2,60}}),\s(?P<deed>{_DEED}),\s(?P<rest>(?:{VERBS})\b.*)$", re.IGNORECASE
)
# Where in a house something is: to have it there is to have it.
_IN_THE_HOUSE = re.compile(
    r"(?P<has>\b(?:has|have) an? [\w-]+(?: [\w-]+)?) (?:on|in|at) (?:the|its) (?:[\w-]+ )?(?:floor|basement|"
    r"cellar|foyer|lobby|hall|entrance|courtyard|garden|roof|wing|building)\W*$",
    re.IGNORECASE,
)
_CLAUSE_END = re.compile(
    r"(?<=[a-zäöüß)\d%”\"])(?<!\bMio)(?<!\bMrd)(?<!\bca)(?<!\bSt)(?<!\bDr)(?<!\bMr)(?<!\bNr)(?<!\bNo)[.!?]\s+"
    r"(?=[A-ZÄÖÜ\d“\"])|;\s|,?\s(?:but|while|whereas|although|though|aber|während|obwohl)\s"
)


@functools.lru_cache(maxsize=4096)
def read_assertions(text: str, language: str | None) -> tuple[Assertion, ...]:
    """Everything a claim asserts that another claim could contradict; nothing of what it says of some other thing."""
    if is_elsewhere(text) or text.rstrip().endswith("?"):
        return ()
    found: list[Assertion] = []
    values = find_values(text, language)
    read = {value: read_measure(text, value) for value in values}
    lead = ""
    for clause in _clauses(text):
        denied = read_denied(clause)
        if denied:
            found += _denied(denied, clause, language)
            lead = subject_of(denied) or lead
            continue
        if begins_with_pronoun(clause) and not lead:
            continue
        subject = lead if begins_with_pronoun(clause) else ""
        body = re.sub(r"^\W*(?:it|they|es|sie)\b", "", clause, flags=re.IGNORECASE) if subject else clause
        found += [*_of_clause(body, language, lead), *_moved(clause, language, lead)]
        for plain in read_called_off(body):
            found += [replace(one, is_called_off=True) for one in _denied(plain, clause, language)]
        lead = _without_values(subject_of(body), language) or lead
    return tuple(_as_corrected(found, text, read, language))


def _as_corrected(
    found: Sequence[Assertion], text: str, read: Mapping[Value, Measure], language: str | None
) -> Iterator[Assertion]:
    """What a claim asserts, none of what it gives up itself, with what that is."""
    disputed = tuple(value for value, measure in read.items() if measure.is_disputed)
    former = tuple(value for value, measure in read.items() if not measure.is_said and value not in disputed)
    gone = {_size(one) for one in (*former, *disputed)} - {_size(one) for one in read if read[one].is_said}
    is_moved = any(one.moved for one in found)
    told = stems_around(text, tuple(read), language) if former or disputed or is_moved else frozenset[str]()
    told = frozenset(canonical(stem) for stem in told)
    for one in found:
        if one.value is None:
            yield one
        elif _size(one.value) not in gone:
            yield replace(one, former=former, disputed=disputed, told=told)


def _size(value: Value) -> tuple[str, float, float]:
    return value.kind, value.low, value.high


def _without_values(words: str, language: str | None) -> str:
    spans = [(one.char_start, one.char_end) for one in find_values(words, language)]
    return re.sub(r"#+", " ", blank(words, spans)).strip()


def _denied(plain: str, clause: str, language: str | None) -> list[Assertion]:
    """What a plain sentence says, as denied by a clause that holds it."""
    values = find_values(plain, language)
    made = _polar(plain, values, language, "")
    return [replace(one, is_negated=not one.is_negated, said=" ".join(clause.split())) for one in made]


def _moved(clause: str, language: str | None, lead: str) -> list[Assertion]:
    """When something will be, as a clause tells that moved it there: what it names as moved, be it no more than its
    name, and where it names what will happen that as a plain sentence says it."""
    values = find_values(clause, language)
    plain = read_moved(clause, values, language, lead)
    made = [one for one in _of_clause(plain, language, "") if one.kind == "temporal"] if plain else []
    made += [
        one for to in _days(values) if is_moved_to(clause, to.char_start, to.char_end)
        for one in _moved_there(clause, to, values, language, lead)
    ]  # fmt: skip
    return [replace(one, is_revised=True) for one in made]


def _moved_there(
    clause: str, to: Value, values: Sequence[Value], language: str | None, lead: str
) -> Iterator[Assertion]:
    words = blank(clause, [(one.char_start, one.char_end) for one in values])
    what = find_moved(words, to, language)
    frame = read_frame(lead if begins_with_pronoun(what) and lead else what, language)
    if frame.terms and not is_indefinite(what) and not _NOT.search(words):
        yield Assertion(
            kind="temporal", frame=frame, tags=tags_of(what), tense="future", said=say_value(clause, to), value=to,
            moved=frame.terms,
        )  # fmt: skip


def _clauses(text: str) -> list[str]:
    cuts = list(_CLAUSE_END.finditer(text))
    starts, ends = [0, *(cut.end() for cut in cuts)], [*(cut.start() for cut in cuts), len(text)]
    whole = [text[a:b] for a, b in zip(starts, ends, strict=True) if text[a:b].strip()]
    return [part for clause in whole for part in _with_aside(clause)]


def _with_aside(clause: str) -> list[str]:
    """A clause, and one more for what it says in passing ("Founded in 2001, the company makes pumps")."""
    met = _ASIDE_FIRST.match(clause) or _ASIDE_WITHIN.match(clause)
    if met is None:
        return [clause]
    deed = met["deed"][0].lower() + met["deed"][1:]
    return [f"{met['who']} {met['rest']}", f"{met['who']} was {deed}"]


def _of_clause(clause: str, language: str | None, lead: str) -> list[Assertion]:
    values = find_values(clause, language)
    read = {value: read_measure(clause, value) for value in values}
    former = tuple(value for value in values if not read[value].is_said)
    found = [
        made
        for value in values
        if (made := _valued(clause, value, values, read[value], former, language, lead)) is not None
    ]
    housed = _IN_THE_HOUSE.search(clause)
    bare = clause[: housed.end("has")] if housed and not _NOT.search(clause) else ""
    plain = [replace(one, said=" ".join(clause.split())) for one in _polar(bare, (), language, lead)]
    polar = [*_polar(clause, values, language, lead), *_parted(clause, values, language, lead)]
    return [*found, *polar, *plain, *read_agents(clause, values, language)]


def _valued(
    clause: str,
    value: Value,
    values: Sequence[Value],
    measure: Measure,
    former: tuple[Value, ...],
    language: str | None,
    lead: str,
) -> Assertion | None:
    start, end = scope_of(clause, value, values)
    inside = [one for one in values if start <= one.char_start and one.char_end <= end]
    rivals = [one for one in inside if one != value and one.kind == value.kind and one not in former]
    is_event = value.kind == "date" and value.unit == "day"
    if not measure.is_said or (value.kind == "date" and not is_event):
        return None
    if any(one.unit == value.unit for one in rivals):
        return None
    if value.kind == "count" and value.low == value.high == 1:
        return None
    labels = [one for one in inside if _is_label(clause, one)]
    if value in labels:
        return None
    others = numbered_in(blank(clause, [(value.char_start, value.char_end)]))
    if others != numbered_in(clause):
        return None  # the number only tells which week it is
    counts = [one for one in inside if one != value and (one.kind == "count" or one in labels)]
    masked = blank(clause, [(one.char_start, one.char_end) for one in values if one not in counts])[start:end]
    words = blank(masked, [(one.char_start - start, one.char_end - start) for one in counts])
    if is_indefinite(masked) and not is_rule(masked):
        return None
    frame = read_frame(masked, language, lead or (subject_of(clause) if start > 0 else ""))
    is_once = happens_once(frame, words, language) and not names_some(words)
    if is_event and (
        not is_once or len(frame.terms) < 2 or any(one.kind != "date" and one not in counts for one in inside)
    ):
        return None
    return Assertion(
        kind="temporal" if is_event else "numeric", frame=frame,
        tags=tags_of(words) | others, tense=tense_of(words),
        said=say_value(clause, value), value=value, measure=measure,
        times=() if is_event else days_of(inside, values, former),
        is_estimate=is_estimate(words), is_revised=says_revised(clause),
    )  # fmt: skip


def _is_label(clause: str, value: Value) -> bool:
    """Whether a number tells which thing is meant, be it a length that names one: "the 100 metres"."""
    is_named = value.kind == "count" or (value.kind == "amount" and value.unit == "m")
    return is_named and is_label(clause, value.char_start, value.char_end)


def _days(values: Sequence[Value]) -> list[Value]:
    return [one for one in values if one.kind == "date" and one.unit == "day"]


def _polar(clause: str, values: Sequence[Value], language: str | None, lead: str) -> list[Assertion]:
    words = blank(clause, [(one.char_start, one.char_end) for one in values])
    negators = list(_NOT.finditer(words))
    if len(negators) > 1 or is_indefinite(words):
        return []
    opposed = list(_OPPOSED.finditer(words))
    plain = _OPPOSED.sub(lambda match: _OPPOSITE[match.group().lower()], _NOT.sub(" ", words))
    plain = re.sub(r"\b(do|does|did|has|have|had)\s{2,}(?=[a-z])", " ", plain)
    frame = read_frame(plain, language, lead)
    if len(frame.terms) < 2:
        return []
    return [
        Assertion(
            kind="direct", frame=frame, tags=tags_of(re.sub(r"\bapproved?\b", "", plain)) - {"can"} | _can(words),
            tense=tense_of(plain),
            said=" ".join(clause.split()), others=frozenset((v.kind, v.low, v.high, v.unit) for v in values),
            is_negated=bool(negators), is_opposite=len(opposed) % 2 == 1, is_revised=says_revised(clause),
        )
    ]  # fmt: skip


def _parted(clause: str, values: Sequence[Value], language: str | None, lead: str) -> list[Assertion]:
    """Of how many of the things it begins with a clause says that something is so."""
    words = blank(clause, [(one.char_start, one.char_end) for one in values])
    counted = read_counted(words, values)
    met = counted or read_part(words)
    if met is None or is_indefinite(words[met[2] :]):
        return []
    rest = words[met[2] :]
    negators, opposed = list(_NOT.finditer(rest)), list(_OPPOSED.finditer(rest))
    if len(negators) > 1 or len(opposed) > 1:
        return []
    plain = _OPPOSED.sub(lambda match: _OPPOSITE[match.group().lower()], _NOT.sub(" ", rest))
    frame = read_frame(re.sub(r"\b(do|does|did)\s{2,}(?=[a-z])", " ", plain), language, lead)
    if len(frame.terms) < 2:
        return []
    beside = [one for one in values if counted is None or one.char_start > met[2]]
    return [
        Assertion(
            kind="direct", frame=frame, tags=tags_of(plain) - {"some", "all", "only", "can"} | _can(rest),
            tense=tense_of(plain), said=" ".join(clause.split()),
            others=frozenset((v.kind, v.low, v.high, v.unit) for v in beside),
            times=tuple(_days(beside)), is_revised=says_revised(clause), is_counted=counted is not None,
            part=deny(met[:2]) if negators else met[:2], is_opposite=bool(opposed),
        )
    ]  # fmt: skip


def _can(words: str) -> frozenset[str]:
    is_said = re.search(r"\b(?:can|cannot|can['’]t|kann|können)\b", words, re.IGNORECASE)
    return frozenset({"can"} if is_said or is_permission(words) else ())
