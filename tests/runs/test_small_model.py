"""A real small model from the question to the report. It may be wrong; the report may not be.

Opt in by SMALL_MODEL_GGUF, files of models this module knows by hash (several apart by the system's path separator),
and SMALL_MODEL_PYTHON, a Python that has `llama-cpp-python[server]`, by default this one. CONTRIBUTING.md says how.
"""

import contextlib
import hashlib
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Generator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from graphs import rows_of

from graph.migrate import open_graph
from graph.server import ServerStatus
from graph.store import GraphStore, open_driver

FILES = [Path(name) for name in os.environ.get("SMALL_MODEL_GGUF", "").split(os.pathsep) if name]
if not FILES:
    pytest.skip(
        "needs a small language model: set SMALL_MODEL_GGUF to its file, see CONTRIBUTING.md", allow_module_level=True
    )

pytestmark = [pytest.mark.model, pytest.mark.timeout(3_600)]
KNOWN = {
    "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046": "Qwen2.5-Coder-1.5B-Instruct Q4_K_M",
    "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53": "SmolLM2-135M-Instruct Q4_1",
}
CLAIMGRAPH = str(Path(sys.executable).parent / "claimgraph")
EXAMPLE = Path(__file__).parents[2] / "examples" / "skerra"
QUESTION = "What will the Skerra Sound tidal plant cost?"
FOREIGN = ("CLAIMGRAPH_", "NEO4J_", "OPENAI_", "TAVILY_", "SEARXNG_")
CALLS, SECONDS = 12, 1_800
STATED = {0: "completed", 3: "no_evidence", 6: "failed", 7: "completed"}
"""What a run may end as, by exit code: also with a plan that is useless, but never with a surprise."""


@pytest.fixture(scope="module", params=FILES, ids=lambda path: path.stem)
def base_url(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Generator[str]:
    """The address of a llama.cpp server with the model, on one thread: two wait for each other on a busy machine."""
    file: Path = request.param
    with file.open("rb") as opened:
        digest = hashlib.file_digest(opened, "sha256").hexdigest()
    assert digest in KNOWN, f"{file} is none of {', '.join(KNOWN.values())} (sha256 {digest})"
    port = free_port()
    python = os.environ.get("SMALL_MODEL_PYTHON") or sys.executable
    command = [python, "-m", "llama_cpp.server", "--model", str(file), "--host", "127.0.0.1", "--port", str(port)]
    log = tmp_path_factory.mktemp("small") / "server.log"
    with log.open("wb") as out, running([*command, "--n_threads", "1", "--n_ctx", "8192"], out) as process:
        url = f"http://127.0.0.1:{port}/v1"
        ends = time.monotonic() + 120
        while not answers(url):
            assert process.poll() is None, f"the model server ended: {log.read_text()[-1_000:]}"
            assert time.monotonic() < ends, "the model server did not start within 120 s"
            time.sleep(0.5)
        yield url


@contextlib.contextmanager
def running(command: list[str], out: Any) -> Generator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def answers(url: str) -> bool:
    try:
        return httpx.get(f"{url}/models", timeout=5).status_code == 200
    except httpx.TransportError:
        return False


def call(env: dict[str, str], *args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([CLAIMGRAPH, *args], env=env, capture_output=True, text=True)


async def test_a_real_small_model_ends_in_a_report_whose_every_quote_stands_in_the_store(
    base_url: str, neo4j_server: ServerStatus, tmp_path: Path
) -> None:
    namespace = f"small{os.getpid()}n{urlsplit(base_url).port}"
    kept = {k: v for k, v in os.environ.items() if not k.startswith(FOREIGN)}
    env = kept | {
        "NEO4J_URI": neo4j_server.uri or "",
        "NEO4J_PASSWORD": neo4j_server.read_password(),
        "CLAIMGRAPH_HOME": str(tmp_path),
        "CLAIMGRAPH_EMBEDDINGS": "none",
        "CLAIMGRAPH_NAMESPACE": namespace,
        "OPENAI_BASE_URL": base_url,
        "CLAIMGRAPH_PLANNER_MODEL": "small",
        "CLAIMGRAPH_WRITER_MODEL": "small",
        "CLAIMGRAPH_JUDGE_MODEL": "small-as-judge",
        "CLAIMGRAPH_MODEL_TIMEOUT": "900",
    }
    assert call(env, "add", "--brief", "--collection", "skerra", str(EXAMPLE)).returncode == 0
    done = call(env, "ask", QUESTION, "--run-key", "r", "--json", "--calls", str(CALLS), "--seconds", str(SECONDS))
    print(done.stderr)
    assert done.returncode in STATED, done.stderr
    assert "Traceback" not in done.stderr
    async with open_driver(env["NEO4J_URI"], "neo4j", env["NEO4J_PASSWORD"]) as driver:
        store = await open_graph(driver, database="neo4j", namespace=namespace, model=None, code_version="test")
        (run,) = await rows_of(store, "MATCH (r:Run {namespace: $namespace}) RETURN r.state AS state, r.error AS error")
        assert run["state"] == STATED[done.returncode]
        spent = await attempts_of(store)
        assert 1 <= len(spent) <= CALLS
        assert any(one["tokens_in"] and one["tokens_out"] for one in spent)
        if run["state"] == "failed":
            assert "no usable answer" in run["error"]
            assert "no usable answer" in done.stderr.strip().splitlines()[-1]
            return
        report = json.loads(done.stdout)
        print(json.dumps(report["statements"], ensure_ascii=False, indent=1))
        assert sum(one["calls"] for one in report["usage"]) == len(spent)
        assert sum(one["tokens_in"] for one in report["usage"]) == sum(one["tokens_in"] for one in spent)
        await check_statements(store, report)


async def attempts_of(store: GraphStore) -> list[dict[str, Any]]:
    """Every attempt of the run's model calls, as its Steps keep them; none keeps what a model thought."""
    steps = await rows_of(
        store, "MATCH (s:Step {namespace: $namespace}) WHERE s.tool STARTS WITH 'model:' RETURN s.output_json AS output"
    )
    assert not any("<think" in step["output"] for step in steps)
    return [one for step in steps for one in json.loads(step["output"])["attempts"]]


async def check_statements(store: GraphStore, report: dict[str, Any]) -> None:
    """Each factual sentence has a quote that stands at its place in the stored text; support has a checker."""
    texts = {
        row["citation"]: row["text"]
        for row in await rows_of(
            store,
            "MATCH (c:Citation {namespace: $namespace})-[:QUOTES]->()<-[:HAS_PASSAGE]-(v) "
            "MATCH (v)-[:HAS_PASSAGE]->(p) WITH c, p ORDER BY p.char_start WITH c, collect(p.text) AS texts "
            "RETURN c.key AS citation, reduce(all = '', one IN texts | all + one) AS text",
        )
    }
    assert "<think" not in json.dumps(report)
    factual = [one for one in report["statements"] if one["kind"] == "factual"]
    assert report["state"] != "completed" or factual
    for statement in factual:
        assert statement["citations"], statement["text"]
        for one in statement["citations"]:
            assert texts[one["citation"]][one["char_start"] : one["char_end"]] == one["quote"]
        checkers = {one["checker"] for one in statement["citations"] if one["verdict"] == "valid"}
        if statement["status"] == "supported":
            assert checkers & {"verbatim", "judge:small-as-judge"}, statement
