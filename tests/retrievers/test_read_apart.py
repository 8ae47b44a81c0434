"""Files made to crash, hang or fill what reads them: each costs itself or a page, never the run."""

import os
import signal
import threading
import time
from collections.abc import Iterator

import pytest
from documents import docx, pack, paragraph
from pdfs import PdfPage, column, make_pdf

from retrievers.errors import ReadingRefused
from retrievers.read.apart import Apart
from retrievers.read.formats import parse_bytes

FIRST = "The harbour board met on Tuesday and heard the report on the tidal plant."
LAST = "The turbines stand in the narrow part of the sound."
MEGABYTE = 1024 * 1024


@pytest.fixture
def apart() -> Iterator[Apart]:
    with Apart(step_s=5, memory=256 * MEGABYTE) as started:
        yield started


def between(raw: bytes) -> bytes:
    """A file whose second page has these bytes as its content."""
    return make_pdf([PdfPage(column(FIRST)), PdfPage(raw=raw), PdfPage(column(LAST))])


@pytest.mark.parametrize(
    "raw",
    [
        pytest.param(b" " * (300 * MEGABYTE), id="unpacks to 300 MB"),
        pytest.param(b"q " * 10_000_000, id="saves its state 10 million times"),
        pytest.param(b"1 1 m 2 2 l S " * 3_000_000, id="draws 3 million lines"),
    ],
)
def test_a_page_that_ends_the_process_is_left_out_and_named(apart: Apart, raw: bytes) -> None:
    page = parse_bytes(between(raw), "bomb.pdf", apart)
    assert page.text == f"{FIRST}\n\n{LAST}"
    assert page.left_out == "page 2 has damage and could not be read"
    assert page.truncated


@pytest.mark.parametrize(
    "raw", [b"[" * 10_000_000, b"<" * 1_000_000, b"BT " * 100_000, b"/I Do " * 1_000, b"\0" * 1000]
)
def test_a_page_of_nonsense_does_not_stop_the_others(apart: Apart, raw: bytes) -> None:
    assert parse_bytes(between(raw), "nonsense.pdf", apart).text == f"{FIRST}\n\n{LAST}"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"/Count 3", b"/Count 999999999"),
        (b"/Count 3", b"/Count -3"),
        (b"/MediaBox [0 0 612 792]", b"/MediaBox [0 0 1e38 1e38]"),
        (b"/MediaBox [0 0 612 792]", b"/MediaBox [0 0 0 0]"),
        (b"startxref", b"startxxxx"),
        (b"%%EOF", b""),
    ],
)
def test_a_file_with_false_numbers_is_read_or_refused_by_type(apart: Apart, old: bytes, new: bytes) -> None:
    data = make_pdf([PdfPage(column(FIRST))] * 3).replace(old, new)
    found = read_or_refuse(apart, data)
    assert found in {"unreadable", "empty"} or FIRST in found


def read_or_refuse(apart: Apart, data: bytes) -> str:
    try:
        return parse_bytes(data, "a.pdf", apart).text
    except ReadingRefused as refusal:
        return refusal.outcome


def test_the_next_file_is_read_after_one_that_ended_the_process(apart: Apart) -> None:
    with pytest.raises(ReadingRefused) as refused:
        parse_bytes(make_pdf([PdfPage(raw=b" " * (300 * MEGABYTE))]), "bomb.pdf", apart)
    assert refused.value.outcome == "unreadable"
    assert parse_bytes(make_pdf([PdfPage(column(FIRST))]), "good.pdf", apart).text == FIRST


def test_a_process_killed_from_outside_is_started_again(apart: Apart) -> None:
    data = make_pdf([PdfPage(column(FIRST))])
    parse_bytes(data, "a.pdf", apart)
    assert apart._process is not None
    os.kill(apart._process.pid, signal.SIGKILL)
    assert parse_bytes(data, "a.pdf", apart).text == FIRST


def test_a_file_that_takes_too_long_is_given_up_within_its_time() -> None:
    slow = make_pdf([PdfPage(raw=b"1 1 m 2 2 l S " * 3_000_000)] * 9)
    started = time.perf_counter()
    with Apart(step_s=0.5, file_s=2) as apart, pytest.raises(ReadingRefused) as refused:
        parse_bytes(slow, "slow.pdf", apart)
    assert refused.value.outcome == "timeout"
    assert "slow.pdf took longer" in refused.value.reason
    assert time.perf_counter() - started < 20


def test_one_process_reads_all_files_and_is_gone_afterwards() -> None:
    data = make_pdf([PdfPage(column(FIRST))])
    with Apart() as apart:
        assert apart._process is None
        parse_bytes(data, "a.pdf", apart)
        first = apart._process
        parse_bytes(docx(paragraph(LAST)), "a.docx", apart)
        assert apart._process is first
        assert first is not None
    assert first.poll() is not None


def test_threads_may_share_the_process(apart: Apart) -> None:
    texts: dict[int, str] = {}

    def read(number: int) -> None:
        texts[number] = parse_bytes(make_pdf([PdfPage(column(f"Text {number}."))]), "a.pdf", apart).text

    threads = [threading.Thread(target=read, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert texts == {number: f"Text {number}." for number in range(6)}


def test_no_key_of_ours_goes_to_the_process_that_reads_foreign_files(
    apart: Apart, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "secret")
    parse_bytes(make_pdf([PdfPage(column(FIRST))]), "a.pdf", apart)
    assert apart._process is not None
    with open(f"/proc/{apart._process.pid}/environ", "rb") as file:  # noqa: PTH123 # no file of ours
        assert b"secret" not in file.read()


def refused(apart: Apart, data: bytes, name: str) -> ReadingRefused:
    with pytest.raises(ReadingRefused) as found:
        parse_bytes(data, name, apart)
    return found.value


def test_packed_documents_that_unpack_to_too_much_are_refused(apart: Apart) -> None:
    bomb = docx(paragraph("x") + " " * (201 * MEGABYTE))
    refusal = refused(apart, bomb, "bomb.docx")
    assert refusal.outcome == "too_large"
    assert "and the cap is 209,715,200" in refusal.reason


def test_an_archive_that_lies_about_its_size_is_refused_all_the_same(apart: Apart) -> None:
    size = 210 * MEGABYTE
    data = docx(paragraph("x") + " " * size)
    part = data.index(b"PK\x01\x02", data.rindex(b"word/document.xml") - 60)
    lying = data[: part + 24] + (1_000).to_bytes(4, "little") + data[part + 28 :]
    assert refused(apart, lying, "liar.docx").outcome in {"too_large", "unreadable"}


def test_entities_in_a_document_neither_multiply_nor_read_files(apart: Apart) -> None:
    laughs = "".join(f'<!ENTITY a{i} "{f"&a{i - 1};" * 10}">' for i in range(1, 12))
    head = f'<!DOCTYPE x [<!ENTITY a0 "ha">{laughs}<!ENTITY e SYSTEM "file:///etc/hostname">]>'
    text = parse_bytes(docx(paragraph("before &a11; &e; after"), head=head), "laughs.docx", apart).text
    assert len(text) < 100


def test_a_document_nested_without_end_is_refused(apart: Apart) -> None:
    deep = docx("<w:tbl><w:tr><w:tc>" * 3_000 + paragraph("x") + "</w:tc></w:tr></w:tbl>" * 3_000)
    assert refused(apart, deep, "deep.docx").outcome in {"too_large", "unreadable"}


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (docx(paragraph(FIRST))[:400], "cut.docx"),
        (pack({"word/nothing.xml": "<x/>"}), "other.docx"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "old.doc"),
        (b"{\\rtf1" + b"{" * 100_000, "deep.rtf"),
    ],
)
def test_a_damaged_document_is_refused_by_type(apart: Apart, data: bytes, name: str) -> None:
    assert refused(apart, data, name).outcome in {"unreadable", "too_large", "empty"}


def test_a_message_with_endless_headers_costs_little_time(apart: Apart) -> None:
    data = (
        b"From: a@example.org\r\nSubject: "
        + b"x, " * 300_000
        + b"\r\nTo: "
        + b"a@b.c, " * 200_000
        + b"\r\n\r\nhello\r\n"
    )
    started = time.perf_counter()
    assert parse_bytes(data, "long.eml", apart).text.endswith("hello")
    assert time.perf_counter() - started < 20


@pytest.mark.parametrize(
    ("body", "outcome"),
    [
        (b"--b\r\nContent-Type: text/plain\r\n\r\nhello\r\n" * 1_200, "too_large"),
        (b"".join(b"--b\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n" for _ in range(10)), "unreadable"),
    ],
)
def test_a_message_of_too_many_parts_is_refused(body: bytes, outcome: str) -> None:
    data = b"From: a@example.org\r\nSubject: x\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n" + body
    if outcome == "unreadable":
        data = b"From: a@example.org\r\nSubject: x\r\n" + b"".join(
            b"Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n" % (i, i) for i in range(3_000)
        )
    with Apart(memory=256 * MEGABYTE) as apart:  # as long as people have, for a busy machine takes its time
        assert refused(apart, data, "many.eml").outcome == outcome
