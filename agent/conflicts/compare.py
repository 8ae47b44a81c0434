"""Whether two assertions can both hold, and if not, whether that is a conflict."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal

from agent.conflicts.assertion import Assertion
from agent.conflicts.frames import canonical, is_covered
from agent.words.dates import as_date
from agent.words.measures import same_value
from agent.words.terms import same_term, stems
from agent.words.units import is_money
from agent.words.values import Value

Outcome = Literal["conflict", "superseded", "spread"]
_APART_DAYS = 366
_STATES = frozenset({"open", "avail", "run", "onlin", "oper", "work", "servic", "vacant", "busi", "geoffn", "betrieb"})
# Stems of words that name a kind of text or of body, and no thing.
_COMMONPLACE = """minut report council news newspap press releas gazett herald time meet agenda budget statement
    letter note articl page titl summari overview about home faq annual updat file revis paper post blog review
    survey studi websit site compani corpor group univers school church state govern court committe board
    ministri depart offic author protokol bericht gemeinderat stadtrat zeitung mitteil sitzung haushalt"""
_COMMON = frozenset(_COMMONPLACE.split())
# Stems of what is held again and again; of these only the founding happens once.
_RECURS = """festival season confer exhibit fair tournament championship leagu race elect session semest trial summit
    term school festiv saison messe ausstell wahl turnier temporada"""
_RECURRING = frozenset(_RECURS.split())
_FOUNDED = frozenset({"found", "establish", "gegrund", "grund", "fund", "fond"})
_ANOTHER_TURN_DAYS = 200
_LASTING = frozenset({"m", "m2", "m3", "g", "W", "V", "°C", "°F", "Hz"})


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a claim stands: what surrounds it, who published it and when (ISO, as precise as it is proved).

    `source` and `version` are keys, `text_sha256` is of the whole text: equal ones are copies.
    """

    source: str = ""
    version: str = ""
    title: str = ""
    heading: str = ""
    publisher: str = ""
    published_at: str | None = None
    language: str | None = None
    text_sha256: str = ""

    @property
    def around(self) -> str:
        """The words that stand about the claim."""
        return f"{self.title} {self.heading} {self.publisher}"


@dataclass(frozen=True, slots=True)
class Side:
    """One assertion of a claim with all the places the claim stands at."""

    assertion: Assertion
    origins: tuple[Origin, ...]

    @property
    def around(self) -> frozenset[str]:
        """The stems of what surrounds it anywhere."""
        return frozenset(stem for one in self.origins for stem in stems(one.around, one.language))

    @property
    def published(self) -> list[date]:
        """The days of publication, as far as they are known."""
        return sorted(as_date(one.published_at) for one in self.origins if one.published_at)


def compare(a: Side, b: Side) -> Outcome | None:
    """Return how two assertions stand against each other; None where both can hold or nothing says they compare."""
    one, two = a.assertion, b.assertion
    if one.kind != two.kind or not _same_frame(a, b) or not are_comparable(a, b) or not _differ(a, b):
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
        if first.is_change and not (one.times and two.times) and not _are_changes_now(one, two):
            return False
    return _same_time(a, b)


def _are_changes_now(one: Assertion, two: Assertion) -> bool:
    """Whether both say in the same words how a thing changes now ("rises by 31 percent"), of no named time."""
    is_undated = not one.times and not two.times
    is_told = all(re.match(r"(?!is |are |has |have )[a-z]", each.frame.said_predicate) for each in (one, two))
    return is_undated and is_told and one.frame.terms == two.frame.terms and _is_passing(one) and _is_passing(two)


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
    if before.value and any(_same_kind(before.value, one) and same_value(before.value, one) for one in after.former):
        return is_later is not False
    if after.is_revised and not before.is_revised and is_later:
        return True
    first, second = {one.source for one in old.origins if one.source}, {one.source for one in new.origins if one.source}
    versions = {one.version for one in old.origins}.isdisjoint(one.version for one in new.origins)
    if first == second and len(first) == 1 and versions:
        return True
    if {one.version for one in old.origins} == {one.version for one in new.origins} and after.is_revised:
        return not before.is_revised
    return False


def _is_later(old: Side, new: Side) -> bool | None:
    if not old.published or not new.published:
        return None
    return new.published[0] > old.published[-1]


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
    shared = one.terms & two.terms
    if len(shared) < (1 if a.assertion.kind == "attribution" else 2):
        return False
    if not is_covered(one.terms - two.terms, b.around) or not is_covered(two.terms - one.terms, a.around):
        return False
    if one.subject and two.subject and not one.subject & two.subject:
        return False
    return any(tag.startswith("said:") for tag in a.assertion.tags) or _is_one_thing(a, b)


def _is_one_thing(a: Side, b: Side) -> bool:
    """Whether a name says that both speak of one thing; a bare "the plant" is what its title speaks of.

    Titles that name nothing (those of minutes, of newspapers, of files) tell nothing against it.
    """
    one, two = a.assertion.frame, b.assertion.frame
    if (one.subject & one.names & two.subject) - _COMMON or (two.subject & two.names & one.subject) - _COMMON:
        return True
    return any(_are_one(x, y) for x in a.origins for y in b.origins) or not a.origins or not b.origins


def _are_one(x: Origin, y: Origin) -> bool:
    if x.source == y.source:
        return True
    mine, theirs = _named(x), _named(y)
    return mine <= theirs or theirs <= mine


def _named(origin: Origin) -> set[str]:
    """The words by which a title tells one thing from another; none for a file's name."""
    if not any(letter.isupper() for letter in origin.title):
        return set()
    return {canonical(stem) for stem in stems(origin.title, origin.language)} - _COMMON


def _differ(a: Side, b: Side) -> bool:
    one, two = a.assertion, b.assertion
    if one.kind == "attribution":
        return one.agent.isdisjoint(two.agent)
    if one.kind == "direct":
        return _is_denied(one, two)
    return one.value is not None and two.value is not None and _same_unit(a, b) and not same_value(one.value, two.value)


def _is_denied(one: Assertion, two: Assertion) -> bool:
    """Whether one says what the other denies; two denials of contraries ("neither rose nor fell") can both hold."""
    if one.others != two.others or one.tags & {"hedged", "if", "some"} or two.tags & {"hedged", "if", "some"}:
        return False
    if one.is_opposite == two.is_opposite:
        return one.is_negated != two.is_negated
    return not one.is_negated and not two.is_negated


def _same_kind(a: Value, b: Value) -> bool:
    return a.kind == b.kind and (a.unit == b.unit or a.kind == "count")


def _same_unit(a: Side, b: Side) -> bool:
    first, second = a.assertion.value, b.assertion.value
    if first is None or second is None or first.kind != second.kind:
        return False
    if first.kind == "count" and first.unit and second.unit:
        language = next((one.language for one in a.origins), None)
        return same_term(first.unit, second.unit, language)
    return first.unit == second.unit


def _same_time(a: Side, b: Side) -> bool:
    one, two = a.assertion, b.assertion
    if one.kind == "temporal":
        return not _is_another_turn(one, two)
    if one.times and two.times:
        return any(same_value(x, y) for x in one.times for y in two.times)
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
        return not _is_passing(one) or not _is_passing(two) or not _far_apart(a, b)
    dated, undated = (a, b) if one.times else (b, a)
    is_lasting = one.value is not None and one.value.unit in _LASTING and not _is_of_then(dated, undated)
    if is_lasting or (one.value is not None and one.tense == two.tense == "past"):
        return True
    days = [day.toordinal() for day in undated.published]
    return any(time.low <= day <= time.high for time in dated.assertion.times for day in days)


def _is_of_then(dated: Side, undated: Side) -> bool:
    """Whether one side tells how a thing was in a named year and the other how it is."""
    one, two = dated.assertion, undated.assertion
    says_is = not {"is", "are", "ist", "sind"}.isdisjoint(one.frame.said_predicate.split())
    return one.tense == "past" and two.tense == "present" and not says_is


def _is_another_turn(one: Assertion, two: Assertion) -> bool:
    """Whether both tell when a festival, a season or the like was held, or a thing opened again, in two years."""
    is_again = "again" in one.tags & two.tags and "past" in {one.tense, two.tense}
    is_held = bool(one.frame.terms & two.frame.terms & _RECURRING) and not one.frame.terms & _FOUNDED
    if not (is_again or is_held) or not one.value or not two.value:
        return False
    return abs(one.value.low - two.value.low) > _ANOTHER_TURN_DAYS


def _is_passing(one: Assertion) -> bool:
    """Whether it speaks of how things stand now, which a later text may tell otherwise without contradiction."""
    if one.tense != "present":
        return False
    if one.kind == "direct":
        return bool(one.frame.terms & _STATES)
    return one.value is not None and (one.value.kind in {"count", "share"} or is_money(one.value.unit))


def _far_apart(a: Side, b: Side) -> bool:
    gaps: Sequence[int] = [abs((x - y).days) for x in a.published for y in b.published]
    return bool(gaps) and min(gaps) > _APART_DAYS
