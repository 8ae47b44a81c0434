"""One work at several addresses: read once where the search tells, counted and cited once where reading does."""

import json
from typing import Any

import pytest
from graphs import rows_of
from loopback import Site, answer, page
from reports import report_of
from search_server import SearchServer
from webs import article, finds, open_web_app

from agent.budget import Budget
from agent.report.render import render_json, render_markdown
from agent.research import research
from agent.web.options import WebOptions
from graph.store import GraphStore

COST = "What will the Skerra plant cost?"
FACT = "The Skerra plant will cost 48 million crowns."


async def ask(store: GraphStore, search: SearchServer, **options: Any) -> list[Any]:
    run_key, rounds = options.pop("run_key", "r1"), options.pop("rounds", 1)
    async with open_web_app(store, search, **options) as app:
        return [e async for e in research(COST, app, run_key=run_key, budget=Budget(rounds=rounds))]


def read_of(events: list[Any]) -> dict[str, str]:
    return {event.data["url"]: event.data["outcome"] for event in events if event.event == "read"}


async def test_one_doi_at_two_addresses_is_read_once_and_elsewhere_where_that_fails(
    store: GraphStore, site: Site
) -> None:
    mirror, home = site.url("/doi/full/10.1000/x1", "mirror.example"), site.url("/10.1000/x1", "doi.org")
    site.pages["/10.1000/x1"] = article(FACT, title="A study of Skerra")
    site.pages["/doi/full/10.1000/x1"] = article(FACT, title="A study of Skerra, mirrored")
    with SearchServer(finds(mirror, home)) as search:
        assert read_of(await ask(store, search)) == {home: "ok"}
    await rows_of(store, "MATCH (n {namespace: $namespace}) DETACH DELETE n")
    site.pages["/10.1000/x1"] = answer(status="500 Broken")
    with SearchServer(finds(mirror, home)) as search:
        assert read_of(await ask(store, search)) == {home: "offline", mirror: "ok"}


STUDY = " ".join(
    [FACT, *(f"In year {n} the harbour of the sound saw {n * 7} ships and {n * 3} storms." for n in range(40, 70))]
)


def study(text: str, title: str, head: str = "") -> bytes:
    return page(
        f"<html><head><title>{title}</title>{head}</head><body><article><h1>{title}</h1><p>{text}</p></article></body></html>"
    )


async def test_a_work_known_only_after_reading_is_cited_once_with_its_other_addresses(
    store: GraphStore, site: Site
) -> None:
    site.pages["/journal"] = study(STUDY, "A study of the sound")
    site.pages["/preprint"] = study(STUDY.replace("storms", "gales", 1), "Preprint 17")
    site.pages["/mirror"] = study(f"{STUDY} It was copied here.", "Copies of the archive")
    urls = [site.url("/journal"), site.url("/preprint", "pre.example.net"), site.url("/mirror", "m.example.com")]
    with SearchServer(finds(*urls)) as search:
        events = await ask(store, search, new_pages=3)
    assert read_of(events) == dict.fromkeys(urls, "ok")
    view = await report_of(store)
    (source,) = view.sources
    assert {source.url, *(url for _, url in source.alternates)} == set(urls)
    assert source.url == urls[2], "the longest text speaks for the work"
    claims = await rows_of(
        store,
        "MATCH (c:Claim {namespace: $namespace})<-[:FOR_CLAIM]-(ci:Citation) RETURN c.text AS text, count(ci) AS n",
    )
    assert [row["n"] for row in claims if row["text"] == FACT] == [1]
    text = render_markdown(view)
    assert text.split("## Sources")[1].count("- [") == 1
    assert text.count("the same work at ") == 2
    assert "1 source, one independent origin" in text
    assert len(json.loads(json.dumps(render_json(view)))["sources"][0]["alternates"]) == 2
    groups = await rows_of(store, "MATCH (s:Source {namespace: $namespace}) RETURN DISTINCT s.work_group AS work")
    assert len(groups) == 1

    with SearchServer() as search:
        await ask(store, search, run_key="r2")
    later = await report_of(store, "r2")
    assert [one.url for one in later.sources] == [urls[2]], "memory tells one work of it too"


async def test_the_rules_for_domains_let_another_address_of_the_work_speak(store: GraphStore, site: Site) -> None:
    site.pages["/journal"] = study(STUDY, "A study of the sound")
    site.pages["/mirror"] = study(f"{STUDY} It was copied here.", "Copies of the archive")
    urls = [site.url("/journal"), site.url("/mirror", "m.example.com")]
    with SearchServer(finds(*urls)) as search:
        await ask(store, search)
    assert [one.url for one in (await report_of(store)).sources] == [urls[1]]

    with SearchServer() as search:
        await ask(store, search, run_key="r2", options=WebOptions(only=("example.org",)))
    assert [one.url for one in (await report_of(store, "r2")).sources] == [urls[0]]


@pytest.mark.parametrize("is_named", [True, False])
async def test_an_abstract_and_its_article_are_one_work_where_both_name_one_number(
    store: GraphStore, site: Site, is_named: bool
) -> None:
    head = "<meta name='citation_doi' content='10.1000/skerra.7'>" if is_named else ""
    link = "<link rel='canonical' href='https://doi.org/10.1000/skerra.7'>" if is_named else ""
    whole = f"{STUDY} " + " ".join(f"The gate at mile {n} was shut for {n * 11} hours." for n in range(60, 110))
    site.pages["/article"] = study(whole, "Tides of the sound", head)
    site.pages["/abstract"] = study(STUDY, "Abstract 7", link)
    urls = [site.url("/abstract", "index.example.net"), site.url("/article")]
    with SearchServer(finds(*urls)) as search:
        await ask(store, search)
    view = await report_of(store)
    assert [source.url for source in view.sources] == ([urls[1]] if is_named else urls[:1])
    groups = {
        row["g"] for row in await rows_of(store, "MATCH (s:Source {namespace: $namespace}) RETURN s.work_group AS g")
    }
    assert (None not in groups) == is_named


@pytest.mark.parametrize(
    "head", ["", "<link rel='canonical' href='{url}'><meta name='citation_doi' content='10.1000/x'>"]
)
async def test_a_copy_with_another_value_in_it_never_silences_the_work_that_it_was_made_from(
    store: GraphStore, site: Site, head: str
) -> None:
    urls = [site.url("/journal"), site.url("/copy", "copy.example.net")]
    false = FACT.replace("48", "99")
    site.pages["/journal"] = study(STUDY, "A study of the sound", "<meta name='citation_doi' content='10.1000/x'>")
    longer = f"{STUDY.replace(FACT, false)} It was copied with care."
    site.pages["/copy"] = study(longer, "A study of the sound", head.format(url=urls[0]))
    with SearchServer(finds(*urls)) as search:
        await ask(store, search)
    view = await report_of(store)
    assert {source.url for source in view.sources} == set(urls)
    (conflict,) = view.conflicts
    assert {side.value for side in conflict.sides} == {"48 million crowns", "99 million crowns"}
    assert "2 sources, one independent origin" in render_markdown(view)
