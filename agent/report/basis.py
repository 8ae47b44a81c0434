"""What a report says of the sources it cites: which prove no date, of which only a search's words were read, which
speak to software."""

from collections.abc import Callable, Collection, Sequence

from agent.report.view import CitationView, SourceView
from agent.words.flags import INSTRUCTION

NOT_READ = "snippet only, page not read"


def basis_lines(
    sources: Sequence[SourceView], citations: Collection[CitationView], named: Callable[[Sequence[str]], str]
) -> list[str]:
    """Return the lines on what cited sources lack or hold; `named` gives the marks of sources by their keys. Pure."""
    cited = {one.source for one in citations}
    undated = [one.source for one in sources if one.source in cited and not one.published_at]
    unread = [one.source for one in sources if one.source in cited and one.is_snippet]
    speaking = list(dict.fromkeys(one.source for one in citations if INSTRUCTION in one.flags))
    lines = [f"No publication date is proven for {named(undated)}."] if undated else []
    if unread:
        said = "Only what the search said was read, not the page, of"
        lines.append(f"{said} {named(unread)}: unreviewed where nothing else bears it out.")
    if speaking:
        lines.append(
            f"A passage quoted from {named(speaking)} also holds text addressed to software; it was not followed."
        )
    return lines
