"""The report of a run, read from the graph as a person gets it."""

from agent.find import find_report
from agent.marks import parse_marks
from agent.report.read import read_report
from agent.report.render import ReportView, render_markdown
from graph.store import GraphStore


async def report_of(store: GraphStore, run_key: str = "r1") -> ReportView:
    """Return the view, once its rendering was read as anybody's report: no mark dangles, no source is never cited."""
    view = await read_report(store, await find_report(store, run_key))
    marked = parse_marks(render_markdown(view))
    assert (marked.dangling, marked.never_cited, marked.malformed) == ((), (), ())
    return view
