"""The status rule in the database is the pure rule, and it holds under interleaved changes."""

import asyncio
import random
from typing import Any, get_args

from graphs import rows_of

from agent.doctor.graph import wrong_claims
from agent.record.clock import now
from agent.record.status import change_claims
from graph.model import Stance, Verdict
from graph.status import CitedEvidence, status_of
from graph.store import GraphStore, Transaction

CHECKERS = ("verbatim", "rule:numbers", "judge:m", "person:ada")
MATCHES = ("exact", "normalised", "none", "cannot_check")


async def _claims(store: GraphStore, cases: list[list[CitedEvidence]]) -> list[str]:
    rows: list[dict[str, Any]] = [
        {
            "key": f"claim.{store.namespace}{i:04d}",
            "citations": [
                {
                    "key": f"citation.{store.namespace}{i:04d}{j}",
                    "stance": c.stance,
                    "verdict": c.verdict,
                    "quote_match": c.quote_match,
                    "checker": c.checker,
                }
                for j, c in enumerate(case)
            ],
        }
        for i, case in enumerate(cases)
    ]
    await rows_of(
        store,
        "UNWIND $rows AS r CREATE (c:Claim {key: r.key, namespace: $namespace, name: r.key, text: r.key}) "
        "WITH c, r UNWIND r.citations AS x CREATE (ci:Citation {namespace: $namespace})-[:FOR_CLAIM]->(c) SET ci += x",
        rows=rows,
    )
    return [row["key"] for row in rows]


async def _recompute(store: GraphStore, keys: list[str]) -> list[dict[str, Any]]:
    moment = now()

    async def work(tx: Transaction) -> list[dict[str, Any]]:
        return await tx.run("recompute_status", keys=sorted(keys), by="test", now=moment.iso, now_ms=moment.ms)

    return await store.write(work)


async def _states(store: GraphStore) -> dict[str, dict[str, Any]]:
    rows = await rows_of(
        store,
        "MATCH (c:Claim {namespace: $namespace}) "
        "OPTIONAL MATCH (c)-[:HAS_ASSESSMENT]->(a) WITH c, a ORDER BY a.ordinal WITH c, collect(a) AS history "
        "RETURN c.key AS key, c.status AS status, c.status_reason AS reason, labels(c) AS labels, "
        "[a IN history | a.ordinal] AS ordinals, [a IN history | a.to_status] AS statuses",
    )
    return {row["key"]: row for row in rows}


async def _decided(store: GraphStore, keys: list[str], *words: tuple[str, str]) -> None:
    """Give claims a stale quote that a person rejected and Assessments with these decisions and statuses."""
    await rows_of(
        store,
        "UNWIND $keys AS key MATCH (c:Claim {key: key}) CREATE (:Citation {key: key + 'said', namespace: $namespace, "
        "stance: 'supports', verdict: 'stale', person_verdict: 'rejected', checker: 'person:ada', quote_match: 'exact'"
        "})-[:FOR_CLAIM]->(c) SET c.assessments = size($words) WITH c UNWIND range(1, size($words)) AS i "
        "CREATE (c)-[:HAS_ASSESSMENT]->(:Assessment {key: c.key + toString(i), namespace: $namespace, ordinal: i, "
        "decision: $words[i - 1][0], to_status: $words[i - 1][1], by: 'person:ada'})",
        keys=keys,
        words=[list(word) for word in words],
    )


async def test_the_database_calls_every_claim_what_the_pure_rule_calls_it(store: GraphStore) -> None:
    rng = random.Random(7)
    cases = [
        [
            CitedEvidence(
                rng.choice(get_args(Stance)), rng.choice(get_args(Verdict)), rng.choice(MATCHES), rng.choice(CHECKERS)
            )
            for _ in range(rng.randint(0, 4))
        ]
        for _ in range(600)
    ]
    keys = await _claims(store, cases)
    opposed = dict(zip(keys[:200:2], keys[1:200:2], strict=True))
    await rows_of(
        store,
        "UNWIND $pairs AS p MATCH (a:Claim {key: p[0]}), (b:Claim {key: p[1]}) "
        "CREATE (x:Conflict {namespace: $namespace, key: 'conflict.' + a.key, state: 'open'}) "
        "CREATE (x)-[:BETWEEN]->(a) CREATE (x)-[:BETWEEN]->(b)",
        pairs=list(opposed.items()),
    )
    rejected, accepted = keys[100:400], keys[400:500]
    await _decided(store, rejected, ("accept", "supported"), ("reject", "unsupported"), ("note", "supported"))
    await _decided(store, accepted, ("reject", "unsupported"), ("accept", "supported"))
    said = CitedEvidence("supports", "stale", "exact", "person:ada")
    cases[100:500] = [[*case, said] for case in cases[100:500]]
    await _recompute(store, keys)
    partner = opposed | {b: a for a, b in opposed.items()}
    case_of = dict(zip(keys, cases, strict=True))
    states = await _states(store)
    for key, case in case_of.items():
        other = case_of.get(partner.get(key, ""), [])
        read = ("person:", "judge:") if partner.get(key) in rejected else ""
        backed = any(c.stance == "supports" and c.verdict == "valid" and c.checker.startswith(read) for c in other)
        expected = status_of(case, opposed=backed, rejected=key in rejected)
        assert (states[key]["status"], states[key]["reason"]) == (expected.status, expected.reason), case
        assert expected.status.capitalize() in states[key]["labels"]
    assert [key async for key in wrong_claims(store)] == [], "and so does doctor"
    assert {s["status"] for s in states.values()} == {"supported", "conflicting", "unsupported", "unreviewed"}


async def test_computing_a_status_again_writes_nothing(store: GraphStore) -> None:
    keys = await _claims(store, [[CitedEvidence("supports", "valid", "exact", "verbatim")]])
    assert len(await _recompute(store, keys)) == 1
    before = store.written.nodes_created
    assert await _recompute(store, keys) == []
    assert store.written.nodes_created == before
    assert (await _states(store))[keys[0]]["ordinals"] == [1]


async def test_two_people_removing_the_two_sources_of_a_claim_at_once_leave_it_unsupported(store: GraphStore) -> None:
    valid = CitedEvidence("supports", "valid", "exact", "verbatim")
    keys = await _claims(store, [[valid, valid]])
    await _recompute(store, keys)
    both_inside = asyncio.Barrier(2)

    async def remove(number: int) -> None:
        waited = False

        async def work(tx: Transaction) -> None:
            nonlocal waited
            if not waited:
                waited = True
                await both_inside.wait()

            async def change() -> None:
                await tx._tx.run(
                    "MATCH (ci:Citation {key: $key}) SET ci.verdict = 'removed'",
                    key=f"citation.{store.namespace}0000{number}",
                )

            await change_claims(tx, keys, change, by="test", moment=now())

        await store.write(work)

    await asyncio.gather(remove(0), remove(1))
    state = (await _states(store))[keys[0]]
    assert (state["status"], state["reason"]) == ("unsupported", "evidence_removed")
    assert state["statuses"][-1] == "unsupported"
