"""Where the managed server's things are, and the small files that it is remembered by."""

import json
import os
import random
import secrets
import socket
import sys
from contextlib import suppress
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from graph.errors import PortTaken
from graph.server.config import Ports

if TYPE_CHECKING:
    from filelock import BaseFileLock

_PORT_RANGE = range(17000, 32000)
"""Below every system's ephemeral ports: no outgoing connection takes one of ours while we are stopped."""


@dataclass(frozen=True, slots=True)
class ProcessRecord:
    """What the pid file says of the server that was started last."""

    pid: int
    version: str
    is_ready: bool


@dataclass(frozen=True, slots=True)
class StoreRecord:
    """What is remembered of the store: the release that opened it last, and whether the password is set."""

    version: str
    has_password: bool = False


class ServerHome:
    """The folder of one managed server; `jars_dir` may be shared by several."""

    def __init__(self, root: Path, *, jars_dir: Path | None = None) -> None:
        """Name the places below `root`; nothing is created."""
        self.root = root.resolve()
        self.jars_dir = (jars_dir or root / "jars").resolve()
        self.server_dir = self.root / "neo4j"
        self.conf_dir = self.server_dir / "conf"
        self.data_dir = self.server_dir / "data"
        self.temp_dir = self.server_dir / "tmp"
        self.log_file = self.server_dir / "logs" / "console.log"
        self.page_file = self.server_dir / "web" / "neo4j-browser.zip"
        self.class_path_file = self.server_dir / "class-path.args"
        self.password_file = self.server_dir / "password"
        self._ports_file = self.server_dir / "ports.json"
        self._pid_file = self.server_dir / "server.pid"
        self._store_file = self.server_dir / "store.json"

    def lock(self) -> "BaseFileLock":
        """Return the lock that a start, a stop and a removal hold; a killed holder frees it."""
        from filelock import FileLock

        self.root.mkdir(parents=True, exist_ok=True)
        return FileLock(self.root / "neo4j.lock")

    def create_folders(self) -> None:
        """Make the server's folders, readable by their owner alone, and empty the temporary one."""
        import shutil

        self.server_dir.mkdir(parents=True, exist_ok=True)
        self.server_dir.chmod(0o700)
        shutil.rmtree(self.temp_dir, ignore_errors=True)
        for folder in (self.conf_dir, self.data_dir, self.temp_dir, self.log_file.parent):
            folder.mkdir(exist_ok=True)

    def read_ports(self) -> Ports | None:
        """Return the remembered ports, None before the first choice."""
        rows = _read_json(self._ports_file)
        return Ports(**rows) if rows else None

    def choose_ports(self, *, anew: bool = False) -> Ports:
        """Return the remembered ports, choosing and remembering free ones the first time or if `anew`.

        Raises PortTaken when a remembered port of an existing store is in use: bookmarks and scripts know it.
        """
        ports = self.read_ports()
        if ports and not anew:
            taken = next((p for p in (ports.bolt, ports.http) if not is_free(p)), None)
            if taken is None:
                return ports
            if self.read_store():
                raise PortTaken(
                    f"port {taken} of the local database is taken by {_name_listener(taken)}; stop it, or "
                    "run claimgraph db start --new-ports to have the database listen elsewhere"
                )
        bolt, http = _find_free_ports(2)
        ports = Ports(bolt=bolt, http=http)
        _write_json(self._ports_file, asdict(ports))
        return ports

    def ensure_password(self) -> str:
        """Return the password, making a random one in a file of mode 600 the first time."""
        if not self.password_file.exists():
            part = self.password_file.with_suffix(".part")
            part.unlink(missing_ok=True)
            with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as f:
                f.write(secrets.token_urlsafe(24) + "\n")
            part.replace(self.password_file)
        return self.password_file.read_text(encoding="utf-8").strip()

    def read_process(self) -> ProcessRecord | None:
        """Return what the pid file says; whether that process lives is another question."""
        rows = _read_json(self._pid_file)
        return ProcessRecord(**rows) if rows else None

    def write_process(self, record: ProcessRecord) -> None:
        """Write the pid file."""
        _write_json(self._pid_file, asdict(record))

    def forget_process(self) -> None:
        """Remove the pid file."""
        self._pid_file.unlink(missing_ok=True)

    def read_store(self) -> StoreRecord | None:
        """Return what is remembered of the store, None when there is none."""
        rows = _read_json(self._store_file)
        return StoreRecord(**rows) if rows else None

    def write_store(self, record: StoreRecord) -> None:
        """Remember `record` beside the store."""
        if self.read_store() != record:
            _write_json(self._store_file, asdict(record))

    def measure_store(self) -> int:
        """Return the bytes that the store takes."""
        total = 0
        for folder, _, names in os.walk(self.data_dir):
            for name in names:
                with suppress(FileNotFoundError):  # a running server removes files
                    total += Path(folder, name).lstat().st_size
        return total


def is_free(port: int) -> bool:
    """Return whether a server could listen on 127.0.0.1:`port` now."""
    with socket.socket() as s:
        if sys.platform != "win32":
            s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            s.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


def _find_free_ports(count: int) -> list[int]:
    shuffled = random.sample(_PORT_RANGE, len(_PORT_RANGE))
    free = list(islice(filter(is_free, shuffled), count))
    if len(free) < count:
        listed = f"{_PORT_RANGE.start} to {_PORT_RANGE.stop - 1}"
        raise PortTaken(
            f"no port from {listed} is free on 127.0.0.1; end a program that listens there, then start again"
        )
    return free


def _name_listener(port: int) -> str:
    import psutil

    try:
        for connection in psutil.net_connections("tcp"):
            if connection.laddr and connection.laddr[1] == port and connection.pid:
                return f"{psutil.Process(connection.pid).name()} (pid {connection.pid})"
    except psutil.Error:
        pass
    return "another program"


def _read_json(path: Path) -> dict[str, Any] | None:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, ValueError):
        return None


def _write_json(path: Path, rows: dict[str, object]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part")
    part.write_text(json.dumps(rows), encoding="utf-8")
    part.replace(path)
