"""What was believed at a point in time, from what was recorded by then and nothing later."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from agent.ledger.words import one_line
from agent.record.clock import Moment
from agent.report.markdown import say_date
from agent.words.terms import find_terms, guess_language
from graph.keys import make_key, question_text
from graph.lucene import words_query
from graph.store import GraphStore, Row

_MOST = 200
"""Claims that are looked at, those that fit the words best."""


@dataclass(frozen=True, slots=True)
class Believed:
    """Rows of `claims_as_of`, each quote with its `verdict_then`; `later` counts the claims that came only later."""

    until: Moment
    claims: tuple[Row, ...]
    later: int


async def read_as_of(store: GraphStore, said: str, until: Moment, *, limit: int) -> Believed:
    """Return what the graph knew until then about a question or words: statuses by their Assessments, quotes of texts
    that were read by then. Nothing found is an answer too."""
    keys = (await _claims(store, said))[:_MOST]
    rows = await store.read("claims_as_of", keys=keys, until=until.iso, until_ms=until.ms) if keys else []
    claims: list[Row] = []
    for row in rows:
        quotes = [{**quote, "verdict_then": verdict_then(quote, until.iso)} for quote in row["quotes"]]
        claims.append({**row, "quotes": quotes})
    return Believed(until, tuple(claims[:limit]), len(keys) - len(rows))


async def _claims(store: GraphStore, said: str) -> list[str]:
    """The claims of reports on this very question first, then those with its words: all of them, else some."""
    question = make_key("question", store.namespace, question_text(said))
    found = [row["claim"] for row in await store.read("claims_of_question", question=question)]
    words = " ".join(term.word for term in find_terms(said, guess_language(said))) or said
    for every in (True, False):
        query = words_query(words, store.namespace, ("text",), every=every)
        rows = await store.read("ledger_of_words", said=query) if query else []
        found += [row["claim"] for row in rows]
        if found:
            break
    return list(dict.fromkeys(found))


def verdict_then(quote: Mapping[str, Any], until: str) -> str | None:
    """Return what had been found of a quote by then (ISO, UTC); None where a later word took the place of that one."""
    if quote["checked_at"] is None or quote["checked_at"] <= until:
        return str(quote["verdict"])
    if quote["verdict_before"] is None:
        return None if str(quote["checker"] or "").startswith("person:") else "unchecked"
    is_before = quote["checked_before"] is not None and quote["checked_before"] <= until
    return str(quote["verdict_before"]) if is_before else "unchecked"


def tell_belief(row: Row) -> Iterator[str]:
    """Yield what was believed of one claim, a line each. Pure."""
    then = row["then"]
    same = row["status"] == then["status"]
    now = "the same now" if same else f"now {row['status']} ({row['reason']})"
    yield f"{then['status']} ({then['reason']}) since {then['at'][:10]}, {now}  {row['claim'][:18]}"
    yield f"  {one_line(row['text'])}"
    for quote in row["quotes"]:
        found = quote["verdict_then"] or "not known: decided again since"
        source = f"{one_line(quote['title'])}, {say_date(quote['published_at'])}, read {quote['fetched_at'][:10]}"
        yield f"  {quote['stance']} ({found}): “{one_line(quote['quote'] or '')}” ({source})"
