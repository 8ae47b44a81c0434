"""Two projects in one graph: no command that reads or decides in one shows, or touches, anything of the other."""

import asyncio
import os
from collections.abc import Generator
from dataclasses import dataclass
from typing import Any

import pytest
from claims_made import claim_on
from graphs import add_text, node_set, relationship_set, rows_of

from agent.cli.main import main
from graph.migrate import open_graph
from graph.server import ServerStatus
from graph.store import GraphStore, open_driver

SECRET = "The Hollowdale tunnel will cost 31 million crowns."
OWN = "The Skerra plant will cost 48 million crowns."
THEIRS = ("Hollowdale", "31 million")


@dataclass(slots=True)
class Projects:
    """The keys of the other project by their kind, and how to look at it."""

    keys: dict[str, str]
    server: ServerStatus
    other: str

    async def state(self) -> tuple[Any, ...]:
        async with open_driver(self.server.uri or "", "neo4j", self.server.read_password()) as driver:
            store = await _open(driver, self.other)
            return await node_set(store), await relationship_set(store)


async def _open(driver: Any, namespace: str) -> GraphStore:
    return await open_graph(driver, database="neo4j", namespace=namespace, model=None, code_version="test")


@pytest.fixture(scope="module")
def projects(neo4j_server: ServerStatus, tmp_path_factory: pytest.TempPathFactory) -> Generator[Projects]:
    own, other = f"beta{os.getpid()}", f"alpha{os.getpid()}"

    async def fill() -> dict[str, str]:
        async with open_driver(neo4j_server.uri or "", "neo4j", neo4j_server.read_password()) as driver:
            for namespace, text, title in ((other, SECRET, "Hollowdale tunnel"), (own, OWN, "Skerra plant")):
                store = await _open(driver, namespace)
                version = await add_text(store, text, name="a.md", title=title)
                await claim_on(store, text, version, text, text)
                await add_text(store, f"More on {title} (PLAN).", name="b.md", title=f"{title} (TP)")
            store = await _open(driver, other)
            await rows_of(store, "CALL db.awaitIndexes(60)")
            everything = "MATCH (n {namespace: $namespace}) RETURN head(labels(n)) AS label, n.key AS key ORDER BY key"
            return {row["label"]: row["key"] for row in await rows_of(store, everything)}

    patch = pytest.MonkeyPatch()
    for name in [name for name in os.environ if name.startswith(("CLAIMGRAPH_", "NEO4J_"))]:
        patch.delenv(name)
    patch.setenv("NEO4J_URI", neo4j_server.uri or "")
    patch.setenv("NEO4J_PASSWORD", neo4j_server.read_password())
    patch.setenv("CLAIMGRAPH_NAMESPACE", own)
    patch.setenv("CLAIMGRAPH_HOME", str(tmp_path_factory.mktemp("home")))
    patch.setenv("CLAIMGRAPH_EMBEDDINGS", "none")
    patch.chdir(tmp_path_factory.mktemp("work"))
    yield Projects(asyncio.run(fill()), neo4j_server, other)
    patch.undo()


READS = {
    "claims": ("--json",),
    "claims --about": ("Hollowdale tunnel", "--json"),
    "claims --about=KEY": ("Entity",),
    "claims --source": ("Source",),
    "entities": ("--json",),
    "entities hollowdale": (),
    "entities propose": ("--json",),
    "entities proposals --all": ("--json",),
    "changed --since": ("2000-01-01", "--json"),
    "as-of": ("2999-01-01", "What will the tunnel or the plant cost?", "--json"),
    "search": ("crowns for the Hollowdale tunnel", "--json"),
    "show": ("Claim",),
    "show --json": ("Passage",),
    "impact": ("Source",),
    "forget --dry-run": ("Source",),
    "refresh --dry-run --older-than": ("1h", "--json"),
    "lessons": ("--json",),
    "runs": ("--json",),
    "export --quiet": ("-",),
    "cypher": ("MATCH (n) RETURN n", "--json"),
    "templates claims_about_entity -p": ("entity=Hollowdale tunnel",),
    "templates claims_by_status": ("--json",),
}
"""A command, and what follows it; a kind of node stands for the other project's key."""
WRITES = {
    "review": ("Claim", "accept", "--as", "Ada"),
    "forget --yes --as Ada": ("Source",),
    "forget --older-than 400d --yes": ("--as", "Ada"),
    "entities accept": ("Entity", "Entity", "--as", "Ada"),
    "entities undo": ("Entity", "Skerra plant", "--as", "Ada"),
}


def call(projects: Projects, command: str, rest: tuple[str, ...], capfd: pytest.CaptureFixture[str]) -> tuple[int, str]:
    words = [projects.keys.get(word, word) for word in rest]
    parts = command.replace("=KEY", f"={projects.keys['Entity']}").split() if "=KEY" in command else command.split()
    args = [*parts, *(words if "=KEY" not in command else [])]
    with pytest.raises(SystemExit) as ended:
        main(args)
    told = capfd.readouterr()
    said = told.out + told.err
    for word in words:  # a refusal may repeat what was asked for
        said = said.replace(word, "").replace(word.rpartition("=")[2], "")
    return int(str(ended.value.code or 0)), said.replace(projects.keys["Entity"], "") if "=KEY" in command else said


@pytest.mark.parametrize("command", [*READS, *WRITES])
def test_a_command_in_one_project_shows_nothing_of_the_other(
    command: str, projects: Projects, capfd: pytest.CaptureFixture[str]
) -> None:
    code, said = call(projects, command, (READS | WRITES)[command], capfd)
    assert code in {0, 2, 3, 4, 8}, said
    assert not [word for word in (*THEIRS, *projects.keys.values(), projects.other) if word in said]


def test_the_same_commands_in_the_other_project_do_show_it(
    projects: Projects, capfd: pytest.CaptureFixture[str]
) -> None:
    for command in ("claims", "entities", "changed --since", "export --quiet"):
        _, said = call(projects, command, (*READS[command], "-n", projects.other), capfd)
        assert "Hollowdale" in said


async def test_nothing_of_the_other_project_is_changed_by_decisions_on_its_keys(
    projects: Projects, capfd: pytest.CaptureFixture[str]
) -> None:
    before = await projects.state()
    for command, rest in WRITES.items():
        code, said = await asyncio.to_thread(call, projects, command, rest, capfd)
        assert (code != 0) == ("older-than" not in command), said
    assert await projects.state() == before
