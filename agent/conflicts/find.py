"""The pairs of claims that cannot both hold, among many: order does not matter, twice is once."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product

from agent.conflicts.assertion import Assertion, Kind
from agent.conflicts.assertions import read_assertions
from agent.conflicts.compare import Origin, Outcome, Side, are_comparable, compare, settle

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
    """Two claims, keys in order, that differ in one thing: what each says, and what that amounts to."""

    kind: Kind
    outcome: Outcome
    claims: tuple[str, str]
    values: tuple[str, str]
    subject: str

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
    found: list[Opposed] = []
    for first, second in combinations(sorted(known), 2):
        if among is not None and not {first, second} & among:
            continue
        a, b = known[first], known[second]
        opposed = _oppose(first, _sides(a, a.language or b.language), second, _sides(b, b.language or a.language))
        if opposed is not None:
            found.append(opposed)
    return found


def find_conflicts(claims: Iterable[ClaimRead], among: frozenset[str] | None = None) -> list[Opposed]:
    """The pairs that cannot both hold and that nothing settles."""
    return [one for one in find_opposed(claims, among) if one.outcome == "conflict"]


def oppose_values(a: ClaimRead, said_a: str, b: ClaimRead, said_b: str) -> Opposed | None:
    """How two claims stand that answer one question with these values, as they say them; None where rules cannot tell.

    The question has joined them, so their other words need not agree; conditions and times must.
    """
    first, second = sorted((a, b), key=lambda one: one.key)
    told = (said_a, said_b) if first is a else (said_b, said_a)
    languages = first.language or second.language, second.language or first.language
    for x, y in product(_saying(first, told[0], languages[0]), _saying(second, told[1], languages[1])):
        if x.assertion.kind == y.assertion.kind and are_comparable(x, y):
            outcome = settle(x, y)
            return Opposed(x.assertion.kind, outcome, (first.key, second.key), told, x.assertion.frame.said_subject)
    return None


def _sides(one: ClaimRead, language: str | None) -> list[Side]:
    """What a claim asserts, read in its language, or where a short text does not tell that, in the other one's."""
    return [Side(made, one.origins) for made in read_assertions(one.text, language)]


def _saying(one: ClaimRead, said: str, language: str | None) -> list[Side]:
    return [side for side in _sides(one, language) if side.assertion.value is not None and side.assertion.said == said]


def _oppose(first: str, ones: Sequence[Side], second: str, twos: Sequence[Side]) -> Opposed | None:
    met: list[tuple[Outcome, Side, Side]] = [
        (outcome, a, b) for a, b in product(ones, twos) if (outcome := compare(a, b)) is not None
    ]
    if not met:
        return None
    outcome, a, b = min(met, key=lambda each: (_ORDER[each[0]], _rank(each[1].assertion)))
    said = (_said(a.assertion), _said(b.assertion)) if outcome == "spread" else (a.assertion.said, b.assertion.said)
    return Opposed(a.assertion.kind, outcome, (first, second), said, a.assertion.frame.said_subject)


def _said(one: Assertion) -> str:
    """A value with who expects it, where the sentence names somebody."""
    return f"{one.said} by {one.frame.said_by}" if one.frame.said_by else one.said


def _rank(one: Assertion) -> tuple[int, str]:
    kinds: tuple[Kind, ...] = ("numeric", "temporal", "attribution", "direct")
    return kinds.index(one.kind), one.said
