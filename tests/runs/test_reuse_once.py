"""What two runs want at the same time is done once: the search, the page, the prompt."""

import asyncio
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fakes import ScriptedModel
from graphs import rows_of
from loopback import Site
from model_runs import COST, judges, plan, reviews, writes
from search_server import Scripted, SearchServer
from search_server import page as result
from webs import article, open_web_app

from agent.research import research
from graph.store import GraphStore
from retrievers.once import Once, alone
from retrievers.websearch.providers import Providers
from retrievers.websearch.recent import RecentSearches
from retrievers.websearch.tavily import open_tavily


class SlowModel(ScriptedModel):
    """Lets others ask while it answers."""

    async def ask(self, *args: Any, **options: Any) -> Any:
        await asyncio.sleep(1)
        return await super().ask(*args, **options)


def slowly(url: str) -> Scripted:
    return Scripted({"results": [result(url, "Council minutes", "what it says")], "response_time": 0.1}, delay_s=1)


async def test_two_runs_of_one_question_at_once_search_read_and_ask_once(store: GraphStore, site: Site) -> None:
    site.pages["/cost"] = article("The Skerra plant will cost 48 million crowns.", title="Council minutes")
    model = SlowModel(
        planner=[plan(COST), *[reviews((["S1"], "", ""))] * 2],
        writer=[writes(("Skerra's plant is to cost 48 million crowns.", "will cost 48 million crowns"))],
        judge=[judges("supports")] * 2,
    )
    with SearchServer(slowly(site.url("/cost"))) as search:
        async with open_web_app(store, search, model=model) as app:

            async def ask(run_key: str) -> dict[str, Any]:
                return [event async for event in research(COST, app, run_key=run_key)][-1].data

            ended = await asyncio.gather(ask("one"), ask("two"))
        assert len(search.sent) == 1
    assert [data["state"] for data in ended] == ["completed"] * 2
    assert site.count("/cost") == 1
    asked = [one.role for one in model.asked if "review" not in one.system[:20]]
    assert (asked.count("writer"), asked[:2]) == (1, ["planner", "writer"])
    used = await rows_of(store, "MATCH (r:Run {namespace: $namespace}) RETURN r.used_json AS used")
    assert sum(json.loads(row["used"])["searches"] for row in used) == 1
    calls = await rows_of(
        store,
        "MATCH (r:Run {namespace: $namespace})-[:HAS_STEP]->(s:Step) WHERE s.tool STARTS WITH 'model:' "
        "RETURN r.run_key AS run, count(s) AS steps ORDER BY run",
    )
    assert [(row["run"], row["steps"]) for row in calls] == [("one", 4), ("two", 4)]


async def test_two_processes_that_want_one_search_send_it_once(tmp_path: Path) -> None:
    """Two that share nothing but the folder of recent answers, as two processes do."""
    with SearchServer(slowly("https://a.example/")) as search:

        async def ask() -> Any:
            async with open_tavily("tvly-secret", base_url=search.url) as provider:
                providers = Providers([provider], say=lambda _: None, recent=RecentSearches(tmp_path))
                return await providers.search("the same words")

        found = await asyncio.gather(ask(), ask())
        assert len(search.sent) == 1
    assert [[hit.url for hit in one.results] for one in found] == [["https://a.example/"]] * 2
    assert sorted(one.searched_at is None for one in found) == [False, True]


async def test_two_processes_that_want_one_page_read_it_once(store: GraphStore, site: Site, tmp_path: Path) -> None:
    """Two apps that share the graph and the home, as two processes do."""
    page = article("The Skerra plant will cost 48 million crowns.", title="Council minutes")

    async def slow(writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(1)
        writer.write(page)
        await writer.drain()

    site.pages["/cost"] = slow
    with SearchServer(slowly(site.url("/cost"))) as search:

        async def ask(run_key: str) -> str:
            async with open_web_app(store, search, recent=tmp_path / "searches") as app:
                assert app.web is not None
                beside = replace(app, web=replace(app.web, locks=tmp_path / "pages"))
                return str([event async for event in research(COST, beside, run_key=run_key)][-1].data["state"])

        assert await asyncio.gather(ask("one"), ask("two")) == ["completed"] * 2
    assert site.count("/cost") == 1
    read = await rows_of(store, "MATCH (r:Run {namespace: $namespace}) RETURN r.used_json AS used ORDER BY r.run_key")
    assert sum(json.loads(row["used"])["extractions"] for row in read) == 1
    assert list((tmp_path / "pages").iterdir()) == []


async def test_who_holds_a_name_too_long_or_where_none_can_be_held_keeps_nobody_waiting(tmp_path: Path) -> None:
    async with alone(tmp_path, "a") as waited:
        assert not waited
        async with alone(tmp_path, "b") as other:
            assert not other
        async with alone(tmp_path, "a", longest_s=0.1) as held:
            assert held
    (tmp_path / "file").write_text("no folder")
    async with alone(tmp_path / "file", "a") as waited:
        assert not waited


async def test_work_that_fails_or_is_cancelled_is_done_again_by_whoever_waits() -> None:
    once = Once[str]()
    began: list[str] = []

    async def work(name: str, ends: str) -> str:
        began.append(name)
        await asyncio.sleep(0.05)
        if ends == "fails":
            raise ValueError(name)
        return name

    first = asyncio.create_task(once.do("k", lambda: work("first", "fails")))
    second = asyncio.create_task(once.do("k", lambda: work("second", "ok")))
    third = asyncio.create_task(once.do("k", lambda: work("third", "ok")))
    with pytest.raises(ValueError, match="first"):
        await first
    assert await second == ("second", False)
    assert await third == ("second", True)
    assert began == ["first", "second"]
    stopped = asyncio.create_task(once.do("k", lambda: work("stopped", "ok")))
    waits = asyncio.create_task(once.do("k", lambda: work("waits", "ok")))
    await asyncio.sleep(0)
    stopped.cancel()
    assert await waits == ("waits", False)
    assert await once.do("k", lambda: work("later", "ok")) == ("later", False)
