"""`claimgraph db`: the managed local database."""

import click

from agent.cli.face import Face, options
from graph.form import form_of

_FORMS = {"calendar": "calendar release", "lts": "5.26 long-term release"}


@click.group()
def db() -> None:
    """Start, stop and inspect the managed local database."""


@db.command()
@click.option("--new-ports", is_flag=True, help="Choose other ports than the remembered ones.")
@options
def start(new_ports: bool, face: Face) -> int:
    """Start the database, fetching it first where it is missing. It runs until `db stop`."""
    from agent.local import local_server

    server = local_server(face.settings, face.say)
    server.start(new_ports=new_ports)
    return _print_status(face)


@db.command()
@options
def stop(face: Face) -> int:
    """Stop the database; what was written is kept."""
    from agent.local import local_server

    ran = local_server(face.settings, face.say).stop()
    face.say("the local database has stopped" if ran else "the local database was not running")
    return 0


@db.command()
@options
def status(face: Face) -> int:
    """Print version, size, Bolt address and the link of Neo4j Browser."""
    return _print_status(face)


@db.command()
@click.option("--lines", default=50, show_default=True, type=click.IntRange(1, 10_000), help="How many of the last.")
@options
def logs(lines: int, face: Face) -> int:
    """Print the last lines of the database's log."""
    from agent.local import local_server

    for line in local_server(face.settings, face.say).logs(lines):
        face.out(line)
    return 0


@db.command()
@click.option("--yes", is_flag=True, help="Do not ask.")
@options
def destroy(yes: bool, face: Face) -> int:
    """Delete the local database with all that is stored in it. The fetched jars are kept."""
    from agent.local import local_server

    server = local_server(face.settings, face.say)
    found = server.status()
    if found.state == "absent":
        face.say("there is no local database to delete")
        return 0
    if not yes:
        try:
            click.confirm(
                f"Delete {_size(found.store_bytes)} of stored evidence in {found.home}?", abort=True, err=True
            )
        except click.Abort:
            raise click.UsageError("nothing was deleted; answer y, or give --yes") from None
    server.destroy()
    face.say("the local database is deleted")
    return 0


def _print_status(face: Face) -> int:
    from agent.local import local_server

    if face.settings.neo4j_uri:
        face.say(f"NEO4J_URI is set: commands use {face.settings.neo4j_uri}, not the managed database below")
    found = local_server(face.settings, face.say).status()
    if face.json:
        row = {
            "state": found.state,
            "version": found.version,
            "form": form_of(found.version),
            "pid": found.pid,
            "uri": found.uri,
            "browser": found.browser_url,
            "username": found.username,
            "password_file": str(found.password_file),
            "store_bytes": found.store_bytes,
            "rss_bytes": found.rss_bytes,
            "home": str(found.home),
        }
        face.out_json(row)
        return 0
    rows: list[tuple[str, object]] = [
        ("state", found.state),
        ("version", f"Neo4j {found.version} Community ({_FORMS[form_of(found.version)]})"),
        ("Bolt", found.uri),
        ("Neo4j Browser", found.browser_url),
        ("user", f"{found.username}, password in {found.password_file}"),
        ("size", _size(found.store_bytes)),
        ("memory", _size(found.rss_bytes) if found.rss_bytes else None),
        ("home", found.home),
        ("log", found.log_file),
    ]
    for name, value in rows:
        if value is not None:
            face.out(f"{name + ':':<15}{value}")
    return 0


def _size(size: int) -> str:
    return f"{size / 1_000_000:.1f} MB"
