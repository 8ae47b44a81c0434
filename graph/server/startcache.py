"""A cache of loaded classes that lets the server start in a third of the time (Java 25 or newer).

Measured on two cores: an answer after 2.7 s instead of 6 to 7, and less than half the CPU. Making it runs a server
on an empty store, which takes some 35 s of CPU and leaves 190 MB; so it is made in the background, with the lowest
priority, and only once a store is started for the second time. Java ignores a cache that does not fit.
"""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

from graph.server.java import Java

_OLDEST_JAVA = 25
_ROOM = 1_000_000_000
_RETRY_AFTER_S = 86_400


class StartCache:
    """The cache of one Java, one folder of jars and one server release: it fits no other."""

    def __init__(self, java: Java, jars_dir: Path, version: str) -> None:
        """Name the file; nothing is opened."""
        self._java = java
        self._jars_dir = jars_dir
        self._version = version

    @property
    def path(self) -> Path:
        """Where the cache is or would be."""
        modules = self._java.program.resolve().parents[1] / "lib" / "modules"
        built = modules.stat().st_mtime_ns if modules.exists() else 0
        key = hashlib.sha256(f"{modules}\n{built}\n{self._jars_dir}".encode()).hexdigest()[:12]
        return self._jars_dir / f"start-{self._version}-{key}.aot"

    def exists(self) -> bool:
        """Return whether the cache can be used."""
        return self._java.major >= _OLDEST_JAVA and self.path.exists()

    def flags(self) -> list[str]:
        """Return the JVM's flags to use the cache, and to keep its chatter out of the server's log."""
        return [f"-XX:AOTCache={self.path}", "-Xlog:disable", "-Xlog:all=error:stderr"]

    def discard(self) -> None:
        """Remove the cache."""
        self.path.unlink(missing_ok=True)

    def make(self, java_home: Path | None) -> bool:
        """Make the cache unless it is there or somebody makes it; return whether it is there now.

        Raises a ServerError when the server that is started for it fails.
        """
        from filelock import FileLock, Timeout

        from graph.server.home import ServerHome
        from graph.server.process import LocalServer
        from graph.server.space import check_space
        from graph.server.warmup import exercise

        if self._java.major < _OLDEST_JAVA:
            return False
        try:
            lock = FileLock(self._jars_dir / ".start-cache.lock").acquire(timeout=0)
        except Timeout:
            return self.path.exists()
        with lock:
            if self.path.exists():
                return True
            check_space(self._jars_dir, _ROOM, "the cache for fast starts")
            self._tried_path.touch()
            part = self.path.with_suffix(".part")
            server = LocalServer(
                # A fixed place, so that what a killed making left behind is found and removed.
                ServerHome(self._jars_dir / ".start-cache-home", jars_dir=self._jars_dir),
                version=self._version,
                java_home=java_home,
                # The quick compiler alone: the cache is as good and takes less work to make.
                jvm_flags=[f"-XX:AOTCacheOutput={part}", "-Xlog:disable", "-XX:TieredStopAtLevel=1"],
                is_cached=False,
            )
            server.destroy()
            try:
                exercise(server.start())
                server.stop(timeout_s=600)
            finally:
                server.stop(timeout_s=0)
                server.destroy()
            for old in self._jars_dir.glob(f"start-{self._version}-*.aot"):
                old.unlink()
            if part.exists():
                part.replace(self.path)
        return self.path.exists()

    def make_in_background(self, java_home: Path | None) -> None:
        """Have a detached process of lowest priority make the cache, at most once a day."""
        import time

        from graph.server.jvm import children

        tried = self._tried_path
        is_recent = tried.exists() and time.time() - tried.stat().st_mtime < _RETRY_AFTER_S
        if self._java.major < _OLDEST_JAVA or is_recent or sys.platform == "win32":
            return
        tried.touch()
        command = [sys.executable, "-m", "graph.server.startcache", str(self._jars_dir), self._version]
        nowhere = subprocess.DEVNULL
        child = subprocess.Popen(  # noqa: S603
            [*command, str(java_home or "")],
            stdin=nowhere,
            stdout=nowhere,
            stderr=nowhere,
            start_new_session=True,
        )
        children.append(child)

    @property
    def _tried_path(self) -> Path:
        return self.path.with_suffix(".tried")


def main(jars_dir: str, version: str, java_home: str) -> None:
    """Make the cache with the lowest priority."""
    from graph.server.java import find_java

    os.nice(19)
    home = Path(java_home) if java_home else None
    StartCache(find_java(home), Path(jars_dir), version).make(home)


if __name__ == "__main__":
    main(*sys.argv[1:])
