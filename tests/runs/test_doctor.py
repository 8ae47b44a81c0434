"""`claimgraph doctor` as people call it: whole and broken in every part, and never with a secret."""

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from command import run_command
from conftest import LTS_VERSION, EmptyServer, OpenStore
from graphs import add_text
from llm_server import LLMServer, refuses, says

from agent.doctor.finding import split_advice
from agent.doctor.search import look_at_search
from agent.settings import Settings
from graph.inspect import inspect_graph
from graph.migrate import open_graph
from graph.server import ServerStatus
from graph.store import GraphStore, open_driver

Run = Callable[..., subprocess.CompletedProcess[str]]
READY = says({"ready": True})


@pytest.fixture
def run(tmp_path: Path) -> Run:
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("CLAIMGRAPH_", "NEO4J_", "OPENAI_", "TAVILY_", "SEARXNG_"))
    }

    def call(*args: str, **changes: str) -> subprocess.CompletedProcess[str]:
        own = {"CLAIMGRAPH_HOME": str(tmp_path / "home"), "CLAIMGRAPH_EMBEDDINGS": "none"}
        return run_command(["doctor", *args], cwd=tmp_path, env=kept | own | changes)

    return call


@pytest.fixture
def its_server(request: pytest.FixtureRequest) -> ServerStatus:
    """The server that the test's store is on."""
    release = request.node.callspec.params["open_store"]
    return request.getfixturevalue("lts_server" if release == LTS_VERSION else "neo4j_server")


def found(done: subprocess.CompletedProcess[str]) -> dict[str, dict[str, Any]]:
    return {finding["about"]: finding for finding in json.loads(done.stdout)["findings"]}


def reach(server: ServerStatus) -> dict[str, str]:
    return {"NEO4J_URI": server.uri or "", "NEO4J_PASSWORD": server.read_password()}


def test_with_nothing_set_nothing_is_broken_and_nothing_is_started(run: Run, tmp_path: Path) -> None:
    done = run()
    assert done.returncode == 0, done.stdout
    assert "not started" in done.stdout
    assert "rules do the work" in done.stdout
    assert "broken" not in done.stdout
    assert not (tmp_path / "home" / "neo4j").exists()
    assert len(done.stdout.splitlines()) < 30
    assert max(map(len, done.stdout.splitlines())) < 200


async def test_a_database_is_looked_at_without_being_changed(
    run: Run, its_server: ServerStatus, store: GraphStore
) -> None:
    await add_text(store, "The plant opens in June.")
    seen = found(run("--json", "--namespace", store.namespace, **reach(its_server)))
    assert seen["database"]["state"] == "ok"
    assert "NEO4J_URI, Neo4j" in seen["database"]["says"]
    assert seen["schema"]["state"] == "ok", seen["schema"]
    assert "1 sources, 1 passages, 0 claims" in seen["graph"]["says"]


async def test_other_namespaces_are_named_with_their_sources(
    run: Run, its_server: ServerStatus, open_store: OpenStore
) -> None:
    """The name comes first in order, for only the first fifty are named and other tests have many."""
    other = await open_store(f"a0{os.getpid()}")
    await add_text(other, "The plant opens in June.")
    seen = found(run("--json", "--namespace", "typo", **reach(its_server)))
    assert seen["graph"]["says"].count("namespace typo: 0 sources") == 1
    assert f"{other.namespace} (1 source)" in seen["others"]["says"]
    assert "typo" not in seen["others"]["says"]


async def test_the_model_of_the_graph_is_compared_with_the_configured_one(
    run: Run, its_server: ServerStatus, store: GraphStore
) -> None:
    async with open_driver(its_server.uri or "", "neo4j", its_server.read_password()) as driver:
        graph = await inspect_graph(driver, database="neo4j", namespace=store.namespace)
    assert graph.models[0]["model"].startswith("fake-")
    done = run("--json", CLAIMGRAPH_EMBEDDINGS="auto", **reach(its_server))
    assert found(done)["embeddings"]["state"] == "broken"
    assert "fake-" in found(done)["embeddings"]["says"]
    assert done.returncode == 6


def test_each_model_is_asked_once_and_what_its_server_takes_is_learnt_anew(run: Run, tmp_path: Path) -> None:
    no = refuses("response_format json_schema is not supported")
    with LLMServer(READY, READY, no, READY) as server:
        models = {"CLAIMGRAPH_PLANNER_MODEL": "m", "CLAIMGRAPH_WRITER_MODEL": "m", "OPENAI_BASE_URL": server.base_url}
        two = run("--json", CLAIMGRAPH_JUDGE_MODEL="j", **models)
        one = run("--json", **models)
    assert found(two)["planner writer"]["says"].startswith(f"m at {server.base_url}: json_schema")
    assert found(two)["judge"]["state"] == "ok"
    assert found(one)["planner writer judge"]["says"].split(", ")[0] == f"m at {server.base_url}: json_object"
    assert '"json_object_schema"' in (tmp_path / "home" / "models.json").read_text()
    assert one.returncode == 0


def test_everything_broken_is_one_screen_with_what_to_do_and_no_secret(run: Run, tmp_path: Path) -> None:
    with LLMServer(*[refuses("Incorrect API key: sk-hush", status=401)] * 2) as server:
        done = run(
            NEO4J_URI="bolt://127.0.0.1:9",
            NEO4J_PASSWORD="hush-neo4j",
            OPENAI_API_KEY="sk-hush",
            OPENAI_BASE_URL=server.base_url,
            CLAIMGRAPH_PLANNER_MODEL="p",
            CLAIMGRAPH_WRITER_MODEL="w",
            TAVILY_API_KEY="tvly-hush",
            SEARXNG_URL="http://me:hush@127.0.0.1:9/?token=hush",
            CLAIMGRAPH_EMBEDDINGS=f"local:{tmp_path}/nowhere",
        )
    assert done.returncode == 5
    assert [line.split()[1] for line in done.stdout.splitlines() if line.startswith("broken")] == [
        "database", "embeddings", "planner", "writer",
    ]  # fmt: skip
    assert "hush" not in done.stdout + done.stderr
    assert "TAVILY_API_KEY = (set)  (environment)" in done.stdout
    assert "SEARXNG_URL = http://***@127.0.0.1:9/?…" in done.stdout
    assert "set OPENAI_API_KEY to a valid one" in done.stdout


@pytest.mark.parametrize(
    ("changes", "about", "code"),
    [
        ({"NEO4J_URI": "bolt://127.0.0.1:9"}, "database", 6),
        ({"NEO4J_URI": "nonsense", "NEO4J_PASSWORD": "x"}, "database", 5),
        ({"CLAIMGRAPH_NAMESPASE": "x"}, "settings", 6),
        ({"CLAIMGRAPH_NAMESPACE": "Not One"}, "settings", 6),
        ({"CLAIMGRAPH_PLANNER_MODEL": "p"}, "models", 6),
        ({"CLAIMGRAPH_EMBEDDINGS": "telepathy"}, "embeddings", 6),
        ({"CLAIMGRAPH_HOME": "/dev/null"}, "home", 6),
    ],
)
def test_one_broken_thing_is_named_with_its_exit_code(run: Run, changes: dict[str, str], about: str, code: int) -> None:
    done = run("--json", **changes)
    assert done.returncode == code, done.stdout
    assert found(done)[about]["state"] == "broken"
    assert found(done)[about]["do"]
    assert json.loads(done.stdout)["exit_code"] == code
    assert "Traceback" not in done.stderr


def test_each_setting_says_where_it_comes_from(run: Run, tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("SEARXNG_URL=http://127.0.0.1:9\nCLAIMGRAPH_NAMESPACE=file\n")
    rows = json.loads(run("--json", "-n", "line").stdout)["settings"]
    assert {(row["name"], row["from"]) for row in rows} == {
        ("CLAIMGRAPH_HOME", "environment"),
        ("CLAIMGRAPH_EMBEDDINGS", "environment"),
        ("SEARXNG_URL", ".env"),
        ("CLAIMGRAPH_NAMESPACE", "command line"),
    }


@pytest.mark.parametrize(
    ("status", "body", "state"),
    [(200, {"results": []}, "ok"), (200, None, "broken"), (401, {}, "broken"), (403, {}, "broken")],
)
async def test_a_search_provider_is_tried_only_when_asked(status: int, body: dict[str, Any] | None, state: str) -> None:
    import http.server
    import threading

    paths: list[str] = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            paths.append(self.path + " " + self.headers.get("Authorization", ""))
            self.send_response(status)
            self.end_headers()
            self.wfile.write(b"<html>" if body is None else json.dumps(body).encode())

        def log_message(self, format: str, *args: object) -> None:
            del format, args

    with http.server.HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        url = f"http://127.0.0.1:{server.server_address[1]}"
        settings = Settings(tavily_api_key="tvly-1", searxng_url=url)
        untried = await look_at_search(settings, web=False, tavily=url)
        assert paths == []
        tried = await look_at_search(settings, web=True, tavily=url)
        server.shutdown()
        thread.join()
    assert [finding.state for finding in untried] == ["ok"]
    assert [finding.state for finding in tried] == [state, state]
    assert paths == ["/usage Bearer tvly-1", "/search?q=ready&format=json "]


@pytest.mark.server
async def test_a_graph_that_somebody_changed_and_one_that_is_new(empty_server: EmptyServer, run: Run) -> None:
    status = empty_server().status()
    new = found(run("--json", **reach(status)))
    assert (new["schema"]["state"], new["schema"]["says"]) == ("off", "not made yet")
    async with open_driver(status.uri or "", "neo4j", status.read_password()) as driver:
        await open_graph(driver, database="neo4j", namespace="default", model=None, code_version="test")
        await driver.execute_query("DROP INDEX run_started")
        lacking = found(run("--json", **reach(status)))
        assert lacking["schema"]["state"] == "missing"
        assert "run_started" in lacking["schema"]["says"]
        await driver.execute_query("CREATE INDEX run_started FOR (n:Run) ON (n.name)")
        done = run("--json", **reach(status))
        assert (found(done)["schema"]["state"], done.returncode) == ("broken", 5)


def test_what_to_do_is_the_last_part_of_a_sentence() -> None:
    assert split_advice("a (b; c); do d") == ("a (b; c)", "do d")
    assert split_advice("nothing more") == ("nothing more", "")
