"""What a claim is held against, as a person names it: a file, standard input, or a key of the graph."""

import sys
from dataclasses import dataclass
from pathlib import Path

from agent.errors import AgentError
from agent.find import find_node
from agent.inputs import read_inputs
from agent.settings import Settings
from graph.model import LABEL_OF_KIND
from graph.store import GraphStore
from retrievers.outcome import Outcome
from retrievers.read import Reading, Refusal, read_stdin
from retrievers.read.formats import MAX_PACKED_BYTES
from retrievers.web.pages import is_address

# Texts that are there and cannot be read: nothing can be checked against them, which is a finding and no fault.
_UNREADABLE: frozenset[Outcome] = frozenset({"unreadable", "encrypted", "needs_js", "empty"})


class NotAgainst(AgentError):
    """What a claim was to be held against is not one text that can be read."""

    exit_code = 4


class NothingAgainst(NotAgainst):
    """What a claim was to be held against is not there: named alone, that is wrong use."""

    exit_code = 2


@dataclass(frozen=True, slots=True)
class Against:
    """A text with what is known of it; `text` is "" where the words could not be read, and `reason` says why.

    `quote` is that of a citation, whose own words the claim is held against.
    """

    name: str
    text: str
    language: str | None = None
    published_at: str | None = None
    quote: str | None = None
    reason: str = ""


def is_key(word: str) -> bool:
    """Whether a word can be a key of the graph; a file of that name comes first."""
    kind, dot, _ = word.partition(".")
    return bool(dot) and kind in LABEL_OF_KIND and not Path(word).exists()


def _is_file(word: str) -> bool:
    return Path(word).is_file()


async def read_against(word: str, settings: Settings) -> Against:
    """Read a file, a web address or, for "-", standard input. Raises NotAgainst, NothingAgainst where there is none."""
    if word == "-":
        if sys.stdin is None:  # pyright: ignore[reportUnnecessaryComparison] # it is closed
            raise NothingAgainst("standard input is closed; pipe a text into it, or name a file")
        return _as_against(word, read_stdin(sys.stdin.buffer.read(MAX_PACKED_BYTES + 1), id="stdin"))
    if not is_address(word) and not _is_file(word):
        raise NothingAgainst(
            f"{word!r} is no file and no key of the graph; give the path of a file, a key, or - for stdin"
        )
    readings = [reading async for reading in read_inputs(settings, [word])]
    if len(readings) != 1:
        raise NotAgainst(f"{word!r} holds {len(readings)} texts; give a file with one")
    return _as_against(word, readings[0])


def _as_against(word: str, reading: Reading | Refusal) -> Against:
    if isinstance(reading, Reading):
        return Against(reading.title or word, reading.text, reading.language, reading.published_at)
    if reading.outcome in _UNREADABLE:
        return Against(word, "", reason=reading.reason)
    raise NotAgainst(
        f"{word!r} cannot be used ({reading.outcome}: {reading.reason}); name another file, address or key"
    )


async def find_against(store: GraphStore, prefix: str) -> Against:
    """Find the stored text of a source, version, passage or citation by its key. Raises NodeNotFound, NotAgainst."""
    key, label = await find_node(store, prefix)
    if label == "Source":
        versions = await store.read("source_versions", source=key)
        current = [row["version"] for row in versions if row["state"] in {"current", "snippet"}]
        if not current:
            raise NotAgainst(
                f"{key} has no current version; name one of its versions, `claimgraph show {key}` lists them"
            )
        return await _version(store, str(current[0]))
    if label == "SourceVersion":
        return await _version(store, key)
    if label == "Passage":
        return await _passage(store, key)
    if label == "Citation":
        rows = await store.read("neighbours_of", key=key, label=label, limit=20)
        passages = [row["key"] for row in rows if row["type"] == "QUOTES"]
        quote = (await store.read("show_node", key=key, label=label))[0]["properties"].get("quote")
        if not passages or not quote:
            raise NotAgainst(f"the passage that {key} quotes is gone; nothing can be checked against it")
        one = await _passage(store, str(passages[0]))
        return Against(one.name, one.text, one.language, one.published_at, str(quote))
    raise NotAgainst(f"{key} is a {label} and has no text; give a source, a version, a passage or a citation")


async def _version(store: GraphStore, key: str) -> Against:
    rows = await store.read("texts_of_versions", keys=[key])
    if not rows:
        raise NotAgainst(f"the text of {key} is gone; nothing can be checked against it")
    properties = (await store.read("show_node", key=key, label="SourceVersion"))[0]["properties"]
    return Against(
        str(rows[0]["title"] or rows[0]["url"]), str(rows[0]["text"] or ""), properties.get("language"),
        properties.get("published_at"), reason="" if rows[0]["text"] else "the stored text is gone",
    )  # fmt: skip


async def _passage(store: GraphStore, key: str) -> Against:
    properties = (await store.read("show_node", key=key, label="Passage"))[0]["properties"]
    text = properties.get("text")
    return Against(key, str(text or ""), properties.get("language"), reason="" if text else "the stored text is gone")
