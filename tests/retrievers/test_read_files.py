"""Which files of a folder, a list or a pipe are read, and what becomes of those that cannot be."""

import gzip
import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_read import read, refused

from retrievers.read import Reading, Refusal, count_inputs, read_paths, read_stdin


def rows(tmp_path: Path, *lines: str | dict[str, object]) -> Path:
    path = tmp_path / "rows.jsonl"
    path.write_text("\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines), encoding="utf-8")
    return path


def test_each_row_is_a_source_and_a_bad_one_stops_nothing(tmp_path: Path) -> None:
    path = rows(
        tmp_path,
        {
            "id": "a",
            "text": "Text A.",
            "title": "A",
            "url": "https://x.org/a",
            "published_at": "2024-03-12",
            "extra": 1,
        },
        "not json",
        "",
        {"id": "b"},
        {"id": "a", "text": "again"},
        {"id": "c", "text": "  "},
        {"id": "d", "text": "Text D.", "published_at": "soon"},
        "[" * 100_000,
        '{"id": "e", "text": "half \\ud800 pair"}',
        {"id": 7, "text": "Text 7."},
    )
    found = list(read_paths([str(path)]))
    readings = [f for f in found if isinstance(f, Reading)]
    refusals = [f for f in found if isinstance(f, Refusal)]
    assert [(r.source_id, r.text) for r in readings] == [("a", "Text A."), ("e", "half \ufffd pair"), ("7", "Text 7.")]
    assert readings[0].locator == f"file:{path.resolve()}#a"
    assert readings[0].input == f"{path}#a"
    assert (readings[0].kind, readings[0].published_proof) == ("row", "row:published_at")
    assert [r.outcome for r in refusals] == ["unreadable", "unreadable", "refused", "empty", "unreadable", "unreadable"]
    for refusal, line in zip(refusals, (2, 4, 5, 6, 7, 8), strict=True):
        assert f"{path} line {line}" in refusal.reason


def test_a_row_over_the_cap_is_refused_and_the_next_is_read(tmp_path: Path) -> None:
    path = rows(tmp_path, {"id": "big", "text": "x" * (10 * 1024 * 1024)}, {"id": "b", "text": "Text B."})
    found = list(read_paths([str(path)]))
    assert [getattr(f, "outcome", "read") for f in found] == ["too_large", "read"]


@pytest.mark.parametrize(
    ("name", "data", "outcome", "words"),
    [
        ("a.txt", b"%PDF-1.7 ...", "unreadable", "too damaged to be opened"),
        ("a.html", b"\x89PNG\r\n\x1a\n....", "unsupported", "a PNG image"),
        ("a.md", gzip.compress(b"text", mtime=0), "unsupported", "gzip"),
        ("a.bin", bytes(range(256)) * 9, "unsupported", "binary data"),
        ("a.docx", b"PK\x03\x04....word/document.xml", "unreadable", "looks like an Office or EPUB file"),
        ("rows.jsonl", gzip.compress(b"text", mtime=0), "unsupported", "gzip"),
        ("a.txt", b"", "empty", "no text"),
        ("a.md", b"---\ntitle: x\n---\n", "empty", "no text"),
        ("a.html", b"<html><body><script>x</script></body></html>", "empty", "no text"),
        ("a.html", b"<!-- only a comment -->", "empty", "no text"),
        ("a.md", b"<!-- only a comment -->", "empty", "no text"),
        ("rows.jsonl", b"\n\n", "empty", "no rows"),
        ("a.txt", b"x" * (10 * 1024 * 1024 + 1), "too_large", "10,485,761 bytes and the cap is 10,485,760"),
    ],
)
def test_what_cannot_be_stored_is_refused_by_kind(
    tmp_path: Path, name: str, data: bytes, outcome: str, words: str
) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    refusal = refused(path)
    assert refusal.outcome == outcome
    assert words in refusal.reason
    assert str(path) in refusal.reason
    assert refusal.input == str(path)


@pytest.mark.parametrize("path", ["no/such/file.txt", "with\0nul", ""])
def test_a_path_that_is_not_there_is_refused_not_raised(path: str) -> None:
    found = list(read_paths([path]))
    assert [f.outcome for f in found if isinstance(f, Refusal)] == ["unreadable"]


def test_a_pipe_is_refused_instead_of_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.txt")
    assert refused(tmp_path / "pipe.txt").outcome == "unsupported"


def test_folders_go_down_in_order_and_skip_what_is_hidden_or_seen(tmp_path: Path) -> None:
    for name in ("b/two.txt", "a.txt", "b/one.md", ".git/x.txt", ".hidden", "pic.png"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(f"Text of {name}.")
    (tmp_path / "pic.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    (tmp_path / "z.txt").symlink_to(tmp_path / "a.txt")
    (tmp_path / "loop").symlink_to(tmp_path)
    skipped: list[tuple[str, str]] = []
    found = list(
        read_paths([str(tmp_path), str(tmp_path / "a.txt")], on_skip=lambda p, w: skipped.append((Path(p).name, w)))
    )
    names = [(Path(f.input).name, getattr(f, "outcome", "read")) for f in found]
    assert names == [("a.txt", "read"), ("pic.png", "unsupported"), ("one.md", "read"), ("two.txt", "read")]
    assert sorted(skipped) == [
        (".git", "hidden"), (".hidden", "hidden"), ("a.txt", "named twice"), ("loop", "a link to a folder"),
        ("z.txt", "named twice"),
    ]  # fmt: skip
    assert count_inputs([str(tmp_path)]) == 5


def test_a_collection_names_sources_by_their_place_in_it(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "a.txt").write_text("Text A.")
    row = rows(tmp_path / "sub", {"id": "r", "text": "Row."})
    found = [f for f in read_paths([str(tmp_path)], collection="minutes") if isinstance(f, Reading)]
    assert [f.locator for f in found] == ["file:minutes/sub/a.txt", "file:minutes/sub/rows.jsonl#r"]
    assert found[0].source_id == str(tmp_path / "sub" / "a.txt")
    assert read(tmp_path / "sub" / "a.txt", collection="minutes").locator == "file:minutes/a.txt"
    assert read(tmp_path / "sub" / "a.txt").locator == f"file:{(tmp_path / 'sub' / 'a.txt').resolve()}"
    assert count_inputs([str(row)]) == 1


def test_a_row_that_is_dated_to_come_is_stored_undated_and_says_so(tmp_path: Path) -> None:
    path = rows(
        tmp_path,
        {"id": "a", "text": "Text A.", "published_at": "9999-12-31"},
        {"id": "b", "text": "Text B.", "updated_at": "9999-12-31"},
        {"id": "c", "text": "Text C.", "published_at": "2024-03-12", "updated_at": " "},
    )
    found = [one for one in read_paths([str(path)]) if isinstance(one, Reading)]
    assert [one.published_at for one in found] == [None, None, "2024-03-12"]
    assert [one.left_out for one in found] == [
        "the published_at 9999-12-31 of its row, which is to come",
        "the updated_at 9999-12-31 of its row, which is to come",
        "",
    ]


def test_standard_input_is_named_by_its_id() -> None:
    found = read_stdin(b"Some text.", id="note")
    assert isinstance(found, Reading)
    assert (found.locator, found.kind, found.source_id) == ("stdin:note", "stdin", "note")
    assert isinstance(read_stdin(b"", id="note"), Refusal)


@given(st.binary(max_size=300), st.sampled_from(("a.txt", "a.md", "a.html", "a")))
def test_any_bytes_give_a_reading_or_a_refusal(data: bytes, name: str) -> None:
    found = read_stdin(data, id=name)
    if isinstance(found, Reading):
        assert found.text.strip()
        assert all(found.text.startswith(h.text, h.char_start) for h in found.headings)
    else:
        assert found.reason.endswith(".")
