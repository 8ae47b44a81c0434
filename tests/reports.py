"""The report of a run, read from the graph as a person gets it."""

from agent.find import find_report
from agent.report.read import read_report
from agent.report.render import ReportView
from graph.store import GraphStore


async def report_of(store: GraphStore, run_key: str = "r1") -> ReportView:
    return await read_report(store, await find_report(store, run_key))
