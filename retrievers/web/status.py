"""What a status line means for reading: a typed outcome and a sentence. Pure."""

from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from retrievers.outcome import Outcome

_SAID: dict[int, tuple[Outcome, str]] = {
    204: ("empty", "the page has no content"),
    205: ("empty", "the page has no content"),
    206: ("unreadable", "the server sent a part that was not asked for"),
    401: ("unauthorised", "the page asks for a login"),
    402: ("unauthorised", "the page asks for payment"),
    403: ("unauthorised", "the server does not let us read the page"),
    404: ("empty", "there is no page at that address"),
    406: ("unsupported", "the server has the page in no form that is read"),
    407: ("unauthorised", "a proxy asks for a login"),
    408: ("timeout", "the server gave up waiting"),
    410: ("empty", "the page has been taken away"),
    429: ("rate_limited", "the server asks for fewer requests"),
    451: ("unauthorised", "the page is withheld for legal reasons"),
    503: ("offline", "the server cannot answer just now"),
    504: ("timeout", "the server waited in vain for another"),
}


def outcome_of(status: int) -> tuple[Outcome, str] | None:
    """Return outcome and sentence of a status that brings no page, None for one that does (redirects aside)."""
    if status in _SAID:
        return _SAID[status]
    if 200 <= status < 300:
        return None
    if status >= 500:
        return "offline", "the server failed"
    return "unreadable", "the server did not give the page"


def parse_retry_after(value: str, now: datetime) -> float | None:
    """Return the seconds that a Retry-After header asks to wait, as a number or a date, never negative."""
    value = value.strip()
    if value.isascii() and value.isdigit():
        return float(value[:9])
    try:
        moment = parsedate_to_datetime(value)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return max(0.0, (moment - now).total_seconds())
