"""The live web of a test: the real Tavily SDK and the real fetcher on loopback, for whole runs."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncGenerator, Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from fakes import FakeEmbedder
from loopback import Site, open_fetcher, open_site, page
from scripted_server import Sent
from search_server import Scripted, SearchServer
from search_server import page as result

from agent.build import App
from agent.llm import Model
from agent.settings import Settings
from agent.web.options import NEW_PAGES, Reader, Web, WebOptions
from graph.store import GraphStore
from retrievers.read.apart import Apart
from retrievers.web.guard import Guard
from retrievers.web.pages import PageReader
from retrievers.websearch.protocol import WebSearch
from retrievers.websearch.providers import Providers
from retrievers.websearch.recent import RecentSearches
from retrievers.websearch.tavily import open_tavily
from retrievers.websearch.tavily_pages import open_tavily_pages

KEY = "tvly-secret"


def article(*paragraphs: str, title: str = "A page", head: str = "") -> bytes:
    """A page long enough to be taken for one, with these sentences in it."""
    filler = [f"The harbour log of that year runs to {n} pages and is kept in the town hall." for n in range(40, 46)]
    body = "".join(f"<p>{text}</p>" for text in (*paragraphs, *filler))
    return page(
        f"<html><head><title>{title}</title>{head}</head><body><article><h1>{title}</h1>{body}</article></body></html>"
    )


def finds(*urls: str, title: str = "A page", content: str = "what it says") -> Scripted:
    """Tavily's answer with these addresses."""
    return Scripted({"results": [result(url, title, content) for url in urls], "response_time": 0.1})


def by_query(**answers: Scripted) -> Callable[[Sent], Scripted]:
    """An answer for searches that go out together: the one whose word is in the query."""

    def answer(sent: Sent) -> Scripted:
        return next(made for word, made in answers.items() if word in sent.body["query"])

    return answer


@contextlib.asynccontextmanager
async def open_web_app(
    store: GraphStore,
    search: SearchServer,
    *,
    model: Model | None = None,
    options: WebOptions = WebOptions(),  # noqa: B008 - frozen
    recent: Path | None = None,
    reader: Reader = "own",
    say: Callable[[str], None] = lambda _: None,
    more: Mapping[str, SearchServer] | None = None,
    new_pages: int = NEW_PAGES,
    opposing: bool = False,
    **changes: Any,
) -> AsyncGenerator[App]:
    """An app whose searches go to the scripted server and whose pages come from loopback alone; it asks the web for
    the opposite of an answer only where `opposing`."""
    async with contextlib.AsyncExitStack() as stack:
        searches: list[WebSearch] = [await stack.enter_async_context(open_tavily(KEY, base_url=search.url))]
        for name, server in (more or {}).items():
            other = await stack.enter_async_context(open_tavily(KEY, base_url=server.url))
            other.name = name  # a stand-in for another provider
            searches.append(other)
        fetcher = await stack.enter_async_context(open_fetcher())
        extract = None
        if reader != "own":
            guard = Guard(allow=["127.0.0.1/32"])
            extract = await stack.enter_async_context(open_tavily_pages(KEY, base_url=search.url, guard=guard))
        apart = stack.enter_context(Apart())
        providers = Providers(searches, say=say, recent=RecentSearches(recent) if recent else None)
        web = Web(
            providers,
            PageReader(fetcher, apart),
            extract,
            reader,
            replace(options, opposing=opposing),
            new_pages=new_pages,
        )
        yield App(Settings(), store, FakeEmbedder(), (), None, model, web=web, **changes)


__all__ = ["KEY", "Site", "article", "by_query", "finds", "open_site", "open_web_app"]
