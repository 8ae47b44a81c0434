"""What a report says of the sources it cites: which prove no date, and of which only a search's words were read."""

from collections.abc import Callable, Collection, Sequence

from agent.report.view import SourceView

NOT_READ = "snippet only, page not read"


def basis_lines(
    sources: Sequence[SourceView], cited: Collection[str], named: Callable[[Sequence[str]], str]
) -> list[str]:
    """Return the lines on what the `cited` sources lack; `named` gives the marks of sources by their keys. Pure."""
    undated = [one.source for one in sources if one.source in cited and not one.published_at]
    unread = [one.source for one in sources if one.source in cited and one.is_snippet]
    lines = [f"No publication date is proven for {named(undated)}."] if undated else []
    said = "Only what the search said was read, not the page, of"
    return [*lines, *([f"{said} {named(unread)}: unreviewed where nothing else bears it out."] if unread else [])]
