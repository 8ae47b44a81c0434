"""Conflicts in the graph, made by whole runs without a model on a real server."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest
from dossier_runs import ask
from graphs import add_text, node_set, relationship_set, rows_of
from reports import report_of

from agent.conflicts.find import Opposed, find_conflicts, find_opposed
from agent.curate.conflicts import decide_conflict
from agent.record.conflicts import record_conflicts, record_conflicts_of
from agent.report.render import render_json, render_markdown
from graph.keys import make_key
from graph.store import GraphStore

PLANTS = (
    "The plant opened in 2019.",
    "The plant employs 300 people.",
    "A plant in another city opened in 2021.",
    "The plant opened in 2020.",
)
WHEN = "When did the plant open?"


async def conflicts(store: GraphStore) -> list[dict[str, Any]]:
    return await rows_of(
        store,
        "MATCH (x:Conflict {namespace: $namespace})-[:BETWEEN]->(c:Claim) WITH x, c ORDER BY c.text "
        "RETURN x.key AS key, x.kind AS kind, x.state AS state, collect(c.text) AS claims, collect(c.key) AS keys, "
        "collect(c.status) AS statuses ORDER BY key",
    )


async def fill(store: GraphStore, order: list[int]) -> None:
    for at in order:
        await add_text(store, PLANTS[at], name=f"{at}.md", title="The plant")


@pytest.mark.parametrize("order", [[0, 1, 2, 3], [3, 2, 1, 0], [2, 0, 3, 1, 2, 0, 3, 1]])
async def test_two_years_of_one_opening_are_exactly_one_open_conflict(store: GraphStore, order: list[int]) -> None:
    await fill(store, [at for at in order if at != 3])
    await ask(store, WHEN, run_key="before")
    assert await conflicts(store) == []
    await fill(store, order)
    await ask(store, WHEN)
    (found,) = await conflicts(store)
    assert (found["kind"], found["state"]) == ("temporal", "open")
    assert found["claims"] == [PLANTS[0], PLANTS[3]]
    assert found["statuses"] == ["conflicting", "conflicting"]
    assert found["key"] == make_key("conflict", store.namespace, *sorted(found["keys"]))
    view = await report_of(store)
    (told,) = render_json(view)["conflicts"]
    assert (told["conflict"], told["kind"]) == (found["key"], "temporal")
    assert sorted(side["value"] for side in told["sides"]) == ["2019", "2020"]
    shown = render_markdown(view)
    assert "2019" in shown
    assert "2020" in shown
    assert "2019.5" not in shown


async def test_what_an_earlier_run_found_stands_on_the_other_side_of_a_later_report(store: GraphStore) -> None:
    await add_text(store, "The Norvik bridge cost 12 million euros.", name="first.md", published_at="2024-03-01")
    await ask(store, "What did the Norvik bridge cost?", run_key="early")
    await rows_of(
        store, "MATCH (p:Passage:Current {namespace: $namespace}) REMOVE p:Current"
    )  # the later search does not find it
    await add_text(store, "The Norvik bridge cost 15 million euros.", name="later.md", published_at="2024-06-01")
    await ask(store, "What did the Norvik bridge cost?", run_key="late")
    (found,) = await conflicts(store)
    assert found["statuses"] == ["conflicting", "conflicting"]
    view = await report_of(store, "late")
    (told,) = render_json(view)["conflicts"]
    assert told["conflict"] == found["key"]
    assert [len(side["citations"]) for side in told["sides"]] == [1, 1]
    assert {one.source_id for one in view.sources} == {"first.md", "later.md"}
    shown = render_markdown(view)
    assert "12 million euros" in shown
    assert "15 million euros" in shown


async def test_writing_again_changes_nothing_and_a_decision_is_kept(store: GraphStore) -> None:
    await fill(store, [0, 1, 2, 3])
    await ask(store, WHEN)
    (found,) = await conflicts(store)
    before = await node_set(store), await relationship_set(store)
    again = await record_conflicts_of(store, found["keys"], by="again")
    assert again.states == {found["key"]: "open"}
    assert (await node_set(store), await relationship_set(store)) == before

    await decide_conflict(store, found["key"], "dismissed", "two different plants", by="ada")
    assert (await conflicts(store))[0]["statuses"] == ["supported", "supported"]
    assert (await record_conflicts_of(store, found["keys"], by="again")).states == {found["key"]: "dismissed"}
    await ask(store, WHEN, run_key="after")
    assert [one["state"] for one in await conflicts(store)] == ["dismissed"]
    assert render_json(await report_of(store, "after"))["conflicts"] == []


async def test_the_named_reads_show_both_sides_and_a_side_without_evidence_opposes_no_more(store: GraphStore) -> None:
    await fill(store, [0, 3])
    await ask(store, WHEN)
    (found,) = await conflicts(store)
    (row,) = await store.read("conflicting_claims", limit=10)
    assert (row["conflict"], row["kind"]) == (found["key"], "temporal")
    assert {row["left"], row["right"]} == set(found["keys"])
    (against,) = await store.read("opposing_claims", claim=found["keys"][0], limit=10)
    assert (against["how"], against["text"], against["quote"]) == ("conflict", PLANTS[3], PLANTS[3])
    (health,) = await store.read("graph_health")
    assert (health["lopsided_conflicts"], health["supported_without_evidence"]) == (0, 0)

    await add_text(store, "The plant has four halls.", name="3.md", title="The plant")
    (after,) = await conflicts(store)
    assert (after["state"], after["statuses"]) == ("open", ["supported", "unreviewed"])


async def test_several_that_find_it_at_once_make_one(store: GraphStore) -> None:
    await fill(store, [0, 3])
    await ask(store, WHEN)
    (found,) = await conflicts(store)
    await rows_of(store, "MATCH (x:Conflict {namespace: $namespace}) DETACH DELETE x")
    read = await record_conflicts_of(store, [], by="nobody")
    assert read.opposed == ()
    met = await asyncio.gather(*(record_conflicts_of(store, [key], by="r") for key in found["keys"] * 4))
    assert {tuple(one.states) for one in met} == {(found["key"],)}
    assert len(await conflicts(store)) == 1
    opposed = find_conflicts(met[0].claims.values())
    assert await record_conflicts(store, opposed, by="r") == {found["key"]: "open"}
    edges = await rows_of(
        store, "MATCH (x:Conflict {namespace: $namespace})-[b:BETWEEN]->() RETURN x.key AS x, count(b) AS n"
    )
    assert [row["n"] for row in edges] == [2]


async def test_a_claim_stores_what_it_is_about(store: GraphStore) -> None:
    await add_text(store, "In 2019 the Norvik yard employed more than 300 people.", name="a.md")
    await ask(store, "How many people did the Norvik yard employ?")
    (row,) = await rows_of(
        store,
        "MATCH (c:Claim {namespace: $namespace}) "
        "RETURN c.subject AS subject, c.polarity AS polarity, c.value AS value, c.unit AS unit, c.scope AS scope, "
        "c.valid_from AS first, c.valid_to AS last, c.valid_precision AS precision",
    )
    assert row == {
        "subject": "Norvik yard", "polarity": "affirmed", "value": "300", "unit": "people", "scope": "at least",
        "first": "2019-01-01", "last": "2019-12-31", "precision": "year",
    }  # fmt: skip


SURVEY = "In Norvik 62 percent of households support the tidal plant."
AGAIN = "In Norvik 68 percent of households support the tidal plant."


async def test_one_source_with_two_percentages_of_one_thing_is_a_conflict_with_both_at_their_places(
    store: GraphStore,
) -> None:
    await add_text(store, f"# Summary\n\n{SURVEY}\n\n# Results\n\n{AGAIN}", name="survey.md", title="Survey of Norvik")
    await ask(store, "What share of households in Norvik support the tidal plant?")
    (found,) = await conflicts(store)
    assert (found["kind"], found["claims"]) == ("numeric", [SURVEY, AGAIN])
    assert found["statuses"] == ["conflicting", "conflicting"]
    view = await report_of(store)
    (told,) = render_json(view)["conflicts"]
    assert sorted(side["value"] for side in told["sides"]) == ["62 percent", "68 percent"]
    (line,) = [line for line in render_markdown(view).splitlines() if "Sources differ" in line]
    assert line.count("[1]") == 2
    assert "independent texts" not in line


COST = "What will the Norvik tidal plant cost?"
OLD = "The Norvik tidal plant will cost 48.2 million crowns."
NEW = (
    "The Norvik tidal plant will cost 61.5 million crowns. This figure replaces the 48.2 million crowns that the "
    "council approved for the Norvik tidal plant on 12 March 2024."
)
LATE = "In March 2024 the council said that the Norvik tidal plant will cost 48.2 million crowns."


async def test_a_replaced_figure_reads_as_replaced_and_one_that_a_newer_text_quotes_is_no_newer(
    store: GraphStore,
) -> None:
    await add_text(store, OLD, name="minutes.md", title="Minutes", published_at="2024-03-14")
    await add_text(store, NEW, name="paper.md", title="Treasurer", published_at="2026-03-03")
    await add_text(store, LATE, name="courier.md", title="Courier", published_at="2026-05-04")
    await ask(store, COST)
    assert await conflicts(store) == []
    view = await report_of(store)
    shown = render_markdown(view)
    summary, rest = shown.split("## Summary")[1].split("## Findings")
    assert "“The Norvik tidal plant will cost 61.5 million crowns." in summary.strip().splitlines()[0]
    (line,) = [line for line in summary.splitlines() if "Replaced: " in line]
    assert "Replaced: 48.2 million crowns" in line
    assert "14 March 2024" in line
    assert "most recent" not in line
    assert "differ" not in shown
    assert "48.2 million crowns (replaced): “" in rest
    (told,) = render_json(view)["conflicts"]
    assert (told["kind"], [side["is_replaced"] for side in told["sides"]]) == ("replaced", [True, False])
    assert [side["said_at"] for side in told["sides"]] == ["2024-03-14", "2026-03-03"]
    assert {one.status for one in view.statements if one.claims} == {"supported"}


async def test_a_figure_is_told_as_replaced_by_a_sentence_that_names_the_thing_with_more_words(
    store: GraphStore,
) -> None:
    before = (
        "The council approved the renovation of the Alder swimming pool. The renovation will cost 9.4 million euros."
    )
    since = "The renovation of the Alder swimming pool will cost 13.2 million euros instead of 9.4 million euros."
    await add_text(
        store, before, name="before.md", title="Decision on the Alder swimming pool", published_at="2022-06-21"
    )
    await add_text(store, since, name="since.md", title="Update on the Alder swimming pool", published_at="2024-03-05")
    await add_text(store, "The Alder pool has 118,000 visitors a year.", name="visits.md", title="Pool")
    await add_text(store, "The pool will reopen in May 2025.", name="works.md", title="Pool")
    await ask(store, "What does the renovation of the pool cost?")
    shown = render_markdown(await report_of(store))
    assert "“The renovation of the Alder swimming pool will cost 13.2" in shown.split("## Summary")[1].split("\n- ")[1]
    assert "Replaced: 9.4 million euros" in shown


async def test_a_conflict_of_which_one_value_was_replaced_since_is_settled_unless_a_person_spoke(
    store: GraphStore,
) -> None:
    await add_text(store, OLD, name="minutes.md", title="Minutes", published_at="2024-03-14")
    await add_text(store, NEW.partition(" This")[0], name="blog.md", title="Blog", published_at="2026-04-01")
    await ask(store, COST, run_key="before")
    (open_,) = await conflicts(store)
    assert (open_["state"], open_["statuses"]) == ("open", ["conflicting", "conflicting"])
    await add_text(store, NEW, name="paper.md", title="Treasurer", published_at="2026-03-03")
    await ask(store, COST, run_key="after")
    (settled,) = await conflicts(store)
    assert (settled["state"], settled["statuses"]) == ("resolved", ["supported", "supported"])
    assert "Sources differ" not in render_markdown(await report_of(store, "after"))
    await decide_conflict(store, settled["key"], "open", "the paper was never adopted", by="ada")
    await ask(store, COST, run_key="again")
    assert [one["state"] for one in await conflicts(store)] == ["open"]


async def test_what_only_rules_settled_is_open_again_when_it_is_found_again_and_a_persons_word_stays(
    store: GraphStore,
) -> None:
    await fill(store, [0, 3])
    await ask(store, WHEN)
    (found,) = await conflicts(store)
    (pair,) = find_opposed((await record_conflicts_of(store, found["keys"], by="r")).claims.values())
    gone = replace(pair, outcome="superseded", replaced=pair.claims[0])
    assert await record_conflicts(store, [gone], by="r") == {}
    assert [(one["state"], one["statuses"]) for one in await conflicts(store)] == [("resolved", ["supported"] * 2)]
    assert await record_conflicts(store, [pair], by="r") == {found["key"]: "open"}
    await decide_conflict(store, found["key"], "resolved", "the first plan", by="ada")
    assert await record_conflicts(store, [pair], by="r") == {found["key"]: "resolved"}


async def test_what_may_deny_an_answer_is_quoted_with_its_mark_where_nobody_judged_it(store: GraphStore) -> None:
    denial = "The council never promised that the Norvik tidal plant will cost 48.2 million crowns."
    await add_text(store, OLD, name="minutes.md")
    await add_text(store, f"{denial} They met in May.", name="audit.md")
    await ask(store, COST)
    view = await report_of(store)
    (line,) = [line for line in render_markdown(view).splitlines() if "May deny" in line]
    assert line == f"- May deny what answers; nobody judged that: “{denial}” [2]"
    assert "- 1 source, one independent origin: [2] is quoted only below and not counted." in render_markdown(view)
    (quoted,) = [one for one in view.statements if one.text.startswith("May deny")]
    assert (quoted.kind, [one.quote for one in quoted.citations]) == ("connective", [denial])
    assert [one.text for one in view.statements if one.kind == "factual"] == [OLD], "it answers nothing"


async def test_a_sure_denial_of_an_answer_is_a_conflict_and_said_with_both_sides(store: GraphStore) -> None:
    denial = "It is false that the Norvik tidal plant will cost 48.2 million crowns."
    await add_text(store, OLD, name="minutes.md")
    await add_text(store, f"{denial} They met in May.", name="audit.md")
    await ask(store, COST)
    (found,) = await conflicts(store)
    assert (found["kind"], found["statuses"]) == ("direct", ["conflicting", "conflicting"])
    assert "Sources differ" in render_markdown(await report_of(store))


async def test_an_open_conflict_that_only_an_earlier_question_joined_is_shown_with_its_other_side(
    store: GraphStore,
) -> None:
    other = "The Norvik tidal plant has a ladder for salmon."
    await add_text(store, OLD, name="minutes.md")
    await add_text(store, other, name="audit.md")
    await ask(store, "Does the Norvik tidal plant have a ladder for salmon?", run_key="early")
    await ask(store, COST, run_key="first")
    keys = [row["key"] for row in await rows_of(store, "MATCH (c:Claim {namespace: $namespace}) RETURN c.key AS key")]
    assert len(keys) == 2
    pair = Opposed("direct", "conflict", (min(keys), max(keys)), ("one", "the other"), "the plant")
    assert list((await record_conflicts(store, [pair], by="early")).values()) == ["open"]
    await ask(store, COST, run_key="late")
    shown = render_markdown(await report_of(store, "late"))
    assert "Sources differ" in shown
    assert other.rstrip(".") in shown
