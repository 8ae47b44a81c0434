"""Measures the guard on addresses it must refuse or let through, and reading on labelled pages.

    python bench/fetch.py --data FOLDER [--json FILE]

FOLDER holds `ssrf/` (must_refuse.jsonl, must_allow.jsonl) and `pages/` (text.jsonl, dates.jsonl and the gzipped pages
they name). Nothing is connected to. Text is scored by segments that must and must not be in it, beside trafilatura
alone in the same run; processor time is this process's.
"""

import argparse
import gzip
import json
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from retrievers.errors import ReadingRefused
from retrievers.read.apart import Apart
from retrievers.web.fetched import Fetched
from retrievers.web.guard import Guard
from retrievers.web.page import parse_page


@dataclass
class Score:
    """Segments found and missed; `cpu_s` of processor time over `size` bytes."""

    found: int = 0
    required: int = 0
    wrong: int = 0
    cpu_s: float = 0
    size: int = 0
    exceptions: list[str] = field(default_factory=list[str])

    def add(self, text: str, row: dict[str, Any]) -> None:
        text = " ".join(text.split())
        self.found += sum(" ".join(part.split()) in text for part in row["required"])
        self.required += len(row["required"])
        self.wrong += sum(" ".join(part.split()) in text for part in row["forbidden"])

    @property
    def figures(self) -> dict[str, float]:
        precision, recall = self.found / max(1, self.found + self.wrong), self.found / max(1, self.required)
        f1 = 2 * precision * recall / max(1e-9, precision + recall)
        return {
            "precision": round(precision, 3),
            "recall": round(recall, 3),
            "f1": round(f1, 4),
            "cpu_s_a_mb": round(self.cpu_s / (self.size / 1e6), 3),
            "exceptions": len(self.exceptions),
        }


def rows(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as file:
        yield from (json.loads(line) for line in file if line.strip())


def decide_all(folder: Path) -> dict[str, Any]:
    guard = Guard()
    wrong: list[str] = []
    counts: Counter[str] = Counter()
    for name, allowed in (("must_refuse", False), ("must_allow", True)):
        for row in rows(folder / f"{name}.jsonl"):
            right = guard.decide(row["url"]).allowed == allowed
            counts[f"{name} {'right' if right else 'wrong'}"] += 1
            if not right:
                wrong.append(row["id"])
    return {**counts, "wrong": wrong}


def score_text(folder: Path, read: Callable[[bytes, str], str]) -> Score:
    score = Score()
    for row in rows(folder / "text.jsonl"):
        data = gzip.decompress((folder / row["file"]).read_bytes())
        started = time.process_time()
        try:
            text = read(data, row["url"])
        except Exception as error:  # noqa: BLE001 # counted, whatever it is
            score.exceptions.append(f"{row['id']}: {type(error).__name__}: {error}"[:200])
            text = ""
        score.cpu_s += time.process_time() - started
        score.size += len(data)
        score.add(text, row)
    return score


def score_dates(folder: Path, apart: Apart) -> dict[str, Any]:
    counts: Counter[str] = Counter()
    for row in rows(folder / "dates.jsonl"):
        data = gzip.decompress((folder / row["file"]).read_bytes())
        try:
            published = parse_page(fetched(data, row["url"]), apart, shown=row["id"]).published_at
        except ReadingRefused as refusal:
            counts[f"refused as {refusal.outcome}"] += 1
            continue
        if published is None:
            counts["none"] += 1
        else:
            counts["right" if published[:10] == row["date"] else "wrong"] += 1
    return dict(counts)


def fetched(data: bytes, url: str) -> Fetched:
    address = url if url.startswith("http") else "https://example.org/"
    return Fetched(url=address, status=200, content_type="text/html", body=data, address="192.0.2.1")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    from trafilatura import extract

    def alone(data: bytes, _: str) -> str:
        return extract(data, include_comments=False) or ""

    def fast(data: bytes, _: str) -> str:
        return extract(data, include_comments=False, fast=True) or ""

    pages = options.data / "pages"
    with Apart() as apart:

        def ours(data: bytes, url: str) -> str:
            return parse_page(fetched(data, url), apart, shown=url).text

        readers: dict[str, Callable[[bytes, str], str]] = {"ours": ours, "alone": alone, "fast": fast}
        for read in readers.values():  # what is loaded once, a language model among it, is no cost of a page
            score_text(pages, read)
        text = {name: score_text(pages, read) for name, read in readers.items()}
        result = {
            "guard": decide_all(options.data / "ssrf"),
            "text": {name: score.figures for name, score in text.items()},
            "refused": text["ours"].exceptions,
            "dates": score_dates(pages, apart),
        }
    written = json.dumps(result, indent=2, ensure_ascii=False)
    print(written)
    if options.json:
        options.json.write_text(written + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
