"""Tavily Extract: the other way of reading pages, for those that our own fetcher does not get."""

from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, cast

from graph.url import source_url
from retrievers.errors import RetrieverError
from retrievers.outcome import Outcome
from retrievers.read.decode import clean_text
from retrievers.read.language import find_language
from retrievers.read.markdown import parse_markdown
from retrievers.read.reading import Reading, Refusal
from retrievers.read.versions import package_version
from retrievers.web.classes import find_word_list
from retrievers.web.guard import Guard
from retrievers.web.phrases import CHALLENGE, CONSENT, LOGIN, NEEDS_JS, NOT_FOUND
from retrievers.websearch.domains import DomainRules
from retrievers.websearch.tavily import call_sdk, open_tavily_sdk

if TYPE_CHECKING:
    from tavily import AsyncTavilyClient

EXTRACTOR: Final = "tavily-extract"
TIMEOUT_S: Final = 30.0
MOST: Final = 20
"""Addresses of one request."""

_LITTLE, _SHORT = 400, 1_500  # characters, as own reading judges pages
_WALLS: tuple[tuple[Any, Outcome, str], ...] = (
    (NEEDS_JS, "needs_js", "shows its text only to browsers that run its scripts"),
    (CONSENT, "consent", "shows only a question about consent"),
    (LOGIN, "unauthorised", "asks for a login"),
    (NOT_FOUND, "empty", "says that there is no such page"),
)


class TavilyPages:
    """Reads pages by Tavily Extract. Make one with `open_tavily_pages`."""

    def __init__(self, sdk: "AsyncTavilyClient", guard: Guard, *, timeout_s: float) -> None:
        self._ask: Any = sdk.extract  # pyright: ignore[reportUnknownMemberType] # the SDK leaves types out
        self._guard = guard
        self._timeout_s = timeout_s

    async def read(
        self,
        urls: Sequence[str],
        domains: DomainRules = DomainRules(),  # noqa: B008 - frozen
    ) -> list[Reading | Refusal]:
        """Return a reading or a refusal for each of at most 20 addresses, in order; one request for all.

        An address that the guard or the rules refuse is not sent: it would name an inner host to a stranger. What
        Tavily gives proves no date. Raises SearchFailed where the request itself fails.
        """
        if len(urls) > MOST:
            raise ValueError(f"{len(urls)} addresses are too many for one request; give at most {MOST}")
        targets = [self._admit(url, domains) for url in urls]
        asked = list(dict.fromkeys(target for target in targets if isinstance(target, str)))
        read = _take(await self._extract(asked), asked) if asked else {}
        return [replace(read[t] if isinstance(t, str) else t, input=url) for url, t in zip(urls, targets, strict=True)]

    def _admit(self, url: str, domains: DomainRules) -> str | Refusal:
        try:
            target = self._guard.admit(url).url
        except RetrieverError as refusal:
            return Refusal(url, refusal.outcome, refusal.reason)
        why = domains.why_not(target)
        return Refusal(url, "refused", f"{url} is not read: {why}") if why else target

    async def _extract(self, urls: list[str]) -> Mapping[str, Any]:
        return await call_sdk(
            self._ask, self._timeout_s, urls=urls, extract_depth="basic", format="markdown", include_images=False
        )


@asynccontextmanager
async def open_tavily_pages(
    api_key: str = "", *, base_url: str = "", timeout_s: float = TIMEOUT_S, guard: Guard | None = None
) -> AsyncGenerator[TavilyPages]:
    """Open the reader; an empty key is Tavily's keyless mode. `guard` is for tests. Nothing is sent yet."""
    async with open_tavily_sdk(api_key, base_url=base_url, timeout_s=timeout_s) as sdk:
        yield TavilyPages(sdk, guard or Guard(), timeout_s=timeout_s)


def _take(answer: Mapping[str, Any], asked: Sequence[str]) -> dict[str, Reading | Refusal]:
    """Return what an answer says of each address that was asked for; texts of other addresses are left."""
    read: dict[str, Reading | Refusal] = {
        url: Refusal(url, "unreadable", f"Tavily gave no text of {url}; read it another way") for url in asked
    }
    known = {source_url(url): url for url in asked}
    for one in _objects(answer.get("failed_results")):
        if url := known.get(_locator(one.get("url"))):
            words = " ".join(clean_text(str(one.get("error") or "no reason"))[:200].split())
            outcome: Outcome = "timeout" if "timed out" in words.lower() else "unreadable"
            read[url] = Refusal(url, outcome, f"Tavily did not get {url} ({words})")
    for one in _objects(answer.get("results")):
        if url := known.get(_locator(one.get("url"))):
            text = one.get("raw_content")
            read[url] = _parse(url, text if isinstance(text, str) else "")
    return read


def _parse(url: str, markdown: str) -> Reading | Refusal:
    try:
        page = parse_markdown(clean_text(markdown))
    except RecursionError:
        return Refusal(url, "unreadable", f"the text of {url} is nested too deeply to be read whole")
    if not page.text.strip():
        return Refusal(url, "empty", f"Tavily found no text at {url}")
    if wall := _find_wall(page.text):
        return Refusal(url, wall[0], f"{url} {wall[1]}")
    title = " ".join((page.title or "").split())
    return Reading(
        input=url,
        locator=source_url(url),
        source_id=url,
        kind="web",
        text=page.text,
        title=title or source_url(url),
        url=url,
        publisher=None,
        published_at=None,
        published_precision=None,
        published_proof=None,
        updated_at=None,
        language=find_language(page.text, None),
        headings=page.headings,
        content_type="text/markdown",
        extractor=EXTRACTOR,
        extractor_version=package_version("tavily-python"),
        truncated=False,
    )


def _find_wall(text: str) -> tuple[Outcome, str] | None:
    if len(text) < _SHORT and CHALLENGE.search(text[:_LITTLE]):
        return "challenge", "asks for proof that a person reads it; open it in a browser"
    if len(text) < _LITTLE:
        for phrases, outcome, says in _WALLS:
            if phrases.search(text):
                return outcome, says
    words = find_word_list(text)
    return (words.outcome, words.says) if words else None


def _objects(listed: object) -> list[dict[str, Any]]:
    found = cast("list[Any]", listed) if isinstance(listed, list) else []
    return [cast("dict[str, Any]", one) for one in found if isinstance(one, dict)]


def _locator(url: object) -> str:
    try:
        return source_url(url) if isinstance(url, str) else ""
    except ValueError:
        return ""
