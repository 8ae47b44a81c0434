from pathlib import Path

import pytest

from agent.errors import ConfigurationError
from agent.prices import read_prices
from agent.settings import SETTING_NAMES, read_settings


@pytest.fixture(autouse=True)
def clean_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    import os

    for name in os.environ:
        if name in SETTING_NAMES or name.startswith("CLAIMGRAPH_"):
            monkeypatch.delenv(name)


def test_the_command_line_beats_the_environment_which_beats_the_env_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert read_settings(folder=tmp_path).namespace == "default"
    (tmp_path / ".env").write_text("CLAIMGRAPH_NAMESPACE=file\nNEO4J_USERNAME=ada\n")
    assert read_settings(folder=tmp_path).namespace == "file"
    monkeypatch.setenv("CLAIMGRAPH_NAMESPACE", "environment")
    settings = read_settings(folder=tmp_path)
    assert (settings.namespace, settings.neo4j_username) == ("environment", "ada")
    assert read_settings({"namespace": "line"}, folder=tmp_path).namespace == "line"
    assert read_settings({"namespace": None}, folder=tmp_path).namespace == "environment"


def test_a_mistyped_setting_is_refused_with_the_name_it_was_meant_to_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CLAIMGRAPH_NAMESPASE", "x")
    with pytest.raises(ConfigurationError, match=r"CLAIMGRAPH_NAMESPASE.*did you mean CLAIMGRAPH_NAMESPACE"):
        read_settings(folder=tmp_path)


@pytest.mark.parametrize("name", ["CLAIMGRAPH_FOO", "CLAIMGRAPH_MODE", "CLAIMGRAPH_"])
def test_a_name_that_is_near_no_setting_is_not_taken_for_one(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, "x")
    with pytest.raises(ConfigurationError, match=rf"{name}, .*see docs/settings.md"):
        read_settings(folder=tmp_path)


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("CLAIMGRAPH_EMBEDDING", "CLAIMGRAPH_EMBEDDINGS"),
        ("CLAIMGRAPH_WRITTER_MODEL", "CLAIMGRAPH_WRITER_MODEL"),
        ("CLAIMGRAPH_NEO4J_URI", "NEO4J_URI"),
        ("CLAIMGRAPH_ROBOT", "CLAIMGRAPH_ROBOTS"),
    ],
)
def test_a_name_that_is_near_a_setting_is_named(
    name: str, meant: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, "x")
    with pytest.raises(ConfigurationError, match=rf"{name}, .*did you mean {meant}\?"):
        read_settings(folder=tmp_path)


def test_a_mistyped_setting_in_the_env_file_is_refused_too(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("CLAIMGRAPH_COLOUR=red\n")
    with pytest.raises(ConfigurationError, match=r"^\.env sets CLAIMGRAPH_COLOUR"):
        read_settings(folder=tmp_path)


@pytest.mark.parametrize("namespace", ["Alpha", "a-b", "1a", "ä", "a" * 40, "a b", "x`"])
def test_a_malformed_namespace_is_refused(namespace: str, tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="namespace"):
        read_settings({"namespace": namespace}, folder=tmp_path)


def test_the_home_is_a_folder_of_the_system_unless_it_is_named(tmp_path: Path) -> None:
    assert read_settings(folder=tmp_path).home_path.name == "claimgraph"
    assert read_settings({"home": str(tmp_path / "h")}, folder=tmp_path).home_path == (tmp_path / "h").resolve()


@pytest.mark.parametrize("line", [b"CLAIMGRAPH_NAMESPACE='unclosed\n", b"\xff=x\n"])
def test_a_line_of_the_env_file_that_cannot_be_read_is_refused_and_not_passed_over(line: bytes, tmp_path: Path) -> None:
    (tmp_path / ".env").write_bytes(line)
    with pytest.raises(ConfigurationError, match=r"\.env"):
        read_settings(folder=tmp_path)


def test_the_folder_of_a_user_that_is_not_there_is_refused_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CLAIMGRAPH_HOME", "~nobody-of-that-name/x")
    with pytest.raises(ConfigurationError, match=r"~nobody-of-that-name/x names no user's folder"):
        _ = read_settings(folder=tmp_path).home_path
    with pytest.raises(ConfigurationError, match=r"~nobody-of-that-name/x names no user's folder"):
        read_prices("~nobody-of-that-name/x")
