"""Whether a claim takes the value of another one back, or moves its date, in whatever words it speaks of it. Pure.

Who names the very value that another gives and says that it holds no longer need not say the rest of it again.
"""

from collections.abc import Collection, Iterable

from agent.conflicts.frames import Frame, canonical, is_covered
from agent.conflicts.side import Side
from agent.words.measures import same_value
from agent.words.terms import stems
from agent.words.values import Value

_HALF = 0.5  # of the words of the older claim that the newer one must say too
_DATES = frozenset({"date", "day", "termin", "fech", "plan", "schedul", "timet", "new", "plann"})
_ENDS = frozenset({"clos", "close", "shut", "end", "expir", "demolish", "dismantl", "destroy", "endet", "ferm", "cerr"})
"""Stems of what ends a thing: who moves the thing itself moves how it begins."""


def names_value(named: Iterable[Value], value: Value) -> bool:
    """Return whether a value is among some; of counts the noun need not be said again."""
    return any(
        one.kind == value.kind and (one.unit == value.unit or one.kind == "count") and same_value(one, value)
        for one in named
    )


def is_of_own(old: Side, new: Side) -> bool:
    """Return whether who speaks of an older figure gave it: it is the publisher's or the named speaker's own."""
    if speaker := new.assertion.frame.speaker:
        said = [old.assertion.frame.speaker, *(frozenset(stems(one.publisher, one.language)) for one in old.origins)]
        return any(speaker & each for each in said)
    sources = {one.source for one in new.origins} & {one.source for one in old.origins}
    publishers = {one.publisher for one in new.origins} & {one.publisher for one in old.origins}
    return bool((sources | publishers) - {""})


def gives_up(old: Side, new: Side) -> bool:
    """Return whether the newer claim takes the value of the older one back, and gives another in its place."""
    before, after = old.assertion, new.assertion
    if before.value is None or after.value is None or before.kind != after.kind or not _in_one_language(old, new):
        return False
    if not names_value((*after.former, *after.disputed), before.value) or same_value(before.value, after.value):
        return False
    if before.value.kind != after.value.kind or after.value.unit not in {"", before.value.unit}:
        return False
    if before.measure and after.measure and before.measure.per != after.measure.per:
        return False
    own = after.frame.subject & after.frame.names
    if not is_covered(own - before.frame.terms, old.around):
        return False
    return _speaks_of(new, before.frame) and _share(before.frame.terms, _known(new)) >= _HALF


def moves(old: Side, new: Side) -> bool:
    """Return whether the newer claim moves what the older one says will happen, be it only by the name of the thing."""
    before, after = old.assertion, new.assertion
    if not after.moved or before.moved or before.kind != "temporal" or before.tense != "future":
        return False
    if before.value is None or after.value is None or same_value(before.value, after.value):
        return False
    if not _in_one_language(old, new) or not is_covered(after.moved - before.frame.terms - _DATES, old.around):
        return False
    event = before.frame.terms - before.frame.subject
    if not after.moved & event and before.frame.terms & _ENDS:
        return False
    return _speaks_of(new, before.frame)


def _speaks_of(new: Side, frame: Frame) -> bool:
    """Whether a claim names what another one speaks of: its subject, or where no verb is known the names in it."""
    subject = frame.subject if frame.said_predicate else (frame.subject & frame.names or frame.subject)
    return bool(subject) and is_covered(subject, _known(new))


def _known(new: Side) -> frozenset[str]:
    return new.assertion.told | new.assertion.frame.terms | frozenset(canonical(stem) for stem in new.around)


def _share(words: Collection[str], known: Collection[str]) -> float:
    return sum(word in known for word in words) / len(words) if words else 0.0


def _in_one_language(old: Side, new: Side) -> bool:
    return not old.language or not new.language or old.language == new.language
