"""The tool that docs/tools.md tells people to write works as it stands there."""

import re
from pathlib import Path
from typing import Any

from graph.store import GraphStore
from retrievers import load_tools
from retrievers.tool import ToolContext

PAGE = Path(__file__).parents[2] / "docs" / "tools.md"


async def test_the_tool_of_the_page_is_a_tool(store: GraphStore) -> None:
    code = re.search(r"```python\n(.+?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert code is not None
    there: dict[str, Any] = {}
    exec(code[1], there)
    tools = load_tools(more=[there["TOOL"]])
    result = await tools.call("count_words", {"text": "to be or not"}, ToolContext(store))
    assert (result.outcome, result.rows) == ("ok", [{"words": 4}])


def test_the_page_names_every_tool_that_is_no_template() -> None:
    text = PAGE.read_text(encoding="utf-8")
    for name in ("memory_search", "web_search", "read_page", "answer_given", "text2cypher"):
        assert f"`{name}`" in text
