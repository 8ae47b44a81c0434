"""Constraints and indexes as declared data, rendered for the server and compared with what it has.

Index and property names cannot be parameters in Cypher: they are rendered here, from checked model ids, and nowhere
else.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, cast

from graph.form import Form
from graph.model import NODES

IndexKind = Literal["UNIQUENESS", "RANGE", "FULLTEXT", "VECTOR"]


@dataclass(frozen=True, slots=True)
class Index:
    """One index or uniqueness constraint. `filters` are the properties a vector index can filter on."""

    name: str
    kind: IndexKind
    label: str
    properties: tuple[str, ...]
    filters: tuple[str, ...] = ()
    dimension: int = 0
    analyser: str = ""


@dataclass(frozen=True, slots=True)
class VectorSpace:
    """The names that belong to one embedding model: id in lower case, each run of other characters one `_`."""

    model: str
    dimension: int

    @property
    def slug(self) -> str:
        """The model's id as a part of names: letters, digits and `_` only."""
        return re.sub(r"[^a-z0-9]+", "_", self.model.lower()).strip("_")[:80]

    @property
    def vector_property(self) -> str:
        """The property that holds a passage's vector."""
        return f"embedding_{self.slug}"

    @property
    def passage_index(self) -> str:
        """The vector index over the passages that may be searched."""
        return f"passage_vec_{self.slug}_{self.dimension}"


_LATER = {"Entity", "Conversation", "Turn", "Deletion"}

FIRST: tuple[Index, ...] = (
    *(
        Index(f"{node.label.lower()}_key", "UNIQUENESS", node.label, ("key",))
        for node in NODES
        if node.label not in _LATER
    ),
    Index("claim_status", "RANGE", "Claim", ("namespace", "status")),
    Index("claim_created", "RANGE", "Claim", ("namespace", "created_at")),
    Index("question_namespace", "RANGE", "Question", ("namespace",)),
    Index("run_started", "RANGE", "Run", ("namespace", "started_at_ms")),
    Index("source_namespace", "RANGE", "Source", ("namespace", "source_id")),
    Index("version_seen", "RANGE", "SourceVersion", ("namespace", "seen_at_ms")),
    Index("version_content", "RANGE", "SourceVersion", ("namespace", "content_sha256")),
    Index("passage_namespace", "RANGE", "Passage", ("namespace",)),
    Index("passage_text", "FULLTEXT", "Current", ("search_text", "search_ns"), analyser="english"),
)
"""What the first step of the schema made, and makes; later indexes belong to later steps."""

NAMES: tuple[Index, ...] = (
    Index("entity_key", "UNIQUENESS", "Entity", ("key",)),
    Index("entity_name", "RANGE", "Entity", ("namespace", "norm_name")),
    Index("entity_first_words", "RANGE", "Entity", ("namespace", "first_words")),
    Index("entity_canonical", "RANGE", "Entity", ("canonical_key",)),
    Index("passage_grams", "FULLTEXT", "Current", ("search_grams", "search_ns"), analyser="whitespace"),
)

WORDS: tuple[Index, ...] = (
    Index("claim_text", "FULLTEXT", "Claim", ("text", "namespace"), analyser="english"),
    Index("question_text", "FULLTEXT", "Question", ("text", "namespace"), analyser="english"),
    Index("source_title", "FULLTEXT", "Source", ("title", "source_id", "publisher", "namespace"), analyser="english"),
    Index("entity_full_name", "FULLTEXT", "Entity", ("full_name", "namespace"), analyser="english"),
)
"""What finds a claim, question, source or name by words of it. The raw namespace only narrows a search there: some are
stop words to the analyser, so every read compares it again."""

TALK: tuple[Index, ...] = (
    Index("conversation_key", "UNIQUENESS", "Conversation", ("key",)),
    Index("turn_key", "UNIQUENESS", "Turn", ("key",)),
    Index("turn_answered", "RANGE", "Turn", ("namespace", "answered_at_ms")),
)
"""What finds a conversation, and the turns of all conversations by their time."""

WORKS: tuple[Index, ...] = (Index("source_work", "RANGE", "Source", ("namespace", "work_group")),)
"""What finds the other addresses of a work."""

ORIGINS: tuple[Index, ...] = (
    Index("source_origin", "RANGE", "Source", ("namespace", "origin_group")),
    Index("version_kin", "FULLTEXT", "SourceVersion", ("kin",), analyser="whitespace"),
)
"""What finds the texts that may be copies of one, and the sources of one origin."""

FORGETTING: tuple[Index, ...] = (
    Index("deletion_key", "UNIQUENESS", "Deletion", ("key",)),
    Index("deletion_state", "RANGE", "Deletion", ("namespace", "state")),
)
"""What finds the deletions that were not ended."""

LESSONS: tuple[Index, ...] = (Index("lesson_written", "RANGE", "Lesson", ("namespace", "created_at_ms")),)
"""What finds the lessons that still hold, the newest first: so few that they are compared one by one."""

BASE: tuple[Index, ...] = FIRST + NAMES + WORDS + TALK + WORKS + ORIGINS + FORGETTING + LESSONS


_FILTERS = ("namespace",)


def vector_index(space: VectorSpace, form: Form) -> Index:
    """Return the vector index of one embedding model over the passages that may be searched.

    Only a server of the form `calendar` can filter inside it.
    """
    return Index(
        space.passage_index,
        "VECTOR",
        "Current",
        (space.vector_property,),
        _FILTERS if form == "calendar" else (),
        dimension=space.dimension,
    )


def is_of_other_form(index: Index, row: Mapping[str, Any]) -> bool:
    """Return whether a row of `show_indexes` is our vector index as a server of the other form has it."""
    other = replace(index, filters=() if index.filters else _FILTERS)
    return index.kind == "VECTOR" and row["name"] == index.name and _shape(row) == _wanted(other)


def render(index: Index) -> str:
    """Return the statement that creates the index where it is missing."""
    head = f"{index.name} IF NOT EXISTS FOR (n:{index.label})"
    columns = ", ".join(f"n.{p}" for p in index.properties)
    if index.kind == "UNIQUENESS":
        return f"CREATE CONSTRAINT {head} REQUIRE {columns} IS UNIQUE"
    if index.kind == "RANGE":
        return f"CREATE INDEX {head} ON ({columns})"
    if index.kind == "FULLTEXT":
        options = f"OPTIONS {{indexConfig: {{`fulltext.analyzer`: '{index.analyser}'}}}}"
        return f"CREATE FULLTEXT INDEX {head} ON EACH [{columns}] {options}"
    options = (
        f"OPTIONS {{indexConfig: {{`vector.dimensions`: {index.dimension}, "
        "`vector.similarity_function`: 'cosine', `vector.quantization.enabled`: false}}"
    )
    if not index.filters:
        return f"CREATE VECTOR INDEX {head} ON ({columns}) {options}"
    filters = ", ".join(f"n.{p}" for p in index.filters)
    return f"CYPHER 25 CREATE VECTOR INDEX {head} ON {columns} WITH [{filters}] {options}"


def differences(declared: Iterable[Index], found: Iterable[Mapping[str, Any]]) -> list[str]:
    """Return one sentence for each declared index that the server lacks or holds in another form.

    `found` are the rows of the statement `show_indexes`. Indexes that are not ours are no difference: the graph
    belongs to its owner.
    """
    rows = {str(row["name"]): row for row in found}
    problems: list[str] = []
    for index in declared:
        row = rows.get(index.name)
        if row is None:
            twin = next((name for name, r in rows.items() if _shape(r) == _wanted(index)), None)
            instead = f": {twin} stands in its place" if twin else ""
            problems.append(f"index {index.name} is missing{instead}")
            continue
        there = _shape(row)
        wanted = _wanted(index)
        if there != wanted:
            problems.append(f"index {index.name} is {_say(there)}, not {_say(wanted)}")
            continue
        problems.extend(_option_differences(index, row))
        if row["state"] == "FAILED":
            problems.append(f"index {index.name} has failed on the server")
    return problems


def _wanted(index: Index) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    kind = "RANGE" if index.kind == "UNIQUENESS" else index.kind
    return kind, (index.label,), index.properties + index.filters


def _shape(row: Mapping[str, Any]) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    return str(row["type"]), tuple(row["labels"] or ()), tuple(row["properties"] or ())


def _say(shape: tuple[str, tuple[str, ...], tuple[str, ...]]) -> str:
    return f"{shape[0]} on :{'|'.join(shape[1])}({', '.join(shape[2])})"


def _option_differences(index: Index, row: Mapping[str, Any]) -> list[str]:
    options = cast("Mapping[str, Any]", row["options"] or {})
    config = cast("Mapping[str, Any]", options.get("indexConfig", {}))
    if index.kind == "UNIQUENESS" and not row["constraint"]:
        return [f"index {index.name} does not enforce uniqueness"]
    if index.kind == "FULLTEXT" and config.get("fulltext.analyzer") != index.analyser:
        return [f"index {index.name} uses the analyser {config.get('fulltext.analyzer')}, not {index.analyser}"]
    if index.kind != "VECTOR":
        return []
    if config.get("vector.dimensions") != index.dimension:
        return [f"index {index.name} holds {config.get('vector.dimensions')} dimensions, not {index.dimension}"]
    similarity = str(config.get("vector.similarity_function"))
    if similarity.upper() != "COSINE":
        return [f"index {index.name} compares by {similarity.lower()}, not by cosine"]
    if config.get("vector.quantization.enabled") or config.get("vector.quantization.type", "NONE") != "NONE":
        return [f"index {index.name} rounds its vectors (quantization), which loses hits"]
    return []
