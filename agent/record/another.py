"""Whether a run key belongs to another run: it is refused before anything is written or said."""

import json
from dataclasses import dataclass

from agent.errors import RunConflict
from graph.keys import make_key, question_text
from graph.store import GraphStore, Row


@dataclass(frozen=True, slots=True)
class Begins:
    """A run as it is about to begin or to go on: its key as the person named it, its question, mode and loop."""

    run_key: str
    question: str
    mode: str
    loop: str


async def check_run_key(store: GraphStore, begins: Begins) -> None:
    """Raise RunConflict where the run of this key was begun as another one, GraphError where nobody can tell."""
    for row in await store.read("run_as_begun", run=make_key("run", store.namespace, begins.run_key)):
        refuse_another(row, begins)


def refuse_another(row: Row, begins: Begins) -> None:
    """Raise RunConflict where a run, as it was begun (question, mode, options_json), is another one. Pure."""
    key = begins.run_key
    if question_text(row["question"]) != question_text(begins.question):
        raise RunConflict(f"the run key {key!r} belongs to the question {row['question']!r}; choose another --run-key")
    if row["mode"] != begins.mode:
        way = (
            "add --extractive"
            if row["mode"] == "extractive"
            else "set the models again (CLAIMGRAPH_PLANNER_MODEL and CLAIMGRAPH_WRITER_MODEL), without --extractive"
        )
        raise RunConflict(
            f"the run {key!r} was begun in {row['mode']} mode and cannot go on in {begins.mode} mode; {way}, or ask "
            "under another --run-key"
        )
    begun = loop_of(row["options_json"])
    if begins.loop != begun:
        raise RunConflict(
            f"the run {key!r} was begun with --loop {begun} and cannot go on with --loop {begins.loop}; name that one, "
            "or ask under another --run-key"
        )


def loop_of(options_json: object) -> str:
    """Return the loop that a run's options name."""
    return str(json.loads(str(options_json or "{}")).get("loop", "iterative"))
