"""A person's word on a claim holds of a source's new text where that has the same words, and no rule overrules it."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from claims_made import SAID, WORDS, claim_on, claim_state, make_claim
from conftest import OpenStore
from graphs import add_text, duplicates, node_set, rows_of
from loopback import Site
from reports import report_of
from test_refresh import marked, refresh, store_page
from webs import article

from agent.build import App
from agent.check import check_claims
from agent.curate import Decision, Wording, decide
from agent.ledger.read import Filters
from agent.record.clock import Moment
from agent.refresh.changed import read_changed, tell_change
from agent.report.render import ReportView, render_markdown
from agent.research import research
from agent.settings import Settings
from agent.verify import Check
from graph.store import GraphStore, Row

COST = "The new bridge at Sundry will cost 7 million euros."
QUESTION = "What will the bridge at Sundry cost?"
CLOSED = "The road there is closed."
FOREVER = Moment("1970-01-01T00:00:00Z", 0)


async def ask(store: GraphStore, run_key: str, question: str = QUESTION) -> ReportView:
    async for _ in research(question, App(Settings(), store, None, (), None), run_key=run_key):
        pass
    return await report_of(store, run_key)


async def claim_of(store: GraphStore) -> str:
    """Store the text, ask for the cost, and return the claim of the answer."""
    await add_text(store, f"{COST} It opens in May 2027.", name="rj.txt")
    return (await ask(store, "r0")).statements[0].claims[0]


async def whys(store: GraphStore, claim: str) -> list[tuple[str, str | None]]:
    rows = await rows_of(
        store,
        "MATCH (:Claim {key: $claim})-[:HAS_ASSESSMENT]->(a) RETURN a.by AS by, a.why AS why ORDER BY a.ordinal",
        claim=claim,
    )
    return [(row["by"], row["why"]) for row in rows]


async def test_what_a_person_rejected_stays_rejected_when_the_file_gets_another_line(store: GraphStore) -> None:
    claim = await claim_of(store)
    await decide(store, Decision(claim, "reject", "typing error, it is 17"), by="Nora")
    longer = f"{COST} It opens in May 2027.\n{CLOSED}"
    await add_text(store, longer, name="rj.txt")
    state = await claim_state(store, claim)
    assert (state["status"], state["reason"]) == ("unsupported", "rejected")
    assert sorted(state["quotes"]) == [["rejected", "person:Nora"], ["stale", "person:Nora"]]
    by, why = (await whys(store, claim))[-1]
    assert (by, why and why[:15], why and why[25:]) == ("add", "Nora's word of ", " stands, the words are the same")
    (row,) = (await read_changed(store, FOREVER, Filters(), limit=9)).claims
    assert any("stays unsupported (rejected) by add, Nora's word of 20" in line for line in tell_change(row, FOREVER))
    there = await node_set(store)
    await add_text(store, longer, name="rj.txt")
    assert (await node_set(store), await duplicates(store)) == (there, [])
    view = await ask(store, "r1")
    assert [one.text for one in view.statements if one.kind == "factual"] == []
    assert [(one.text, one.reason) for one in view.removed] == [(COST, "Nora rejected it: typing error, it is 17")]
    await add_text(store, f"By the way. {COST}", name="rj.txt")
    assert (await claim_state(store, claim))["reason"] == "rejected", "and when it is edited again"


async def test_two_who_add_the_new_text_at_once_carry_the_word_over_once(store: GraphStore) -> None:
    claim = await claim_of(store)
    await decide(store, Decision(claim, "reject", "a hoax"), by="Nora")
    told = len(await whys(store, claim))
    await asyncio.gather(*(add_text(store, f"{COST} {CLOSED}", name="rj.txt") for _ in range(2)))
    assert len((await claim_state(store, claim))["quotes"]) == 2
    assert len(await whys(store, claim)) == told + 1
    assert await duplicates(store) == []


async def test_a_page_that_is_read_again_keeps_the_word_and_the_history_says_by_refresh(
    store: GraphStore, site: Site
) -> None:
    site.pages["/p"] = marked(article(COST, title="Minutes"))
    (version,) = await store_page(store, site.url("/p"))
    text = "".join(row["text"] for row in await store.read("passages_to_quote", keys=[version]))
    claim = await claim_on(store, COST, version, text, COST)
    await decide(store, Decision(claim, "reject", "a hoax"), by="Nora")
    site.pages["/p"] = marked(article("News first.", COST, title="Minutes"), 'ETag: "v2"')
    (done,) = await refresh(store, "Minutes")
    assert (done.outcome, done.reopened) == ("changed", ())
    assert (await claim_state(store, claim))["status"] == "unsupported"
    by, why = (await whys(store, claim))[-1]
    assert (by, why and why[:15]) == ("refresh", "Nora's word of ")


async def test_what_a_person_accepted_or_narrowed_stands_when_the_file_gets_another_line(store: GraphStore) -> None:
    accepted = await make_claim(store, WORDS)
    await decide(store, Decision(accepted, "accept"), by="Ada")
    claim = await claim_of(store)
    told = "Nora wrote that the bridge at Sundry will cost 7 million euros"
    (made,) = (await decide(store, Decision(claim, "narrow", "", (Wording(told),)), by="Nora")).made
    await add_text(store, f"{SAID}\n{CLOSED}", name="bridge.md")
    await add_text(store, f"{CLOSED} {COST}", name="rj.txt")
    states = [await claim_state(store, key) for key in (accepted, claim, made.claim)]
    assert [(one["status"], one["reason"]) for one in states] == [
        ("supported", "person"),
        ("unsupported", "rejected"),
        ("supported", "person"),
    ]
    view = await ask(store, "r1")
    (one,) = [one for one in view.statements if one.kind == "factual"]
    assert (one.text, one.status, [c.checker for c in one.citations]) == (told, "supported", ["person:Nora"])


async def test_where_the_words_changed_the_claim_is_open_again(store: GraphStore) -> None:
    claim = await claim_of(store)
    await decide(store, Decision(claim, "reject", "a hoax"), by="Nora")
    await add_text(store, COST.replace("7", "17"), name="rj.txt")
    state = await claim_state(store, claim)
    assert (state["status"], state["reason"]) == ("unreviewed", "evidence_superseded")
    view = await ask(store, "r1")
    assert [(one.text, one.status) for one in view.statements if one.kind == "factual"] == [
        (COST.replace("7", "17"), "supported")
    ]


async def test_no_rule_lifts_what_a_person_rejected_whichever_text_says_it_until_a_person_does(
    store: GraphStore,
) -> None:
    claim = await claim_of(store)
    await decide(store, Decision(claim, "reject", "a hoax"), by="Nora")
    await add_text(store, f"News. {COST}", name="other.txt", publisher="Other")
    view = await ask(store, "r1")
    assert [one.text for one in view.statements if one.kind == "factual"] == []
    assert {one.reason for one in view.removed} == {"Nora rejected it: a hoax"}
    assert (await claim_state(store, claim))["status"] == "unsupported"
    await add_text(store, "Nothing.", name="rj.txt")
    view = await ask(store, "r2")
    assert [one.text for one in view.statements if one.kind == "factual"] == []
    assert "Nora rejected it: a hoax" in render_markdown(view)
    assert (await claim_state(store, claim))["status"] == "unreviewed"
    await decide(store, Decision(claim, "accept"), by="Bo")
    view = await ask(store, "r3")
    assert [(one.text, one.status) for one in view.statements if one.kind == "factual"] == [(COST, "supported")]


async def test_a_judge_may_lift_it_and_the_history_says_against_whom(store: GraphStore) -> None:
    claim = await claim_of(store)
    await decide(store, Decision(claim, "reject", "a hoax"), by="Nora")
    version = await add_text(store, f"News. {COST}", name="other.txt", publisher="Other")
    await claim_on(store, COST, version, f"News. {COST}", COST)

    async def judge(rows: Sequence[Row]) -> Mapping[str, Check]:
        return {row["citation"]: Check("exact", "valid", "judge:m", 0, 1, "it says so") for row in rows}

    assert (await check_claims(store, [claim], by="run.x")).statuses == {claim: "unsupported"}
    checked = await check_claims(store, [claim], by="run.x", judge=judge)
    assert checked.statuses == {claim: "supported"}
    assert (await whys(store, claim))[-1] == ("run.x", "a judge found it borne out, against the last word of a person")


async def test_of_one_quote_rejected_and_another_kept_the_claim_stands_by_rule(store: GraphStore) -> None:
    claim = await claim_of(store)
    version = await add_text(store, f"News. {COST}", name="other.txt", publisher="Other")
    await claim_on(store, COST, version, f"News. {COST}", COST)
    await check_claims(store, [claim], by="run.x")
    quotes = await rows_of(
        store, "MATCH (:Claim {key: $claim})<-[:FOR_CLAIM]-(ci) RETURN ci.key AS key ORDER BY key", claim=claim
    )
    await decide(store, Decision(claim, "reject", "a copy", quotes=(quotes[0]["key"],)), by="Nora")
    state = await claim_state(store, claim)
    assert (state["status"], state["reason"]) == ("supported", "verbatim")


@pytest.mark.parametrize(
    ("first", "then", "status"), [("reject", "accept", "supported"), ("accept", "reject", "unsupported")]
)
async def test_when_an_earlier_text_returns_the_last_word_counts(
    first: Any, then: Any, status: str, store: GraphStore
) -> None:
    claim = await make_claim(store, WORDS)
    await decide(store, Decision(claim, first, "read it"), by="Ada")
    await add_text(store, f"{SAID} More.", name="bridge.md")
    await decide(store, Decision(claim, then, "read it again"), by="Bo")
    await add_text(store, SAID, name="bridge.md")
    state = await claim_state(store, claim)
    assert state["status"] == status
    assert {quote[1] for quote in state["quotes"] if quote[0] != "stale"} == {"person:Bo"}


async def test_nothing_is_carried_over_in_another_project(open_store: OpenStore) -> None:
    alpha, beta = await open_store(), await open_store()
    claim = await claim_of(alpha)
    await claim_of(beta)
    await decide(alpha, Decision(claim, "reject", "a hoax"), by="Nora")
    await add_text(beta, f"{COST} {CLOSED}", name="rj.txt")
    view = await ask(beta, "r1")
    assert [(one.text, one.status) for one in view.statements if one.kind == "factual"] == [(COST, "supported")]
