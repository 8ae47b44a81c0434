"""How many independent texts a report rests on, and what of it rests on one alone. Pure."""

from collections.abc import Sequence

from agent.report.cited import Cited, quotes_of
from agent.report.markdown import escape


def independence_lines(cited: Cited) -> list[str]:
    """Return how many sources a report cites and how many independent texts they are; none where it cites none."""
    sources = list(dict.fromkeys(c.source for c in cited.citations.values()))
    groups: list[list[str]] = []
    for source in sources:
        group = next((g for g in groups if any(cited.are_copies(source, other) for other in g)), None)
        if group is None:
            groups.append([source])
        else:
            group.append(source)
    if not sources:
        return []
    copies = [f"{cited.named(group)} {_shared(cited, group)}" for group in groups if len(group) > 1]
    texts = f"{len(groups)} independent {'text' if len(groups) == 1 else 'texts'}"
    count = f"{len(sources)} {'source' if len(sources) == 1 else 'sources'}"
    return [f"{count}, {texts}{': ' + '; '.join(copies) if copies else ''}."]


def _shared(cited: Cited, group: Sequence[str]) -> str:
    """What sources that count as one text have in common, as far as their quotes show it."""
    quotes = [quotes_of(cited.citations.values(), source) for source in group]
    is_one = all(quotes[0] & other for other in quotes)
    return "print the same text" if is_one else "have one origin"


def single_lines(cited: Cited) -> list[str]:
    """Return which parts, and which sides of a difference, rest on one independent text alone."""
    lines: list[str] = []
    for ordinal in range(1, len(cited.view.subquestions) + 1):
        used = {
            c.source
            for s in cited.view.statements
            if s.subquestion == ordinal and s.kind in {"factual", "inference"}
            for c in s.citations
        }
        if used and cited.is_one_text(used):
            part = f"part {ordinal}" if len(cited.view.subquestions) > 1 else "the answer"
            lines.append(f"Only one independent text is cited for {part}: {cited.named(sorted(used))}.")
    sides = [
        f"{escape(side.value)} {cited.named(sorted(used))}"
        for conflict in cited.view.conflicts
        for side in conflict.sides
        if (used := {cited.citations[key].source for key in side.citations if key in cited.citations})
        and cited.is_one_text(used)
    ]
    if sides:
        lines.append(f"Quoted from one independent text only, near repeats left out: {'; '.join(sides)}.")
    return lines
