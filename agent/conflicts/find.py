"""The pairs of claims that cannot both hold, among many: order does not matter, twice is once."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product

from agent.conflicts.assertion import Assertion, Kind
from agent.conflicts.assertions import read_assertions
from agent.conflicts.compare import Outcome, are_comparable, compare, is_replaced, is_said_after, settle, tells_same
from agent.conflicts.side import Origin, Side
from agent.words.measures import same_value

_ORDER: Mapping[str, int] = {"conflict": 0, "superseded": 1, "spread": 2}


@dataclass(frozen=True, slots=True)
class ClaimRead:
    """A claim as it is compared: its key, its words, everywhere it stands."""

    key: str
    text: str
    origins: tuple[Origin, ...] = ()

    @property
    def language(self) -> str | None:
        """The language that most of its sources are in."""
        named = sorted(one.language for one in self.origins if one.language)
        return max(named, key=named.count) if named else None


@dataclass(frozen=True, slots=True)
class Opposed:
    """Two claims, keys in order, that differ in one thing: what each says, and what that amounts to.

    `replaced` is the key of the claim whose value another one replaced, "" where none was.
    """

    kind: Kind
    outcome: Outcome
    claims: tuple[str, str]
    values: tuple[str, str]
    subject: str
    replaced: str = ""

    @property
    def rationale(self) -> str:
        """Why, in one line."""
        what = {
            "numeric": "different values of one measure",
            "temporal": "dates that exclude each other",
            "direct": "one says what the other denies",
            "attribution": "different names for who did or said it",
        }[self.kind]
        if self.kind == "direct":
            return what
        return f"{what}: {self.values[0]} / {self.values[1]}"


def find_opposed(claims: Iterable[ClaimRead], among: frozenset[str] | None = None) -> list[Opposed]:
    """Every pair that differs, conflicts, replaced figures and spreads alike, by keys; `among`: with one of these.

    Pairs of one key, and what only likeness would join, are none.
    """
    known = {one.key: one for one in sorted(claims, key=lambda each: (each.key, each.origins))}
    met: list[_Met] = []
    for first, second in combinations(sorted(known), 2):
        if among is not None and not {first, second} & among:
            continue
        a, b = known[first], known[second]
        found = _oppose(first, _sides(a, a.language or b.language), second, _sides(b, b.language or a.language))
        if found is not None:
            met.append(found)
    return [_replaced_elsewhere(one, met) for one in met]


@dataclass(frozen=True, slots=True)
class _Met:
    opposed: Opposed
    sides: tuple[Side, Side]

    @property
    def old_and_new(self) -> tuple[Side, Side]:
        """The side that was replaced and the one that replaced it."""
        first, second = self.sides
        return (first, second) if self.opposed.replaced == self.opposed.claims[0] else (second, first)


def _replaced_elsewhere(one: _Met, met: Sequence[_Met]) -> Opposed:
    """A pair as it stands once it is known which values others replaced: a text that gives only the new value says
    nothing of the old one, and still does not contradict who gave that before."""
    if one.opposed.outcome != "conflict" or one.opposed.kind not in {"numeric", "temporal"}:
        return one.opposed
    for other in met:
        if other.opposed.outcome != "superseded":
            continue
        old, new = other.old_and_new
        for at, (x, y) in enumerate((one.sides, one.sides[::-1])):
            if tells_same(x, old) and _gives_new(y, new) and not is_said_after(x, new):
                return replace(one.opposed, outcome="superseded", replaced=one.opposed.claims[at])
    return one.opposed


def _gives_new(one: Side, new: Side) -> bool:
    """Whether a claim gives the value that another one put in the place of an older one; who does that by naming the
    older one, or by the name of the thing alone, need not say what it is a value of."""
    mine, its = one.assertion, new.assertion
    if tells_same(one, new) or not its.told or mine.kind != its.kind or not mine.value or not its.value:
        return tells_same(one, new)
    return its.value.unit in {"", mine.value.unit} and same_value(mine.value, its.value)


def find_conflicts(claims: Iterable[ClaimRead]) -> list[Opposed]:
    """The pairs that cannot both hold and that nothing settles."""
    return [one for one in find_opposed(claims) if one.outcome == "conflict"]


def oppose_values(a: ClaimRead, said_a: str, b: ClaimRead, said_b: str) -> Opposed | None:
    """How two claims stand that answer one question with these values, as they say them; None where rules cannot tell.

    The question has joined them, so their other words need not agree; conditions and times must.
    """
    first, second = sorted((a, b), key=lambda one: one.key)
    told = (said_a, said_b) if first is a else (said_b, said_a)
    languages = first.language or second.language, second.language or first.language
    for x, y in product(_saying(first, told[0], languages[0]), _saying(second, told[1], languages[1])):
        if x.assertion.kind == y.assertion.kind and are_comparable(x, y):
            outcome, pair = settle(x, y), (first.key, second.key)
            old = _old(outcome, x, y, pair)
            return Opposed(x.assertion.kind, outcome, pair, told, x.assertion.frame.said_subject, old)
    return None


def _sides(one: ClaimRead, language: str | None) -> list[Side]:
    """What a claim asserts, read in its language, or where a short text does not tell that, in the other one's."""
    return [Side(made, one.origins) for made in read_assertions(one.text, language)]


def _saying(one: ClaimRead, said: str, language: str | None) -> list[Side]:
    return [side for side in _sides(one, language) if side.assertion.value is not None and side.assertion.said == said]


def _oppose(first: str, ones: Sequence[Side], second: str, twos: Sequence[Side]) -> _Met | None:
    met: list[tuple[Outcome, Side, Side]] = [
        (outcome, a, b) for a, b in product(ones, twos) if (outcome := compare(a, b)) is not None
    ]
    if not met:
        return None
    if any(outcome == "superseded" and _names_former(a, b) for outcome, a, b in met):
        met = [each for each in met if each[1].assertion.kind != "direct"]  # a "not" that only takes back the old value
    outcome, a, b = min(met, key=lambda each: (_ORDER[each[0]], _rank(each[1].assertion)))
    said = (_said(a.assertion), _said(b.assertion)) if outcome == "spread" else (a.assertion.said, b.assertion.said)
    pair = (first, second)
    old = _old(outcome, a, b, pair)
    return _Met(Opposed(a.assertion.kind, outcome, pair, said, a.assertion.frame.said_subject, old), (a, b))


def _names_former(a: Side, b: Side) -> bool:
    """Whether one side says of the other's value that it holds no longer."""
    return any(
        old.value is not None and any(one.kind == old.value.kind and same_value(one, old.value) for one in new.former)
        for old, new in ((a.assertion, b.assertion), (b.assertion, a.assertion))
    )


def _old(outcome: Outcome, a: Side, b: Side, claims: tuple[str, str]) -> str:
    """The key of the claim that was replaced; "" where none was."""
    if outcome != "superseded":
        return ""
    return claims[0] if is_replaced(a, b) else claims[1]


def _said(one: Assertion) -> str:
    """A value with who expects it, where the sentence names somebody."""
    return f"{one.said} by {one.frame.said_by}" if one.frame.said_by else one.said


def _rank(one: Assertion) -> tuple[int, str]:
    kinds: tuple[Kind, ...] = ("numeric", "temporal", "attribution", "direct")
    return kinds.index(one.kind), one.said
