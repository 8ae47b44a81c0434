"""The real server: started, found again, killed at bad moments, and closed to everyone else."""

import os
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, LiteralString, cast

import httpx
import psutil
import pytest
from conftest import FASTEST_START
from neo4j import GraphDatabase
from neo4j.exceptions import Neo4jError

from graph.errors import ServerDied, WrongCredentials
from graph.server import LocalServer, ServerHome, ServerStatus
from graph.server.jvm import answers, find_process
from graph.server.login import log_in

START = """
import sys
from pathlib import Path
from graph.server import LocalServer, ServerHome
home = ServerHome(Path(sys.argv[1]), jars_dir=Path(sys.argv[2]))
print(LocalServer(home, jvm_flags=sys.argv[3:], say=print).start().pid, flush=True)
"""


def _run(status: ServerStatus, statement: str, **parameters: Any) -> list[Any]:
    assert status.uri
    auth = (status.username, status.read_password())
    with GraphDatabase.driver(status.uri, auth=auth, max_transaction_retry_time=0) as driver:
        return driver.execute_query(cast("LiteralString", statement), parameters, database_=status.database).records


def _start_elsewhere(home: ServerHome) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", START, str(home.root), str(home.jars_dir), *FASTEST_START]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def _living(home: ServerHome) -> list[int]:
    wanted = f"--home-dir={home.server_dir}"
    return [p.pid for p in psutil.process_iter(["cmdline"]) if wanted in (p.info["cmdline"] or ())]


def _kill(pid: int | None) -> None:
    assert pid
    os.kill(pid, signal.SIGKILL)
    psutil.wait_procs([psutil.Process(pid)] if psutil.pid_exists(pid) else [], timeout=10)


def test_a_running_server_tells_where_it_is_and_how_large(neo4j_server: ServerStatus) -> None:
    assert neo4j_server.state == "running"
    assert neo4j_server.version == "2026.09.0"
    assert _run(neo4j_server, "CALL dbms.components() YIELD versions RETURN versions[0] AS v")[0]["v"] == "2026.09.0"
    assert 100_000 < neo4j_server.store_bytes < 100_000_000
    assert (neo4j_server.rss_bytes or 0) > 100_000_000


@pytest.mark.timeout(60)
def test_starting_what_runs_starts_nothing_and_waits_for_nobody(neo4j_server: ServerStatus) -> None:
    home = ServerHome(neo4j_server.home)
    with home.lock():
        assert LocalServer(home).start().pid == neo4j_server.pid


def test_nobody_but_this_machine_reaches_the_server(neo4j_server: ServerStatus) -> None:
    listening = [
        c.laddr for c in psutil.Process(neo4j_server.pid).net_connections("inet") if c.status == psutil.CONN_LISTEN
    ]
    assert {address.port for address in listening} == {neo4j_server.bolt_port, neo4j_server.http_port}
    assert {address.ip.removeprefix("::ffff:") for address in listening} == {"127.0.0.1"}


def test_the_browser_page_is_served_and_may_ask_nobody_else(neo4j_server: ServerStatus) -> None:
    page = httpx.get(neo4j_server.browser_url or "")
    assert page.status_code == 200
    assert "<html" in page.text.lower()
    policy = page.headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert f"ws://localhost:{neo4j_server.bolt_port}" in policy


def test_a_page_of_another_origin_gets_no_data_over_http(neo4j_server: ServerStatus) -> None:
    base = f"http://127.0.0.1:{neo4j_server.http_port}"
    for path in ("/db/neo4j/tx/commit", "/db/neo4j/query/v2"):
        answer = httpx.post(base + path, json={"statement": "RETURN 1"}, headers={"Origin": "http://evil.example"})
        assert answer.status_code in (401, 403, 404, 405)
        assert answer.headers.get("access-control-allow-origin") not in ("*", "http://evil.example")


@pytest.mark.parametrize("address", ["file:///etc/passwd", "http://127.0.0.1:{http}/"])
def test_cypher_reads_neither_files_nor_addresses(address: str, neo4j_server: ServerStatus) -> None:
    with pytest.raises(Neo4jError) as caught:
        _run(neo4j_server, "LOAD CSV FROM $url AS line RETURN line", url=address.format(http=neo4j_server.http_port))
    assert "load" in (caught.value.message or "").lower()


def test_one_statement_cannot_take_the_whole_memory(neo4j_server: ServerStatus) -> None:
    with pytest.raises(Neo4jError) as caught:
        _run(neo4j_server, "UNWIND range(1, 20000000) AS i RETURN count(DISTINCT i) AS n")
    assert "MemoryPoolOutOfMemory" in (caught.value.code or "")


def test_the_password_is_in_no_log_and_no_command_line(neo4j_server: ServerStatus) -> None:
    password = neo4j_server.read_password()
    assert stat.S_IMODE(neo4j_server.password_file.stat().st_mode) == 0o600
    assert password not in repr(neo4j_server)
    assert password not in " ".join(psutil.Process(neo4j_server.pid).cmdline())
    for log in neo4j_server.log_file.parent.rglob("*.log"):
        assert password not in log.read_text(errors="replace")


def test_the_server_inherits_none_of_our_keys(neo4j_server: ServerStatus) -> None:
    assert set(psutil.Process(neo4j_server.pid).environ()) == {"LC_ALL"}


def test_a_wrong_password_is_told_with_its_file(neo4j_server: ServerStatus) -> None:
    port, file = neo4j_server.bolt_port or 0, neo4j_server.password_file
    with pytest.raises(WrongCredentials, match=r"refuses the password in .*password; put the right one") as caught:
        log_in(port, "wrong-password", file, is_set=True)
    assert caught.value.exit_code == 6
    assert log_in(port, neo4j_server.read_password(), file, is_set=True)


def test_a_server_that_is_not_up_yet_is_told_from_one_that_refuses(tmp_path: Path) -> None:
    assert log_in(ServerHome(tmp_path).choose_ports().bolt, "any", tmp_path, is_set=True) is False


@pytest.mark.server
def test_two_starting_at_once_give_one_server_that_survives_being_killed(own_server: LocalServer) -> None:
    home = own_server.home
    starters = [_start_elsewhere(home) for _ in range(2)]
    said = [starter.communicate(timeout=120)[0].split() for starter in starters]
    assert [starter.returncode for starter in starters] == [0, 0]
    assert said[0][-1] == said[1][-1]
    assert _living(home) == [int(said[0][-1])]

    status = own_server.status()
    _run(status, "CREATE (:Kept {key: 'k'})")
    _kill(status.pid)
    assert own_server.status().state == "stopped"
    again = own_server.start()
    assert again.pid != status.pid
    assert (again.uri, again.read_password()) == (status.uri, status.read_password())
    assert _run(again, "MATCH (n:Kept) RETURN count(n) AS n")[0]["n"] == 1

    begin = time.perf_counter()
    assert own_server.stop() is True
    assert time.perf_counter() - begin < 55, "it ends when asked; after 60 s it would be killed"
    assert (own_server.status().state, _living(home)) == ("stopped", [])
    assert own_server.stop() is False


def _has_process(server: LocalServer) -> bool:
    return bool(_living(server.home))


def _has_bolt(server: LocalServer) -> bool:
    ports = server.home.read_ports()
    return ports is not None and answers(ports.bolt)


@pytest.mark.server
@pytest.mark.parametrize("moment", [_has_process, _has_bolt], ids=["once it is spawned", "before the password is set"])
def test_a_start_that_is_killed_is_taken_up(moment: Callable[[LocalServer], bool], own_server: LocalServer) -> None:
    starter = _start_elsewhere(own_server.home)
    while not moment(own_server):
        assert starter.poll() is None
        time.sleep(0.005)
    starter.kill()
    starter.communicate()
    orphan = find_process(own_server.home)
    assert orphan is not None
    status = own_server.start()
    assert (status.state, status.pid) == ("running", orphan.pid)
    assert _living(own_server.home) == [orphan.pid]
    assert _run(status, "RETURN 1 AS one")[0]["one"] == 1


@pytest.mark.server
def test_a_server_that_dies_while_starting_is_told_by_its_own_words(own_server: LocalServer) -> None:
    tiny = LocalServer(own_server.home, jvm_flags=["-Xmx1k"])
    with pytest.raises(ServerDied, match=r"ended while starting: (?!Error).*heap.*; its log is .*console\.log"):
        tiny.start()
    assert own_server.status().state == "stopped"
