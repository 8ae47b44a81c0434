"""The ledger's pure parts: what to do about a claim, in which order to look, and how it is shown."""

import csv
import io
import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.ledger.answers import join_texts, read_answer
from agent.ledger.entry import Entry, LastWord, Opposed, OtherSide, Quote, action_of
from agent.ledger.look import look_at, tell_history
from agent.ledger.order import review_order, seems_supported
from agent.ledger.render import COLUMNS, CSV_COLUMNS, as_csv, as_data, as_markdown, as_text
from agent.origins.count import Origins

QUOTE = Quote(
    citation="citation.1", stance="supports", verdict="unchecked", quote_match="exact", checker=None,
    checked_because=None, checked_at=None, quote="It opens in June.", prefix="The board met. ",
    suffix=" Then it rained.", char_start=15, char_end=32, passage="passage.1", heading=None, page=None,
    version="sourceversion.1", version_state="current", source="source.1", source_id="minutes.md", title="Minutes",
    publisher="Board", url=None, published_at="2026-03", fetched_at="2026-04-01T00:00:00Z",
)  # fmt: skip
ENTRY = Entry(
    claim="claim.1", text="The plant opens in June", status="unreviewed", reason="not_checked",
    created_at="2026-04-01T00:00:00Z", assessments=1, scope={"value": "June", "unit": "month"}, quotes=(QUOTE,),
    conflicts=(), said=("factual",), backing=Origins((), (), frozenset()), word=None,
)  # fmt: skip
REJECTED = replace(QUOTE, verdict="rejected", checker="rule:number", checked_because="“62” is not in the quote")


@pytest.mark.parametrize(
    ("status", "reason", "quotes", "said", "action"),
    [
        ("supported", "verbatim", [QUOTE], (), "accept"),
        ("conflicting", "open_conflict", [QUOTE], (), "investigate"),
        ("unreviewed", "not_checked", [QUOTE], (), "investigate"),
        ("unreviewed", "evidence_superseded", [QUOTE], ("factual",), "investigate"),
        ("unreviewed", "not_checked", [QUOTE], ("inference",), "label inference"),
        ("unreviewed", "not_checked", [replace(QUOTE, stance="mentions")], (), "label inference"),
        ("unreviewed", "not_checked", [], (), "investigate"),
        ("unsupported", "no_evidence", [replace(QUOTE, stance="mentions")], (), "label inference"),
        ("unsupported", "rejected", [REJECTED], (), "narrow"),
        ("unsupported", "rejected", [replace(REJECTED, checker="person:Ada")], (), "remove"),
        ("unsupported", "quote_not_found", [replace(REJECTED, quote_match="none")], (), "remove"),
        ("unsupported", "refuted", [replace(QUOTE, stance="refutes", verdict="valid")], (), "remove"),
        ("unsupported", "evidence_removed", [replace(QUOTE, verdict="removed")], (), "investigate"),
    ],
)
def test_each_claim_has_one_thing_to_do_about_it(
    status: str, reason: str, quotes: list[Quote], said: tuple[str, ...], action: str
) -> None:
    assert action_of(status, reason, quotes, said=said) == action


def test_conflicts_come_first_then_what_seems_least_borne_out_then_what_rests_on_one_origin() -> None:
    def one(key: str, status: str, **more: Any) -> Entry:
        return replace(ENTRY, claim=key, status=status, **more)

    entries = [
        one("unsupported", "unsupported"),
        one("supported twice", "supported", backing=Origins((("source.1",), ("source.2",)), ("A", "B"), frozenset())),
        one("supported once", "supported", backing=Origins((("source.1", "source.2"),), ("A",), frozenset())),
        one("fits", "unreviewed"),
        one("no quote", "unreviewed", quotes=()),
        one("other value", "unreviewed", text="The plant opens in 2031 at a cost of 99 million"),
        one("conflicting", "conflicting"),
    ]
    ranked = [entry.claim for entry in review_order(entries)]
    assert ranked[0] == "conflicting"
    assert set(ranked[1:3]) == {"no quote", "other value"}
    assert ranked[3:] == ["fits", "supported once", "supported twice", "unsupported"]
    assert 0 == seems_supported(entries[4]) <= seems_supported(entries[3]) <= 1


@given(st.lists(st.tuples(st.sampled_from(["supported", "unreviewed", "conflicting", "unsupported"]), st.floats(0, 1))))
def test_the_order_of_review_keeps_every_claim_and_is_the_same_when_ordered_again(
    pairs: list[tuple[str, float]],
) -> None:
    weights = {f"claim.{n}": weight for n, (_, weight) in enumerate(pairs)}
    entries = [replace(ENTRY, claim=f"claim.{n}", status=status) for n, (status, _) in enumerate(pairs)]
    once = review_order(entries, lambda entry: weights[entry.claim])
    assert sorted(e.claim for e in once) == sorted(weights)
    assert review_order(once, lambda entry: weights[entry.claim]) == once


FORMULAS = [
    "=1+1",
    "+49 30",
    "-5 degrees",
    "@SUM(A1)",
    "\t=1",
    "  =cmd|' /C calc'!A0",
    "＝1",
    "\r=1",
    "\ufeff=1",
    "\u200b=1",
]


@pytest.mark.parametrize("text", FORMULAS)
def test_no_cell_of_the_csv_is_a_formula_to_a_spreadsheet(text: str) -> None:
    evil = replace(QUOTE, quote=text, title=text, checked_because=text)
    rows = list(csv.DictReader(io.StringIO(as_csv((replace(ENTRY, text=text, quotes=(evil,)),)))))
    shown = "'" + text.replace("\r", "\n")
    assert [rows[0][name] for name in ("claim", "quote", "title", "checked_because")] == [shown] * 4


@given(st.text(max_size=60), st.text(max_size=60))
def test_the_csv_gives_back_what_was_put_in_row_by_row(text: str, quote: str) -> None:
    entry = replace(ENTRY, text=text, quotes=(replace(QUOTE, quote=quote), replace(QUOTE, citation="citation.2")))
    rows = list(csv.DictReader(io.StringIO(as_csv((entry, replace(ENTRY, quotes=()))), newline="")))
    assert [tuple(row) for row in rows] == [CSV_COLUMNS] * 3
    kept = quote.replace("\0", "\ufffd").replace("\r\n", "\n").replace("\r", "\n")
    assert rows[0]["quote"] in {kept, f"'{kept}"}
    assert [row["citation"] for row in rows] == ["citation.1", "citation.2", ""]
    assert [row["char_start"] for row in rows] == ["15", "15", ""]


def test_nothing_in_the_markdown_table_is_markup_or_another_column() -> None:
    evil = replace(QUOTE, quote="a | b <script> [x](http://e.example) `c`\n# d")
    head, rule, row, second = as_markdown((replace(ENTRY, quotes=(evil, QUOTE)),))
    assert head == f"| {' | '.join(COLUMNS)} |"
    assert rule == "|---|---|---|---|---|"
    for line in (row, second):
        assert len(line.replace("\\|", "").split("|")) == len(COLUMNS) + 2
    assert "\\<script>" in row
    assert "\\[x\\]" in row
    assert second.startswith("|  | ")


def test_a_claim_is_told_with_its_quotes_in_context_its_conflict_and_the_last_word() -> None:
    side = OtherSide("It opens in May.", "Gazette", None, None, "source.2")
    clash = Opposed(
        "conflict.1", "temporal", "open", "two months", None, "claim.2", "It opens in May", "supported", (side,)
    )
    word = LastWord("person:Ada", "2026-05-01T00:00:00Z", "note", "ask the board")
    entry = replace(
        ENTRY, status="conflicting", reason="open_conflict", conflicts=(clash,), word=word, quotes=(REJECTED,)
    )
    told = "\n".join(look_at(entry, numbered=True))
    for part in (
        "investigate: conflicting (open_conflict); note by Ada: ask the board",
        "scope: value: June; unit: month",
        '[1] supports (rejected, exact): "It opens in June."',
        "in context: …The board met. [It opens in June.] Then it rained.…",
        "rule:number: “62” is not in the quote",
        "Minutes, Board, March 2026, characters 15 to 32  citation.1",
        "open temporal conflict conflict.1: two months",
        "the other side, supported: It opens in May  claim.2",
        "“It opens in May.” (Gazette, undated)",
    ):
        assert part in told
    assert "“It opens in June.” (supports, rejected, exact by rule:number" in "\n".join(as_text(entry))
    data = json.loads(json.dumps(as_data(entry)))
    assert (data["action"], data["decision"]["person"]["why"]) == ("investigate", "ask the board")
    assert data["conflicts"][0]["quotes"][0]["quote"] == "It opens in May."


def test_a_history_says_who_moved_what_and_what_moved_nothing() -> None:
    row = {"at": "t", "from_status": None, "to_status": "unreviewed", "reason": "not_checked", "by": "run.1"}
    note = row | {"from_status": "unreviewed", "by": "person:Ada"}
    told = list(tell_history([row | {"decision": None, "why": None}, note | {"decision": "note", "why": "a\nb"}]))
    assert told == ["t  new -> unreviewed (not_checked) by run.1", "t  stays unreviewed by person:Ada, note: a b"]


def test_a_conflict_is_named_by_its_number_as_an_argument_of_its_own() -> None:
    assert read_answer(f"resolve {join_texts('resolve', ['2', 'the survey is newer'])}").numbers == (2,)
    assert read_answer('resolve 1 "the survey is newer"').numbers == (1,)
    assert read_answer("resolve 3 sources say so").text == "3 sources say so"
    assert read_answer("accept : it stands there").text == "it stands there"
