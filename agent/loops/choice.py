"""What a loop chooses for a round: queries, where each goes, what it builds on, and why. Pure."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, get_args

from agent.evidence import Evidence
from agent.plan import Plan
from agent.review import Review

LoopName = Literal["iterative", "recursive", "adaptive"]
"""Rounds until every part is answered; each next query made from what was found; judged anew before each round."""
LOOPS: tuple[LoopName, ...] = get_args(LoopName)
Where = Literal["memory", "web"]
By = Literal["model", "rules"]


class Transformed(NamedTuple):
    """A query for an open part that was made from what was found: in the passages with the keys `builds_on`."""

    part: int
    query: str
    builds_on: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Wanted:
    """One query of the next round for a part of the plan; `builds_on` are keys of the passages it was made from."""

    part: int
    query: str
    where: Where
    builds_on: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """Whether to look on, for what, who judged it, and why."""

    wanted: tuple[Wanted, ...]
    why: str
    by: By

    def to(self, where: Where) -> list[tuple[int, str]]:
        """Return (part, query) of what goes to one place, each once."""
        return list(dict.fromkeys((one.part, one.query) for one in self.wanted if one.where == where))

    def data(self) -> dict[str, Any]:
        """Return what its Step keeps and its event tells."""
        return {
            "retrieve": bool(self.wanted),
            "queries": [
                {"for": one.part, "query": one.query, "where": one.where, "builds_on": list(one.builds_on)}
                for one in self.wanted
            ],
            "why": self.why,
            "by": self.by,
        }

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> "Choice":
        """Return the choice that a Step kept."""
        wanted = (
            Wanted(int(one["for"]), str(one["query"]), one["where"], tuple(map(str, one["builds_on"])))
            for one in data["queries"]
        )
        return cls(tuple(wanted), str(data["why"]), data["by"])


@dataclass(frozen=True, slots=True)
class Reviewed:
    """What is known when a round is chosen. `round` is the one that was reviewed, 0 before the first (`found` None).

    `asked` are the queries that went to memory, `sent` those that went to the web, both without case. `is_new`: the
    round brought quotes that were not there before.
    """

    plan: Plan
    round: int
    found: Review | None = None
    evidence: Mapping[int, Sequence[Evidence]] | None = None
    asked: Collection[str] = ()
    sent: Collection[str] = ()
    has_web: bool = False
    is_new: bool = True
    rounds_left: int = 1

    @property
    def open_parts(self) -> list[int]:
        """The parts that nothing answers yet."""
        if self.found is None:
            return [sub.ordinal for sub in self.plan.subquestions]
        return [gap.subquestion for gap in self.found.gaps]

    def is_asked(self, query: str, where: Where) -> bool:
        """Whether a query went to a place before."""
        return query.casefold() in (self.sent if where == "web" else self.asked)
