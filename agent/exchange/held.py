"""A file held against itself while it is read: every node under the key that it has by what it is, every quote for one
claim, every sentence what its claims say. Memory holds hashes, the sentences of reports, and the ends of citations."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from agent.errors import FileRefused
from agent.exchange.lines import Line, NodeLine, RelationshipLine
from agent.exchange.own_keys import HOLE, OWNING, citation_keys, is_erased, own_key, owned_key, parts_of
from agent.exchange.reports import Asserted, Reported, Reports
from agent.exchange.stored import check_stored
from agent.record.conflicts import conflict_key
from graph.keys import question_text, sha256_of

_PAIRED = {"FOR_CLAIM", "QUOTES", "BETWEEN", "ASSERTS", "CITES"}
Waiting = tuple[int, str, str, tuple[str | int, ...] | None]
"""The line of a node, its label and namespace, and what it is named by beside the node that it belongs to."""


@dataclass(slots=True)
class _Citation:
    line: int
    held: Mapping[str, Any]
    claim: str = ""
    passage: str = ""


@dataclass(slots=True)
class _Conflict:
    line: int
    namespace: str
    claims: list[str] = field(default_factory=list[str])


@dataclass(slots=True)
class Held:
    """What is known of the lines read so far. `orphans` are, at the end, the hashes of what belongs to nothing."""

    orphans: set[int] = field(default_factory=set[int])
    _seen: set[int] = field(default_factory=set[int])
    _owners: dict[int, int] = field(default_factory=dict[int, int])
    _versions: dict[int, str] = field(default_factory=dict[int, str])
    _waiting: dict[int, Waiting] = field(default_factory=dict[int, Waiting])
    _citations: dict[int, _Citation] = field(default_factory=dict[int, _Citation])
    _conflicts: dict[int, _Conflict] = field(default_factory=dict[int, _Conflict])
    _erased: set[int] = field(default_factory=set[int])
    reports: Reports = field(default_factory=Reports)

    def take(self, number: int, line: Line) -> None:
        """Hold a line against those above it. Raises FileRefused, without the line's number."""
        if isinstance(line, NodeLine):
            self._take_node(number, line)
        else:
            self._take_relationship(line)

    def end(self) -> None:
        """Hold together what several lines say. Raises FileRefused with the number of the line."""
        for mine, one in self._citations.items():
            self._end_citation(mine, one)
        for mine, one in self._conflicts.items():
            if len(one.claims) < 2:
                self.orphans.add(mine)
            elif len(one.claims) > 2 or hash(conflict_key((one.claims[0], one.claims[1]), one.namespace)) != mine:
                raise _at(one.line, "the Conflict's key is not that of the two claims it stands between")
        self.orphans |= set(self._waiting)
        self._spread_orphans()
        self._hold_reports()

    def _take_node(self, number: int, line: NodeLine) -> None:
        mine, held = hash(line.key), line.properties
        if mine in self._seen:
            raise FileRefused(f"the key {line.key} is there twice")
        self._seen.add(mine)
        check_stored(line.label, held)
        _check_name(line.label, held)
        try:
            self._name(number, line)
        except KeyError as missing:
            raise FileRefused(f"the {line.label} has no {missing.args[0]}, which its key is made of") from None
        if line.label == "Citation":
            self._citations[mine] = _Citation(number, _kept(held))
        elif line.label == "Conflict":
            self._conflicts[mine] = _Conflict(number, held["namespace"])
        elif line.label == "Report":
            self.reports.add_report(mine, number, held)
        elif line.label == "Statement":
            self.reports.add_statement(mine, number, held)
        elif line.label == "Claim" and is_erased("Claim", held):
            self._erased.add(mine)

    def _name(self, number: int, line: NodeLine) -> None:
        """Compare a key that the node has by its own properties; note what another key waits for."""
        label, held = line.label, line.properties
        expected = own_key(label, held)
        if label == "SourceVersion":
            self._versions[hash(line.key)] = line.key
        if label == "Assessment":
            if line.key.rpartition(".")[2] != str(held["ordinal"]):
                raise FileRefused("the Assessment's key is not that of its ordinal")
        elif "SubQuestion" in line.marks and expected is not None and expected != line.key:
            self._waiting[hash(line.key)] = (number, label, held["namespace"], (question_text(held["text"]),))
        elif expected is not None and expected != line.key:
            raise FileRefused(f"the {label}'s key is not the one that it has by what it is")
        elif label in _OWNED_LABELS and label != "Question":
            self._waiting[hash(line.key)] = (number, label, held["namespace"], parts_of(label, held))

    def _take_relationship(self, line: RelationshipLine) -> None:
        for label, key in (line.start, line.end):
            if hash(key) not in self._seen:
                raise FileRefused(f"the {label} {key} is on no line above")
        mine = hash((line.type, line.start, line.end))
        if mine in self._seen:
            raise FileRefused(f"the same {line.type} is there twice")
        self._seen.add(mine)
        start, end = line.start[1], line.end[1]
        if OWNING.get(line.type) == line.end[0]:
            self._own(line)
        elif line.type == "HAS_ASSESSMENT" and end.split(".")[1] != start.split(".")[1]:
            raise FileRefused(f"the Assessment {end} is not that of the Claim {start}, whose key it would bear")
        elif line.type in _PAIRED:
            self._pair(line, start, end)

    def _own(self, line: RelationshipLine) -> None:
        owner, child = line.start[1], line.end[1]
        if hash(child) in self._owners:
            raise FileRefused(f"the {line.end[0]} {child} has a second {line.type}, and belongs to one node only")
        waiting = self._waiting.pop(hash(child), None)
        if waiting is not None:
            self._owners[hash(child)] = hash(owner)
            number, label, namespace, parts = waiting
            if parts is not None and owned_key(label, namespace, owner, parts) != child:
                raise FileRefused(
                    f"the {label} of line {number} is not named as one of this {line.start[0]}: its key is not the one "
                    "that it has by what it is and what it belongs to"
                )
            if label == "Statement":
                self.reports.put(hash(child), hash(owner))

    def _pair(self, line: RelationshipLine, start: str, end: str) -> None:
        if line.type == "BETWEEN":
            self._conflicts[hash(start)].claims.append(end)
        elif line.type == "ASSERTS":
            self.reports.asserts(hash(start), end)
        elif line.type == "CITES":
            self.reports.cites(hash(start), hash(end), line.properties.get("marker"))
        else:
            citation = self._citations[hash(start)]
            if getattr(citation, "claim" if line.type == "FOR_CLAIM" else "passage"):
                raise FileRefused(f"the Citation {start} has a second {line.type}")
            if line.type == "QUOTES":
                citation.passage = end
            else:
                citation.claim = end
                stance = line.properties.get("stance", citation.held.get("stance"))
                if stance != citation.held.get("stance"):
                    raise FileRefused(f"the Citation {start} has another stance than its FOR_CLAIM")

    def _end_citation(self, mine: int, one: _Citation) -> None:
        version = self._versions.get(self._owners.get(hash(one.passage), 0), "")
        if not (one.claim and one.passage and version):
            self.orphans.add(mine)
            return
        self._owners[mine] = hash(one.passage)
        try:
            keys = citation_keys(one.claim, version, one.passage, one.held)
        except KeyError as missing:
            raise _at(one.line, f"the Citation has no {missing.args[0]}, which its key is made of") from None
        if keys and mine not in {hash(key) for key in keys}:
            raise _at(one.line, "the Citation's key is not that of its claim, its source's text and its place in that")

    def _spread_orphans(self) -> None:
        """What belongs to an orphan is one."""
        size = -1
        while self.orphans and size != len(self.orphans):
            size = len(self.orphans)
            self.orphans |= {child for child, owner in self._owners.items() if owner in self.orphans}

    def _hold_reports(self) -> None:
        found: dict[int, Asserted] = {}
        for mine, one in self._citations.items():
            if mine not in self.orphans:
                source = self._owners[self._owners[hash(one.passage)]]
                is_for = (one.held.get("verdict"), one.held.get("stance")) == ("valid", "supports")
                found[mine] = Asserted(one.claim, source, bears_out=is_for)
        self.reports.hold(Reported(found, self._erased, self.orphans))


_OWNED_LABELS = frozenset(OWNING.values())


def _kept(held: Mapping[str, Any]) -> dict[str, Any]:
    """What of a citation its key and the sentences that it stands under are held against."""
    quote = held.get("quote", "")
    if held.get("quote_sha256", sha256_of(quote)) != sha256_of(quote):
        raise FileRefused("the Citation's quote_sha256 is not that of its quote")
    kept = {name: held[name] for name in ("namespace", "char_start", "char_end", "stance", "verdict") if name in held}
    if "char_start" not in held:
        kept |= {name: held[name] for name in ("quote", "erased_at") if name in held}
    return kept


def _check_name(label: str, held: Mapping[str, Any]) -> None:
    """Refuse a name, by which a node is shown, that is not the beginning of its words."""
    words = held.get("quote" if label == "Citation" else "text", "")
    name = held["name"].removesuffix("…")
    is_told = label in {"Claim", "Citation", "Statement"} and not HOLE.search(f"{words} {name}")
    if is_told and not " ".join(words.split()).startswith(name):
        raise FileRefused(f"{label}.name is “{held['name']}”, and its words begin otherwise")


def _at(line: int, why: str) -> FileRefused:
    return FileRefused(f"line {line}: {why}")
