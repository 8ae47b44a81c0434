"""A name that is exactly one stored text is that text, however many others hold its words."""

from typing import Any, cast

import pytest

from graph.store import GraphStore
from retrievers.templates.errors import ArgumentsRefused
from retrievers.templates.naming import find_named

STORED = {
    "claim.1": "The dam is 41 metres high.",
    "claim.2": "The dam is 41 metres high and 300 metres long.",
    "claim.3": "The mayor says that the dam is 41 metres high.",
}


class _Stored:
    """A store in which every claim has all the words."""

    namespace = "n"

    async def read(self, name: str, **params: Any) -> list[dict[str, str]]:
        return [{"key": key, "text": text} for key, text in STORED.items()] if name == "nodes_by_words" else []


@pytest.mark.parametrize("said", ["the dam is 41 metres high", "The dam is 41 metres high?", STORED["claim.1"]])
async def test_a_claim_with_exactly_these_words_wins_over_those_that_only_hold_them(said: str) -> None:
    found, _ = await find_named(cast("GraphStore", _Stored()), "claim", said)
    assert found is not None
    assert found.key == "claim.1"


async def test_of_several_that_only_hold_the_words_none_is_chosen() -> None:
    with pytest.raises(ArgumentsRefused, match="more than one claim"):
        await find_named(cast("GraphStore", _Stored()), "claim", "dam 41 metres")
