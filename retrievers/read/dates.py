"""Dates as sources write them, at the precision they are written in."""

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime

from retrievers.read.reading import Precision

_YEAR = re.compile(r"\d{4}")
_MONTH = re.compile(r"(\d{4})-(\d{2})")
_DAY = re.compile(r"(\d{4})-(\d{2})-(\d{2})")
_COMPACT = re.compile(r"(\d{4})(\d{2})(\d{2})")
_SLASHED = re.compile(r"(\d{4})[/.](\d{1,2})[/.](\d{1,2})")
_ZONE_WITHOUT_COLON = re.compile(r"([+-]\d{2})(\d{2})$")


@dataclass(frozen=True, slots=True)
class Dated:
    """An ISO date or date and time, and how precise it is."""

    value: str
    precision: Precision

    @property
    def day(self) -> date:
        """The day it names (UTC where a zone is given); the first of its month or year otherwise."""
        if self.precision == "time":
            moment = datetime.fromisoformat(self.value)
            try:
                return (moment.astimezone(UTC) if moment.tzinfo else moment).date()
            except OverflowError:  # the first and the last day there is
                return moment.date()
        return date.fromisoformat((self.value + "-01-01")[:10])


def parse_date(written: str) -> Dated | None:
    """Read an ISO-like date (`2026`, `2026-03`, `2026-03-12`, with a time, `20260312`, `2026/03/12`).

    None for anything else and for days that do not exist. A time stays as written, seconds and zone too.
    """
    written = written.strip()
    if _YEAR.fullmatch(written):
        return Dated(written, "year") if int(written) > 0 else None
    if match := _MONTH.fullmatch(written):
        return Dated(written, "month") if 1 <= int(match.group(2)) <= 12 and int(match.group(1)) else None
    if match := _COMPACT.fullmatch(written) or _SLASHED.fullmatch(written):
        written = f"{match.group(1)}-{int(match.group(2)):02}-{int(match.group(3)):02}"
    try:
        if _DAY.fullmatch(written):
            return Dated(date.fromisoformat(written).isoformat(), "day")
        if not _DAY.match(written):
            return None
        moment = datetime.fromisoformat(_ZONE_WITHOUT_COLON.sub(r"\1:\2", written))
    except ValueError:
        return None
    return Dated(moment.isoformat(), "time")


def is_future(dated: Dated, today: date | None = None) -> bool:
    """Say whether a date lies after today (UTC): nothing was published then, so it proves nothing."""
    return dated.day > (today or datetime.now(UTC).date())


def parse_published(written: str | None, proof: str) -> tuple[str | None, Precision | None, str | None]:
    """Return value, precision and proof of a date that a source states of itself; three Nones if unusable."""
    dated = parse_date(written) if written else None
    if dated is None or is_future(dated):
        return None, None, None
    return dated.value, dated.precision, proof
