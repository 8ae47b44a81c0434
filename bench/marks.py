"""Citation marks and reference lists in reports that others wrote, against labels made by hand.

    python -m bench.marks --data FOLDER

FOLDER holds reports.jsonl (id, model, report). marks.labels.jsonl holds what a person read in eight of them: where
every mark stands and its label ("link" for a link), where every entry of the list stands, the labels that dangle and
those that nobody cites.
"""

import argparse
import hashlib
import json
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from agent.marks import Marked, parse_marks
from bench.metric import find_data, print_metric, print_state

LABELS = Path(__file__).with_name("marks.labels.jsonl")
FILES = ["reports.jsonl"]
_UNCITED = {"gpt-5": "54 % of 298", "claude4-sonnet": "48 % of 298", "gpt-4.1": "51 % of 298"}


def main() -> None:
    """Run the bench from the command line."""
    parser = argparse.ArgumentParser(description="Marks and reference lists in reports that others wrote")
    parser.add_argument("--data", type=Path, help=f"folder with {', '.join(FILES)}")
    data = find_data(parser.parse_args().data, FILES)
    if data is None:
        return
    print_state()
    reports = list(_rows(data / FILES[0]))
    started = time.process_time()
    marked = {str(one["id"]): parse_marks(str(one["report"])) for one in reports}
    seconds = time.process_time() - started
    _print_labelled({str(one["id"]): str(one["report"]) for one in reports}, marked)
    print_metric("reports parsed without an exception", len(marked), len(reports), "30")
    print_metric("characters a CPU-second", int(sum(len(one["report"]) for one in reports) / seconds), len(reports))
    for model in dict.fromkeys(str(one["model"]) for one in reports):
        _print_model(model, [marked[str(one["id"])] for one in reports if one["model"] == model])


def _rows(path: Path) -> Iterator[Mapping[str, Any]]:
    with path.open(encoding="utf-8") as lines:
        yield from (json.loads(line) for line in lines if line.strip())


def _print_labelled(texts: Mapping[str, str], marked: Mapping[str, Marked]) -> None:
    """Print how the labelled reports were read; a report whose text is not the labelled one is left out, and named."""
    counts: Counter[str] = Counter()
    for gold in _rows(LABELS):
        text, found = texts.get(gold["id"]), marked.get(gold["id"])
        if text is None or found is None or hashlib.sha256(text.encode()).hexdigest() != gold["sha256"]:
            print(f"# left out: {gold['id']} is not the text that was labelled")
            continue
        marks = {(one.char_start, "link" if one.kind in {"link", "url"} else one.label) for one in found.marks}
        entries = {(one.char_start, one.label) for one in found.references}
        _count(counts, "marks", {(place, label) for place, label in gold["marks"]}, marks)
        _count(counts, "references", {(place, label) for place, label in gold["references"]}, entries)
        _count(counts, "dangling labels", set(gold["dangling"]), {one.label for one in found.dangling})
        _count(counts, "labels never cited", set(gold["never_cited"]), {one.label for one in found.never_cited})
        counts["reports"] += 1
    print_metric("labelled reports", counts["reports"], counts["reports"], ">= 6")
    for what, floor in (
        ("marks", ">= .95"),
        ("references", "-"),
        ("dangling labels", "1"),
        ("labels never cited", "-"),
    ):
        n = counts[f"{what} labelled"]
        print_metric(f"{what} found", counts[f"{what} found"] / n if n else 1.0, n, floor)
        print_metric(f"{what} invented", counts[f"{what} invented"], n, "0")


def _count(counts: Counter[str], what: str, gold: set[Any], found: set[Any]) -> None:
    counts[f"{what} labelled"] += len(gold)
    counts[f"{what} found"] += len(gold & found)
    counts[f"{what} invented"] += len(found - gold)


def _print_model(model: str, reports: Sequence[Marked]) -> None:
    marks = sum(len(one.marks) for one in reports)
    references = sum(len(one.references) for one in reports)
    long = sum(sum(1 for each in one.sentences if each.is_long and not each.is_row) for one in reports)
    print_metric(f"{model}: marks that dangle", sum(len(one.dangling) for one in reports) / marks, marks)
    print_metric(
        f"{model}: references never cited", sum(len(one.never_cited) for one in reports) / references, references
    )
    uncited = sum(len(one.uncited) for one in reports)
    print_metric(f"{model}: long sentences without a mark", uncited / long, long, _UNCITED.get(model, "-"))


if __name__ == "__main__":
    main()
