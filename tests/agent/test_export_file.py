"""The file of an export: what is at its place stays what it is."""

import gzip
import os
import threading
from pathlib import Path

import pytest

from agent.exchange.write import placed_when_whole


def _write(path: Path, words: bytes) -> None:
    with placed_when_whole(path) as out:
        out.write(words)


def test_a_link_stays_one_and_the_file_that_it_leads_to_is_replaced(tmp_path: Path) -> None:
    real, link = tmp_path / "real.jsonl", tmp_path / "link.jsonl"
    real.write_bytes(b"old")
    link.symlink_to("real.jsonl")
    _write(link, b"new")
    assert link.is_symlink()
    assert real.read_bytes() == b"new"


def test_what_is_named_gz_is_packed_wherever_its_link_leads(tmp_path: Path) -> None:
    real, link = tmp_path / "real", tmp_path / "graph.jsonl.gz"
    real.write_bytes(b"old")
    link.symlink_to("real")
    _write(link, b"new")
    assert gzip.decompress(real.read_bytes()) == b"new"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_is_written_to_and_stays_one(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.jsonl"
    os.mkfifo(pipe)
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()), daemon=True)
    reader.start()
    _write(pipe, b"graph")
    reader.join(30)
    assert read == [b"graph"]
    assert pipe.is_fifo()
    assert [one.name for one in tmp_path.iterdir()] == ["pipe.jsonl"]
