"""The links of a report into Neo4j Browser: the report and each of its claims, where the managed server runs. Pure."""

from unicodedata import category

from agent.report.view import ReportView
from graph.server.browser.links import node_link

_SHOWN = 72


def list_links(view: ReportView, page: str) -> list[str]:
    """Return a line for the report and for each claim in its order; `page` is the Browser page with our kit.

    They are told beside the report and are no part of it: its text then holds on any machine.
    """
    lines = [f"{node_link(page, 'Report', view.report)}  the report"]
    seen: set[str] = set()
    for one in view.statements:
        text = " ".join("".join(c if c.isspace() or category(c)[0] != "C" else "" for c in one.text).split())
        shown = text if len(text) <= _SHOWN else text[: _SHOWN - 1].rstrip() + "…"
        for claim in one.claims:
            if claim not in seen:
                seen.add(claim)
                lines.append(f"{node_link(page, 'Claim', claim)}  {shown}")
    return lines
