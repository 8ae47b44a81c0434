"""Answers of the last hours are given again, cost nothing, and say how old they are."""

import stat
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from search_server import Scripted, SearchServer, page, tavily

from retrievers.websearch.domains import DomainRules
from retrievers.websearch.providers import Providers
from retrievers.websearch.recent import VOLATILE_AGE_S, RecentSearches
from retrievers.websearch.tavily import open_tavily

START = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


class Clock:
    """A time that a test moves."""

    def __init__(self) -> None:
        self.at = START

    def __call__(self) -> datetime:
        return self.at


def spent() -> None:
    raise AssertionError("a request was paid for")


async def searched(
    folder: Path, *answers: Scripted, steps: Callable[[Providers, Clock], Awaitable[Any]]
) -> tuple[list[str], Any]:
    """What the steps return on providers that keep their answers in a folder, and the queries that were sent."""
    clock = Clock()
    with SearchServer(*answers) as server:
        async with open_tavily("k", base_url=server.url) as provider:
            providers = Providers([provider], say=print, recent=RecentSearches(folder, now=clock))
            got = await steps(providers, clock)
    return [sent.body["query"] for sent in server.sent], got


HIT = tavily(page("https://a.example/", "Tides", published_date="2026-02-01"))


async def test_the_same_search_is_not_paid_for_twice_and_says_how_old_it_is(tmp_path: Path) -> None:
    async def steps(providers: Providers, clock: Clock) -> object:
        first = await providers.search("Tides  of Skerra")
        clock.at += timedelta(hours=3)
        return first, await providers.search("tides of skerra", allow=spent)

    sent, (first, second) = await searched(tmp_path, HIT, steps=steps)
    assert sent == ["Tides of Skerra"]
    assert (second.results, second.provider) == (first.results, "tavily")
    assert (first.searched_at, second.searched_at) == (None, START.isoformat())
    assert second.notes == ("reused from a search of 2026-03-01 12:00 UTC",)


@pytest.mark.parametrize(
    ("hours", "max_age_s"), [(25.0, 86_400.0), (1.1, VOLATILE_AGE_S), (0.0, 0.0), (-1.0, 86_400.0)]
)
async def test_an_answer_too_old_or_from_the_future_is_asked_anew(
    tmp_path: Path, hours: float, max_age_s: float
) -> None:
    async def steps(providers: Providers, clock: Clock) -> object:
        await providers.search("tides")
        clock.at += timedelta(hours=hours)
        return await providers.search("tides", max_age_s=max_age_s)

    sent, _ = await searched(tmp_path, HIT, HIT, steps=steps)
    assert len(sent) == 2


async def test_other_rules_or_ranges_are_other_searches(tmp_path: Path) -> None:
    async def steps(providers: Providers, clock: Clock) -> object:
        await providers.search("tides")
        await providers.search("tides", time_range="day")
        await providers.search("tides", limit=3)
        return await providers.search("tides", domains=DomainRules.of(only=["a.example"]))

    sent, _ = await searched(tmp_path, *[HIT] * 4, steps=steps)
    assert len(sent) == 4


async def test_that_nothing_was_found_is_not_kept(tmp_path: Path) -> None:
    async def steps(providers: Providers, clock: Clock) -> object:
        await providers.search("tides")
        return await providers.search("tides")

    sent, _ = await searched(tmp_path, tavily(), HIT, steps=steps)
    assert len(sent) == 2


@pytest.mark.parametrize(
    "broken", ["", "{", "[]", '{"at": 7}', '{"at": "2026-03-01T12:00:00+00:00", "result": {}}', "\udcff"]
)
async def test_a_broken_file_is_as_good_as_none(tmp_path: Path, broken: str) -> None:
    def break_file() -> None:
        (kept,) = tmp_path.glob("*.json")
        assert stat.S_IMODE(kept.stat().st_mode) == 0o600
        kept.write_bytes(broken.encode("utf-8", "surrogateescape"))

    async def steps(providers: Providers, clock: Clock) -> object:
        await providers.search("tides")
        break_file()
        return await providers.search("tides")

    sent, _ = await searched(tmp_path, HIT, HIT, steps=steps)
    assert len(sent) == 2


async def test_a_folder_that_cannot_be_written_costs_nothing_but_the_reuse(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")

    async def steps(providers: Providers, clock: Clock) -> object:
        await providers.search("tides")
        return await providers.search("tides")

    sent, _ = await searched(tmp_path / "file" / "searches", HIT, HIT, steps=steps)
    assert len(sent) == 2
