"""PDF files and their neighbours, from the command line into a real graph: pages kept, what is missing named."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest
from documents import docx, paragraph
from fakes import FakeEmbedder
from graphs import rows_of
from pdfs import PdfPage, column, make_pdf

from agent.add import add_readings
from graph.store import GraphStore
from retrievers.memory import search_memory
from retrievers.read import read_paths

CLAIMGRAPH = str(Path(sys.executable).parent / "claimgraph")
FIRST = "The harbour board met on Tuesday and heard the report on the tidal plant."
LAST = "Nobody has promised to pay for removing the turbines of the Skerra plant."
MIXED = make_pdf([PdfPage(column(FIRST)), PdfPage(image=True), PdfPage(column(LAST))], title="Report on the plant")


async def test_a_passage_of_a_pdf_keeps_its_page_in_the_graph_and_in_every_hit(
    store: GraphStore, tmp_path: Path
) -> None:
    (tmp_path / "report.pdf").write_bytes(MIXED)
    (tmp_path / "notes.txt").write_text("The turbines are removed, say notes without pages.")
    results = [r async for r in add_readings(store, FakeEmbedder(), read_paths([str(tmp_path)]))]
    assert [(r.outcome, r.left_out) for r in results] == [
        ("added", ""),
        ("added", "page 2 has no text layer (images)"),
    ]
    found = await search_memory(store, ["removing the turbines"], FakeEmbedder())
    assert {(hit.title, hit.page) for hit in found.hits[0]} >= {("Report on the plant", 3), ("notes", None)}
    rows = await rows_of(
        store, "MATCH (p:Passage {namespace: $namespace}) RETURN p.page AS page, p.text AS text ORDER BY page"
    )
    assert [(r["page"], r["text"].strip()) for r in rows][:2] == [(1, FIRST), (3, LAST)]


async def test_a_damaged_page_leaves_the_version_marked_as_cut(store: GraphStore, tmp_path: Path) -> None:
    data = make_pdf([PdfPage(column(FIRST)), PdfPage(column("lost")), PdfPage(column(LAST))])
    second = data.index(b"/Type /Page /", data.index(b"/Type /Page /") + 1)
    (tmp_path / "damaged.pdf").write_bytes(data[:second] + b"/Type /Gone /" + data[second + 13 :])
    (tmp_path / "scan.pdf").write_bytes(make_pdf([PdfPage(image=True)]))
    results = [r async for r in add_readings(store, FakeEmbedder(), read_paths([str(tmp_path)]))]
    assert [(r.outcome, r.reason) for r in results] == [("refused", "empty"), ("added", "ok")]
    rows = await rows_of(store, "MATCH (v:SourceVersion {namespace: $namespace}) RETURN v.truncated AS truncated")
    assert [r["truncated"] for r in rows] == [True]


def read(*args: str, stdin: bytes | None = None, cwd: Path | None = None) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([CLAIMGRAPH, "read", *args], capture_output=True, input=stdin, timeout=60, cwd=cwd)


def test_read_shows_pages_and_what_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "report.pdf").write_bytes(MIXED)
    done = read("report.pdf", cwd=tmp_path)
    shown = done.stdout.decode()
    assert done.returncode == 0
    assert "left out: page 2 has no text layer (images)" in shown
    assert "page 1" in shown
    assert "page 3" in shown


def test_every_format_comes_by_standard_input_too() -> None:
    for data, text in (
        (MIXED, FIRST),
        (docx(paragraph(LAST)), LAST),
        (b"From: a@b.org\nDate: x\n\n" + LAST.encode(), LAST),
    ):
        done = read("-", "--json", stdin=data)
        assert done.returncode == 0, done.stderr
        assert text in json.loads(done.stdout)["text"]


def test_a_module_in_the_working_folder_is_not_what_reads_a_file(tmp_path: Path) -> None:
    (tmp_path / "json.py").write_text("raise SystemExit('taken over')")
    (tmp_path / "report.pdf").write_bytes(MIXED)
    done = read("report.pdf", cwd=tmp_path)
    assert FIRST in done.stdout.decode()


@pytest.mark.parametrize("send", [os.kill, os.killpg])
def test_ctrl_c_ends_a_command_in_the_middle_of_a_slow_file(tmp_path: Path, send: Callable[[int, int], None]) -> None:
    slow = PdfPage(raw=b"1 1 m 2 2 l S " * 3_000_000)
    (tmp_path / "slow.pdf").write_bytes(make_pdf([slow] * 9))
    process = subprocess.Popen([CLAIMGRAPH, "read", "slow.pdf"], cwd=tmp_path, start_new_session=True)
    parsing = psutil.Process(process.pid)
    while not parsing.children():
        time.sleep(0.1)
    parser = parsing.children()[0]
    time.sleep(1)
    send(process.pid, signal.SIGINT)
    assert process.wait(timeout=60) == 130
    assert not parser.is_running() or parser.status() == psutil.STATUS_ZOMBIE
