# ruff: noqa: E501 - markup is easier to read unbroken
"""Office files and books of a few parts, written by hand: what a parser needs and no more."""

import io
import zipfile
from collections.abc import Mapping

WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
SLIDE = "http://schemas.openxmlformats.org/presentationml/2006/main"
DRAWING = "http://schemas.openxmlformats.org/drawingml/2006/main"
LINKS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_TYPES = "application/vnd.openxmlformats-officedocument"


def pack(parts: Mapping[str, str | bytes]) -> bytes:
    """Return a ZIP archive of the parts; one named `mimetype` is stored first and uncompressed."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            how = zipfile.ZIP_STORED if name == "mimetype" else zipfile.ZIP_DEFLATED
            archive.writestr(name, content, how)
    return file.getvalue()


def add_part(data: bytes, name: str, part: str) -> bytes:
    """The packed document with one part more."""
    packed = io.BytesIO(data)
    with zipfile.ZipFile(packed, "a") as archive:
        archive.writestr(name, part)
    return packed.getvalue()


def _types(**overrides: str) -> str:
    listed = "".join(
        f'<Override PartName="/{part.replace("__", "/")}.xml" ContentType="{kind}"/>'
        for part, kind in overrides.items()
    )
    return (
        '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Default Extension="xml" ContentType="application/xml"/>{listed}</Types>'
    )


def _relations(**targets: str) -> str:
    listed = "".join(
        f'<Relationship Id="{name}" Type="{LINKS}/{target.split("|")[0]}" Target="{target.split("|")[1]}"/>'
        for name, target in targets.items()
    )
    return f'<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{listed}</Relationships>'


def docx(body: str, *, title: str = "", head: str = "") -> bytes:
    """A Word document; `body` is WordprocessingML, `head` stands before the document element (a DTD)."""
    return pack(
        {
            "[Content_Types].xml": _types(word__document=f"{_TYPES}.wordprocessingml.document.main+xml"),
            "_rels/.rels": _relations(a="officeDocument|word/document.xml"),
            "docProps/core.xml": f'<p xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>{title}</dc:title></p>',
            "word/document.xml": f'<?xml version="1.0"?>{head}<w:document xmlns:w="{WORD}"><w:body>{body}</w:body></w:document>',
            "word/_rels/document.xml.rels": _relations(s="styles|styles.xml"),
            "word/styles.xml": f'<w:styles xmlns:w="{WORD}"><w:style w:type="paragraph" w:styleId="Heading1">'
            '<w:name w:val="heading 1"/></w:style></w:styles>',
        }
    )


def paragraph(text: str, style: str = "") -> str:
    """A paragraph of WordprocessingML."""
    how = f'<w:pPr><w:pStyle w:val="{style}"/></w:pPr>' if style else ""
    return f'<w:p>{how}<w:r><w:t xml:space="preserve">{text}</w:t></w:r></w:p>'


def table(*rows: tuple[str, ...]) -> str:
    """A table of WordprocessingML."""
    return (
        "<w:tbl>"
        + "".join("<w:tr>" + "".join(f"<w:tc>{paragraph(c)}</w:tc>" for c in row) + "</w:tr>" for row in rows)
        + "</w:tbl>"
    )


def xlsx(*rows: tuple[str | float, ...]) -> bytes:
    """A workbook with one sheet, "Survey"."""
    cells = "".join(
        f'<row r="{r}">'
        + "".join(
            f'<c r="{"ABCDEFG"[c]}{r}" t="inlineStr"><is><t>{v}</t></is></c>'
            if isinstance(v, str)
            else f'<c r="{"ABCDEFG"[c]}{r}"><v>{v}</v></c>'
            for c, v in enumerate(row)
        )
        + "</row>"
        for r, row in enumerate(rows, 1)
    )
    return pack(
        {
            "[Content_Types].xml": _types(
                xl__workbook=f"{_TYPES}.spreadsheetml.sheet.main+xml",
                xl__worksheets__sheet1=f"{_TYPES}.spreadsheetml.worksheet+xml",
            ),
            "_rels/.rels": _relations(a="officeDocument|xl/workbook.xml"),
            "xl/workbook.xml": f'<workbook xmlns="{SHEET}" xmlns:r="{LINKS}"><sheets><sheet name="Survey" sheetId="1" r:id="a"/></sheets></workbook>',
            "xl/_rels/workbook.xml.rels": _relations(a="worksheet|worksheets/sheet1.xml"),
            "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{SHEET}"><sheetData>{cells}</sheetData></worksheet>',
        }
    )


def pptx(title: str, text: str) -> bytes:
    """A presentation with one slide."""
    shape = (
        '<p:sp><p:nvSpPr><p:cNvPr id="{n}" name="x"/><p:cNvSpPr/><p:nvPr><p:ph type="{kind}"/></p:nvPr></p:nvSpPr><p:spPr/>'
        "<p:txBody><a:bodyPr/><a:p><a:r><a:t>{text}</a:t></a:r></a:p></p:txBody></p:sp>"
    )
    shapes = shape.format(n=2, kind="title", text=title) + shape.format(n=3, kind="body", text=text)
    return pack(
        {
            "[Content_Types].xml": _types(
                ppt__presentation=f"{_TYPES}.presentationml.presentation.main+xml",
                ppt__slides__slide1=f"{_TYPES}.presentationml.slide+xml",
            ),
            "_rels/.rels": _relations(a="officeDocument|ppt/presentation.xml"),
            "ppt/presentation.xml": f'<p:presentation xmlns:p="{SLIDE}" xmlns:r="{LINKS}"><p:sldIdLst><p:sldId id="256" r:id="a"/></p:sldIdLst></p:presentation>',
            "ppt/_rels/presentation.xml.rels": _relations(a="slide|slides/slide1.xml"),
            "ppt/slides/slide1.xml": f'<p:sld xmlns:p="{SLIDE}" xmlns:a="{DRAWING}"><p:cSld><p:spTree>{shapes}</p:spTree></p:cSld></p:sld>',
        }
    )


def odt(*paragraphs: str, title: str = "") -> bytes:
    """An OpenDocument text."""
    office = "urn:oasis:names:tc:opendocument:xmlns:office:1.0"
    text = "urn:oasis:names:tc:opendocument:xmlns:text:1.0"
    body = "".join(f"<text:p>{p}</text:p>" for p in paragraphs)
    kind = "application/vnd.oasis.opendocument.text"
    return pack(
        {
            "mimetype": kind,
            "META-INF/manifest.xml": '<m:manifest xmlns:m="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">'
            f'<m:file-entry m:full-path="/" m:media-type="{kind}"/></m:manifest>',
            "meta.xml": f'<o xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>{title}</dc:title></o>',
            "content.xml": f'<office:document-content xmlns:office="{office}" xmlns:text="{text}"><office:body><office:text>'
            f"{body}</office:text></office:body></office:document-content>",
        }
    )


def epub(title: str, *chapters: str) -> bytes:
    """A book; chapters are the HTML between the body tags."""
    names = [f"c{i}" for i in range(len(chapters))]
    items = "".join(f'<item id="{n}" href="{n}.xhtml" media-type="application/xhtml+xml"/>' for n in names)
    spine = "".join(f'<itemref idref="{n}"/>' for n in names)
    pages = {
        f"{n}.xhtml": f'<html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title></head><body>{c}</body></html>'
        for n, c in zip(names, chapters, strict=True)
    }
    return pack(
        {
            "mimetype": "application/epub+zip",
            "META-INF/container.xml": '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">'
            '<rootfiles><rootfile full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
            "book.opf": '<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="i">'
            f'<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>{title}</dc:title></metadata>'
            f"<manifest>{items}</manifest><spine>{spine}</spine></package>",
            **pages,
        }
    )
