"""A provider's rows as hits: addresses checked, rules applied again, doubles and future dates taken out. Pure."""

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, date
from email.utils import parsedate_to_datetime

from graph.url import UrlRefused, fetch_url
from retrievers.read.dates import Dated, is_future, parse_date
from retrievers.read.decode import clean_text
from retrievers.websearch.domains import DomainRules
from retrievers.websearch.protocol import WebHit

_TITLE, _SNIPPET = 300, 2_000  # characters
_BONUS = 3.5  # a preferred domain rises by so many places, rounded down
_AT_MOST = 200  # rows of one answer that are looked at


@dataclass(frozen=True, slots=True)
class Row:
    """One result as a provider gave it, nothing believed."""

    url: object
    title: object = ""
    snippet: object = ""
    date: object = None
    score: object = None


@dataclass(frozen=True, slots=True)
class Hits:
    """The hits that are left, best first, and how many rows went for which reason."""

    hits: tuple[WebHit, ...]
    left_out: Counter[str]

    @property
    def notes(self) -> tuple[str, ...]:
        """A sentence for each reason."""
        return tuple(f"{count} of its results {reason}" for reason, count in sorted(self.left_out.items()))


def parse_hits(rows: Iterable[Row], *, provider: str, domains: DomainRules, limit: int) -> Hits:
    """Return at most `limit` hits, each source once, in the provider's order but for the preferred domains' bonus."""
    found: dict[str, WebHit] = {}
    left_out: Counter[str] = Counter()
    for _, row in zip(range(_AT_MOST), rows, strict=False):
        try:
            url = fetch_url(row.url if isinstance(row.url, str) else "")
        except UrlRefused:
            left_out["had an address that is not read"] += 1
            continue
        if not domains.allows(url):
            left_out["lay outside the rules for domains"] += 1
            continue
        hit = _hit(row, url, provider, domains)
        found.setdefault(hit.locator, hit)
    order = sorted(enumerate(found.values()), key=lambda at: at[0] - _BONUS * at[1].is_preferred)
    return Hits(tuple(replace(hit, rank=rank) for rank, (_, hit) in enumerate(order[:limit], 1)), left_out)


def asked_for(limit: int, domains: DomainRules, most: int) -> int:
    """Return how many results to ask a provider for, so that a preferred one below the limit can still come in."""
    return min(most, 2 * limit if domains.prefer else limit)


def parse_stated_date(written: object, today: date | None = None) -> Dated | None:
    """Return the date that a provider states, ISO or as in e-mail, at its precision; None for one that cannot be.

    A time of midnight without a zone is how programs write a day.
    """
    if not isinstance(written, str):
        return None
    dated = parse_date(written) or _parse_mail_date(written)
    if dated is None or is_future(dated, today):
        return None
    if dated.precision == "time" and dated.value.endswith("T00:00:00"):
        return Dated(dated.value[:10], "day")
    return dated


def _parse_mail_date(written: str) -> Dated | None:
    try:
        moment = parsedate_to_datetime(written)
        if moment.tzinfo is not None:
            moment = moment.astimezone(UTC)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
    return Dated(moment.isoformat(), "time")


def _hit(row: Row, url: str, provider: str, domains: DomainRules) -> WebHit:
    dated = parse_stated_date(row.date)
    return WebHit(
        rank=0,
        title=_line(row.title, _TITLE) or url,
        url=url,
        snippet=_line(row.snippet, _SNIPPET),
        provider=provider,
        published_at=dated.value if dated else None,
        published_precision=dated.precision if dated else None,
        score=_number(row.score),
        is_preferred=domains.prefers(url),
    )


def _line(value: object, most: int) -> str:
    return " ".join(clean_text(value[: 4 * most]).split())[:most] if isinstance(value, str) else ""


def _number(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    number = float(value) if abs(value) < 1e300 else math.inf
    return number if math.isfinite(number) else None
