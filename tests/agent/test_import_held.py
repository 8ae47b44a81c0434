"""A file held against what it says itself: an honest one is taken, and no forged one says more than its evidence."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from export_files import named, write

from agent.errors import FileRefused
from agent.exchange.lines import Line, NodeLine, RelationshipLine
from agent.exchange.read import check_file
from graph.keys import make_key, sha256_of, short_name
from retrievers.split import SPLITTER_VERSION

PLANT, DAM = "The plant costs 5 million crowns.", "The dam costs 6 million crowns."
TEXT = f"{PLANT} {DAM}"
BOTH = "The plant costs 5 million crowns and the dam costs 6 million crowns."
TURNED = "The dam costs 5 million crowns and the plant costs 6 million crowns."
MARK = "[erased 2026-03-02]"
MORE = "The dam costs more than the plant."
ABSOLUTE = "Absolute wording (“all”) by “News”, not borne out by another source here; read it as that source's claim."
NOW = "2026-03-02T10:00:00Z"

SOURCE = named("Source", "file:news.md", locator="file:news.md", kind="file", title="News")
VERSION = named("SourceVersion", SOURCE.key, sha256_of(TEXT), content_sha256=sha256_of(TEXT), state="current")
PASSAGE = named(
    "Passage", VERSION.key, 0, SPLITTER_VERSION, ordinal=0, text=TEXT, char_start=0, char_end=len(TEXT)
)  # fmt: skip
OTHER = named("Source", "file:other.md", locator="file:other.md", kind="file")
OTHER_VERSION = named("SourceVersion", OTHER.key, "0", content_sha256="0", state="superseded")
CLAIMS = [named("Claim", text, text=text, status="supported") for text in (PLANT, DAM)]
PLACES = [(0, len(PLANT)), (len(PLANT) + 1, len(TEXT))]
CITATIONS = [
    named(
        "Citation", claim.key, VERSION.key, *place, quote=claim.properties["text"], char_start=place[0],
        char_end=place[1], quote_sha256=sha256_of(claim.properties["text"]), quote_match="exact", stance="supports",
        verdict="valid", checker="verbatim",
    )
    for claim, place in zip(CLAIMS, PLACES, strict=True)
]  # fmt: skip
CONFLICT = named("Conflict", *sorted(one.key for one in CLAIMS), state="dismissed")
ASSESSMENT = replace(
    named("Assessment", ordinal=1, from_status="unreviewed", to_status="supported"),
    key=f"assessment.{CLAIMS[0].key.partition('.')[2]}.1",
)
ENTITY = named("Entity", "news", full_name="News")
QUESTION = named("Question", "what does it cost", text="What does it cost?")
RUN = named("Run", "r1", run_key="r1", state="completed", budgets_json='{"calls":4}', options_json='{"web":null}')
PART = replace(named("Question", "the plant", RUN.key, text="The plant?"), marks=["SubQuestion"])
STEP = named(
    "Step", RUN.key, 1, "memory_search", "ab", round=1, tool="memory_search", request_sha256="ab", args_json="{}",
    output_json='{"found":{},"notes":[]}',
)  # fmt: skip
REVIEW = named("Reflection", RUN.key, 1, round=1, verdict="covered")
LESSON = replace(
    named("Reflection", RUN.key, "wording", "the plant", kind="wording", lesson="ask so", about="The plant?"),
    marks=["Lesson"],
)
HEADER: dict[str, Any] = {
    "language": "en", "subquestions": ["What does it cost?"], "outcomes": [], "gaps": [], "notes": [], "usage": [],
    "coverage": {
        "statements": 6, "factual": 2, "cited": 2, "checked": 2, "supported": 2, "removed": 0, "inferred": 1,
        "supported_share": 1.0,
    },
    "conflicts": [
        {
            "conflict": CONFLICT.key, "kind": "numeric", "subquestion": 1,
            "sides": [
                {"claim": one.key, "text": one.properties["text"], "value": "5", "citations": [], "published_at": None}
                for one in CLAIMS
            ],
        }
    ],
}  # fmt: skip
REPORT = named("Report", RUN.key, 1, round=1, is_final=True, header_json=json.dumps(HEADER))
SAID = [
    ("summary", "factual", PLANT, (0,)), ("findings", "factual", BOTH, (0, 1)), ("findings", "inference", MORE, (0, 1)),
    ("limitations", "connective", ABSOLUTE, (1,)),
    ("limitations", "connective", f"May deny what answers; nobody judged that: “{DAM}”", (1,)),
    ("conclusion", "connective", "Stored sources answer the question.", ()),
]  # fmt: skip
STATEMENTS = [
    named(
        "Statement", REPORT.key, number, ordinal=number, section=section, kind=kind, text=text,
        **({"status_when_written": "supported"} if claims else {}),
    )
    for number, (section, kind, text, claims) in enumerate(SAID, 1)
]  # fmt: skip
TALK = named("Conversation", "c1", conversation="c1")
TURN = named(
    "Turn", TALK.key, 1, ordinal=1, state="answered", calls_json="[]",
    memory_json='{"tokens":9,"chosen":[],"left_out":0}',
)  # fmt: skip
DELETION = named("Deletion", OTHER.key, NOW, target=OTHER.key, started_at=NOW, state="complete")


def rel(kind: str, start: NodeLine, end: NodeLine, **properties: Any) -> RelationshipLine:
    return RelationshipLine(kind, (start.label, start.key), (end.label, end.key), properties)


HONEST: list[Line] = [
    SOURCE, OTHER, VERSION, OTHER_VERSION, PASSAGE, *CLAIMS, *CITATIONS, CONFLICT, ASSESSMENT, ENTITY, QUESTION, PART,
    RUN, STEP, REVIEW, LESSON, REPORT, *STATEMENTS, TALK, TURN, DELETION,
    rel("HAS_VERSION", SOURCE, VERSION), rel("HAS_VERSION", OTHER, OTHER_VERSION), rel("HAS_PASSAGE", VERSION, PASSAGE),
    *(rel("FOR_CLAIM", citation, claim, stance="supports") for citation, claim in zip(CITATIONS, CLAIMS, strict=True)),
    *(rel("QUOTES", citation, PASSAGE) for citation in CITATIONS),
    *(rel("BETWEEN", CONFLICT, claim) for claim in CLAIMS),
    rel("HAS_ASSESSMENT", CLAIMS[0], ASSESSMENT), rel("ANSWERS", RUN, QUESTION), rel("PLANNED", RUN, PART, ordinal=1),
    rel("HAS_STEP", RUN, STEP), rel("HAS_REFLECTION", RUN, REVIEW), rel("LEARNED", RUN, LESSON),
    rel("PRODUCED", RUN, REPORT), rel("HAS_TURN", TALK, TURN),
    *(rel("HAS_STATEMENT", REPORT, statement) for statement in STATEMENTS),
    *(
        each
        for statement, (_, _, _, claims) in zip(STATEMENTS, SAID, strict=True)
        for at in claims
        for each in (rel("ASSERTS", statement, CLAIMS[at]), rel("CITES", statement, CITATIONS[at], marker=1))
    ),
]  # fmt: skip


def with_(old: NodeLine, **properties: Any) -> list[Line]:
    """The file with other properties of one node under its key; a property of None is left out."""
    said = properties.get("text", properties.get("quote"))
    shown = {"name": short_name(said)} if said else {}
    held = {name: value for name, value in (old.properties | shown | properties).items() if value is not None}
    return [replace(old, properties=held) if one == old else one for one in HONEST]


def header_with(**changes: Any) -> list[Line]:
    return with_(REPORT, header_json=json.dumps(HEADER | changes))


def moved(kind: str, start: NodeLine, end: NodeLine, to: NodeLine) -> list[Line]:
    """The file with one relationship ending elsewhere."""
    old = (kind, start.key, end.key)
    return [
        replace(one, end=(to.label, to.key))
        if isinstance(one, RelationshipLine) and (one.type, one.start[1], one.end[1]) == old
        else one
        for one in HONEST
    ]


def erased(text: str, said: str = MARK, *, verdict: str = "removed") -> list[Line]:
    """The file after the plant's claim was erased, with a sentence that reads so."""
    sides = [side | {"text": MARK} for side in HEADER["conflicts"][0]["sides"]]
    header = HEADER | {"conflicts": [HEADER["conflicts"][0] | {"sides": sides}]}
    gone: dict[str, dict[str, Any]] = {
        CLAIMS[0].key: {"text": said, "erased_at": NOW},
        CITATIONS[0].key: {"quote": MARK, "quote_sha256": sha256_of(MARK), "erased_at": NOW, "verdict": verdict},
        REPORT.key: {"header_json": json.dumps(header)},
        STATEMENTS[0].key: {"text": text},
        STATEMENTS[1].key: {"text": text},
    }
    return [
        replace(one, properties=one.properties | gone[one.key])
        if isinstance(one, NodeLine) and one.key in gone
        else one
        for one in HONEST
    ]


def refused(path: Path, lines: list[Line]) -> str:
    with pytest.raises(FileRefused) as found:
        check_file(write(path / "a.jsonl", *lines))
    return str(found.value)


def test_an_honest_file_of_every_kind_is_taken_whole(tmp_path: Path) -> None:
    file = check_file(write(tmp_path / "a.jsonl", *HONEST))
    kinds = {one.label if isinstance(one, NodeLine) else one.type for one in HONEST}
    assert [line for _, line in file.lines(kinds)] == HONEST
    assert file.left_out == set()


@pytest.mark.parametrize(
    "old",
    [one for one in HONEST if isinstance(one, NodeLine)],
    ids=lambda one: f"{one.label}{one.properties.get('ordinal', '')}",
)
def test_a_node_under_a_key_that_is_not_its_own_is_refused(tmp_path: Path, old: NodeLine) -> None:
    new = f"{old.label.lower()}.{'0' * 32}" + (".1" if old.label == "Assessment" else "")

    def renamed(one: Line) -> Line:
        if isinstance(one, NodeLine):
            return replace(one, key=new) if one.key == old.key else one
        start, end = ((label, new if key == old.key else key) for label, key in (one.start, one.end))
        return replace(one, start=start, end=end)

    assert "key" in refused(tmp_path, [renamed(one) for one in HONEST])


FORGED: list[tuple[str, Callable[[], list[Line]], str]] = [
    ("a claim's text", lambda: with_(CLAIMS[0], text="It costs 999."), "line 7: the Claim's key is not"),
    ("a claim called erased", lambda: with_(CLAIMS[0], text=f"Boom. {MARK}", erased_at=NOW), "line 7"),
    ("a source's place", lambda: with_(SOURCE, locator="file:x"), "line 2: the Source's key"),
    ("a text's hash", lambda: with_(VERSION, content_sha256="0"), "the SourceVersion of line 4 is not named as"),
    ("a passage's place", lambda: with_(PASSAGE, ordinal=1), "the Passage of line 6 is not named as"),
    ("a caption", lambda: with_(CLAIMS[0], name="The plant exploded"), "Claim.name is “The plant exploded”"),
    ("a run's key", lambda: with_(RUN, run_key="x"), "the Run's key"),
    ("a step's request", lambda: with_(STEP, request_sha256="cd"), "the Step of line"),
    ("a quote's place", lambda: with_(CITATIONS[0], char_end=9), "the Citation's key is not that of"),
    ("a quote that denies", lambda: with_(CITATIONS[0], stance="mentions"), "has another stance"),
    ("a quote's words", lambda: with_(CITATIONS[0], quote="Nobody."), "quote_sha256 is not that of its quote"),
    ("a quote of another claim", lambda: moved("FOR_CLAIM", CITATIONS[0], CLAIMS[0], CLAIMS[1]), "the Citation's key"),
    ("a conflict of others", lambda: with_(CONFLICT, namespace=None), "has no namespace"),
    ("a history's order", lambda: with_(ASSESSMENT, ordinal=2), "not that of its ordinal"),
    ("a property that is missing", lambda: with_(RUN, run_key=None), "the Run has no run_key"),
    ("a sentence", lambda: with_(STATEMENTS[0], text="It exploded."), "says “It exploded.”, which is not what"),
    ("a part of a sentence", lambda: with_(STATEMENTS[1], text=BOTH.replace("dam", "mill")), "which is not what the"),
    ("its order", lambda: with_(STATEMENTS[1], text=TURNED),
     "which is not what the claims say"),
    ("a sentence of its own", lambda: with_(STATEMENTS[0], kind="connective"), "no claim's words"),
    ("a remark", lambda: with_(STATEMENTS[3], text="The plant exploded."), "no claim's words"),
    ("a denial", lambda: with_(STATEMENTS[4], text="May deny what answers; nobody judged that: “Boom.”"), "no claim's"),
    ("a remark elsewhere", lambda: with_(STATEMENTS[3], section="summary"), "no claim's words"),
    ("a kind", lambda: with_(STATEMENTS[0], kind="certain"), "Statement.kind is 'certain'"),
    ("a section", lambda: with_(STATEMENTS[0], section="title"), "Statement.section is 'title'"),
    ("a sentence without a claim", lambda: with_(STATEMENTS[5], kind="factual"), "asserts no claim"),
    ("an erased sentence", lambda: with_(STATEMENTS[0], text=f"Boom. {MARK}"), "no claim of it"),
    ("words about an erased claim", lambda: erased(f"{MARK} Boom.", verdict="valid"), "more of an erased"),
    ("a quote under it", lambda: moved("CITES", STATEMENTS[0], CITATIONS[0], CITATIONS[1]), "for other claims than"),
    ("its claim", lambda: moved("ASSERTS", STATEMENTS[0], CLAIMS[0], CLAIMS[1]), "for other claims than"),
    ("a header's claim", lambda: header_with(conflicts=[
        HEADER["conflicts"][0] | {"sides": [HEADER["conflicts"][0]["sides"][0] | {"text": "It costs 9."}]}]),
     "gives claim.* other words than its claim's"),
    ("a count", lambda: header_with(coverage=HEADER["coverage"] | {"supported": 1}), "counts 1 supported, and the"),
    ("too many", lambda: header_with(coverage=HEADER["coverage"] | {"checked": 99}), "99 checked of 2 cited"),
    ("fewer than none", lambda: header_with(coverage=HEADER["coverage"] | {"removed": -5}), "removed is -5"),
    ("a header of text", lambda: with_(REPORT, header_json="[1,2"), "Report.header_json cannot be read"),
    ("a header's type", lambda: header_with(coverage="x"), "coverage should be an object"),
    ("a header's list", lambda: header_with(conflicts={"a": 1}), "conflicts should be a valid array"),
    ("a header's cost", lambda: header_with(usage=[
        {"role": "writer", "model": "m", "calls": 1, "tokens_in": 1, "tokens_out": 1, "cost": "x"}]), "no sum of"),
    ("no header", lambda: with_(REPORT, header_json=None), "the Report has no header_json"),
    ("a step's output", lambda: with_(STEP, output_json="[]"), "Step.output_json cannot be read"),
    ("a step's rows", lambda: with_(STEP, output_json='{"ran":"x","rows":3,"reason":"","notes":[]}'), "rows should be"),
    ("a budget", lambda: with_(RUN, budgets_json='{"calls":-1}'), "Run.budgets_json cannot be read"),
    ("a loop", lambda: with_(RUN, options_json='{"loop":"endless"}'), "Run.options_json cannot be read"),
    ("a turn's calls", lambda: with_(TURN, calls_json='[{"tool":1}]'), "Turn.calls_json cannot be read"),
    ("a turn's memory", lambda: with_(TURN, memory_json='{"chosen":[{}]}'), "Turn.memory_json cannot be read"),
]  # fmt: skip


@pytest.mark.parametrize(("make", "complaint"), [one[1:] for one in FORGED], ids=[one[0] for one in FORGED])
def test_what_a_file_says_otherwise_than_its_own_evidence_is_refused(
    tmp_path: Path, make: Callable[[], list[Line]], complaint: str
) -> None:
    told = refused(tmp_path, make())
    assert re.search(complaint, told), told
    assert re.match(r"line \d+: ", told), "the line is named"
    assert told.endswith("; nothing was imported")


def test_one_mark_stands_for_one_source(tmp_path: Path) -> None:
    place = replace(PASSAGE, key=make_key("passage", "alpha", OTHER_VERSION.key, 0, SPLITTER_VERSION))
    twin = replace(CITATIONS[0], key=make_key("citation", "alpha", CLAIMS[0].key, OTHER_VERSION.key, *PLACES[0]))
    lines: list[Line] = [
        place, twin, *HONEST, rel("HAS_PASSAGE", OTHER_VERSION, place), rel("QUOTES", twin, place),
        rel("FOR_CLAIM", twin, CLAIMS[0], stance="supports"),
    ]  # fmt: skip
    sound = [*lines, rel("CITES", STATEMENTS[0], twin, marker=2)]
    assert check_file(write(tmp_path / "b.jsonl", *sound)).left_out == set()
    assert "[1] stands for two sources" in refused(tmp_path, [*lines, rel("CITES", STATEMENTS[0], twin, marker=1)])
    assert "marks count from 1" in refused(tmp_path, [*lines, rel("CITES", STATEMENTS[0], twin, marker=0)])


@pytest.mark.parametrize("text", [MARK, f"{MARK} and the dam costs 6 million crowns."], ids=["all", "a part"])
def test_what_was_erased_comes_back_as_it_is(tmp_path: Path, text: str) -> None:
    assert check_file(write(tmp_path / "a.jsonl", *erased(text))).left_out == set()


def test_a_sentence_that_names_a_source_no_more_is_its_claim_still(tmp_path: Path) -> None:
    said = PLANT.replace("The plant", "a source that was erased")
    assert check_file(write(tmp_path / "a.jsonl", *with_(STATEMENTS[0], text=said))).left_out == set()


def test_what_belongs_to_nothing_is_left_out_with_all_that_hangs_on_it(tmp_path: Path) -> None:
    def is_kept(one: Line) -> bool:
        return not (
            isinstance(one, RelationshipLine) and one.type in {"HAS_VERSION", "ASSERTS", "CITES", "HAS_STATEMENT"}
        )

    lines = [one for one in HONEST if is_kept(one) and one != REPORT and getattr(one, "type", "") != "PRODUCED"]
    file = check_file(write(tmp_path / "a.jsonl", *lines))
    kinds = {"SourceVersion", "Passage", "Citation", "Statement", "QUOTES", "Claim"}
    assert [line.label for _, line in file.lines(kinds) if isinstance(line, NodeLine)] == ["Claim", "Claim"]
    assert not list(file.lines({"QUOTES", "HAS_PASSAGE", "FOR_CLAIM"}))


def test_a_source_stored_before_its_place_was_kept_is_taken(tmp_path: Path) -> None:
    assert check_file(write(tmp_path / "a.jsonl", *with_(SOURCE, locator=None))).left_out == set()
