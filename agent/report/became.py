"""What a report says of a claim that a person narrowed or split since: by whom, and what stands in its place. Pure."""

from collections.abc import Iterator

from agent.ledger.became import Became, InPlace
from agent.report.cited import Cited
from agent.report.markdown import escape, say_date, show_name
from agent.report.view import StatementView
from graph.keys import claim_text

_DONE = {"narrow": "Narrowed", "split": "Split"}


def say_became(cited: Cited, one: StatementView) -> list[str]:
    """Return a line for each decision that put other claims in the place of a sentence's: their words, in quotation
    marks where they are the source's own, their marks and what they are called now."""
    return [line for became in one.became for line in _told(cited, became)]


def _told(cited: Cited, became: Became, of: str = "") -> Iterator[str]:
    why = f" ({escape(became.why)})" if became.why else ""
    places = "; ".join(_in_place(cited, claim) for claim in became.claims)
    yield (
        f"{_DONE[became.decision]}{of} by {escape(became.by)}, {say_date(became.at[:10])}{why}. In its place: {places}"
    )
    for claim in became.claims:
        if claim.became:
            yield from _told(cited, claim.became, f" again, from {_words(claim)},")


def _in_place(cited: Cited, claim: InPlace) -> str:
    known = {one.source: one.marker for one in cited.citations.values()}
    sources = dict.fromkeys(quote.source for quote in claim.quotes)
    marks = " ".join(f"[{mark}]" for mark in sorted({known[source] for source in sources if source in known}))
    others = dict.fromkeys(quote.publisher or quote.title for quote in claim.quotes if quote.source not in known)
    by = " ".join([*([marks] if marks else []), *([f"({'; '.join(map(show_name, others))})"] if others else [])])
    return f"{_words(claim)} {by} — {escape(claim.status)} (claimgraph show {escape(claim.claim[:18])})"


def _words(claim: InPlace) -> str:
    is_own = any(claim_text(quote.quote) == claim_text(claim.text) for quote in claim.quotes)
    return f"“{escape(claim.text)}”" if is_own else escape(claim.text)
