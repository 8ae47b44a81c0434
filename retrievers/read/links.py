"""Addresses that a source gives of itself: kept when a reader can open them, dropped otherwise."""

from urllib.parse import urlsplit

_MAX_URL = 2_048  # characters


def web_url(written: str | None) -> str | None:
    """Return an absolute http(s) address without user information, else None."""
    written = (written or "").strip()
    if not written or len(written) > _MAX_URL or any(c.isspace() or c == "\\" for c in written):
        return None
    try:
        parts = urlsplit(written)
        host = parts.hostname
    except ValueError:
        return None
    if parts.scheme not in {"http", "https"} or not host or "@" in parts.netloc:
        return None
    return written
