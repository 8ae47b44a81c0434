"""What became of one page that a run wanted, as its event tells it and its Step keeps it. Pure."""

import json
from dataclasses import dataclass
from typing import Any

from retrievers.websearch.protocol import WebHit


@dataclass(frozen=True, slots=True)
class ReadPage:
    """What became of one page: its version where it is stored, else the outcome that says why not.

    `reused_from` is when it was read where that was before this run; `outcomes` are those of every request, by reader.
    `is_unchanged` says that it was read before and says the same now, `is_shared` that another run read it just then.
    """

    outcome: str
    says: str
    version: str | None
    title: str
    passages: int
    outcomes: tuple[tuple[str, str], ...]
    reused_from: str | None
    is_snippet: bool = False
    is_unchanged: bool = False
    is_shared: bool = False

    @property
    def notes(self) -> tuple[str, ...]:
        """A note for the header where the page was read earlier."""
        if self.reused_from is None:
            return ()
        return (f"“{self.title}” was read on {self.reused_from[:16].replace('T', ' ')} UTC and not again",)

    def data(self, hit: WebHit, part: int) -> dict[str, Any]:
        """Return what its event tells."""
        return {
            "url": hit.url,
            "for": part,
            "outcome": self.outcome,
            "says": self.says,
            "title": self.title,
            "version": self.version,
            "passages": self.passages,
            "reused": self.reused_from is not None or self.is_shared,
            "snippet": self.is_snippet,
            "unchanged": self.is_unchanged,
        }

    def output(self) -> dict[str, Any]:
        """Return what its Step keeps."""
        return {
            "says": self.says,
            "version": self.version,
            "title": self.title,
            "passages": self.passages,
            "outcomes": self.outcomes,
            "reused_from": self.reused_from,
            "snippet": self.is_snippet,
            "unchanged": self.is_unchanged,
            "shared": self.is_shared,
        }


def page_as_stored(outcome: str, output_json: str) -> ReadPage:
    """Return a page from what its Step keeps."""
    output = json.loads(output_json)
    return ReadPage(
        outcome=outcome,
        says=str(output["says"]),
        version=output["version"],
        title=str(output["title"]),
        passages=int(output["passages"]),
        outcomes=tuple((str(reader), str(each)) for reader, each in output["outcomes"]),
        reused_from=output["reused_from"],
        is_snippet=bool(output.get("snippet")),
        is_unchanged=bool(output.get("unchanged")),
        is_shared=bool(output.get("shared")),
    )
