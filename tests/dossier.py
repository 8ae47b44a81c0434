"""A small graph made by hand, with one of everything that the templates ask about."""

from datetime import UTC, datetime
from typing import Any

from graphs import rows_of

from graph.keys import make_key, question_text
from graph.store import GraphStore

OPENS, COSTS = "The plant opens in 2027", "The plant costs 48 million crowns"
SAFE, HARMED = "Eels pass the turbines unharmed", "Eels are harmed by the turbines"
PAID, OLD = "The grant was paid in May", "The old budget is 40 million crowns"
WHEN, PAYS, PART = "When does the tidal plant open?", "Who pays for the removal?", "Who opens the plant?"

_MAKE = """
UNWIND $nodes AS n
CREATE (x:$(n.labels)) SET x = n.properties
RETURN x.key AS key, elementId(x) AS id
"""
_JOIN = """
UNWIND $joined AS j
MATCH (a) WHERE elementId(a) = j.a
MATCH (b) WHERE elementId(b) = j.b
CREATE (a)-[r:$(j.type)]->(b) SET r = j.properties
"""


def ms(day: str) -> int:
    return int(datetime.fromisoformat(day).replace(tzinfo=UTC).timestamp() * 1000)


class Dossier:
    """Collects nodes and relationships under short names, and writes them."""

    def __init__(self, namespace: str) -> None:
        self.namespace = namespace
        self.keys: dict[str, str] = {}
        self._nodes: list[dict[str, Any]] = []
        self._joined: list[dict[str, Any]] = []

    def node(self, labels: str, short: str, *parts: str, at: str = "2025-01-10", **properties: Any) -> None:
        first = labels.partition(":")[0].lower()
        key = make_key(first, self.namespace, *(parts or (short,)))
        self.keys[short] = key
        made = {"key": key, "namespace": self.namespace, "name": short, "created_at": f"{at}T00:00:00+00:00"}
        self._nodes.append({"labels": labels.split(":"), "properties": made | properties})

    def join(self, a: str, type_: str, b: str, **properties: Any) -> None:
        pair = {"a": self.keys[a], "b": self.keys[b]}
        self._joined.append(pair | {"type": type_, "properties": properties})

    def source(self, short: str, title: str, publisher: str, published: str | None, **properties: Any) -> None:
        values: dict[str, Any] = {
            "title": title,
            "publisher": publisher,
            "published_at": published,
            "source_id": f"{short}.md",
        }
        self.node("Source", short, **values, kind="file", **properties)

    def version(self, short: str, of: str, fetched: str, seen: str, state: str = "current", **more: Any) -> None:
        source = next(n["properties"] for n in self._nodes if n["properties"]["key"] == self.keys[of])
        values: dict[str, Any] = {name: source[name] for name in ("title", "publisher", "published_at")}
        times: dict[str, Any] = {
            "fetched_at": fetched,
            "fetched_at_ms": ms(fetched),
            "seen_at": seen,
            "seen_at_ms": ms(seen),
        }
        self.node("SourceVersion", short, **{"content_sha256": short, **values, **times, "state": state, **more})
        self.join(of, "HAS_VERSION", short)

    def passage(self, short: str, of: str, ordinal: int = 0) -> None:
        self.node("Passage", short, ordinal=ordinal, text=f"Text of {short}.")
        self.join(of, "HAS_PASSAGE", short)

    def claim(self, short: str, text: str, *history: tuple[str, str, str]) -> None:
        status, reason = history[-1][1:]
        values = {"text": text, "status": status, "status_reason": reason}
        self.node(f"Claim:{status.capitalize()}", short, text, at=history[0][0], **values)
        was = None
        for ordinal, (day, to, why) in enumerate(history, 1):
            one = f"{short}.{ordinal}"
            values: dict[str, Any] = {"ordinal": ordinal, "from_status": was, "to_status": to, "reason": why}
            self.node("Assessment", one, at=day, **values, by="test", created_at_ms=ms(day))
            self.join(short, "HAS_ASSESSMENT", one)
            was = to

    def citation(self, short: str, claim: str, passage: str, verdict: str = "valid", stance: str = "supports") -> None:
        values: dict[str, Any] = {"quote": f"quote {short}", "quote_match": "exact", "char_start": 0, "char_end": 5}
        self.node("Citation", short, **values, verdict=verdict, stance=stance, checker="test")
        self.join(short, "FOR_CLAIM", claim, stance=stance)
        self.join(short, "QUOTES", passage)

    def run(self, short: str, question: str, state: str, day: str) -> None:
        times: dict[str, Any] = {"started_at": day, "started_at_ms": ms(day), "ended_at": day}
        self.node("Run", short, short, run_key=short, state=state, mode="extractive", stopped_by="coverage", **times)
        self.join(short, "ANSWERS", question)

    def step(self, short: str, run: str, ordinal: int, outcome: str, found: tuple[str, ...], **more: Any) -> None:
        values: dict[str, Any] = {
            "ordinal": ordinal,
            "round": 1,
            "tool": "memory",
            "outcome": outcome,
            "rows": len(found),
        }
        self.node("Step", short, **(values | more))
        self.join(run, "HAS_STEP", short)
        for passage in found:
            self.join(short, "RETRIEVED", passage)

    async def write(self, store: GraphStore) -> None:
        ids = {row["key"]: row["id"] for row in await rows_of(store, _MAKE, nodes=self._nodes)}
        joined = [pair | {"a": ids[pair["a"]], "b": ids[pair["b"]]} for pair in self._joined]
        await rows_of(store, _JOIN, joined=joined)
        await rows_of(store, "CALL db.awaitIndexes(60)")


async def make_dossier(store: GraphStore) -> dict[str, str]:
    """Write the graph into the store's namespace and return the key of each short name."""
    d = Dossier(store.namespace)
    d.source("minutes", "Council minutes", "Skerra Council", "2024-03-12", work_group="w")
    d.source("release", "Press release on the tidal plant", "Tornholm Energy", "2024-03-14", origin_group="o")
    d.source("wire", "Coast wire", "Coast Wire", "2024", origin_group="o")
    d.source("survey", "Household survey 2025", "Skerra Council", None, work_group="w")
    d.version("minutes1", "minutes", "2025-01-10", "2025-01-10", "superseded")
    d.version("minutes2", "minutes", "2026-02-01", "2026-02-01")
    d.join("minutes2", "REVISION_OF", "minutes1")
    d.version("release1", "release", "2025-01-10", "2026-03-05", content_sha256="same")
    d.version("wire1", "wire", "2025-01-11", "2025-01-11", content_sha256="same")
    d.version("survey1", "survey", "2025-06-01", "2025-06-01")
    for short, of in (("pm1", "minutes1"), ("pm2", "minutes2"), ("pr", "release1"), ("pw", "wire1"), ("ps", "survey1")):
        d.passage(short, of)
    d.passage("pm3", "minutes2", 1)
    for short, name in (("sound", "Skerra Sound"), ("energy", "Tornholm Energy"), ("alias", "Tornholm")):
        canonical = make_key("entity", store.namespace, "energy" if short == "alias" else short)
        d.node("Entity", short, full_name=name, norm_name=name.casefold(), aliases=[], canonical_key=canonical)
    d.join("minutes", "TITLED", "sound")
    d.join("release", "TITLED", "energy")
    for passage, entity in (("pm2", "energy"), ("pr", "sound"), ("pw", "alias"), ("ps", "sound")):
        d.join(passage, "MENTIONS", entity)
    d.claim("opens", OPENS, ("2025-01-10", "unreviewed", "not_checked"), ("2025-02-01", "supported", "judged"))
    d.claim("costs", COSTS, ("2026-01-15", "supported", "verbatim"))
    d.claim("safe", SAFE, ("2025-01-10", "supported", "judged"), ("2026-02-10", "conflicting", "open_conflict"))
    d.claim("harmed", HARMED, ("2026-02-10", "conflicting", "open_conflict"))
    d.claim("paid", PAID, ("2025-03-01", "unsupported", "rejected"))
    d.claim("old", OLD, ("2025-01-10", "supported", "verbatim"), ("2026-02-01", "unreviewed", "evidence_superseded"))
    d.citation("opens-minutes", "opens", "pm2")
    d.citation("opens-release", "opens", "pr")
    d.citation("costs-release", "costs", "pr")
    d.citation("costs-wire", "costs", "pw")
    d.citation("safe-release", "safe", "pr")
    d.citation("safe-survey", "safe", "ps", stance="refutes")
    d.citation("harmed-survey", "harmed", "ps")
    d.citation("paid-minutes", "paid", "pm3", "rejected")
    d.citation("old-minutes", "old", "pm1", "stale")
    d.node("Conflict", "eels", kind="direct", state="open", rationale="one of them")
    d.join("eels", "BETWEEN", "safe")
    d.join("eels", "BETWEEN", "harmed")
    d.node("Question", "when", question_text(WHEN), text=WHEN)
    d.node("Question", "pays", question_text(PAYS), at="2026-02-15", text=PAYS)
    d.run("first", "when", "completed", "2025-02-01")
    d.run("second", "pays", "no_evidence", "2026-02-15")
    d.node("Question:SubQuestion", "part", question_text(PART), d.keys["first"], text=PART)
    d.join("part", "SUBQUESTION_OF", "when")
    d.step("looked", "first", 1, "ok", ("pm2", "pr"), latency_ms=12, tokens_in=100, tokens_out=20)
    d.step("searched", "first", 2, "timeout", (), tool="web", latency_ms=900, error="no answer")
    d.step("looked2", "second", 1, "ok", ("pr",), latency_ms=8)
    for run, round_, gaps, stop in (("first", 1, ["who opens it"], None), ("first", 2, [], "coverage"),
                                    ("second", 1, ["payer unknown"], "no_new_query")):  # fmt: skip
        d.node("Reflection", f"{run}.{round_}", round=round_, verdict="checked", gaps=gaps, stop_reason=stop)
        d.join(run, "HAS_REFLECTION", f"{run}.{round_}")
    d.join("first.1", "ASKED", "part")
    for short, round_, final in (("draft", 1, False), ("report", 2, True)):
        d.node("Report", short, round=round_, is_final=final)
        d.join("first", "PRODUCED", short)
        for ordinal, (claim, marks) in enumerate(
            ((("opens", {"opens-minutes": 1, "opens-release": 2}), ("paid", {"paid-minutes": 1}))), 1
        ):
            statement = f"{short}.{ordinal}"
            d.node("Statement", statement, ordinal=ordinal, section="findings", text=f"Says {claim}")
            d.join(short, "HAS_STATEMENT", statement)
            d.join(statement, "ASSERTS", claim)
            for citation, marker in marks.items():
                d.join(statement, "CITES", citation, marker=marker)
    await d.write(store)
    return d.keys
