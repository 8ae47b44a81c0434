"""Constructed sets of pages, each with the number of independent origins that a careful reader counts.

The "tuned" ones were at hand while the rules were made; those "held" and "apart" were written before and only measured.
"""

import json
from pathlib import Path
from typing import Any

import pytest
from works import group_works

from agent.origins.count import count_origins
from agent.origins.told import Told
from retrievers.websearch.same_work import make_work

SETS: list[dict[str, Any]] = [
    json.loads(line) for line in Path(__file__).with_suffix(".jsonl").read_text(encoding="utf-8").splitlines()
]


def of(*halves: str) -> list[Any]:
    return [pytest.param(one, id=one["set"]) for one in SETS if one["half"] in halves]


def count(case: dict[str, Any]) -> int:
    """As many as are counted where the pages are stored: what their whole texts show to be one origin is known."""
    pages = case["pages"]
    works = [make_work(one["name"], one.get("url", ""), one["text"], title=one.get("title", "")) for one in pages]
    origin = group_works(works).origin
    told = [
        Told(name, one.get("title", name), one.get("by"), one.get("url"), origin[name], one["text"])
        for one in pages
        for name in [one["name"]]
    ]
    return count_origins(told, case["claim"]).count


@pytest.mark.parametrize("case", of("tuned", "held"))
def test_what_one_source_has_from_another_counts_once(case: dict[str, Any]) -> None:
    assert count(case) == case["origins"]


@pytest.mark.parametrize("case", of("apart"))
def test_those_who_found_out_for_themselves_count_each(case: dict[str, Any]) -> None:
    assert count(case) == case["origins"]


def test_a_page_that_holds_foreign_addresses_in_its_own_adds_no_origin() -> None:
    """Its owner could else make as many of itself as it likes."""
    pages = [f"https://evil.example/?see=https://{name}.example/" for name in ("a", "b", "c")]
    told = [Told(url, url, None, url, None, f"The plant costs 9 crowns, version {at}.") for at, url in enumerate(pages)]
    assert count_origins(told).count == 1


def test_what_names_several_sources_joins_none_of_them_and_a_ring_of_sources_is_one() -> None:
    named = {"a": "Road Office", "b": "Polytechnic of Orm", "c": "Weekly Digest"}

    def told(source: str, *follows: str) -> Told:
        said = "".join(f" according to the {named[one]}," for one in follows)
        return Told(source, source, named[source], None, None, f"The bridge is unsafe,{said} and closed.")

    assert count_origins([told("a"), told("b"), told("c", "a", "b")]).count == 2
    assert count_origins([told("a", "b"), told("b", "c"), told("c", "a")]).count == 1
