"""The search providers: which are set, and where asked for, whether they answer. A try spends no credit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agent.doctor.finding import CONFIGURATION_EXIT, Finding
from agent.settings import Settings

if TYPE_CHECKING:
    import httpx

TAVILY = "https://api.tavily.com"
_PATIENCE_S = 15.0


async def look_at_search(settings: Settings, *, web: bool, tavily: str = TAVILY) -> list[Finding]:
    """Return a finding for each provider that is set. `web` tries them; `tavily` is the address of Tavily."""
    key, searxng = settings.tavily_api_key, settings.searxng_url.strip().rstrip("/")
    if not key and not searxng:
        do = "to have one: set TAVILY_API_KEY or SEARXNG_URL"
        return [Finding("web search", "off", "no provider is set", do)]
    if not web:
        names = " and ".join(name for name, value in (("TAVILY_API_KEY", key), ("SEARXNG_URL", searxng)) if value)
        return [Finding("web search", "ok", f"{names} set; not tried", "to try: claimgraph doctor --web")]
    found: list[Finding] = []
    if key:
        found.append(await _try("Tavily", f"{tavily}/usage", "set another TAVILY_API_KEY", key=key))
    if searxng:
        # An engine that lists no JSON among its formats answers 403: that is its default.
        do = "check SEARXNG_URL, and that its settings.yml lists json under search: formats:"
        found.append(await _try("SearXNG", f"{searxng}/search", do, params={"q": "ready", "format": "json"}))
    return found


async def _try(name: str, url: str, do: str, *, key: str = "", params: dict[str, str] | None = None) -> Finding:
    import httpx

    headers = {"Authorization": f"Bearer {key}"} if key else {}
    try:
        async with httpx.AsyncClient(timeout=_PATIENCE_S) as client:
            response = await client.get(url, headers=headers, params=params or {})
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        says = f"{name} does not answer ({type(error).__name__})"
        return Finding("web search", "broken", says, "check the network, and the address", CONFIGURATION_EXIT)
    if response.status_code == 200 and _is_json(response):
        return Finding("web search", "ok", f"{name} answers, {round(response.elapsed.total_seconds() * 1000)} ms")
    says = f"{name} answered {response.status_code}" + ("" if response.status_code != 200 else ", but no JSON")
    return Finding("web search", "broken", says, do, CONFIGURATION_EXIT)


def _is_json(response: httpx.Response) -> bool:
    try:
        response.json()
    except ValueError:
        return False
    return True
