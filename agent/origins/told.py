"""A source that bears a claim out, as far as its origin can be told by it."""

from dataclasses import dataclass

from agent.origins.attribution import names_body, names_source
from agent.origins.credits import around
from agent.origins.short import names_in_short
from retrievers.websearch.domains import registrable_domain
from retrievers.websearch.shingles import find_words


@dataclass(frozen=True, slots=True)
class Told:
    """One source that bears a claim out; `text` is the passage that its quote begins in.

    `published_at` is an ISO date where it is known to who counts: of copies the earliest then names their origin.
    """

    source: str
    title: str
    publisher: str | None
    url: str | None
    origin_group: str | None
    text: str
    published_at: str | None = None

    @property
    def owner(self) -> str:
        """Who answers for it, as people name it: its publisher, else its domain, else its title."""
        return self.publisher or (registrable_domain(self.url) if self.url else None) or self.title

    def follows(self, other: "Told") -> bool:
        """Whether its text names the other as where it has it from."""
        if self.source == other.source:
            return False
        publisher = self._other_publisher(other)
        named = names_source(self.text, publisher=publisher, title=other.title, url=other.url)
        return named or names_body(self.text, publisher)

    def repeats(self, other: "Told", claim: str) -> bool:
        """Whether its words around a claim have it from the other, named in short: "the company said"."""
        if self.source == other.source:
            return False
        return names_in_short(around(self.text, claim), self.title, self._other_publisher(other))

    def _other_publisher(self, other: "Told") -> str | None:
        return None if _fold(self.publisher) == _fold(other.publisher) else other.publisher


def _fold(publisher: str | None) -> str:
    return " ".join(find_words(publisher or ""))
