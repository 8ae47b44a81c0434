"""Fetching by lock, against a repository on loopback that breaks, lies and refuses."""

import hashlib
import json
import socket
import threading
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from graph.errors import DiskFull, JarDiffers, JarsMissing
from graph.server.jars import Jar, ensure_jars
from graph.server.space import check_space


@dataclass
class Repository:
    """Files by path; `breaks` cuts a path's next answers short after so many bytes."""

    files: dict[str, bytes] = field(default_factory=dict)
    breaks: dict[str, list[int]] = field(default_factory=dict)
    knows_ranges: bool = True
    asked: list[tuple[str, str | None]] = field(default_factory=list)
    url: str = ""

    def add(self, name: str, content: bytes) -> Jar:
        path = f"org/example/{name}/1/{name}-1.jar"
        self.files[path] = content
        return Jar(f"org.example:{name}:1", path, len(content), hashlib.sha256(content).hexdigest())


@pytest.fixture
def repository() -> Generator[Repository]:
    repository = Repository()

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            path, wanted = self.path.lstrip("/"), self.headers.get("Range")
            repository.asked.append((path, wanted))
            content = repository.files.get(path)
            if content is None:
                self.send_error(404)
                return
            begin = int(wanted[6:-1]) if wanted and repository.knows_ranges else 0
            self.send_response(206 if begin else 200)
            self.send_header("Content-Length", str(len(content) - begin))
            self.end_headers()
            limits = repository.breaks.get(path)
            end = begin + limits.pop(0) if limits else len(content)
            self.wfile.write(content[begin:end])

        def log_message(self, format: str, *args: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Answer) as server:
        repository.url = f"http://127.0.0.1:{server.server_address[1]}"
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield repository
        server.shutdown()
        thread.join()


@pytest.fixture
def fetch(repository: Repository, tmp_path: Path) -> Callable[[list[Jar]], list[bytes]]:
    def fetch(jars: list[Jar]) -> list[bytes]:
        return [path.read_bytes() for path in ensure_jars(jars, tmp_path / "jars", repository.url, progress=False)]

    return fetch


Fetch = Callable[[list[Jar]], list[bytes]]


def test_the_second_time_the_network_is_asked_nothing(repository: Repository, fetch: Fetch) -> None:
    jars = [repository.add(f"a{i}", bytes([i]) * 1000) for i in range(30)]
    assert fetch(jars) == list(repository.files.values())
    assert len(repository.asked) == 30
    fetch(jars)
    assert len(repository.asked) == 30


def test_a_break_is_taken_up_where_it_stopped(repository: Repository, fetch: Fetch) -> None:
    content = bytes(range(256)) * 2000
    jar = repository.add("big", content)
    repository.breaks[jar.path] = [300_000, 100_000]
    assert fetch([jar]) == [content]
    ranges = [r for _, r in repository.asked]
    assert ranges[0] is None
    begins = [int(r[6:-1]) for r in ranges[1:] if r]
    assert len(begins) == 2
    assert 0 < begins[0] < begins[1] < len(content)


def test_a_part_left_by_a_killed_run_is_taken_up(repository: Repository, fetch: Fetch, tmp_path: Path) -> None:
    jar = repository.add("big", b"0123456789")
    part = tmp_path / "jars" / f"{jar.path}.part"
    part.parent.mkdir(parents=True)
    part.write_bytes(b"01234")
    assert fetch([jar]) == [b"0123456789"]
    assert repository.asked == [(jar.path, "bytes=5-")]


def test_a_repository_without_ranges_starts_over(repository: Repository, fetch: Fetch, tmp_path: Path) -> None:
    repository.knows_ranges = False
    jar = repository.add("big", b"0123456789")
    part = tmp_path / "jars" / f"{jar.path}.part"
    part.parent.mkdir(parents=True)
    part.write_bytes(b"01234")
    assert fetch([jar]) == [b"0123456789"]


def test_a_wrong_part_ends_in_one_error_and_the_next_run_is_right(
    repository: Repository, fetch: Fetch, tmp_path: Path
) -> None:
    jars = [repository.add(n, n.encode() * 9) for n in ("one", "two", "three")]
    part = tmp_path / "jars" / f"{jars[1].path}.part"
    part.parent.mkdir(parents=True)
    part.write_bytes(b"wrong")
    with pytest.raises(JarDiffers, match=r"1 of 3 jars .*two-1\.jar has sha256"):
        fetch(jars)
    assert not part.exists()
    assert sorted(p.name for p in tmp_path.rglob("*.jar")) == ["one-1.jar", "three-1.jar"]
    assert fetch(jars)[1] == b"two" * 9


@pytest.mark.parametrize("lie", [b"evil bytes", b"evil", b"evil bytes, and more than the lock says"])
def test_a_jar_that_differs_from_the_lock_is_thrown_away(
    lie: bytes, repository: Repository, fetch: Fetch, tmp_path: Path
) -> None:
    jar = repository.add("bad", b"good bytes")
    repository.files[jar.path] = lie
    with pytest.raises(JarDiffers, match=r"bad-1\.jar"):
        fetch([jar])
    assert not [p for p in tmp_path.rglob("bad*") if p.is_file()]


def test_one_missing_jar_does_not_stop_the_others(repository: Repository, fetch: Fetch, tmp_path: Path) -> None:
    jars = [repository.add(f"a{i}", b"x" * i) for i in range(1, 20)]
    del repository.files[jars[3].path]
    with pytest.raises(JarsMissing, match=r"^1 of 19 jars .*a4-1\.jar: the server answered 404.*CLAIMGRAPH_MAVEN_URL"):
        fetch(jars)
    assert len(list(tmp_path.rglob("*.jar"))) == 18


def test_without_a_net_one_sentence_says_what_to_do(tmp_path: Path) -> None:
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{nobody.getsockname()[1]}"
        jars = [Jar(f"o:a{i}:1", f"o/a{i}/1/a{i}-1.jar", 1, "0" * 64) for i in range(200)]
        with pytest.raises(JarsMissing, match=r"^200 of 200 jars could not be fetched.*go online") as caught:
            ensure_jars(jars, tmp_path, url, progress=False)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 700


def test_a_jar_damaged_on_the_disk_is_fetched_again(repository: Repository, fetch: Fetch, tmp_path: Path) -> None:
    jar = repository.add("a", b"good")
    fetch([jar])
    (tmp_path / "jars" / jar.path).write_bytes(b"evil")
    assert fetch([jar]) == [b"good"]


def test_a_lost_or_damaged_note_of_checked_jars_only_costs_hashing(
    repository: Repository, fetch: Fetch, tmp_path: Path
) -> None:
    jar = repository.add("a", b"good")
    fetch([jar])
    note = tmp_path / "jars" / "verified.json"
    assert list(json.loads(note.read_text())) == [jar.path]
    for damage in ("", "[1]", '{"a": 1}'):
        note.write_text(damage)
        assert fetch([jar]) == [b"good"]
    assert len(repository.asked) == 1


def test_a_full_disk_is_told_with_both_numbers(tmp_path: Path) -> None:
    with pytest.raises(DiskFull, match=r"MB left, the jars needs 1,000,000,000,000 MB.*CLAIMGRAPH_HOME"):
        check_space(tmp_path / "not" / "there", 10**18, "the jars")
