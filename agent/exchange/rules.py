"""What a line of an export must be, held against the declared model. Pure; nothing of it ever becomes Cypher."""

import math
import re
from collections.abc import Collection, Mapping
from typing import Any, cast

from agent.errors import FileRefused
from agent.exchange.lines import FORMAT, Header, Line, NodeLine, RelationshipLine, unpack_vector
from agent.record.clock import moment_of, now
from graph.keys import is_namespace, search_namespace
from graph.model import MAX_NAME, MAX_TITLE, MAX_URL, RELATIONSHIPS, SHARED
from graph.own_shape import VALUES
from graph.property_types import has_type, type_of
from graph.queries.exchange import EXCHANGED

_KINDS = {node.label: node for node in EXCHANGED}
_TYPES = {(one.type, one.start, one.end): one for one in RELATIONSHIPS}
_KEY = re.compile(r"([a-z]+)\.[0-9a-f]{32}(?:\.[1-9][0-9]*)?")
_MODEL: dict[str, type] = {
    "model": str, "dimension": int, "query_prefix": str, "passage_prefix": str, "file_sha256": str, "max_tokens": int,
    "min_similarity": float,
}  # fmt: skip
_LONGEST = {"name": MAX_NAME, "url": MAX_URL, "title": MAX_TITLE, "source_id": MAX_TITLE, "publisher": MAX_TITLE}
_LONGEST_INDEXED = 32_000
"""Bytes: a longer string in a range index takes the database down."""
_MOST_LISTED = 10_000
_AHEAD_MS = 24 * 3_600_000
"""How far another machine's clock may be ahead of ours."""
_MOMENT = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z", re.ASCII)
_OF_SOURCES = frozenset({"published_at", "updated_at"})
_EMBEDDED = {"Passage", "Turn", "Reflection"}
_VERDICTS = {"unchecked", "valid", "rejected", "stale", "removed", "cannot_check"}
_STATES = {"incoming", "current", "superseded", "removed", "snippet"}
_FEW = frozenset(
    {("Source", "kind"), ("Citation", "quote_match"), ("Citation", "stance"), ("Conflict", "state"), ("Run", "state")}
)
"""Properties that may hold few words, beside those whose absence is refused too."""
_BY = frozenset({"checker", "by", "detected_by", "resolved_by"})
"""Properties that say whose word something is."""
_SOMEBODY = re.compile(r"(?:judge|person):.*\w.*", re.DOTALL)
_STATUSES = {"supported", "conflicting", "unsupported", "unreviewed"}


def read_header(value: Any) -> Header:
    """Return the header of a file from its first line. Raises FileRefused."""
    if not isinstance(value, dict) or cast("dict[str, Any]", value).get("claimgraph") != "graph":
        raise FileRefused("line 1 is no header of a claimgraph export; give a file that claimgraph export wrote")
    said = cast("dict[str, Any]", value)
    if said.get("format") != FORMAT:
        raise FileRefused(
            f"line 1: the file has the format {said.get('format')!r}, and this claimgraph reads {FORMAT}; export it "
            "again with the same release as here"
        )
    fields: dict[str, Any] = {
        name: said.get(name)
        for name in ("schema", "namespaces", "models", "nodes", "relationships", "counts", "sha256")
    }
    is_sound = (
        all(isinstance(fields[name], int) for name in ("schema", "nodes", "relationships"))
        and _is_list(fields["namespaces"], str)
        and all(is_namespace(one) for one in fields["namespaces"])
        and _is_list(fields["models"], dict)
        and all(_is_model(one) for one in fields["models"])
        and isinstance(fields["counts"], dict)
        and isinstance(fields["sha256"], str)
    )
    if not is_sound:
        raise FileRefused("line 1: the header lacks something or holds what it may not; export the graph again")
    return Header(**fields)


def read_line(value: Any, namespaces: Collection[str], vectors: Mapping[str, int]) -> Line:
    """Return the node or relationship of a line; `vectors` are the dimensions by the properties of the header's models.

    Raises FileRefused with what is wrong, without the line's number.
    """
    if not isinstance(value, dict):
        raise FileRefused("it is no JSON object")
    said = cast("dict[str, Any]", value)
    if "node" in said:
        return _node(said, namespaces, vectors)
    if "relationship" in said:
        return _relationship(said)
    raise FileRefused("it is neither a node nor a relationship")


def _node(said: dict[str, Any], namespaces: Collection[str], vectors: Mapping[str, int]) -> NodeLine:
    _only(said, {"node", "key", "marks", "properties", "vectors"})
    kind = _KINDS.get(said["node"]) if isinstance(said["node"], str) else None
    if kind is None:
        raise FileRefused(f"there is no label {said['node']!r}")
    key, marks, properties = said.get("key"), said.get("marks"), said.get("properties")
    _check_key(kind.label, key)
    if not _is_list(marks, str) or not set(cast("list[str]", marks)) <= set(kind.marks):
        raise FileRefused(f"a {kind.label} wears no labels {marks!r}")
    held = _properties(kind.label, properties, {*kind.properties, *SHARED} - {"key"})
    missing = [name for name in SHARED if name != "key" and name not in held]
    if missing:
        raise FileRefused(f"the {kind.label} has no {missing[0]}")
    if held["namespace"] not in namespaces:
        raise FileRefused(f"the namespace {held['namespace']!r} is not one of the header's")
    _check_states(kind.label, held)
    check_times(kind.label, held, now().ms)
    if kind.label == "Passage":
        _check_passage(held)
    packed = said.get("vectors", {})
    if not isinstance(packed, dict) or (packed and kind.label not in _EMBEDDED):
        raise FileRefused(f"a {kind.label} has no vectors")
    for name, text in cast("dict[str, Any]", packed).items():
        _check_vector(kind.label, name, text, vectors)
    return NodeLine(kind.label, cast("str", key), cast("list[str]", marks), held, cast("dict[str, str]", packed))


def _relationship(said: dict[str, Any]) -> RelationshipLine:
    _only(said, {"relationship", "start", "end", "properties"})
    ends: list[tuple[str, str]] = []
    for side in ("start", "end"):
        pair = said.get(side)
        if not _is_list(pair, str) or len(cast("list[str]", pair)) != 2:
            raise FileRefused(f"its {side} is no pair of a label and a key")
        label, key = cast("list[str]", pair)
        ends.append((label, key))
    type_ = said["relationship"]
    one = _TYPES.get((type_, ends[0][0], ends[1][0])) if isinstance(type_, str) else None
    if one is None:
        raise FileRefused(f"there is no relationship {type_!r} from a {ends[0][0]!r} to a {ends[1][0]!r}")
    for label, key in ends:
        _check_key(label, key)
    held = _properties(one.type, said.get("properties"), set(one.properties))
    check_times(one.type, held, now().ms)
    return RelationshipLine(one.type, ends[0], ends[1], held)


def _properties(owner: str, value: Any, names: set[str]) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise FileRefused(f"the {owner} has no properties")
    held = cast("dict[str, Any]", value)
    for name, one in held.items():
        if name not in names:
            raise FileRefused(f"a {owner} has no property {name!r}")
        wanted = type_of(name)
        if not has_type(one, wanted):
            raise FileRefused(f"{owner}.{name} is {type(one).__name__}, not of the type {wanted}")
        if wanted == "strings" and len(one) > _MOST_LISTED:
            raise FileRefused(f"{owner}.{name} lists {len(one)} things, and may list {_MOST_LISTED}")
        if wanted == "float" and not math.isfinite(one):
            raise FileRefused(f"{owner}.{name} is no number")
        for each in one if wanted == "strings" else (one,):
            if isinstance(each, str):
                _check_string(owner, name, each)
    _check_people(owner, held)
    return held


def check_times(owner: str, held: Mapping[str, Any], now_ms: int) -> None:
    """Refuse a moment that is none, that is still to come, or that its two forms tell differently: what is said to be
    seen or checked then would pass for fresh for ever. What a source says of its own dates is its own affair."""
    latest = moment_of(now_ms + _AHEAD_MS)
    for name, value in held.items():
        is_moment = (name.endswith("_at") or name == "at") and name not in _OF_SOURCES
        if is_moment and not (_MOMENT.fullmatch(value) and value <= latest.iso):
            raise FileRefused(f"{owner}.{name} is {value[:40]!r}, which is no moment up to now")
        if not name.endswith("_ms") or name == "latency_ms":
            continue
        if not 0 <= value <= latest.ms:
            raise FileRefused(f"{owner}.{name} is {value}, which is no moment up to now")
        if (twin := held.get(name.removesuffix("_ms"))) is not None and twin != moment_of(value).iso:
            raise FileRefused(f"{owner}.{name} is {value}, and not {twin[:40]}")


def _check_passage(held: Mapping[str, Any]) -> None:
    """Refuse a passage that lies elsewhere than it says, or that searches of another namespace would find."""
    start, end = held.get("char_start", 0), held.get("char_end", 0)
    if not 0 <= start <= end or ("text" in held and end - start != len(held["text"])):
        raise FileRefused(f"the Passage's text is not the characters {start} to {end}")
    if held.get("search_ns", search_namespace(held["namespace"])) != search_namespace(held["namespace"]):
        raise FileRefused(f"Passage.search_ns is {held['search_ns'][:40]!r}, which is another namespace's")


def _check_string(owner: str, name: str, value: str) -> None:
    if len(value) > _LONGEST.get(name, len(value)):
        raise FileRefused(f"{owner}.{name} has {len(value)} characters, and may have {_LONGEST[name]}")
    if name in _INDEXED and len(value.encode("utf-8", "replace")) > _LONGEST_INDEXED:
        raise FileRefused(f"{owner}.{name} is longer than an index may hold")
    if any("\ud800" <= letter <= "\udfff" for letter in value):
        raise FileRefused(f"{owner}.{name} holds half of a character")


_INDEXED = frozenset(
    {"created_at", "status", "content_sha256", "norm_name", "first_words", "canonical_key", "work_group", "state",
     "origin_group"}
)  # fmt: skip


def _check_states(label: str, held: Mapping[str, Any]) -> None:
    allowed = {"SourceVersion": ("state", _STATES), "Citation": ("verdict", _VERDICTS), "Claim": ("status", _STATUSES)}
    if label in allowed:
        name, values = allowed[label]
        if held.get(name) not in values:
            raise FileRefused(f"{label}.{name} is {held.get(name)!r}, not one of {', '.join(sorted(values))}")
    for owner, name in _FEW:
        words = VALUES[owner, name]
        if owner == label and held.get(name, words[0]) not in words:
            raise FileRefused(f"{label}.{name} is {held[name][:40]!r}, not one of {', '.join(sorted(words))}")
    checker = str(held.get("checker"))
    is_known = checker == "verbatim" or _SOMEBODY.fullmatch(checker) is not None
    if label == "Citation" and held.get("verdict") == "valid" and not is_known:
        raise FileRefused(f"the Citation is called valid by {checker!r}, which can make nothing valid")


def _check_people(owner: str, held: Mapping[str, Any]) -> None:
    """Refuse the word of a judge or a person who has no name."""
    for name in _BY & set(held):
        role = held[name].partition(":")[0]
        if role in {"judge", "person"} and not _SOMEBODY.fullmatch(held[name]):
            raise FileRefused(f"{owner}.{name} is {held[name][:40]!r}, and names nobody")


def _check_key(label: str, key: Any) -> None:
    found = _KEY.fullmatch(key) if isinstance(key, str) else None
    if found is None or found[1] != label.lower() or (label == "Assessment") != (str(key).count(".") == 2):
        raise FileRefused(f"{key!r} is no key of a {label}")


def _check_vector(label: str, name: str, text: Any, vectors: Mapping[str, int]) -> None:
    import numpy as np

    if name not in vectors or not isinstance(text, str):
        raise FileRefused(f"the vector {name!r} is of none of the header's models")
    try:
        vector = unpack_vector(text, label)
    except ValueError:
        raise FileRefused(f"the vector {name!r} is damaged") from None
    if len(vector) != vectors[name] or not np.isfinite(vector).all() or not vector.any():
        raise FileRefused(f"the vector {name!r} is damaged: {len(vector)} numbers, {vectors[name]} expected")


def _only(said: Mapping[str, Any], names: set[str]) -> None:
    strange = sorted(set(said) - names)
    if strange:
        raise FileRefused(f"it holds {strange[0]!r}, which no such line has")


def _is_list(value: Any, of: type) -> bool:
    return isinstance(value, list) and all(isinstance(one, of) for one in cast("list[Any]", value))


def _is_model(value: Mapping[str, Any]) -> bool:
    return (
        set(value) == set(_MODEL)
        and all(isinstance(value[name], of) and not isinstance(value[name], bool) for name, of in _MODEL.items())
        and 0 < value["dimension"] <= 4_096
    )
