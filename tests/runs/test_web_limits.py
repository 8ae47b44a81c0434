"""What a run on the live web may search and read: queries, pages, domains, and the limits of each."""

import json
from typing import Any

from fakes import Asked, ScriptedModel
from graphs import add_text, rows_of
from loopback import Site, answer
from reports import report_of
from search_server import SearchServer
from web_runs import COST, OPENS, ask
from webs import article, by_query, finds

from agent.budget import Budget
from agent.report.render import render_markdown
from graph.store import GraphStore


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


async def test_a_long_brief_becomes_queries_within_the_limit_and_its_site_holds_in_every_round(
    store: GraphStore, site: Site
) -> None:
    site.pages["/a"] = article("The Skerra plant will cost 48 million crowns.")
    site.pages["/b"] = article("The Skerra plant will open in June 2028.")
    brief = (
        "Background: our newsroom follows the sound since 2019. " * 20
        + "House style: short words, no jokes, British spelling. Please answer as a table. "
        + f"{COST} And when will it open? site:example.org "
    )
    assert len(brief) > 1_200

    def write(asked: Asked) -> dict[str, Any]:
        facts = {"48 million": "The Skerra plant will cost 48 million crowns."}
        facts["2028"] = "The Skerra plant will open in June 2028."
        offered = asked.user.split("===P1", 1)[-1]
        found = [fact for fact in facts.values() if fact in offered]
        if "open" in asked.user.split("===part to answer", 1)[1].split("===end", 1)[0]:
            found = [fact for fact in found if "2028" in fact]
        name = next((n for n in ("P1", "P2") if found and found[0] in asked.user.split(f"==={n} ", 1)[-1]), "P1")
        sentences = [
            {"text": fact, "kind": "factual", "citations": [{"passage": name, "quote": fact}]} for fact in found[:1]
        ]
        return {"sentences": sentences, "missing": ""}

    planner = [
        {
            "parts": [
                {"question": COST, "queries": ["Skerra plant cost site:evil.example"]},
                {"question": "When will the Skerra plant open?", "queries": ["Skerra plant opening"]},
            ]
        },
        {
            "parts": [
                {"part": 1, "answered_by": ["S1"], "missing": "", "next_query": ""},
                {"part": 2, "answered_by": [], "missing": "the date", "next_query": "Skerra plant June notice"},
            ]
        },
        {
            "parts": [
                {"part": 1, "answered_by": ["S1"], "missing": "", "next_query": ""},
                {"part": 2, "answered_by": ["S2"], "missing": "", "next_query": ""},
            ]
        },
    ]
    model = ScriptedModel(planner=planner, writer=[write] * 4)
    answer_to = by_query(cost=finds(site.url("/a")), opening=finds(), notice=finds(site.url("/b")))
    with SearchServer(answer_to, answer_to, answer_to) as search:
        events = await ask(store, search, brief, model=model)
    assert events[-1].data["stopped_by"] == "coverage"
    assert [sent.body["include_domains"] for sent in search.sent] == [["example.org"]] * 3
    queries = [sent.body["query"] for sent in search.sent]
    assert sorted(queries) == ["Skerra plant June notice", "Skerra plant cost", "Skerra plant opening"]
    assert all(len(query) <= 400 for query in queries)
    assert "48 million" in render_markdown(await report_of(store))
