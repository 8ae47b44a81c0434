"""What a server takes: the form, the name of the token limit, a temperature; learnt from refusals and remembered."""

from __future__ import annotations

import contextlib
import json
import os
import re
import tempfile
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any, Literal, cast, get_args

from agent.llm.protocol import Form

Step = Literal["json_schema", "json_object_schema", "json_object", "prompt"]
STEPS: tuple[Step, ...] = get_args(Step)
Limit = Literal["max_completion_tokens", "max_tokens"]
_OF_FORM = ("response_format", "json_schema", "json_object", "schema", "grammar", "structured output")
_OF_TOOLS = ("tool", "function")
_REFUSALS = frozenset({400, 404, 415, 422, 500, 501})
_UNCLEAR = frozenset({400, 415, 422, 501})


@dataclass(frozen=True, slots=True)
class Dialect:
    """How one model at one address is asked.

    `json_object_schema` is llama.cpp's JSON mode, which takes the schema beside it. `shows_schema` repeats the schema
    in words, for servers that accept `json_schema` and ignore it. `bounds`: it may say how long a list is. `proven`: a
    valid reply came this way. `tools`: it may be given tools to call; without, they are told in words.
    """

    step: Step = "json_schema"
    limit: Limit = "max_completion_tokens"
    temperature: bool = True
    shows_schema: bool = False
    bounds: bool = True
    proven: bool = False
    tools: bool = True

    @property
    def form(self) -> Form:
        """The form by the name that attempts and people use."""
        return "json_object" if self.step == "json_object_schema" else self.step


def step_down(dialect: Dialect) -> Dialect | None:
    """Return the dialect with the next simpler form, None after the last.

    A server that does not know `json_schema` is older than `max_completion_tokens` too, and some (llama-cpp-python)
    do not refuse that name but write on without a limit: it is given the older name.
    """
    at = STEPS.index(dialect.step)
    if at + 1 == len(STEPS):
        return None
    limit: Limit = "max_tokens" if dialect.step == "json_schema" else dialect.limit
    return replace(dialect, step=STEPS[at + 1], limit=limit, proven=False)


def after_refusal(dialect: Dialect, *, status: int, param: str, words: str, with_tools: bool = False) -> Dialect | None:
    """Return what to try after a server refused a request, None where the refusal is about something else.

    `param` is the parameter that the server names, "" where it names none; then its `words` are looked through. A
    refusal that says nothing is taken to be about the form, as long as that form never worked. `with_tools`: tools were
    offered, which then are the form.
    """
    if status not in _REFUSALS:
        return None
    about = (param or words).casefold()
    if with_tools and dialect.tools and any(word in about for word in _OF_TOOLS):
        return replace(dialect, tools=False)
    if dialect.bounds and dialect.step == "json_schema" and re.search("minItems|maxItems", words):
        return replace(dialect, bounds=False)
    if any(word in about for word in _OF_FORM):
        return step_down(dialect)
    if dialect.limit in about:
        other: Limit = "max_tokens" if dialect.limit == "max_completion_tokens" else "max_completion_tokens"
        return replace(dialect, limit=other)
    if dialect.temperature and "temperature" in about:
        return replace(dialect, temperature=False)
    if with_tools and dialect.tools:
        return replace(dialect, tools=False) if status in _UNCLEAR or status == 500 else None
    return step_down(dialect) if status in _UNCLEAR and not dialect.proven else None


class Dialects:
    """The dialects learnt, by base URL and model; kept in `home` so that the next process need not learn again.

    A home that cannot be read or written only costs a few refused requests. `fresh` learns anew.
    """

    def __init__(self, home: Path | None, *, fresh: bool = False) -> None:
        self._store = home / "models.json" if home else None
        self._known = {} if fresh or self._store is None else _load(self._store)

    def get(self, base_url: str, model: str) -> Dialect:
        """Return what is known of the model at the address; the default where nothing is."""
        return self._known.get(f"{base_url} {model}", Dialect())

    def learn(self, base_url: str, model: str, dialect: Dialect) -> None:
        """Remember a dialect; one that is proven is written to the file."""
        name = f"{base_url} {model}"
        if self._known.get(name) == dialect:
            return
        self._known[name] = dialect
        if dialect.proven and self._store is not None:
            _write(self._store, {**_load(self._store), name: dialect})


def _write(store: Path, known: dict[str, Dialect]) -> None:
    with contextlib.suppress(OSError):
        store.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=store.parent, prefix=store.name)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump({key: asdict(dialect) for key, dialect in known.items()}, file, indent=1)
        Path(name).replace(store)


def _load(store: Path) -> dict[str, Dialect]:
    try:
        rows: Any = json.loads(store.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    if not isinstance(rows, dict):
        return {}
    read = {key: _dialect(row) for key, row in cast("dict[str, Any]", rows).items()}
    return {key: dialect for key, dialect in read.items() if dialect is not None}


def _dialect(row: Any) -> Dialect | None:
    """A row of the file, None where another release or a person wrote what we do not know."""
    if not isinstance(row, dict):
        return None
    values = cast("dict[str, Any]", row)
    names = {field.name for field in fields(Dialect)}
    known = values.get("step") in STEPS and values.get("limit") in get_args(Limit)
    return Dialect(**values) if known and set(values) <= names else None
