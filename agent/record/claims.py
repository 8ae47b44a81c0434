"""Writing claims with their citations, unchecked."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from agent.conflicts.scope import read_scope
from agent.evidence import Candidate, Evidence
from agent.record.about import name_claims
from agent.record.clock import now
from agent.record.status import change_claims
from graph.keys import claim_text, make_key, sha256_of, short_name
from graph.rows import batches
from graph.store import GraphStore, Transaction

_CONTEXT = 60
"""Characters kept before and after a quote, so that a person can find it in another copy."""


@dataclass(frozen=True, slots=True)
class Claimed:
    """The keys that a candidate was recorded under."""

    claim: str
    citation: str


def keys_of(candidate: Candidate, namespace: str) -> Claimed:
    """Return the keys that a candidate has, or would have, in the graph. Pure."""
    claim = make_key("claim", namespace, claim_text(candidate.claim_text))
    is_placed = candidate.char_start >= 0
    place = (candidate.char_start, candidate.char_end) if is_placed else (candidate.passage, sha256_of(candidate.quote))
    return Claimed(claim, make_key("citation", namespace, claim, candidate.version, *place))


async def record_claims(
    store: GraphStore, candidates: Sequence[Candidate], evidence: Mapping[str, Evidence], *, by: str
) -> list[Claimed]:
    """Write claims and their citations, unchecked; return the keys in the order of the candidates.

    `evidence` is by passage key; the words around a quote are taken from it. `by` is the run that makes the claims.
    Writing the same again changes nothing.
    """
    namespace = store.namespace
    moment = now()
    keys: list[Claimed] = []
    claims: dict[str, dict[str, Any]] = {}
    citations: dict[str, dict[str, Any]] = {}
    for candidate in candidates:
        made = keys_of(candidate, namespace)
        claim, citation, is_placed = made.claim, made.citation, candidate.char_start >= 0
        keys.append(made)
        text = claim_text(candidate.claim_text)
        place = evidence.get(candidate.passage)
        scope = asdict(read_scope(text, place.language if place else None))
        claims.setdefault(claim, {"key": claim, "name": short_name(text), "text": text, "scope": scope})
        prefix, suffix = _around(candidate, evidence)
        citations[citation] = {
            "key": citation,
            "claim": claim,
            "passage": candidate.passage,
            "name": short_name(candidate.quote),
            "quote": candidate.quote,
            "prefix": prefix,
            "suffix": suffix,
            "char_start": candidate.char_start if is_placed else None,
            "char_end": candidate.char_end if is_placed else None,
            "quote_sha256": sha256_of(candidate.quote),
            "quote_match": candidate.quote_match,
            "stance": "supports",
        }
    for batch in batches(sorted(citations.values(), key=lambda r: (r["claim"], r["key"]))):
        wanted = sorted({str(row["claim"]) for row in batch})

        async def work(
            tx: Transaction, rows: Sequence[Mapping[str, Any]] = batch, wanted: Sequence[str] = wanted
        ) -> None:
            await tx.run("lock_sources_of_passages", keys=sorted({str(row["passage"]) for row in rows}))
            claim_rows = [claims[key] for key in wanted]
            await tx.run("record_claims", rows=claim_rows, now=moment.iso, now_ms=moment.ms)

            async def change() -> None:
                await tx.run("record_citations", rows=rows, now=moment.iso)
                await tx.run("restore_claims", rows=claim_rows)

            await change_claims(tx, wanted, change, by=by, moment=moment)
            await name_claims(tx, wanted)

        await store.write(work)
    return keys


def _around(candidate: Candidate, evidence: Mapping[str, Evidence]) -> tuple[str, str]:
    passage = evidence.get(candidate.passage)
    if passage is None or candidate.char_start < 0:
        return "", ""
    text = passage.before + passage.text + passage.after
    base = passage.char_start - len(passage.before)
    start, end = candidate.char_start - base, candidate.char_end - base
    return text[max(0, start - _CONTEXT) : max(0, start)], text[end : end + _CONTEXT]
