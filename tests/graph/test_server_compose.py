"""`docker-compose.yml` tells Docker's server what we tell our own; no Docker is started here."""

import re
from pathlib import Path

from graph.server.config import Ports, render_conf
from graph.server.process import DEFAULT_VERSION

COMPOSE = Path(__file__).parents[2] / "docker-compose.yml"


def _read_settings() -> dict[str, str]:
    text = re.sub(r">-\n((?: {8}.*\n)+)", lambda m: " ".join(m[1].split()) + "\n", COMPOSE.read_text("utf-8"))
    rows = re.findall(r"^      NEO4J_(\w+): (.*)$", text, re.MULTILINE)
    dotted = {re.sub(r"_+", lambda m: "." if len(m[0]) == 1 else "_", name): value.strip('"') for name, value in rows}
    return {name: value for name, value in dotted.items() if name != "AUTH"}


def test_docker_runs_the_default_release_for_this_machine_alone() -> None:
    text = COMPOSE.read_text("utf-8")
    assert f"image: neo4j:{DEFAULT_VERSION}\n" in text
    published = re.findall(r'- "(\S+):\d+:\d+"', text)
    assert published == ["127.0.0.1", "127.0.0.1"]


def test_docker_is_given_the_settings_of_the_managed_server() -> None:
    conf = dict(line.split("=", 1) for line in render_conf(DEFAULT_VERSION, Ports(7687, 7474)).splitlines())
    ours = {name: value for name, value in conf.items() if not name.endswith("listen_address")}
    del ours["dbms.security.auth_enabled"]
    theirs = _read_settings()
    assert theirs.pop("server.memory.heap.max_size") == "512m"
    assert theirs == ours
