"""The reports that this program writes, read by the parser of citation marks as anybody's: every mark names an entry
of the list, every entry is cited."""

from typing import Any

import pytest
from dossier_runs import ask, fill
from model_runs import ask as ask_model
from model_runs import fill as fill_texts
from model_runs import whole_run
from reports import report_of

from agent.cli.first_run import QUESTION
from agent.marks import parse_marks
from agent.report.render import ReportView, render_markdown

QUESTIONS = (QUESTION, "What does the Skerra plant cost?", "What is the unemployment rate of Portugal?")


@pytest.fixture(scope="module")
async def views(open_store: Any) -> list[ReportView]:
    """Reports without a model over the dossier, and one with a model over two texts."""
    store = await fill(await open_store())
    for number, question in enumerate(QUESTIONS):
        await ask(store, question, f"r{number}")
    by_model = await open_store()
    await fill_texts(by_model)
    await ask_model(by_model, whole_run())
    return [*[await report_of(store, f"r{n}") for n in range(len(QUESTIONS))], await report_of(by_model)]


async def test_no_mark_of_a_report_dangles_and_no_source_of_its_list_is_never_cited(views: list[ReportView]) -> None:
    found = [parse_marks(render_markdown(view)) for view in views]
    assert [one.dangling for one in found] == [()] * len(found)
    assert [one.never_cited for one in found] == [()] * len(found)
    assert [one.malformed for one in found] == [()] * len(found)
    assert [one.repeated for one in found] == [()] * len(found)


async def test_every_source_is_an_entry_and_every_citation_a_mark(views: list[ReportView]) -> None:
    for view in views:
        marked = parse_marks(render_markdown(view))
        cited = {str(c.marker) for s in view.statements for c in s.citations}
        assert {one.label for one in marked.references} == cited
        assert {one.label for one in marked.marks if one.kind == "number"} == cited
    assert sum(bool(view.statements) for view in views) >= 3
