"""What happens to a thing once, so that two dates of it exclude each other. Pure."""

import re
from collections.abc import Sequence

from agent.conflicts.assertion import Assertion
from agent.conflicts.frames import Frame, canonical
from agent.words.values import Value

_HAPPENS_ONCE = """open inaugur commiss found establish born die dead bear complet finish built build construct
    erect launch reopen relaunch begin began start close shut end demolish dismantl destroy sign invent discov
    incorpor abolish expir enter ratifi sink sank sunk assassin eroffn geoffn gegrund grund gebor gestorb starb
    erbaut gebaut fertiggestellt geschloss beginnt begann endet unterzeichn unterschrieb"""
_ONCE = frozenset(canonical(stem) for stem in _HAPPENS_ONCE.split())
_SPANISH = "abri abrir inaugur fund naci murio muri cerr firm termin constru comenz empez"
_FRENCH = "ouvert ouvr inaugur fond nee nait mort ferm sign achev constru commenc"
_ONCE_IN = {"es": frozenset(_SPANISH.split()), "fr": frozenset(_FRENCH.split())}  # stems that mean something else here
_NAMED_ONCE = frozenset({"releas", "publish"})  # of what a name or a number tells from others of its kind
_ANY = _ONCE.union(_NAMED_ONCE, *_ONCE_IN.values())
_TAKES_PLACE = re.compile(
    r"\b(?:will|shall|(?:is|are) (?:due |set |scheduled |planned )?to)\s(?:be held|take place)\b|"
    r"\bfindet\b.*\bstatt\b|\baura lieu\b|\b(?:se celebrará|tendrá lugar)\b",
    re.IGNORECASE,
)
_HELD_AGAIN = "next meet session hear class lesson day nachst sitzung tag prochain reunion réunion proxim"
_AGAIN = frozenset(_HELD_AGAIN.split())
"""Stems of what is held again before long: two dates to come of it are two of them."""

# Stems of what is held again and again; of these only the founding happens once.
_RECURS = """festival season confer exhibit fair tournament championship leagu race elect session semest trial summit
    term school festiv saison messe ausstell wahl turnier temporada"""
_RECURRING = frozenset(_RECURS.split())
_FOUNDED = frozenset({"found", "establish", "gegrund", "grund", "fund", "fond"})
_ANOTHER_TURN_DAYS = 200


def happens_once(frame: Frame, words: str, language: str | None) -> bool:
    """Whether a clause tells what happens to its subject once, or when the one it speaks of will take place."""
    if (_ONCE | _ONCE_IN.get(language or "", frozenset())) & frame.terms:
        return True
    if _NAMED_ONCE & frame.terms and (frame.subject & frame.names or frame.digits):
        return True
    return _TAKES_PLACE.search(words) is not None and not frame.subject & _AGAIN


def is_another_turn(one: Assertion, two: Assertion) -> bool:
    """Whether both tell when a festival, a season or the like was held, or a thing opened again, in two years."""
    is_again = "again" in one.tags & two.tags and "past" in {one.tense, two.tense}
    is_held = bool(one.frame.terms & two.frame.terms & _RECURRING) and not one.frame.terms & _FOUNDED
    is_held = is_held or not (one.frame.terms | two.frame.terms) & _ANY
    if not (is_again or is_held) or not one.value or not two.value:
        return False
    return abs(one.value.low - two.value.low) > _ANOTHER_TURN_DAYS


def days_of(beside: Sequence[Value], values: Sequence[Value], former: Sequence[Value]) -> tuple[Value, ...]:
    """Return when a value holds: the dates beside it that are not past, else the day from which its clause says so."""
    told = [one for one in values if one.kind == "date" and one.unit == "day"]
    return tuple(one for one in told if one in beside and one not in former) or tuple(
        one for one in told if one.bound == "least"
    )
