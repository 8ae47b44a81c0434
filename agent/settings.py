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

_PREFIX = "CLAIMGRAPH_"


def _setting(name: str, default: str, says: str) -> str:
    return field(default=default, metadata={"name": name, "says": says})


@dataclass(frozen=True, slots=True)
class Settings:
    """What the environment, `.env` and the command line say. "" means: not set."""

    neo4j_uri: str = _setting("NEO4J_URI", "", "any Neo4j; unset: the managed local server")
    neo4j_username: str = _setting("NEO4J_USERNAME", "neo4j", "its user")
    neo4j_password: str = _setting("NEO4J_PASSWORD", "", "its password")
    neo4j_database: str = _setting("NEO4J_DATABASE", "neo4j", "its database")
    embeddings: str = _setting("CLAIMGRAPH_EMBEDDINGS", "auto", "auto, local, local:FOLDER or none")
    home: str = _setting("CLAIMGRAPH_HOME", "", "where the managed server and caches live; unset: the system's place")
    namespace: str = _setting("CLAIMGRAPH_NAMESPACE", "default", "the part of the graph to work in")
    maven_url: str = _setting("CLAIMGRAPH_MAVEN_URL", "", "a mirror for the managed server's jars")
    java_home: str = _setting("JAVA_HOME", "", "a Java for the managed server, where the extra [local] brings none")

    @property
    def home_path(self) -> Path:
        """The folder of the managed server and of caches."""
        if self.home:
            return Path(self.home).expanduser().resolve()
        import platformdirs

        return Path(platformdirs.user_data_dir("claimgraph", appauthor=False))


SETTING_NAMES: Mapping[str, str] = {f.metadata["name"]: f.name for f in fields(Settings)}
"""Environment name -> field."""


def read_settings(overrides: Mapping[str, str | None] | None = None, *, folder: Path | None = None) -> Settings:
    """Return the settings; `overrides` (by field name, None means not given) are the command line's.

    `folder` is where `.env` is looked for, by default the working directory. Raises ConfigurationError on an unknown
    CLAIMGRAPH_ name, on a malformed namespace, and on an address without a password.
    """
    import os

    path = (folder or Path.cwd()) / ".env"
    from_file = _read_env_file(path) if path.is_file() else {}
    merged = {**from_file, **os.environ}
    for name in merged:
        if name.startswith(_PREFIX) and name not in SETTING_NAMES:
            raise ConfigurationError(_unknown(name, ".env" if name in from_file else "the environment"))
    values = {field_name: merged[name] for name, field_name in SETTING_NAMES.items() if merged.get(name)}
    values |= {k: v for k, v in (overrides or {}).items() if v}
    settings = Settings(**values)
    if not is_namespace(settings.namespace):
        raise ConfigurationError(
            f"the namespace {settings.namespace!r} is malformed; "
            "use a letter, then at most 31 letters or digits, lower case"
        )
    return settings


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
    near = difflib.get_close_matches(name, SETTING_NAMES, n=1)
    hint = f"did you mean {near[0]}?" if near else "see the README's table of settings"
    return f"{where} sets {name}, which is no setting of claimgraph; {hint}"
