"""Parsers of binary formats in a process of their own: a crash, a hang or a bomb there costs one file, not the run."""

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import TracebackType
from typing import IO, Any, Literal, Self, cast

from retrievers.errors import ReadingRefused
from retrievers.outcome import Outcome
from retrievers.read.reading import Heading, Page, PageStart

Kind = Literal["pdf", "document", "mail"]

STEP_SECONDS = 30.0
"""For one page, or for a file that is read in one step; then the process is killed."""
FILE_SECONDS = 300.0
"""For a whole file, on a busy machine."""
CPU_SECONDS = 60.0
"""Of processor time for a whole file, where the system can limit it: 2,000 dense pages take half of it."""
MEMORY_BYTES = 1024**3
"""Address space of the process, where the system can limit it; data packed to be huge ends here."""
_MAX_SKIPPED = 3  # pages that end the process before the whole file is given up


@dataclass(slots=True)
class Apart:
    """The process that parses; started by the first file that needs it, and again after one that ended it.

    A context manager: leaving it ends the process, and with it the wait of a thread that parses. Threads may share it
    and wait for each other. `step_s`, `file_s` (seconds) and `memory` (bytes) bound it.
    """

    step_s: float = STEP_SECONDS
    file_s: float = FILE_SECONDS
    memory: int = MEMORY_BYTES
    _process: "subprocess.Popen[bytes] | None" = field(default=None)
    _is_closed: bool = False
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._is_closed = True
        self._stop()

    def parse(self, kind: Kind, data: bytes, name: str) -> Page:
        """Parse the bytes; `name` stands in sentences. Pages that end the process are left out and named.

        Raises ReadingRefused with the outcome that the parser found, with `timeout` when it takes longer than allowed
        and with `unreadable` when it ends the process.
        """
        with self._lock:
            return self._parse(kind, data, name)

    def _parse(self, kind: Kind, data: bytes, name: str) -> Page:
        skipped: list[int] = []
        deadline = _Deadline(self.step_s, self.file_s)
        while True:
            at, was_used = 0, self._process is not None
            process = self._running()
            with deadline.watch(process):
                try:
                    _send(cast("IO[bytes]", process.stdin), {"kind": kind, "name": name, "skip": skipped}, data)
                    while (answer := _receive(cast("IO[bytes]", process.stdout))).keys() == {"at"}:
                        at = answer["at"]
                        deadline.begin_step()
                    return _page(answer)
                except (OSError, EOFError, ValueError):
                    self._stop()
            code = process.wait()
            if code == -signal.SIGINT:  # Ctrl-C goes to both; whichever hears of it first, the command is interrupted
                raise KeyboardInterrupt
            if self._is_closed:
                raise ReadingRefused("unreadable", f"{name} was not read: interrupted; run the command again.")
            if was_used and not at and not deadline.was_late:
                continue  # what an earlier file left behind may have ended it
            is_over = deadline.is_over or code == -getattr(signal, "SIGXCPU", 0)
            if is_over or not at or len(skipped) == _MAX_SKIPPED:
                raise _ended(name, code, is_late=is_over or deadline.was_late)
            skipped.append(at)

    def _running(self) -> "subprocess.Popen[bytes]":
        if self._process is None or self._process.poll() is not None:
            self._stop()
            # -P: a folder with a module of the same name, in which the command runs, is not what is started.
            command = [sys.executable, "-P", "-m", "retrievers.read.parser_process", str(self.memory), str(CPU_SECONDS)]
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=_environment()
            )
            if self._is_closed:  # while it started: whoever closed has found nothing to end
                self._process.kill()
        return self._process

    def _stop(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        for pipe in (process.stdin, process.stdout):
            try:
                cast("IO[bytes]", pipe).close()
            except OSError:  # what was still to be sent has no reader any more
                continue
        process.wait()


def _environment() -> dict[str, str]:
    """What the process needs to find Python and its packages; no key or password of ours goes along."""
    kept = ("PATH", "PYTHONPATH", "PYTHONHOME", "LD_LIBRARY_PATH", "SYSTEMROOT", "TMPDIR", "TEMP", "LANG", "LC_ALL")
    return {name: os.environ[name] for name in kept if name in os.environ}


class _Deadline:
    """Kills a process at the end of a step or of the whole file, whichever comes first."""

    def __init__(self, step_s: float, file_s: float) -> None:
        self.was_late = False
        self._step_s, self._left_s = step_s, file_s
        self._changed = threading.Condition()
        self._step = 0
        self._done = False

    @property
    def is_over(self) -> bool:
        """Whether the time for the whole file is used up."""
        return self._left_s <= 0

    def begin_step(self) -> None:
        """Give the next page its own time."""
        with self._changed:
            self._step += 1
            self._changed.notify()

    def watch(self, process: "subprocess.Popen[bytes]") -> "_Watch":
        """Return the context manager in which the process is watched."""
        self._done = self.was_late = False
        return _Watch(self, process)

    def run(self, process: "subprocess.Popen[bytes]") -> None:
        import time

        with self._changed:
            while not self._done:
                step, began = self._step, time.monotonic()
                self._changed.wait_for(lambda: self._done or step != self._step, min(self._step_s, self._left_s))  # noqa: B023 # called before the next turn
                self._left_s -= time.monotonic() - began
                if not self._done and (step == self._step or self._left_s <= 0):
                    self.was_late = True
                    process.kill()
                    return

    def end(self) -> None:
        with self._changed:
            self._done = True
            self._changed.notify()


class _Watch:
    def __init__(self, deadline: _Deadline, process: "subprocess.Popen[bytes]") -> None:
        self._deadline = deadline
        self._thread = threading.Thread(target=deadline.run, args=(process,), daemon=True)

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *_: object) -> None:
        self._deadline.end()
        self._thread.join()


def _ended(name: str, code: int, *, is_late: bool) -> ReadingRefused:
    if is_late:
        return ReadingRefused(
            "timeout", f"{name} took longer to read than a file may; split it, or convert it to text."
        )
    if code == 1:  # an error of Python's outside the parsing
        says = f"{name} was not read: the process that reads such files fails; install claimgraph again, or report it."
        return ReadingRefused("unreadable", says)
    return ReadingRefused(
        "unreadable",
        f"{name} ended the process that reads it (damaged, or unpacks to more than memory allows); convert it to text.",
    )


def _send(pipe: IO[bytes], head: Mapping[str, Any], data: bytes) -> None:
    written = json.dumps({**head, "size": len(data)}).encode()
    pipe.write(written + b"\n")
    pipe.write(data)
    pipe.flush()


def _receive(pipe: IO[bytes]) -> dict[str, Any]:
    line = pipe.readline()
    if not line.endswith(b"\n"):
        raise EOFError
    return json.loads(line)


def _page(answer: dict[str, Any]) -> Page:
    if refused := answer.get("refused"):
        outcome: Outcome = refused[0]
        raise ReadingRefused(outcome, refused[1])
    page: dict[str, Any] = answer["page"]
    page["headings"] = tuple(Heading(**heading) for heading in page["headings"])
    page["pages"] = tuple(PageStart(**start) for start in page["pages"])
    return Page(**page)
