"""The server's process: spawn it apart from us, find it again, tell whether it lives, read why it died."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from graph.errors import JavaMissing
from graph.server.home import ServerHome

if TYPE_CHECKING:
    import psutil

_TELLS_NOTHING = ("Error: A fatal exception", "Error: Could not create", "\tat ", "\t...")
"""What Java writes after the line that says what is wrong."""

_ARGUMENTS_WITHIN_S = 1
"""Seconds after which a process without arguments is one that hides them, not one that begins."""
_ARGUMENTS_POLL_S = 0.001

children: list[subprocess.Popen[bytes]] = []
"""Processes that we started and that outlive us: kept, so that they are reaped and not warned of."""


def find_process(home: ServerHome) -> "psutil.Process | None":
    """Return the living server of `home`, also when a killed start could not note it; None when none lives.

    The pid file alone proves nothing: its process may be dead, its number may be somebody else's.
    """
    psutil = _psutil()
    record = home.read_process()
    if record and is_ours(record.pid, home):
        return psutil.Process(record.pid)
    wanted = home_argument(home)
    for process in psutil.process_iter(["cmdline"]):
        arguments = process.info["cmdline"]
        if (not arguments or wanted in arguments) and is_ours(process.pid, home):
            return process
    return None


def is_ours(pid: int, home: ServerHome) -> bool:
    """Return whether process `pid` lives and is the server of `home`."""
    psutil = _psutil()
    reap_children()
    try:
        process = psutil.Process(pid)
        return process.status() != psutil.STATUS_ZOMBIE and home_argument(home) in _read_arguments(process)
    except psutil.Error:
        return False


def _read_arguments(process: "psutil.Process") -> list[str]:
    """Return the arguments of `process`, waiting for those of one that is just being spawned.

    Linux replaces a program before it hands it its arguments: until then a living process shows none, and
    would be taken for dead. One that ends shows none either, but no program, as the system's own threads.
    """
    until = time.monotonic() + _ARGUMENTS_WITHIN_S
    while not (arguments := process.cmdline()) and process.exe() and time.monotonic() < until:
        time.sleep(_ARGUMENTS_POLL_S)
    return arguments


def reap_children() -> None:
    """Take note of the servers of ours that have ended: Python would warn of them when it ends."""
    for child in children:
        child.poll()


def _psutil():
    try:
        import psutil
    except ImportError as e:
        raise JavaMissing(
            "the local database is not installed; run pip install 'claimgraph[local]', "
            "or set NEO4J_URI to a database of your own"
        ) from e
    return psutil


def home_argument(home: ServerHome) -> str:
    """Return the argument by which the server of `home` is known among all processes."""
    return f"--home-dir={home.server_dir}"


def read_rss(process: "psutil.Process") -> int | None:
    """Return the bytes of memory that `process` holds, None when it has just ended."""
    psutil = _psutil()
    try:
        return process.memory_info().rss
    except psutil.Error:
        return None


def answers(port: int) -> bool:
    """Return whether something listens on 127.0.0.1:`port`."""
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True


def spawn(command: Sequence[str], home: ServerHome) -> int:
    """Start the JVM apart from us, with an environment that holds no key of ours; its log begins anew."""
    if home.log_file.exists():
        home.log_file.replace(home.log_file.with_suffix(".log.1"))
    environment = {"LC_ALL": "C.UTF-8"}
    flags = 0
    if sys.platform == "win32":
        environment = {"SYSTEMROOT": os.environ["SYSTEMROOT"]}
        flags = subprocess.DETACHED_PROCESS | subprocess.CREATE_NEW_PROCESS_GROUP
    with home.log_file.open("wb") as log:
        child = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            cwd=home.server_dir,
            env=environment,
            start_new_session=True,
            creationflags=flags,
        )
    children.append(child)
    return child.pid


def find_reason(log: Sequence[str]) -> str:
    """Return the line of a failed start's log that tells most: the innermost cause, else the last error."""
    telling = [line.strip() for line in log if line.strip() and not line.startswith(_TELLS_NOTHING)]
    for mark in ("Caused by: ", " ERROR ", ""):
        for line in reversed(telling):
            if mark in line:
                return line.removeprefix("Caused by: ").rstrip(".")
    return "it wrote nothing"
