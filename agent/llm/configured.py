"""Which models the settings name, and whether what they need is set; pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from ipaddress import ip_address
from urllib.parse import urlsplit

from agent.errors import ConfigurationError
from agent.llm.protocol import Role
from agent.settings import Settings

OPENAI = "https://api.openai.com/v1"
MAX_TIMEOUT_S = 3_600


@dataclass(frozen=True, slots=True)
class ConfiguredModels:
    """A model for each role at one address. `shown_url` is the address without what may be secret in it.

    `timeout_s` bounds one reply; `is_here`: the server is on this machine.
    """

    by_role: Mapping[Role, str]
    shown_url: str
    base_url: str = field(repr=False)
    key: str = field(repr=False)
    timeout_s: float = 60.0
    is_here: bool = False


def configured_models(settings: Settings) -> ConfiguredModels | None:
    """Return the models of model mode, None where none is set: then rules do the work.

    Raises ConfigurationError when only some are set, when OPENAI_BASE_URL is no web address, when OpenAI's own
    address has no key, and when the timeout is no number of seconds.
    """
    planner, writer, judge = (
        name.strip() for name in (settings.planner_model, settings.writer_model, settings.judge_model)
    )
    if not planner and not writer and not judge:
        return None
    if not planner or not writer:
        lacking = " and ".join(
            name
            for name, value in (("CLAIMGRAPH_PLANNER_MODEL", planner), ("CLAIMGRAPH_WRITER_MODEL", writer))
            if not value
        )
        raise ConfigurationError(
            f"a model is set for one role but {lacking} is not set; set planner and writer, or neither to work without "
            "a model"
        )
    base_url = settings.openai_base_url.strip() or OPENAI
    shown = _shown(base_url)
    if not settings.openai_api_key and _is_openai(base_url):
        raise ConfigurationError(
            f"models are set but OPENAI_API_KEY is not, and {shown} needs one; set it, or set OPENAI_BASE_URL to a "
            "server of your own"
        )
    by_role: dict[Role, str] = {
        "planner": planner, "writer": writer, "judge": judge or planner,
        "second_judge": settings.second_judge_model.strip() or judge or planner,
    }  # fmt: skip
    judge_share(settings)
    timeout_s = _seconds(settings.model_timeout)
    return ConfiguredModels(by_role, shown, base_url, settings.openai_api_key, timeout_s, _is_here(base_url))


def judge_share(settings: Settings) -> float:
    """Return the share of judged pairs that are judged twice, 0 to 1. Raises ConfigurationError when it is none."""
    try:
        share = float(settings.judge_sample)
    except ValueError:
        share = -1.0
    if not 0 <= share <= 1:
        raise ConfigurationError(
            f"CLAIMGRAPH_JUDGE_SAMPLE is {settings.judge_sample!r}; set it to a share from 0 to 1, such as 0.1"
        )
    return share


def _seconds(value: str) -> float:
    if not (value.isascii() and value.isdigit() and 0 < int(value) <= MAX_TIMEOUT_S):
        raise ConfigurationError(
            f"CLAIMGRAPH_MODEL_TIMEOUT is {value!r}; set it to whole seconds from 1 to {MAX_TIMEOUT_S}"
        )
    return float(value)


def _is_here(base_url: str) -> bool:
    host = urlsplit(base_url).hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _shown(base_url: str) -> str:
    """The address without user name, password and query."""
    try:
        parts = urlsplit(base_url)
        port = f":{parts.port}" if parts.port else ""
    except ValueError:
        parts, port = urlsplit(""), ""
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise ConfigurationError("OPENAI_BASE_URL is no web address; set one like http://127.0.0.1:8080/v1")
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    return f"{parts.scheme}://{host}{port}{parts.path.rstrip('/')}"


def _is_openai(base_url: str) -> bool:
    return urlsplit(base_url).hostname == urlsplit(OPENAI).hostname
