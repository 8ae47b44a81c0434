"""Office files, books and e-mail: what is stored of them, and what is named instead."""

from email.message import EmailMessage
from pathlib import Path

import pytest
from documents import add_part, docx, epub, odt, pack, paragraph, pptx, table, xlsx

from retrievers.read import Heading, Reading, Refusal, read_paths, read_stdin

COST = "The plant costs 61.5 million crowns."


def stored(data: bytes, name: str) -> Reading:
    found = read_stdin(data, id=name)
    assert isinstance(found, Reading), found
    return found


def refused(data: bytes, name: str) -> Refusal:
    found = read_stdin(data, id=name)
    assert isinstance(found, Refusal), found.text[:200]
    return found


@pytest.mark.parametrize("name", ["plant.docx", "plant.bin", "plant"])
def test_a_word_document_gives_paragraphs_headings_tables_and_its_own_title(name: str) -> None:
    body = (
        paragraph("Costs", "Heading1")
        + paragraph(COST)
        + table(("District", "Share"), ("North", "38 %"))
        + paragraph("End.")
    )
    found = stored(docx(body, title="Report on the plant"), name)
    assert found.text == f"Costs\n\n{COST}\n\nDistrict | Share\nNorth | 38 %\n\nEnd."
    assert found.headings == (Heading(0, 1, "Costs"),)
    assert found.title == "Report on the plant"
    assert found.published_at is None


def test_struck_out_words_of_a_word_document_are_stored_between_marks_and_deleted_ones_not() -> None:
    struck = "<w:r><w:rPr><w:strike/></w:rPr><w:t>It closes in May.</w:t></w:r>"
    deleted = '<w:del w:id="1" w:author="a"><w:r><w:delText>It is dug.</w:delText></w:r></w:del>'
    body = f'<w:p>{struck}{deleted}<w:r><w:t xml:space="preserve"> It opens in June.</w:t></w:r></w:p>'
    assert stored(docx(body), "plant.docx").text == "~~It closes in May.~~ It opens in June."


def test_a_workbook_gives_a_line_a_row() -> None:
    found = stored(xlsx(("District", "Share"), ("North", 38.5), ("South", 21)), "survey.xlsx")
    assert "District | Share\nNorth | 38.5\nSouth | 21" in found.text


def test_a_presentation_gives_its_slides() -> None:
    found = stored(pptx("The plant", COST), "talk.pptx")
    assert found.text == f"The plant\n\n{COST}"
    assert [h.text for h in found.headings] == ["The plant"]


def test_an_open_document_gives_its_paragraphs_and_title() -> None:
    found = stored(odt(COST, "A second one.", title="Costs"), "costs.odt")
    assert (found.text, found.title) == (f"{COST}\n\nA second one.", "Costs")


def test_a_book_gives_its_chapters_in_order_and_its_title() -> None:
    book = epub(
        "The Book", f"<h1>One</h1><p>{COST}</p><ul><li>a point</li><li>another</li></ul>", "<h1>Two</h1><p>End.</p>"
    )
    found = stored(book, "book.epub")
    assert found.text.endswith(f"One\n\n{COST}\n\na point\nanother\n\nTwo\n\nEnd.")
    assert found.title == "The Book"


def test_a_rich_text_file_gives_its_text() -> None:
    found = stored(rb"{\rtf1\ansi The plant costs \b 61.5\b0  million crowns.\par End.}", "a.rtf")
    assert found.text == f"{COST}\n\nEnd."


def test_a_locked_document_is_refused_as_such() -> None:
    kind = "application/vnd.oasis.opendocument.text"
    space = "urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"
    entry = '<m:file-entry m:full-path="content.xml" m:media-type="text/xml"><m:encryption-data/></m:file-entry>'
    locked = pack(
        {
            "mimetype": kind,
            "META-INF/manifest.xml": f'<m:manifest xmlns:m="{space}"><m:file-entry m:full-path="/" '
            f'm:media-type="{kind}"/>{entry}</m:manifest>',
            "content.xml": bytes(range(200)),
        }
    )
    assert refused(locked, "locked.odt").outcome == "encrypted"


def test_an_office_file_with_a_password_is_refused_as_locked() -> None:
    locked = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1".ljust(1024, b"\0") + "EncryptedPackage".encode("utf-16-le")
    assert refused(locked.ljust(4096, b"\0"), "locked.docx").outcome == "encrypted"


@pytest.mark.parametrize(
    ("algorithm", "outcome"),
    [("http://www.w3.org/2001/04/xmlenc#aes128-cbc", "encrypted"), ("http://www.idpf.org/2008/embedding", None)],
)
def test_a_book_with_locked_chapters_is_refused_and_one_with_hidden_fonts_is_read(
    algorithm: str, outcome: str | None
) -> None:
    locks = (
        '<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container" xmlns:e="http://www.w3.org/2001/04/xmlenc#">'
        f'<e:EncryptedData><e:EncryptionMethod Algorithm="{algorithm}"/></e:EncryptedData></encryption>'
    )
    book = add_part(epub("Tides", f"<p>{COST}</p>"), "META-INF/encryption.xml", locks)
    found = read_stdin(book, id="tides.epub")
    assert (found.outcome if isinstance(found, Refusal) else None) == outcome


def test_an_archive_that_is_no_document_is_refused_by_kind() -> None:
    assert "a ZIP archive" in refused(pack({"a.txt": "hello"}), "a.zip").reason


def message(**headers: str) -> EmailMessage:
    mail = EmailMessage()
    for name, value in {"From": "Ada Lind <ada@example.org>", "To": "board@example.org", **headers}.items():
        mail[name] = value
    return mail


@pytest.mark.parametrize("name", ["costs.eml", "stdin"])
def test_a_message_gives_its_head_its_plain_text_and_the_day_it_was_sent(name: str) -> None:
    mail = message(Subject="Kosten für das Kraftwerk", Date="Tue, 12 Mar 2024 10:11:12 +0100")
    mail.set_content(f"Dear board,\n\n{COST}\n\n> It was 48.2 million, you wrote.\n")
    mail.add_alternative("<p>Dear board, in HTML.</p>", subtype="html")
    mail.add_attachment(b"%PDF-1.4", maintype="application", subtype="pdf", filename="bill.pdf")
    found = stored(mail.as_bytes(), name)
    assert found.title == "Kosten für das Kraftwerk"
    assert found.text == (
        "From: Ada Lind <ada@example.org>\nTo: board@example.org\nDate: Tue, 12 Mar 2024 10:11:12 +0100\n\n"
        f"Dear board,\n\n{COST}\n\n> It was 48.2 million, you wrote."
    )
    assert (found.published_at, found.published_proof) == ("2024-03-12T10:11:12+01:00", "Date header")
    assert found.left_out == "attachments are not read: bill.pdf; save and add them as files"


def test_a_message_of_html_alone_gives_what_a_reader_sees() -> None:
    mail = message(Subject="Costs")
    mail.set_content(f"<h1>Hello</h1><p>{COST}</p><p style='display:none'>hidden</p>", subtype="html")
    found = stored(mail.as_bytes(), "costs.eml")
    assert found.text.endswith(f"Hello\n\n{COST}")
    assert [h.text for h in found.headings] == ["Hello"]


def test_a_forwarded_message_is_named_and_not_read() -> None:
    inner = message(Subject="Costs")
    inner.set_content(COST)
    mail = message(Subject="Fwd")
    mail.set_content("See below.")
    mail.add_attachment(inner)
    found = stored(mail.as_bytes(), "fwd.eml")
    assert COST not in found.text
    assert "message “Costs”" in found.left_out


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"Content-Type: text/plain; charset=no-such\r\n\r\nGr\xc3\xb6\xc3\x9fe ist 5 MW.", "Größe ist 5 MW."),
        (b"Content-Type: text/plain; charset=iso-8859-1\r\n\r\nGr\xf6\xdfe ist 5 MW.", "Größe ist 5 MW."),
        (b"Content-Type: multipart/mixed\r\n\r\nGroesse ist 5 MW.", "Groesse ist 5 MW."),
        (b"Date: Tue, 99 Mar 2024 99:11:12 +9900\r\nSubject: =?utf-8?b?!!!?=\r\n\r\nhello", "hello"),
    ],
)
def test_a_message_that_breaks_the_rules_is_read_as_far_as_it_goes(data: bytes, text: str) -> None:
    found = stored(b"From: a@example.org\r\n" + data, "broken.eml")
    assert found.text.endswith(text)
    assert found.published_at is None


def test_a_date_to_come_proves_nothing() -> None:
    mail = message(Subject="Costs", Date="Tue, 12 Mar 2999 10:11:12 +0100")
    mail.set_content(COST)
    assert stored(mail.as_bytes(), "a.eml").published_at is None


def test_a_mailbox_of_several_messages_is_not_stored_as_one() -> None:
    one = "From ada@example.org Mon Jan  1 10:00:00 2024\n" + message(Date="Mon, 1 Jan 2024 10:00:00 +0000").as_string()
    assert stored(one.encode() + b"It costs 3.\n", "mailbox").published_at == "2024-01-01T10:00:00+00:00"
    assert refused(f"{one}It costs 3.\n\n{one}It costs 4.\n".encode(), "mailbox").outcome == "unsupported"


def test_a_message_nested_too_deeply_is_refused_in_plain_words() -> None:
    deep = b"From: a@example.org\r\nContent-Type: text/html\r\n\r\n" + b"<div>" * 100_000 + b"words"
    assert "nested too deeply" in refused(deep, "deep.eml").reason


def test_notes_that_begin_like_a_message_are_text() -> None:
    assert stored(b"From: the board\nTo: all\n\nIt is decided.", "notes").content_type == "text/plain"
    assert stored(b"From: a@example.org\nDate: today\n\nIt is decided.", "notes.txt").content_type == "text/plain"


def test_a_folder_of_all_kinds_is_read_in_one_go(tmp_path: Path) -> None:
    from pdfs import PdfPage, column, make_pdf

    mail = message(Subject="Costs")
    mail.set_content(COST)
    files = {
        "a.pdf": make_pdf([PdfPage(column(COST))]),
        "b.docx": docx(paragraph(COST)),
        "c.eml": mail.as_bytes(),
        "d.md": COST.encode(),
        "e.pdf": b"%PDF-1.7 broken",
        "f.epub": epub("Book", f"<p>{COST}</p>"),
    }
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    found = list(read_paths([str(tmp_path)]))
    assert [isinstance(f, Reading) and COST in f.text for f in found] == [True, True, True, True, False, True]
