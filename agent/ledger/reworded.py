"""Which sentences of gathered passages a person narrowed or split, and what stands in their place."""

from collections.abc import Collection, Iterator

from agent.evidence import Reworded
from agent.ledger.became import Became, read_became
from graph.keys import claim_text, make_key
from graph.store import GraphStore, Row


async def read_reworded(store: GraphStore, passages: Collection[Row]) -> dict[str, tuple[Reworded, ...]]:
    """Return by version the sentences in these passages (rows of `evidence_of_passages`), and in their neighbours, that
    a person put in other words which the same quote still bears out. Raises GraphError.

    Of a claim in other words than its quote the sentence itself says another thing, on which nobody decided. A word of
    the time before a text changed is stale with its quote, and counts no more than that.
    """
    keys = {str(row[name]) for row in passages for name in ("passage", "before_key", "after_key") if row[name]}
    taken = await store.read("quotes_taken_back", keys=sorted(keys)) if keys else []
    rows = [row for row in taken if row["text"] and claim_text(row["quote"] or "") == row["text"]]
    became = await read_became(store, {str(row["claim"]) for row in rows}) if rows else {}
    found: dict[str, list[Reworded]] = {}
    for row in rows:
        place = (row["version"], row["char_start"], row["char_end"])
        texts = tuple(_standing(became.get(row["claim"]), store.namespace, place))
        if texts:
            found.setdefault(row["version"], []).append(Reworded(*place[1:], texts))
    return {version: tuple(some) for version, some in found.items()}


def _standing(became: Became | None, namespace: str, place: tuple[str, int, int]) -> Iterator[str]:
    """The words in a claim's place that the quote at this place bears out, those put in place last."""
    for one in became.claims if became is not None else ():
        if one.became is not None:
            yield from _standing(one.became, namespace, place)
            continue
        key = make_key("citation", namespace, one.claim, *place)
        if any(quote.citation == key and quote.verdict == "valid" for quote in one.quotes):
            yield one.text
