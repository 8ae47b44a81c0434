from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.server.config import Ports, jvm_flags, parse_version, render_class_path, render_conf
from graph.server.jars import known_releases
from graph.server.jvm import find_reason

PORT = st.integers(1024, 65535)


def _read(conf: str) -> dict[str, str]:
    rows = [line.partition("=") for line in conf.splitlines()]
    assert len({name for name, _, _ in rows}) == len(rows), "a setting is named twice, which stops the server"
    return {name: value for name, _, value in rows}


@given(bolt=PORT, http=PORT, version=st.sampled_from(known_releases()))
def test_every_address_of_the_configuration_is_this_machine(bolt: int, http: int, version: str) -> None:
    conf = _read(render_conf(version, Ports(bolt, http)))
    addresses = {name: value for name, value in conf.items() if name.endswith("_address")}
    assert set(addresses.values()) == {"127.0.0.1", f"127.0.0.1:{bolt}", f"127.0.0.1:{http}"}
    assert conf["server.https.enabled"] == "false"


@pytest.mark.parametrize("version", known_releases())
def test_the_configuration_asks_for_a_password_and_sends_nothing_out(version: str) -> None:
    conf = _read(render_conf(version, Ports(17001, 17002)))
    assert conf["dbms.security.auth_enabled"] == "true"
    assert conf["dbms.usage_report.enabled"] == conf["client.allow_telemetry"] == "false"
    policy = conf["dbms.security.http_static_content_security_policy_header"]
    assert "connect-src 'self' ws://127.0.0.1:17001 ws://localhost:17001" in policy


def test_the_long_term_release_is_not_told_settings_that_it_does_not_know() -> None:
    conf = _read(render_conf("5.26.30", Ports(17001, 17002)))
    assert not [name for name in conf if "fleet" in name or "x_forward" in name]


@given(st.lists(st.lists(st.integers(0, 9999), min_size=2, max_size=3), min_size=2, max_size=2))
def test_releases_compare_by_age(pair: list[list[int]]) -> None:
    a, b = (".".join(map(str, parts)) for parts in pair)
    assert (parse_version(a) < parse_version(b)) == (pair[0] < pair[1])
    assert parse_version("5.26.30") < parse_version("2025.01.0") < parse_version("2026.09.0")


def test_an_older_java_is_not_given_a_flag_that_it_does_not_know() -> None:
    assert [f for f in jvm_flags(25, Path("t")) if "unsafe" in f]
    assert not [f for f in jvm_flags(21, Path("t")) if "unsafe" in f]


def test_the_class_path_survives_spaces_quotes_and_backslashes() -> None:
    text = render_class_path([Path("/a b/x.jar"), Path('/c"d\\e/y.jar')], ":")
    assert text == '-cp\n"/a b/x.jar:/c\\"d\\\\e/y.jar"\n'


@pytest.mark.parametrize(
    ("log", "reason"),
    [
        ([], "it wrote nothing"),
        (["Error occurred during initialization of VM", "Too small heap"], "Too small heap"),
        (["Unrecognized option: -x", "Error: Could not create the Java Virtual Machine."], "Unrecognized option: -x"),
        (
            ["2026 INFO  Starting...", "2026 ERROR Failed to start Neo4j.", "2026 INFO  Stopped."],
            "2026 ERROR Failed to start Neo4j",
        ),
        (
            ["ERROR Failed", "Caused by: java.io.IOException: outer", "Caused by: disk is gone", "\t... 8 more"],
            "disk is gone",
        ),
    ],
)
def test_a_failed_start_is_told_by_the_line_that_says_most(log: list[str], reason: str) -> None:
    assert find_reason(log) == reason
