"""What a person names on the command line, as readings: files, folders and web addresses, in their order."""

import asyncio
import contextlib
import itertools
from collections.abc import AsyncIterator, Iterator, Sequence

from agent.build import open_pages
from agent.settings import Settings
from retrievers.read import Reading, Refusal, count_inputs, read_paths
from retrievers.read.apart import Apart
from retrievers.read.files import OnSkip
from retrievers.web.pages import is_address, read_pages


def count_words(words: Sequence[str]) -> int | None:
    """Count addresses, files and JSONL lines, for a progress bar; None when that would take more than a glance."""
    files = count_inputs([word for word in words if not is_address(word)])
    return None if files is None else files + sum(map(is_address, words))


async def read_inputs(
    settings: Settings, words: Sequence[str], *, collection: str | None = None, on_skip: OnSkip | None = None
) -> AsyncIterator[Reading | Refusal]:
    """Yield one reading or refusal an input; addresses go through the guarded fetcher, the rest are paths."""
    async with contextlib.AsyncExitStack() as stack:
        pages = await stack.enter_async_context(open_pages(settings)) if any(map(is_address, words)) else None
        for are_addresses, group in itertools.groupby(words, is_address):
            if are_addresses and pages is not None:
                async for reading in read_pages(pages, list(group)):
                    yield reading
                continue
            with Apart() as apart:  # left when cancelled, it ends the wait of the thread too
                files = read_paths(list(group), collection=collection, on_skip=on_skip, apart=apart)
                while (reading := await asyncio.to_thread(_next, files)) is not None:
                    yield reading


def _next(readings: Iterator[Reading | Refusal]) -> Reading | Refusal | None:
    return next(readings, None)
