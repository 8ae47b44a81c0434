"""What every provider's HTTP has in common: answers read whole within a cap, faults as typed outcomes."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Final

import httpx

from retrievers.web.inflate import ENCODINGS, BadEncoding, Body, TooMuch
from retrievers.websearch.errors import SearchFailed

ANSWER_BYTES: Final = 8 * 1024 * 1024
"""Bytes, unpacked, of the largest answer that is read."""

TIMEOUT_S: Final = 20.0
"""Seconds for one search."""

Refuse = Callable[[int, Mapping[str, str], bytes], SearchFailed | None]
"""From status, headers and body to the failure that they mean, None for an answer."""


def open_client(
    *, base_url: str, refuse: Refuse, name: str, headers: Mapping[str, str] | None = None, timeout_s: float = TIMEOUT_S
) -> httpx.AsyncClient:
    """Return a client of one provider, to be closed; it raises SearchFailed for every answer that is a refusal.

    One a provider: a client carries the key of its provider. Redirects are not followed, so that no key goes on.
    """
    return httpx.AsyncClient(
        base_url=base_url,
        headers={"Accept-Encoding": ENCODINGS, **(headers or {})},
        timeout=timeout_s,
        follow_redirects=False,
        event_hooks={"response": [_reader(name, refuse)]},
    )


@asynccontextmanager
async def as_failures(name: str, timeout_s: float) -> AsyncGenerator[None]:
    """Bound a request in seconds and turn what goes wrong on the way into SearchFailed.

    The causes are cut off: they hold the request, and with it the key.
    """
    try:
        async with asyncio.timeout(timeout_s):
            yield
    except SearchFailed:
        raise
    except (TimeoutError, httpx.TimeoutException):
        raise SearchFailed("timeout", f"{name} did not answer within {timeout_s:g} s; try later") from None
    except (httpx.ConnectError, httpx.ProxyError):
        raise SearchFailed("offline", f"{name} cannot be reached; check its address and the network") from None
    except (httpx.InvalidURL, httpx.UnsupportedProtocol):
        raise SearchFailed("refused", f"the address of {name} is none; write one like https://example.org") from None
    except httpx.HTTPError:
        raise SearchFailed("offline", f"the connection to {name} broke off; try later", status=0) from None


def _reader(name: str, refuse: Refuse) -> Callable[[httpx.Response], Awaitable[None]]:
    async def read_whole(response: httpx.Response) -> None:
        """Read and unpack the body within the cap, then put it back as if it had come so."""
        stream = response.stream
        if not isinstance(stream, httpx.AsyncByteStream):
            return
        try:
            body = Body(response.headers.get("content-encoding", ""), cap=ANSWER_BYTES)
            async for part in stream:
                body.feed(part)
            data = body.finish()
        except TooMuch:
            reason = f"the answer of {name} is larger than {ANSWER_BYTES >> 20} MiB; it was not read"
            raise SearchFailed("too_large", reason, status=response.status_code, is_of_query=True) from None
        except BadEncoding as error:
            raise SearchFailed("unreadable", f"the answer of {name} {error}", status=response.status_code) from None
        await stream.aclose()
        if failure := refuse(response.status_code, response.headers, data):
            raise failure
        response.headers.pop("content-encoding", None)
        response.stream = httpx.ByteStream(data)

    return read_whole
