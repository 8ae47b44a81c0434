"""What is known of the managed server at one moment."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

State = Literal["absent", "stopped", "starting", "running"]
"""absent: no store; stopped: a store, no process; starting: a process that does not answer (yet)."""

USERNAME = "neo4j"
DATABASE = "neo4j"


@dataclass(frozen=True, slots=True)
class ServerStatus:
    """The managed server as found. It holds no secret, so that it can be printed; see `read_password`."""

    state: State
    version: str
    """The release of the running server; else the one that would be started."""
    pid: int | None
    bolt_port: int | None
    http_port: int | None
    uri: str | None
    """Bolt address for drivers."""
    browser_url: str | None
    """Neo4j Browser's page."""
    store_bytes: int
    rss_bytes: int | None
    """Memory that the process holds."""
    home: Path
    log_file: Path
    password_file: Path
    username: str = USERNAME
    database: str = DATABASE

    def read_password(self) -> str:
        """Return the random password; raises FileNotFoundError before the first start."""
        return self.password_file.read_text(encoding="utf-8").strip()
