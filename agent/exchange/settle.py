"""What an import withholds until all that it hangs on is there: states of versions, verdicts of quotes, statuses."""

from collections.abc import Mapping, Sequence
from typing import Any

from agent.exchange.lines import NodeLine
from agent.record.clock import Moment
from agent.record.status import change_claims
from agent.record.verdicts import finding_of
from graph.keys import sha256_of
from graph.store import GraphStore, Row, Transaction

BY = "import"
"""Who moved a status that a file had wrong, or that changed here by what it brought."""
_THERE = frozenset({"exact", "normalised"})
_STAYS = {
    "superseded": "its source has another current text here, which stays the current one",
    "removed": "its source was forgotten here and stays so; its text was not kept",
}


async def settle_versions(
    store: GraphStore, lines: Sequence[NodeLine], moment: Moment, *, is_beside: bool
) -> list[str]:
    """Make versions what the file calls them, where their passages are the text that their hash names.

    `is_beside` says that other sources stood in the graph: then names and copies are to be looked for among those.
    """
    del moment
    states = {line.key: str(line.properties["state"]) for line in lines if line.properties["state"] != "incoming"}

    async def work(tx: Transaction) -> list[str]:
        there = await tx.run("versions_to_settle", keys=sorted(states))
        await tx.run("lock_sources", keys=sorted(row["source"] for row in there))
        rows: list[dict[str, str]] = []
        notes: list[str] = []
        for row in there:
            state = states[row["version"]]
            if state != "removed" and sha256_of("".join(one or "" for one in row["text"])) != row["content_sha256"]:
                notes.append(f"{row['version']}: its passages are not the text that its hash names; it stays unfound")
            else:
                rows.append({"version": row["version"], "state": state})
        settled = await tx.run("settle_versions", rows=rows)
        if is_beside:
            await tx.run("unlink_versions", keys=[row["version"] for row in settled])
        return notes + [
            f"{row['version']}: {_STAYS.get(row['state'], '')}"
            for row in settled
            if row["state"] != states[row["version"]]
        ]

    return await store.write(work) if states else []


async def settle_citations(store: GraphStore, lines: Sequence[NodeLine], moment: Moment) -> list[str]:
    """Give citations the findings of the file, as far as their quotes stand in the texts that they cite.

    A judge's or a person's word counts only where the quote is in the text, and `verbatim` is checked anew.
    """
    said = {line.key: line.properties for line in lines}

    async def work(tx: Transaction) -> list[str]:
        there = await tx.run("citations_to_settle", keys=sorted(said))
        claims = {row["claim"] for row in there if not row["claim_waits"]}
        found = [(row, found_of(row, said[row["citation"]])) for row in there]

        async def change() -> None:
            await tx.run("settle_citations", rows=[finding for _, finding in found])

        await change_claims(tx, claims, change, by=BY, moment=moment)
        return [note for row, finding in found if (note := _changed(row["citation"], finding, said[row["citation"]]))]

    return await store.write(work)


async def settle_claims(store: GraphStore, lines: Sequence[NodeLine], moment: Moment) -> list[str]:
    """Give claims the statuses of the file and recompute them: what the citations do not bear out does not stay."""
    said = {line.key: line.properties for line in lines}
    rows = [
        {
            "claim": key,
            "status": one["status"],
            "reason": one.get("status_reason"),
            "marks": [str(one["status"]).capitalize()],
        }
        for key, one in sorted(said.items())
    ]

    namespace = lines[0].properties["namespace"]

    async def work(tx: Transaction) -> list[str]:
        async def change() -> None:
            await tx.run("settle_claims", rows=rows)

        await change_claims(tx, said, change, by=BY, moment=moment)
        now_ = {
            row["claim"]: row["status"]
            for row in await tx.run("claim_statuses", keys=sorted(said), namespace=namespace)
        }
        return [
            f"{key}: called {one['status']} in the file, and {now_[key]} here"
            for key, one in sorted(said.items())
            if key in now_ and now_[key] != one["status"]
        ]

    return await store.write(work)


def _changed(citation: str, finding: Mapping[str, Any], said: Mapping[str, Any]) -> str:
    """Say what was found of a quote otherwise than the file has it; "" where nothing."""
    if finding["verdict"] != said["verdict"]:
        return f"{citation}: called {said['verdict']} in the file, and {finding['verdict']} here"
    if finding["quote_match"] != said.get("quote_match"):
        return f"{citation}: its quote does not stand in the text, as the file has it"
    return ""


def found_of(row: Row, said: Mapping[str, Any]) -> dict[str, Any]:
    """Return the finding of a citation: the file's, or another where the text or its state says otherwise. Pure.

    `row` is one of `citations_to_settle`, `said` the properties in the file.
    """
    finding = {name: said.get(name) for name in ("verdict", "quote_match", "checker", "reason")}
    made = {"citation": row["citation"], "said": said["verdict"], **finding}
    if row["state"] in {"superseded", "incoming"} and said["verdict"] not in {"stale", "removed"}:
        return made | {"verdict": "stale"}
    if row["state"] == "removed":
        return made | {"verdict": "removed"}
    check = finding_of(row)
    is_there = check.quote_match in _THERE
    if not is_there and said.get("quote_match") in _THERE:
        made |= {"quote_match": check.quote_match}
    if said["verdict"] != "valid":
        return made
    if check.verdict == "valid" or (is_there and str(said.get("checker")).startswith(("judge:", "person:"))):
        return made
    return made | {
        "verdict": "unchecked" if is_there else "rejected",
        "quote_match": check.quote_match,
        "checker": None if is_there else check.checker,
        "reason": None if is_there else check.reason,
    }
