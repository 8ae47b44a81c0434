"""What changed of claims since a point in time: from which status to which, why, and by which source."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from agent.ledger.read import Filters, find_claims
from agent.ledger.words import one_line
from agent.record.clock import AHEAD_MS, Moment, moment_of, now
from graph.store import GraphStore, Row

_BATCH = 200
_QUOTE = 160
_MINUTE = len("2026-03-01T12:00")


@dataclass(frozen=True, slots=True)
class Changed:
    """Rows of `moves_of_claims`, those that moved last first; `notes` say what was made of the filters."""

    since: Moment
    claims: tuple[Row, ...]
    notes: tuple[str, ...]


async def read_changed(store: GraphStore, since: Moment, filters: Filters, *, limit: int) -> Changed:
    """Return the claims whose status, quotes or sources changed since; no claim is an answer too.

    Raises LedgerUnclear for a source that is not there or may be several.
    """
    keys, notes = await find_claims(store, filters)
    given = {"since": since.iso, "since_ms": since.ms}
    moved = [row["claim"] for row in await store.read("claims_moved", keys=keys, limit=limit, **given)]
    rows: list[Row] = []
    for start in range(0, len(moved), _BATCH):
        batch = moved[start : start + _BATCH]
        found = {row["claim"]: row for row in await store.read("moves_of_claims", keys=batch, **given)}
        rows += [found[key] for key in batch if key in found]
    if _is_ahead(rows):
        notes.append(
            "some of this is dated after this machine's clock, which was set back: in its order, not by its dates"
        )
    return Changed(since, tuple(rows), tuple(notes))


def _is_ahead(rows: Sequence[Row]) -> bool:
    """Whether something is dated after now."""
    latest = moment_of(now().ms + AHEAD_MS).iso
    dates = [move["at"] for row in rows for move in row["moves"]]
    dates += [quote[name] for row in rows for quote in row["quotes"] for name in ("created_at", "checked_at")]
    return any(at and at > latest for at in dates)


def tell_change(row: Row, since: Moment) -> Iterator[str]:
    """Yield what happened to one claim, a line each. Pure."""
    before: Mapping[str, Any] | None = row["before"]
    was = f"{before['status']} ({before['reason']})" if before else "new"
    now = f"{row['status']} ({row['reason']})"
    moved = f"{was} -> {now}" if was != now else f"stays {now}"
    yield f"{moved}  {one_line(row['text'])}  {row['claim'][:18]}"
    for move in _moves(row["moves"], row["quotes"], since):
        yield f"  {move}"


def _moves(moves: Sequence[Mapping[str, Any]], quotes: Sequence[Mapping[str, Any]], since: Moment) -> Iterator[str]:
    for move in moves:
        stays = move["from_status"] == move["to_status"]
        said = f"stays {move['to_status']}" if stays else f"{move['from_status'] or 'new'} -> {move['to_status']}"
        word = ": ".join(one for one in (move["decision"], move["why"]) if one)
        yield f"{move['at']}  {said} ({move['reason']}) by {move['by']}{f', {one_line(word)}' if word else ''}"
    for quote in sorted(quotes, key=lambda one: _when(one, since)):
        yield tell_quote(quote, since)


def tell_quote(quote: Mapping[str, Any], since: Moment) -> str:
    """Return what happened to a quote since, with its source, on one line.

    A quote that is new since has the time of its making, and what became of it later is told with its own.
    """
    text = one_line(quote["quote"] or "")
    said = f"“{text[:_QUOTE]}{'…' if len(text) > _QUOTE else ''}” ({quote['title'] or 'a source that is gone'})"
    if quote["verdict"] == "stale":
        was = f", {quote['verdict_before']} before" if quote["verdict_before"] else ""
        what = (
            f"stale: its source has another text since {(quote['replaced_at'] or quote['checked_at'] or '')[:10]}{was}"
        )
    elif quote["verdict"] == "removed":
        what = "removed: its source was forgotten"
    else:
        found = f"{quote['verdict']} by {quote['checker']}" if quote["checker"] else quote["verdict"]
        carried = "carried over to its source's new text" if quote["carried_from"] else "new quote"
        later = _checked_later(quote) if _is_new(quote, since) else ""
        what = f"{carried if _is_new(quote, since) else 'checked'}, {quote['stance']}, {found}{later}"
    gone = f"; its source is gone since {quote['gone_at'][:10]}" if quote["gone_at"] else ""
    return f"{_when(quote, since)}  {what}{gone}: {said}"


def _is_new(quote: Mapping[str, Any], since: Moment) -> bool:
    return (quote["created_at"] or "") >= since.iso


def _when(quote: Mapping[str, Any], since: Moment) -> str:
    """When what is told of a quote happened."""
    if quote["verdict"] not in {"stale", "removed"} and _is_new(quote, since):
        return str(quote["created_at"])
    return str(quote["checked_at"] or quote["created_at"] or quote["gone_at"] or "")


def _checked_later(quote: Mapping[str, Any]) -> str:
    """When a quote was checked, where that was not in the minute of its making."""
    at = quote["checked_at"] or ""
    return f", checked {at}" if at[:_MINUTE] > quote["created_at"][:_MINUTE] else ""
