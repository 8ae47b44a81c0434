"""The managed local server as the settings ask for it."""

import sys
from collections.abc import Callable
from pathlib import Path

from agent.settings import Settings
from graph.server import LocalServer, ServerHome


def local_server(settings: Settings, say: Callable[[str], None]) -> LocalServer:
    """Return the managed server of the settings' home; nothing is started. `say` is told what takes time.

    Raises ReleaseUnknown when the settings name a release that the managed server cannot be.
    """
    if settings.neo4j_version:
        from graph.server.jars import check_release

        check_release(settings.neo4j_version)
    java_home = Path(settings.java_home) if settings.java_home else None
    return LocalServer(
        ServerHome(settings.home_path),
        version=settings.neo4j_version or None,
        maven_url=settings.maven_url or None,
        java_home=java_home,
        progress=sys.stderr.isatty(),
        say=say,
    )
