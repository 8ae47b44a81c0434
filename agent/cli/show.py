"""`claimgraph show`: any node, what it is joined to, and the query that draws it."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from agent.cli.face import Face, counted, options, run

if TYPE_CHECKING:
    from agent.ledger.entry import Entry
    from graph.store import GraphStore

HIDDEN = frozenset(
    {
        "namespace",
        "name",
        "search_text",
        "search_ns",
        "header_json",
        "args_json",
        "output_json",
        "created_at_ms",
        "fetched_at_ms",
        "seen_at_ms",
    }
)


@click.command()
@click.argument("key")
@click.option("--limit", "-k", default=40, show_default=True, type=click.IntRange(1, 1_000), help="Neighbours shown.")
@options
def show(key: str, limit: int, face: Face) -> int:
    """Show any node: a claim with the quotes for and against it and its history, a source with its versions and what
    was taken from it, everything else with its neighbours. KEY is a key or a unique prefix of one."""
    return run(_show(face, key, limit))


async def _show(face: Face, prefix: str, limit: int) -> int:
    from agent.find import find_node
    from agent.report.read import browser_query
    from graph.server.browser.links import node_link
    from graph.values_json import row_to_json

    async with face.plain().app() as app:
        key, label = await find_node(app.store, prefix)
        row = (await app.store.read("show_node", key=key, label=label))[0]
        found: dict[str, Any] = {
            "key": key,
            "labels": row["labels"],
            "properties": row_to_json({k: v for k, v in row["properties"].items() if not k.startswith("embedding_")}),
            "neighbours": await app.store.read("neighbours_of", key=key, label=label, limit=limit),
            **await _of_kind(app.store, key, label, limit),
            "cypher": browser_query(label, key),
        }
        entry = await _entry(app.store, key) if label == "Claim" else None
        browser = app.browser_url
        found["browser"] = node_link(browser, label, key) if browser else None
    if face.json:
        face.out_json(found | _as_data(entry))
        return 0
    _print(face, found, entry)
    face.say("")
    link: str | None = found["browser"]
    face.say(f"In Neo4j Browser{f' ({browser})' if browser and not link else ''}:")
    face.say(link or found["cypher"])
    return 0


async def _of_kind(store: "GraphStore", key: str, label: str, limit: int) -> dict[str, Any]:
    if label == "Claim":
        return {
            "evidence": await store.read("evidence_for_claim", claim=key, limit=limit),
            "history": await store.read("claim_history", claim=key),
            "reports": await store.read("reports_of_claim", claim=key, limit=limit),
        }
    if label == "Source":
        return {
            "versions": await store.read("source_versions", source=key),
            "claims": await store.read("claims_by_source", source=key, limit=limit),
        }
    return {}


async def _entry(store: "GraphStore", key: str) -> "Entry":
    from agent.ledger.read import read_entries

    return (await read_entries(store, [key]))[0]


def _as_data(entry: "Entry | None") -> dict[str, Any]:
    from agent.ledger.render import as_data

    return {"ledger": as_data(entry)} if entry else {}


def _print(face: Face, found: dict[str, Any], entry: "Entry | None") -> None:
    face.out_line(f"{found['key']}  ({', '.join(found['labels'])})")
    if entry:
        for line in _claim(entry, found):
            face.out_line(line)
    else:
        for name, value in sorted(found["properties"].items()):
            if name not in HIDDEN and name != "key" and value is not None:
                face.out_line(f"  {name}: {' '.join(str(value).split())[:600]}")
    for row in found.get("versions", []):
        face.out_line(
            f"{row['fetched_at']}  {row['state']}  {counted(row['passages'], 'passage')}  {row['version'][:24]}"
        )
    for row in found.get("claims", []):
        face.out_line(f"{row['status']}: {row['text']}  {row['claim'][:15]}")
    face.out_line("joined to:")
    for row in found["neighbours"]:
        arrow = f"-[{row['type']}]->" if row["outgoing"] else f"<-[{row['type']}]-"
        face.out_line(
            f"  {arrow} {(row['key'] or '')[:26]}  {' '.join((row['text'] or row['name'] or '').split())[:100]}"
        )


def _claim(entry: "Entry", found: dict[str, Any]) -> Iterator[str]:
    from agent.ledger.look import look_at, tell_history, tell_reports

    yield from look_at(entry)
    if reports := list(tell_reports(found["reports"])):
        yield "said in:"
        yield from (f"  {line}" for line in reports)
    yield "history:"
    yield from (f"  {line}" for line in tell_history(found["history"]))
