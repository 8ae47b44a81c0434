"""What may stand in NEO4J_URI, and what a user is told when something else than Neo4j answers there."""

import asyncio
import inspect
import time
from collections.abc import AsyncGenerator, Awaitable, Callable

import pytest

from graph.errors import DatabaseUnreachable
from graph.store import check_address, open_driver

Answer = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]
Listen = Callable[[Answer], Awaitable[int]]


@pytest.mark.parametrize(
    "uri",
    ["bolt://127.0.0.1:7687", "neo4j://h", "neo4j+s://a.example.org:1", "bolt+ssc://[::1]:7687", "neo4j://h?policy=x"],
)
def test_an_address_of_a_server_is_taken(uri: str) -> None:
    check_address(uri)


@pytest.mark.parametrize(
    "uri",
    [
        "", "localhost", "127.0.0.1:7687", "http://127.0.0.1:7474", "ftp://h", "bolt://", "bolt://h:abc", "bolt://h:99999",
        "bolt://h:0", "bolt://[::1", " bolt://h",
    ],
)  # fmt: skip
def test_what_is_no_address_is_refused_at_once(uri: str) -> None:
    with pytest.raises(DatabaseUnreachable, match="is no database address; use neo4j://HOST:PORT"):
        check_address(uri)


@pytest.mark.parametrize("uri", ["bolt://ada:s3cret@h:7687", "neo4j://:s3cret@h", "http://ada:s3cret@h:abc"])
def test_a_password_inside_the_address_is_refused_and_not_shown(uri: str) -> None:
    with pytest.raises(DatabaseUnreachable, match="NEO4J_PASSWORD") as told:
        check_address(uri)
    assert "s3cret" not in str(told.value)


@pytest.fixture
async def listen() -> AsyncGenerator[Listen]:
    servers: list[asyncio.Server] = []

    async def listening(answer: Answer) -> int:
        servers.append(await asyncio.start_server(answer, "127.0.0.1", 0))
        return int(servers[-1].sockets[0].getsockname()[1])

    yield listening
    for server in servers:
        server.close()


@pytest.mark.parametrize("said", [b"HTTP/1.1 400 Bad Request\r\n\r\n", bytes(range(7, 71)), b""])
@pytest.mark.parametrize("scheme", ["bolt", "neo4j"])
async def test_another_program_at_the_address_is_one_sentence(listen: Listen, scheme: str, said: bytes) -> None:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(said)
        writer.close()

    uri = f"{scheme}://127.0.0.1:{await listen(answer)}"
    with pytest.raises(DatabaseUnreachable, match="does not answer") as told:
        async with open_driver(uri, "neo4j", "x"):
            pass
    assert "\n" not in str(told.value)


async def test_a_socket_that_says_nothing_is_given_up_after_some_seconds(listen: Listen) -> None:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()
        writer.close()

    started = time.monotonic()
    with pytest.raises(DatabaseUnreachable, match="does not answer"):
        async with open_driver(f"bolt://127.0.0.1:{await listen(answer)}", "neo4j", "x", within_s=2.0):
            pass
    assert time.monotonic() - started < 45, "the driver alone would wait for a minute"
    assert inspect.signature(open_driver).parameters["within_s"].default == 15.0, (
        "what everybody gets who asks for no other"
    )
