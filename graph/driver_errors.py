"""What the driver raises, as one sentence of ours with what to do next."""

import contextlib
from collections.abc import Generator

from graph.errors import DatabaseFault, DatabaseUnreachable, WrongCredentials

TIMED_OUT = "Neo.ClientError.Transaction.TransactionTimedOut"
"""What a server says of a transaction that it ended at its time limit; a suffix says whose limit it was."""
GONE = "Neo.ClientError.Statement.EntityNotFound"
"""What a server says of a node that another transaction deleted between finding and using it."""
_WRONG_LOGIN = ("Neo.ClientError.Security.AuthenticationRateLimit", "Neo.ClientError.Security.CredentialsExpired")
_BROKEN = "Neo.DatabaseError.Transaction."
"""What a server says whose disk is full, and for ever after: it needs a restart."""
_NO_SUCH_DATABASE = "Neo.ClientError.Database.DatabaseNotFound"


@contextlib.contextmanager
def translated_errors(uri: str = "the database") -> Generator[None]:
    """Turn the driver's errors into ours: one sentence with what to do next."""
    from neo4j import exceptions

    try:
        yield
    except exceptions.AuthError as error:
        raise WrongCredentials(
            f"{uri} refused the user name or password; check NEO4J_USERNAME and NEO4J_PASSWORD"
        ) from error
    except (exceptions.ServiceUnavailable, exceptions.SessionExpired, OSError) as error:
        raise DatabaseUnreachable(
            f"{uri} does not answer ({first_line(error)}); check that it runs (claimgraph db status) and what "
            "NEO4J_URI names, if it is set"
        ) from error
    except exceptions.Neo4jError as error:
        if error.code in _WRONG_LOGIN:
            raise WrongCredentials(
                f"{uri} accepts no login now ({first_line(error.message)}); check NEO4J_USERNAME and NEO4J_PASSWORD, "
                "wait a few seconds and try again"
            ) from error
        if error.code == _NO_SUCH_DATABASE:
            raise DatabaseUnreachable(
                f"the server has no database of that name ({first_line(error.message)}); check NEO4J_DATABASE"
            ) from error
        if str(error.code).startswith(TIMED_OUT):
            raise DatabaseFault(
                f"{uri} ended what had lasted longer than its limit (db.transaction.timeout): it is busy, or another "
                "process holds what is needed; run the same command again when that has ended"
            ) from error
        if str(error.code).startswith(_BROKEN):
            raise DatabaseFault(
                f"{uri} cannot go on ({error.code}: {first_line(error.message)[:200]}); its disk may be full: make "
                "room, restart it (claimgraph db stop ends the managed one) and run the same command again"
            ) from error
        raise DatabaseFault(f"{uri} answered with {error.code}: {' '.join(str(error.message).split())}") from error
    except exceptions.DriverError as error:
        raise DatabaseUnreachable(
            f"{uri} does not answer as a Neo4j server does ({type(error).__name__}); "
            "check that NEO4J_URI names the Bolt port of one"
        ) from error


def first_line(error: object) -> str:
    """Return the first line of an error's words."""
    return next(iter(str(error).splitlines()), "").rstrip(": ")
