"""What a run costs and what it may cost, on a real server: counted before it is spent, shown with the report."""

import asyncio
import json
from decimal import Decimal
from typing import Any

import pytest
from fakes import Asked, FakeEmbedder, ScriptedModel
from graphs import add_text, rows_of
from loopback import open_site
from model_runs import by_part, plan, reviews, writes
from search_server import SearchServer
from webs import article, finds, open_web_app

from agent.budget import Budget
from agent.build import App
from agent.errors import ConfigurationError
from agent.find import find_report, find_run
from agent.prices import ModelPrice, Prices
from agent.report.read import read_report
from agent.report.render import render_json, render_markdown
from agent.research import research
from agent.resume import read_begun
from agent.settings import Settings
from graph.store import GraphStore

COST = "What will the Skerra plant cost?"
SAYS = "The Skerra plant will cost 48 million crowns."
OPENING, OPENS = "When will the Skerra plant open?", "The Skerra plant will open in June 2028."
PLANNER, WRITER = (
    ModelPrice(Decimal("0.2"), Decimal("0.8"), Decimal("0.2")),
    ModelPrice(Decimal(2), Decimal(8), Decimal(2)),
)
PRICES = Prices(
    "prices.toml",
    {"scripted-planner": PLANNER, "scripted-writer": WRITER, "scripted-judge": PLANNER},
    {"search": Decimal("0.005"), "page": Decimal("0.002")},
)
DONE = reviews((["S1"], "", ""))


async def ask(store: GraphStore, model: ScriptedModel | None, prices: Prices | None, **options: Any) -> list[Any]:
    app = App(Settings(), store, FakeEmbedder(), (), None, model, prices=prices)
    return [event async for event in research(COST, app, run_key="r1", **options)]


async def json_of(store: GraphStore) -> dict[str, Any]:
    return render_json(await read_report(store, await find_report(store, "r1")))


async def spent(store: GraphStore) -> Decimal:
    rows = await rows_of(store, "MATCH (r:Run {namespace: $namespace, run_key: 'r1'}) RETURN r.used_json AS used")
    return Decimal(json.loads(rows[0]["used"])["money"])


async def test_the_report_says_what_each_model_and_the_web_cost(store: GraphStore) -> None:
    model = ScriptedModel(planner=[plan(COST), DONE], writer=[writes((SAYS, SAYS))])
    async with open_site() as site:
        site.pages["/a"] = article(SAYS, title="Minutes")
        with SearchServer(finds(site.url("/a"))) as search:
            async with open_web_app(store, search, model=model, prices=PRICES) as app:
                async for _ in research(COST, app, run_key="r1", budget=Budget(money=Decimal(1))):
                    pass
    model.done()
    data = await json_of(store)
    assert {one["role"]: (one["calls"], one["cost"]) for one in data["usage"]} == {
        "planner": (2, 0.000072), "writer": (1, 0.00036), "search": (1, 0.005), "page": (1, 0.002),
    }  # fmt: skip
    assert await spent(store) == Decimal("0.007432")
    text = render_markdown(await read_report(store, await find_report(store, "r1")))
    assert "- Cost: 0.007432 (planner 0.000072, writer 0.00036, search 0.005, page 0.002)" in text


async def test_what_has_no_price_is_null_and_named_and_never_nothing(store: GraphStore) -> None:
    await add_text(store, SAYS, name="a.md")
    model = ScriptedModel(planner=[plan(COST), DONE], writer=[writes((SAYS, SAYS))])
    await ask(store, model, Prices("p", {"scripted-planner": PLANNER}, {}))
    assert {one["role"]: one["cost"] for one in (await json_of(store))["usage"]} == {
        "planner": 0.000072,
        "writer": None,
    }
    text = render_markdown(await read_report(store, await find_report(store, "r1")))
    assert "- Cost: at least 0.000072 (planner 0.000072); no price is known for scripted-writer" in text


async def test_without_a_price_list_no_cost_is_stated(store: GraphStore) -> None:
    await add_text(store, SAYS, name="a.md")
    model = ScriptedModel(planner=[plan(COST), DONE], writer=[writes((SAYS, SAYS))])
    await ask(store, model, None)
    assert {one["cost"] for one in (await json_of(store))["usage"]} == {None}
    assert "Cost:" not in render_markdown(await read_report(store, await find_report(store, "r1")))


async def test_a_limit_of_money_without_prices_ends_before_anything_is_asked_or_written(store: GraphStore) -> None:
    model = ScriptedModel()
    with pytest.raises(ConfigurationError, match=r"--money cannot hold: no price list is set for the model scripted-j"):
        await ask(store, model, None, budget=Budget(money=Decimal(1)))
    assert model.asked == []
    assert await rows_of(store, "MATCH (r:Run {namespace: $namespace}) RETURN r.key AS run") == []


async def test_rules_cost_nothing_and_need_no_prices(store: GraphStore) -> None:
    await add_text(store, SAYS, name="a.md")
    events = await ask(store, None, None, budget=Budget(money=Decimal("0.01")))
    assert events[-1].data["state"] == "completed"


async def test_the_limit_of_money_ends_a_run_with_a_report_before_it_is_passed(store: GraphStore) -> None:
    """Plan and review fit; what the writer could cost at most, with 3,000 tokens out, does not."""
    await add_text(store, SAYS, name="a.md")
    model = ScriptedModel(planner=[plan(COST), reviews(([], "the cost", ""))])
    events = await ask(store, model, PRICES, budget=Budget(money=Decimal("0.025")))
    model.done()
    assert events[-1].data["stopped_by"] == "budget"
    assert await spent(store) == Decimal("0.000072")
    assert any("money limit of 0.02 reached" in note for note in (await json_of(store))["notes"])


async def test_the_limit_of_money_keeps_searches_from_being_sent(store: GraphStore) -> None:
    with SearchServer() as search:
        async with open_web_app(store, search, prices=PRICES) as app:
            budget = Budget(money=Decimal("0.005"))
            events = [event async for event in research(COST, app, run_key="r1", budget=budget)]
    assert (events[-1].data["stopped_by"], search.sent) == ("budget", [])


async def test_money_goes_on_where_a_killed_run_left_it_and_the_limit_is_kept_with_the_run(store: GraphStore) -> None:
    await add_text(store, SAYS, name="a.md")

    def die(_: Asked) -> Any:
        raise asyncio.CancelledError

    budget = Budget(money=Decimal("0.1"))
    killed = ScriptedModel(planner=[plan(COST), die], writer=[writes((SAYS, SAYS))])
    with pytest.raises(asyncio.CancelledError):
        await ask(store, killed, PRICES, budget=budget)
    assert await spent(store) == Decimal("0.000396")
    begun = await read_begun(store, await find_run(store, "r1"))
    assert begun.limits["money"] == Decimal("0.1")
    await ask(store, ScriptedModel(planner=[DONE]), PRICES, budget=Budget(**begun.limits))
    assert await spent(store) == Decimal("0.000432")
    assert {one["role"]: one["cost"] for one in (await json_of(store))["usage"]} == {
        "planner": 0.000072, "writer": 0.00036,
    }  # fmt: skip


class Slow(ScriptedModel):
    """It answers a moment after it was allowed, so that calls made together are on their way together."""

    async def ask(self, role: Any, *, allow: Any = None, **rest: Any) -> Any:
        if allow:
            allow()
        await asyncio.sleep(0.02)
        return await super().ask(role, **rest)


async def test_a_call_waits_for_what_others_hold_and_gives_no_part_up_for_it(store: GraphStore) -> None:
    """Either writer's call fits the limit, with the most that it could take, and both together do not."""
    await add_text(store, f"{SAYS} {OPENS}", name="a.md")
    model = Slow(
        planner=[plan(COST, OPENING), reviews((["S1"], "", ""), (["S2"], "", ""))],
        writer=[by_part(cost=writes((SAYS, SAYS)), open=writes((OPENS, OPENS)))] * 2,
    )
    app = App(Settings(), store, FakeEmbedder(), (), None, model, prices=PRICES)
    budget = Budget(money=Decimal("0.06"))
    events = [event async for event in research(f"{COST} {OPENING}", app, run_key="r1", budget=budget)]
    model.done()
    assert (events[-1].data["state"], events[-1].data["stopped_by"]) == ("completed", "coverage")
    assert await spent(store) == Decimal("0.000792") == 2 * Decimal("0.000036") + 2 * Decimal("0.00036")
