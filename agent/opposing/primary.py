"""Where sources differ: what to ask the web for the source that the figures come from. Pure."""

from collections.abc import Iterable

from agent.loops.clean import clean_found_query
from agent.origins.attribution import find_attributions, name_of
from agent.plan import SubQuestion

_WORDS = 8


def primary_query(sub: SubQuestion, sides: Iterable[str], own: str) -> str:
    """Return what to ask for the primary source of a part on which sources differ: whom one of the sentences has it
    from, with the words of the part; where none says that, those words and "official".

    `sides` are the sentences, `own` the person's own words. Found text gives words alone, no operator, no address.
    """
    words = " ".join(sub.text.rstrip("?").split()[:_WORDS]) if not sub.queries else sub.queries[0]
    named = [name for one in sides for said in find_attributions(one) if (name := name_of(said))]
    query = clean_found_query(f"{named[0]} {words}", own) if named else ""
    return query or f"{words} official"
