"""Stored sources read again: what is unchanged, changed, gone or refused, and what becomes of what rests on them."""

import itertools
from collections.abc import AsyncIterator, Iterable

import pytest
from claims_made import claim_on, claim_state
from dossier_runs import ask
from fakes import FakeEmbedder
from graphs import duplicates, node_set, rows_of
from loopback import Site, answer, open_fetcher, redirect
from webs import article

from agent.add import add_readings
from agent.cli.face import Face
from agent.cli.refresh import tell
from agent.record.verdicts import finding_of, record_verdicts
from agent.refresh.again import Refreshed, refresh_sources
from agent.refresh.select import Wanted, select_sources
from agent.report.read import read_report
from agent.report.render import render_markdown
from agent.settings import Settings
from graph.store import GraphStore
from retrievers.read.apart import Apart
from retrievers.web.pages import PageReader, read_pages

COST = "The Skerra plant will cost 48 million crowns."
FELL = "Support fell to 12 percent of households."
MARK = 'ETag: "v1"'
NODES = "MATCH (n {namespace: $namespace}) RETURN n.key AS key ORDER BY key"


def marked(page: bytes, mark: str = MARK) -> bytes:
    return page.replace(b"Connection: close", f"{mark}\r\nConnection: close".encode(), 1)


async def store_page(store: GraphStore, *urls: str) -> list[str]:
    """Add pages as `claimgraph add` does and return the keys of their versions."""
    with Apart() as apart:
        async with open_fetcher() as fetcher:
            readings = read_pages(PageReader(fetcher, apart), list(urls))
            return [str(r.version) async for r in add_readings(store, FakeEmbedder(), readings)]


async def refresh(store: GraphStore, *sources: str, stop_after: int | None = None) -> list[Refreshed]:
    rows = (await select_sources(store, Wanted(sources, is_cited=False))).rows
    done: list[Refreshed] = []
    with Apart() as apart:
        async with open_fetcher() as fetcher:
            running = refresh_sources(store, FakeEmbedder(), PageReader(fetcher, apart), rows)
            async for one in running:
                done.append(one)
                if len(done) == stop_after:
                    break
            await running.aclose()  # pyright: ignore[reportAttributeAccessIssue] # an async generator
    return done


async def claim_checked(store: GraphStore, version: str, text: str) -> str:
    """Make a claim of the version's own sentence and have it checked by the rule."""
    passages = await store.read("passages_to_quote", keys=[version])
    claim = await claim_on(store, text, version, "".join(row["text"] for row in passages), text)
    rows = await store.read("unchecked_citations", claims=[claim], versions=[])
    await record_verdicts(store, {row["citation"]: (claim, finding_of(row)) for row in rows}, by="run.test")
    return claim


async def exit_code(refreshed: Iterable[Refreshed]) -> int:
    async def each() -> AsyncIterator[Refreshed]:
        for one in refreshed:
            yield one

    return await tell(Face(Settings(), quiet=True), each(), 1)


async def test_one_article_under_several_addresses_is_asked_for_once_and_an_unchanged_one_only_learns_when_it_was_seen(
    store: GraphStore, site: Site
) -> None:
    page = marked(article(COST, title="Minutes"))
    for path in ("/a", "/a?utm_source=x", "/a?fbclid=1&utm_medium=y"):
        site.pages[path] = page
    await store_page(store, *(site.url(path) for path in ("/a", "/a?utm_source=x#top", "/a?fbclid=1&utm_medium=y")))
    kinds = "MATCH (n {namespace: $namespace}) WHERE n:Source OR n:SourceVersion RETURN head(labels(n)) AS kind"
    assert sorted(row["kind"] for row in await rows_of(store, kinds)) == ["Source", "SourceVersion"]
    await rows_of(store, "MATCH (v:SourceVersion {namespace: $namespace}) SET v.seen_at = 'long ago', v.seen_at_ms = 1")
    before, created = await node_set(store), store.written.nodes_created
    set_before = store.written.properties_set
    site.pages["/a"] = answer(status="304 Not Modified")
    done = await refresh(store, "Minutes")
    assert [(one.outcome, one.reason, one.seen_before) for one in done] == [("unchanged", "ok", "long ago")]
    assert 'If-None-Match: "v1"' in site.asked[-1]
    assert (await node_set(store), store.written.nodes_created) == (before, created)
    assert store.written.properties_set - set_before == 2, "seen_at, for people and for comparing"
    site.pages["/a"] = page
    assert [one.outcome for one in await refresh(store, "Minutes")] == ["unchanged"], "the same text sent again"
    assert await node_set(store) == before
    assert await exit_code(done) == 0


async def test_a_changed_page_keeps_its_history_carries_over_what_still_stands_and_reopens_the_rest(
    store: GraphStore, site: Site
) -> None:
    site.pages["/p"] = marked(article(COST, FELL, title="Minutes"))
    (version,) = await store_page(store, site.url("/p"))
    kept, lost = [await claim_checked(store, version, text) for text in (COST, FELL)]
    old = (
        "MATCH (v:SourceVersion {key: $v})-[:HAS_PASSAGE]->()<-[:QUOTES]-(ci) "
        "RETURN ci {.quote, .char_start, .char_end, .quote_match} AS it ORDER BY ci.key"
    )
    quotes = await rows_of(store, old, v=version)
    site.pages["/p"] = marked(article("News first.", COST, FELL.replace("12", "21"), title="Minutes"), 'ETag: "v2"')
    (done,) = await refresh(store, "Minutes")
    assert (done.outcome, done.carried, done.stale) == ("changed", 1, 1)
    assert [row["claim"] for row in done.reopened] == [lost]
    assert await rows_of(store, old, v=version) == quotes, "nothing of the old quotes is overwritten"
    states = "MATCH (v:SourceVersion {namespace: $namespace}) RETURN v.state AS state ORDER BY state"
    assert [row["state"] for row in await rows_of(store, states)] == ["current", "superseded"]
    held = await claim_state(store, kept)
    assert (held["status"], sorted(q[0] for q in held["quotes"])) == ("supported", ["stale", "valid"])
    assert [move[1:4] for move in held["history"]][-2:] == [
        ["supported", "unreviewed", "refresh"],
        ["unreviewed", "supported", "refresh"],
    ]
    fallen = await claim_state(store, lost)
    assert (fallen["status"], fallen["reason"]) == ("unreviewed", "evidence_superseded")
    assert [q[0] for q in fallen["quotes"]] == ["stale"]
    graph = await node_set(store)
    (again,) = await refresh(store, "Minutes")
    assert (again.outcome, again.carried) == ("unchanged", 0)
    assert await node_set(store) == graph
    assert await duplicates(store) == []


async def test_what_was_cut_short_between_the_new_text_and_its_quotes_is_gone_on_with(
    store: GraphStore, site: Site
) -> None:
    site.pages["/p"] = marked(article(COST, title="Minutes"))
    (version,) = await store_page(store, site.url("/p"))
    claim = await claim_checked(store, version, COST)
    site.pages["/p"] = marked(article("News first.", COST, title="Minutes"), 'ETag: "v2"')
    await store_page(store, site.url("/p"))  # as an add, or a refresh that was killed after it, leaves it
    assert (await claim_state(store, claim))["status"] == "unreviewed"
    site.pages["/p"] = answer(status="304 Not Modified")
    (done,) = await refresh(store, "Minutes")
    assert (done.outcome, done.carried) == ("unchanged", 1)
    assert (await claim_state(store, claim))["status"] == "supported"


async def test_what_was_cut_short_is_ended_by_age_too_and_unread(store: GraphStore, site: Site) -> None:
    site.pages["/p"] = marked(article(COST, title="Minutes"))
    (version,) = await store_page(store, site.url("/p"))
    claim = await claim_checked(store, version, COST)
    site.pages["/p"] = marked(article("News first.", COST, title="Minutes"), 'ETag: "v2"')
    await store_page(store, site.url("/p"))  # seen just now, so by its age nobody would look at it
    site.asked.clear()
    selected = await select_sources(store, Wanted(seen_before_ms=1))
    assert (selected.rows, len(selected.begun)) == ((), 1)
    done = [one async for one in refresh_sources(store, FakeEmbedder(), None, selected.rows, selected.begun)]
    assert [(one.outcome, one.carried) for one in done] == [("changed", 1)]
    assert (await claim_state(store, claim))["status"] == "supported"
    assert site.asked == []
    assert (await select_sources(store, Wanted(seen_before_ms=1))).begun == ()


@pytest.mark.parametrize("status", ["404 Not Found", "410 Gone"])
async def test_a_page_that_is_gone_is_marked_and_kept_until_it_is_there_again(
    store: GraphStore, site: Site, status: str
) -> None:
    page = article(COST, title="Minutes")
    site.pages["/p"] = page
    (version,) = await store_page(store, site.url("/p"))
    claim = await claim_checked(store, version, COST)
    marks = "MATCH (v:SourceVersion {key: $v}) RETURN v.gone_at AS gone, v.state AS state"
    site.pages["/p"] = answer(status=status)
    (done,) = await refresh(store, "Minutes")
    assert (done.outcome, done.reason, await exit_code([done])) == ("gone", "empty", 0)
    (row,) = await rows_of(store, marks, v=version)
    assert (row["gone"] is not None, row["state"]) == (True, "current")
    assert (await claim_state(store, claim))["status"] == "supported"
    await refresh(store, "Minutes")
    assert await rows_of(store, marks, v=version) == [row], "the moment it was first found gone stays"
    site.pages["/p"] = page
    await refresh(store, "Minutes")
    assert (await rows_of(store, marks, v=version))[0]["gone"] is None


async def test_a_report_says_of_a_source_that_it_was_gone_when_it_was_read_again(store: GraphStore, site: Site) -> None:
    site.pages["/p"] = article(COST, title="Minutes")
    await store_page(store, site.url("/p"))
    assert await ask(store, "What will the Skerra plant cost?")
    keys = await rows_of(store, "MATCH (r:Report {namespace: $namespace, is_final: true}) RETURN r.key AS key")
    assert "gone when" not in render_markdown(await read_report(store, keys[0]["key"]))
    site.pages["/p"] = answer(status="404 Not Found")
    await refresh(store, "Minutes")
    written = render_markdown(await read_report(store, keys[0]["key"]))
    assert "(gone when read again on " in written.split("## Sources")[1]
    assert "Coverage now" not in written, "what it said then is still evidence"


async def test_what_cannot_be_read_says_why_and_changes_nothing(store: GraphStore, site: Site) -> None:
    for path in ("/wall", "/away", "/fine"):
        site.pages[path] = article(COST + path, title=f"Page {path[1:]}")
    site.pages["/elsewhere"] = article("Quite another page.", title="Elsewhere")
    await store_page(store, *(site.url(path) for path in ("/wall", "/away", "/fine")))
    before = await node_set(store)
    site.pages["/wall"] = answer(status="403 Forbidden")
    site.pages["/away"] = redirect(site.url("/elsewhere"))
    done = {one.title: one for one in await refresh(store, "Page wall", "Page away", "Page fine")}
    assert [(one.outcome, one.reason) for _, one in sorted(done.items())] == [
        ("moved", "ok"),
        ("unchanged", "ok"),
        ("refused", "unauthorised"),
    ]
    assert "leads to" in done["Page away"].says
    assert await node_set(store) == before
    assert await exit_code(done.values()) == 4


async def test_stopped_after_any_source_what_was_told_is_whole_and_the_same_again_goes_on(
    store: GraphStore, site: Site
) -> None:
    paths = [f"/{n}" for n in range(6)]
    for path in paths:
        site.pages[path] = article(COST + path, title=f"Page {path[1:]}")
    await store_page(store, *(site.url(path) for path in paths))
    for path in paths:
        site.pages[path] = article(f"Now it is {path}.", title=f"Page {path[1:]}")
    first = await refresh(store, *(f"Page {path[1:]}" for path in paths), stop_after=2)
    state = "MATCH (v:SourceVersion {namespace: $namespace}) RETURN v.key AS key, v.state AS state"
    states = {row["key"]: row["state"] for row in await rows_of(store, state)}
    assert [states[one.version] for one in first] == ["current"] * 2
    await refresh(store, *(f"Page {path[1:]}" for path in paths))
    counts = [row["state"] for row in await rows_of(store, state)]
    assert (counts.count("current"), counts.count("superseded"), counts.count("incoming")) == (6, 6, 0)
    assert await duplicates(store) == []
    assert len(set(itertools.chain.from_iterable(r.values() for r in await rows_of(store, NODES)))) == len(
        await rows_of(store, NODES)
    )
