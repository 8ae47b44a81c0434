"""`claimgraph websearch`: search the web, read, rank, answer with citations, whatever is stored already."""

from typing import TYPE_CHECKING, Any

import click

from agent.cli.face import Face, options, run
from agent.cli.run_options import search_options

if TYPE_CHECKING:
    from agent.web.options import WebOptions


@click.command()
@click.argument("query")
@click.option("--pages", default=5, show_default=True, type=click.IntRange(1, 12), help="Pages to read at most.")
@click.option("--run-key", metavar="KEY", help="Name the run, or go on with the run of that name.")
@click.option("--extractive", is_flag=True, help="Use no model, even where one is configured.")
@search_options
@options
def websearch(query: str, pages: int, run_key: str | None, extractive: bool, options: "WebOptions", face: Face) -> int:
    """Search the live web once, read the pages found, and answer from them with citations.

    The pages are stored like any sources, the run like any run. Exit code 3 when nothing usable was found.
    """
    import uuid

    from agent.cli.alone import alone

    key = run_key or str(uuid.uuid4())
    with alone(face.settings, key):
        return run(_websearch(face, query, key, pages, options, extractive=extractive))


async def _websearch(face: Face, query: str, key: str, pages: int, options: "WebOptions", *, extractive: bool) -> int:
    from dataclasses import replace

    from agent.budget import Budget
    from agent.cli.running import NO_EVIDENCE_EXIT, print_report, say_event, say_resume, told_when_stopped
    from agent.plan import check_question
    from agent.research import research
    from agent.web.answer import read_web_answer

    check_question(query)
    last: dict[str, Any] = {}
    async with face.app(with_model=not extractive, web=replace(options, new_pages=pages)) as app:
        face.say(f"run {key}")
        budget = Budget(rounds=1, extractions=2 * pages)
        async with told_when_stopped(face, app, key, as_json=face.json):
            async for event in research(query, app, run_key=key, budget=budget, extractive=extractive, direct=True):
                face.say(say_event(event, resume=say_resume(key, face.settings.namespace)))
                last = event.data
        reranker = app.reranker.name if app.reranker else "bm25" + ("+vectors" if app.embedder else "")
        if face.json:
            face.out_json(await read_web_answer(app.store, str(last["report"]), reranker=reranker))
        else:
            await print_report(face, app, str(last["report"]), as_json=False)
    return NO_EVIDENCE_EXIT if last["state"] == "no_evidence" else 0
