"""The reports that this program writes, read by the parser of citation marks as anybody's: every mark names an entry
of the list, every entry is cited."""

from typing import Any

import pytest
from dossier_runs import ask, fill
from fakes import Asked, ScriptedModel
from model_runs import COST, OPENING, by_part, judges, name_of, plan, reviews, writes
from model_runs import ask as ask_model
from model_runs import fill as fill_texts
from reports import report_of

from agent.cli.first_run import QUESTION
from agent.marks import parse_marks
from agent.report.render import ReportView, render_json, render_markdown

IN_OWN_WORDS, QUOTE = "Skerra's plant is to cost 48 million crowns.", "will cost 48 million crowns"


def corrects(asked: Asked) -> dict[str, Any]:
    """A writer's line: the first refused sentence without its mark, the second left out."""
    cited = [{"passage": name_of(asked, QUOTE), "quote": QUOTE}]
    return {"sentences": [{"number": 0, "text": IN_OWN_WORDS, "kind": "factual", "citations": cited}]}


@pytest.fixture(scope="module")
async def views(open_store: Any) -> list[ReportView]:
    """A report without a model over the dossier, and one with a model over two texts."""
    store = await fill(await open_store())
    await ask(store, QUESTION)
    by_model = await open_store()
    await fill_texts(by_model)
    council = "The council met on Tuesday."
    cost = writes((f"{IN_OWN_WORDS[:-1]} [9].", QUOTE), (f"{council} \u30103\u2020L1\u3011 [sic]", council))
    opening = "The Skerra plant will open in June 2028."
    both = by_part(cost=cost, open=writes((f"{opening[:-1]} [P1] (P2).", opening)))
    model = ScriptedModel(
        planner=[plan(COST, OPENING), reviews((["S1", "S2"], "", ""), (["S3"], "", ""))],
        writer=[both, both, corrects],
        judge=[judges("supports")],
    )
    await ask_model(by_model, model)
    model.done()
    return [await report_of(store), await report_of(by_model)]


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
        assert view.statements


async def test_a_writers_own_marks_are_corrected_or_taken_off_and_counted(
    views: list[ReportView],
) -> None:
    view = views[-1]
    assert view.marks == {"unknown": 2, "malformed": 0, "corrected": 1, "taken_off": 1, "removed": 0}
    assert {one.text for one in view.statements if one.kind == "factual"} == {
        IN_OWN_WORDS,
        "The council met on Tuesday. [sic]",
        "The Skerra plant will open in June 2028.",
    }
    assert render_json(view)["marks"] == view.marks
    text = render_markdown(view)
    assert "- Marks: the writer's own, 2 unknown and 0 malformed in 2 sentences (1 corrected, 1 kept without" in text
    assert "Marks:" not in render_markdown(views[0])
