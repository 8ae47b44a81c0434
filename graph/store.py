"""The one door to the database: named statements over the async driver, in managed transactions, counted.

`open_store` connects, checks server, schema and embedding model, and hands back a `GraphStore`; nothing else in the
project touches the driver.
"""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# The driver leaves the keywords of session() and verify_connectivity() untyped; nothing else here is unknown.
import contextlib
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlsplit

from graph.driver_errors import GONE, TIMED_OUT, first_line, translated_errors
from graph.errors import DatabaseUnreachable
from graph.form import Form
from graph.queries import statements

if TYPE_CHECKING:
    from neo4j import AsyncDriver, AsyncManagedTransaction, AsyncSession

Row = dict[str, Any]
T = TypeVar("T")

FOREIGN_FETCH = 50
"""Rows that a server hands over at a time where a reader may stop at any: few, as each may be long."""

_COUNTED = (
    "nodes_created",
    "nodes_deleted",
    "relationships_created",
    "relationships_deleted",
    "properties_set",
    "labels_added",
    "labels_removed",
)


@dataclass(slots=True)
class Written:
    """What committed transactions changed, by the server's own counters, how many statements were sent, and how often
    a transaction was repeated after a passing fault."""

    statements: int = 0
    retries: int = 0
    nodes_created: int = 0
    nodes_deleted: int = 0
    relationships_created: int = 0
    relationships_deleted: int = 0
    properties_set: int = 0
    labels_added: int = 0
    labels_removed: int = 0

    def add(self, other: "Written") -> None:
        """Add another count to this one."""
        self.statements += other.statements
        self.retries += other.retries
        for name in _COUNTED:
            setattr(self, name, getattr(self, name) + getattr(other, name))


@dataclass(slots=True)
class Transaction:
    """One managed transaction: runs named statements and counts what they changed. It may run twice."""

    _tx: "AsyncManagedTransaction"
    _namespace: str
    _names: Mapping[str, str]
    _form: Form
    written: Written = field(default_factory=Written)

    async def run(self, statement: str, **params: object) -> list[Row]:
        """Run one named statement and return its rows; `$namespace` is filled in where it is declared.

        Raises StatementError when the parameters are not exactly the declared ones.
        """
        declared = statements()[statement]
        if "namespace" in declared.params:
            params.setdefault("namespace", self._namespace)
        declared.check(params)
        result = await self._tx.run(declared.render(self._names, form=self._form), params)
        rows = [dict(record) async for record in result]
        counters = (await result.consume()).counters
        self.written.statements += 1
        for name in _COUNTED:
            setattr(self.written, name, getattr(self.written, name) + getattr(counters, name))
        return rows


class GraphStore:
    """Reads and writes one namespace of the graph. Give it a driver; it never makes one."""

    def __init__(
        self,
        driver: "AsyncDriver",
        *,
        database: str,
        namespace: str,
        names: Mapping[str, str] | None = None,
        dimension: int | None = None,
        form: Form = "calendar",
    ) -> None:
        self.namespace = namespace
        self.form: Form = form
        self.written = Written()
        self._driver = driver
        self._database = database
        self._dimension = dimension
        self._names: Mapping[str, str] = dict(names or {})

    @property
    def has_vectors(self) -> bool:
        """Whether the schema names of an embedding model are known, so that the vector arm can be asked."""
        return "passage_index" in self._names

    @property
    def dimension(self) -> int | None:
        """The length of the vectors of the model in use; None when there is none."""
        return self._dimension

    @property
    def vector_property(self) -> str:
        """The property that holds a passage's vector of the model in use. Raises KeyError when there is none."""
        return self._names["embedding"]

    async def read(self, statement: str, **params: object) -> list[Row]:
        """Run one named statement in a READ transaction, which the server holds to reading, and return its rows."""

        async def work(tx: Transaction) -> list[Row]:
            return await tx.run(statement, **params)

        return await self._in_transaction("READ", work)

    async def read_together(self, work: Callable[[Transaction], Awaitable[T]]) -> T:
        """Run `work`, whose statements depend on each other, in one READ transaction; it may run twice, as a write."""
        return await self._in_transaction("READ", work)

    def foreign_session(self) -> "AsyncSession":
        """Return a READ session for `graph/foreign.py`, where statements run that are not ours; nothing is sent yet."""
        return self._driver.session(
            database=self._database,
            default_access_mode="READ",
            fetch_size=FOREIGN_FETCH,
            notifications_min_severity="WARNING",
        )

    async def write(self, work: Callable[[Transaction], Awaitable[T]]) -> T:
        """Run `work` in one write transaction and return what it returns.

        The driver repeats it after a passing fault (a deadlock, a lost connection), so `work` must be safe to run
        twice; keys make every write of ours so. `written` grows by what the committed try changed.
        """
        return await self._in_transaction("WRITE", work)

    async def _in_transaction(self, mode: str, work: Callable[[Transaction], Awaitable[T]]) -> T:
        last = Written()
        tries = 0

        async def managed(tx: "AsyncManagedTransaction") -> T:
            nonlocal last, tries
            tries += 1
            ours = Transaction(tx, self.namespace, self._names, self.form)
            last = ours.written
            return await work(ours)

        with translated_errors():
            async with self._driver.session(database=self._database) as session:
                if mode == "READ":
                    result = await _once_more(session.execute_read, managed, (GONE,))
                else:
                    result = await _once_more(session.execute_write, managed, (GONE, TIMED_OUT))
        self.written.add(last)
        self.written.retries += tries - 1
        return result


async def _once_more(
    execute: Callable[[Callable[["AsyncManagedTransaction"], Awaitable[T]]], Awaitable[T]],
    work: Callable[["AsyncManagedTransaction"], Awaitable[T]],
    passing: tuple[str, ...],
) -> T:
    """Run `work`, again where the server says one of these: its time limit ended it, or a node went meanwhile.

    A write of ours is small, so what reaches the limit waited for another; that one, a process suspended within its
    transaction, is ended by the same limit. What another deleted between finding and using it is not found again.
    """
    from neo4j.exceptions import Neo4jError

    try:
        return await execute(work)
    except Neo4jError as error:
        if not str(error.code).startswith(passing):
            raise
    return await execute(work)


_SCHEMES = ("neo4j", "neo4j+s", "neo4j+ssc", "bolt", "bolt+s", "bolt+ssc")


def check_address(uri: str) -> None:
    """Raise DatabaseUnreachable unless `uri` can be an address of a Neo4j server; a login inside it is never shown."""
    try:
        parts = urlsplit(uri)
        is_address = uri == uri.strip() and parts.scheme in _SCHEMES and bool(parts.hostname) and parts.port != 0
        has_login = "@" in parts.netloc
    except ValueError:
        is_address, has_login = False, "@" in uri
    if has_login:
        raise DatabaseUnreachable(
            "NEO4J_URI holds a user name or password; take it out and set NEO4J_USERNAME and NEO4J_PASSWORD"
        )
    if not is_address:
        raise DatabaseUnreachable(f"NEO4J_URI {uri!r} is no database address; use neo4j://HOST:PORT")


@contextlib.asynccontextmanager
async def open_driver(
    uri: str, username: str, password: str, *, within_s: float = 15.0
) -> AsyncGenerator["AsyncDriver"]:
    """Open the one driver of the process and make sure that it reaches the server, which may take `within_s`.

    Raises DatabaseUnreachable or WrongCredentials, each with what to do next.
    """
    from neo4j import AsyncGraphDatabase, exceptions

    check_address(uri)
    try:
        driver = AsyncGraphDatabase.driver(
            uri,
            auth=(username, password),
            notifications_min_severity="OFF",
            connection_timeout=min(10.0, within_s),
            connection_acquisition_timeout=within_s,
            max_transaction_retry_time=30.0,
            telemetry_disabled=True,
        )
    except (ValueError, exceptions.ConfigurationError) as error:
        raise DatabaseUnreachable(
            f"NEO4J_URI {uri!r} is no database address ({first_line(error)}); use neo4j://HOST:PORT"
        ) from error
    try:
        with translated_errors(uri):
            try:
                await driver.verify_connectivity()
            except UnicodeError as error:
                raise OSError(f"its host name is malformed: {error}") from error
        yield driver
    finally:
        await driver.close()
