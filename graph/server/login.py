"""The first words with a started server: does it take our password, and is the database open?"""

from pathlib import Path

from graph.errors import WrongCredentials
from graph.server.status import DATABASE, USERNAME

_FIRST_PASSWORD = "neo4j"  # noqa: S105 # every new Neo4j has it
"""What a new store accepts, for nothing but changing it."""


def log_in(port: int, password: str, password_file: Path, *, is_set: bool) -> bool:
    """Return whether the server answers with `password`, setting it in a new store; False means: not yet.

    `is_set` says whether an earlier start has set it: it only decides what is tried first, as a start may
    have been killed on either side of the change. Raises WrongCredentials when neither password is taken.
    """
    from neo4j.exceptions import AuthError, DriverError, Neo4jError

    try:
        for change in (False, True) if is_set else (True, False):
            try:
                if change:
                    _change_password(port, password)
                _ask(port, password)
            except AuthError:
                continue
            return True
    except DriverError:
        return False
    except Neo4jError as e:
        if e.is_retryable() or e.code == "Neo.ClientError.Database.DatabaseNotFound":
            return False
        raise
    raise WrongCredentials(
        f"the local database refuses the password in {password_file}; put the right one there, "
        "or remove the database with claimgraph db destroy"
    )


def _ask(port: int, password: str) -> None:
    _run(port, password, "RETURN 1", DATABASE)


def _change_password(port: int, new: str) -> None:
    statement = "ALTER CURRENT USER SET PASSWORD FROM $old TO $new"
    _run(port, _FIRST_PASSWORD, statement, "system", old=_FIRST_PASSWORD, new=new)


def _run(port: int, password: str, statement: str, database: str, **parameters: str) -> None:
    from neo4j import GraphDatabase, NotificationMinimumSeverity, Query

    with (
        GraphDatabase.driver(  # pyright: ignore[reportUnknownMemberType] # the driver's keywords are untyped
            f"bolt://127.0.0.1:{port}",
            auth=(USERNAME, password),
            connection_timeout=5,
            max_transaction_retry_time=0,
            notifications_min_severity=NotificationMinimumSeverity.OFF,
        ) as driver,
        driver.session(database=database) as session,  # pyright: ignore[reportUnknownMemberType] # the same
    ):
        session.run(Query(statement), parameters).consume()  # pyright: ignore[reportArgumentType] # two literals of this file
