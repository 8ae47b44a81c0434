"""Everything that finds or reads text; nothing here writes to the graph.

`TOOLS` is the registry that a router chooses from: adding a retriever is one file and one line here.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Tool:
    """A retriever as a router sees it: a name, a sentence, and the JSON schema of its arguments."""

    name: str
    says: str
    parameters: Mapping[str, Any]


TOOLS: Mapping[str, Tool] = {
    tool.name: tool
    for tool in (
        Tool(
            "memory_search",
            "Passages that earlier research stored, by words and by meaning.",
            {
                "type": "object",
                "properties": {
                    "queries": {"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": 20},
                    "for": {"type": "array", "items": {"type": "integer"}},
                    "limit": {"type": "integer", "minimum": 1, "maximum": 200},
                },
                "required": ["queries"],
            },
        ),
    )
}
