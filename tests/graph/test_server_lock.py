import re
from importlib import resources
from pathlib import Path

import pytest

from graph.errors import ReleaseUnknown
from graph.server.jars import known_releases, read_lock
from graph.server.make_lock import BROWSER_VERSION, describe_jar, write_pom
from graph.server.process import DEFAULT_VERSION


def test_the_default_release_and_the_long_term_one_have_a_lock() -> None:
    assert {DEFAULT_VERSION, "5.26.30"} <= set(known_releases())


@pytest.mark.parametrize("version", known_releases())
def test_a_lock_names_each_jar_once_with_size_and_hash_and_no_host(version: str) -> None:
    jars = read_lock(version)
    assert len({jar.path for jar in jars}) == len(jars) > 200
    for jar in jars:
        assert re.fullmatch(r"[0-9a-f]{64}", jar.sha256)
        assert jar.size > 0
        group, artifact, *_, release = jar.coordinate.split(":")
        assert jar.path.startswith(f"{group.replace('.', '/')}/{artifact}/{release}/{artifact}-{release}")
        assert not Path(jar.path).is_absolute()
        assert ".." not in jar.path
    assert "://" not in resources.files("graph.server").joinpath(f"lock-{version}.jsonl").read_text("utf-8")


@pytest.mark.parametrize("version", known_releases())
def test_a_lock_holds_the_server_its_engine_and_the_browser(version: str) -> None:
    found = {jar.coordinate for jar in read_lock(version)}
    assert {
        f"org.neo4j:neo4j:{version}",
        f"org.neo4j.app:neo4j-server:{version}",
        f"org.neo4j.client:neo4j-browser:{BROWSER_VERSION}",
    } <= found


def test_one_lock_carries_the_native_parts_of_every_system() -> None:
    classifiers = {c.split(":")[2] for c in (j.coordinate for j in read_lock(DEFAULT_VERSION)) if c.count(":") == 3}
    assert {"linux-x86_64", "linux-aarch_64", "osx-x86_64", "osx-aarch_64"} <= classifiers


def test_an_unknown_release_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ReleaseUnknown, match=r"1\.9\.9.*2026\.09\.0") as caught:
        read_lock("1.9.9")
    assert caught.value.exit_code == 6


def test_a_new_lock_row_is_read_off_the_repository_layout(tmp_path: Path) -> None:
    jar = tmp_path / "io/netty/epoll/4.1/epoll-4.1-linux-x86_64.jar"
    jar.parent.mkdir(parents=True)
    jar.write_bytes(b"abc")
    assert describe_jar(jar, tmp_path) == {
        "coordinate": "io.netty:epoll:linux-x86_64:4.1",
        "path": "io/netty/epoll/4.1/epoll-4.1-linux-x86_64.jar",
        "size": 3,
        "sha256": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    }


def test_the_project_that_maven_resolves_asks_for_the_release_alone() -> None:
    assert write_pom("2026.09.0").count("<version>2026.09.0</version>") == 2
