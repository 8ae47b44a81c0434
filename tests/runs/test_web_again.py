"""Pages that are read again: asked whether they changed, and never at an address outside the run's rules."""

from typing import Any

import pytest
from graphs import node_set, rows_of
from loopback import Site, answer
from search_server import SearchServer
from webs import article, finds, open_web_app

from agent.budget import Budget
from agent.find import find_report
from agent.report.read import read_report
from agent.report.render import render_markdown
from agent.research import research
from graph.store import GraphStore

QUESTION = "What is the price of the Skerra ticket?"
OLD = "MATCH (v:SourceVersion {namespace: $namespace}) SET v.seen_at = '2026-01-01T00:00:00Z', v.seen_at_ms = 1"
VERSIONS = (
    "MATCH (v:SourceVersion {namespace: $namespace}) RETURN v.state AS state, v.etag AS etag, "
    "v.last_modified AS modified, v.seen_at_ms > 1 AS seen, v.fetched_at_ms AS fetched ORDER BY fetched"
)


async def ask(store: GraphStore, search: SearchServer, question: str = QUESTION, **options: Any) -> list[Any]:
    run_key = options.pop("run_key")
    async with open_web_app(store, search, **options) as app:
        budget = Budget(rounds=1)
        return [event async for event in research(question, app, run_key=run_key, budget=budget)]


def with_marks(page: bytes, *marks: str) -> bytes:
    return page.replace(b"Connection: close", "\r\n".join((*marks, "Connection: close")).encode(), 1)


MODIFIED = "Mon, 02 Nov 2026 10:00:00 GMT"
MARKS = ('ETag: "v1"', f"Last-Modified: {MODIFIED}")


async def test_an_old_page_that_its_server_calls_unchanged_is_evidence_again_and_only_its_time_is_written(
    store: GraphStore, site: Site
) -> None:
    page = with_marks(article("The price of the Skerra ticket is 12 crowns.", title="Skerra ticket price"), *MARKS)
    site.pages["/p"] = page
    with SearchServer(finds(site.url("/p"))) as search:
        await ask(store, search, run_key="day0")
    before = [row["fetched"] for row in await rows_of(store, VERSIONS)]
    await rows_of(store, OLD)
    of_page = "MATCH (n {namespace: $namespace}) WHERE n:Source OR n:SourceVersion OR n:Passage RETURN n.key AS key"
    nodes = {row["key"] for row in await rows_of(store, of_page)}
    site.pages["/p"] = answer(status="304 Not Modified")
    with SearchServer(finds(site.url("/p"))) as search:
        events = await ask(store, search, run_key="day60")
    head = site.asked[-1]
    assert 'If-None-Match: "v1"' in head
    assert f"If-Modified-Since: {MODIFIED}" in head
    read = [event.data for event in events if event.event == "read"]
    assert [(one["outcome"], one["unchanged"], one["reused"]) for one in read] == [("ok", True, False)]
    assert {row["key"] for row in await rows_of(store, of_page)} == nodes
    (version,) = await rows_of(store, VERSIONS)
    assert version == {
        "state": "current", "etag": '"v1"', "modified": MODIFIED, "seen": True, "fetched": before[0],
    }  # fmt: skip
    assert "12 crowns" in render_markdown(await read_report(store, await find_report(store, "day60")))


async def test_a_page_that_has_changed_is_read_whole_and_keeps_the_marks_of_its_new_text(
    store: GraphStore, site: Site
) -> None:
    site.pages["/p"] = with_marks(article("The price of the Skerra ticket is 12 crowns.", title="Price"), *MARKS)
    with SearchServer(finds(site.url("/p"))) as search:
        await ask(store, search, run_key="day0")
    await rows_of(store, OLD)
    newer = article("The price of the Skerra ticket is 21 crowns.", title="Price")
    site.pages["/p"] = with_marks(newer, 'ETag: "v2"')
    with SearchServer() as search:
        events = await ask(store, search, run_key="day60")
    assert [event.data["unchanged"] for event in events if event.event == "read"] == [False]
    versions = await rows_of(store, VERSIONS)
    assert [(row["state"], row["etag"], row["modified"]) for row in versions] == [
        ("superseded", '"v1"', MODIFIED),
        ("current", '"v2"', None),
    ]


async def test_a_page_sent_whole_with_the_same_text_changes_nothing_but_its_time_and_marks(
    store: GraphStore, site: Site
) -> None:
    page = article("The price of the Skerra ticket is 12 crowns.", title="Price")
    site.pages["/p"] = page
    with SearchServer(finds(site.url("/p"))) as search:
        await ask(store, search, run_key="day0")
    await rows_of(store, OLD)
    site.pages["/p"] = with_marks(page, 'ETag: "v1"')
    with SearchServer(finds(site.url("/p"))) as search:
        events = await ask(store, search, run_key="day60")
    assert "If-None-Match" not in site.asked[-1]
    assert [event.data["unchanged"] for event in events if event.event == "read"] == [True]
    assert [(row["state"], row["etag"], row["seen"]) for row in await rows_of(store, VERSIONS)] == [
        ("current", '"v1"', True)
    ]


async def test_a_server_that_calls_a_page_unchanged_that_nobody_has_is_not_believed(
    store: GraphStore, site: Site
) -> None:
    site.pages["/p"] = answer(status="304 Not Modified")
    with SearchServer(finds(site.url("/p"))) as search:
        events = await ask(store, search, run_key="r1")
    assert [event.data["outcome"] for event in events if event.event == "read"] == ["unreadable"]
    assert not [row for row in await node_set(store) if "Source" in row[0]]


@pytest.mark.parametrize("hops", [1, 2])
async def test_a_redirect_out_of_the_rules_is_refused_before_it_is_asked_for(
    store: GraphStore, site: Site, hops: int
) -> None:
    away = site.url("/away", "away.example.com")
    path = ["/a", "/b"][:hops]
    for here, there in zip(path, [*[site.url(p) for p in path[1:]], away], strict=True):
        site.pages[here] = answer(b"", f"Location: {there}", status="302 Found")
    site.pages["/away"] = article("The price of the Skerra ticket is 12 crowns.")
    with SearchServer(finds(site.url("/a"))) as search:
        events = await ask(store, search, f"{QUESTION} site:example.org", run_key="r1")
    (read,) = [event.data for event in events if event.event == "read"]
    assert read["outcome"] == "refused"
    assert "away.example.com is outside the domains" in read["says"]
    assert site.count("/away") == 0
    hosts = {line for head in site.asked for line in head.split("\r\n") if line.startswith("Host:")}
    assert hosts == {f"Host: www.example.org:{site.port}"}
