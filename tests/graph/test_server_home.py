"""What the server is remembered by, and the refusals that need no server."""

import os
import signal
import socket
import stat
import subprocess
import sys
from collections.abc import Callable, Generator
from pathlib import Path

import pytest

from graph.errors import JavaMissing, PortTaken, ReleaseUnknown, ServerError, StoreTooNew
from graph.server import LocalServer, ServerHome
from graph.server.home import ProcessRecord, StoreRecord, is_free
from graph.server.java import find_java, read_major
from graph.server.jvm import home_argument, is_ours, spawn


def test_looking_at_a_home_that_is_not_there_creates_nothing(tmp_path: Path) -> None:
    server = LocalServer(ServerHome(tmp_path / "none"))
    status = server.status()
    assert (status.state, status.pid, status.uri, status.store_bytes) == ("absent", None, None, 0)
    assert server.logs() == []
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize("ask", [LocalServer.start, LocalServer.status, LocalServer.stop, LocalServer.destroy])
def test_a_home_that_cannot_be_one_is_a_sentence_that_names_it(
    ask: Callable[[LocalServer], object], tmp_path: Path
) -> None:
    file = tmp_path / "file"
    file.write_text("")
    for root in (file, file / "below", tmp_path / ("e" * 300)):
        server = LocalServer(ServerHome(root))
        with pytest.raises(ServerError, match=r"cannot use the folder .*; set CLAIMGRAPH_HOME"):
            ask(server)
    assert LocalServer(ServerHome(file)).logs() == []


def test_a_server_can_be_stopped_where_nothing_can_be_written(tmp_path: Path) -> None:
    home = ServerHome(tmp_path)
    home.create_folders()
    home.write_store(StoreRecord("2026.09.0"))
    (home.server_dir / "server.part").mkdir()
    with subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)", home_argument(home)]) as running:
        assert LocalServer(home).stop(timeout_s=10) is True
        assert running.wait(10) is not None


@pytest.fixture
def one_core() -> Generator[None]:
    """Keep us and what we spawn on one core, where we are woken before a new program has its arguments."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(cores)})
    yield
    os.sched_setaffinity(0, cores)


@pytest.mark.usefixtures("one_core")
def test_a_server_is_known_from_the_moment_it_is_spawned(tmp_path: Path) -> None:
    home = ServerHome(tmp_path)
    home.create_folders()
    unknown = 0
    for _ in range(100):
        pid = spawn([sys.executable, "-c", "import time; time.sleep(60)", home_argument(home)], home)
        unknown += not is_ours(pid, home)
        os.kill(pid, signal.SIGKILL)
    assert unknown == 0


def test_the_password_is_random_kept_and_read_by_its_owner_alone(tmp_path: Path) -> None:
    homes = [ServerHome(tmp_path / name) for name in "ab"]
    for home in homes:
        home.create_folders()
    first, other = (home.ensure_password() for home in homes)
    assert first != other
    assert len(first) >= 32
    assert homes[0].ensure_password() == first
    assert stat.S_IMODE(homes[0].password_file.stat().st_mode) == 0o600
    assert stat.S_IMODE(homes[0].server_dir.stat().st_mode) == 0o700


def test_ports_are_free_chosen_once_and_remembered(tmp_path: Path) -> None:
    home = ServerHome(tmp_path)
    ports = home.choose_ports()
    assert ports.bolt != ports.http
    assert is_free(ports.bolt)
    assert ServerHome(tmp_path).choose_ports() == ports
    assert ServerHome(tmp_path).choose_ports(anew=True) != ports


def test_a_taken_port_is_named_with_the_way_out_once_there_is_a_store(tmp_path: Path) -> None:
    home = ServerHome(tmp_path)
    ports = home.choose_ports()
    with socket.socket() as other:
        other.bind(("127.0.0.1", ports.http))
        other.listen()
        home.write_store(StoreRecord("2026.09.0"))
        with pytest.raises(PortTaken, match=rf"port {ports.http} .*pid {os.getpid()}.*--new-ports"):
            home.choose_ports()
        assert home.choose_ports(anew=True) != ports


def test_a_taken_port_is_quietly_replaced_before_the_first_start(tmp_path: Path) -> None:
    home = ServerHome(tmp_path)
    ports = home.choose_ports()
    with socket.socket() as other:
        other.bind(("127.0.0.1", ports.bolt))
        other.listen()
        assert home.choose_ports().bolt != ports.bolt


@pytest.mark.parametrize("pid", [os.getpid(), 2**22 + 1], ids=["another program", "nobody"])
def test_a_pid_file_that_names_another_process_is_known_as_dead(pid: int, tmp_path: Path) -> None:
    home = ServerHome(tmp_path)
    home.write_store(StoreRecord("2026.09.0", has_password=True))
    home.write_process(ProcessRecord(pid, "2026.09.0", is_ready=True))
    server = LocalServer(home)
    assert server.status().state == "stopped"
    assert server.stop() is False
    assert home.read_process() is None


def test_damaged_notes_are_taken_as_none(tmp_path: Path) -> None:
    home = ServerHome(tmp_path)
    home.choose_ports()
    for note in home.server_dir.glob("*.json"):
        note.write_text("{")
    assert home.read_ports() is None


def test_a_store_of_a_newer_server_is_refused_with_both_releases(tmp_path: Path) -> None:
    home = ServerHome(tmp_path)
    home.write_store(StoreRecord("2031.01.0", has_password=True))
    with pytest.raises(StoreTooNew, match=r"belongs to Neo4j 2031\.01\.0, and Neo4j 2026\.09\.0 is older.*db destroy"):
        LocalServer(home, maven_url="http://127.0.0.1:9").start()
    assert not home.data_dir.exists()


def test_asking_for_an_older_release_than_the_stores_is_refused_with_the_way_out(tmp_path: Path) -> None:
    home = ServerHome(tmp_path)
    home.write_store(StoreRecord("2026.09.0", has_password=True))
    told = r"Neo4j 5\.26\.30 is older.*unset CLAIMGRAPH_NEO4J_VERSION, or set another CLAIMGRAPH_HOME"
    with pytest.raises(StoreTooNew, match=told):
        LocalServer(home, version="5.26.30", maven_url="http://127.0.0.1:9").start()
    assert not home.data_dir.exists()
    assert home.read_store() == StoreRecord("2026.09.0", has_password=True)


def test_a_store_keeps_its_release_until_another_is_asked_for(tmp_path: Path) -> None:
    home = ServerHome(tmp_path)
    assert LocalServer(home).version == "2026.09.0"
    home.write_store(StoreRecord("5.26.30", has_password=True))
    assert LocalServer(home).version == "5.26.30"
    assert LocalServer(home, version="2026.09.0").version == "2026.09.0"
    home.write_store(StoreRecord("2026.08.1", has_password=True))
    assert LocalServer(home).version == "2026.09.0", "one that is not known here is upgraded"


def test_a_release_that_we_cannot_run_is_refused_with_those_we_can(tmp_path: Path) -> None:
    with pytest.raises(ReleaseUnknown, match=r"5\.26\.1; set CLAIMGRAPH_NEO4J_VERSION to 2026\.09\.0 or 5\.26\.30"):
        LocalServer(ServerHome(tmp_path), version="5.26.1").start()
    assert not (tmp_path / "neo4j").exists()


def test_destroying_leaves_the_jars(tmp_path: Path) -> None:
    home = ServerHome(tmp_path)
    home.create_folders()
    home.jars_dir.mkdir()
    LocalServer(home).destroy()
    assert not home.server_dir.exists()
    assert home.jars_dir.exists()


def _make_java(home: Path, release: str) -> Path:
    (home / "bin").mkdir(parents=True)
    (home / "bin" / "java").write_text("#!/bin/sh\n")
    (home / "release").write_text(f'IMPLEMENTOR="x"\nJAVA_VERSION="{release}"\n')
    return home


@pytest.mark.parametrize(("release", "major"), [("1.8.0_402", 8), ("17.0.15", 17), ("21", 21), ("25.0.2", 25)])
def test_the_version_of_a_java_is_read_without_starting_it(release: str, major: int, tmp_path: Path) -> None:
    assert read_major(_make_java(tmp_path, release) / "bin" / "java") == major


def test_the_package_is_preferred_and_the_java_of_the_machine_is_next(tmp_path: Path) -> None:
    assert find_java(_make_java(tmp_path, "21.0.1")).major == 25
    assert find_java(tmp_path, package=False).program == tmp_path / "bin" / "java"


def test_no_suitable_java_is_one_sentence_with_the_command_that_helps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(JavaMissing, match=r"is Java 17\).*pip install 'claimgraph\[local\]'"):
        find_java(_make_java(tmp_path / "old", "17.0.1"), package=False)
    with pytest.raises(JavaMissing, match=r"there is none; run pip install"):
        find_java(None, package=False)
