"""What people said of a text's quotes, written of the text that replaces it, in the transaction of its arrival."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from agent.record.clock import Moment
from agent.refresh.carry import Text, carry_word
from graph.keys import claim_text
from graph.store import Row, Transaction


async def carry_words(tx: Transaction, words: Sequence[Row], namespace: str, moment: Moment) -> list[Row]:
    """Write people's words on quotes that the new texts hold too, and return what was written of each claim (rows of
    `tell_words`).

    `words` are rows of `words_to_carry`, read under the locks of their claims and sources before any was replaced. The
    last word on the same quote counts, that of a text which returned among them. The caller recomputes the claims.
    """
    last: dict[tuple[str, ...], Row] = {}
    for row in words:  # in the order in which they were said
        last[row["version"], row["claim"], row["stance"], claim_text(row["quote"])] = row
    there = {row["citation"]: row["person_verdict"] for row in words if row["is_own"]}
    wanted = [row for row in last.values() if not row["is_own"]]
    if not wanted:
        return []
    versions = sorted({row["version"] for row in wanted})
    passages = await tx.run("passages_to_quote", keys=versions, namespace=namespace)
    texts = {version: Text(list(rows)) for version, rows in groupby(passages, lambda row: row["version"])}
    carried: list[Row] = []
    rows: dict[str, dict[str, Any]] = {}
    for row in sorted(wanted, key=lambda row: str(row["said_at"])):
        made = carry_word(row, texts[row["version"]], namespace) if row["version"] in texts else None
        if made is not None and there.get(made["key"]) != made["person_verdict"]:
            rows[made["key"]] = made
            carried.append(row)
    if rows:
        ordered = sorted(rows.values(), key=lambda row: (row["claim"], row["key"]))
        await tx.run("carry_citations", rows=ordered, now=moment.iso, namespace=namespace)
    return carried


async def tell_words(tx: Transaction, carried: Sequence[Row], *, by: str, moment: Moment) -> None:
    """Say in the histories of claims whose word stands since when, once their statuses were recomputed.

    `carried` are rows of `words_to_carry`, each with how many Assessments its claim had (`assessments`).
    """
    if rows := histories(carried):
        await tx.run("record_words_carried", rows=rows, by=by, now=moment.iso, now_ms=moment.ms)


def histories(carried: Sequence[Row]) -> list[Mapping[str, Any]]:
    """Return the rows of `record_words_carried`, one a claim. Pure."""
    told: dict[str, dict[str, Any]] = {}
    for row in sorted(carried, key=lambda row: (row["claim"], str(row["said_at"]))):
        who = str(row["checker"] or "").removeprefix("person:") or "a person"
        why = f"{who}'s word of {str(row['said_at'] or '')[:10]} stands, the words are the same"
        told[row["claim"]] = {"claim": row["claim"], "before": row["assessments"], "why": why}
    return list(told.values())
