"""Every PDF found in folders, and copies damaged by script: crashes, hangs, outcomes, time.

    python -m bench.pdf [FOLDER...] [--damaged 30]

Without folders it looks where documentation and Python packages lie. A crash is an exception that reaches the caller,
or a file that takes longer than its limit; a process that ends inside is an outcome. Deterministic for the same files.
"""

import argparse
import random
import re
import sys
import sysconfig
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

from bench.metric import print_metric, print_state
from retrievers.errors import ReadingRefused
from retrievers.read.apart import FILE_SECONDS, Apart
from retrievers.read.formats import MAX_PACKED_BYTES, parse_bytes

_HUGE = b"99999999999"


def main() -> None:
    """Run the bench from the command line."""
    parser = argparse.ArgumentParser(description="PDF files, whole and damaged: outcomes and time")
    parser.add_argument(
        "folders", nargs="*", default=["/usr/share/doc", "/usr/share/texmf", sysconfig.get_path("purelib")]
    )
    parser.add_argument("--damaged", type=int, default=30, help="damaged copies to make")
    options = parser.parse_args()
    print_state()
    files = sorted(
        {p.resolve() for folder in options.folders for p in Path(folder).rglob("*.[pP][dD][fF]") if p.is_file()}
    )
    whole = [(str(p), p.read_bytes()) for p in files if p.stat().st_size <= MAX_PACKED_BYTES]
    if not whole:
        sys.exit("no PDF found; name folders that hold some")
    with Apart() as apart:
        texts = _measure("PDFs as found", whole, apart)
        _measure("PDFs damaged by script", list(_damaged(texts or whole, options.damaged)), apart)


def _measure(name: str, files: list[tuple[str, bytes]], apart: Apart) -> list[tuple[str, bytes]]:
    """Read the files, print what became of them and return those that have text."""
    texts: list[tuple[str, bytes]] = []
    outcomes: Counter[str] = Counter()
    crashes, slowest, pages, characters = 0, 0.0, 0, 0
    started = time.perf_counter()
    for shown, data in files:
        began = time.perf_counter()
        try:
            page = parse_bytes(data, shown, apart)
            outcomes["ok, something left out" if page.left_out else "ok"] += 1
            texts.append((shown, data))
            pages += len(page.pages)
            characters += len(page.text)
        except ReadingRefused as refusal:
            outcomes[refusal.outcome] += 1
            print(f"  {refusal.outcome}: {refusal.reason[:200]}")
        except Exception as error:  # noqa: BLE001 # what is counted here
            crashes += 1
            print(f"  CRASH {shown}: {type(error).__name__}: {error}")
        spent = time.perf_counter() - began
        slowest = max(slowest, spent)
        crashes += spent > FILE_SECONDS + 10
    total = time.perf_counter() - started
    print_metric(f"{name}: crashes", crashes, len(files), "0")
    for outcome, count in outcomes.most_common():
        print_metric(f"{name}: {outcome}", count, len(files))
    print_metric(f"{name}: pages with text", pages, len(files))
    print_metric(f"{name}: characters", characters, len(files))
    print_metric(f"{name}: s in all", total, len(files))
    print_metric(f"{name}: s, slowest", slowest, len(files))
    return texts


def _damaged(whole: list[tuple[str, bytes]], count: int) -> Iterator[tuple[str, bytes]]:
    chance = random.Random(20_260)
    ways: list[Callable[[bytes, random.Random], bytes]] = [
        _cut, _flip, _without_table, _nest, _count_wrongly, _refer_to_itself,
    ]  # fmt: skip
    for number in range(count):
        shown, data = whole[chance.randrange(len(whole))]
        way = ways[number % len(ways)]
        yield f"{shown} ({way.__name__[1:]})", way(data, chance)


def _cut(data: bytes, chance: random.Random) -> bytes:
    return data[: chance.randrange(10, len(data))]


def _flip(data: bytes, chance: random.Random) -> bytes:
    changed = bytearray(data)
    for _ in range(max(1, len(data) // 500)):
        changed[chance.randrange(8, len(data))] ^= 1 << chance.randrange(8)
    return bytes(changed)


def _without_table(data: bytes, chance: random.Random) -> bytes:
    del chance
    return data.replace(b"xref", b"x_ef").replace(b"/XRef", b"/Gone")


def _nest(data: bytes, chance: random.Random) -> bytes:
    at = chance.choice([m.end() for m in re.finditer(rb"\bobj\b", data)] or [len(data) // 2])
    return data[:at] + b"[" * 200_000 + b"<<" * 200_000 + data[at:]


def _count_wrongly(data: bytes, chance: random.Random) -> bytes:
    names = rb"/(?:Count|Length|W|Width|Height|Size|Index|N|First|Columns|Predictor)\s+\d+"
    found = re.compile(names).sub(lambda m: m[0].split()[0] + b" " + chance.choice([_HUGE, b"-1", b"0"]), data)
    return found if found != data else _flip(data, chance)


def _refer_to_itself(data: bytes, chance: random.Random) -> bytes:
    numbers = re.findall(rb"(\d+) 0 R", data) or [b"1"]
    target = chance.choice(numbers)
    return re.sub(rb"\d+ 0 R", lambda m: target + b" 0 R" if chance.random() < 0.3 else m[0], data)


if __name__ == "__main__":
    main()
