"""From what a person calls a claim, source, thing, question, run or report to its key.

A key or a unique beginning of one; else the exact words; else the same in any case and with any end mark; else the one
node that has all the words. Several that fit are never chosen from: the caller is told which there are.
"""

import re

from graph.keys import claim_text, make_key, question_text
from graph.lucene import words_query
from graph.model import LABEL_OF_KIND
from graph.queries.parameters import NodeType
from graph.store import GraphStore, Row
from retrievers.names import norm_name
from retrievers.templates.errors import ArgumentsRefused
from retrievers.templates.template import Candidate

WORD_FIELDS: dict[str, tuple[str, ...]] = {
    "claim_text": ("text",),
    "question_text": ("text",),
    "source_title": ("title", "source_id", "publisher"),
    "entity_full_name": ("full_name",),
}
"""The full-text indexes that words are looked up in, and the fields of each."""

_INDEX: dict[NodeType, str] = {
    "claim": "claim_text",
    "question": "question_text",
    "source": "source_title",
    "entity": "entity_full_name",
}
_LATEST = {"latest", "last", "newest"}
_SHOWN = 5
_KEY = re.compile(r"([a-z]+)\.[0-9a-f]{1,64}")


async def find_named(store: GraphStore, kind: NodeType, said: str) -> tuple[Candidate | None, list[Candidate]]:
    """Return the node that `said` means, or None with the nodes that come nearest.

    Raises ArgumentsRefused with the candidates when it may mean several, or is the key of another kind.
    """
    key = _KEY.fullmatch(said)
    if key and key[1] in LABEL_OF_KIND:
        return await _by_key(store, kind, said, key[1])
    if kind == "run":
        return await _run(store, said), []
    if kind == "report":
        run = await _run(store, said)
        return (await _report(store, run.key) if run else None), []
    exact = _candidates(await _exact(store, kind, said))
    if exact:
        return _only(kind, said, exact), []
    index = _INDEX[kind]
    found = await _words(store, index, said, every=True)
    same = [one for one in found if _folded(one.text) == _folded(said)]
    if same or found:
        return _only(kind, said, same or found), []
    return None, (await _words(store, index, said, every=False))[:_SHOWN]


def _only(kind: str, said: str, found: list[Candidate]) -> Candidate:
    if len(found) == 1:
        return found[0]
    some = "; ".join(f"{one.key} {one.text!r}" for one in found[:_SHOWN])
    more = f" and {len(found) - _SHOWN} more" if len(found) > _SHOWN else ""
    raise ArgumentsRefused(f"{said!r} may be more than one {kind}: {some}{more}; give the key of one", found[:_SHOWN])


async def _by_key(store: GraphStore, kind: NodeType, said: str, is_of: str) -> tuple[Candidate | None, list[Candidate]]:
    if is_of != kind and not (kind == "report" and is_of == "run"):
        raise ArgumentsRefused(f"{said} is the key of a {is_of}; a {kind} is needed")
    rows = await store.read("nodes_by_prefix", prefix=said, label=LABEL_OF_KIND[is_of])
    found = [Candidate(str(row["key"]), str(row["name"] or "")) for row in rows]
    if not found:
        return None, []
    one = next((c for c in found if c.key == said), None) or _only(is_of, said, found)
    return (await _report(store, one.key) if is_of != kind else one), []


async def _run(store: GraphStore, said: str) -> Candidate | None:
    rows = await store.read("runs_by_run_key", run_key=said)
    if not rows and said.casefold() in _LATEST:
        rows = await store.read("latest_run")
    return Candidate(str(rows[0]["key"]), said) if rows else None


async def _report(store: GraphStore, run: str) -> Candidate | None:
    rows = await store.read("report_of_run", run=run)
    return Candidate(str(rows[0]["report"]), run) if rows else None


async def _exact(store: GraphStore, kind: NodeType, said: str) -> list[Row]:
    match kind:
        case "claim" | "question":
            text = claim_text(said) if kind == "claim" else question_text(said)
            key = make_key(kind, store.namespace, text)
            rows = await store.read("nodes_by_prefix", prefix=key, label=LABEL_OF_KIND[kind])
            return [{"key": row["key"], "text": said} for row in rows]
        case "entity":
            rows = await store.read("entities_by_name", norm_name=norm_name(said)) if norm_name(said) else []
            return [row for row in rows if _folded(row["text"]) == _folded(said)] or rows
        case _:
            return await store.read("sources_by_id", source_id=said)


async def _words(store: GraphStore, index: str, said: str, *, every: bool) -> list[Candidate]:
    words = words_query(said, store.namespace, WORD_FIELDS[index], every=every)
    return _candidates(await store.read("nodes_by_words", index=index, words=words)) if words else []


def _candidates(rows: list[Row]) -> list[Candidate]:
    return [Candidate(str(row["key"]), str(row["text"] or "")) for row in rows]


def _folded(text: str) -> str:
    return " ".join(text.casefold().split()).rstrip(" .?!")
