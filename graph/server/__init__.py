"""The managed local server: a real Neo4j Community from its published jars, for one machine."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from graph.server.home import ServerHome
    from graph.server.process import LocalServer
    from graph.server.status import ServerStatus

__all__ = ["LocalServer", "ServerHome", "ServerStatus"]

_MODULES = {"LocalServer": "process", "ServerHome": "home", "ServerStatus": "status"}


def __getattr__(name: str) -> object:
    """Import a public name when it is first used: `claimgraph --help` does not pay for the server."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"graph.server.{_MODULES[name]}"), name)
