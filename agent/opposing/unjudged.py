"""Sentences that may deny what answers, where nobody judged that: quoted for people to read, and nothing else. Pure."""

from collections.abc import Sequence
from dataclasses import replace

from agent.contradict import made_beside
from agent.draft import DraftStatement
from agent.evidence import MAY_DENY, Candidate, Evidence
from agent.opposing.look import Opposition


def find_unjudged(opposition: Opposition, candidates: Sequence[Candidate]) -> list[tuple[Candidate, Evidence]]:
    """Return the sentences that may deny a main claim, that nobody judged and that are no candidate yet.

    Their values answer nothing: whether they speak of the same is not known.
    """
    quotes = {one.quote for one in candidates}
    found: dict[str, tuple[Candidate, Evidence]] = {}
    for main, against in () if opposition.is_judged else opposition.against:
        beside = next((one for one in candidates if one.claim_text == main.text), None)
        if beside is None or against.quote in quotes:
            continue
        place = against.evidence
        row = {
            "text": " ".join(against.quote.split()), "quote": against.quote, "char_start": against.char_start,
            "char_end": against.char_end, "passage": place.passage, "version": place.version, "source": place.source,
            "quote_match": "exact",
        }  # fmt: skip
        made = replace(made_beside(row, beside, place), values=(), answering=(), flags=(MAY_DENY,))
        found.setdefault(made.claim_text, (made, place))
    return list(found.values())


def quote_unjudged(candidates: Sequence[Candidate]) -> list[DraftStatement]:
    """Return a sentence for the report's limits for each of them, with its quote."""
    return [
        DraftStatement(
            "limitations", "connective", f"May deny what answers; nobody judged that: “{one.claim_text}”",
            one.subquestion, (index,),
        )
        for index, one in enumerate(candidates)
        if MAY_DENY in one.flags
    ]  # fmt: skip


def shown_quotes(candidates: Sequence[Candidate]) -> set[str]:
    """Return the quotes that a report gives as its own sentences."""
    return {one.quote for one in candidates if MAY_DENY not in one.flags}
