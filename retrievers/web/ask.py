"""One request to one checked address: headers, body within the caps, and every failure as a typed outcome."""

import asyncio
import ssl
import time
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, cast

import httpcore

from retrievers.web.errors import AddressRefused, FetchFailed
from retrievers.web.fetched import Limits
from retrievers.web.guard import Target
from retrievers.web.inflate import ENCODINGS, BadEncoding, Body, TooMuch

_ACCEPT = "text/html,application/xhtml+xml,application/pdf,text/plain;q=0.9,*/*;q=0.5"
_REDIRECTS = frozenset({301, 302, 303, 307, 308})


@dataclass(frozen=True, slots=True)
class Answer:
    """A server's answer to one request, body unpacked; header names are lower case, the first of each kept."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    address: str

    @property
    def is_redirect(self) -> bool:
        """Say whether the page is said to be elsewhere."""
        return self.status in _REDIRECTS


async def ask(
    pool: httpcore.AsyncConnectionPool,
    target: Target,
    limits: Limits,
    *,
    headers: Mapping[str, str],
    seconds: float,
    cap: int | None = None,
) -> Answer:
    """Send one GET request and read the answer within `seconds`; the bodies of redirects are not read.

    `cap` (bytes, unpacked) in place of the limits' own cuts the body there instead of refusing it. No cookie, no
    referrer and no credentials are sent. Raises FetchFailed with its outcome.
    """
    started = time.monotonic()
    request = httpcore.Request(
        "GET",
        httpcore.URL(
            scheme=target.scheme.encode(), host=target.host.encode(), port=target.port, target=target.path.encode()
        ),
        headers=_wire(target, headers),
        extensions={"timeout": {"connect": limits.connect_s, "read": seconds, "write": seconds, "pool": seconds}},
    )
    with _as_outcomes(target, started, limits):
        async with asyncio.timeout(seconds):
            response = await pool.handle_async_request(request)
            try:
                return await _read(response, limits, cap)
            finally:
                await response.aclose()


def _wire(target: Target, headers: Mapping[str, str]) -> list[tuple[bytes, bytes]]:
    host = target.origin.partition("://")[2]
    sent = {"Host": host, "Accept": _ACCEPT, "Accept-Encoding": ENCODINGS, "Accept-Language": "*", **headers}
    return [(name.encode("ascii"), value.encode("latin-1")) for name, value in sent.items()]


async def _read(response: httpcore.Response, limits: Limits, cap: int | None) -> Answer:
    headers: dict[str, str] = {}
    for name, value in response.headers:
        headers.setdefault(name.decode("ascii").lower(), value.decode("latin-1").strip())
    address = _peer(response)
    if response.status in _REDIRECTS or response.status == 304:
        return Answer(response.status, headers, b"", address)
    declared = headers.get("content-length", "")
    if cap is None and declared.isdigit() and int(declared[:18]) > limits.raw_bytes:
        raise TooMuch
    body = Body(headers.get("content-encoding", ""), cap=cap or limits.unpacked_bytes)
    raw = 0
    async for chunk in response.aiter_stream():
        raw += len(chunk)
        if raw > limits.raw_bytes:
            raise TooMuch
        try:
            body.feed(chunk)
        except TooMuch:
            if cap is None:
                raise
            return Answer(response.status, headers, body.so_far(), address)
    return Answer(response.status, headers, body.finish(), address)


def _peer(response: httpcore.Response) -> str:
    extensions = cast("Any", response).extensions  # httpcore leaves its values untyped
    stream = cast("httpcore.AsyncNetworkStream | None", extensions.get("network_stream"))
    peer: Any = stream.get_extra_info("server_addr") if stream is not None else None
    return str(peer[0]) if peer else ""


@contextmanager
def _as_outcomes(target: Target, started: float, limits: Limits) -> Generator[None]:
    """Turn what can go wrong on the way into FetchFailed; the sentence names the host, never the whole address."""
    host = target.host
    try:
        yield
    except (FetchFailed, AddressRefused):
        raise
    except TooMuch as error:
        caps = f"{limits.raw_bytes >> 20} MiB as sent, {limits.unpacked_bytes >> 20} MiB unpacked"
        raise FetchFailed("too_large", f"{target.url} is larger than the caps ({caps}); it was not read") from error
    except BadEncoding as error:
        raise FetchFailed("unreadable", f"{target.url} {error}") from error
    except httpcore.ConnectTimeout as error:
        raise FetchFailed("timeout", f"{host} gave no connection within {limits.connect_s:g} s; try later") from error
    except (TimeoutError, httpcore.TimeoutException) as error:
        waited = time.monotonic() - started
        raise FetchFailed("timeout", f"{host} did not finish within {waited:.0f} s; try later") from error
    except httpcore.ConnectError as error:
        raise _not_connected(host, error) from error
    except httpcore.ProtocolError as error:
        if "too long" in str(error):
            raise FetchFailed("too_large", f"{host} sends headers without end; it was not read") from error
        raise FetchFailed("unreadable", f"{host} broke off or does not speak HTTP ({error}); try later") from error
    except (httpcore.NetworkError, OSError, ssl.SSLError) as error:
        raise FetchFailed("unreadable", f"the connection to {host} broke off; try later") from error


def _not_connected(host: str, error: BaseException) -> FetchFailed:
    causes: Sequence[BaseException] = [e for e in (error, error.__cause__, error.__context__) if e is not None]
    for cause in causes:
        if isinstance(cause, ssl.SSLCertVerificationError):
            return FetchFailed("refused", f"{host} is refused: its certificate does not hold ({cause.verify_message})")
        if isinstance(cause, ssl.SSLError):
            return FetchFailed("unreadable", f"{host} does not speak TLS as it should ({cause.reason or 'no reason'})")
    return FetchFailed("offline", f"{host} cannot be reached; check the address and the network")
