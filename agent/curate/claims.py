"""A person's word on a claim, written in one transaction: verdicts on its quotes, its status, who said so and why."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from agent.conflicts.scope import read_scope
from agent.curate.word import Decision, Quote, Wording, check_decision, person_of, quotes_for, verdicts_of
from agent.errors import DecidedMeanwhile
from agent.ledger.became import Replacing, made_of
from agent.record.clock import Moment, now
from agent.record.conflicts import record_conflicts_of
from agent.record.status import change_claims
from graph.errors import NodeNotFound
from graph.keys import bounded, make_key, sha256_of, short_name
from graph.store import GraphStore, Row, Transaction

_MAX_REASON = 300
_RULES = "rule:conflicts"


@dataclass(frozen=True, slots=True)
class NewClaim:
    """A claim that a decision put in place of another one."""

    claim: str
    text: str
    status: str


@dataclass(frozen=True, slots=True)
class Decided:
    """A decision as it was written: the claim's status before and now, and what undoing it takes."""

    decision: Decision
    was: str
    status: str
    reason: str
    made: tuple[NewClaim, ...]
    quotes: Mapping[str, str]
    """The verdict that each quote got."""
    before: tuple[Row, ...]
    """The quotes as they stood, each with the verdict that it was given (`decided`)."""
    seen: Mapping[str, int]
    """How many Assessments each claim that was touched has now."""


async def decide(store: GraphStore, decision: Decision, *, by: str) -> Decided:
    """Write a person's word on a claim and return what it came to. `by` is the person's name.

    One transaction: locked, the quotes' verdicts, the status of the claim and its conflict partners, an Assessment by
    `person:NAME` even where no status moved. Two people at once are one after the other and both are kept. New claims
    are then compared with stored ones, as what research finds is: conflicts are what rules found, not the person.

    Raises NotDecidable when the word cannot be written as given, DecidedMeanwhile when the claim changed since the
    person saw it, NodeNotFound when the namespace has no such claim.
    """
    person = person_of(by)
    moment = now()

    async def work(tx: Transaction) -> Decided:
        return await _decide(tx, store.namespace, decision, person, moment)

    decided = await store.write(work)
    return await _compared(store, decided) if decided.made else decided


async def undo(store: GraphStore, decided: Decided, *, by: str) -> str:
    """Take a decision back, in one transaction, and return the claim's status; what it made is rejected, nothing is
    deleted, and the history shows both.

    Raises DecidedMeanwhile when somebody changed one of its claims since.
    """
    person = person_of(by)
    moment = now()

    async def work(tx: Transaction) -> str:
        claims = sorted(decided.seen)

        async def change() -> None:
            for key in claims:
                found = await _read(tx, key)
                if found["assessments"] != decided.seen[key]:
                    raise DecidedMeanwhile(f"{key} changed since; look at it by `claimgraph show {key}`")
            await tx.run("restore_quotes", rows=list(decided.before))

        await tx.run("lock_sources_of_claims", keys=claims)
        await change_claims(tx, claims, change, by=person, moment=moment)
        rows = [
            {"claim": key, "before": count, "decision": "undo", "why": f"took back: {decided.decision.word}"}
            for key, count in sorted(decided.seen.items())
        ]
        written = await tx.run("record_decisions", rows=rows, by=person, now=moment.iso, now_ms=moment.ms)
        return str(next(row["status"] for row in written if row["claim"] == decided.decision.claim))

    return await store.write(work)


async def _decide(tx: Transaction, namespace: str, decision: Decision, person: str, moment: Moment) -> Decided:
    await tx.run("lock_sources_of_claims", keys=[decision.claim])
    checked = check_decision(decision, str((await _read(tx, decision.claim))["text"]))
    parts = {make_key("claim", namespace, one.text): one for one in checked.wordings}
    if parts:
        rows = [_row(key, one.text) for key, one in sorted(parts.items())]
        await tx.run("record_claims", rows=rows, now=moment.iso, now_ms=moment.ms)
    touched = [decision.claim, *parts]
    before: dict[str, Row] = {}
    verdicts: dict[str, str] = {}
    was = ""
    counts: dict[str, int] = {}

    async def change() -> None:
        nonlocal was
        found = await _read(tx, decision.claim)
        was = str(found["status"])
        if decision.seen is not None and decision.seen != found["assessments"]:
            raise DecidedMeanwhile(f"{decision.claim} changed since you saw it")
        for key in touched:
            counts[key] = int((await _read(tx, key))["assessments"])
        given = verdicts_of(checked, found["quotes"])
        why = _why(checked, parts)
        rows = [_verdict(quote, given, why, before) for quote in found["quotes"] if quote["citation"] in given]
        for key, one in sorted(parts.items()):
            rows += await _take_over(tx, namespace, key, one, found["quotes"], before, moment)
        verdicts.update({row["citation"]: row["verdict"] for row in rows})
        await tx.run("decide_quotes", rows=rows, by=person, now=moment.iso)

    await change_claims(tx, touched, change, by=person, moment=moment)
    rows = [_assessment(checked, parts, key, counts[key]) for key in sorted(touched)]
    written = {
        row["claim"]: row
        for row in await tx.run("record_decisions", rows=rows, by=person, now=moment.iso, now_ms=moment.ms)
    }
    now_is = written[decision.claim]
    made = tuple(NewClaim(key, one.text, written[key]["status"]) for key, one in parts.items())
    kept = tuple({**row, "decided": verdicts[row["citation"]]} for row in before.values())
    seen = {key: int(row["assessments"]) for key, row in written.items()}
    return Decided(checked, was, now_is["status"], now_is["reason"], made, verdicts, kept, seen)


def _row(key: str, text: str) -> Row:
    return {"key": key, "name": short_name(text), "text": text, "scope": asdict(read_scope(text, None))}


async def _compared(store: GraphStore, decided: Decided) -> Decided:
    found = await record_conflicts_of(store, [one.claim for one in decided.made], by=_RULES)
    if not found.states:
        return decided
    rows = {key: (await store.read("claim_to_decide", claim=key))[0] for key in decided.seen}
    made = tuple(replace(one, status=rows[one.claim]["status"]) for one in decided.made)
    return replace(decided, made=made, seen={key: int(row["assessments"]) for key, row in rows.items()})


async def _read(tx: Transaction, claim: str) -> Row:
    rows = await tx.run("claim_to_decide", claim=claim)
    if not rows:
        raise NodeNotFound(f"no claim of the namespace has the key {claim}; `claimgraph claims` lists them")
    return rows[0]


async def _take_over(
    tx: Transaction,
    namespace: str,
    claim: str,
    wording: Wording,
    quotes: Sequence[Row],
    before: dict[str, Row],
    moment: Moment,
) -> list[Row]:
    """Give a new claim the quotes of the one that it replaces and return their verdicts; one that is there stays."""
    copies = [_copy(quote, claim, namespace) for quote in quotes_for(wording, quotes)]
    there = {quote["citation"]: quote for quote in (await _read(tx, claim))["quotes"]}
    await tx.run("record_citations", rows=copies, now=moment.iso)
    taken_back = {"verdict": "rejected", "checker": None, "reason": "taken back", "checked_at": moment.iso}
    given = {copy["key"]: "valid" for copy in copies}
    return [
        _verdict(there.get(key, {"citation": key, "person_verdict": None, **taken_back}), given, "", before)
        for key in given
    ]


def _copy(quote: Quote, claim: str, namespace: str) -> dict[str, Any]:
    is_placed = quote["char_start"] is not None
    place = (quote["char_start"], quote["char_end"]) if is_placed else (quote["passage"], sha256_of(quote["quote"]))
    kept = ("passage", "quote", "prefix", "suffix", "char_start", "char_end", "quote_sha256", "quote_match", "stance")
    return {
        "key": make_key("citation", namespace, claim, quote["version"], *place),
        "claim": claim,
        "name": short_name(quote["quote"]),
        **{name: quote[name] for name in kept},
    }


def _verdict(quote: Row, given: Mapping[str, str], why: str, before: dict[str, Row]) -> Row:
    kept = ("citation", "verdict", "checker", "reason", "checked_at", "person_verdict")
    before[quote["citation"]] = {name: quote[name] for name in kept}
    verdict = given[quote["citation"]]
    reason = why or ("a person read it and found it borne out" if verdict == "valid" else "a person rejected it")
    return {"citation": quote["citation"], "verdict": verdict, "reason": bounded(reason, _MAX_REASON)}


def _why(decision: Decision, parts: Mapping[str, Wording]) -> str:
    match decision.word:
        case "narrow":
            told = f"narrowed to “{next(iter(parts.values())).text}”"
        case "split":
            told = "split into " + " and ".join(f"“{one.text}”" for one in parts.values())
        case _:
            return decision.why
    return f"{told}: {decision.why}" if decision.why else told


def _assessment(decision: Decision, parts: Mapping[str, Wording], key: str, before: int) -> Row:
    is_new = key in parts
    how: Replacing = "narrow" if decision.word == "narrow" else "split"
    why = made_of(how, decision.claim, decision.why) if is_new else _why(decision, parts)
    return {"claim": key, "before": before, "decision": decision.word, "why": bounded(why, 1_500)}
