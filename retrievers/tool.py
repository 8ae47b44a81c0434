"""What a tool is: a name, a sentence, a JSON schema of its arguments and an async function.

A model or a rule chooses a tool and gives arguments; the program checks them and calls the function.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, Protocol

if TYPE_CHECKING:
    from graph.shape import Shape
    from graph.store import GraphStore
    from retrievers.embed import Embedder
    from retrievers.outcome import Outcome
    from retrievers.read import Reading, Refusal
    from retrievers.rerank import Reranker
    from retrievers.websearch.domains import DomainRules
    from retrievers.websearch.protocol import TimeRange
    from retrievers.websearch.providers import Providers

Schema = Mapping[str, Any]


CheckReply = Callable[[Mapping[str, str]], Awaitable[str | None]]
"""What is wrong with a reply in one sentence, which goes back to the model, or None."""


class Complete(Protocol):
    """What a tool may ask of a language model: the fields of its typed reply to a prompt that the program keeps."""

    async def __call__(self, prompt: str, values: Mapping[str, str], check: CheckReply) -> Mapping[str, str]:
        """Return the reply to the prompt of that name, filled with the values, once `check` has nothing against it.

        Replies are asked for again at most twice. Raises NoCompletion where none can be used.
        """
        ...


class ReadsPage(Protocol):
    """Anything that reads a page as `PageReader` does."""

    async def read(self, url: str) -> Reading | Refusal:
        """Return what is at an address, or why it is no evidence."""
        ...


@dataclass(frozen=True, slots=True)
class ToolContext:
    """What tools work with. What is None is not set up: a tool that needs it answers `offline` and says so.

    `rules` are the domains that may be searched and read, None for all. `shape` is that of a graph which is not ours.
    """

    store: GraphStore
    embedder: Embedder | None = None
    reranker: Reranker | None = None
    providers: Providers | None = None
    pages: ReadsPage | None = None
    complete: Complete | None = None
    rules: DomainRules | None = None
    time_range: TimeRange = "none"
    shape: Shape | None = None


@dataclass(frozen=True, slots=True)
class ToolResult:
    """What a call gave: rows as data, how it went, what a reader should know, and the query that was run.

    `ran` is the statement's name, the Cypher text, or what was sent to a search; "" where nothing was sent. `kind`:
    whether the rows are counts and other aggregates of many.
    """

    outcome: Outcome
    rows: Sequence[Mapping[str, Any]] = ()
    notes: tuple[str, ...] = ()
    ran: str = ""
    kind: Literal["rows", "aggregate"] = "rows"


Run = Callable[[ToolContext, Mapping[str, Any]], Awaitable[ToolResult]]


@dataclass(frozen=True, slots=True)
class Tool:
    """One tool. `sentence` says what it answers, `group` what it is about (memory, web, claims, sources, own, …).

    `examples` are questions that it answers, for choosing by meaning; `is_own` marks a user's own template,
    `needs_model` a tool that is not offered without one.
    """

    name: str
    sentence: str
    parameters: Schema
    group: str
    run: Run
    examples: tuple[str, ...] = field(default=())
    is_own: bool = False
    needs_model: bool = False


def object_schema(properties: Mapping[str, Schema], required: Sequence[str] = ()) -> dict[str, Any]:
    """Return the JSON schema of an object with these fields and no others."""
    return {
        "type": "object",
        "properties": {name: dict(schema) for name, schema in properties.items()},
        "required": list(required),
        "additionalProperties": False,
    }
