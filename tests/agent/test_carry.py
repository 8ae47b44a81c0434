"""Carrying out calls: each made once, a waiting one filled from what it waited for, each kept with its reason."""

import json
from collections.abc import Mapping
from typing import Any

from fakes import FakeEmbedder
from graphs import add_text, rows_of

from agent.evaluate.tool_choice import read_cases
from agent.record.runs import RunRecorder
from agent.route import Call, Routed, choose_tools
from agent.route.carry import carry_out, kept_rows, record_choice, record_made
from agent.route.given import with_given
from graph.store import GraphStore
from retrievers import Tools, load_tools
from retrievers.tool import Tool, ToolContext, ToolResult, object_schema

TEXT = {"type": "string", "minLength": 1}


class Recording:
    """A tool that keeps what it was called with and gives the same rows each time."""

    def __init__(self, name: str, *rows: dict[str, Any], needs: str = "source") -> None:
        self.calls: list[dict[str, Any]] = []
        self._rows = rows
        self.tool = Tool(
            name, "Records.", object_schema({needs: TEXT}, [needs] if needs != "any" else []), "own", self.run
        )

    async def run(self, context: ToolContext, arguments: Mapping[str, Any]) -> ToolResult:
        self.calls.append(dict(arguments))
        return ToolResult("ok" if self._rows else "empty", self._rows, ran="MATCH")


async def test_identical_calls_are_made_once_and_each_gets_the_result(store: GraphStore) -> None:
    one = Recording("one", {"x": 1}, needs="any")
    calls = [Call("one", {}, "first"), Call("one", {}, "second")]
    made = await carry_out(calls, Tools([one.tool]), ToolContext(store))
    assert len(one.calls) == 1
    assert [(m.call.reason, len(m.result.rows)) for m in made] == [("first", 1), ("second", 1)]


async def test_a_waiting_call_is_filled_from_the_first_row_of_what_it_waited_for(store: GraphStore) -> None:
    most = Recording("most", {"source": "source.aa", "claims": 3}, {"source": "source.bb"}, needs="any")
    falls = Recording("falls", {"claim": "c"})
    calls = [Call("most", {}, "r"), Call("falls", {}, "r", after=0)]
    made = await carry_out(calls, Tools([most.tool, falls.tool]), ToolContext(store))
    assert falls.calls == [{"source": "source.aa"}]
    assert made[1].call.arguments == {"source": "source.aa"}


async def test_a_waiting_call_is_skipped_with_the_reason_where_nothing_came(store: GraphStore) -> None:
    most, falls = Recording("most", needs="any"), Recording("falls")
    calls = [Call("most", {}, "r"), Call("falls", {}, "r", after=0)]
    made = await carry_out(calls, Tools([most.tool, falls.tool]), ToolContext(store))
    assert falls.calls == []
    assert "must contain ['source']" in made[1].skipped


async def test_an_unknown_tool_is_told_and_the_others_go_on(store: GraphStore) -> None:
    one = Recording("one", {"x": 1}, needs="any")
    made = await carry_out([Call("two", {}, "r"), Call("one", {}, "r")], Tools([one.tool]), ToolContext(store))
    assert "there is no tool 'two'" in made[0].skipped
    assert (made[0].result.outcome, made[1].result.outcome) == ("refused", "ok")


async def test_calls_that_wait_for_each_other_end_and_say_so(store: GraphStore) -> None:
    one = Recording("one", {"x": 1}, needs="any")
    calls = [Call("one", {}, "a", after=1), Call("one", {}, "b", after=0)]
    made = await carry_out(calls, Tools([one.tool]), ToolContext(store))
    assert [m.skipped for m in made] == ["it waits for a call that waits for it"] * 2


async def test_each_choice_and_each_call_is_a_step_with_its_reason(store: GraphStore) -> None:
    run = RunRecorder(store, "r1")
    await run.start("q", mode="extractive", budgets={}, code_version="test")
    one = Recording("one", {"x": 1}, needs="any")
    routed = Routed("q", (Call("one", {}, "asks for one"), Call("none", {}, "asks for none")), "rules")
    await record_choice(run, routed, round_=1)
    for made in await carry_out(routed.calls, Tools([one.tool]), ToolContext(store)):
        await record_made(run, made, round_=1)
    rows = await rows_of(
        store,
        "MATCH (:Run {namespace: $namespace})-[:HAS_STEP]->(s:Step) RETURN s.tool AS tool, s.outcome AS outcome, "
        "s.output_json AS output, s.error AS error ORDER BY s.ordinal",
    )
    assert [(row["tool"], row["outcome"]) for row in rows] == [("route", "ok"), ("one", "ok"), ("none", "refused")]
    assert [call["reason"] for call in json.loads(rows[0]["output"])["calls"]] == ["asks for one", "asks for none"]
    assert json.loads(rows[1]["output"]) == {
        "reason": "asks for one",
        "ran": "MATCH",
        "rows": [{"x": 1}],
        "columns": ["x"],
        "notes": [],
        "kind": "rows",
    }
    assert "there is no tool 'none'" in rows[2]["error"]


def test_rows_that_were_kept_have_their_columns_in_the_order_of_the_query() -> None:
    kept = {"columns": ["title", "day", "id"], "rows": [{"day": 1, "id": 2, "title": "a"}]}
    assert [list(row) for row in kept_rows(kept)] == [["title", "day", "id"]]
    assert kept_rows({"rows": [{"a": 1}]}) == [{"a": 1}]


async def test_the_calls_that_rules_choose_for_labelled_questions_can_be_made_with_every_tool(
    store: GraphStore,
) -> None:
    """Names that nothing stored has are empty, not an error: that the information is missing is an answer."""
    await add_text(store, "The Skerra Sound tidal plant will cost 61.5 million crowns.", name="budget")
    today, cases = read_cases()
    tools = load_tools()
    context = ToolContext(store, FakeEmbedder())
    outcomes: set[str] = set()
    tried: set[str] = set()
    for case in cases:
        routed = await choose_tools(case.question, case.conversation, tools, today=today)
        if {call.tool for call in routed.calls} <= tried:
            continue
        tried |= {call.tool for call in routed.calls}
        offered = with_given(tools, case.conversation)
        made = await carry_out([call for call in routed.calls if call.tool != "read_page"], offered, context)
        for one in made:
            waited_in_vain = one.call.after is not None and "must contain" in one.skipped
            assert not one.skipped or waited_in_vain, (case.question, one.skipped)
            outcomes.add(one.result.outcome)
    assert outcomes <= {"ok", "empty", "offline", "refused"}
    assert {"ok", "empty"} <= outcomes
