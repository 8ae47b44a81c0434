"""The ledger as text, Markdown, CSV and data: pure. Columns: claim, citation and passage, scope, decision, action."""

import csv
import io
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any

from agent.ledger.entry import Entry, Quote
from agent.ledger.words import (
    in_context,
    one_line,
    say_became,
    say_conflict,
    say_decision,
    say_finding,
    say_scope,
    say_source,
)
from agent.report.markdown import escape
from graph.keys import claim_text

COLUMNS = ("claim", "citation and passage", "scope", "decision", "action")
CSV_COLUMNS = (
    "claim_key", "claim", "stance", "quote", "title", "publisher", "published_at", "source", "source_id", "url",
    "char_start", "char_end", "passage", "citation", "quote_match", "scope", "status", "reason", "verdict", "checker",
    "checked_because", "origins", "open_conflicts", "decided_by", "decided", "why", "action", "became",
)  # fmt: skip
_FORMULA = frozenset("=+-@＝＋－＠")


def as_text(entry: Entry) -> Iterator[str]:
    """Yield the lines of one claim for a terminal, without what only a look at the claim itself shows."""
    yield f"{entry.action}: {say_decision(entry)}  {entry.claim[:18]}"
    yield f"  {one_line(entry.text)}"
    yield from (f"  {line}" for line in say_became(entry))
    if scope := say_scope(entry):
        yield f"  scope: {scope}"
    for quote in entry.quotes:
        is_own = claim_text(quote.quote) == claim_text(entry.text)
        yield f"  {'the same words' if is_own else f'“{one_line(quote.quote)}”'} ({say_finding(quote)})"
        yield f"    {say_source(quote)}  {quote.citation[:21]}"
    if not entry.quotes:
        yield "  no quote"
    for conflict in entry.open_conflicts:
        first, *more = say_conflict(conflict)
        yield f"  {first}"
        yield from (f"    {line}" for line in more)


def as_markdown(entries: tuple[Entry, ...]) -> Iterator[str]:
    """Yield the lines of a Markdown table, one row a quote; nothing in it becomes markup."""
    yield f"| {' | '.join(COLUMNS)} |"
    yield f"|{'---|' * len(COLUMNS)}"
    for entry in entries:
        for number, quote in enumerate(entry.quotes or (None,)):
            first = number == 0
            cells = (
                f"{entry.text} ({entry.claim[:18]})" if first else "",
                _passage(quote),
                say_scope(entry) if first else "",
                "; ".join([say_decision(entry), *map(str.strip, say_became(entry))]) if first else "",
                entry.action if first else "",
            )
            yield f"| {' | '.join(escape(cell).replace('|', chr(92) + '|') for cell in cells)} |"


def as_csv(entries: tuple[Entry, ...]) -> str:
    """Return CSV, one row a quote and one for a claim without any; no cell is a formula to a spreadsheet."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(CSV_COLUMNS)
    for entry in entries:
        for quote in entry.quotes or (None,):
            row = _csv_row(entry, quote)
            writer.writerow([_inert(row[name]) for name in CSV_COLUMNS])
    return out.getvalue()


def as_data(entry: Entry) -> dict[str, Any]:
    """Return one claim as JSON data."""
    return {
        "claim": entry.claim,
        "text": entry.text,
        "citations": [asdict(quote) for quote in entry.quotes],
        "scope": dict(entry.scope),
        "decision": {
            "status": entry.status,
            "reason": entry.reason,
            "origins": entry.origins,
            "owners": list(entry.backing.owners),
            "checkers": sorted({quote.checker for quote in entry.quotes if quote.checker}),
            "person": asdict(entry.word) if entry.word else None,
            "became": asdict(entry.became) if entry.became else None,
        },
        "action": entry.action,
        "conflicts": [asdict(one) for one in entry.conflicts],
        "said_as": list(entry.said),
        "created_at": entry.created_at,
    }


def _passage(quote: Quote | None) -> str:
    if quote is None:
        return "no quote"
    return f"{in_context(quote)} ({say_source(quote)}; {say_finding(quote)}; {quote.citation[:21]})"


def _csv_row(entry: Entry, quote: Quote | None) -> Mapping[str, object]:
    cited: dict[str, Any] = asdict(quote) if quote else {}
    word = entry.word
    return {
        **{name: cited.get(name) for name in CSV_COLUMNS},
        "claim_key": entry.claim,
        "claim": entry.text,
        "scope": say_scope(entry),
        "status": entry.status,
        "reason": entry.reason,
        "origins": entry.origins,
        "open_conflicts": len(entry.open_conflicts),
        "decided_by": word.by.removeprefix("person:") if word else None,
        "decided": word.decision if word else None,
        "why": word.why if word else None,
        "action": entry.action,
        "became": "; ".join(map(str.strip, say_became(entry))),
    }


def _inert(value: object) -> object:
    if not isinstance(value, str):
        return "" if value is None else value
    text = value.encode("utf-8", "replace").decode("utf-8").replace("\0", "\ufffd")
    text = text.replace("\r\n", "\n").replace("\r", "\n")  # a lone one would end the row
    first = next((one for one in text if not one.isspace() and unicodedata.category(one) != "Cf"), "")
    return f"'{text}" if first in _FORMULA or text[:1] == "\t" else text
