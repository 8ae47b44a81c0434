"""Writing sources: in steps, found only after the last one, the same whether it ran once, twice or was killed."""

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from agent.record.clock import Moment, now
from agent.record.forgotten import refuse_forgotten
from agent.record.groups import kin_of
from agent.record.names import title_row
from agent.record.status import change_claims
from agent.record.vectors import refuse_after_switch
from agent.record.verdicts import check_again
from agent.record.words import carry_words, tell_words
from agent.words.flags import flag_passages
from graph.grams import text_grams
from graph.keys import bounded, make_key, search_namespace, sha256_of, short_name
from graph.model import MAX_TITLE, MAX_URL
from graph.rows import batches
from graph.store import GraphStore, Row, Transaction
from graph.vectors import wire_vectors
from retrievers.names import name_of
from retrievers.read import Reading
from retrievers.split import SPLITTER_VERSION, PassageSpan

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Arrival:
    """A source as it was read, with its keys, on its way into the graph."""

    reading: Reading
    source: str
    version: str
    content_sha256: str


@dataclass(frozen=True, slots=True)
class Arrived:
    """What became of an arrival: it `replaced` an earlier version or is the first; or why it was `refused`."""

    version: str
    replaced: bool
    refused: str = ""


def arrival_of(reading: Reading, namespace: str) -> Arrival:
    """Return the reading with the keys of its Source and SourceVersion."""
    source = make_key("source", namespace, reading.locator)
    content = sha256_of(reading.text)
    return Arrival(reading, source, make_key("sourceversion", namespace, source, content), content)


def passage_rows(arrival: Arrival, spans: Sequence[PassageSpan], namespace: str) -> list[dict[str, Any]]:
    """Return one row a passage: text, offsets (code points), and what the indexes hold of it."""
    reading = arrival.reading
    flagged = flag_passages(reading.text, reading.headings, spans)
    rows: list[dict[str, Any]] = []
    for span, flags in zip(spans, flagged, strict=True):
        text = reading.text[span.char_start : span.char_end]
        heading = bounded(span.heading, MAX_TITLE)
        above = [bounded(reading.title, MAX_TITLE) or "", heading if heading != reading.title else ""]
        rows.append(
            {
                "key": make_key("passage", namespace, arrival.version, span.ordinal, SPLITTER_VERSION),
                "version": arrival.version,
                "name": short_name(text) or str(span.ordinal),
                "ordinal": span.ordinal,
                "text": text,
                "char_start": span.char_start,
                "char_end": span.char_end,
                "heading": heading,
                "page": span.page,
                "language": reading.language,
                "search_text": "\n".join([part for part in above if part] + [text.strip()]),
                "search_grams": text_grams(text, reading.language) or None,
                "search_ns": search_namespace(namespace),
                "flags": flags or None,
            }
        )
    return rows


async def record_arrivals(
    store: GraphStore,
    arrivals: Sequence[Arrival],
    passages: Sequence[Mapping[str, Any]],
    vectors: "NDArray[np.float32] | None",
    *,
    by_run: bool = False,
    by: str = "add",
) -> list[Arrived]:
    """Write sources with their passages (rows of `passage_rows`) and make them current, all or none of each source.

    `by_run`: a run wants it and nobody who added it on purpose, so what was forgotten is refused. `by` is what
    assessments of claims name that change by it.

    `vectors` is [n, d] in the order of `passages`, or None without an embedding model; an arrival without passages
    here must have them in the graph already (a text that returns). No two arrivals may be of one source.
    Raises GraphError; whatever was written then stays unfound until the same arrivals are recorded again.
    """
    moment = now()
    refused = await record_versions(store, arrivals, moment, by_run=by_run)
    await record_passages(store, passages, vectors, moment)
    replaced = await _arrive(store, arrivals, moment, by)
    return [Arrived(a.version, a.source in replaced, refused.get(a.source, "")) for a in arrivals]


async def record_versions(
    store: GraphStore, arrivals: Sequence[Arrival], moment: Moment, *, by_run: bool = False
) -> dict[str, str]:
    """Write sources and their versions, `incoming`: the first step of an arrival.

    Return why sources that were forgotten are refused, by key; of those nothing is written, now or in a later step.
    """
    sources = [
        {
            "key": a.source,
            "kind": a.reading.kind,
            "source_id": bounded(a.reading.source_id, MAX_TITLE),
            "name": short_name(a.reading.title),
            "place": a.reading.place,
            "locator": a.reading.locator,
        }
        for a in arrivals
    ]
    versions = [
        {
            "key": a.version,
            "source": a.source,
            "content_sha256": a.content_sha256,
            "char_len": len(a.reading.text),
            "truncated": a.reading.truncated,
            "content_type": a.reading.content_type,
            "extractor": a.reading.extractor,
            "extractor_version": a.reading.extractor_version,
            **marks_of(a.reading),
            "same_as": list(a.reading.same_as) or None,
            **_said_of_itself(a.reading),
        }
        for a in arrivals
    ]

    async def work(tx: Transaction) -> dict[str, str]:
        refused = await refuse_forgotten(tx, arrivals, store.namespace, by_run=by_run)
        wanted = [row for row in sources if row["key"] not in refused]
        rows = [row for row in versions if row["source"] not in refused]
        await tx.run("record_sources", rows=_sorted(wanted), now=moment.iso)
        await tx.run("record_versions", rows=_sorted(rows, "source"), now=moment.iso, now_ms=moment.ms)
        return refused

    return await store.write(work)


async def record_passages(
    store: GraphStore,
    passages: Sequence[Mapping[str, Any]],
    vectors: "NDArray[np.float32] | None",
    moment: Moment,
) -> None:
    """Write the passages of recorded versions (rows of `passage_rows`), not yet searchable: the second step."""
    wire = (
        None
        if vectors is None
        else dict(
            zip(
                (r["key"] for r in passages),
                wire_vectors(vectors, form=store.form, dimension=store.dimension),
                strict=True,
            )
        )
    )
    for batch in batches(_sorted(passages, "version")):

        async def work(tx: Transaction, rows: Sequence[Mapping[str, Any]] = batch) -> None:
            await tx.run("record_passages", rows=rows, now=moment.iso)
            if wire is not None:
                vector_rows = [{"key": r["key"], "vector": wire[r["key"]]} for r in rows]
                await tx.run("record_vectors", rows=vector_rows, property=store.vector_property)

        await store.write(work)
    links = [
        {"before": a["key"], "after": b["key"]} for a, b in itertools.pairwise(passages) if a["version"] == b["version"]
    ]
    for batch in batches(_sorted(links, "before")):

        async def link(tx: Transaction, rows: Sequence[Mapping[str, Any]] = batch) -> None:
            await tx.run("link_passages", rows=rows)

        await store.write(link)


async def _arrive(store: GraphStore, arrivals: Sequence[Arrival], moment: Moment, by: str) -> set[str]:
    rows = [_source_row(a) | {"kin": _kin(a, store.namespace)} for a in arrivals]
    titles = title_rows(arrivals, store.namespace)
    keys = sorted(a.version for a in arrivals)

    async def work(tx: Transaction) -> set[str]:
        await refuse_after_switch(tx, store)
        await tx.run("lock_sources", keys=sorted(a.source for a in arrivals))
        touched = [r["claim"] for r in await tx.run("claims_touched_by_arrival", keys=keys)]
        decided = {r["claim"] for r in await tx.run("words_to_carry", keys=keys, namespace=store.namespace)}
        carried: list[Row] = []

        async def change() -> set[str]:
            words = await tx.run("words_to_carry", keys=keys, namespace=store.namespace) if decided else []
            gone = await tx.run("supersede_versions", keys=keys, now=moment.iso)
            await tx.run("activate_versions", rows=_sorted(rows, "source"), now=moment.iso, now_ms=moment.ms)
            await tx.run("record_titles", rows=titles, now=moment.iso)
            carried.extend(await carry_words(tx, words, store.namespace, moment))
            if touched:
                await check_again(tx, keys, moment)
            return {r["source"] for r in gone}

        replaced = await change_claims(tx, {*touched, *decided}, change, by=by, moment=moment)
        await tell_words(tx, carried, by=by, moment=moment)
        return replaced

    return await store.write(work)


def _kin(arrival: Arrival, namespace: str) -> str:
    """What copies of the text are found by: whatever is compared with it must have been able to find it."""
    read = arrival.reading
    return kin_of(
        namespace,
        key=arrival.source,
        url=read.url or read.source_id,
        title=read.title,
        same_as=read.same_as,
        text=read.text,
    )


def _source_row(arrival: Arrival) -> dict[str, Any]:
    reading = arrival.reading
    return {
        "key": arrival.version,
        "source": arrival.source,
        "name": short_name(reading.title),
        "published_proof": bounded(reading.published_proof, MAX_TITLE),
        "language": reading.language,
        **marks_of(reading),
        "same_as": list(reading.same_as) or None,
        **_said_of_itself(reading),
    }


def marks_of(reading: Reading) -> dict[str, str | None]:
    """A web server's marks for this version of its page, to ask it with whether that has changed."""
    return {"etag": reading.etag, "last_modified": reading.last_modified}


def title_rows(arrivals: Sequence[Arrival], namespace: str) -> list[dict[str, Any]]:
    """Return the rows of `record_titles`, in the order of the nodes that they lock."""
    rows = [title_row(a.source, a.version, name_of(a.reading.title, namespace)) for a in arrivals]
    return sorted(rows, key=lambda r: (r["key"] or "", r["source"]))


def _said_of_itself(reading: Reading) -> dict[str, Any]:
    """What a text says of itself: kept with the version, so that a quote keeps its date when the source changes."""
    return {
        "title": bounded(reading.title, MAX_TITLE),
        "url": reading.url if reading.url is None or len(reading.url) <= MAX_URL else None,
        "publisher": bounded(reading.publisher, MAX_TITLE),
        "published_at": reading.published_at,
        "published_precision": reading.published_precision,
        "updated_at": reading.updated_at,
    }


def _sorted(rows: Sequence[Mapping[str, Any]], lock: str = "key") -> list[Mapping[str, Any]]:
    """Sort by the node that a row locks, then by key: writers in one order do not deadlock."""
    return sorted(rows, key=lambda r: (r[lock], r.get("key", "")))


def said_by(arrival: Arrival) -> dict[str, Any]:
    """Return what the arrival's text says of itself and would not say otherwise when merely read again.

    A web page has its address and the moment of its change from the server that sent it.
    """
    said = _said_of_itself(arrival.reading)
    return said if arrival.reading.kind != "web" else {k: v for k, v in said.items() if k not in {"url", "updated_at"}}
