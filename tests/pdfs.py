"""PDF files written by hand, so that tests know where each word stands: one font, half an em a character."""

import hashlib
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field

WIDTH, HEIGHT = 612, 792
_PAD = bytes.fromhex("28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A")


Line = tuple[float, float, float, str]


@dataclass
class PdfPage:
    """What stands on a page: `lines` of (x, y from the bottom, size, text) in the file's order."""

    lines: list[Line] = field(default_factory=list[Line])
    image: bool = False
    rotate: int = 0
    turn: int = 0
    """Degrees by which the text is turned against the page, anticlockwise."""
    labels: list[Line] = field(default_factory=list[Line])
    """Text turned upwards, in the file behind the first line."""
    filled: list[Line] = field(default_factory=list[Line])
    """Text in fields of a form, or noted on the page: shown by their own streams."""
    raw: bytes | None = None
    """The content stream as it is, instead of lines."""
    size: tuple[float, float] = (WIDTH, HEIGHT)


def column(text: str, *, x: float = 72, top: float = 720, size: float = 10, chars: int = 80) -> list[Line]:
    """Wrap text to lines of at most `chars` characters, from the top downwards; a newline ends a line."""
    lines: list[Line] = []
    y = top
    for paragraph in text.split("\n"):
        words, line = paragraph.split(" "), ""
        for word in words:
            if line and len(line) + 1 + len(word) > chars:
                lines.append((x, y, size, line))
                line, y = word, y - size * 1.2
            else:
                line = f"{line} {word}" if line else word
        if line:
            lines.append((x, y, size, line))
        y -= size * 1.2
    return lines


def make_pdf(
    pages: Sequence[PdfPage],
    *,
    title: str = "",
    user: str | None = None,
    owner: str = "owner",
    lead: bytes = b"",
    sheet: str = "",
) -> bytes:
    """Return a PDF file; with `user` it is encrypted (RC4, 40 bits), "" needs no password to open.

    `sheet` are entries said once for all pages, which then say no size of their own.
    """
    lines = [line for page in pages for line in (*page.lines, *page.labels, *page.filled)]
    characters = sorted({c for *_, text in lines for c in text if c != " "})
    codes = {c: i + 33 for i, c in enumerate(characters)} | {" ": 32}
    assert len(codes) < 220
    mapping = "\n".join(f"<{code:02x}> <{c.encode('utf-16-be').hex()}>" for c, code in codes.items())
    cmap = (
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def /CMapType 2 def\n"
        "1 begincodespacerange <00> <ff> endcodespacerange\n"
        f"{len(codes)} beginbfchar\n{mapping}\nendbfchar\nendcmap end end"
    )
    resources = "<< /Font << /F 3 0 R >> /XObject << /I 7 0 R >> >>"
    objects: list[tuple[bytes, bytes | None]] = [
        (b"<< /Type /Catalog /Pages 2 0 R >>", None),
        (b"", None),
        (
            b"<< /Type /Font /Subtype /TrueType /BaseFont /Sample /FirstChar 0 /LastChar 255 /Widths ["
            + b"500 " * 256
            + b"] /ToUnicode 4 0 R /FontDescriptor 5 0 R >>",
            None,
        ),
        (b"", zlib.compress(cmap.encode())),
        (b"<< /Type /FontDescriptor /FontName /Sample /Flags 32 /Ascent 800 /Descent -200 >>", None),
        (f"<< /Title <feff{title.encode('utf-16-be').hex()}> /CreationDate (D:20200101000000Z) >>".encode(), None),
        (
            b"/Type /XObject /Subtype /Image /Width 8 /Height 8 /ColorSpace /DeviceGray /BitsPerComponent 8",
            zlib.compress(bytes(64)),
        ),
    ]
    kids: list[int] = []
    for page in pages:
        objects.append((b"", zlib.compress(page.raw if page.raw is not None else _content(page, codes))))
        stream = len(objects)
        own = "" if sheet else f"/MediaBox [0 0 {page.size[0]} {page.size[1]}]"
        head = f"/Type /Page /Parent 2 0 R {own} /Rotate {page.rotate} /Resources {resources}"
        notes: list[str] = []
        for x, y, size, text in page.filled:
            box = f"0 0 300 {size * 2}"
            form = f"/Type /XObject /Subtype /Form /BBox [{box}] /Resources {resources}".encode()
            objects.append((form, zlib.compress(_show((2, 2, size, text), 0, codes))))
            place = f"/Rect [{x} {y} {x + 300} {y + size * 2}] /F 4 /AP << /N {len(objects)} 0 R >>"
            notes.append(f"<< /Type /Annot /Subtype /Widget /FT /Tx {place} >>")
        head += f" /Annots [{' '.join(notes)}]" if notes else ""
        objects.append((f"<< {head} /Contents {stream} 0 R >>".encode(), None))
        kids.append(len(objects))
    objects[1] = (
        f"<< /Type /Pages {sheet} /Count {len(kids)} /Kids [{' '.join(f'{k} 0 R' for k in kids)}] >>".encode(),
        None,
    )
    return lead + _write(objects, _Lock(user, owner) if user is not None else None)


def _content(page: PdfPage, codes: dict[str, int]) -> bytes:
    parts = [b"q 400 0 0 400 50 50 cm /I Do Q"] if page.image else []
    shown = [_show(line, page.turn, codes) for line in page.lines]
    return b"\n".join([*parts, *shown[:1], *(_show(label, 90, codes) for label in page.labels), *shown[1:]])


def _show(line: Line, turn: int, codes: dict[str, int]) -> bytes:
    x, y, size, text = line
    matrix = {
        0: f"1 0 0 1 {x} {y}",
        90: f"0 1 -1 0 {HEIGHT - y} {x}",
        180: f"-1 0 0 -1 {WIDTH - x} {HEIGHT - y}",
        270: f"0 -1 1 0 {y} {WIDTH - x}",
    }[turn]
    return f"BT /F {size} Tf {matrix} Tm <{bytes(codes[c] for c in text).hex()}> Tj ET".encode()


class _Lock:
    """The standard security handler, revision 2: enough to lock a file that a test opens."""

    def __init__(self, user: str, owner: str) -> None:
        padded = (user.encode() + _PAD)[:32]
        self.o = rc4(hashlib.md5((owner.encode() + _PAD)[:32]).digest()[:5], padded)
        self.id = b"0123456789abcdef"
        self.key = hashlib.md5(padded + self.o + (-4).to_bytes(4, "little", signed=True) + self.id).digest()[:5]
        self.u = rc4(self.key, _PAD)

    def lock(self, number: int, data: bytes) -> bytes:
        return rc4(hashlib.md5(self.key + number.to_bytes(3, "little") + b"\0\0").digest()[:10], data)


def rc4(key: bytes, data: bytes) -> bytes:
    """Encrypt or decrypt by RC4."""
    state, j = list(range(256)), 0
    for i in range(256):
        j = (j + state[i] + key[i % len(key)]) % 256
        state[i], state[j] = state[j], state[i]
    out, i, j = bytearray(), 0, 0
    for byte in data:
        i = (i + 1) % 256
        j = (j + state[i]) % 256
        state[i], state[j] = state[j], state[i]
        out.append(byte ^ state[(state[i] + state[j]) % 256])
    return bytes(out)


def _write(objects: list[tuple[bytes, bytes | None]], lock: _Lock | None) -> bytes:
    out = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
    places: list[int] = []
    for number, (head, stream) in enumerate(objects, 1):
        places.append(len(out))
        out += f"{number} 0 obj\n".encode()
        if stream is None:
            out += head
        else:
            data = lock.lock(number, stream) if lock else stream
            out += (
                b"<< "
                + head
                + f" /Filter /FlateDecode /Length {len(data)} >>\nstream\n".encode()
                + data
                + b"\nendstream"
            )
        out += b"\nendobj\n"
    start = len(out)
    out += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode()
    out += b"".join(f"{place:010} 00000 n \n".encode() for place in places)
    encrypt = b""
    if lock:
        encrypt = (
            b" /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <" + lock.o.hex().encode() + b"> /U <"
            + lock.u.hex().encode() + b"> >> /ID [<" + lock.id.hex().encode() + b"> <" + lock.id.hex().encode() + b">]"
        )  # fmt: skip
    out += f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R /Info 6 0 R".encode() + encrypt
    out += f" >>\nstartxref\n{start}\n%%EOF\n".encode()
    return bytes(out)
