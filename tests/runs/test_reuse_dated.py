"""Old evidence never passes for fresh: what changes with time is looked at again, or shown with its date."""

from typing import Any

import pytest
from fakes import ScriptedModel
from graphs import rows_of
from loopback import Site, answer
from model_runs import judges, plan, reviews, writes
from reports import report_of
from search_server import SearchServer
from webs import article, finds, open_web_app

from agent.budget import Budget
from agent.errors import ConfigurationError
from agent.report.render import render_json, render_markdown
from agent.research import research
from agent.reuse.shelf import read_shelf_lives
from agent.web.options import WebOptions
from agent.web.volatile import kind_of
from graph.store import GraphStore

PRICE = "What is the price of the Skerra ticket?"
DAY_0 = (
    "MATCH (v:SourceVersion {namespace: $namespace}) "
    "SET v.seen_at = '2026-03-02T10:00:00Z', v.seen_at_ms = 1772445600000"
)
RUN_0 = (
    "MATCH (r:Run {namespace: $namespace}) SET r.started_at = '2026-03-02T10:00:00Z', r.started_at_ms = 1772445600000"
)
"""What is stored within the second in which an earlier run began passes for known to it."""
CHECKED = "MATCH (c:Citation {namespace: $namespace}) RETURN c.quote AS quote, c.checked_at AS at ORDER BY quote"


def says(price: int) -> bytes:
    page = article(f"The price of the Skerra ticket is {price} crowns.", title="Skerra ticket price")
    return page.replace(b"Connection: close", b'ETag: "v1"\r\nConnection: close', 1)


def model(price: int) -> ScriptedModel:
    return ScriptedModel(
        planner=[plan(PRICE), reviews((["S1"], "", ""))],
        writer=[
            writes(
                (f"A Skerra ticket is priced at {price} crowns.", f"The price of the Skerra ticket is {price} crowns.")
            )
        ],
        judge=[judges("supports")],
    )


async def ask(store: GraphStore, search: SearchServer, run_key: str, model: ScriptedModel, **options: Any) -> list[Any]:
    async with open_web_app(store, search, model=model, **options) as app:
        return [event async for event in research(PRICE, app, run_key=run_key, budget=Budget(rounds=1))]


async def test_sixty_days_later_a_price_is_refreshed_dated_or_left_out_and_reading_is_no_checking(
    store: GraphStore, site: Site
) -> None:
    """R17: one page, asked again by the letter at each turn."""
    site.pages["/p"] = says(12)
    with SearchServer(finds(site.url("/p"))) as search:
        await ask(store, search, "day0", model(12))
    checked = await rows_of(store, CHECKED)
    assert len(checked) == 1
    await rows_of(store, DAY_0)

    # Elsewhere alone: the page is not used.
    with SearchServer(finds()) as search:
        await ask(
            store,
            search,
            "elsewhere",
            ScriptedModel(planner=[reviews(([], "No price was found.", ""))]),
            options=WebOptions(only=("other.example.net",)),
        )
    assert "12 crowns" not in render_markdown(await report_of(store, "elsewhere"))

    # The page cannot be had, and a search finds no other: what it said stands, with its date.
    site.pages["/p"] = answer(status="503 Service Unavailable")
    with SearchServer(finds()) as search:
        nobody = ScriptedModel()
        await ask(store, search, "down", nobody)
        assert len(search.sent) == 1
    assert nobody.asked == []
    view = await report_of(store, "down")
    assert [one["as_of"] for one in render_json(view)["dated"]] == ["2026-03-02T10:00:00Z"]
    assert "- Dated: “Skerra ticket price” is as of 2 March 2026, not checked since" in render_markdown(view)
    assert await rows_of(store, CHECKED) == checked

    # Its server calls it unchanged, and a search finds no other: taken over, no model asked, nothing checked by it.
    site.pages["/p"] = answer(status="304 Not Modified")
    with SearchServer(finds(site.url("/p"))) as search:
        nobody = ScriptedModel()
        events = await ask(store, search, "same", nobody)
    assert [event.data["unchanged"] for event in events if event.event == "read"] == [True]
    assert nobody.asked == []
    view = await report_of(store, "same")
    assert (render_json(view)["dated"], [one["run"] for one in render_json(view)["reused"]][:1]) == ([], ["down"])
    assert await rows_of(store, CHECKED) == checked

    # It has another price: both are said with their dates, and the old claim keeps its history.
    await rows_of(store, DAY_0)
    site.pages["/p"] = says(21).replace(b'"v1"', b'"v2"')
    with SearchServer() as search:
        await ask(
            store,
            search,
            "day60",
            ScriptedModel(
                planner=[reviews((["S1"], "", ""))],
                writer=[
                    writes(("A Skerra ticket is priced at 21 crowns.", "The price of the Skerra ticket is 21 crowns."))
                ],
                judge=[judges("supports")],
            ),
        )
    text = render_markdown(await report_of(store, "day60"))
    assert "A Skerra ticket is priced at 21 crowns. [1]" in text
    before = next(line for line in text.splitlines() if line.startswith("- Before:"))
    assert "“A Skerra ticket is priced at 12 crowns.”" in before
    assert "said as of 2 March 2026" in before
    history = await rows_of(
        store,
        "MATCH (c:Claim {namespace: $namespace})-[:HAS_ASSESSMENT]->(a) WHERE c.text CONTAINS '12 crowns' "
        "RETURN a.to_status AS status ORDER BY a.ordinal",
    )
    assert [row["status"] for row in history][-2:] == ["supported", "unreviewed"]


@pytest.mark.parametrize("page", ["304 Not Modified", "410 Gone", "403 Forbidden"])
async def test_an_old_price_whose_page_says_nothing_new_is_searched_for_once_and_both_are_said(
    store: GraphStore, site: Site, page: str
) -> None:
    site.pages["/p"] = says(12)
    with SearchServer(finds(site.url("/p"))) as search:
        await ask(store, search, "day0", model(12))
    await rows_of(store, DAY_0)
    await rows_of(store, RUN_0)
    site.pages["/p"] = answer(status=page)
    site.pages["/new"] = says(21).replace(b"Skerra ticket price", b"Tickets of the Skerra line")
    quoted = ("A Skerra ticket is priced at 21 crowns.", "The price of the Skerra ticket is 21 crowns.")
    scripted = ScriptedModel(
        planner=[reviews((["S1"], "", ""))], writer=[writes(quoted)], judge=[judges("supports")] * 2
    )
    with SearchServer(finds(site.url("/new"))) as search:
        events = await ask(store, search, "day60", scripted)
        assert len(search.sent) == 1
    (searched,) = [e.data for e in events if e.event == "searched" and e.data["tool"] == "web_search"]
    assert "past its shelf life" in searched["reason"]
    text = render_markdown(await report_of(store, "day60"))
    assert "12 crowns" in text
    assert "21 crowns" in text


async def test_looking_for_a_newer_price_ends_no_run_whose_searches_are_spent(store: GraphStore, site: Site) -> None:
    site.pages["/p"] = says(12)
    with SearchServer(finds(site.url("/p"))) as search:
        await ask(store, search, "day0", model(12))
    await rows_of(store, DAY_0)
    site.pages["/p"] = answer(status="304 Not Modified")
    with SearchServer() as search:
        async with open_web_app(store, search, model=ScriptedModel()) as app:
            budget = Budget(rounds=1, searches=0)
            events = [event async for event in research(PRICE, app, run_key="none", budget=budget)]
    assert events[-1].data["stopped_by"] == "coverage"


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        (PRICE, "price"),
        ("What is the price of gold today?", "now"),
        ("Who is the president of France?", "office"),
        ("Who was the first president of France?", None),
        ("What is the latest version of Python?", "version"),
        ("What is the newest museum in Oslo?", "latest"),
        ("What is the weather in Skerra?", "weather"),
        ("What is the exchange rate of the crown?", "rate"),
        ("When was the plant built?", None),
    ],
)
def test_what_changes_with_time_is_told_by_its_kind(question: str, kind: str | None) -> None:
    assert kind_of(question) == kind


def test_shelf_lives_are_set_by_kind_and_a_mistyped_one_is_refused() -> None:
    lives = read_shelf_lives("price=2h, office=90d,default=4w")
    assert lives.of(PRICE) == 7200
    assert lives.of("When was the plant built?") == 28 * 86400
    assert read_shelf_lives("").of("When was the plant built?") is None
    assert read_shelf_lives("price=none").of(PRICE) is None
    for wrong in ("prise=2h", "price", "price=2 moons"):
        with pytest.raises(ConfigurationError):
            read_shelf_lives(wrong)
