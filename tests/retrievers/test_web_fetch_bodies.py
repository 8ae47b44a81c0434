"""What a page's body may be: how long, how large when unpacked, how it is packed, and what breaks off."""

import asyncio
import gzip
import tracemalloc
import zlib

import pytest
from loopback import Site, answer, open_fetcher
from test_web_fetch import _connections_are_watched, failure, site

from retrievers.web.fetched import Limits
from retrievers.web.inflate import BadEncoding, Body, TooMuch

__all__ = ["_connections_are_watched", "site"]

MIB = 1024 * 1024


async def trickle(writer: asyncio.StreamWriter) -> None:
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n")
    while True:
        writer.write(b"<p>more")
        await writer.drain()
        await asyncio.sleep(0.02)


async def test_a_body_that_never_ends_is_given_up_in_time(site: Site) -> None:
    site.pages["/"] = trickle
    started = asyncio.get_running_loop().time()
    failed = await failure(site, limits=Limits(whole_s=0.4))
    assert failed.outcome == "timeout"
    assert asyncio.get_running_loop().time() - started < 3


async def test_headers_without_end_are_cut_off(site: Site) -> None:
    sent = 0

    async def endless(writer: asyncio.StreamWriter) -> None:
        nonlocal sent
        writer.write(b"HTTP/1.1 200 OK\r\n")
        while sent < 50 * MIB:
            writer.write(b"X-Filler: " + b"a" * 8_000 + b"\r\n")
            sent += 8_012
            await writer.drain()

    site.pages["/"] = endless
    assert (await failure(site)).outcome == "too_large"
    assert sent < 20 * MIB


async def test_a_body_over_the_cap_is_not_read_on(site: Site) -> None:
    sent = 0

    async def endless(writer: asyncio.StreamWriter) -> None:
        nonlocal sent
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n")
        while sent < 80 * MIB:
            writer.write(b"word " * 10_000)
            sent += 50_000
            await writer.drain()

    site.pages["/"] = endless
    assert (await failure(site)).outcome == "too_large"
    assert sent < 30 * MIB
    site.pages["/declared"] = answer(b"short", length=10**12)
    assert (await failure(site, "/declared")).outcome == "too_large"


@pytest.mark.parametrize("encoding", ["gzip", "deflate"])
async def test_a_bomb_is_stopped_at_the_cap_of_unpacked_bytes(site: Site, encoding: str) -> None:
    window = 31 if encoding == "gzip" else 15
    packer = zlib.compressobj(9, wbits=window)
    bomb = b"".join([packer.compress(bytes(MIB)) for _ in range(300)]) + packer.flush()
    site.pages["/"] = answer(bomb, f"Content-Encoding: {encoding}", "Content-Type: text/plain", length=-1)
    tracemalloc.start()
    try:
        assert (await failure(site)).outcome == "too_large"
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 48 * MIB


async def test_packed_pages_are_unpacked_and_unknown_or_damaged_packing_is_refused(site: Site) -> None:
    text = b"<p>hello " * 1000
    raw = zlib.compressobj(wbits=-15)
    packed = {
        "gzip": gzip.compress(text[:5]) + gzip.compress(text[5:]) + b"\0\0",
        "deflate": zlib.compress(text),
        "Deflate": raw.compress(text) + raw.flush(),
        "identity": text,
    }
    async with open_fetcher() as fetcher:
        for encoding, body in packed.items():
            site.pages[f"/{encoding}"] = answer(body, f"Content-Encoding: {encoding}")
            assert (await fetcher.fetch(site.url(f"/{encoding}"))).body == text
    site.pages["/br"] = answer(b"xyz", "Content-Encoding: br")
    assert "packed as br" in (await failure(site, "/br")).reason
    for name, body in {"cut": gzip.compress(text)[:-20], "bad": gzip.compress(text)[:9] + b"zzzzzzzzzzzz"}.items():
        site.pages[f"/{name}"] = answer(body, "Content-Encoding: gzip")
        assert (await failure(site, f"/{name}")).outcome == "unreadable"


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"SSH-2.0-OpenSSH\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n<p>the beginning",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nno size\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 7\r\n\r\nhello",
        b"HTTP/1.1 200 OK\r\nBroken header\r\n\r\nhello",
    ],
)
async def test_an_answer_that_breaks_off_or_is_no_http_is_unreadable(site: Site, sent: bytes) -> None:
    site.pages["/"] = sent
    assert (await failure(site)).outcome == "unreadable"


def test_unpacking_keeps_every_byte_whatever_the_pieces() -> None:
    data = bytes(range(256)) * 4_000
    packed = gzip.compress(data)
    for size in (1, 7, 1_000, len(packed)):
        body = Body("gzip", cap=len(data))
        for start in range(0, len(packed), size):
            body.feed(packed[start : start + size])
        assert body.finish() == data
    with pytest.raises(TooMuch):
        Body("gzip", cap=len(data) - 1).feed(packed)
    with pytest.raises(BadEncoding):
        Body("gzip, gzip", cap=10)
