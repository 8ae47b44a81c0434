"""One claim looked at closely: quotes in context, scope, conflicts, who says it, and its history. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from agent.ledger.entry import Entry, Quote
from agent.ledger.words import in_context, one_line, say_became, say_conflict, say_decision, say_scope, say_source


def look_at(entry: Entry, *, numbered: bool = False) -> Iterator[str]:
    """Yield what there is on a claim, a line each: the claim, the decision, its quotes for and against in context, and
    the conflicts with the other side's words. `numbered` counts the quotes, for a person who names some of them."""
    yield one_line(entry.text)
    yield f"{entry.action}: {say_decision(entry)}"
    yield from say_became(entry)
    if scope := say_scope(entry):
        yield f"scope: {scope}"
    if entry.origins:
        owners = "; ".join(one_line(one) for one in entry.backing.owners)
        yield f"independent origins by its own quotes: {entry.origins} ({owners})"
    for number, quote in enumerate(entry.quotes, 1):
        yield from _quote(quote, f"[{number}] " if numbered else "")
    if not entry.quotes:
        yield "no quote"
    for conflict in entry.conflicts:
        first, *more = say_conflict(conflict)
        yield first
        yield from (f"  {line}" for line in more)


def tell_history(history: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the Assessments of a claim, oldest first, a line each."""
    for row in history:
        moved = f"{row['from_status'] or 'new'} -> {row['to_status']} ({row['reason']})"
        moved = moved if row["from_status"] != row["to_status"] else f"stays {row['to_status']}"
        word = ": ".join(one for one in (row["decision"], row["why"]) if one)
        yield f"{row['at']}  {moved} by {row['by']}{f', {one_line(word)}' if word else ''}"


def tell_reports(reports: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the final reports that say a claim, newest first, a line each."""
    for row in reports:
        then = f", {row['status_when_written']} when written" if row["status_when_written"] else ""
        yield f"{row['run_key'] or row['run']}  {row['at']}  {one_line(row['question'])}  (as {row['kind']}{then})"


def _quote(quote: Quote, number: str) -> Iterator[str]:
    yield f'{number}{quote.stance} ({quote.verdict}, {quote.quote_match}): "{one_line(quote.quote)}"'
    if quote.prefix or quote.suffix:
        yield f"  in context: {in_context(quote)}"
    if quote.checked_because:
        yield f"  {quote.checker}: {quote.checked_because}"
    yield f"  {say_source(quote)}  {quote.citation[:18]}  {(quote.source or '')[:16]}"
