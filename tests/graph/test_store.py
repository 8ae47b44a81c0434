"""The door to the database where the server turns a transaction away, with a session that plays its part."""

from collections.abc import Awaitable, Callable
from typing import Self

import pytest
from neo4j.exceptions import Neo4jError

from graph.driver_errors import GONE, TIMED_OUT
from graph.errors import DatabaseFault
from graph.store import GraphStore, Transaction

_Work = Callable[[object], Awaitable[object]]


class _Session:
    """A session whose transactions the server ends so many times, by its time limit where nothing else is said."""

    def __init__(self, ended: int, code: str = f"{TIMED_OUT}TransactionConfiguration") -> None:
        self._left = ended
        self._code = code
        self.begun = 0

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        return None

    async def execute_read(self, work: _Work) -> object:
        return await self._execute(work)

    async def execute_write(self, work: _Work) -> object:
        return await self._execute(work)

    async def _execute(self, work: _Work) -> object:
        self.begun += 1
        done = await work(None)
        if self._left:
            self._left -= 1
            raise Neo4jError._hydrate_neo4j(code=self._code, message="terminated")
        return done


class _Driver:
    def __init__(self, session: _Session) -> None:
        self._session = session

    def session(self, **_: object) -> _Session:
        return self._session


def _store(session: _Session) -> GraphStore:
    return GraphStore(_Driver(session), database="neo4j", namespace="test")  # type: ignore[arg-type]


async def _work(tx: Transaction) -> str:
    del tx
    return "written"


async def test_a_write_that_waited_until_the_servers_limit_is_tried_once_more_and_counted() -> None:
    session = _Session(1)
    store = _store(session)
    assert await store.write(_work) == "written"
    assert (session.begun, store.written.retries) == (2, 1)


async def test_a_write_that_waits_twice_ends_with_what_to_do_in_one_sentence() -> None:
    session = _Session(2)
    with pytest.raises(DatabaseFault, match=r"db\.transaction\.timeout.*run the same command again"):
        await _store(session).write(_work)
    assert session.begun == 2


async def test_a_read_that_lasts_too_long_is_not_begun_again() -> None:
    session = _Session(1)
    with pytest.raises(DatabaseFault):
        await _store(session).read_together(_work)
    assert session.begun == 1


@pytest.mark.parametrize("way", [GraphStore.write, GraphStore.read_together])
async def test_what_another_deleted_meanwhile_is_looked_for_once_more(way: Callable[..., Awaitable[str]]) -> None:
    session = _Session(1, GONE)
    assert await way(_store(session), _work) == "written"
    assert session.begun == 2
    with pytest.raises(DatabaseFault, match="EntityNotFound"):
        await way(_store(_Session(2, GONE)), _work)
