"""The database that commands would use: which of the ways, whether it answers, what stands in it."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from agent.doctor.finding import DATABASE_EXIT, Finding, broken
from agent.settings import Settings
from graph.errors import DatabaseUnreachable, GraphError, WrongCredentials
from graph.inspect import NAMESPACES, GraphFound, inspect_graph
from graph.migrate import MIGRATIONS
from graph.server import ServerStatus

_PATIENCE_S = 25.0


@dataclass(frozen=True, slots=True)
class _Way:
    """How the database is reached, in words and in values."""

    name: str
    uri: str
    username: str
    password: str


async def look_at_database(
    settings: Settings, say: Callable[[str], None], *, start: bool
) -> tuple[list[Finding], GraphFound | None]:
    """Return the findings and what stands in the graph, None where it was not reached. Never raises for a fault."""
    try:
        way, findings = await asyncio.to_thread(_way, settings, say, start=start)
        if way is None:
            return findings, None
        found = await _inspect(way, settings)
    except GraphError as error:
        return [broken("database", error)], None
    where = f"{way.name}, Neo4j {found.version} {found.edition} ({_form(found)}) at {way.uri}"
    return [Finding("database", "ok", where), *findings, *_contents(found, settings)], found


async def _inspect(way: _Way, settings: Settings) -> GraphFound:
    from graph.store import open_driver

    try:
        async with asyncio.timeout(_PATIENCE_S), open_driver(way.uri, way.username, way.password) as driver:
            return await inspect_graph(driver, database=settings.neo4j_database, namespace=settings.namespace)
    except TimeoutError:
        raise DatabaseUnreachable(
            f"{way.uri} did not answer within {_PATIENCE_S:g} seconds; check that it is well, and NEO4J_URI"
        ) from None


def _way(settings: Settings, say: Callable[[str], None], *, start: bool) -> tuple[_Way | None, list[Finding]]:
    """Return how to reach the database and findings beside it; without a way the findings say why there is none."""
    if settings.neo4j_uri:
        if not settings.neo4j_password:
            raise WrongCredentials("NEO4J_URI is set but NEO4J_PASSWORD is not; set it, or unset NEO4J_URI")
        return _Way("NEO4J_URI", settings.neo4j_uri, settings.neo4j_username, settings.neo4j_password), []
    from agent.local import local_server

    server = local_server(settings, say)
    try:
        status = server.start() if start else server.status()
    except ImportError as error:
        return None, [_without_local(error)]
    if status.state == "running":
        way = _Way("managed local server", status.uri or "", status.username, status.read_password())
        return way, [Finding("disk", "ok", _disk(status))]
    if status.state == "starting":
        says = f"managed local server: process {status.pid} runs but does not answer"
        return None, [Finding("database", "broken", says, f"wait, or see {status.log_file}", DATABASE_EXIT)]
    return None, [_not_started(settings, status)]


def _not_started(settings: Settings, status: ServerStatus) -> Finding:
    from pathlib import Path

    from graph.errors import JavaMissing
    from graph.server.java import find_java

    try:
        java = find_java(Path(settings.java_home) if settings.java_home else None)
    except JavaMissing as error:
        return broken("database", error)
    stored = f"; {_disk(status)}" if status.state == "stopped" else ""
    says = f"managed local server, Neo4j {status.version} on Java {java.major}: not started{stored}"
    return Finding("database", "off", says, "nothing: the first command starts it; or claimgraph doctor --start")


def _without_local(error: ImportError) -> Finding:
    return Finding(
        "database",
        "broken",
        f"no database: NEO4J_URI is not set, and the managed local server lacks {error.name}",
        "pip install 'claimgraph[local]', or docker compose up and set NEO4J_URI",
        DATABASE_EXIT,
    )


def _contents(found: GraphFound, settings: Settings) -> list[Finding]:
    held = f"{found.nodes} nodes; namespace {settings.namespace}: " + ", ".join(
        f"{number} {name}" for name, number in found.counts.items()
    )
    return [_schema(found), Finding("graph", "ok", held), *_others(found), *map(_unfinished, found.unfinished)]


def _others(found: GraphFound) -> list[Finding]:
    """The other namespaces with their sources: a mistyped name is seen beside the one that was meant."""
    if not found.others:
        return []
    more = " …" if len(found.others) >= NAMESPACES else ""
    named = ", ".join(f"{name} ({held} source{'' if held == 1 else 's'})" for name, held in found.others.items())
    return [Finding("others", "ok", f"other namespaces: {named}{more}", "--namespace NAME works in one of them")]


def _unfinished(row: Mapping[str, Any]) -> Finding:
    """A forgetting that was killed: what it had not reached can still be found."""
    whole = row["kind"] == "namespace"
    says = f"forgetting {row['target_id']} was begun on {row['started_at'][:16]} and not ended: {row['deletion'][:17]}"
    do = f"claimgraph forget --all --namespace {row['target']}" if whole else f"claimgraph forget {row['target'][:23]}"
    erase = " --erase" if row["erases"] and not whole else ""
    return Finding("forgetting", "broken", says, f"{do}{erase}: it goes on", DATABASE_EXIT)


def _schema(found: GraphFound) -> Finding:
    if found.problems:
        says = "; ".join(found.problems)
        do = "drop what differs and run any command, or use the claimgraph that made it"
        return Finding("schema", "broken", says, do, DATABASE_EXIT)
    if found.is_new:
        return Finding("schema", "off", "not made yet", "nothing: the first command makes it")
    steps = f"{found.steps} of {len(MIGRATIONS)} steps"
    if found.missing or found.steps < len(MIGRATIONS):
        lacking = f"; to be made: {', '.join(found.missing)}" if found.missing else ""
        return Finding("schema", "missing", steps + lacking, "nothing: the next command makes it")
    return Finding("schema", "ok", f"{steps}, every index as declared")


def _disk(status: ServerStatus) -> str:
    import shutil

    free = shutil.disk_usage(status.home).free if status.home.exists() else 0
    return f"{status.store_bytes / 1e6:.1f} MB stored, {free / 1e9:.1f} GB free"


def _form(found: GraphFound) -> str:
    return "vectors filtered in the index" if found.form == "calendar" else "5.26 form: exact cosine"
