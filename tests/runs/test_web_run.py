"""Whole runs on the live web, with the real SDKs and the real fetcher against servers on loopback."""

import json
from collections.abc import AsyncGenerator
from typing import Any

import pytest
from graphs import add_text, rows_of
from loopback import Site, answer, open_site, page
from search_server import SearchServer
from webs import article, finds, open_web_app

from agent.budget import Budget
from agent.find import find_report
from agent.read_report import read_report
from agent.report import ReportView, render_markdown
from agent.research import research
from graph.store import GraphStore

COST = "What will the Skerra plant cost?"
OPENS = "What will the Skerra plant cost and when will it open?"


@pytest.fixture
async def site() -> AsyncGenerator[Site]:
    async with open_site() as site:
        yield site


async def ask(store: GraphStore, search: SearchServer, question: str = COST, **options: Any) -> list[Any]:
    run_key = options.pop("run_key", "r1")
    budget = options.pop("budget", None)
    async with open_web_app(store, search, **options) as app:
        return [event async for event in research(question, app, run_key=run_key, budget=budget)]


async def report_of(store: GraphStore, run_key: str = "r1") -> ReportView:
    return await read_report(store, await find_report(store, run_key))


async def test_what_memory_lacks_is_searched_read_stored_and_cited(store: GraphStore, site: Site) -> None:
    site.pages["/a"] = article("The Skerra plant will cost 48 million crowns.", title="Council minutes")
    with SearchServer(finds(site.url("/a"))) as search:
        events = await ask(store, search)
    assert [event.event for event in events] == [
        "planned", "searched", "searched", "read", "recorded", "extracted", "reviewed", "drafted", "verified",
        "reported",
    ]  # fmt: skip
    assert events[-1].data["state"] == "completed"
    view = await report_of(store)
    (sentence,) = [one for one in view.statements if one.kind == "factual"]
    assert sentence.citations[0].quote == "The Skerra plant will cost 48 million crowns."
    assert sentence.status == "supported"
    assert view.sources[0].url == site.url("/a")
    sent = search.sent[0].body
    assert (sent["include_answer"], sent["search_depth"], sent["max_results"]) == (False, "basic", 5)
    text = render_markdown(view)
    assert "- Live web: tavily" in text
    assert "tavily (1 search); pages (1)" in text


async def test_what_memory_answers_is_not_searched_for(store: GraphStore) -> None:
    await add_text(store, "The Skerra plant will cost 48 million crowns.", name="a.md")
    with SearchServer() as search:
        events = await ask(store, search)
    assert events[-1].data["state"] == "completed"
    assert search.sent == []


async def test_what_the_review_finds_open_is_searched_for_in_the_next_round(store: GraphStore, site: Site) -> None:
    await add_text(store, "The Skerra plant will cost 48 million crowns.", name="a.md")
    site.pages["/b"] = article("The Skerra plant will open in June 2028.", title="Notice")
    with SearchServer(finds(site.url("/b"))) as search:
        events = await ask(store, search, OPENS)
    assert [event.data["tool"] for event in events if event.event == "searched"][:1] == ["memory_search"]
    assert (events[-1].data["state"], events[-1].data["stopped_by"]) == ("completed", "coverage")
    view = await report_of(store)
    assert {s.citations[0].url for s in view.statements if s.kind == "factual"} == {None, site.url("/b")}


async def test_walls_and_shells_become_outcomes_never_sources_and_the_next_page_is_read(
    store: GraphStore, site: Site
) -> None:
    site.pages["/challenge"] = page(
        "<title>The Skerra plant</title><p>Checking your browser before you go on. This is a proof of work.</p>"
        + "<script>x()</script>" * 500
    )
    site.pages["/consent"] = page(
        "<p>Avec votre consentement, nous et nos partenaires utilisons des cookies pour mesurer l'audience.</p>"
        "<a>Tout accepter</a> <a>Continuer sans accepter</a> <a>Vie privée</a>"
    )
    site.pages["/shell"] = page(
        "<title>Skerra</title><div id=root></div><noscript>You need to enable JavaScript to run this app.</noscript>"
        "<script src=/app.js></script>"
    )
    site.pages["/a"] = article("The Skerra plant will cost 48 million crowns.")
    urls = [site.url(path) for path in ("/challenge", "/consent", "/shell", "/a")]
    with SearchServer(finds(*urls)) as search:
        events = await ask(store, search)
    read = {event.data["url"]: event.data["outcome"] for event in events if event.event == "read"}
    assert read == dict(zip(urls, ["challenge", "consent", "needs_js", "ok"], strict=True))
    sources = await rows_of(store, "MATCH (s:Source {namespace: $namespace}) RETURN s.source_id AS url")
    assert [row["url"] for row in sources] == [site.url("/a")]
    outcomes = {(one["provider"], one["outcome"]): one["count"] for one in (await report_of(store)).outcomes}
    assert outcomes == {
        ("memory", "empty"): 1,
        ("tavily", "ok"): 1,
        ("pages", "ok"): 1,
        ("pages", "challenge"): 1,
        ("pages", "consent"): 1,
        ("pages", "needs_js"): 1,
    }


async def test_a_query_reads_two_new_pages_and_no_page_is_read_twice_in_a_run(store: GraphStore, site: Site) -> None:
    paths = [f"/{name}" for name in "abcdef"]
    for path in paths:
        site.pages[path] = article(f"The log of {path} speaks of other harbours.", title=f"Log {path}")
    urls = [site.url(path) for path in paths]
    same = [f"{urls[0]}?utm_source=mail", urls[0] + "#top"]
    answers = [finds(urls[0], *same, *urls[1:3])] * 8
    with SearchServer(*answers) as search:
        search_left = search.answers
        await ask(store, search, OPENS)
        search_left.clear()
    assert all(site.count(path) <= 1 for path in paths)
    assert site.count("/a?utm_source=mail") == 0
    first = await rows_of(
        store, "MATCH (s:Step {namespace: $namespace, tool: 'read_page', round: 1}) RETURN count(s) AS n"
    )
    assert first[0]["n"] <= 4
    queries = [sent.body["query"].casefold() for sent in search.sent]
    assert len(queries) == len(set(queries)) > 1


async def test_the_limits_of_searches_and_pages_hold_and_the_run_ends_with_a_report(
    store: GraphStore, site: Site
) -> None:
    for path in ("/a", "/b", "/c"):
        site.pages[path] = answer(status="500 Broken")
    with SearchServer(finds(*(site.url(path) for path in ("/a", "/b", "/c")))) as search:
        events = await ask(store, search, OPENS, budget=Budget(searches=1, extractions=2))
    assert events[-1].data["stopped_by"] == "budget"
    run = (await rows_of(store, "MATCH (r:Run {namespace: $namespace}) RETURN r.used_json AS used"))[0]
    used = json.loads(run["used"])
    assert (used["searches"], used["extractions"]) == (1, 2)
    assert sum(site.count(path) for path in ("/a", "/b", "/c")) == 2
    assert any("limit of" in note for note in (await report_of(store)).notes)


async def test_rules_for_domains_hold_for_searches_pages_redirects_and_memory(store: GraphStore, site: Site) -> None:
    await add_text(
        store, "The Skerra plant will cost 99 million crowns.", name="o.md", url="https://other.example.net/p"
    )
    away = site.url("/c", "away.example.com")
    site.pages["/a"] = answer(b"", f"Location: {away}", status="302 Found")
    site.pages["/c"] = article("The Skerra plant will cost 77 million crowns.")
    site.pages["/b"] = article("The Skerra plant will cost 48 million crowns.")
    with SearchServer(finds(away, site.url("/a"), site.url("/b"))) as search:
        events = await ask(store, search, f"{COST} site:example.org")
    assert search.sent[0].body["include_domains"] == ["example.org"]
    assert "site:" not in search.sent[0].body["query"]
    read = {event.data["url"]: event.data["outcome"] for event in events if event.event == "read"}
    assert read == {site.url("/a"): "refused", site.url("/b"): "ok"}
    text = render_markdown(await report_of(store))
    assert "48 million" in text
    assert "99 million" not in text
    assert "77 million" not in text
    assert "only example.org" in text.replace("\\", "")


async def test_a_young_page_and_a_young_answer_are_used_again_and_shown_as_such(
    store: GraphStore, site: Site, tmp_path: Any
) -> None:
    site.pages["/a"] = article("The Skerra plant will cost 48 million crowns.", title="Council minutes")
    with SearchServer(finds(site.url("/a"))) as search:
        await ask(store, search, "Who founded the Skerra plant?", recent=tmp_path, budget=Budget(rounds=1))
    with SearchServer() as search:
        events = await ask(
            store, search, "Who founded the Skerra plant?", recent=tmp_path, run_key="r2", budget=Budget(rounds=1)
        )
    assert site.count("/a") == 1
    assert all(event.data["reused"] for event in events if event.event == "read")
    searched = [event.data for event in events if event.event == "searched" and event.data["tool"] == "web_search"]
    assert all(data["reused"] for data in searched)
    run = (await rows_of(store, "MATCH (r:Run {namespace: $namespace, run_key: 'r2'}) RETURN r.used_json AS used"))[0]
    assert json.loads(run["used"])["searches"] == 0
    notes = " ".join((await report_of(store, "r2")).notes)
    assert "reused from a search of" in notes or "and not again" in notes
