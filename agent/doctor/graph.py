"""Whether what the graph holds is as the writers leave it: what is wrong by kind, how often, one example of each."""

from collections.abc import AsyncGenerator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from agent.doctor.finding import DATABASE_EXIT, Finding
from agent.record.groups import GROUPER
from agent.record.names import LINKER
from graph.status import CitedEvidence, status_of
from graph.store import GraphStore, Row

Kind = Literal[
    "statuses", "places", "names", "conflicts", "quotes", "unfinished sources", "doubled texts", "orphan passages",
    "deletions",
]  # fmt: skip
"""The first five are repaired by rule, the others need what the graph does not hold."""

MECHANICAL: tuple[Kind, ...] = ("places", "quotes", "conflicts", "statuses", "names")
"""In the order of repair: a status hangs on quotes and conflicts."""
_READS: dict[Kind, str] = {
    "places": "misplaced_passages",
    "names": "unlinked_versions",
    "conflicts": "lopsided_conflicts",
    "quotes": "loose_citations",
    "unfinished sources": "unfinished_versions",
    "doubled texts": "doubled_versions",
    "orphan passages": "orphan_passages",
    "deletions": "unfinished_deletions",
}
_WORDS: dict[Kind, tuple[str, str]] = {
    "statuses": ("claims are not called what their quotes and conflicts allow", ""),
    "places": ("passages are found that are not current, or not found that are", ""),
    "names": ("texts were not linked by names or compared with others", ""),
    "conflicts": ("open conflicts do not stand between two claims", ""),
    "quotes": ("quotes are for no claim or from no passage", ""),
    "unfinished sources": (
        "sources did not arrive whole and are not found",
        "add them again, or import the file again; what is not to be had any more: claimgraph forget",
    ),
    "doubled texts": ("sources have more than one current text", "add them again"),
    "orphan passages": ("passages belong to no version; nothing finds them", "nothing"),
    "deletions": ("deletions were begun and not ended", "claimgraph forget goes on with them"),
}
PAGE = 500


@dataclass(frozen=True, slots=True)
class Problem:
    """One kind of what is wrong: how many, and the first ones by key or by what a person calls them."""

    kind: Kind
    count: int
    keys: tuple[str, ...]

    @property
    def is_mechanical(self) -> bool:
        """Whether a repair needs nobody's judgement."""
        return self.kind in MECHANICAL


async def examine(store: GraphStore) -> list[Problem]:
    """Return what is wrong in the namespace; nothing is written. Reads every claim once. Raises GraphError."""
    found = [await find_problem(store, kind) for kind in _WORDS]
    return [problem for problem in found if problem.count]


async def find_problem(store: GraphStore, kind: Kind) -> Problem:
    """Return how often one kind is there, with at most 500 of its keys in order."""
    if kind == "statuses":
        wrong = [key async for key in wrong_claims(store)]
        return Problem(kind, len(wrong), tuple(wrong[:PAGE]))
    values: dict[str, Any] = {"linker": LINKER, "grouper": GROUPER} if kind == "names" else {}
    row = (await store.read(_READS[kind], limit=PAGE, **values))[0]
    return Problem(kind, row["count"], tuple(row["keys"]))


async def wrong_claims(store: GraphStore) -> AsyncGenerator[str]:
    """Yield the claims whose status, reason or label is not what their citations and conflicts allow."""
    rows: list[Row] | None = None
    after = ""
    while rows is None or len(rows) == PAGE:
        rows = await store.read("claims_to_examine", after=after, limit=PAGE)
        for row in rows:
            after = row["claim"]
            if is_wrong(row):
                yield after


def is_wrong(row: Row) -> bool:
    """Whether a claim, a row of `claims_to_examine`, is called something else than the rule says. Pure."""
    evidence = [
        CitedEvidence(
            one["stance"] or "mentions", one["verdict"] or "unchecked", one["quote_match"] or "", one["checker"] or ""
        )
        for one in row["citations"]
    ]
    right = status_of(evidence, opposed=row["opposed"], rejected=row["rejected"])
    labels = set(row["labels"]) - {"Claim"}
    return (row["status"], row["reason"], labels) != (right.status, right.reason, {right.status.capitalize()})


def findings_of(problems: list[Problem], repaired: Mapping[str, int]) -> list[Finding]:
    """Return what `doctor` prints of problems: those that are left are broken."""
    made = [Finding(f"graph: {kind}", "ok", f"{number} repaired") for kind, number in repaired.items() if number]
    for one in problems:
        says, do = _WORDS[one.kind]
        example = f"{one.count} {says}, such as {one.keys[0]}"
        do = do or "claimgraph doctor --graph --repair"
        made.append(Finding(f"graph: {one.kind}", "broken", example, do, DATABASE_EXIT))
    return made or [Finding("graph", "ok", "nothing is wrong in it")]
