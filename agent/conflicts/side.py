"""Where a claim stands, and one thing it says together with all the places it stands at."""

from dataclasses import dataclass
from datetime import date

from agent.conflicts.assertion import Assertion
from agent.words.dates import as_date, moment
from agent.words.terms import stems


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a claim stands: what surrounds it, who published it and when (ISO, as precise as it is proved).

    `source` and `version` are keys, `text_sha256` is of the whole text: equal ones are copies.
    """

    source: str = ""
    version: str = ""
    title: str = ""
    heading: str = ""
    publisher: str = ""
    published_at: str | None = None
    language: str | None = None
    text_sha256: str = ""

    @property
    def around(self) -> str:
        """The words that stand about the claim."""
        return f"{self.title} {self.heading} {self.publisher}"


@dataclass(frozen=True, slots=True)
class Side:
    """One assertion of a claim with all the places the claim stands at."""

    assertion: Assertion
    origins: tuple[Origin, ...]

    @property
    def around(self) -> frozenset[str]:
        """The stems of what surrounds it anywhere."""
        return frozenset(stem for one in self.origins for stem in stems(one.around, one.language))

    @property
    def published(self) -> list[date]:
        """The days of publication, as far as they are known."""
        return [as_date(one) for one in self.moments]

    @property
    def moments(self) -> list[str]:
        """When it was published, as far as that is known, the oldest first; times in UTC."""
        return sorted(moment(one.published_at) for one in self.origins if one.published_at)

    @property
    def language(self) -> str | None:
        """The language that most of its places are in, None where none tells."""
        named = sorted(one.language for one in self.origins if one.language)
        return max(named, key=named.count) if named else None
