"""What falls when a source goes, and that nothing of it is found any more (case G6)."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from claims_made import claim_on, claim_state, oppose
from conftest import OpenStore
from dossier_runs import ask
from fakes import FakeEmbedder
from graphs import node_set, reading, relationship_set, rows_of

from agent.add import add_readings
from agent.curate.claims import decide
from agent.curate.word import Decision
from agent.entities.decide import decide_same
from agent.errors import NotForgettable
from agent.exchange.load import Imported, import_graph
from agent.exchange.read import check_file
from agent.exchange.write import export_graph
from agent.forget.apply import Order, forget_source
from agent.forget.find import find_sources
from agent.forget.namespace import forget_namespace
from agent.forget.plan import Impact, look_at_impact
from agent.ledger.read import read_entries
from agent.record.turns import Answered, ConversationRecorder
from agent.record.verdicts import record_verdicts
from agent.report.read import read_report
from agent.report.render import render_markdown
from agent.verify import Check
from graph.errors import NodeNotFound
from graph.store import GraphStore
from retrievers.memory import search_memory

pytestmark = pytest.mark.server
SAID = "The Skerra plant opens in June 2028."
QUESTION = "When does the Skerra plant open?"
HOLDING = (
    "MATCH (n {namespace: $namespace}) WITH n, [k IN keys(n) WHERE NOT k STARTS WITH 'embedding_'] AS names "
    "UNWIND names AS name WITH n, name WHERE valueType(n[name]) STARTS WITH 'STRING' AND n[name] CONTAINS $words "
    "RETURN DISTINCT head([l IN labels(n) WHERE NOT l IN ['Current', 'Supported', 'Broken']]) AS label, name"
)
"""Which texts of the graph hold some words."""
BY_ADA = Order(by="person:Ada", reason="withdrawn by its publisher")


async def add(store: GraphStore, *texts: tuple[str, str], by_run: bool = False) -> list[str]:
    """Add texts by name and return what became of each."""
    readings = [reading(text, name=name) for name, text in texts]
    return [r.outcome async for r in add_readings(store, FakeEmbedder(), readings, by_run=by_run)]


async def forget(store: GraphStore, name: str, order: Order = BY_ADA) -> tuple[Impact, list[Any]]:
    """Plan and forget a source by its name."""
    plan = await look_at_impact(store, await find_sources(store, name))
    return plan, [await forget_source(store, held, order) for held in plan.sources]


async def found_in_every_arm(store: GraphStore, words: str) -> set[str]:
    """The names of the sources that any search finds for the words."""
    answer = await search_memory(store, [words], FakeEmbedder(), limit=50)
    return {hit.source_id for hits in answer.hits for hit in hits}


async def status(store: GraphStore) -> tuple[str, str]:
    rows = await rows_of(
        store,
        "MATCH (c:Claim {namespace: $namespace, text: $text}) RETURN c.status AS status, c.status_reason AS reason",
        text=SAID,
    )
    return rows[0]["status"], rows[0]["reason"]


async def test_of_two_sources_one_goes_and_then_the_other(store: GraphStore) -> None:
    """G6: still supported by the other; then unsupported because its evidence is gone; nothing of either is found."""
    await add(store, ("a.md", f"{SAID} It has two turbines."), ("b.md", f"Minutes of the council. {SAID}"))
    assert await ask(store, QUESTION)
    report = (await rows_of(store, "MATCH (r:Report {namespace: $namespace, is_final: true}) RETURN r.key AS key"))[0]
    assert await status(store) == ("supported", "verbatim")

    plan, done = await forget(store, "a.md")
    assert [(one.now.status, one.after.status, one.loses_all_support) for one in plan.claims if one.text == SAID] == [
        ("supported", "supported", False)
    ]
    assert [row["run"] for row in plan.reports] == ["r1"]
    assert [(one.state, one.passages > 0, one.left) for one in done] == [("complete", True, {})]
    assert await status(store) == ("supported", "verbatim")
    assert await found_in_every_arm(store, SAID) == {"b.md"}

    plan, done = await forget(store, "b.md")
    assert [(one.after.reason, one.loses_all_support) for one in plan.claims if one.text == SAID] == [
        ("evidence_removed", True)
    ]
    assert await status(store) == ("unsupported", "evidence_removed")
    assert await found_in_every_arm(store, SAID) == set()
    texts = await rows_of(
        store,
        "MATCH (p:Passage {namespace: $namespace}) WHERE p.text IS NOT NULL OR p:Current OR p.search_text IS NOT NULL "
        "OR any(k IN keys(p) WHERE k STARTS WITH 'embedding_') RETURN p.key",
    )
    assert texts == []

    written = render_markdown(await read_report(store, report["key"]))
    assert "now unsupported, its evidence was removed, supported when this was written" in written
    assert "Coverage when written: " in written
    assert "0 with a quote that stands, 0 supported, " in written
    assert f"(removed): “{SAID}”" in written
    records = await rows_of(
        store,
        "MATCH (d:Deletion {namespace: $namespace})-[:FORGOT]->(s) "
        "RETURN d.state AS state, d.by AS by, d.reason AS reason, d.citations > 0 AS quoted, s.source_id AS source "
        "ORDER BY source",
    )
    assert records == [
        {"state": "complete", "by": "person:Ada", "reason": BY_ADA.reason, "quoted": True, "source": name}
        for name in ("a.md", "b.md")
    ]
    steps = await rows_of(
        store, "MATCH (st:Step {namespace: $namespace}) RETURN sum(coalesce(st.tokens_in, 0)) AS tokens"
    )
    assert steps == [{"tokens": 0}]


async def test_forgotten_stays_so_for_runs_and_comes_back_when_added_on_purpose(store: GraphStore) -> None:
    await add(store, ("a.md", SAID))
    await ask(store, QUESTION)
    before = await node_set(store), await relationship_set(store)
    await forget(store, "a.md")
    assert (await look_at_impact(store, await find_sources(store, "a.md"))).sources[0].is_gone

    assert await add(store, ("a.md", SAID), by_run=True) == ["refused"]
    assert await add(store, ("a.md", f"{SAID} And more."), by_run=True) == ["refused"]
    assert await found_in_every_arm(store, SAID) == set()
    assert await ask(store, QUESTION, "r2")
    assert await status(store) == ("unsupported", "evidence_removed")

    assert await add(store, ("a.md", SAID)) == ["added"]
    assert await found_in_every_arm(store, SAID) == {"a.md"}
    assert await status(store) == ("supported", "verbatim")
    after = await node_set(store), await relationship_set(store)
    kinds = {"Run", "Step", "Reflection", "Report", "Statement", "Assessment", "Deletion", "Question", "Claim"}
    missing = {node for node in before[0] - after[0] if not kinds & set(node[0])}
    assert missing == set(), "its versions, passages and quotes are as they were"


async def test_a_conflict_ends_when_the_other_side_has_no_evidence_any_more(store: GraphStore) -> None:
    await add(store, ("a.md", SAID), ("b.md", "The Skerra plant opens in May 2029."))
    versions = await rows_of(
        store,
        "MATCH (s:Source {namespace: $namespace})-[:HAS_VERSION]->(v) "
        "RETURN s.source_id AS name, v.key AS version ORDER BY name",
    )
    one = await claim_on(store, SAID, versions[0]["version"], SAID, SAID)
    other = "The Skerra plant opens in May 2029."
    two = await claim_on(store, other, versions[1]["version"], other, other)
    await oppose(store, one, two)
    for claim in (one, two):
        rows = await rows_of(store, "MATCH (c:Claim {key: $c})<-[:FOR_CLAIM]-(ci) RETURN ci.key AS key", c=claim)
        await record_verdicts(
            store, {rows[0]["key"]: (claim, Check("exact", "valid", "verbatim", 0, 0, "its own words"))}, by="test"
        )
    assert (await claim_state(store, one))["status"] == "conflicting"
    await decide(store, Decision(two, "note", "ask the council"), by="Bo")
    plan, _ = await forget(store, "b.md")
    assert {c.claim: c.after.status for c in plan.claims} == {two: "unsupported"}
    assert {c.claim: c.after.status for c in plan.freed} == {one: "supported"}
    assert (await claim_state(store, one))["status"] == "supported"
    assert (await claim_state(store, two))["reason"] == "evidence_removed"
    assert (await claim_state(store, one))["history"][-1][3] == "person:Ada"
    words = [entry.word for entry in await read_entries(store, [one, two])]
    assert [(word.by, word.decision) if word else None for word in words] == [None, ("person:Bo", "note")], (
        "who forgets a source decides nothing of its claims, and hides no decision"
    )


async def test_a_source_that_nobody_stored_is_told_in_one_sentence(store: GraphStore) -> None:
    with pytest.raises(NodeNotFound, match=r"has no source called 'nowhere\.md'"):
        await find_sources(store, "nowhere.md")


async def test_a_title_or_a_file_name_names_a_source_where_only_one_has_it(store: GraphStore) -> None:
    await add(store, ("town/visitor-guide.txt", SAID), ("town/a/rules.txt", SAID), ("town/b/rules.txt", SAID))
    guide = await find_sources(store, "town/visitor-guide.txt")
    assert await find_sources(store, "visitor-guide.txt") == guide
    assert await find_sources(store, "title of town/visitor-guide.txt") == guide
    with pytest.raises(NodeNotFound, match="near to it: Title of town/visitor-guide"):
        await find_sources(store, "guide.txt")
    with pytest.raises(NotForgettable, match=r"may be more than one source.*a/rules\.txt.*give the key of one"):
        await find_sources(store, "rules.txt")


async def test_a_file_name_names_its_source_beside_another_whose_name_holds_its_words(store: GraphStore) -> None:
    await add(store, ("out/02-postmortem.md", SAID), ("out/02-postmortem-correction.md", SAID))
    alone = await find_sources(store, "out/02-postmortem.md")
    assert await find_sources(store, "02-postmortem.md") == alone


async def test_erasing_takes_its_words_out_of_everything_and_leaves_what_others_say(store: GraphStore) -> None:
    own, shared = "The treasurer Oskar Lunde wept over 61.5 million crowns.", SAID
    await add(store, ("a.md", f"{shared} {own}"), ("b.md", f"{shared} Nobody was surprised by it."))
    await ask(store, QUESTION)
    await ask(store, "Who wept over the Skerra plant's million crowns?", "r2")
    talk = ConversationRecorder(store, "talk")
    await talk.open()
    await talk.begin(1, "And then?")
    await talk.answer(1, Answered(f"Two things. {own} That is all.", "report"))
    before = await rows_of(store, HOLDING, words="Lunde wept")
    assert {"Passage", "Claim", "Citation", "Statement", "Turn"} <= {row["label"] for row in before}

    _, done = await forget(store, "a.md", replace(BY_ADA, erases=True))
    assert [(one.state, one.redacted > 4) for one in done] == [("complete", True)]
    assert await rows_of(store, HOLDING, words="Lunde wept") == []
    assert await rows_of(store, HOLDING, words="Title of a.md") == []
    assert await status(store) == ("supported", "verbatim")
    erased = await rows_of(
        store,
        "MATCH (c:Claim {namespace: $namespace}) WHERE c.erased_at IS NOT NULL "
        "RETURN c.text AS text, c.status AS status",
    )
    assert {(row["text"][:8], row["status"]) for row in erased} == {("[erased ", "unsupported")}
    answers = await rows_of(store, "MATCH (t:Turn {namespace: $namespace}) RETURN t.answer AS answer")
    assert answers[0]["answer"] == f"Two things. {erased[0]['text']} That is all."
    report = await rows_of(
        store, "MATCH (:Run {namespace: $namespace, run_key: 'r2'})-->(r:Report {is_final: true}) RETURN r.key AS key"
    )
    written = render_markdown(await read_report(store, report[0]["key"]))
    assert "erased" in written
    assert "Lunde" not in written
    assert await ask(store, "Who wept over the Skerra plant's million crowns?", "r2"), "a run can still be gone on with"
    assert await rows_of(store, HOLDING, words="Lunde wept") == []

    await add(store, ("a.md", f"{shared} {own}"))
    await ask(store, "Who wept over the Skerra plant's million crowns?", "r3")
    again = await rows_of(store, "MATCH (c:Claim {namespace: $namespace, text: $own}) RETURN c.status AS s", own=own)
    assert again == [{"s": "supported"}]


async def test_no_title_figure_or_stretch_of_words_stays_after_erasing_nor_comes_back_by_an_older_file(
    store: GraphStore, tmp_path: Path
) -> None:
    """A source that others differ from and that denies them is in headers, reasons and limits too."""
    text = "The Skerra plant opens with 77 turbines. The Skerra plant has 900 metres of dam, the minister said."
    texts = {
        "a.md": ("Secret Plum memo", text),
        "b.md": ("Survey", "The Skerra plant has 1200 metres of dam, engineers wrote. It was never in doubt."),
    }
    _ = [
        one
        async for one in add_readings(
            store, FakeEmbedder(), [reading(text, name=name, title=title) for name, (title, text) in texts.items()]
        )
    ]
    question = "How many metres of dam does the Skerra plant have?"
    await ask(store, question)
    await rows_of(
        store,
        "MATCH (r:Report {namespace: $namespace, is_final: true})-[:HAS_STATEMENT]->(s {section: 'limitations'}) "
        "WITH s LIMIT 1 SET s.text = 'Found 1 sentence that may deny one, in “Secret Plum memo”; nobody judged that.', "
        "s.name = 'Found 1 sentence…'",
    )
    secret = {*stretches(text), "secret plum", "900 metres", "77 turbines"}
    assert len({word for word in secret if await holds(store, word)}) > 3
    older = tmp_path / "older.jsonl"
    with older.open("wb") as out:
        await export_graph(store, out, [store.namespace])
    await forget(store, "a.md", replace(BY_ADA, erases=True))
    assert {word for word in secret if await holds(store, word)} == set()

    notes = [step.notes async for step in import_graph(store, check_file(older)) if isinstance(step, Imported)]
    assert any("it was erased here and stays so" in note for note in notes[0])
    await ask(store, question, "r2")
    assert {word for word in secret if await holds(store, word)} == set()
    report = await rows_of(
        store, "MATCH (:Run {namespace: $namespace, run_key: 'r1'})-->(r:Report {is_final: true}) RETURN r.key AS key"
    )
    written = render_markdown(await read_report(store, report[0]["key"]))
    assert "may deny one, in a source that was erased; nobody judged that." in written
    assert "Sources differed when this was written: 1200 metres" in written
    assert {word for word in secret if word in written.casefold()} == set()


def stretches(text: str) -> set[str]:
    """All eight words in a row of a text."""
    words = text.casefold().split()
    return {" ".join(words[at : at + 8]) for at in range(len(words) - 7)}


async def holds(store: GraphStore, words: str) -> bool:
    """Whether any property of any node or relationship of the namespace holds the words."""
    rows = await rows_of(
        store,
        "MATCH (n {namespace: $namespace}) OPTIONAL MATCH (n)-[r]->() WITH n, collect(r) AS out "
        "UNWIND [n] + out AS one UNWIND keys(one) AS name WITH one, name "
        "WHERE NOT name STARTS WITH 'embedding_' "
        "WITH toLower(CASE WHEN valueType(one[name]) STARTS WITH 'LIST' THEN reduce(t = '', w IN one[name] | t + ' ' + "
        "toString(w)) ELSE toString(one[name]) END) AS told WHERE told CONTAINS $words RETURN count(*) AS n",
        words=words,
    )
    return bool(rows[0]["n"])


async def test_erasing_leaves_no_way_from_what_was_said_to_the_names_in_it(store: GraphStore) -> None:
    own = "Oskar Lunde wept over 61.5 million crowns."
    texts = {"a.md": ("Diary of Lunde", own), "b.md": ("Oskar Lunde", "He was treasurer."), "c.md": ("OL", "No more.")}
    readings = [reading(text, name=name, title=title) for name, (title, text) in texts.items()]
    _ = [one async for one in add_readings(store, FakeEmbedder(), readings)]
    await ask(store, "Who wept over the million crowns?")
    named = {row["full_name"]: row["entity"] for row in await store.read("names_to_compare", limit=9)}
    await decide_same(store, named["Diary of Lunde"], named["OL"], "accepted", by="Ada")
    await rows_of(
        store,
        "MATCH (a:Entity {key: $a}), (b:Entity {key: $b}) "
        "CREATE (a)-[:SAME_AS {decision: 'proposed', method: 'alias line', by: 'rule', at: '2026', why: $why}]->(b)",
        a=named["Oskar Lunde"],
        b=named["OL"],
        why=f"the title “Diary of Lunde”: {own}",
    )
    about = (
        "MATCH (n {namespace: $namespace})-[r:ABOUT|TITLED]->(e:Entity) WHERE n.erased_at IS NOT NULL OR "
        "n.source_id = 'a.md' RETURN type(r) AS type"
    )
    aliases = "MATCH (e:Entity {key: $key}) RETURN e.aliases AS aliases, e.canonical_key = e.key AS is_alone"
    assert (await rows_of(store, aliases, key=named["OL"]))[0]["aliases"] == ["Diary of Lunde"]
    claims = "MATCH (c:Claim {namespace: $namespace})-[:ABOUT]->(:Entity {key: $key}) RETURN count(c) AS claims"
    assert (await rows_of(store, claims, key=named["Oskar Lunde"]))[0]["claims"] == 1

    await forget(store, "a.md", replace(BY_ADA, erases=True))
    assert await rows_of(store, about) == []
    assert await rows_of(store, aliases, key=named["OL"]) == [{"aliases": [], "is_alone": True}]
    for words in ("Lunde wept", "Diary of Lunde"):
        assert await rows_of(store, HOLDING, words=words) == []
    reasons = await rows_of(store, "MATCH (:Entity {namespace: $namespace})-[r:SAME_AS]->() RETURN r.why AS why")
    assert [row["why"][:8] for row in reasons] == ["[erased "]


async def test_what_nobody_saw_for_long_is_found_by_age_and_read_again_by_runs(store: GraphStore) -> None:
    await add(store, ("old.md", SAID), ("new.md", "The council met on Tuesday."))
    await rows_of(
        store,
        "MATCH (s:Source {namespace: $namespace, source_id: 'old.md'})-[:HAS_VERSION]->(v) "
        "SET v.seen_at_ms = 1000, v.seen_at = '1970-01-01T00:00:01Z'",
    )
    rows = await store.read("sources_unseen_since", before_ms=10_000)
    assert [row["source_id"] for row in rows] == ["old.md"]
    plan = await look_at_impact(store, [row["source"] for row in rows])
    assert [(await forget_source(store, held, Order("age"))).state for held in plan.sources] == ["complete"]
    assert await store.read("sources_unseen_since", before_ms=10_000) == []
    assert "old.md" not in await found_in_every_arm(store, SAID)
    assert await add(store, ("old.md", SAID), by_run=True) == ["added"]


async def test_a_namespace_goes_whole_and_others_stay(open_store: OpenStore) -> None:
    one, other = await open_store(), await open_store()
    for store in (one, other):
        await add(store, ("a.md", SAID))
        await ask(store, QUESTION)
    before = await node_set(other)
    done = await forget_namespace(one, by="person:Ada", reason="the project ended")
    assert (done.left, done.nodes > 10) == (0, True)
    left = await rows_of(
        one, "MATCH (n {namespace: $namespace}) RETURN labels(n) AS labels, n.state AS state, n.by AS by"
    )
    assert left == [{"labels": ["Deletion"], "state": "complete", "by": "person:Ada"}]
    assert await node_set(other) == before
