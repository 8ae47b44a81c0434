"""Unpacks a compressed body piece by piece, and stops at a cap: 10 kB can unpack to 10 MB. Pure."""

import zlib

_STEP = 256 * 1024  # bytes unpacked at a time
_GZIP = 16 + zlib.MAX_WBITS
_RAW = -zlib.MAX_WBITS
_GZIP_MARK = b"\x1f\x8b"
_PLAIN = frozenset({"", "identity"})
ENCODINGS = "gzip, deflate"
"""What is asked for, as an Accept-Encoding header."""


class TooMuch(Exception):
    """The body unpacks to more than the cap."""


class BadEncoding(Exception):
    """The body is packed in a way that is not read, or its packing is damaged; the text says which."""


class Body:
    """Collects a body of at most `cap` bytes, unpacked; `encoding` is the Content-Encoding header, "" for none."""

    def __init__(self, encoding: str, *, cap: int) -> None:
        names = [name for part in encoding.split(",") if (name := part.strip().lower()) not in _PLAIN]
        if names not in ([], ["gzip"], ["x-gzip"], ["deflate"]):
            raise BadEncoding(f"is packed as {', '.join(names)[:60]}, which was not asked for and is not read")
        self._kind = names[0].removeprefix("x-") if names else ""
        self._cap = cap
        self._parts: list[bytes] = []
        self._length = 0
        self._unpacker = None
        self._is_done = False

    def feed(self, data: bytes) -> None:
        """Add bytes as they came; raises TooMuch at the cap and BadEncoding on damage."""
        if not self._kind:
            self._add(data)
            return
        is_full = False
        while (data or is_full) and not self._is_done:
            if self._unpacker is None:
                self._is_done = bool(self._parts) and not _GZIP_MARK.startswith(data[:2])  # padding means nothing
                if self._is_done:
                    return
                self._unpacker = zlib.decompressobj(self._window(data))
            try:
                out = self._unpacker.decompress(data, _STEP)
            except zlib.error as error:
                raise BadEncoding(f"is damaged: its {self._kind} packing cannot be undone") from error
            self._add(out)
            is_full = len(out) == _STEP
            data = self._unpacker.unconsumed_tail
            if self._unpacker.eof:
                data, self._unpacker, is_full = self._unpacker.unused_data, None, False

    def finish(self) -> bytes:
        """Return the whole body; raises BadEncoding when its packing is not complete."""
        if self._unpacker is not None:
            raise BadEncoding(f"broke off inside its {self._kind} packing")
        return b"".join(self._parts)

    def so_far(self) -> bytes:
        """Return what was unpacked until now, complete or not."""
        return b"".join(self._parts)

    def _window(self, data: bytes) -> int:
        if self._kind == "gzip":
            return _GZIP
        is_zlib = len(data) < 2 or (data[0] & 0x0F == 8 and (data[0] << 8 | data[1]) % 31 == 0)
        return zlib.MAX_WBITS if is_zlib else _RAW

    def _add(self, data: bytes) -> None:
        self._length += len(data)
        if self._length > self._cap:
            raise TooMuch
        self._parts.append(data)
