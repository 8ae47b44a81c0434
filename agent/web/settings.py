"""What the settings say of the live web: who searches, who reads, which domains; pure."""

from dataclasses import dataclass, replace
from typing import cast, get_args

from agent.errors import ConfigurationError
from agent.settings import Settings
from agent.web.options import Reader, WebOptions
from retrievers.websearch.domains import DomainRefused, DomainRules, host_of

HOW_TO = "set TAVILY_API_KEY, or SEARXNG_URL to an instance of your own, or CLAIMGRAPH_WEB=keyless"
_WEB = ("auto", "off", "keyless")


@dataclass(frozen=True, slots=True)
class ConfiguredWeb:
    """Whether Tavily is asked, how pages are read, and the options with the installation's rules in them."""

    tavily: bool
    reader: Reader
    options: WebOptions


def why_no_web(settings: Settings) -> str:
    """Return why `ask` does not use the live web by itself, "" where it does. Raises ConfigurationError."""
    if settings.web not in _WEB:
        raise ConfigurationError(f"CLAIMGRAPH_WEB is {settings.web!r}; set it to one of {', '.join(_WEB)}")
    if settings.web == "off":
        return "off (CLAIMGRAPH_WEB=off)"
    if settings.web == "keyless" or settings.tavily_api_key or settings.searxng_url:
        return ""
    return "off (no provider of web search is set)"


def configured_web(settings: Settings, options: WebOptions) -> ConfiguredWeb:
    """Return what `open_web` opens. Raises ConfigurationError where nobody can search or a setting is malformed."""
    why_no_web(settings)
    tavily = bool(settings.tavily_api_key) or settings.web == "keyless"
    if not tavily and not settings.searxng_url:
        raise ConfigurationError(f"no provider of web search is set; {HOW_TO}")
    for name, url in (("TAVILY_BASE_URL", settings.tavily_base_url), ("SEARXNG_URL", settings.searxng_url)):
        if url and host_of(url.strip()) is None:
            raise ConfigurationError(f"{name} is no web address; set one like http://127.0.0.1:8080")
    if settings.reader not in get_args(Reader):
        readers = ", ".join(get_args(Reader))
        raise ConfigurationError(f"CLAIMGRAPH_READER is {settings.reader!r}; set it to one of {readers}")
    if settings.reader == "tavily" and not tavily:
        raise ConfigurationError("CLAIMGRAPH_READER is tavily but TAVILY_API_KEY is not set; set it, or read with own")
    whole = replace(
        options,
        prefer=(*options.prefer, *_listed(settings.prefer_domains)),
        block=(*options.block, *_listed(settings.block_domains)),
        snippets=options.snippets or settings.reader == "off",
    )
    try:
        DomainRules.of(only=whole.only, prefer=whole.prefer, block=whole.block)
    except DomainRefused as error:
        raise ConfigurationError(f"a domain cannot be used: {error}") from error
    reader = "off" if whole.snippets else cast("Reader", settings.reader)
    return ConfiguredWeb(tavily, reader, whole)


def _listed(value: str) -> tuple[str, ...]:
    return tuple(one.strip() for one in value.split(",") if one.strip())
