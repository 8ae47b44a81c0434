"""Pages that mislead: reference lists, word lists, bombs, and texts that give orders, as whole runs on the live web."""

import json
from collections.abc import AsyncGenerator
from typing import Any

import pytest
from fakes import Asked, ScriptedModel
from graphs import rows_of
from loopback import Site, open_site, page
from search_server import SearchServer
from webs import finds, open_web_app

from agent.budget import Budget
from agent.find import find_report
from agent.report.read import read_report
from agent.report.render import ReportView, render_json, render_markdown
from agent.research import research
from graph.store import GraphStore


@pytest.fixture
async def site() -> AsyncGenerator[Site]:
    async with open_site() as site:
        yield site


async def ask(store: GraphStore, search: SearchServer, question: str, **options: Any) -> list[Any]:
    budget = options.pop("budget", Budget(rounds=1))
    async with open_web_app(store, search, **options) as app:
        return [event async for event in research(question, app, run_key="r1", budget=budget)]


async def report_of(store: GraphStore) -> ReportView:
    return await read_report(store, await find_report(store, "r1"))


# R1: a review whose list of references prints the number of one work right before the title of another.

LAB = "How many compounds did the autonomous chemistry laboratory synthesise?"
FOUND = "The autonomous chemistry laboratory synthesised 41 compounds in 17 days of work without a person."
A, B = "10.1038/s41586-023-06734-w", "10.1038/s41586-020-2442-2"
WORK_B = "The autonomous chemistry laboratory synthesised 688 compounds in eight days."
ENTRIES = {
    "a list under its heading": (
        "<h2>References</h2>"
        f"<p>[1] Szymanski, N. An accelerated laboratory. Nature 624, 86 (2023). https://doi.org/{A}</p>"
        f"<p>[2] Burger, B. {WORK_B} Nature 583, 237 (2020). https://doi.org/{B}</p>"
    ),
    "one run-on paragraph": (
        "<h2>Bibliography</h2>"
        f"<p>1. Szymanski, N. et al. Nature 624, 86 (2023). doi:{A} 2. {WORK_B} Burger, B. et al. "
        f"Nature 583, 237 (2020). doi:{B}</p>"
    ),
    "further reading without numbers": (
        f"<h2>Further reading</h2><ul><li>{WORK_B}</li><li>An accelerated laboratory, by N. Szymanski.</li></ul>"
    ),
    "numbers without identifiers": (
        "<h2>References and notes</h2>"
        "<p>[1] N. Szymanski, An accelerated laboratory, Nature 624, 86 (2023).</p>"
        f"<p>[2] {WORK_B} B. Burger (2020).</p>"
    ),
    "footnotes": (
        f"<h2>Footnotes</h2><ol><li>^ {WORK_B} B. Burger, Nature 583 (2020), p. 237.</li>"
        f"<li>^ N. Szymanski, https://doi.org/{A}</li></ol>"
    ),
    "a heading below the heading": (
        f"<h2>References</h2><h3>Journals</h3><p>{WORK_B} Burger, B. (2020).</p>"
        f"<h3>Preprints</h3><p>An accelerated laboratory. https://doi.org/{A}</p>"
    ),
    "no heading": (
        f"<p>[1] Szymanski, N. An accelerated laboratory. Nature 624, 86 (2023). https://doi.org/{A}</p>"
        f"<p>[2] Burger, B. {WORK_B} Nature 583, 237 (2020). https://doi.org/{B}</p>"
    ),
}


def review(entries: str, *, long: bool) -> bytes:
    filler = "The review looks at robots that mix, heat and weigh, and at the people who keep them at work. " * 9
    body = "".join(f"<p>{filler}</p>" for _ in range(4 if long else 1))
    return page(
        "<html><head><title>A review of laboratories</title></head><body><article><h1>A review of laboratories</h1>"
        f"<p>{FOUND}</p>{body}{entries}</article></body></html>"
    )


def writes_from_the_list(asked: Asked) -> dict[str, Any]:
    """A writer that takes the list of references for evidence, after a sentence that is."""

    def cite(quote: str, text: str) -> dict[str, Any]:
        return {"text": text, "kind": "factual", "citations": [{"passage": "P1", "quote": quote}]}

    sentences = [cite(FOUND, FOUND), cite(WORK_B, WORK_B), cite(WORK_B, f"{WORK_B[:-1]} (doi:{A}).")]
    return {"sentences": sentences, "missing": ""}


@pytest.mark.parametrize("long", [True, False], ids=["long", "short"])
@pytest.mark.parametrize("entries", ENTRIES.values(), ids=[name.replace(" ", "-") for name in ENTRIES])
@pytest.mark.parametrize("mode", ["extractive", "model"])
async def test_what_a_list_of_references_says_of_other_works_is_no_evidence(
    store: GraphStore, site: Site, mode: str, entries: str, long: bool
) -> None:
    site.pages["/review"] = review(entries, long=long)
    model = None
    if mode == "model":
        plan = {"parts": [{"question": LAB, "queries": ["autonomous chemistry laboratory"]}]}
        seen = {"parts": [{"part": 1, "answered_by": ["S1"], "missing": "", "next_query": ""}]}
        refused = {"sentences": []}
        model = ScriptedModel(planner=[plan, seen], writer=[writes_from_the_list, refused], judge=[])
    with SearchServer(finds(site.url("/review"))) as search:
        await ask(store, search, LAB, model=model)
    view = await report_of(store)
    text = render_markdown(view)
    assert "41 compounds" in text
    assert "688" not in text
    assert A not in json.dumps(render_json(view)) + text
    assert B not in json.dumps(render_json(view)) + text
    assert [source.url for source in view.sources] == [site.url("/review")]
    claims = await rows_of(
        store,
        "MATCH (c:Claim {namespace: $namespace}) WHERE c.text CONTAINS '688' RETURN c.status AS status",
    )
    assert all(row["status"] != "supported" for row in claims)
