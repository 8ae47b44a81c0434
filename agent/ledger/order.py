"""What a person should look at first: pure."""

from collections.abc import Callable, Iterable

from agent.ledger.entry import Entry

Score = Callable[[Entry], float]

_RANK = {"conflicting": 0, "unreviewed": 1, "supported": 2, "unsupported": 3}


def review_order(entries: Iterable[Entry], score: Score | None = None) -> list[Entry]:
    """Return the entries as a person should look at them.

    Conflicting ones first, then unreviewed ones, those least likely to be borne out by their quotes first; then
    supported ones that rest on one origin, then the other supported ones, unsupported ones last. What is alike stays
    in its order.
    """
    weigh = score or seems_supported

    def place(entry: Entry) -> tuple[int, float]:
        rank = _RANK.get(entry.status, 1)
        if entry.status == "unreviewed":
            return rank, weigh(entry)
        return rank, float(entry.status == "supported" and entry.origins > 1)

    return sorted(entries, key=place)


def seems_supported(entry: Entry) -> float:
    """How far the quotes for a claim seem to bear it out, 0 to 1, by rules; 0 without one that was found."""
    from agent.rules.support_score import support_score

    found = [q.quote for q in entry.quotes if q.stance == "supports" and q.quote_match in {"exact", "normalised"}]
    return max((support_score(entry.text, quote) for quote in found), default=0.0)
