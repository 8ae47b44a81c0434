"""A person's word on claims in a real database: what it moves, what stays of it, and two people at once."""

import asyncio
from typing import Any

import pytest
from claims_made import SAID, WORDS, claim_on, claim_state, make_claim, oppose
from conftest import OpenStore
from graphs import add_text, duplicates, node_set, relationship_set, rows_of

from agent.build import App
from agent.check import check_claims
from agent.curate import Decision, Wording, decide, decide_conflict, undo
from agent.errors import DecidedMeanwhile, NotDecidable
from agent.find import find_report
from agent.record.verdicts import record_verdicts
from agent.report.read import read_report
from agent.report.render import render_markdown
from agent.report.short import render_short
from agent.research import research
from agent.settings import Settings
from agent.verify import Check
from graph.errors import NodeNotFound
from graph.store import GraphStore

JUDGED = Check("exact", "valid", "judge:m", 0, 1, "the judge: supported")


async def test_what_a_person_accepts_is_supported_in_their_name_and_a_note_moves_nothing(store: GraphStore) -> None:
    claim = await make_claim(store, WORDS)
    noted = await decide(store, Decision(claim, "note", "ask the harbour master"), by="Ada")
    assert (noted.was, noted.status, noted.quotes) == ("unreviewed", "unreviewed", {})
    accepted = await decide(
        store, Decision(claim, "accept", "eleven weeks are nearly three months"), by=" Ada \n Lund "
    )
    assert (accepted.was, accepted.status, accepted.reason) == ("unreviewed", "supported", "person")
    state = await claim_state(store, claim)
    assert state["quotes"] == [["valid", "person:Ada Lund"]]
    assert state["history"] == [
        [1, None, "unreviewed", "run.test", None, None],
        [2, "unreviewed", "unreviewed", "person:Ada", "note", "ask the harbour master"],
        [3, "unreviewed", "supported", "person:Ada Lund", "accept", "eleven weeks are nearly three months"],
    ]
    assert "Supported" in state["labels"]


async def test_no_later_check_overwrites_what_a_person_said(store: GraphStore) -> None:
    claim = await make_claim(store, SAID.partition(". ")[0] + ".")
    assert (await check_claims(store, [claim], by="run.a")).statuses[claim] == "supported"
    await decide(store, Decision(claim, "reject", "the page is a hoax"), by="Ada")
    citation = (await rows_of(store, "MATCH (c:Citation {namespace: $namespace}) RETURN c.key AS key"))[0]["key"]

    async def judge(rows: Any) -> Any:
        return {row["citation"]: JUDGED for row in rows}

    await check_claims(store, [claim], by="run.b", judge=judge)
    await record_verdicts(store, {citation: (claim, JUDGED)}, by="run.b")
    again = await make_claim(store, SAID.partition(". ")[0] + ".")
    await check_claims(store, [again], by="run.c")
    state = await claim_state(store, claim)
    assert again == claim
    assert (state["status"], state["reason"], state["quotes"]) == (
        "unsupported",
        "rejected",
        [["rejected", "person:Ada"]],
    )


@pytest.mark.parametrize("word", ["accept", "reject"])
async def test_a_persons_word_is_stale_while_the_text_is_another_one_and_returns_with_the_text(
    word: Any, store: GraphStore
) -> None:
    claim = await make_claim(store, WORDS)
    decided = await decide(store, Decision(claim, word, "read it"), by="Ada")
    await add_text(store, "The bridge is open.", name="bridge.md")
    stale = await claim_state(store, claim)
    assert (stale["status"], stale["reason"], stale["quotes"][0][0]) == ("unreviewed", "evidence_superseded", "stale")
    with pytest.raises(NotDecidable, match="replaced or removed"):
        await decide(store, Decision(claim, "accept"), by="Ada")
    await add_text(store, SAID, name="bridge.md")
    state = await claim_state(store, claim)
    assert (state["status"], state["quotes"]) == (decided.status, [[decided.quotes.popitem()[1], "person:Ada"]])  # type: ignore[attr-defined]
    broken = await rows_of(store, "MATCH (c:Citation:Broken {namespace: $namespace}) RETURN count(c) AS n")
    assert broken == [{"n": int(word == "reject")}]


async def test_a_claim_without_a_quote_that_stands_cannot_be_accepted(store: GraphStore) -> None:
    nowhere = await make_claim(store, WORDS, quote="The bridge fell down.")
    await check_claims(store, [nowhere], by="run.a")
    before = await node_set(store)
    with pytest.raises(NotDecidable, match="none of its quotes stands in its source"):
        await decide(store, Decision(nowhere, "accept"), by="Ada")
    bare = await rows_of(
        store,
        "CREATE (c:Claim:Unreviewed {key: 'claim.' + $namespace, namespace: $namespace, text: 'Bare'}) "
        "SET c.status = 'unreviewed' RETURN c.key AS key",
    )
    with pytest.raises(NotDecidable, match="it has no quote: a person's word is a verdict on a quote"):
        await decide(store, Decision(bare[0]["key"], "accept"), by="Ada")
    with pytest.raises(NodeNotFound, match="claimgraph claims"):
        await decide(store, Decision("claim.0", "accept"), by="Ada")
    assert len(await node_set(store)) == len(before) + 1


async def test_a_narrower_claim_takes_the_quotes_over_and_the_wider_one_is_rejected(store: GraphStore) -> None:
    claim = await make_claim(store, WORDS)
    narrowed = await decide(
        store, Decision(claim, "narrow", "as it says", (Wording("The bridge  was closed for eleven weeks"),)), by="Ada"
    )
    (made,) = narrowed.made
    assert (narrowed.status, made.status, made.text) == (
        "unsupported",
        "supported",
        "The bridge was closed for eleven weeks",
    )
    old, new = await claim_state(store, claim), await claim_state(store, made.claim)
    assert old["history"][-1][4:] == ["narrow", "narrowed to “The bridge was closed for eleven weeks”: as it says"]
    assert new["history"] == [[1, None, "supported", "person:Ada", "narrow", f"narrowed from {claim}: as it says"]]
    quotes = await rows_of(
        store,
        "MATCH (p:Passage)<-[:QUOTES]-(ci:Citation {namespace: $namespace})-[f:FOR_CLAIM {stance: 'supports'}]->(c) "
        "RETURN c.key AS claim, ci.quote AS quote, ci.char_start AS a, ci.verdict AS verdict, p.key AS p "
        "ORDER BY verdict",
    )
    assert [(q["claim"], q["a"], q["verdict"]) for q in quotes] == [(claim, 0, "rejected"), (made.claim, 0, "valid")]
    assert len({(q["quote"], q["p"]) for q in quotes}) == 1
    assert await undo(store, narrowed, by="Ada") == "unreviewed"
    assert (await claim_state(store, claim))["quotes"] == [["unchecked", None]]
    assert (await claim_state(store, made.claim))["status"] == "unsupported"
    with pytest.raises(DecidedMeanwhile, match="changed since"):
        await undo(store, narrowed, by="Ada")


async def test_a_claim_is_split_into_parts_with_the_quotes_that_bear_each_out(store: GraphStore) -> None:
    claim = await make_claim(store, "The bridge was closed for eleven weeks and nobody was hurt")
    await claim_on(
        store, "The bridge was closed for eleven weeks and nobody was hurt",
        (await rows_of(store, "MATCH (v:SourceVersion {namespace: $namespace}) RETURN v.key AS key"))[0]["key"],
        SAID, "Nobody was hurt.",
    )  # fmt: skip
    keys = {
        row["quote"]: row["key"]
        for row in await rows_of(
            store, "MATCH (c:Citation {namespace: $namespace}) RETURN c.key AS key, c.quote AS quote"
        )
    }
    parts = (
        Wording(
            "The bridge was closed for eleven weeks",
            (keys["The harbour bridge was closed for eleven weeks after the storm."],),
        ),
        Wording("Nobody was hurt", (keys["Nobody was hurt."],)),
    )
    split = await decide(store, Decision(claim, "split", wordings=parts), by="Ada")
    assert [(one.text, one.status) for one in split.made] == [(part.text, "supported") for part in parts]
    assert split.status == "unsupported"
    counts = await rows_of(
        store,
        "MATCH (c:Claim {namespace: $namespace})<-[:FOR_CLAIM]-(ci) WITH c, count(ci) AS n RETURN n ORDER BY n",
    )
    assert [row["n"] for row in counts] == [1, 1, 2]
    assert await duplicates(store) == []


async def test_an_open_conflict_is_settled_by_a_person_and_stays_settled(store: GraphStore) -> None:
    one = await make_claim(store, WORDS)
    other = await make_claim(
        store, "The bridge was shut for two days", name="gazette.md", said="It was shut for two days."
    )
    conflict = await oppose(store, one, other)
    await decide(store, Decision(one, "accept"), by="Ada")
    second = await decide(store, Decision(other, "accept"), by="Ada")
    assert second.status == "conflicting"
    assert (await claim_state(store, one))["status"] == "conflicting"
    settled = await decide_conflict(store, conflict, "resolved", "the gazette means a trial", by="Bea", expected="open")
    assert settled.statuses == {one: "supported", other: "supported"}
    assert (await claim_state(store, one))["history"][-1][3:] == [
        "person:Bea", "resolve", f"{conflict}: the gazette means a trial",
    ]  # fmt: skip
    with pytest.raises(DecidedMeanwhile, match="is resolved by now"):
        await decide_conflict(store, conflict, "dismissed", "none", by="Ada", expected="open")
    with pytest.raises(NotDecidable, match="say why"):
        await decide_conflict(store, conflict, "open", " ", by="Ada")
    again = await decide_conflict(store, conflict, "open", "it was no trial", by="Ada")
    assert set(again.statuses.values()) == {"conflicting"}
    rejected = await decide(store, Decision(other, "reject", "no such trial"), by="Ada")
    assert rejected.status == "unsupported"
    assert (await claim_state(store, one))["status"] == "supported"


async def test_of_one_source_withdrawn_and_then_the_other_a_persons_word_is_no_exception(store: GraphStore) -> None:
    claim = await make_claim(store, WORDS)
    assert await make_claim(store, WORDS, name="second.md") == claim
    await decide(store, Decision(claim, "accept"), by="Ada")
    await add_text(store, "Gone.", name="bridge.md")
    assert (await claim_state(store, claim))["status"] == "supported"
    await add_text(store, "Gone as well.", name="second.md")
    assert (await claim_state(store, claim))["reason"] == "evidence_superseded"


async def test_of_two_people_at_once_no_decision_is_lost_and_who_saw_another_state_is_told(store: GraphStore) -> None:
    claims = [await make_claim(store, f"{WORDS} in the year {year}") for year in range(2001, 2007)]
    people = ("Ada", "Bea", "Cem", "Dov")
    done = await asyncio.gather(
        *(
            decide(store, Decision(claim, "accept" if who in "AdaCem" else "reject", f"{who} says so"), by=who)
            for claim in claims
            for who in people
        )
    )
    assert len(done) == 24
    for claim in claims:
        state = await claim_state(store, claim)
        assert {row[5] for row in state["history"][1:]} == {f"{who} says so" for who in people}
        assert [row[0] for row in state["history"]] == list(range(1, 6))
        last = state["history"][-1]
        assert state["quotes"] == [["valid" if last[4] == "accept" else "rejected", last[3]]]
    seen = (await claim_state(store, claims[0]))["history"]
    results = await asyncio.gather(
        *(decide(store, Decision(claims[0], "note", who, seen=len(seen)), by=who) for who in people),
        return_exceptions=True,
    )
    assert sorted(isinstance(one, DecidedMeanwhile) for one in results) == [False, True, True, True]


async def test_nothing_is_written_for_a_project_that_has_not_the_claim(open_store: OpenStore) -> None:
    alpha, beta = await open_store(), await open_store()
    claim = await make_claim(alpha, WORDS)
    before = await node_set(alpha), await relationship_set(alpha)
    with pytest.raises(NodeNotFound):
        await decide(beta, Decision(claim, "accept"), by="Ada")
    assert (await node_set(alpha), await relationship_set(alpha)) == before


async def test_a_new_wording_that_contradicts_a_stored_claim_is_found_and_can_still_be_taken_back(
    store: GraphStore,
) -> None:
    said = "The Skerra plant opened in 2019."
    older = await make_claim(store, said, name="older.md", said=said)
    await check_claims(store, [older], by="run.a")
    newer = await make_claim(store, "The plant has been running for long", name="newer.md", said="It opened in 2021.")
    narrowed = await decide(
        store, Decision(newer, "narrow", wordings=(Wording("The Skerra plant opened in 2021."),)), by="Ada"
    )
    assert [one.status for one in narrowed.made] == ["conflicting"]
    state = await claim_state(store, older)
    assert (state["status"], state["history"][-1][3:5]) == ("conflicting", ["rule:conflicts", None])
    assert await undo(store, narrowed, by="Ada") == "unreviewed"
    assert (await claim_state(store, older))["status"] == "supported"


async def test_what_a_person_rejected_is_told_with_their_name_and_not_as_never_found(store: GraphStore) -> None:
    await add_text(store, "The Orm bridge cost 12 million crowns.", name="price.md")
    app = App(Settings(), store, None, (), None)
    question = "What did the Orm bridge cost?"
    for run_key in ("r1", "r2"):
        ended = [event async for event in research(question, app, run_key=run_key)][-1]
        view = await read_report(store, await find_report(store, run_key))
        for claim in {claim for one in view.statements for claim in one.claims}:
            await decide(store, Decision(claim, "reject", "a hoax"), by="Ada")
    assert ended.data["state"] == "no_evidence"
    for text in (render_markdown(view), "\n".join(render_short(view))):
        assert "Taken out: a sentence, because Ada rejected it: a hoax (claimgraph show claim." in text
        assert "found no sentence" not in text
        assert "No stored passage holds" not in text
        assert "no source that was found" not in text
    first = render_markdown(await read_report(store, await find_report(store, "r1")))
    assert "— now unsupported, supported when this was written, decided by Ada" in first
