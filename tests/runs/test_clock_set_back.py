"""The system's clock is set back between two commands: nothing passes for fresher than it is, and nothing breaks.

To set it back a month is the same as if all that is stored had happened a month later.
"""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from claims_made import make_claim
from fakes import ScriptedModel
from graphs import add_text, rows_of
from loopback import Site, answer
from model_runs import judges, plan, reviews, writes
from reports import report_of
from search_server import SearchServer
from webs import article, finds, open_web_app

from agent.budget import Budget
from agent.chat.exchange import Exchange
from agent.chat.given import why_not_again
from agent.check import check_claims
from agent.curate import Decision, decide
from agent.forget.plan import look_at_impact
from agent.ledger.look import look_at, tell_history
from agent.ledger.read import Filters, read_entries
from agent.lessons.lesson import Lesson
from agent.record.clock import AHEAD_MS, Moment, is_older, moment_of, now
from agent.refresh.again import refresh_sources
from agent.refresh.as_of import read_as_of, tell_belief
from agent.refresh.changed import read_changed, tell_change
from agent.refresh.select import Wanted, select_sources
from agent.report.render import render_markdown
from agent.research import research
from graph.store import GraphStore

SET_BACK = """
MATCH (n {namespace: $namespace})
UNWIND [k IN keys(n) WHERE k ENDS WITH '_at' OR k ENDS WITH '_at_ms'] AS k
WITH n, k, n[k] AS was WHERE was IS NOT NULL AND NOT k IN ['published_at', 'updated_at']
SET n[k] = CASE WHEN k ENDS WITH '_ms' THEN was + $seconds * 1000
                ELSE toString(datetime({epochSeconds: datetime(was).epochSeconds + $seconds})) END
"""
HOUR, MONTH = 3_600, 30 * 86_400
PRICE = "What is the price of the Skerra ticket?"
SAID = "The harbour bridge was closed for eleven weeks."


async def set_back(store: GraphStore, seconds: int) -> None:
    await rows_of(store, SET_BACK, seconds=seconds)


def says(price: int) -> bytes:
    return article(f"The price of the Skerra ticket is {price} crowns.", title="Skerra ticket price")


def model(price: int, *, is_first: bool = True) -> ScriptedModel:
    quoted = (f"A Skerra ticket is priced at {price} crowns.", f"The price of the Skerra ticket is {price} crowns.")
    planned = [plan(PRICE)] if is_first else []
    return ScriptedModel(
        planner=[*planned, reviews((["S1"], "", ""))], writer=[writes(quoted)], judge=[judges("supports")]
    )


async def ask(store: GraphStore, search: SearchServer, run_key: str, model: ScriptedModel) -> list[Any]:
    async with open_web_app(store, search, model=model) as app:
        return [event async for event in research(PRICE, app, run_key=run_key, budget=Budget(rounds=1))]


@pytest.mark.parametrize("seconds", [HOUR, MONTH])
async def test_a_price_that_was_read_before_the_clock_was_set_back_is_looked_at_again_or_dated(
    store: GraphStore, site: Site, seconds: int
) -> None:
    site.pages["/p"] = says(12)
    with SearchServer(finds(site.url("/p"))) as search:
        await ask(store, search, "before", model(12))
    await set_back(store, seconds)
    site.pages["/p"] = answer(status="503 Service Unavailable")
    with SearchServer(finds()) as search:
        await ask(store, search, "down", ScriptedModel())
    (dated,) = [line for line in render_markdown(await report_of(store, "down")).splitlines() if "- Dated:" in line]
    assert " by a clock that was ahead, so that its age is not known, not checked since" in dated

    site.pages["/p"] = says(21)
    with SearchServer() as search:
        events = await ask(store, search, "again", model(21, is_first=False))
    assert [event.data["reused"] for event in events if event.event == "read"] == [False]
    text = render_markdown(await report_of(store, "again"))
    assert "priced at 21 crowns. [1]" in text
    assert "- Dated:" not in text


async def test_refresh_by_age_reads_again_what_is_dated_after_now(store: GraphStore) -> None:
    await add_text(store, SAID, name="bridge.md")
    moment = datetime.now(UTC)
    before_ms = round((moment - timedelta(days=30)).timestamp() * 1000)
    assert (await select_sources(store, Wanted(seen_before_ms=before_ms))).rows == ()
    await set_back(store, MONTH)
    selected = await select_sources(store, Wanted(seen_before_ms=before_ms))
    assert [row["address"] for row in selected.rows] == ["bridge.md"]


async def test_changed_and_as_of_follow_the_order_of_events_where_dates_go_back(store: GraphStore) -> None:
    claim = await make_claim(store, SAID, said=SAID)
    await check_claims(store, [claim], by="run.a")
    await set_back(store, MONTH)
    await decide(store, Decision(claim, "reject", "a hoax"), by="Ada")
    since = moment_of(now().ms + 86_400_000)  # after the rejection by date, before the check: the check came first
    found = await read_changed(store, since, Filters(), limit=10)
    (row,) = found.claims
    assert (row["before"], [move["to_status"] for move in row["moves"]]) == (
        None,
        ["unreviewed", "supported", "unsupported"],
    )
    assert next(tell_change(row, since)).startswith("new -> unsupported (rejected)  ")
    assert found.notes == (
        "some of this is dated after this machine's clock, which was set back: in its order, not by its dates",
    )
    for until in (now(), moment_of(now().ms + 40 * 86_400_000)):
        believed = await read_as_of(store, SAID, Moment(until.iso, until.ms + 1000), limit=5)
        assert [one["then"]["status"] for one in believed.claims] == ["unsupported"]
        assert next(tell_belief(believed.claims[0])).startswith("unsupported (rejected) since ")


async def test_statuses_the_ledger_and_the_plan_of_forgetting_do_not_hang_on_dates(store: GraphStore) -> None:
    claim = await make_claim(store, SAID, said=SAID)
    await check_claims(store, [claim], by="run.a")
    await set_back(store, MONTH)
    await add_text(store, "The bridge is open.", name="bridge.md")
    entry = (await read_entries(store, [claim]))[0]
    assert (entry.status, entry.reason) == ("unreviewed", "evidence_superseded")
    await add_text(store, SAID, name="bridge.md")
    entry = (await read_entries(store, [claim]))[0]
    assert (entry.status, entry.quotes[0].verdict) == ("supported", "valid")
    history = await store.read("claim_history", claim=claim)
    told = [*look_at(entry), *tell_history(history)]
    assert [line for line in told if " -1" in line or "-30 days" in line] == []
    assert [row["to_status"] for row in history] == ["unreviewed", "supported", "unreviewed", "supported"]
    sources = [row["key"] for row in await store.read("sources_by_id", source_id="bridge.md")]
    assert (await look_at_impact(store, sources)).claims[0].loses_all_support


async def test_a_refresh_that_ended_after_the_clock_went_back_is_not_begun_again_for_ever(store: GraphStore) -> None:
    claim = await make_claim(store, SAID, said=SAID)
    await check_claims(store, [claim], by="run.a")
    await add_text(store, "The bridge is open.", name="bridge.md")
    await set_back(store, MONTH)
    await rows_of(
        store, "MATCH (v:SourceVersion {namespace: $namespace, state: 'current'}) SET v.seen_at_ms = $ms", ms=now().ms
    )
    begun = (await select_sources(store, Wanted(seen_before_ms=1))).begun
    assert [row["address"] for row in begun] == ["bridge.md"]
    assert [one.title async for one in refresh_sources(store, None, None, (), begun)] == ["Title of bridge.md"]
    assert (await select_sources(store, Wanted(seen_before_ms=1))).begun == ()


@pytest.mark.parametrize(("kind", "why"), [("rows", "this machine's clock was set back since"), ("report", "stored")])
async def test_an_answer_of_a_conversation_from_after_now_is_not_given_again(
    store: GraphStore, kind: Any, why: str
) -> None:
    later = moment_of(now().ms + HOUR * 1000)
    told = Exchange(
        "turn.1", 1, PRICE, PRICE, "12 crowns", kind, "answered", later.iso, later.ms, "talk",
        report=None if kind == "rows" else "report.0",
    )  # fmt: skip
    assert why in await why_not_again(store, told)


def test_what_is_dated_after_now_is_old_but_for_clocks_that_differ_a_little() -> None:
    assert [is_older(then, 1_000, 10**9) for then in (10**9 - 1_001, 10**9 - 1_000, 10**9)] == [True, False, False]
    assert not is_older(10**9 + AHEAD_MS, 1_000, 10**9)
    assert is_older(10**9 + AHEAD_MS + 1, 1_000, 10**9)
    lesson = Lesson("provider", "web", "it answered nothing", created_at_ms=10**12 + MONTH * 1000)
    assert not lesson.holds_at(10**12)
    assert lesson.holds_at(10**12 + MONTH * 1000)
