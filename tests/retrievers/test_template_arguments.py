"""The arguments of a template: what is taken, what is sent back and why, and what a name may mean."""

from datetime import UTC, datetime
from typing import Any

import pytest
from conftest import OpenStore
from dossier import COSTS, HARMED, OPENS, SAFE, Dossier, make_dossier
from hypothesis import event, given
from hypothesis import strategies as st

from graph.lucene import words_query
from graph.queries import parse
from graph.store import GraphStore
from retrievers.templates import ArgumentsRefused, Template, run_template, template_tools
from retrievers.templates.arguments import check_arguments
from retrievers.templates.template import template_of

BUILT_IN = {template.name: template for template in template_tools()}
EVERY_TYPE = """
// name: every
// Takes all
// param: text text of red|green = -: a colour
// param: texts texts = -: some texts
// param: whole integer = 3: a number
// param: number number = 0.5: a number
// param: yes boolean = true: whether
// param: day date = -: a day
// param: since since = -: from
// param: until until = -: to
// param: limit integer = 50: rows
// returns: x
RETURN [$text, $texts, $whole, $number, $yes, $day, $since, $until, $limit] AS x
"""
EVERY = template_of(parse({"every.cypher": EVERY_TYPE})["every"])


def ms(*day: int) -> int:
    return int(datetime(*day, tzinfo=UTC).timestamp() * 1000)  # pyright: ignore[reportArgumentType] # year, month, day


def test_what_is_not_given_has_its_default() -> None:
    none = dict.fromkeys(("text", "texts", "day", "since", "until"))
    assert check_arguments(EVERY, {}) == none | {"whole": 3, "number": 0.5, "yes": True, "limit": 50}


@pytest.mark.parametrize(
    ("name", "said", "value"),
    [
        ("text", "Green", "green"),
        ("texts", "one", ["one"]),
        ("texts", ["a", " b  c "], ["a", "b c"]),
        ("whole", "12", 12),
        ("whole", 4.0, 4),
        ("number", "2.5", 2.5),
        ("yes", "no", False),
        ("day", "2026-03", "2026-03"),
        ("day", "2026-03-01T12:00:00Z", "2026-03-01"),
        ("since", "2026-03", ms(2026, 3, 1)),
        ("since", "2026", ms(2026, 1, 1)),
        ("until", "2026-02", ms(2026, 3, 1) - 1),
        ("until", "2024", ms(2025, 1, 1) - 1),
        ("until", "2026-12-31", ms(2027, 1, 1) - 1),
        ("limit", 100_000, 200),
        ("limit", 0, 1),
        ("limit", "7", 7),
    ],
)
def test_what_is_meant_is_taken(name: str, said: object, value: object) -> None:
    assert check_arguments(EVERY, {name: said})[name] == value


@pytest.mark.parametrize(
    ("name", "said", "told"),
    [
        ("text", "blue", "it may be red, green"),
        ("text", "", "1 to 2000 characters"),
        ("whole", "many", "no number"),
        ("whole", 1.5, "no whole number"),
        ("whole", 10**30, "no whole number"),
        ("whole", True, "no number"),
        ("number", float("nan"), "no number"),
        ("yes", "perhaps", "neither true nor false"),
        ("day", "2026-02-30", "no date"),
        ("day", "yesterday", "no date; write 2026"),
        ("day", "0000", "no date"),
        ("since", "26-3", "no date"),
        ("texts", [{"a": 1}], "no text"),
        ("texts", ["a"] * 201, "more than 200"),
        ("nothing", 1, "has no parameter nothing; it has text, texts"),
    ],
)
def test_what_cannot_be_meant_is_sent_back_with_the_reason(name: str, said: object, told: str) -> None:
    with pytest.raises(ArgumentsRefused, match=told):
        check_arguments(EVERY, {name: said})


def test_what_is_needed_is_named_with_its_meaning() -> None:
    with pytest.raises(ArgumentsRefused, match="claims_by_status needs status: the status"):
        check_arguments(BUILT_IN["claims_by_status"], {"limit": 3})


anything: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=3),
)


@given(st.dictionaries(st.sampled_from([*EVERY.parameters["properties"], "other"]), anything, max_size=4))
def test_whatever_a_model_sends_is_taken_or_refused_in_one_sentence(arguments: dict[str, Any]) -> None:
    try:
        values = check_arguments(EVERY, arguments)
    except ArgumentsRefused as refused:
        said = refused.reason
        event("refused" if said and "\n" not in said else pytest.fail(f"not one sentence: {said!r}"))
        return
    event("taken")
    assert set(values) == set(EVERY.parameters["properties"])
    assert 1 <= values["limit"] <= 200


@given(st.text(max_size=60))
def test_a_query_of_words_holds_no_operator_of_theirs(text: str) -> None:
    query = words_query(text, "alpha", ("title", "source_id"), every=True)
    assert query == "" or query.startswith("+namespace:alpha^0 +(+(title:")


def test_the_schema_of_a_template_is_what_a_model_is_shown() -> None:
    shown: Any = BUILT_IN["broken_citations"].parameters
    assert shown["required"] == []
    assert shown["additionalProperties"] is False
    assert shown["properties"]["verdict"]["enum"] == ["rejected", "stale", "removed", "cannot_check"]
    limit = shown["properties"]["limit"]
    assert (limit["type"], limit["minimum"], limit["maximum"], limit["default"]) == ("integer", 1, 200, 50)


async def claim_named(store: GraphStore, said: str) -> str:
    template: Template = BUILT_IN["evidence_for_claim"]
    return (await run_template(store, template, {"claim": said})).named["claim"].key


async def test_a_claim_is_found_by_key_by_its_words_in_any_case_and_by_words_that_it_alone_has(
    store: GraphStore,
) -> None:
    keys = await make_dossier(store)
    for said in (keys["opens"], keys["opens"][:16], OPENS, OPENS.upper(), f" {OPENS} ", "opening 2027"):
        assert await claim_named(store, said) == keys["opens"], said


async def test_a_name_that_may_mean_several_is_sent_back_with_all_of_them(store: GraphStore) -> None:
    keys = await make_dossier(store)
    with pytest.raises(ArgumentsRefused, match="may be more than one") as raised:
        await claim_named(store, "eels turbines")
    assert {(c.key, c.text) for c in raised.value.candidates} == {(keys["safe"], SAFE), (keys["harmed"], HARMED)}


async def test_a_name_that_nothing_has_is_an_empty_answer_with_what_comes_nearest(store: GraphStore) -> None:
    keys = await make_dossier(store)
    result = await run_template(store, BUILT_IN["evidence_for_claim"], {"claim": "the plant costs 900 zlotys"})
    assert (result.outcome, result.rows) == ("empty", ())
    assert result.notes == ("nothing stored is a claim called 'the plant costs 900 zlotys'",)
    assert result.candidates[0].key == keys["costs"]
    result = await run_template(store, BUILT_IN["claim_history"], {"claim": "claim.0123456789abcdef"})
    assert (result.outcome, result.candidates) == ("empty", ())
    for name in ("run", "report"):
        template = BUILT_IN["run_timeline" if name == "run" else "citation_chain_for_report"]
        assert (await run_template(store, template, {name: "nowhere"})).outcome == "empty"


async def test_the_key_of_another_kind_is_told(store: GraphStore) -> None:
    keys = await make_dossier(store)
    with pytest.raises(ArgumentsRefused, match=r"is the key of a claim; a source is needed"):
        await run_template(store, BUILT_IN["source_versions"], {"source": keys["costs"]})
    result = await run_template(store, BUILT_IN["citation_chain_for_report"], {"report": keys["first"]})
    assert result.named["report"].key == keys["report"]


async def test_two_sources_of_one_title_are_told_apart_by_their_ids(store: GraphStore) -> None:
    made = Dossier(store.namespace)
    made.source("a", "Annual report", "One", "2024")
    made.source("b", "Annual report", "Other", "2025")
    await made.write(store)
    with pytest.raises(ArgumentsRefused, match="may be more than one source"):
        await run_template(store, BUILT_IN["source_versions"], {"source": "annual report"})
    result = await run_template(store, BUILT_IN["source_versions"], {"source": "b.md"})
    assert result.named["source"].key == made.keys["b"]


@pytest.mark.parametrize(
    "said", ["AND OR NOT", "C++ (2026)", "title:secret", '"unclosed', "\\", "the", "*", "🌊", "a" * 2000]
)
async def test_no_words_of_a_person_are_an_error_of_the_database(store: GraphStore, said: str) -> None:
    await make_dossier(store)
    for name, parameter in (
        ("claim_history", "claim"),
        ("source_versions", "source"),
        ("sources_for_entity", "entity"),
    ):
        assert (await run_template(store, BUILT_IN[name], {parameter: said})).outcome == "empty"


async def test_another_namespaces_nodes_are_neither_found_nor_named(open_store: OpenStore) -> None:
    alpha, beta = await open_store(), await open_store()
    keys = await make_dossier(alpha)
    for said in (COSTS, keys["costs"], "costs crowns", "plant"):
        result = await run_template(beta, BUILT_IN["claim_history"], {"claim": said})
        assert (result.outcome, result.candidates) == ("empty", ())


async def test_rows_that_may_go_on_are_said_to(store: GraphStore) -> None:
    await make_dossier(store)
    result = await run_template(store, BUILT_IN["runs_by_state"], {"limit": 1})
    assert result.notes == ("the first row; there may be more: raise limit",)
    assert (await run_template(store, BUILT_IN["runs_by_state"], {"limit": 3})).notes == ()
