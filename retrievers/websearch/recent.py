"""Recent answers of web search, kept in a folder and given again while they are young enough; shown as such."""

import contextlib
import hashlib
import json
import os
import tempfile
from collections.abc import AsyncGenerator, Callable
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

from retrievers.once import alone
from retrievers.websearch.domains import DomainRules
from retrievers.websearch.protocol import SearchResult, TimeRange, WebHit

MAX_AGE_S: Final = 24 * 3600.0
"""Seconds for which an answer is given again (contract.md)."""

VOLATILE_AGE_S: Final = 3600.0
"""The same for what changes within hours."""

REUSED: Final = "reused from a search of"
"""How the note of an answer that is given again begins."""

_KEPT = 500  # answers; the oldest go first
_BYTES = 1024 * 1024


def _now() -> datetime:
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Asked:
    """What makes two searches the same: everything that decides the answer; case does not."""

    query: str
    limit: int
    time_range: TimeRange
    domains: DomainRules
    providers: tuple[str, ...]

    @property
    def key(self) -> str:
        """The name under which the answer is kept."""
        said = json.dumps([*asdict(replace(self, query=self.query.casefold())).values()], ensure_ascii=True)
        return hashlib.sha256(said.encode()).hexdigest()


class RecentSearches:
    """Answers in a folder, one file each, readable by their owner alone.

    Only answers with results are kept: that nothing was found may pass. A file that cannot be read is as good as
    none, and one that cannot be written is not missed: nothing here fails a search. `now` is for tests.
    """

    def __init__(self, folder: Path, *, now: Callable[[], datetime] = _now) -> None:
        self._folder = folder
        self._now = now

    def find(self, asked: Asked, *, max_age_s: float = MAX_AGE_S) -> SearchResult | None:
        """Return the answer to the same search if it is at most `max_age_s` seconds old, its age among its notes."""
        try:
            path = self._folder / f"{asked.key}.json"
            if path.stat().st_size > _BYTES:
                return None
            kept: Any = json.loads(path.read_text(encoding="utf-8"))
            at = datetime.fromisoformat(kept["at"])
            age = self._now() - at
            if not timedelta(0) <= age <= timedelta(seconds=max_age_s):
                return None
            result: Any = kept["result"]
            hits = tuple(WebHit(**hit) for hit in result["results"])
            notes = (*result["notes"], f"{REUSED} {at:%Y-%m-%d %H:%M} UTC")
            return SearchResult(hits, result["provider"], "ok", result["query"], notes, searched_at=at.isoformat())
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def keep(self, asked: Asked, result: SearchResult) -> None:
        """Keep an answer with results."""
        if not result.results:
            return
        written = json.dumps({"at": self._now().isoformat(), "result": asdict(result)}, ensure_ascii=False)
        with contextlib.suppress(OSError, UnicodeError):
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            # A whole file or none, whoever else writes at the same time; mkstemp's is its owner's alone.
            handle, name = tempfile.mkstemp(dir=self._folder, suffix=".part")
            try:
                with os.fdopen(handle, "w", encoding="utf-8") as file:
                    file.write(written)
                Path(name).replace(self._folder / f"{asked.key}.json")
            except BaseException:
                Path(name).unlink(missing_ok=True)
                raise
            self._prune()

    @contextlib.asynccontextmanager
    async def alone(self, asked: Asked) -> AsyncGenerator[None]:
        """Hold a search for the body: another process that wants the same waits, and finds the answer kept."""
        async with alone(self._folder, asked.key):
            yield

    def _prune(self) -> None:
        files = sorted(self._folder.glob("*.json"), key=lambda file: file.stat().st_mtime, reverse=True)
        oldest = (self._now() - timedelta(seconds=MAX_AGE_S)).timestamp()
        for at, file in enumerate(files):
            if at >= _KEPT or file.stat().st_mtime < oldest:
                file.unlink(missing_ok=True)
