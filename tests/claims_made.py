"""Claims with quotes made by hand in a real store, as a run would leave them, for tests of what people decide."""

from typing import Any

from graphs import add_text, rows_of

from agent.evidence import Candidate
from agent.record.claims import record_claims
from graph.keys import make_key
from graph.store import GraphStore

SAID = "The harbour bridge was closed for eleven weeks after the storm. Nobody was hurt."
WORDS = "The bridge stood closed for nearly three months"
"""A claim in other words than its quote: no rule makes it valid."""


async def make_claim(
    store: GraphStore, text: str, *, name: str = "bridge.md", said: str = SAID, quote: str = ""
) -> str:
    """Store a source and a claim on its first sentence, or on `quote`; return the claim's key. Nothing is checked."""
    version = await add_text(store, said, name=name)
    return await claim_on(store, text, version, said, quote or said.partition(". ")[0].rstrip(".") + ".")


async def claim_on(store: GraphStore, text: str, version: str, said: str, quote: str) -> str:
    """Record a claim with one quote of a stored version; a quote that is not in it stands nowhere."""
    passages = await rows_of(
        store,
        "MATCH (v:SourceVersion {key: $version})-[:HAS_PASSAGE]->(p) "
        "RETURN p.key AS passage, p.char_start AS a, p.char_end AS b ORDER BY p.ordinal",
        version=version,
    )
    start = said.find(quote)
    passage = next((p for p in passages if p["a"] <= start < p["b"]), passages[0])["passage"]
    made = Candidate(1, text, quote, start, start + len(quote) if start >= 0 else -1, passage, version, "", 1.0, (), ())
    return (await record_claims(store, [made], {}, by="run.test"))[0].claim


async def oppose(store: GraphStore, one: str, other: str) -> str:
    """Put an open conflict between two claims and return its key."""
    key = make_key("conflict", store.namespace, *sorted((one, other)))
    await rows_of(
        store,
        "MATCH (a:Claim {key: $a}), (b:Claim {key: $b}) "
        "CREATE (x:Conflict {key: $key, namespace: $namespace, name: 'conflict', state: 'open', kind: 'numeric', "
        "rationale: 'both cannot be', created_at: '2026-01-01T00:00:00Z'}) "
        "CREATE (x)-[:BETWEEN]->(a) CREATE (x)-[:BETWEEN]->(b)",
        a=one,
        b=other,
        key=key,
    )
    return key


async def claim_state(store: GraphStore, claim: str) -> dict[str, Any]:
    """The claim's status, its history and the verdicts of its quotes."""
    rows = await rows_of(
        store,
        "MATCH (c:Claim {key: $claim}) "
        "RETURN c.status AS status, c.status_reason AS reason, "
        "COLLECT { MATCH (c)-[:HAS_ASSESSMENT]->(a) "
        "RETURN [a.ordinal, a.from_status, a.to_status, a.by, a.decision, a.why] ORDER BY a.ordinal } AS history, "
        "COLLECT { MATCH (c)<-[:FOR_CLAIM]-(ci) RETURN [ci.verdict, ci.checker] ORDER BY ci.key } AS quotes, "
        "labels(c) AS labels",
        claim=claim,
    )
    return rows[0]
