"""Neo4j Browser in a real Chromium, on both releases: one link signs in, styles and draws every view."""

import os
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

import pytest
from chromium import Page, find_chromium, open_page
from conftest import BOTH, LTS_VERSION, model_of
from fakes import FakeEmbedder
from graphs import node_set
from pictures import Drawn, fill_picture

from graph.migrate import open_graph
from graph.server import ServerStatus
from graph.server.browser.links import signed_in, view_link
from graph.server.browser.style import read_style
from graph.server.browser.views import VIEWS, find_view
from graph.store import GraphStore, open_driver

pytestmark = pytest.mark.browser
PICTURES = Path(os.environ.get("BROWSER_PICTURES") or "build/browser")
KEPT = """(stored => stored.includes('neo4jVersion') && !stored.includes('"password":""'))(
  localStorage.getItem('neo4j.connections') ?? '')"""
MANY_NODES = "document.querySelectorAll('g.node').length"
NODES = """[...document.querySelectorAll('g.node')].map(node => ({
  labels: node.__data__.labels, name: node.__data__.propertyMap.name,
  shown: [...node.querySelectorAll('text')].map(line => line.textContent).join(' '),
  fill: node.querySelector('circle.b-outline').getAttribute('fill')}))"""
ARROWS = "[...document.querySelectorAll('g.relationship')].map(one => one.textContent)"
TEXT = "(document.body?.innerText ?? '')"


@dataclass(frozen=True)
class Opened:
    """A signed-in page of one release, and the graph behind it."""

    page: Page
    server: ServerStatus
    store: GraphStore
    drawn: Drawn
    pictures: Path

    async def go(self, link: str) -> None:
        """Follow a link as `claimgraph browse` gives it to the browser."""
        await self.page.go(signed_in(link, self.server.username, self.server.read_password()))

    async def draw(self, view: str, words: str = "") -> list[dict[str, Any]]:
        """Follow the link of a view and return the nodes that are drawn."""
        await self.go(view_link(self.server.browser_url or "", find_view(view), words, self.store.namespace))
        await self.page.wait_for(MANY_NODES, f"node in the view {view}")
        return await self.page.see(NODES)


@pytest.fixture(scope="module", params=BOTH)
async def opened(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Opened]:
    program = find_chromium()
    if program is None:
        pytest.skip("no Chromium here; install Debian's package chromium, or run make browser-test as root")
    server: ServerStatus = request.getfixturevalue("lts_server" if request.param == LTS_VERSION else "neo4j_server")
    async with (
        open_driver(server.uri or "", server.username, server.read_password()) as driver,
        open_page(program, tmp_path_factory.mktemp("profile")) as page,
    ):
        store = await open_graph(
            driver,
            database=server.database,
            namespace="pictures",
            model=model_of(FakeEmbedder()),
            code_version="test",
        )
        drawn = await fill_picture(store)
        yield Opened(page, server, store, drawn, PICTURES / server.version)


async def test_one_link_signs_in_and_later_ones_need_no_login(opened: Opened) -> None:
    await opened.go(opened.server.browser_url or "")
    await opened.page.wait_for(f"{TEXT}.includes('You are connected as')", "connection")
    await opened.page.wait_for(f"{TEXT}.includes('Why do we believe this?')", "guide")
    assert "login" not in await opened.page.see("location.href")
    assert await opened.page.see(MANY_NODES) == 0, "a plain visit draws nothing"
    await opened.page.picture(opened.pictures / "guide.png")
    # Neo4j Browser takes the login out of its storage, and puts it back when it has read the server's settings.
    await opened.page.wait_for(KEPT, "login that is kept")
    await opened.page.go(view_link(opened.server.browser_url or "", find_view("claim"), opened.drawn.supported))
    await opened.page.wait_for(MANY_NODES, "node by a link without a login")


WORDS = {"claim": "october 2026", "withdraw": "press.example", "who-cites": "press.example", "topic": "tidal plant"}


@pytest.mark.parametrize("view", [view.name for view in VIEWS])
async def test_a_view_is_drawn_with_the_names_and_colours_of_the_style(view: str, opened: Opened) -> None:
    nodes = await opened.draw(view, WORDS.get(view, ""))
    style = read_style()
    order = list(style)
    for node in nodes:
        rules = sorted((f"node.{label}" for label in node["labels"]), key=order.index)
        colours = [style[rule]["color"] for rule in rules if "color" in style[rule]]
        assert node["fill"] == colours[-1], node
        # The circle must hold the whole name: Neo4j Browser drops the last word that fitted where it cuts one.
        assert node["shown"].split() == node["name"].split(), node
    await opened.page.show_graph_alone()
    await opened.page.picture(opened.pictures / f"{view}.png")
    assert opened.page.errors == []


async def test_a_claim_in_conflict_is_red_between_a_quote_for_it_and_one_against_it(opened: Opened) -> None:
    nodes = await opened.draw("claim", opened.drawn.conflicting)
    fills = {node["name"]: node["fill"] for node in nodes}
    style = read_style()
    assert fills["The plant opens in October…"] == style["node.Conflicting"]["color"]
    assert fills["will open in October 2026"] == style["node.Citation"]["color"]
    assert fills["not before June 2028"] == style["node.Refuting"]["color"]
    assert {"supports", "refutes", "quotes"} <= set(await opened.page.see(ARROWS))


async def test_a_report_has_its_marks_on_the_arrows(opened: Opened) -> None:
    await opened.draw("report")
    assert {"[1]", "[3]", "says"} <= set(await opened.page.see(ARROWS))


@pytest.mark.parametrize(
    "words",
    [
        "x' AS words, '' AS namespace MATCH (n) DETACH DELETE n RETURN 1 AS x //",
        "x\\u0027 OR true",
        "'}) MATCH (n) RETURN n //",
    ],
)
async def test_hostile_words_in_a_link_run_nothing_and_open_the_guide(words: str, opened: Opened) -> None:
    before = await node_set(opened.store)
    page = opened.server.browser_url or ""
    await opened.go(f"{page}?view=claim&words={quote(words)}&cmd=edit&arg=RETURN%20outsider")
    await opened.page.wait_for(f"{TEXT}.includes('Why do we believe this?')", "guide")
    await opened.page.wait_for(f"{TEXT}.includes('You are connected as')", "connection")
    assert await opened.page.see(MANY_NODES) == 0
    text = await opened.page.see(TEXT)
    assert "DETACH" not in text
    assert "outsider" not in text, "an address put a query into the editor"
    assert await node_set(opened.store) == before


async def test_nothing_is_asked_of_any_other_machine(opened: Opened) -> None:
    await opened.draw("conflicts")
    hosts = {urlsplit(address).hostname for address in opened.page.asked}
    assert hosts == {"localhost", "127.0.0.1"}
    assert opened.page.stopped, "the page does ask, were it not for the policy: the watch works"
    ports = {urlsplit(address).port for address in opened.page.asked}
    assert ports == {opened.server.http_port, opened.server.bolt_port}
