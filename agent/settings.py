"""All settings, as one frozen value; this module alone reads the environment and `.env`.

Order: command line over environment over `.env` over defaults. A name that begins with CLAIMGRAPH_ and is not listed
here is refused: a mistyped setting must not be silently without effect.
"""

import difflib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path

from agent.errors import ConfigurationError
from graph.keys import is_namespace

DEFAULT_NAMESPACE = "default"
_PREFIX = "CLAIMGRAPH_"
_NEAR = 0.7  # of the letters, the prefix that all share left out


def _setting(name: str, default: str, says: str) -> str:
    return field(default=default, metadata={"name": name, "says": says, "secret": False})


def _secret(name: str, says: str) -> str:
    """Declare a setting that is never shown: not in a repr, an error, a log, the graph."""
    return field(default="", repr=False, metadata={"name": name, "says": says, "secret": True})


@dataclass(frozen=True, slots=True)
class Settings:
    """What the environment, `.env` and the command line say. "" means: not set."""

    neo4j_uri: str = _setting("NEO4J_URI", "", "any Neo4j; unset: the managed local server")
    neo4j_username: str = _setting("NEO4J_USERNAME", "neo4j", "its user")
    neo4j_password: str = _secret("NEO4J_PASSWORD", "its password")
    neo4j_database: str = _setting("NEO4J_DATABASE", "neo4j", "its database")
    openai_api_key: str = _secret("OPENAI_API_KEY", "the key for models; a server of your own may need none")
    openai_base_url: str = _setting("OPENAI_BASE_URL", "", "any OpenAI-compatible address; unset: OpenAI's own")
    planner_model: str = _setting("CLAIMGRAPH_PLANNER_MODEL", "", "plans and reviews; unset: rules, without a model")
    writer_model: str = _setting("CLAIMGRAPH_WRITER_MODEL", "", "extracts and writes; set with the planner")
    judge_model: str = _setting("CLAIMGRAPH_JUDGE_MODEL", "", "judges citations; unset: the planner's model")
    judge_sample: str = _setting("CLAIMGRAPH_JUDGE_SAMPLE", "0", "share of citations that are judged twice, 0 to 1")
    second_judge_model: str = _setting(
        "CLAIMGRAPH_SECOND_JUDGE_MODEL", "", "judges those the second time; unset: the judge again"
    )
    model_timeout: str = _setting("CLAIMGRAPH_MODEL_TIMEOUT", "60", "seconds to wait for one reply of a model")
    tavily_api_key: str = _secret("TAVILY_API_KEY", "the key for live web search")
    searxng_url: str = _setting("SEARXNG_URL", "", "a SearXNG of your own for live web search")
    tavily_base_url: str = _setting("TAVILY_BASE_URL", "", "another address for Tavily, such as a proxy's")
    web: str = _setting(
        "CLAIMGRAPH_WEB", "auto", "auto: on where a provider is set; off; keyless: Tavily without a key, at its limits"
    )
    reader: str = _setting(
        "CLAIMGRAPH_READER", "auto", "own fetcher, then Tavily Extract if that fails and a key is set; own; tavily; off"
    )
    prefer_domains: str = _setting("CLAIMGRAPH_PREFER_DOMAINS", "", "domains that rank higher, with commas between")
    block_domains: str = _setting(
        "CLAIMGRAPH_BLOCK_DOMAINS", "", "domains that are never searched, read or followed to"
    )
    shelf_life: str = _setting(
        "CLAIMGRAPH_SHELF_LIFE", "", "how long evidence holds by kind of question, such as price=7d,office=90d"
    )
    loop: str = _setting("CLAIMGRAPH_LOOP", "iterative", "how rounds follow: iterative, recursive or adaptive")
    prices: str = _setting("CLAIMGRAPH_PRICES", "", "a TOML file of prices, for costs in reports and for --money")
    embeddings: str = _setting(
        "CLAIMGRAPH_EMBEDDINGS",
        "auto",
        "auto, local, local:FOLDER, sentence-transformers:MODEL, openai:MODEL or none",
    )
    reranker: str = _setting("CLAIMGRAPH_RERANKER", "none", "cross-encoder:MODEL places the best hits anew, or none")
    robots: str = _setting("CLAIMGRAPH_ROBOTS", "on", "off reads pages that a site's robots.txt asks not to be read")
    threads: str = _setting("CLAIMGRAPH_THREADS", "", "cores for embedding and reranking; unset: all, at most 8")
    home: str = _setting("CLAIMGRAPH_HOME", "", "where the managed server and caches live; unset: the system's place")
    namespace: str = _setting("CLAIMGRAPH_NAMESPACE", DEFAULT_NAMESPACE, "the part of the graph to work in")
    person: str = _setting("CLAIMGRAPH_PERSON", "", "whose name a person's decisions carry, as `--as` gives it")
    templates: str = _setting(
        "CLAIMGRAPH_TEMPLATES", "", "a folder with Cypher templates of your own (docs/templates.md)"
    )
    neo4j_version: str = _setting(
        "CLAIMGRAPH_NEO4J_VERSION",
        "",
        "release of the managed server, 2026.09.0 or 5.26.30; unset: its store's, the first for a new one",
    )
    maven_url: str = _setting("CLAIMGRAPH_MAVEN_URL", "", "a mirror for the managed server's jars")
    java_home: str = _setting("JAVA_HOME", "", "a Java for the managed server, where the extra [local] brings none")

    @property
    def home_path(self) -> Path:
        """The folder of the managed server and of caches."""
        if self.home:
            return expand_home(self.home).resolve()
        import platformdirs

        return Path(platformdirs.user_data_dir("claimgraph", appauthor=False))

    @property
    def templates_path(self) -> Path | None:
        """The folder of templates of a user's own; None where none is named."""
        return expand_home(self.templates) if self.templates else None


SETTING_NAMES: Mapping[str, str] = {f.metadata["name"]: f.name for f in fields(Settings)}
"""Environment name -> field."""

SECRET_NAMES = frozenset(f.metadata["name"] for f in fields(Settings) if f.metadata["secret"])
"""The settings whose values are never shown."""


def read_settings(overrides: Mapping[str, str | None] | None = None, *, folder: Path | None = None) -> Settings:
    """Return the settings; `overrides` (by field name, None means not given) are the command line's.

    `folder` is where `.env` is looked for, by default the working directory. Raises ConfigurationError on an unknown
    CLAIMGRAPH_ name, on a malformed namespace, and on a key with characters that no key has.
    """
    settings, _ = read_settings_with_origins(overrides, folder=folder)
    return settings


def read_settings_with_origins(
    overrides: Mapping[str, str | None] | None = None, *, folder: Path | None = None
) -> tuple[Settings, Mapping[str, str]]:
    """Return the settings, and for each name that is set where it comes from. Raises as `read_settings` does."""
    import os

    path = (folder or Path.cwd()) / ".env"
    from_file = _read_env_file(path) if path.is_file() else {}
    merged = {**from_file, **os.environ}
    for name in merged:
        if name.startswith(_PREFIX) and name not in SETTING_NAMES:
            raise ConfigurationError(_unknown(name, ".env" if name in from_file else "the environment"))
    given = overrides or {}
    values: dict[str, str] = {}
    origins: dict[str, str] = {}
    for name, field_name in SETTING_NAMES.items():
        if value := given.get(field_name):
            values[field_name], origins[name] = value, "command line"
        elif merged.get(name):
            values[field_name] = merged[name]
            origins[name] = "environment" if os.environ.get(name) else ".env"
    for name in SECRET_NAMES - {"NEO4J_PASSWORD"}:
        if key := values.get(SETTING_NAMES[name]):
            values[SETTING_NAMES[name]] = _checked_key(name, key)
    settings = Settings(**values)
    if not is_namespace(settings.namespace):
        raise ConfigurationError(
            f"the namespace {settings.namespace!r} is malformed or reserved; "
            "use a letter, then at most 31 letters or digits, lower case, and not schema"
        )
    return settings, origins


def expand_home(path: str) -> Path:
    """Return the path with `~` or `~user` as that folder. Raises ConfigurationError where nobody has that name."""
    try:
        return Path(path).expanduser()
    except RuntimeError as error:
        raise ConfigurationError(f"{path} names no user's folder of this machine; write the path out") from error


def _checked_key(name: str, key: str) -> str:
    """Return a key that a header can carry: what libraries say of one that it cannot shows the key."""
    key = key.strip()
    if not (key.isascii() and key.isprintable()) or " " in key:
        raise ConfigurationError(f"{name} holds spaces, line breaks or letters that no key has; set it again")
    return key


def _read_env_file(path: Path) -> dict[str, str]:
    """Return the values of an `.env` file; a line that cannot be read is refused, not passed over."""
    from dotenv import dotenv_values
    from dotenv.parser import parse_stream

    try:
        with path.open(encoding="utf-8") as file:
            bindings = list(parse_stream(file))
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigurationError(f"{path} cannot be read as UTF-8 text ({error}); mend it or remove it") from error
    for binding in bindings:
        if binding.error:
            raise ConfigurationError(f"line {binding.original.line} of {path} is no NAME=value; mend it or remove it")
    return {name: value for name, value in dotenv_values(path).items() if value is not None}


def _unknown(name: str, where: str) -> str:
    known = {one.removeprefix(_PREFIX): one for one in SETTING_NAMES}
    near = difflib.get_close_matches(name.removeprefix(_PREFIX).upper(), known, n=1, cutoff=_NEAR)
    hint = f"did you mean {known[near[0]]}?" if near else "see docs/settings.md"
    return f"{where} sets {name}, which is no setting of claimgraph; {hint}"
