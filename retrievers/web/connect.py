"""Connections that go only where the guard has looked: the name is resolved here, and the checked address is used."""

import asyncio
import contextlib
import socket
from collections.abc import Awaitable, Callable, Iterable, Sequence

from httpcore import SOCKET_OPTION, AnyIOBackend, AsyncNetworkBackend, AsyncNetworkStream, ConnectError, ConnectTimeout

from retrievers.web.errors import AddressRefused, FetchFailed
from retrievers.web.guard import Guard

Resolve = Callable[[str, int], Awaitable[Sequence[str]]]
"""Name and port to the IP addresses it leads to, best first; raises OSError when it leads nowhere."""

_MAX_TRIES = 4  # addresses of one name
_TRY_S = 2.5  # seconds for each but the last: a name often has one address that does not answer


async def resolve_name(host: str, port: int) -> Sequence[str]:
    """Ask the system's resolver."""
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(address[0]) for *_, address in found]


class GuardedBackend(AsyncNetworkBackend):
    """Opens TCP connections for the HTTP client; certificates are still checked by the name, one layer above."""

    def __init__(self, guard: Guard, resolve: Resolve = resolve_name) -> None:
        self._guard = guard
        self._resolve = resolve
        self._sockets = AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 # the signature is httpcore's
        local_address: str | None = None,
        socket_options: Iterable[SOCKET_OPTION] | None = None,
    ) -> AsyncNetworkStream:
        """Resolve, check every address, connect to one of them.

        Raises AddressRefused when one of them is not public, FetchFailed("offline") when there is none, and
        httpcore's ConnectError and ConnectTimeout.
        """
        try:
            async with asyncio.timeout(timeout):
                addresses = self._guard.check_addresses(host, await self._find(host, port))
                return await self._connect(addresses, port, local_address, socket_options)
        except TimeoutError as error:
            raise ConnectTimeout(f"no connection to {host} within {timeout:g} s") from error

    async def connect_unix_socket(
        self,
        path: str,
        timeout: float | None = None,  # noqa: ARG002, ASYNC109 # the signature is httpcore's
        socket_options: Iterable[SOCKET_OPTION] | None = None,  # noqa: ARG002 # the same
    ) -> AsyncNetworkStream:
        """Refuse: no address from outside names a socket of this machine."""
        raise AddressRefused(f"{path} is refused: it is a socket of this machine")

    async def sleep(self, seconds: float) -> None:
        """Wait between the client's own tries."""
        await asyncio.sleep(seconds)

    async def _find(self, host: str, port: int) -> Sequence[str]:
        try:
            found = await self._resolve(host, port)
        except (OSError, UnicodeError) as error:
            raise FetchFailed("offline", f"{host} cannot be found (no address for that name); check it") from error
        if not found:
            raise FetchFailed("offline", f"{host} cannot be found (no address for that name); check it")
        return found

    async def _connect(
        self,
        addresses: Sequence[str],
        port: int,
        local_address: str | None,
        socket_options: Iterable[SOCKET_OPTION] | None,
    ) -> AsyncNetworkStream:
        options = list(socket_options or ())
        *others, last = addresses[:_MAX_TRIES]
        for address in others:
            with contextlib.suppress(ConnectError, ConnectTimeout):
                return await self._sockets.connect_tcp(address, port, _TRY_S, local_address, options)
        return await self._sockets.connect_tcp(last, port, None, local_address, options)
