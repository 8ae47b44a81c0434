"""What of an old quote still holds in a source's new text: pure.

The same words must stand there. A person's word is about the claim, and comes along with the words: a rejection
wherever they stand, an acceptance where they mean the same. Where the whole passage around them is word for word what
it was, under the same heading and title, what a judge found of the quote was found of this very text, and comes along
with a reason that says so. Where anything around them changed, only what a rule can find again is found again: that the
claim is the source's own sentence. Every other finding stays with the old text.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from agent.verify import check_verbatim
from graph.keys import bounded, make_key, sha256_of, short_name
from graph.quotes import find_quote
from graph.store import Row

_CONTEXT = 60
"""Characters kept before and after a quote."""
_MOST_PLACES = 50
"""Places of the same words that are looked at."""


@dataclass(frozen=True, slots=True)
class Text:
    """A version's text in its passages (rows of `passages_to_quote`)."""

    passages: Sequence[Row]

    @property
    def whole(self) -> str:
        """The text itself: passages tile it."""
        return "".join(row["text"] or "" for row in self.passages)

    def passage_at(self, start: int) -> Row | None:
        """Return the passage that a place begins in."""
        return next((row for row in self.passages if row["char_start"] <= start < row["char_end"]), None)


def carry(old: Row, text: Text, namespace: str) -> dict[str, Any] | None:
    """Return the row of `carry_citations` for an old quote (a row of `quotes_to_carry`), None where it does not hold.

    What was rejected, by a person above all, is never found to hold by a rule.
    """
    whole = text.whole
    if old["person_verdict"] is not None and (word := carry_word(old, text, namespace)):
        return word
    if (same := _in_same_passage(old, text)) and (found := _finding_kept(old)):
        return _row(old, *same, whole, namespace) | found
    if old["stance"] != "supports" or "rejected" in {old["person_verdict"], old["verdict_before"]}:
        return None
    for start, end in _places(old["quote"], whole):
        passage = text.passage_at(start)
        if passage is None:
            continue
        under, begins = passage["heading"], passage["char_start"]
        place, title = (start, end), passage["title"] or ""
        check = check_verbatim(
            old["claim_text"], whole[start:end], whole, place, heading=under, begins=begins, title=title
        )
        if check.verdict == "valid":
            found = {
                "verdict": "valid",
                "quote_match": check.quote_match,
                "checker": check.checker,
                "reason": f"{check.reason}, found again in the source's new text",
                "checked_at": None,
                "person_verdict": None,
            }
            return _row(old, passage, (start, end), whole, namespace) | found
    return None


def carry_word(old: Row, text: Text, namespace: str) -> dict[str, Any] | None:
    """Return the row of `carry_citations` for a quote that a person decided on (a row of `words_to_carry`), None where
    their word is not about the new text.

    A rejection holds wherever the same words stand. An acceptance does under the same heading and title, where they are
    a whole sentence that nothing there takes back, or stand between the same words as before.
    """
    whole = text.whole
    found = {
        "verdict": old["person_verdict"],
        "quote_match": old["quote_match"],
        "checker": old["checker"],
        "reason": old["reason"],
        "checked_at": old["said_at"],
        "person_verdict": old["person_verdict"],
    }
    if same := _in_same_passage(old, text):
        return _row(old, *same, whole, namespace) | found
    for place in _places(old["quote"], whole):
        passage = text.passage_at(place[0])
        if passage is not None and (found["verdict"] == "rejected" or _means_the_same(old, passage, place, whole)):
            return _row(old, passage, place, whole, namespace) | found
    return None


def _means_the_same(old: Row, passage: Row, place: tuple[int, int], whole: str) -> bool:
    if (passage["heading"], passage["title"]) != (old["heading"], old["title"]):
        return False
    start, end = place
    around = (whole[max(0, start - _CONTEXT) : start], whole[end : end + _CONTEXT])
    if around == (old["prefix"], old["suffix"]):
        return True
    quote, begins = whole[start:end], passage["char_start"]
    return check_verbatim(quote, quote, whole, place, heading=passage["heading"], begins=begins).verdict == "valid"


def _in_same_passage(old: Row, text: Text) -> tuple[Row, tuple[int, int]] | None:
    """The passage of the new text that is the old one word for word, and where the whole quote stands in it."""
    if old["char_end"] > old["passage_start"] + len(old["passage_text"] or ""):
        return None
    for row in text.passages:
        if row["text"] != old["passage_text"] or (row["heading"], row["title"]) != (old["heading"], old["title"]):
            continue
        start = row["char_start"] + old["char_start"] - old["passage_start"]
        end = start + old["char_end"] - old["char_start"]
        return (row, (start, end)) if text.whole[start:end] == old["quote"] else None
    return None


def _finding_kept(old: Row) -> dict[str, Any] | None:
    """What was found of the quote before its text was replaced; None where that is not known any more."""
    verdict = old["verdict_before"]
    if verdict is None or old["person_verdict"] is not None:
        return None
    read = str(old["fetched_at"] or "")[:10]
    said = f"; {old['reason']}" if old["reason"] else ""
    return {
        "verdict": verdict,
        "quote_match": old["quote_match"],
        "checker": old["checker"],
        "reason": bounded(f"found in the text of {read}, whose passage stands unchanged{said}", 300),
        "checked_at": old["checked_before"],
        "person_verdict": None,
    }


def _places(quote: str, whole: str) -> Iterator[tuple[int, int]]:
    start = whole.find(quote)
    for _ in range(_MOST_PLACES):
        if start < 0:
            break
        yield start, start + len(quote)
        start = whole.find(quote, start + 1)
    found = find_quote(quote, whole)
    if found.match == "normalised" and len(found.spans) == 1:
        yield found.spans[0]


def _row(old: Row, passage: Row, place: tuple[int, int], whole: str, namespace: str) -> dict[str, Any]:
    start, end = place
    quote = whole[start:end]
    return {
        "key": make_key("citation", namespace, old["claim"], old["version"], start, end),
        "claim": old["claim"],
        "passage": passage["passage"],
        "source": old["source"],
        "name": short_name(quote),
        "quote": quote,
        "prefix": whole[max(0, start - _CONTEXT) : start],
        "suffix": whole[end : end + _CONTEXT],
        "char_start": start,
        "char_end": end,
        "quote_sha256": sha256_of(quote),
        "stance": old["stance"],
        "carried_from": old["citation"],
    }
