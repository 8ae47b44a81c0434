"""Whether two assertions can both hold, and if not, whether that is a conflict."""

import re
from collections.abc import Sequence
from typing import Literal

from agent.conflicts.across import is_same_across, is_same_count
from agent.conflicts.agents import are_others
from agent.conflicts.assertion import Assertion
from agent.conflicts.denial import denies_more
from agent.conflicts.frames import Frame, is_covered
from agent.conflicts.once import is_another_turn
from agent.conflicts.parts import exclude
from agent.conflicts.replaced import gives_up, is_of_own, moves, names_value
from agent.conflicts.side import Origin, Side
from agent.conflicts.subjects import is_one_thing
from agent.words.dates import is_after
from agent.words.measures import are_of_two, same_value
from agent.words.terms import same_term, stems
from agent.words.units import is_money
from agent.words.values import Value

__all__ = [
    "Origin",
    "Outcome",
    "Side",
    "are_comparable",
    "compare",
    "is_replaced",
    "is_said_after",
    "settle",
    "tells_same",
]

Outcome = Literal["conflict", "superseded", "spread"]
_APART_DAYS = 366
_TITLED_ALIKE = 0.6  # of the words of two titles, numbers left out
_STATES = frozenset({"open", "avail", "run", "onlin", "oper", "work", "servic", "vacant", "busi", "geoffn", "betrieb"})
_STUDIES = frozenset({"trial", "studi", "experi", "versuch", "essai", "ensay", "estudi"})
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_LASTING = frozenset({"m", "m2", "m3", "g", "W", "V", "°C", "°F", "Hz"})


def compare(a: Side, b: Side) -> Outcome | None:
    """Return how two assertions stand against each other; None where both can hold or nothing says they compare."""
    one, two = a.assertion, b.assertion
    if one.kind != two.kind:
        return None
    if any(gives_up(old, new) or moves(old, new) for old, new in ((a, b), (b, a))):
        outcome = settle(a, b)
        return outcome if outcome == "superseded" or are_comparable(a, b) else None
    if one.moved or two.moved or not _same_frame(a, b) or not are_comparable(a, b) or not _differ(a, b):
        return None
    return settle(a, b)


def are_comparable(a: Side, b: Side) -> bool:
    """Whether conditions, tense, rate, stage and time are the same on both sides."""
    one, two = a.assertion, b.assertion
    if one.tags != two.tags or {one.tense, two.tense} == {"future", "past"} or one.frame.digits != two.frame.digits:
        return False
    if one.measure and two.measure:
        first, second = one.measure, two.measure
        if (first.per, first.stage, first.side_money, first.is_change) != (
            second.per, second.stage, second.side_money, second.is_change,
        ):  # fmt: skip
            return False
        if are_of_two(first, second):
            return False
        if first.is_change and not (one.times and two.times) and not _are_changes_now(one, two):
            return False
    return _same_time(a, b)


def _are_changes_now(one: Assertion, two: Assertion) -> bool:
    """Whether both say in the same words how a thing changes now ("rises by 31 percent"), of no named time, or what one
    trial or study found of a change."""
    if one.times or two.times or one.frame.terms != two.frame.terms:
        return False
    if one.frame.terms & _STUDIES and one.frame.names:
        return True
    is_told = all(re.match(r"(?!is |are |has |have )[a-z]", each.frame.said_predicate) for each in (one, two))
    return is_told and _is_passing(one) and _is_passing(two)


def settle(a: Side, b: Side) -> Outcome:
    """Say what a difference is: a figure and what replaced it, what several parties expect, or a conflict."""
    if is_replaced(a, b) or is_replaced(b, a):
        return "superseded"
    one, two = a.assertion, b.assertion
    if one.kind == "numeric" and _looks_ahead(one) and _looks_ahead(two) and _by_others(a, b):
        return "spread"
    return "conflict"


def is_replaced(old: Side, new: Side) -> bool:
    """Whether the newer side names the older value as past, says it revises, or is a later text of the same source."""
    before, after = old.assertion, new.assertion
    is_later = _is_later(old, new)
    if before.value and names_value(after.former, before.value):
        return is_later is not False
    if before.value and names_value(after.disputed, before.value):
        return is_later is not False and is_of_own(old, new)
    if after.moved and not before.moved:
        return is_later is not False
    if after.is_revised and not before.is_revised and is_later:
        return True
    first, second = {one.source for one in old.origins if one.source}, {one.source for one in new.origins if one.source}
    versions = {one.version for one in old.origins}.isdisjoint(one.version for one in new.origins)
    if first == second and len(first) == 1 and versions:
        return True
    if {one.version for one in old.origins} == {one.version for one in new.origins} and after.is_revised:
        return not before.is_revised
    return bool(is_later) and _may_be_given_anew(before, after) and _are_of_one_series(old, new)


def _may_be_given_anew(before: Assertion, after: Assertion) -> bool:
    """Whether a figure is of the kind that is given again and again: no date of what is over."""
    if before.kind == "temporal":
        return {before.tense, after.tense} == {"future"}
    return before.kind == "numeric"


def _are_of_one_series(old: Side, new: Side) -> bool:
    """Whether one publisher gives both, in texts whose titles differ in hardly more than a number."""
    return any(
        x.publisher and x.publisher == y.publisher and _are_titled_alike(x, y) for x in old.origins for y in new.origins
    )


def _are_titled_alike(x: Origin, y: Origin) -> bool:
    mine, theirs = ({s for s in stems(one.title, one.language) if not s.isdigit()} for one in (x, y))
    return len(mine & theirs) >= _TITLED_ALIKE * len(mine | theirs)


def tells_same(a: Side, b: Side) -> bool:
    """Whether two assertions give one value of one measure."""
    one, two = a.assertion.value, b.assertion.value
    return (
        a.assertion.kind == b.assertion.kind
        and one is not None
        and two is not None
        and _same_unit(a, b)
        and same_value(one, two)
        and _same_frame(a, b)
    )


def is_said_after(one: Side, other: Side) -> bool:
    """Whether the newest text of one side is known to be newer than the oldest of the other."""
    return bool(one.moments and other.moments) and is_after(one.moments[-1], other.moments[0])


def _is_later(old: Side, new: Side) -> bool | None:
    if not old.moments or not new.moments:
        return None
    return is_after(new.moments[0], old.moments[-1])


def _looks_ahead(one: Assertion) -> bool:
    """Whether somebody estimates: it says so, or it is told of the time to come in somebody's name."""
    return one.is_estimate or (one.tense == "future" and bool(one.frame.speaker))


def _by_others(a: Side, b: Side) -> bool:
    """Whether two different parties speak: named in the sentences, or the publishers."""
    one, two = a.assertion.frame.speaker, b.assertion.frame.speaker
    if one and two:
        return one != two and not (one <= two or two <= one)
    first, second = {each.publisher for each in a.origins}, {each.publisher for each in b.origins}
    return bool(first - {""}) and bool(second - {""}) and first.isdisjoint(second)


def _same_frame(a: Side, b: Side) -> bool:
    one, two = a.assertion.frame, b.assertion.frame
    if a.language and b.language and a.language != b.language:
        return is_same_across(a, b)
    shared = one.terms & two.terms
    if len(shared) < (1 if a.assertion.kind == "attribution" else 2):
        return False
    if denies_more(a.assertion, b.assertion) or denies_more(b.assertion, a.assertion):
        return _share_roles(one, two) and is_one_thing(a, b)
    if not is_covered(one.terms - two.terms, b.around) or not is_covered(two.terms - one.terms, a.around):
        return False
    return any(tag.startswith("said:") for tag in a.assertion.tags) or (_share_roles(one, two) and is_one_thing(a, b))


def _share_roles(one: Frame, two: Frame) -> bool:
    """Whether both speak of the same subject, be it that one tells in the passive voice what the other does not."""
    if bool(one.doer) != bool(two.doer):
        passive, active = (one, two) if one.doer else (two, one)
        done_to = (active.terms - active.subject) or active.terms
        if passive.subject & active.subject and passive.doer & done_to:
            return False  # who does it in one has it done to him in the other, or nothing tells who does it
        if passive.subject & done_to and passive.doer & active.subject:
            return True
    return not one.subject or not two.subject or bool(one.subject & two.subject)


def _differ(a: Side, b: Side) -> bool:
    one, two = a.assertion, b.assertion
    if one.kind == "attribution":
        return are_others(one, two)
    if one.kind == "direct":
        return _excludes(one, two) if one.part or two.part else _is_denied(one, two)
    return one.value is not None and two.value is not None and _same_unit(a, b) and not same_value(one.value, two.value)


def _excludes(one: Assertion, two: Assertion) -> bool:
    """Whether no share of them can be what both say: "most" and "few"; two counted ones are compared as figures."""
    if one.part is None or two.part is None or one.others != two.others or (one.is_counted and two.is_counted):
        return False
    if one.tags & {"hedged", "if"} or two.tags & {"hedged", "if"}:
        return False
    return exclude(one.part, two.part, are_opposite=one.is_opposite != two.is_opposite)


def _is_denied(one: Assertion, two: Assertion) -> bool:
    """Whether one says what the other denies; two denials of contraries ("neither rose nor fell") can both hold."""
    is_same = one.others == two.others or denies_more(one, two) or denies_more(two, one)
    if not is_same or one.tags & {"hedged", "if", "some"} or two.tags & {"hedged", "if", "some"}:
        return False
    if one.is_opposite == two.is_opposite:
        return one.is_negated != two.is_negated
    return not one.is_negated and not two.is_negated


def _same_unit(a: Side, b: Side) -> bool:
    first, second = a.assertion.value, b.assertion.value
    if first is None or second is None or first.kind != second.kind:
        return False
    if first.kind == "count" and first.unit and second.unit:
        if a.language and b.language and a.language != b.language:
            return is_same_count(first.unit, a.language, second.unit, b.language)
        language = next((one.language for one in a.origins), None)
        return same_term(first.unit, second.unit, language)
    return first.unit == second.unit


def _same_time(a: Side, b: Side) -> bool:
    one, two = a.assertion, b.assertion
    if one.kind == "temporal":
        return not is_another_turn(one, two)
    if one.times and two.times:
        return any(same_value(x, y) and not _begin_apart(x, y) for x in one.times for y in two.times)
    if one.kind == "attribution":
        is_office = any(tag.startswith("office:") for tag in one.tags)
        return not is_office or (one.tense == two.tense == "present" and not _far_apart(a, b))
    if not one.times and not two.times:
        if (
            one.kind == "numeric"
            and _is_passing(one) != _is_passing(two)
            and {one.tense, two.tense} == {"present", "past"}
        ):
            return False
        is_apart = _far_apart(a, b) or _are_titled_apart(a, b)
        return not _is_passing(one) or not _is_passing(two) or not is_apart
    dated, undated = (a, b) if one.times else (b, a)
    is_lasting = one.value is not None and one.value.unit in _LASTING and not _is_of_then(dated, undated)
    if is_lasting or (one.value is not None and one.tense == two.tense == "past"):
        return True
    days = [day.toordinal() for day in undated.published]
    return any(time.low <= day <= time.high for time in dated.assertion.times for day in days)


def _begin_apart(one: Value, two: Value) -> bool:
    """Whether two values hold from different days on: the later one follows the other."""
    return one.bound == two.bound == "least" and one.low != two.low


def _is_of_then(dated: Side, undated: Side) -> bool:
    """Whether one side tells how a thing was in a named year and the other how it is."""
    one, two = dated.assertion, undated.assertion
    says_is = not {"is", "are", "ist", "sind"}.isdisjoint(one.frame.said_predicate.split())
    return one.tense == "past" and two.tense == "present" and not says_is


def _is_passing(one: Assertion) -> bool:
    """Whether it speaks of how things stand now, which a later text may tell otherwise without contradiction."""
    if one.tense != "present":
        return False
    if one.kind == "direct":
        return one.part is not None or bool(one.frame.terms & _STATES)
    return one.value is not None and (one.value.kind in {"count", "share"} or is_money(one.value.unit))


def _are_titled_apart(a: Side, b: Side) -> bool:
    """Whether, where it is not known when both were published, their titles name other years ("Price list 2024")."""
    if a.published and b.published:
        return False
    mine, theirs = ({year for one in each.origins for year in _YEAR.findall(one.around)} for each in (a, b))
    return bool(mine) and bool(theirs) and mine.isdisjoint(theirs)


def _far_apart(a: Side, b: Side) -> bool:
    gaps: Sequence[int] = [abs((x - y).days) for x in a.published for y in b.published]
    return bool(gaps) and min(gaps) > _APART_DAYS
