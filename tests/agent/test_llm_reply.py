"""Taking noise off a reply: what is clear is recovered, what is not is a problem, and no reasoning gets through."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from agent.llm.reply import Problem, find_object, parse_answer, strip_reasoning


class Queries(BaseModel):
    queries: list[str]


class Item(BaseModel):
    key: str
    why: str | None = None


class Items(BaseModel):
    items: list[Item]


GOOD = '{"queries": ["a", "b"]}'
RECOVERED = [
    GOOD,
    f"  {GOOD}\n\n",
    f"\ufeff{GOOD}",
    f"<think>Let me see. {{}} </think>\n{GOOD}",
    f"<THINKING>x</THINKING>{GOOD}",
    f"<thought>one</thought><reasoning>two</reasoning>{GOOD}",
    f'I could search {{"queries": ["thought"]}} first.</think>{GOOD}',
    f"<think>a <think>b</think> c</think>{GOOD}",
    f"{GOOD}<think>Was that right?",
    f"[THINK]x[/THINK]{GOOD}",
    f"<|channel|>analysis<|message|>hm<|end|><|start|>assistant<|channel|>final<|message|>{GOOD}<|return|>",
    f"```json\n{GOOD}\n```",
    f"```\n{GOOD}",
    f"Here you are:\n```json\n{GOOD}\n```\nHope that helps!",
    f"Sure: {GOOD} - done.",
    f"{GOOD}<|im_end|>",
    f"{GOOD}</s>\n<|eot_id|>",
    f"<think>x</think>\n```JSON\n{GOOD}\n```<|im_end|>",
]
REFUSED = [
    "",
    "Query: a",
    "<think>only this",
    f"<think>{GOOD}",
    f"{GOOD}</think>",
    '[["a","b"]]',
    '["a"]',
    '{"queries": ["a",]}',
    '{"queries": ["a"]',
    '{"queries": "a"}',
    '{"queries": null}',
    "{}",
    '{"query": ["a"]}',
    '{"action": "action-search", "query": "a"}',
    f"{GOOD} or {GOOD}",
    f"```json\n{GOOD}\n```\n```json\n{GOOD}\n```",
    '{"queries": ["a"], "queries": ["b"]}',
    '{"queries": [NaN]}',
    '{"queries": ["<think>I wonder"]}',
    '{"queries": ["\\ud800"]}',
    "[" * 100_000,
    '{"queries":' * 50_000,
]


@pytest.mark.parametrize("text", RECOVERED)
def test_noise_around_one_object_is_taken_off(text: str) -> None:
    assert parse_answer(text, Queries) == Queries(queries=["a", "b"])


@pytest.mark.parametrize("text", REFUSED, ids=[text[:30] for text in REFUSED])
def test_what_is_not_clearly_the_answer_is_a_problem_in_one_sentence(text: str) -> None:
    found = parse_answer(text, Queries)
    assert isinstance(found, Problem)
    assert 5 < len(found.says) < 300
    assert "\n" not in found.says


def test_a_field_that_the_model_left_out_is_missing_even_where_it_has_a_default() -> None:
    found = parse_answer('{"items": [{"key": "a", "why": null}, {"key": "b"}]}', Items)
    assert found == Problem("the field items[1].why is missing")
    assert isinstance(parse_answer('{"items": [{"key": "a", "why": null}]}', Items), Items)


def test_words_about_tags_inside_a_value_are_content() -> None:
    text = json.dumps({"queries": ["what does <think> mean", "is ``` a fence", "</think> too"]})
    assert parse_answer(text, Queries) == Queries.model_validate_json(text)


values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(), lambda inner: st.lists(inner, max_size=3)
)
objects = st.dictionaries(st.text(), values, max_size=4)
plain = st.text(st.characters(exclude_characters="<>[]{}`◁▷|\ufeff", exclude_categories=["Cs"]))


@given(objects, plain, st.sampled_from(["think", "thinking", "thought", "reasoning"]), st.booleans(), st.booleans())
def test_any_object_comes_back_whole_from_behind_reasoning(
    value: dict[str, Any], thought: str, tag: str, opened: bool, fenced: bool
) -> None:
    body = json.dumps(value, ensure_ascii=True).replace("<", "\\u003c").replace("`", "\\u0060")
    body = body.replace("◁", "\\u25c1").replace("[THINK]", "\\u005bTHINK]")
    block = f"```json\n{body}\n```" if fenced else body
    text = f"{f'<{tag}>' if opened else ''}{thought}</{tag}>\n{block}"
    found = find_object(text)
    assert isinstance(found, str)
    assert json.loads(found) == value


@given(st.lists(st.sampled_from(["<think>", "</think>", "a", "b", " "]), max_size=12))
def test_nothing_between_tags_survives(parts: list[str]) -> None:
    left = strip_reasoning("".join(parts))
    assert "think" not in left
    depth = 0
    outside: list[str] = []
    for part in parts:
        if part == "<think>":
            depth += 1
        elif part == "</think>":
            if depth == 0:
                outside.clear()
            depth = max(0, depth - 1)
        elif depth == 0:
            outside.append(part)
    assert left == "".join(outside)


@given(st.text())
def test_no_text_makes_it_raise(text: str) -> None:
    parse_answer(text, Queries)
