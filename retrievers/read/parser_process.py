"""The process that parses binary formats: a request a file on standard input, answers as JSON lines on standard output.

Started by `retrievers.read.apart`, never by a person. It limits its own memory and processor time, writes no file and
ends when its standard input does.
"""

import contextlib
import json
import signal
import sys
from collections.abc import Callable
from dataclasses import asdict
from typing import IO, Any

from retrievers.errors import ReadingRefused
from retrievers.read.reading import Page


def serve(requests: IO[bytes], answers: IO[bytes], cpu_s: float) -> None:
    """Answer requests until there are no more; `cpu_s` is the processor time for one (seconds)."""
    while head := requests.readline():
        request: dict[str, Any] = json.loads(head)
        data = requests.read(request["size"])
        _allow_cpu(cpu_s)

        def tell(answer: dict[str, Any]) -> None:
            answers.write(json.dumps(answer).encode() + b"\n")
            answers.flush()

        try:
            page = _parse(request["kind"], data, request["name"], request["skip"], lambda number: tell({"at": number}))
        except ReadingRefused as refusal:
            tell({"refused": [refusal.outcome, refusal.reason]})
        except MemoryError:
            says = f"{request['name']} unpacks to more than memory allows; split it into smaller files."
            tell({"refused": ["too_large", says]})
        except Exception as error:  # noqa: BLE001 # a bug in one file's parsing must not stop the others
            says = (
                f"{request['name']} could not be read (unexpected {type(error).__name__}: {error}); please report it."
            )
            tell({"refused": ["unreadable", says]})
        else:
            tell({"page": asdict(page)})


def _parse(kind: str, data: bytes, name: str, skip: list[int], on_page: Callable[[int], None]) -> Page:
    if kind == "pdf":
        from retrievers.read.pdf import parse_pdf

        return parse_pdf(data, name, skip=frozenset(skip), on_page=on_page)
    if kind == "mail":
        from retrievers.read.mail import parse_mail

        return parse_mail(data, name)
    from retrievers.read.office import parse_document

    return parse_document(data, name)


def _limit(memory: int) -> None:
    """Limit what the process may take, where the system can: address space, no core file, no file written."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))


def _allow_cpu(seconds: float) -> None:
    """End this process when it takes longer; also when who started it was killed meanwhile."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        used = resource.getrusage(resource.RUSAGE_SELF)
        _, most = resource.getrlimit(resource.RLIMIT_CPU)
        resource.setrlimit(resource.RLIMIT_CPU, (int(used.ru_utime + used.ru_stime + seconds) + 1, most))


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C ends it without a word
    _limit(int(sys.argv[1]))
    serve(sys.stdin.buffer, sys.stdout.buffer, float(sys.argv[2]))
