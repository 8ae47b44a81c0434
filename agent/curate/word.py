"""What a person's word on a claim does to its quotes: pure.

A word is a verdict on quotes. So a claim without a quote that stands in a text that is still there cannot be accepted,
and what a person rejects is that a quote bears the claim out, not the source.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from agent.errors import NotDecidable
from graph.keys import bounded, claim_text

Word = Literal["accept", "narrow", "reject", "split", "note"]
MAX_PERSON, MAX_WHY, MAX_WORDING, MAX_PARTS = 80, 1_000, 2_000, 20
_READABLE = frozenset({"exact", "normalised", "cannot_check"})
"""`cannot_check` is a text that we cannot read and a person may."""

Quote = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Wording:
    """A new claim in place of another one, and which of its quotes bear it out; none named means all."""

    text: str
    quotes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Decision:
    """A person's word on a claim. `quotes` are citation keys, none means all; `seen` is how many Assessments the claim
    had when the person looked at it, None where that does not matter."""

    claim: str
    word: Word
    why: str = ""
    wordings: tuple[Wording, ...] = ()
    quotes: tuple[str, ...] = ()
    seen: int | None = None


def person_of(name: str) -> str:
    """Return `person:NAME` as a checker is written. Raises NotDecidable without a name, or with too long a one."""
    told = " ".join("".join(c if c.isprintable() else " " for c in name).split())
    if not told:
        raise NotDecidable("a decision needs a name; give --as NAME or set CLAIMGRAPH_PERSON")
    if len(told) > MAX_PERSON:
        raise NotDecidable(f"the name has {len(told)} characters; at most {MAX_PERSON} are kept, give a shorter one")
    return f"person:{told}"


def check_decision(decision: Decision, text: str) -> Decision:
    """Return the decision as it is written; `text` is the claim's. Raises NotDecidable, saying what lacks."""
    why = bounded(" ".join(decision.why.split()), MAX_WHY) or ""
    if decision.word == "reject" and not why:
        raise NotDecidable("a rejection needs a reason; say why")
    if decision.word == "note" and not why:
        raise NotDecidable("a note needs its text")
    wordings = tuple(Wording(claim_text(one.text), one.quotes) for one in decision.wordings)
    if decision.word == "narrow" and len(wordings) != 1:
        raise NotDecidable("to narrow a claim, give its new wording")
    if decision.word == "split" and not 2 <= len(wordings) <= MAX_PARTS:
        raise NotDecidable(f"to split a claim, give 2 to {MAX_PARTS} new claims")
    told = [one.text for one in wordings]
    for one in told:
        if not one or len(one) > MAX_WORDING:
            raise NotDecidable(f"a claim has 1 to {MAX_WORDING} characters; this one has {len(one)}")
    if claim_text(text) in told:
        raise NotDecidable("the new wording is the claim as it stands; accept it, or give another wording")
    if len(set(told)) < len(told):
        raise NotDecidable("two of the new claims are the same; give each once")
    return Decision(decision.claim, decision.word, why, wordings, decision.quotes, decision.seen)


def verdicts_of(decision: Decision, quotes: Sequence[Quote]) -> dict[str, Literal["valid", "rejected"]]:
    """Return the verdict that each quote of the claim gets. Raises NotDecidable where there is none to give one on.

    Quotes that speak against the claim stay as they are unless they are named; one that was removed stays removed.
    """
    named = _named(decision.quotes, quotes)
    if decision.word == "note":
        return {}
    if decision.word == "accept":
        against = [quote for quote in named if quote["stance"] != "supports"]
        if against and decision.quotes:
            raise NotDecidable("a quote against a claim cannot bear it out; name quotes for it")
        return dict.fromkeys((quote["citation"] for quote in usable(named)), "valid")
    chosen = [one for one in named if one["verdict"] != "removed" and (decision.quotes or one["stance"] == "supports")]
    if not chosen and decision.word == "reject":
        raise NotDecidable("it has no quote to reject; nothing supports it as it is")
    return dict.fromkeys((quote["citation"] for quote in chosen), "rejected")


def usable(quotes: Sequence[Quote]) -> list[Quote]:
    """Return the quotes that may bear a claim out by a person's word. Raises NotDecidable with the reason for none."""
    support = [quote for quote in quotes if quote["stance"] == "supports"]
    if not support:
        raise NotDecidable(
            "it has no quote: a person's word is a verdict on a quote; add a source that says it, and ask again"
        )
    current = [quote for quote in support if quote["version_state"] == "current"]
    found = [quote for quote in current if quote["quote_match"] in _READABLE]
    if found:
        return found
    if current:
        raise NotDecidable("none of its quotes stands in its source; narrow it, reject it, or find another source")
    if any(quote["version_state"] == "snippet" for quote in support):
        raise NotDecidable(
            "only what a search said of the page was read; store the page by `claimgraph add ADDRESS` and ask again"
        )
    raise NotDecidable(
        "its quotes are of texts that were replaced or removed since; ask again for what stands there now"
    )


def quotes_for(wording: Wording, quotes: Sequence[Quote]) -> list[Quote]:
    """Return the quotes that a new claim takes over from the one it replaces. Raises NotDecidable without any."""
    return usable(_named(wording.quotes, quotes))


def _named(keys: Sequence[str], quotes: Sequence[Quote]) -> list[Quote]:
    strange = set(keys) - {quote["citation"] for quote in quotes}
    if strange:
        raise NotDecidable(f"{min(strange)} is no quote of this claim; `claimgraph show` lists its quotes")
    return [quote for quote in quotes if not keys or quote["citation"] in keys]
