"""The command `claimgraph` as a process of its own, forked from one that has imported everything.

A command takes some 1.2 s of processor time to import what it uses, and tests call hundreds. A fork has its own
streams, environment, folder and exit code; what it does not show, a start from nothing, `test_command_line.py` shows.
"""

import atexit
import importlib
import json
import os
import pkgutil
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

CLAIMGRAPH = str(Path(sys.executable).parent / "claimgraph")
_ROOT = Path(__file__).parents[1]
_IMPORTED = (
    "babel", "dateparser", "htmldate", "httpx", "markdown_it", "neo4j", "numpy", "openai", "pint", "py3langid",
    "pydantic", "rank_bm25", "rensa", "sentencex", "snowballstemmer", "tavily", "tqdm", "trafilatura",
)  # fmt: skip
_OF_THE_INTERPRETER = ("PYTHON", "LC_", "LANG")
"""Variables that are read when Python starts: whoever sets them otherwise than the tests gets a start from nothing."""


class _Forks:
    """The process that forks; one command at a time."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._ours, theirs = socket.socketpair()
        with theirs:
            command = [sys.executable, __file__, str(theirs.fileno())]
            self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, pass_fds=[theirs.fileno()])
        self._replies = self._ours.makefile("r", encoding="utf-8")
        atexit.register(self.close)

    def close(self) -> None:
        """End the process: it reads that nothing more comes."""
        self._replies.close()
        self._ours.close()
        self._process.wait()

    def run(self, order: dict[str, Any], data: bytes | None, timeout: float) -> tuple[int, bytes, bytes]:
        """Run one command and return its exit code and what it wrote. Raises TimeoutExpired."""
        with self._lock, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as errors:
            theirs, ours = os.pipe()
            written = json.dumps(order).encode()
            try:
                fds = [theirs, out.fileno(), errors.fileno()]
                socket.send_fds(self._ours, [len(written).to_bytes(4, "big")], fds)
                self._ours.sendall(written)
                pid = int(self._replies.readline())
            finally:
                os.close(theirs)
            with suppress(BrokenPipeError), os.fdopen(ours, "wb") as into:
                into.write(data or b"")
            late = threading.Timer(timeout, os.kill, (pid, 9))
            late.start()
            code = int(self._replies.readline())
            late.cancel()
            out.seek(0)
            errors.seek(0)
            if late.finished.is_set() and code == -9:
                raise subprocess.TimeoutExpired(order["args"], timeout, out.read(), errors.read())
            return code, out.read(), errors.read()


_forks: list[_Forks] = []


def run_command(
    words: Sequence[str],
    *,
    env: Mapping[str, str],
    cwd: Path | None = None,
    input: str | None = None,
    timeout: float = 120,
) -> subprocess.CompletedProcess[str]:
    """Run `claimgraph` with these words, as `subprocess.run` would, and return what it wrote."""
    if not hasattr(os, "fork") or any(
        env.get(name) != os.environ.get(name) for name in {*env, *os.environ} if name.startswith(_OF_THE_INTERPRETER)
    ):
        return subprocess.run(
            [CLAIMGRAPH, *words], env=env, cwd=cwd, input=input, timeout=timeout, capture_output=True, text=True
        )
    if not _forks:
        _forks.append(_Forks())
    order = {"args": list(words), "env": dict(env), "cwd": str(cwd or Path.cwd())}
    code, out, errors = _forks[0].run(order, None if input is None else input.encode(), timeout)
    return subprocess.CompletedProcess([CLAIMGRAPH, *words], code, _text(out), _text(errors))


def _text(written: bytes) -> str:
    return written.decode().replace("\r\n", "\n").replace("\r", "\n")


def _serve(fd: int) -> None:
    """Fork once for each order that comes; the fork leaves this function with its order carried out."""
    import gc

    for package in ("agent", "graph", "retrievers"):
        for module in pkgutil.walk_packages([str(_ROOT / package)], f"{package}."):
            if module.name.rsplit(".", 1)[-1] not in {"__main__", "first_run", "make_lock"}:
                importlib.import_module(module.name)
    for name in _IMPORTED:
        importlib.import_module(name)
    gc.collect()
    gc.freeze()
    ours = socket.socket(fileno=fd)
    while True:
        head, fds, _, _ = socket.recv_fds(ours, 4, 3)
        if not head:
            return
        order = json.loads(ours.recv(int.from_bytes(head, "big"), socket.MSG_WAITALL))
        pid = os.fork()
        if pid == 0:
            ours.close()
            _become(order, fds)
        for each in fds:
            os.close(each)
        ours.sendall(f"{pid}\n".encode())
        ours.sendall(f"{os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])}\n".encode())


def _become(order: dict[str, Any], fds: list[int]) -> None:
    """Turn this process into the command. Does not return."""
    for number, fd in enumerate(fds):
        os.dup2(fd, number)
        os.close(fd)
    for name, number, mode in (("stdin", 0, "r"), ("stdout", 1, "w"), ("stderr", 2, "w")):
        old = getattr(sys, name)
        new = open(number, mode, encoding=old.encoding, errors=old.errors, closefd=False)  # noqa: SIM115
        setattr(sys, name, new)
        setattr(sys, f"__{name}__", new)
    os.environ.clear()
    os.environ.update(order["env"])
    os.chdir(order["cwd"])
    sys.argv = ["claimgraph", *order["args"]]
    from agent.cli import main

    main()


if __name__ == "__main__":
    sys.path[0] = str(_ROOT)
    _serve(int(sys.argv[1]))
