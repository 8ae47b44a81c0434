"""Choosing tools by rules: each question gets the cheapest tool that can answer it, with arguments that fit."""

import json
import re
import time
from collections.abc import Mapping
from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.evaluate.tool_choice import judge, read_cases, score
from agent.route import Routed, Turn, choose_tools
from agent.route.conversation import complete_question, find_answer
from agent.route.dates import find_day
from agent.route.parts import split_requests
from agent.route.rules import choose_by_rules
from retrievers import Tools, load_tools
from retrievers.tool import Tool, ToolContext, ToolResult, object_schema

TODAY = date(2026, 6, 15)


async def _counts(context: ToolContext, arguments: Mapping[str, Any]) -> ToolResult:
    return ToolResult("empty")


COUNTS = Tool("text2cypher", "Counts.", object_schema({"question": {"type": "string"}}, ["question"]), "graph", _counts)


@pytest.fixture(scope="module")
def tools() -> Tools:
    there = load_tools()
    return there if "text2cypher" in there else Tools([*there, COUNTS])


async def choose(question: str, tools: Tools, *said: str) -> Routed:
    conversation = [Turn("user" if at % 2 == 0 else "assistant", text) for at, text in enumerate(said)]
    return await choose_tools(question, conversation, tools, today=TODAY)


async def names(question: str, tools: Tools, *said: str) -> list[str]:
    return [call.tool for call in (await choose(question, tools, *said)).calls]


async def test_rules_reach_the_bars_on_all_labelled_questions_and_on_the_held_out_half(tools: Tools) -> None:
    today, cases = read_cases()
    judged = [judge(c, (await choose_tools(c.question, c.conversation, tools, today=today)).calls) for c in cases]
    for part in (judged, [one for one in judged if one.case.half == "held_out"]):
        scores = score(part)
        assert scores.recall >= 0.85
        assert scores.precision >= 0.80
        assert scores.arguments >= 0.85


@pytest.mark.parametrize(
    ("question", "tool"),
    [
        ("On what grounds do we say that the ferry stops in May?", "evidence_for_claim"),
        ("Which findings are uncorroborated?", "single_source_claims"),
        ("What depends on the page 'Harbour notice' and would be lost if it is retracted?", "impact_of_source"),
        ("Show me what is new since yesterday", "changes_since"),
        ("How many quotes were rejected?", "text2cypher"),
        ("What share of passages has no vector?", "text2cypher"),
        ("Welche Aussagen widersprechen sich?", "conflicting_claims"),
        ("Warum glauben wir, dass die Fähre im Mai hält?", "evidence_for_claim"),
        ("Give me the full text of 'Harbour notice'", "passages_by_title"),
    ],
)
async def test_what_a_template_or_a_count_answers_is_asked_of_the_graph(question: str, tool: str, tools: Tools) -> None:
    assert await names(question, tools) == [tool]


@pytest.mark.parametrize(
    "question",
    [
        "How many moons does Jupiter have?",
        "Which energy sources does Norway use?",
        "Why did the Roman empire fall?",
        "What is the evidence for dark matter?",
        "What conclusions did Darwin draw?",
        "Which diseases are linked to smoking?",
        "Who opposed the reform?",
        "What is the history of Oslo?",
        "Who ran in the election of 1998?",
        "What was the price of bread in Paris in 1789?",
    ],
)
async def test_a_question_about_the_world_goes_to_memory_and_nowhere_else(question: str, tools: Tools) -> None:
    assert await names(question, tools) in (["memory_search"], ["claim_history"])


async def test_what_changes_is_asked_of_memory_and_of_the_web_with_the_reason(tools: Tools) -> None:
    calls = (await choose("What is the price of copper today?", tools)).calls
    assert [call.tool for call in calls] == ["memory_search", "web_search"]
    assert "changes within hours" in calls[1].reason


async def test_without_a_web_tool_nothing_is_asked_of_the_web(tools: Tools) -> None:
    without = Tools(tool for tool in tools if tool.group != "web")
    assert await names("What is the price of copper today?", without) == ["memory_search"]
    assert await names("Read https://example.org/a", without) == ["memory_search"]


async def test_a_count_without_text2cypher_is_not_given_to_a_tool_that_is_not_there() -> None:
    only = load_tools().only(["memory_search"])
    assert await names("How many sources are stored?", only) == ["memory_search"]


async def test_an_answer_in_the_conversation_is_taken_from_there_with_its_turn(tools: Tools) -> None:
    said = ("When was the Orm bridge opened?", "The Orm bridge was opened on 4 May 1987 [2].")
    routed = await choose("In what year did the Orm bridge open?", tools, *said)
    assert [(call.tool, call.arguments) for call in routed.calls] == [("answer_given", {"turn": 1})]


@pytest.mark.parametrize(
    "question",
    ["Who paid for the Orm bridge?", "How long is the Orm bridge?", "When was the Velka bridge opened?", "Why?"],
)
def test_what_the_conversation_does_not_say_is_not_answered_from_it(question: str) -> None:
    said = [Turn("user", "When was the Orm bridge opened?"), Turn("assistant", "It was opened on 4 May 1987 [2].")]
    assert find_answer(question, said) is None


def test_a_turn_that_says_that_nothing_was_found_is_no_answer() -> None:
    said = [Turn("user", "When was it opened?"), Turn("assistant", "Not answered: no evidence of 1987 was found.")]
    assert find_answer("When was it opened?", said) is None


def test_a_pointing_word_is_replaced_by_what_was_spoken_of() -> None:
    said = [Turn("user", "What will the Skerra Sound tidal plant cost?"), Turn("assistant", "61.5 million.")]
    assert complete_question("And when will it open?", said) == "And when will the Skerra Sound tidal plant open?"
    whole = "And when will the dam open (the Skerra Sound)?"
    assert complete_question(whole, said) == whole
    assert complete_question("When will the dam open?", said) == "When will the dam open?"


async def test_a_call_that_needs_what_another_finds_waits_for_it(tools: Tools) -> None:
    calls = (await choose("Find the most cited source and tell me what falls if it goes away.", tools)).calls
    assert [(call.tool, call.after) for call in calls] == [("most_cited_sources", None), ("impact_of_source", 0)]


async def test_what_a_later_request_points_to_is_taken_from_the_earlier_one(tools: Tools) -> None:
    calls = (await choose("Why do we believe that the ferry stops, and who says the opposite?", tools)).calls
    assert [call.arguments["claim"] for call in calls] == ["the ferry stops", "the ferry stops"]


async def test_the_same_call_is_chosen_once(tools: Tools) -> None:
    assert await names("Which claims conflict? And which claims contradict each other?", tools) == [
        "conflicting_claims"
    ]


def test_quoted_words_and_addresses_are_never_cut() -> None:
    quoted = "Who says the opposite of 'the mayor left and who follows is open'?"
    assert split_requests(quoted) == [quoted]
    assert split_requests("Read https://a.example/x?who, and list the claims.") == [
        "Read https://a.example/x?who",
        "list the claims.",
    ]


@pytest.mark.parametrize(
    ("phrase", "edge", "day"),
    [
        ("1 March 2026", "first", "2026-03-01"),
        ("March", "first", "2026-03"),
        ("August", "first", "2025-08"),
        ("2024", "last", "2024"),
        ("the end of 2025", "last", "2025-12-31"),
        ("yesterday", "first", "2026-06-14"),
        ("six months", "first", "2025-12-15"),
        ("last month", "first", "2026-05"),
        ("gestern", "first", "2026-06-14"),
        ("the war", "first", ""),
        ("tomorrow", "first", ""),
    ],
)
def test_a_day_is_read_at_the_precision_it_is_named_with(phrase: str, edge: Any, day: str) -> None:
    assert find_day(phrase, TODAY, edge) == day


_PHRASES = """which claims|sources|runs|since 2026|and who says the opposite of|'it'|why did run x stop|how many|is not|
older than march|read https://a.example|what if|withdrawn|;|?|.|,|"|’|(|claim.abcdef01|between 2024 and|und welche|
价格"""
_WORDS = st.sampled_from(re.split(r"[|\n]+", _PHRASES))


@given(st.one_of(st.text(max_size=300), st.lists(_WORDS, max_size=40).map(" ".join)))
def test_any_text_gets_calls_that_keep_to_their_schemas_and_wait_only_for_earlier_ones(text: str) -> None:
    tools = _ALL
    calls = choose_by_rules(text, (), tools, today=TODAY).calls
    for at, call in enumerate(calls):
        assert call.reason
        assert call.after is None or 0 <= call.after < at
        if call.after is None:
            assert tools.check(call.tool, dict(call.arguments)) == ""
    assert len({json.dumps([c.tool, dict(c.arguments), c.after], sort_keys=True) for c in calls}) == len(calls)


_ALL = load_tools(more=() if "text2cypher" in load_tools() else (COUNTS,))


def test_a_brief_of_fifty_pages_is_routed_in_a_second() -> None:
    brief = "Which claims about sources, and how many runs, conflict since the run of the report of the source " * 1_500
    for text in (brief, "(" * 100_000, ". " * 50_000, "1 + " * 25_000, "hello " * 15_000, "and " * 20_000):
        started = time.process_time()
        choose_by_rules(text, (), _ALL, today=TODAY)
        assert time.process_time() - started < 2.0, text[:20]


async def test_a_call_whose_arguments_its_tool_would_refuse_is_not_chosen(tools: Tools) -> None:
    strict = Tool(
        "claims_by_status", "s", object_schema({"status": {"enum": ["supported"]}}, ["status"]), "claims", _counts
    )
    without = Tools([strict, *(tool for tool in tools if tool.name not in {"claims_by_status", "text2cypher"})])
    assert await names("Show the supported claims.", without) == ["claims_by_status"]
    assert await names("Show the unsupported claims.", without) == ["memory_search"]


@pytest.mark.parametrize(
    ("question", "tool", "arguments"),
    [
        ("Which claims changed their status last week?", "changes_since", {"kind": "status", "since": "2026-06-08"}),
        ("Was hat sich seit März geändert?", "changes_since", {"since": "2026-03"}),
        ("Which sources are out of date?", "stale_sources", {"older_than": "2026-03-15"}),
        ("How sure are we that the ferry stops?", "evidence_for_claim", {"claim": "the ferry stops"}),
    ],
)
async def test_days_and_kinds_that_words_imply_become_arguments(
    question: str, tool: str, arguments: dict[str, Any], tools: Tools
) -> None:
    assert [(call.tool, call.arguments) for call in (await choose(question, tools)).calls] == [(tool, arguments)]


@pytest.mark.parametrize(
    "question", ["What falls if this source is withdrawn?", "Who says the opposite of this claim?"]
)
async def test_a_word_that_points_to_nothing_is_no_name(question: str, tools: Tools) -> None:
    assert await names(question, tools) == ["memory_search"]


async def test_codes_and_quoted_keywords_are_searched_for_as_they_are_written(tools: Tools) -> None:
    calls = (await choose("What is the TCP/IP vs OSI split and who coined I/O?", tools)).calls
    assert [call.arguments["query"] for call in calls] == ["TCP/IP vs OSI split", "coined I/O"]
    calls = (await choose("Which passages mention 'DELETE and SET operations'?", tools)).calls
    assert [(call.tool, call.arguments["query"]) for call in calls] == [("memory_search", "DELETE SET operations")]


def test_an_answer_is_not_given_again_for_what_is_not_so() -> None:
    said = [Turn("user", "Who founded the Lund choir?"), Turn("assistant", "Siv Berg founded the Lund choir. [1]")]
    assert find_answer("Who founded the Lund choir?", said) == 1
    assert find_answer("Who did not found the Lund choir?", said) is None
