"""A small graph with one of everything that Neo4j Browser draws: a report, claims of every status, a conflict."""

from dataclasses import dataclass
from typing import Any

from graphs import rows_of

from graph.keys import make_key, short_name
from graph.store import GraphStore

Properties = dict[str, Any]

TIMES = {"created_at": "2026-03-05T10:00:00Z", "created_at_ms": 1_772_704_800_000}


@dataclass(frozen=True, slots=True)
class Drawn:
    """The keys that tests ask for."""

    report: str
    run: str
    supported: str
    conflicting: str
    unsupported: str
    press: str
    grid: str
    plant: str


async def fill_picture(store: GraphStore) -> Drawn:
    """Write the graph into the store's namespace."""
    made = _Making(store)
    run = await made.node("Run", "run", started_at_ms=1, run_key="r1")
    report = await made.node("Report", "Report, round 1", is_final=True, round=1)
    plant = await made.node("Entity", "Skerra Sound tidal plant", full_name="Skerra Sound tidal plant")
    press, press_text = await made.source("Council gives green light", "https://press.example/green-light", plant)
    grid, grid_text = await made.source("New dates for the grid", "https://grid.example/dates", None)
    await made.join(press_text, "MENTIONS", plant)

    early = await made.claim("The plant opens in October 2026.", "Conflicting")
    late = await made.claim("The plant opens in June 2028.", "Conflicting")
    power = await made.claim("The plant delivers 34 megawatts.", "Supported")
    cost = await made.claim("The plant costs 13 million.", "Unsupported")
    birds = await made.claim("Birds are not disturbed.", "Unreviewed")
    quotes = [
        await made.quote("will open in October 2026", early, press_text),
        await made.quote("not before June 2028", early, grid_text, "Refuting", stance="refutes"),
        await made.quote("can open in June 2028", late, grid_text),
        await made.quote("delivers 34 megawatts", power, press_text),
        await made.quote("costs 31 million", cost, press_text, "Broken", verdict="rejected"),
        await made.quote("no birds were seen", birds, grid_text, verdict="unchecked"),
    ]
    conflict = await made.node("Conflict", "October 2026 or June 2028", state="open", kind="temporal")
    await made.join(conflict, "BETWEEN", early)
    await made.join(conflict, "BETWEEN", late)
    await made.join(run, "PRODUCED", report)
    said_of = {
        "It was to open in October 2026.": (early, quotes[0]),
        "It will open in June 2028.": (late, quotes[2]),
        "It delivers 34 megawatts.": (power, quotes[3]),
        "It costs 13 million.": (cost, quotes[4]),
        "Birds stay as they are.": (birds, quotes[5]),
    }
    for ordinal, (text, (claim, quote)) in enumerate(said_of.items(), 1):
        said = await made.node("Statement", text, ordinal=ordinal, text=text)
        await made.join(report, "HAS_STATEMENT", said)
        await made.join(said, "ASSERTS", claim)
        await made.join(said, "CITES", quote, marker=ordinal)
    return Drawn(report, run, power, early, cost, press, grid, plant)


class _Making:
    def __init__(self, store: GraphStore) -> None:
        self._store = store

    async def node(self, label: str, name: str, *marks: str, key: str = "", **properties: object) -> str:
        made = make_key(label.lower(), self._store.namespace, "picture", key or name)
        labels = ":".join((label, *marks))
        await rows_of(
            self._store,
            f"MERGE (n:{label} {{key: $key}}) SET n:{labels}, n += $properties",
            key=made,
            properties={"namespace": self._store.namespace, "name": short_name(name), **TIMES, **properties},
        )
        return made

    async def join(self, start: str, kind: str, end: str, **properties: object) -> None:
        labels = [key.partition(".")[0].capitalize() for key in (start, end)]
        await rows_of(
            self._store,
            f"MATCH (a:{labels[0]} {{key: $start}}), (b:{labels[1]} {{key: $end}}) "
            f"MERGE (a)-[r:{kind}]->(b) SET r += $properties",
            start=start,
            end=end,
            properties=properties,
        )

    async def source(self, title: str, url: str, named: str | None) -> tuple[str, str]:
        """Write a source with one version and one passage; returns the keys of source and passage."""
        source = await self.node("Source", title, title=title, url=url, source_id=url)
        version = await self.node("SourceVersion", "2026-03-05", key=title, state="current", title=title, url=url)
        passage = await self.node("Passage", title, "Current", text=title, ordinal=0)
        await rows_of(
            self._store,
            "MATCH (s:Source {key: $source}), (v:SourceVersion {key: $version}), (p:Passage {key: $passage}) "
            "MERGE (s)-[:HAS_VERSION]->(v) MERGE (v)-[:HAS_PASSAGE]->(p)",
            source=source,
            version=version,
            passage=passage,
        )
        if named:
            await self.join(source, "TITLED", named)
        return source, passage

    async def claim(self, text: str, mark: str) -> str:
        return await self.node("Claim", text, mark, text=text, status=mark.lower())

    async def quote(
        self, quote: str, claim: str, passage: str, *marks: str, stance: str = "supports", verdict: str = "valid"
    ) -> str:
        made = await self.node("Citation", quote, *marks, quote=quote, stance=stance, verdict=verdict)
        await self.join(made, "FOR_CLAIM", claim, stance=stance)
        await self.join(made, "QUOTES", passage)
        return made
