"""What a report says of independence: how many sources bear each finding out, and which are primary."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from agent.origins.count import Origins, Told, count_origins
from agent.origins.credits import around
from agent.report.markdown import escape
from agent.report.view import SourceView, StatementView
from agent.words.dates import moment
from graph.keys import claim_text

AIM = 2
"""Independent origins that a finding should have."""
_SECTIONS = frozenset({"summary", "findings"})
_STATING = frozenset({"factual", "inference"})
_NAMED = 4


def citations_to_count(statements: Sequence[StatementView], agreeing: Mapping[str, Sequence[str]]) -> list[str]:
    """Return the keys of the citations that bear out sentences, their own and those that `agreeing` lists by claim."""
    own = {c.citation for one in statements for c in one.citations}
    more = {key for one in statements for claim in one.claims for key in agreeing.get(claim, ())}
    return sorted(own | more)


def with_origins(
    statements: Sequence[StatementView], told: Mapping[str, Told], agreeing: Mapping[str, Sequence[str]]
) -> tuple[list[StatementView], dict[str, Origins]]:
    """Return the sentences with their independent origins, and the origins by text; `told` is by citation. Pure."""
    views: list[StatementView] = []
    found: dict[str, Origins] = {}
    for one in statements:
        keys = [c.citation for c in one.citations] + [key for claim in one.claims for key in agreeing.get(claim, ())]
        bearing = [told[key] for key in dict.fromkeys(keys) if key in told]
        if one.kind not in _STATING or not bearing:
            views.append(one)
            continue
        # whom a person's words name says nothing of where the source has it from
        origins = count_origins(bearing, claim_text(one.citations[0].quote) if one.reworded_by else one.text)
        found[one.text] = origins
        views.append(replace(one, origins=origins.count, owners=origins.owners))
    return views, found


def tied_sources(
    sources: Sequence[SourceView],
    statements: Sequence[StatementView],
    told: Mapping[str, Told],
    found: Mapping[str, Origins],
) -> frozenset[frozenset[str]]:
    """Return the pairs of cited sources that are not independent of each other, by keys. Pure.

    Those that every sentence with both counts as one, and those that no sentence has both of, where origin, publisher
    or domain are one, or where one names the other as where it has from what it is cited for. A copy stands for the
    text that came first, and not for who printed it again. A pair says nothing of a third: who repeats two sources
    makes them no one.
    """
    published = {one.source: (moment(one.published_at or "9"), one.source) for one in sources}
    of_source = {one.source: replace(one, text="") for one in told.values() if one.source in published}
    first: dict[str, str] = {}
    for key in sorted(of_source, key=lambda key: published[key]):
        first.setdefault(of_source[key].origin_group or key, key)
    head = {key: first[one.origin_group or key] for key, one in of_source.items()}
    alike = {
        frozenset(pair)
        for pair in combinations(first.values(), 2)
        if count_origins([of_source[key] for key in pair]).count == 1
    }
    of = {one.source: one for one in told.values() if one.source in published}
    repeated = {
        frozenset((one.source, other.source))
        for statement in statements
        for citation in statement.citations
        if (one := told.get(citation.citation)) and one.source in published
        for other in of.values()
        if replace(one, text=around(one.text, statement.text)).follows(other) or one.repeats(other, statement.text)
    }
    together = repeated | {
        frozenset(pair) for one in found.values() for group in one.groups for pair in combinations(group, 2)
    }
    apart = {
        frozenset((a, b))
        for one in found.values()
        for group, other in combinations(one.groups, 2)
        for a in group
        for b in other
    }
    return frozenset(
        pair
        for pair in map(frozenset, combinations(sorted(of_source), 2))
        if pair not in apart
        and (pair in together or len(firsts := frozenset(head[key] for key in pair)) == 1 or firsts in alike - apart)
    )


def mark_origins(
    sources: Sequence[SourceView], statements: Sequence[StatementView], found: Mapping[str, Origins]
) -> tuple[SourceView, ...]:
    """Return the sources with the least number of origins that what they are cited for has, and the primary ones."""
    marked: list[SourceView] = []
    for source in sources:
        counts = [
            one.origins for one in statements if one.origins and any(c.source == source.source for c in one.citations)
        ]
        is_primary = any(source.source in origins.primary for origins in found.values())
        marked.append(replace(source, origins=min(counts, default=source.origins), is_primary=is_primary))
    return tuple(marked)


def say_origins(one: StatementView) -> str:
    """Return what stands behind a sentence: ", 2 independent origins"; "" where nobody checked."""
    if one.origins is None or one.section not in _SECTIONS:
        return ""
    return f", {count_in_words(one.origins)}"


def count_in_words(origins: int) -> str:
    """Return a number of origins as every part of a report says it: "one independent origin"."""
    return "one independent origin" if origins == 1 else f"{origins or 'no'} independent origins"


def diversity_lines(statements: Sequence[StatementView]) -> list[str]:
    """Return how many findings rest on fewer than two independent owners, and on whom. Pure."""
    counted = [one for one in statements if one.origins is not None and one.section in _SECTIONS]
    single = [one for one in counted if (one.origins or 0) < AIM]
    if not single:
        return []
    owners = list(dict.fromkeys(owner for one in single for owner in one.owners))
    named = ", ".join(escape(owner) for owner in owners[:_NAMED])
    named += f" and {len(owners) - _NAMED} more" if len(owners) > _NAMED else ""
    sources = {c.source for one in counted for c in one.citations}
    if owners and len(single) == len(counted) and len({one.owners for one in counted}) == 1:
        several = f"All {len(sources)} cited sources have" if len(sources) > 1 else "What is cited has"
        return [f"{several} one independent origin, where two are the aim: {named}."]
    rest = "rests" if len(single) == 1 else "rest"
    if not all(one.origins for one in single):
        named = f": {named}" if named else ""
        said = f"{len(single)} of {len(counted)} findings {rest} on one independent origin or none"
        return [f"{said}, where two are the aim{named}."]
    return [
        f"{len(single)} of {len(counted)} findings {rest} on one independent origin, where two are the aim: {named}."
    ]
