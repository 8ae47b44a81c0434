"""`docker-compose.yml` tells Docker's server what we tell our own; no Docker is started here."""

import re
from pathlib import Path

from graph.server.config import Ports, render_conf
from graph.server.jars import known_releases
from graph.server.process import DEFAULT_VERSION

COMPOSE = Path(__file__).parents[2] / "docker-compose.yml"


def _read_settings() -> dict[str, str]:
    text = re.sub(r">-\n((?: {8}.*\n)+)", lambda m: " ".join(m[1].split()) + "\n", COMPOSE.read_text("utf-8"))
    rows = re.findall(r"^      NEO4J_(\w+): (.*)$", text, re.MULTILINE)
    dotted = {re.sub(r"_+", lambda m: "." if len(m[0]) == 1 else "_", name): value.strip('"') for name, value in rows}
    return {name: value for name, value in dotted.items() if name != "AUTH"}


def test_docker_runs_the_default_release_for_this_machine_alone() -> None:
    text = COMPOSE.read_text("utf-8")
    assert f"image: ${{NEO4J_IMAGE:-neo4j:{DEFAULT_VERSION}}}\n" in text
    published = re.findall(r'- "(\S+):\d+:\d+"', text)
    assert published == ["127.0.0.1", "127.0.0.1"]


def test_every_other_release_is_named_for_docker_too() -> None:
    named = set(re.findall(r"neo4j:(\d[\d.]+\d)", COMPOSE.read_text("utf-8")))
    assert named == set(known_releases())


def test_docker_is_given_the_settings_of_the_managed_server_of_every_release() -> None:
    theirs = _read_settings()
    assert theirs.pop("server.memory.heap.max_size") == "512m"
    assert theirs.pop("server.config.strict_validation.enabled") == "false", "one release has settings of its own"
    ours: dict[str, str] = {}
    for version in known_releases():
        conf = dict(line.split("=", 1) for line in render_conf(version, Ports(7687, 7474)).splitlines())
        ours |= {name: value for name, value in conf.items() if not name.endswith("listen_address")}
    del ours["dbms.security.auth_enabled"]
    assert theirs == ours
