"""Bytes to text: what kind of bytes they are, in which encoding, without what no text should hold."""

import codecs
import re

from retrievers.errors import ReadingRefused

# Signatures at the start of a file, longest first where one contains another.
_SIGNATURES: tuple[tuple[bytes, str], ...] = (
    (b"\x89PNG\r\n\x1a\n", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"GIF87a", "a GIF image"),
    (b"GIF89a", "a GIF image"),
    (b"II*\x00", "a TIFF image"),
    (b"MM\x00*", "a TIFF image"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Office document"),
    (b"SQLite format 3\x00", "a SQLite database"),
    (b"\x7fELF", "a program"),
    (b"MZ\x90\x00", "a program"),
    (b"\x1f\x8b", "gzip-compressed data"),
    (b"BZh", "bzip2-compressed data"),
    (b"\xfd7zXZ\x00", "xz-compressed data"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (b"\x28\xb5\x2f\xfd", "zstd-compressed data"),
    (b"Rar!\x1a\x07", "a RAR archive"),
    (b"ID3", "an audio file"),
    (b"fLaC", "an audio file"),
    (b"OggS", "an audio or video file"),
    (b"\x1a\x45\xdf\xa3", "a video file"),
    (b"wOFF", "a font"),
    (b"wOF2", "a font"),
    (b"\x00\x01\x00\x00\x00", "a font"),
    (b"{\\rtf", "an RTF document"),
    (b"%!PS", "a PostScript document"),
)
_OFFICE = (
    (b"word/", "a Word document"),
    (b"xl/", "an Excel workbook"),
    (b"ppt/", "a PowerPoint file"),
    (b"application/epub+zip", "an EPUB book"),
    (b"application/vnd.oasis.opendocument", "an OpenDocument file"),
)
# UTF-32 before UTF-16: its little-endian mark begins with the other's.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_CONTROL_BYTES = bytes(b for b in range(32) if b not in b"\t\n\v\f\r\x1b") + b"\x7f"
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_SURROGATES = re.compile(r"[\ud800-\udfff]")
_CHARSET = re.compile(rb"<meta[^>]{0,200}?charset\s*=\s*[\"']?\s*([A-Za-z0-9_.:-]{2,40})", re.IGNORECASE)
_SNIFFED = 65_536  # bytes
_PYTHON_ONLY = {"undefined", "unicode-escape", "raw-unicode-escape", "punycode", "idna", "utf-7", "mbcs", "oem"}


def find_binary_kind(data: bytes) -> str | None:
    """Say what binary data is ("a PDF", "a PNG image"), by its content; None when it may be text."""
    at = data[:1024].find(b"%PDF-")
    if at >= 0 and (not data[:at].strip(b"\xef\xbb\xbf\0\t\n\r ") or b"endobj" in data):  # a text may speak of it
        return "a PDF"
    if data[:4] in {b"PK\x03\x04", b"PK\x05\x06"}:
        ends = data[:_SNIFFED] + data[-_SNIFFED:]  # names stand before each part and in the list at the end
        return next((name for part, name in _OFFICE if part in ends), "a ZIP archive")
    if data[:4] == b"RIFF":
        return "a WebP image" if data[8:12] == b"WEBP" else "an audio or video file"
    if data[4:8] == b"ftyp":
        return "a video or image file"
    for signature, name in _SIGNATURES:
        if data.startswith(signature):
            return name
    if find_mark(data) or _guess_utf16(data):
        return None
    head = data[:_SNIFFED]
    controls = len(head) - len(head.translate(None, _CONTROL_BYTES))
    return "binary data" if controls > max(8, len(head) // 20) else None


def find_mark(data: bytes) -> tuple[bytes, str] | None:
    """Return the byte-order mark that data opens with, and the encoding it means."""
    return next(((mark, name) for mark, name in _MARKS if data.startswith(mark)), None)


def decode_text(data: bytes, name: str, *, is_html: bool = False) -> str:
    """Decode by mark, as UTF-8, by the charset an HTML page declares, then by statistics.

    Raises ReadingRefused("unreadable") when no encoding fits; `name` is for its sentence.
    """
    mark = find_mark(data)
    if mark and mark[1] != "utf-8":
        return _decode_marked(data, mark, name)
    candidates = ["utf-8" if mark else _guess_utf16(data) or "utf-8"]
    if is_html and (declared := _CHARSET.search(data[:4096])):
        candidates.extend(_web_encodings(declared.group(1).decode("ascii")))
    body = data[len(mark[0]) :] if mark else data
    for encoding in candidates:
        try:
            return clean_text(body.decode(encoding))
        except (UnicodeError, LookupError):
            continue
    return clean_text(_mostly_utf8(body) or _decode_by_statistics(body, name))


def clean_text(text: str) -> str:
    """Make line ends newlines and control characters spaces; nothing else changes, words least of all."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    text = _CONTROLS.sub(" ", text)
    if _SURROGATES.search(text):
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def _decode_marked(data: bytes, mark: tuple[bytes, str], name: str) -> str:
    """Decode what says itself that it is UTF-16 or UTF-32; a cut end or a few broken units do not make it other."""
    text = data[len(mark[0]) :].decode(mark[1], "replace")
    broken = text.count("\ufffd")
    if broken > max(1, len(text) // 100):
        raise ReadingRefused(
            "unreadable", f"{name} is marked as {mark[1].upper()} and is not; save it as UTF-8 and try again."
        )
    return clean_text(text)


def _guess_utf16(data: bytes) -> str | None:
    head = data[:4096]
    if len(head) < 4 or len(data) % 2:
        return None
    even, odd = head[0::2].count(0), head[1::2].count(0)
    half = len(head) // 2
    if odd > half * 0.4 and even < half * 0.05:
        return "utf-16-le"
    return "utf-16-be" if even > half * 0.4 and odd < half * 0.05 else None


def _mostly_utf8(data: bytes) -> str | None:
    """Decode UTF-8 with a few broken bytes, as browsers do; None when it is not UTF-8 at all."""
    text = data.decode("utf-8", "replace")
    wide = sum(1 for c in text if c > "\x7f")
    broken = text.count("\ufffd")
    return text if broken * 3 <= wide - broken else None


def _web_encodings(label: str) -> list[str]:
    """Browsers read the label latin-1 as Windows-1252 (WHATWG), and so do the authors of such pages."""
    label = label.lower().replace("_", "-")
    if label in _PYTHON_ONLY:
        return []
    return ["cp1252" if label in {"iso-8859-1", "iso8859-1", "latin1", "latin-1", "ascii", "us-ascii"} else label]


def _decode_by_statistics(data: bytes, name: str) -> str:
    from charset_normalizer import from_bytes

    best = from_bytes(data).best() if b"\x00" not in data else None
    if best is None:
        raise ReadingRefused("unreadable", f"{name} is in no encoding we know; save it as UTF-8 and try again.")
    return str(best)
