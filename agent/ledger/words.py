"""What stands in the cells of a ledger: pure."""

from collections.abc import Iterator

from agent.ledger.became import Became
from agent.ledger.entry import Entry, Opposed, OtherSide, Quote
from agent.report.markdown import say_date

_SCOPE_NAMES = {"valid_from": "from", "valid_to": "to"}


def say_scope(entry: Entry) -> str:
    """What the claim speaks of, as far as it is known: subject, measure, value, unit, conditions, time."""
    shown = {name: value for name, value in entry.scope.items() if (name, value) != ("polarity", "affirmed")}
    return "; ".join(f"{_SCOPE_NAMES.get(name, name)}: {one_line(str(value))}" for name, value in shown.items())


def say_decision(entry: Entry) -> str:
    """The claim's status with its reason, who checked, what was found, and a person's last word."""
    told = f"{entry.status} ({entry.reason})"
    if entry.status == "supported":
        told += f", {entry.origins} independent {'origin' if entry.origins == 1 else 'origins'} by its own quotes"
    if entry.word is not None:
        why = f": {entry.word.why.lstrip(' :')}" if entry.word.why else ""
        told += f"; {entry.word.decision or 'decided'} by {entry.word.by.removeprefix('person:')}{why}"
    return told


def say_finding(quote: Quote) -> str:
    """What was found of a quote, by whom and why."""
    by = f" by {quote.checker}" if quote.checker else ""
    because = f": {quote.checked_because.lstrip(' :')}" if quote.checked_because else ""
    return f"{quote.stance}, {quote.verdict}, {quote.quote_match}{by}{because}"


def say_source(quote: Quote) -> str:
    """Whose words a quote is, of when, and where they stand."""
    said = ", ".join(one for one in (quote.title or quote.source_id, quote.publisher) if one) or "a source that is gone"
    page = f", page {quote.page}" if quote.page else ""
    state = "" if quote.version_state == "current" else f", {quote.version_state or 'gone'} text"
    return f"{said}, {say_date(quote.published_at)}{page}, {quote.place}{state}"


def in_context(quote: Quote) -> str:
    """The quote in brackets, with the words around it in its source."""
    before, after = one_line(quote.prefix or ""), one_line(quote.suffix or "")
    start = f"…{before} " if before else ""
    end = f" {after}…" if after else ""
    return f"{start}[{one_line(quote.quote)}]{end}"


def say_became(entry: Entry) -> list[str]:
    """What stands in the place of a claim that a person narrowed or split, a line each; what took its place below."""
    return list(_in_place(entry.became)) if entry.became else []


def _in_place(became: Became) -> Iterator[str]:
    for one in became.claims:
        yield f"in its place by {became.by}, {one.status}: {one_line(one.text)}  {one.claim[:18]}"
        yield from (f"  {line}" for line in (_in_place(one.became) if one.became else ()))


def say_conflict(conflict: Opposed) -> list[str]:
    """A conflict and what the other side rests on, a line each."""
    why = f": {one_line(conflict.rationale)}" if conflict.rationale else ""
    end = f" ({one_line(conflict.resolution)})" if conflict.resolution else ""
    head = f"{conflict.state} {conflict.kind or ''} conflict {conflict.conflict[:21]}{end}{why}".replace("  ", " ")
    other = f"the other side, {conflict.status}: {one_line(conflict.text)}  {conflict.claim[:18]}"
    return [head, other, *(f"“{one_line(one.quote)}” ({_named(one)})" for one in conflict.quotes)]


def _named(side: OtherSide) -> str:
    return ", ".join(one for one in (side.title, side.publisher, say_date(side.published_at)) if one)


def one_line(text: str) -> str:
    """The text with every run of white space made one space."""
    return " ".join(text.split())
