"""How many independent origins a report has, and what of it rests on one alone. Pure."""

from collections.abc import Sequence

from agent.report.cited import Cited, quotes_of
from agent.report.markdown import escape
from agent.report.origins import count_in_words


def independence_lines(cited: Cited) -> list[str]:
    """Return how many sources bear a report out and how many independent origins they have; none where it cites none.

    Those that are quoted only among the limits are named and not counted.
    """
    groups, fallen = cited.origins(), [one for one in cited.fallen() if one in cited.answering]
    speaking = [one for one in cited.speaking() if one not in fallen and one in cited.answering]
    if not groups and not speaking and not fallen:
        return []
    shared = [_shared(cited, group) for group in groups if len(group) > 1]
    shared += (
        [f"{cited.named(speaking)} speak{'s' if len(speaking) == 1 else ''} to software: none"] if speaking else []
    )
    shared += [f"not counted, since nothing quoted from {cited.named(fallen)} here stands any more"] if fallen else []
    if beside := cited.beside():
        shared.append(f"{cited.named(beside)} {'is' if len(beside) == 1 else 'are'} quoted only below and not counted")
    sources = sum(map(len, groups)) + len(speaking) + len(fallen)
    count = f"{sources} {'source' if sources == 1 else 'sources'}"
    return [f"{count}, {count_in_words(len(groups))}{': ' + '; '.join(shared) if shared else ''}."]


def _shared(cited: Cited, group: Sequence[str]) -> str:
    """What sources of one origin have in common, as far as their quotes show it."""
    printing: list[list[str]] = []
    for source in group:
        same = next((one for one in printing if _prints_the_same(cited, source, one[0])), None)
        if same is None:
            printing.append([source])
        else:
            same.append(source)
    copies = [f"{cited.named(one)} print the same text" for one in printing if len(one) > 1]
    if len(printing) == 1:
        return copies[0]
    told = f" ({', '.join(copies)})" if copies else ""
    return f"{cited.named(group)} count as one{told}"


def _prints_the_same(cited: Cited, one: str, other: str) -> bool:
    quotes = [quotes_of(cited.citations.values(), source) for source in (one, other)]
    return cited.are_copies(one, other) and bool(quotes[0] & quotes[1])


def single_lines(cited: Cited) -> list[str]:
    """Return which parts, and which sides of a difference, rest on one independent origin alone."""
    lines: list[str] = []
    for ordinal in range(1, len(cited.view.subquestions) + 1):
        used = {
            c.source
            for s in cited.view.statements
            if s.subquestion == ordinal and s.kind in {"factual", "inference"}
            for c in s.citations
        }
        if used and cited.has_one_origin(used):
            part = f"part {ordinal}" if len(cited.view.subquestions) > 1 else "the answer"
            only = "No" if used <= {*cited.speaking(), *cited.fallen()} else "Only one"
            standing = sorted(used - {*cited.fallen()}) if only == "Only one" else sorted(used)
            lines.append(f"{only} independent origin is cited for {part}: {cited.named(standing)}.")
    sides = [
        f"{escape(side.value)} {cited.named(sorted(used))}"
        for conflict in cited.view.conflicts
        for side in conflict.sides
        if (used := {cited.citations[k].source for k in side.citations if k in cited.citations and k not in cited.fell})
        and cited.has_one_origin(used)
    ]
    if sides:
        lines.append(
            f"Quoted from one independent origin only, near repeats left out: {'; '.join(dict.fromkeys(sides))}."
        )
    return lines
