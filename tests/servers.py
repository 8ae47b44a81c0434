"""The database servers of one test run: its processes share them, and what a killed run left is taken away."""

import os
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path

import psutil

from graph.server import LocalServer, ServerHome

_ROOM = 3_000_000_000
_PREFIX = f"claimgraph-tests-{os.getuid() if hasattr(os, 'getuid') else 'all'}-"


def open_root() -> Path:
    """Make the folder that the servers of this process's run have their stores in; `close_root` removes it.

    It is in memory where there is room: on a disk each of the many thousand commits waits some 5 ms for it.
    """
    memory = Path("/dev/shm")
    folders = [memory, Path(tempfile.gettempdir())]
    for left in [root for folder in folders if folder.is_dir() for root in folder.glob(f"{_PREFIX}*")]:
        pid = left.name.removeprefix(_PREFIX)
        if pid.isdigit() and not psutil.pid_exists(int(pid)):
            close_root(left)
    has_room = memory.is_dir() and os.access(memory, os.W_OK) and shutil.disk_usage(memory).free > _ROOM
    root = (memory if has_room else folders[1]) / f"{_PREFIX}{os.getpid()}"
    root.mkdir(mode=0o700)
    return root


def close_root(root: Path) -> None:
    """Stop every server below the folder and remove it."""
    for home in root.iterdir():
        with suppress(OSError):
            LocalServer(ServerHome(home)).stop(timeout_s=0)
    shutil.rmtree(root, ignore_errors=True)
