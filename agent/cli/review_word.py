"""One answer of a reviewer carried out, and told."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, cast

from agent.cli.face import Face
from agent.curate import ConflictDecided, Decided, Decision, Word, decide, decide_conflict
from agent.errors import NotDecidable
from agent.ledger.answers import Answer, named, read_wordings
from agent.ledger.entry import Entry
from graph.store import GraphStore

_PAST: dict[str, str] = {
    "accept": "accepted",
    "reject": "rejected",
    "narrow": "narrowed",
    "split": "split",
    "note": "noted",
}


async def carry_out(
    store: GraphStore,
    entry: Entry,
    answer: Answer,
    *,
    by: str,
    quotes: Sequence[str] = (),
    why: str = "",
    is_seen: bool = False,
) -> Decided | ConflictDecided:
    """Write what a reviewer said of a claim that was shown to them.

    `quotes` are keys of quotes that were named apart from the answer; `is_seen` refuses what changed since. Raises
    NotDecidable, and DecidedMeanwhile for a claim that is no longer as it was shown.
    """
    if answer.move in {"resolve", "dismiss"}:
        state = "resolved" if answer.move == "resolve" else "dismissed"
        conflict = _conflict(entry, answer)
        return await decide_conflict(store, conflict, state, answer.text, by=by, expected="open" if is_seen else None)
    if answer.move not in _PAST:
        raise NotDecidable(f"{answer.move} decides nothing")
    word = cast("Word", answer.move)
    shown = [quote.citation for quote in entry.quotes]
    is_new = word in {"narrow", "split"}
    decision = Decision(
        entry.claim,
        word,
        why if is_new else answer.text or why,
        read_wordings(answer, shown) if is_new else (),
        named(answer.numbers, shown) or tuple(quotes),
        entry.assessments if is_seen else None,
    )
    return await decide(store, decision, by=by)


def _conflict(entry: Entry, answer: Answer) -> str:
    found = [one.conflict for one in entry.open_conflicts]
    if not found:
        raise NotDecidable("the claim has no open conflict")
    if len(found) > 1 and not answer.numbers:
        raise NotDecidable(f"it has {len(found)} open conflicts; name one by its number, `{answer.move} [1] WHY`")
    return named(answer.numbers, found)[0] if answer.numbers else found[0]


def tell(face: Face, decided: Decided | ConflictDecided, person: str, entry: Entry) -> None:
    """Print a decision as it was written: a line, or an object with --json. What a rule objects to in a new wording is
    told and stops nothing: the person has read the source."""
    for text, why in _objections(decided, entry):
        face.say(f"a rule objects to “{text}”: {why}; undo, or reject it, if the rule is right")
    if face.json:
        face.out_json(_as_data(decided, person))
        return
    if isinstance(decided, ConflictDecided):
        statuses = ", ".join(f"{claim[:18]} {status}" for claim, status in sorted(decided.statuses.items()))
        face.out_line(f"{decided.state}: {decided.conflict[:21]}, by {person} ({statuses})")
        return
    one = decided.decision
    moved = f"{decided.was} -> {decided.status}" if decided.was != decided.status else f"stays {decided.status}"
    face.out_line(f"{_PAST[one.word]}: {moved} ({decided.reason}), by {person}  {one.claim[:18]}")
    for made in decided.made:
        face.out_line(f"  {made.status}: {made.text}  {made.claim[:18]}")
        if made.status == "conflicting":
            face.say(f"it contradicts a stored claim: `claimgraph review {made.claim[:18]}` shows both")
    if decided.status == "conflicting" and one.word != "note":
        face.say("it is still conflicting: resolve or dismiss its conflict, or reject the quotes on one side")


def _objections(decided: Decided | ConflictDecided, entry: Entry) -> list[tuple[str, str]]:
    from agent.rules.check import check_claim

    if isinstance(decided, ConflictDecided):
        return []
    found: list[tuple[str, str]] = []
    for one in decided.decision.wordings:
        usable = [q for q in entry.quotes if q.stance == "supports" and q.quote_match in {"exact", "normalised"}]
        quotes = [q.quote for q in usable if not one.quotes or q.citation in one.quotes]
        checks = [check_claim(one.text, quote) for quote in quotes]
        if checks and all(check.verdict == "rejected" for check in checks):
            found.append((one.text, checks[0].reason))
    return found


def _as_data(decided: Decided | ConflictDecided, person: str) -> dict[str, Any]:
    if isinstance(decided, ConflictDecided):
        return {"by": person, **asdict(decided)}
    return {
        "claim": decided.decision.claim,
        "decision": decided.decision.word,
        "why": decided.decision.why,
        "by": person,
        "was": decided.was,
        "status": decided.status,
        "reason": decided.reason,
        "made": [asdict(one) for one in decided.made],
        "citations": [{"citation": key, "verdict": verdict} for key, verdict in sorted(decided.quotes.items())],
    }
