"""Layer 2 of the guard: what the server says it would do, judged by its EXPLAIN plan. Pure.

The text of a statement lies (`\\u004cOAD CSV` is LOAD CSV), the plan does not. Its type is necessary and not
sufficient: LOAD CSV, SHOW and TERMINATE TRANSACTIONS are reads to the server. And a subquery inside an expression
(`[x IN [1] | COUNT { LOAD CSV ... }]`) is no operator: it is only to be seen in the details of the one that holds it.
"""

import difflib
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from graph.plan_allowed import AGGREGATIONS, FUNCTIONS, OPERATORS, PROCEDURES, RAW, RENDERED

Plan = Mapping[str, Any]

_READ = "r"
_VARIANT = re.compile(r"\(.*\)$")
# The server writes names that are not plain in backticks, doubled inside, and literals as parameters or in quotes.
_QUOTED = re.compile(r"`(?:[^`]|``)*`" r'|"(?:[^"\\]|\\.)*"' r"|'(?:[^'\\]|\\.)*'", re.DOTALL)
_CALLED = re.compile(r"([^\W\d][\w.]*|`)\(")
_INDEXED = re.compile(r":[\w|`]+\(")  # as in `RANGE INDEX p:Passage(namespace) WHERE namespace = $namespace`
# Where the planner has no better form it prints its own objects, names in them unquoted: there nothing may be cut out.
_RAW = re.compile(r"\bcollect_distinct\(|\b[A-Z]\w*\(")
_RAW_FUNCTION = re.compile(r"\bFunctionName\(Namespace\(List\(([^()]*)\)\),([^()]*)\)")
_HIDDEN = re.compile(r"\bNestedPlan\w*|\bLOAD\s+CSV\b|\bCALL\s+(?![({])\S*|\bResolvedCall\b|\bTRANSACTIONS\b")


def operators(plan: Plan) -> Iterator[tuple[str, str]]:
    """Yield each operator of a plan, its version and variant taken off, with its details."""
    stack = [plan]
    while stack:
        at = stack.pop()
        name = _VARIANT.sub("", str(at.get("operatorType", "")).partition("@")[0])
        args: Plan = at.get("args") or {}
        yield name.removeprefix("Eager ").removeprefix("Partitioned") or "no operator", str(args.get("Details", ""))
        stack.extend(at.get("children") or ())


def why_refused(query_type: str | None, plan: Plan | None) -> str:
    """Return in one sentence why a statement with this EXPLAIN result may not run, "" when it may.

    `query_type` and `plan` are what the driver's summary of `EXPLAIN ...` holds: `r` alone is a read, and a plan is a
    map of `operatorType`, `args` and `children`.
    """
    if query_type != _READ:
        return f"the server calls it {_TYPES.get(query_type or '', 'no read')}; only reads may run"
    if not plan:
        return "the server shows no plan for it; without one it is not known what it would do"
    for name, details in operators(plan):
        if why := _why_operator(name, details):
            return why
    return ""


_TYPES = {"w": "a write", "rw": "a read and write", "s": "a change or report of the schema or the server"}


def _why_operator(name: str, details: str) -> str:
    if name not in OPERATORS:
        return f"its plan holds the operator {name}, which is not among those that only read the graph"
    if name == "ProcedureCall":
        procedure, _, details = details.partition("(")
        if procedure not in PROCEDURES:
            return f"it calls the procedure {procedure}, which is not among those that may be called"
    is_raw = _RAW.search(details)
    bare = details if is_raw else _QUOTED.sub(lambda quoted: "`" if quoted[0][0] == "`" else "''", details)
    if "Index" in name:
        bare = _INDEXED.sub(" (", bare)
    if hidden := _HIDDEN.search(bare):
        return f"it holds {' '.join(hidden[0].split())} inside an expression, where no operator shows it"
    allowed = FUNCTIONS | RENDERED | (RAW if is_raw else frozenset[str]())
    for called in (*(found[1] for found in _CALLED.finditer(bare)), *_raw_functions(bare)):
        if called.casefold() not in allowed:
            return f"it calls {called}, which is not among the functions that may be called"
    return ""


def _raw_functions(details: str) -> Iterator[str]:
    whole = list(_RAW_FUNCTION.finditer(details))
    for found in whole:
        yield ".".join([*(part.strip() for part in found[1].split(",") if part.strip()), found[2]])
    if details.count("FunctionName(") > len(whole):
        yield "a function without a plain name"


def counts_or_aggregates(plan: Plan) -> bool:
    """Return whether something of the result was counted or aggregated, so that a row of it is no row of the graph."""
    return any(name in AGGREGATIONS or "getDegree(" in details for name, details in operators(plan))


NameKind = Literal["label", "relationship type", "property"]
_KINDS: dict[str, NameKind] = {"01N50": "label", "01N51": "relationship type", "01N52": "property"}
_NAMED = re.compile(r"The (?:label|relationship type|property) `(.*)` does not exist", re.DOTALL)
_NEAR = 0.6


@dataclass(frozen=True, slots=True)
class Names:
    """The labels, relationship types and properties that a graph may hold."""

    labels: frozenset[str] = frozenset()
    types: frozenset[str] = frozenset()
    properties: frozenset[str] = frozenset()

    def of(self, kind: NameKind) -> frozenset[str]:
        """Return the names of one kind."""
        return {"label": self.labels, "relationship type": self.types, "property": self.properties}[kind]


@dataclass(frozen=True, slots=True)
class UnknownName:
    """A name in a statement that the graph does not hold, and the nearest that it does ("" without one)."""

    kind: NameKind
    name: str
    nearest: str

    def __str__(self) -> str:
        known = f"; nearest: {self.nearest}" if self.nearest else ""
        return f"the {self.kind} {self.name} does not exist{known}"


def unknown_names(statuses: Iterable[tuple[str, str]], known: Names) -> tuple[UnknownName, ...]:
    """Return the unknown names that a server told of, in an order that does not hang on the server.

    `statuses` are pairs of GQL status and description, as in the driver's `gql_status_objects`. A name that is
    declared in `known` and only not stored yet is no finding.
    """
    found: set[UnknownName] = set()
    for status, description in statuses:
        kind, named = _KINDS.get(status), _NAMED.search(description)
        if kind and named and named[1] not in known.of(kind):
            found.add(UnknownName(kind, named[1], _nearest(named[1], known.of(kind))))
    return tuple(sorted(found, key=lambda one: (one.kind, one.name)))


def with_nearest(unknown: Iterable[UnknownName], known: Names) -> tuple[UnknownName, ...]:
    """Return the findings with the nearest names of `known`."""
    return tuple(UnknownName(one.kind, one.name, _nearest(one.name, known.of(one.kind))) for one in unknown)


def _nearest(name: str, known: Iterable[str]) -> str:
    by_folded = {one.casefold(): one for one in sorted(known)}
    near = difflib.get_close_matches(name.casefold(), by_folded, n=1, cutoff=_NEAR)
    return by_folded[near[0]] if near else ""
