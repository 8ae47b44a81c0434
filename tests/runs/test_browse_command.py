"""`claimgraph browse` as a process, with a program in place of the person's browser."""

import json
import os
import subprocess
import sys
import urllib.request
import zipfile
from collections.abc import Callable
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from command import run_command
from conftest import OpenStore
from pictures import Drawn, fill_picture

from graph.server import ServerStatus
from graph.store import GraphStore

Run = Callable[..., subprocess.CompletedProcess[str]]
BROWSER = """
import http.client, json, pathlib, sys, urllib.parse
at = urllib.parse.urlsplit(sys.argv[1])
seen = {"opened": sys.argv[1], "answers": []}
for path in ("/guessed", at.path, at.path):
    connection = http.client.HTTPConnection(at.netloc)
    connection.request("GET", path)
    answer = connection.getresponse()
    seen["answers"].append([answer.status, answer.getheader("Location")])
pathlib.Path(sys.argv[2]).write_text(json.dumps(seen))
"""


@pytest.fixture(scope="module")
async def picture(open_store: OpenStore) -> tuple[GraphStore, Drawn]:
    store = await open_store()
    return store, await fill_picture(store)


@pytest.fixture
def run(neo4j_server: ServerStatus, picture: tuple[GraphStore, Drawn], tmp_path: Path) -> Run:
    (tmp_path / "browser.py").write_text(BROWSER)
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("CLAIMGRAPH_", "NEO4J_"))}
    ours = {
        "CLAIMGRAPH_HOME": str(neo4j_server.home),
        "CLAIMGRAPH_NAMESPACE": picture[0].namespace,
        "CLAIMGRAPH_EMBEDDINGS": "none",
        "BROWSER": f"{sys.executable} {tmp_path / 'browser.py'} %s {tmp_path / 'seen.json'}",
    }

    def call(*args: str, command: str = "browse", **changes: str) -> subprocess.CompletedProcess[str]:
        return run_command([command, *args], cwd=tmp_path, env=kept | ours | changes)

    return call


def test_the_browser_is_signed_in_once_and_the_password_is_on_no_command_line_and_no_stream(
    run: Run, neo4j_server: ServerStatus, picture: tuple[GraphStore, Drawn], tmp_path: Path
) -> None:
    password = neo4j_server.read_password()
    done = run("claim", picture[1].conflicting[:20])
    assert done.returncode == 0, done.stderr
    link = done.stdout.strip()
    assert link == f"{neo4j_server.browser_url}?view=claim&words={picture[1].conflicting}"
    assert password not in done.stdout + done.stderr
    seen = json.loads((tmp_path / "seen.json").read_text())
    assert password not in seen["opened"]
    assert urlsplit(seen["opened"]).hostname == "127.0.0.1"
    assert [status for status, _ in seen["answers"]] == [404, 303, 404], "good for one visit, to who knows the address"
    address, _, login = seen["answers"][1][1].partition("#login=")
    assert (address, unquote(login)) == (link, f"neo4j:{password}")


def test_a_link_is_printed_for_words_and_for_nothing_with_the_namespace_where_it_matters(
    run: Run, neo4j_server: ServerStatus, picture: tuple[GraphStore, Drawn], tmp_path: Path
) -> None:
    words = json.loads(run("topic", "tidal", "plant", "--print", "--json").stdout)
    assert (words["view"], words["words"], words["opened"]) == ("topic", "tidal plant", False)
    asked = parse_qs(urlsplit(words["link"]).query)
    assert asked == {"view": ["topic"], "words": ["tidal plant"], "namespace": [picture[0].namespace]}
    plain = run("--print")
    assert plain.stdout.strip() == neo4j_server.browser_url
    assert str(neo4j_server.password_file) in plain.stderr
    assert parse_qs(urlsplit(run("report", "r1", "--print").stdout.strip()).query)["words"] == [picture[1].report]
    assert not (tmp_path / "seen.json").exists(), "--print opens nothing"


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("nope",), "there is no view 'nope'; take one of report, claim"),
        (("claim",), "needs a key or words"),
        (("claim", "a'b"), "letters, digits, spaces and . : / _ - only"),
        (("claim", "claim.ffffffffffff"), "has a key that begins with claim.ffffffffffff"),
        (("claim", "source.12"), "is the key of a Source; the view claim takes one of a Claim"),
        (("unsupported", "x"), "takes no key and no words"),
        (("report", "nobody"), "no run in the namespace"),
        (("conflicts", "--at", "http://x/"), "--at is for the server that NEO4J_URI names"),
    ],
)
def test_what_cannot_be_drawn_is_one_sentence(args: tuple[str, ...], says: str, run: Run) -> None:
    done = run(*args, "--print")
    assert (done.returncode, done.stdout) == (2, "")
    assert says in done.stderr


def test_a_machine_without_a_browser_gets_the_link_and_where_the_password_is(
    run: Run, neo4j_server: ServerStatus
) -> None:
    done = run("conflicts", BROWSER="false %s", PATH="/nowhere")
    assert done.returncode == 0
    assert done.stdout.startswith(f"{neo4j_server.browser_url}?view=conflicts")
    assert str(neo4j_server.password_file) in done.stderr


def test_a_server_of_ones_own_gets_the_editor_filled_and_files_to_drag(
    run: Run, neo4j_server: ServerStatus, tmp_path: Path
) -> None:
    own = {"NEO4J_URI": neo4j_server.uri or "", "NEO4J_PASSWORD": neo4j_server.read_password()}
    done = run("conflicts", "--print", "--at", "http://db.example/browser/", **own)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("http://db.example/browser/?dbms=bolt%3A%2F%2Fneo4j%40127.0.0.1%3A")
    assert "MATCH%20p%20%3D%20%28x%29-%5B%3ABETWEEN%5D" in done.stdout
    assert own["NEO4J_PASSWORD"] not in done.stdout + done.stderr
    exported = run("--export", "kit", **own)
    assert exported.stdout.splitlines() == ["kit/claimgraph.grass", "kit/claimgraph.zip"]
    assert len(zipfile.ZipFile(tmp_path / "kit" / "claimgraph.zip").namelist()) == 8


def test_the_page_that_the_server_serves_holds_the_kit_and_no_password(neo4j_server: ServerStatus) -> None:
    password = neo4j_server.read_password()
    page = neo4j_server.browser_url or ""
    served = {
        name: urllib.request.urlopen(page + name, timeout=10).read().decode()
        for name in ("index.html", "claimgraph/kit.js", "claimgraph/guide.html")
    }
    assert '<script src="claimgraph/kit.js"></script>' in served["index.html"]
    assert "Open conflicts, both sides" in served["claimgraph/kit.js"]
    assert not [name for name, text in served.items() if password in text]
    with zipfile.ZipFile(neo4j_server.home / "neo4j" / "web" / "neo4j-browser.zip") as made:
        assert not [name for name in made.namelist() if password.encode() in made.read(name)]
    assert password not in neo4j_server.log_file.read_text(encoding="utf-8")


def test_reports_and_claims_are_shown_with_links_that_draw_them(
    run: Run, neo4j_server: ServerStatus, tmp_path: Path
) -> None:
    (tmp_path / "minutes.md").write_text("# Minutes\n\nThe Skerra plant will cost 48 million crowns.\n")
    own = {"CLAIMGRAPH_NAMESPACE": "browsed"}
    added = run("minutes.md", command="add", **own)
    assert added.returncode == 0, added.stderr
    asked = run("--no-web", "What will the Skerra plant cost?", command="ask", **own)
    assert asked.returncode == 0, asked.stderr
    links = [line for line in asked.stderr.splitlines() if line.startswith(neo4j_server.browser_url or "")]
    assert links[0].endswith("  the report")
    address, _, text = links[1].partition("  ")
    assert text == "The Skerra plant will cost 48 million crowns."
    assert str(neo4j_server.browser_url) not in asked.stdout, "a report holds on any machine"
    (short,) = parse_qs(urlsplit(address).query)["words"]
    shown = run(short, command="show", **own)
    assert shown.stderr.splitlines()[-2:] == ["In Neo4j Browser:", address]
    assert json.loads(run(short, "--json", command="show", **own).stdout)["browser"] == address
    by_browse = run("claim", short, "--print", **own)
    assert by_browse.stdout.startswith(address), "the same, with the whole key"
