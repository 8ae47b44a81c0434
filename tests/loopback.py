"""A web server on loopback that plays what a test tells it, byte by byte."""

import asyncio
import contextlib
import ssl
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from dataclasses import dataclass, field

from retrievers.web.fetch import Fetcher
from retrievers.web.fetched import Limits
from retrievers.web.guard import Guard

Play = Callable[[asyncio.StreamWriter], Awaitable[None]]
HOST = "www.example.org"


def answer(body: bytes = b"", *headers: str, status: str = "200 OK", length: int | None = None) -> bytes:
    """A whole HTTP answer; `length` in place of the true Content-Length, -1 for none."""
    size = len(body) if length is None else length
    lines = [f"HTTP/1.1 {status}", *headers, *([] if size < 0 else [f"Content-Length: {size}"]), "Connection: close"]
    return "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + body


def page(markup: str, *headers: str) -> bytes:
    return answer(markup.encode(), "Content-Type: text/html; charset=utf-8", *headers)


def redirect(location: str, status: str = "302 Found") -> bytes:
    return answer(b"", f"Location: {location}", status=status)


@dataclass
class Site:
    """What each path answers: bytes, several in turn, or a function that plays; `asked` are the request heads."""

    port: int = 0
    scheme: str = "http"
    pages: dict[str, bytes | Sequence[bytes] | Play] = field(
        default_factory=lambda: {"/robots.txt": answer(status="404 Not Found")}
    )
    asked: list[str] = field(default_factory=list[str])
    open_now: int = 0
    most_open: int = 0

    def url(self, path: str = "/", host: str = HOST) -> str:
        return f"{self.scheme}://{host}:{self.port}{path}"

    def count(self, path: str) -> int:
        return sum(1 for head in self.asked if head.split(" ")[1] == path)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
            path = head.split(" ")[1]
            self.asked.append(head)
            self.open_now += 1
            self.most_open = max(self.most_open, self.open_now)
            try:
                await self._play(path, writer)
            finally:
                self.open_now -= 1
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()

    async def _play(self, path: str, writer: asyncio.StreamWriter) -> None:
        told = self.pages.get(path, answer(b"nothing here", status="404 Not Found"))
        if callable(told):
            await told(writer)
            return
        if not isinstance(told, bytes):
            turn = self.count(path) - 1
            told = told[min(turn, len(told) - 1)]
        writer.write(told)
        await writer.drain()


@contextlib.asynccontextmanager
async def open_site(tls: ssl.SSLContext | None = None) -> AsyncGenerator[Site]:
    site = Site(scheme="https" if tls else "http")
    server = await asyncio.start_server(site.serve, "127.0.0.1", 0, ssl=tls)
    site.port = server.sockets[0].getsockname()[1]
    try:
        yield site
    finally:
        server.close()


async def to_loopback(host: str, port: int) -> Sequence[str]:
    """Every name leads to this machine."""
    del host, port
    return ["127.0.0.1"]


def open_fetcher(resolve: Callable[[str, int], Awaitable[Sequence[str]]] = to_loopback, **options: object) -> Fetcher:
    """The real fetcher, let to reach 127.0.0.1 and nothing else that is not public."""
    limits = options.pop("limits", Limits())
    assert isinstance(limits, Limits)
    return Fetcher(Guard(allow=["127.0.0.1/32"]), resolve=resolve, limits=limits, **options)  # pyright: ignore[reportArgumentType] # as Fetcher takes them
