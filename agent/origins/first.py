"""Who has it from whom, of sources that say one thing: whoever others have it from is cited first. Pure."""

from collections.abc import Sequence

from agent.evidence import Evidence
from agent.origins.attribution import find_attributions, is_about, name_of, names_source
from agent.origins.credits import around
from agent.origins.told import Told


def has_it_from(claim: str, place: Evidence, source: Evidence) -> bool:
    """Return whether a claim of a passage is said to be had from another source: by its own words, which may also speak
    of the body that published that, or by the sentences right beside it ("That is what the roads agency said")."""
    if place.source == source.source:
        return False
    if names_source(claim, publisher=source.publisher, title=source.title, url=source.url):
        return True
    short = [name_of(who).casefold().split() for who in find_attributions(claim)]
    whole = (source.publisher or "").casefold().split()
    if is_about(source.publisher, claim) or any(len(name) > 1 and set(name) <= set(whole) for name in short):
        return True
    return _told(place, around(place.text, claim)).follows(_told(source, source.text))


def find_first(claims: Sequence[tuple[str, Evidence]]) -> set[int]:
    """Return the places in `claims`, equal ones with the passage of each, of those that another one has it from and
    that have it from none."""
    count = range(len(claims))
    follows = {(a, b) for a in count for b in count if a != b and has_it_from(*claims[a], claims[b][1])}
    return {b for _, b in follows} - {a for a, _ in follows}


def _told(one: Evidence, text: str) -> Told:
    return Told(one.source, one.title, one.publisher, one.url, None, text)
