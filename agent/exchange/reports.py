"""The reports of a file held against its claims: what stands there as said by a source is what a claim says, and under
its marks stand quotes for that claim. What a model inferred or advises is the file's word, and shown as such. Pure."""

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from agent.atoms import split_atoms
from agent.errors import FileRefused
from agent.exchange.own_keys import ERASED, HOLE
from graph.keys import claim_text, make_key

_KINDS = ("factual", "inference", "recommendation", "connective")
_SECTIONS = ("summary", "findings", "limitations", "conclusion")
_STATUSES = ("supported", "conflicting", "unsupported", "unreviewed")
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Asserted:
    """What a citation is for: a claim's key, the hash of its source's, whether it is valid support."""

    claim: str
    source: int
    bears_out: bool


@dataclass(frozen=True, slots=True)
class Reported:
    """What sentences are held against: citations by hash, claims that were erased, what belongs to nothing."""

    citations: Mapping[int, Asserted]
    erased: set[int]
    orphans: set[int]


@dataclass(slots=True)
class _Sentence:
    line: int
    namespace: str
    kind: str
    section: str
    text: str
    status: str | None
    claims: set[str] = field(default_factory=set[str])
    cites: dict[int, int] = field(default_factory=dict[int, int])


@dataclass(slots=True)
class _Report:
    line: int
    language: str | None
    coverage: Mapping[str, Any]
    sentences: list[_Sentence] = field(default_factory=list[_Sentence])


@dataclass(slots=True)
class Reports:
    """The reports and sentences read so far. `redacted` are, at the end, sentences that are held against the texts of
    the claims whose hashes are given with them."""

    redacted: list[tuple[_Sentence, set[int]]] = field(default_factory=list[tuple[_Sentence, set[int]]])
    _reports: dict[int, _Report] = field(default_factory=dict[int, _Report])
    _sentences: dict[int, _Sentence] = field(default_factory=dict[int, _Sentence])

    def add_report(self, mine: int, number: int, held: Mapping[str, Any]) -> None:
        """Take a report, whose header has its shape. Raises FileRefused where a difference in it is not its claims'."""
        header: dict[str, Any] = json.loads(held["header_json"])
        for side in (side for one in header["conflicts"] for side in one["sides"]):
            if not HOLE.search(side["text"]) and side["claim"] != _key(held["namespace"], side["text"]):
                raise FileRefused(f"Report.header_json gives {side['claim']} other words than its claim's")
        self._reports[mine] = _Report(number, header["language"], header["coverage"])

    def add_statement(self, mine: int, number: int, held: Mapping[str, Any]) -> None:
        """Take a sentence. Raises FileRefused for a kind or a place that no sentence has."""
        for name, words in (("kind", _KINDS), ("section", _SECTIONS), ("status_when_written", (*_STATUSES, None))):
            if held.get(name) not in words:
                told = ", ".join(one for one in words if one)
                raise FileRefused(f"Statement.{name} is {str(held.get(name))[:40]!r}, not one of {told}")
        if "text" not in held:
            raise FileRefused("the Statement has no text")
        status = held.get("status_when_written")
        made = _Sentence(number, held["namespace"], held["kind"], held["section"], held["text"], status)
        self._sentences[mine] = made

    def put(self, statement: int, report: int) -> None:
        """Note of which report a sentence is."""
        if report in self._reports:
            self._reports[report].sentences.append(self._sentences[statement])

    def asserts(self, statement: int, claim: str) -> None:
        """Note a claim of a sentence."""
        self._sentences[statement].claims.add(claim)

    def cites(self, statement: int, citation: int, marker: Any) -> None:
        """Note a quote under a sentence. Raises FileRefused for a mark that is none."""
        if not isinstance(marker, int) or marker < 1:
            raise FileRefused(f"the CITES has the mark {marker!r}, and marks count from 1")
        self._sentences[statement].cites[citation] = marker

    def sentences(self) -> dict[int, str]:
        """Return what the sentences say, by hash."""
        return {mine: one.text for mine, one in self._sentences.items()}

    def hold(self, told: Reported) -> None:
        """Hold every report against its claims. Raises FileRefused with the number of the line."""
        for mine, report in self._reports.items():
            if mine in told.orphans:
                continue
            marks: dict[int, int] = {}
            for one in report.sentences:
                if why := self._fault(one, report.language, told) or _wrong_mark(one, marks, told):
                    raise FileRefused(f"line {one.line}: {why}")
            if why := _miscounted(report):
                raise FileRefused(f"line {report.line}: {why}")

    def hold_redacted(self, texts: Mapping[int, str]) -> None:
        """Hold sentences with erased words against the texts of their claims, by hash. Raises FileRefused."""
        for one, claims in self.redacted:
            known = [claim_text(texts[claim]) for claim in claims if claim in texts]
            if not _is_left_of(one.text, known):
                raise FileRefused(
                    f"line {one.line}: beside what was erased, the Statement says what no claim of it says"
                )

    def _fault(self, one: _Sentence, language: str | None, told: Reported) -> str:
        """Say what a sentence says that its claims do not; "" where nothing."""
        known = [told.citations[key].claim for key in one.cites if key in told.citations]
        is_whole = len(known) == len(one.cites)
        if set(known) - one.claims or (is_whole and set(known) != one.claims):
            return "the Statement cites quotes for other claims than those that it asserts"
        if one.kind == "connective":
            return (
                "" if not one.claims or _is_own_remark(one) else "the Statement is no claim's words, and cites a quote"
            )
        if not one.claims:
            return f"the Statement is called {one.kind} and asserts no claim"
        if one.kind != "factual" or ERASED.fullmatch(one.text):
            return ""
        if HOLE.search(one.text):
            return self._redacted(one, told)
        if one.claims == {_key(one.namespace, one.text)}:
            return ""
        if one.claims == {_key(one.namespace, atom) for atom in split_atoms(one.text, language)}:
            return ""
        return f"the Statement says “{one.text[:80]}”, which is not what the claims say that it asserts"

    def _redacted(self, one: _Sentence, told: Reported) -> str:
        gone = {claim for claim in one.claims if hash(claim) in told.erased}
        if not gone:
            self.redacted.append((one, {hash(claim) for claim in one.claims}))
            return ""
        borne = {cited.claim for key in one.cites if (cited := told.citations.get(key)) is not None and cited.bears_out}
        return "the Statement says more of an erased claim than its mark, and quotes are said to bear it out" * bool(
            gone & borne
        )


def _key(namespace: str, text: str) -> str:
    return make_key("claim", namespace, claim_text(text))


def _wrong_mark(one: _Sentence, marks: dict[int, int], told: Reported) -> str:
    """Note the marks of a sentence; say where one mark stands for two sources of the report."""
    for citation, marker in one.cites.items():
        if (cited := told.citations.get(citation)) is not None and marks.setdefault(
            marker, cited.source
        ) != cited.source:
            return f"the mark [{marker}] stands for two sources of the report"
    return ""


def _is_own_remark(one: _Sentence) -> bool:
    """Whether a sentence is one of the two that the program says of a source's sentence, among the limits."""
    if one.section != "limitations":
        return False
    if HOLE.search(one.text):
        return True
    quoted = one.text.removeprefix("May deny what answers; nobody judged that: “").removesuffix("”")
    is_absolute = one.text.startswith("Absolute wording (“") and one.text.endswith("read it as that source's claim.")
    return is_absolute or {_key(one.namespace, quoted)} == one.claims


def _is_left_of(text: str, claims: Iterable[str]) -> bool:
    """Whether a text is one of the claims with words taken out, or says no word besides those of the claims."""
    claims = list(claims)
    parts = HOLE.split(claim_text(text))
    if any(_stand_in_order(parts, one) for one in claims):
        return True
    held = {word for one in claims for word in _WORD.findall(one.casefold())}
    return set(_WORD.findall(HOLE.sub(" ", text).casefold())) <= held


def _stand_in_order(parts: Sequence[str], text: str) -> bool:
    """Whether a text begins with the first of these parts, ends with the last, and has the others in between."""
    first, *middle, last = parts
    at, end = len(first), len(text) - len(last)
    if not text.startswith(first) or not text.endswith(last):
        return False
    for part in middle:
        at = text.find(part, at) + len(part)
        if at < len(part):
            return False
    return at <= end


def _miscounted(report: _Report) -> str:
    """Say which count of a header is not that of the report's sentences."""
    kinds = Counter(one.kind for one in report.sentences)
    factual = [one for one in report.sentences if one.kind == "factual" and one.claims]
    counted = {
        "statements": len(report.sentences), "factual": kinds["factual"], "cited": len(factual),
        "inferred": kinds["inference"], "recommended": kinds["recommendation"],
        "uncited": kinds["factual"] - len(factual),
        "supported": sum(one.status == "supported" for one in factual),
    }  # fmt: skip
    for name, count in counted.items():
        if (told := report.coverage.get(name, count)) != count:
            return f"Report.header_json counts {told} {name}, and the report has {count}"
    return ""
