"""`claimgraph ask` and `claimgraph resume`: answer a question, from what is stored first, then from the live web."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from agent.cli.face import Face, options, run
from agent.cli.run_options import AskedWeb, autonomy_option, decide_loop, limit_options, loop_option, web_options

if TYPE_CHECKING:
    from agent.autonomy import Autonomy


@click.command()
@click.argument("question")
@click.option("--run-key", metavar="KEY", help="Name the run, or go on with the run of that name.")
@click.option("--extractive", is_flag=True, help="Use no model, even where one is configured.")
@click.option("--fresh", is_flag=True, help="Take up nothing of earlier runs; search, read and write anew.")
@click.option("--events", is_flag=True, help="Stream what happens as JSON lines on stdout, the report last.")
@autonomy_option
@loop_option
@web_options
@limit_options
@options
def ask(
    question: str,
    run_key: str | None,
    extractive: bool,
    fresh: bool,
    events: bool,
    autonomy: "Autonomy",
    loop: str | None,
    live: AskedWeb,
    limits: dict[str, Any],
    face: Face,
) -> int:
    """Answer a question with evidence, every factual sentence with its quoted words.

    What is stored comes first; the live web is searched for what it lacks. Exit code 3 when nothing usable was found,
    7 when a budget ended the run; the report is there in both. 2 for a question about "that", which follows no answer.
    """
    import uuid

    from agent.cli.alone import alone
    from agent.cli.running import run_research
    from agent.resume import Begun
    from agent.route.pointing import check_names

    check_names(question)
    begun = Begun(
        question, run_key or str(uuid.uuid4()), extractive, limits, live.decide(face.settings), direct=False,
        loop=decide_loop(loop, face.settings), autonomy=autonomy, fresh=fresh,
    )  # fmt: skip
    with alone(face.settings, begun.run_key):
        return run(run_research(face, begun, events=events))


@click.command()
@click.argument("key", metavar="RUN")
@click.option("--events", is_flag=True, help="Stream what happens as JSON lines on stdout, the report last.")
@limit_options
@options
def resume(key: str, events: bool, limits: dict[str, Any], face: Face) -> int:
    """Go on with a run that was stopped or killed: with its question, its mode, its options and its budget.

    What it has searched, read and asked is taken from the graph and not paid for again. A limit that is given here
    takes the place of the run's own. A run that has ended gives its report again.
    """
    return run(_resume(face, key, limits, events=events))


async def _resume(face: Face, key: str, limits: dict[str, Any], *, events: bool) -> int:
    from agent.cli.alone import alone
    from agent.cli.running import run_research
    from agent.find import find_run
    from agent.resume import read_begun

    async with face.app() as app:
        begun = await read_begun(app.store, await find_run(app.store, key))
    with alone(face.settings, begun.run_key):
        return await run_research(face, replace(begun, limits={**begun.limits, **limits}), events=events)
