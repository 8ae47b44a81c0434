"""`claimgraph cypher --ask`: a question, the read query that a model writes for it, and the query's rows."""

from agent.cli.face import Face, counted
from agent.errors import ConfigurationError
from graph.foreign import Limits

MISSING_EXIT, BUDGET_EXIT, REFUSED_EXIT = 3, 7, 8
_EXITS = {"unsupported": MISSING_EXIT, "timeout": BUDGET_EXIT, "refused": REFUSED_EXIT}


async def ask_question(face: Face, question: str, limits: Limits, *, foreign: bool) -> int:
    """Write a query, run it, print its rows and return the exit code.

    Raises ConfigurationError without a model, ModelError when it cannot be asked, GraphError.
    """
    from agent.build import open_as_is, open_model
    from agent.by_model.complete import complete_alone
    from agent.llm.configured import configured_models
    from graph.foreign_shape import read_shape
    from retrievers.text2cypher import ask_graph

    chosen = configured_models(face.settings)
    if chosen is None:
        raise ConfigurationError(
            "a question becomes a query by a language model, and none is set; set CLAIMGRAPH_PLANNER_MODEL and "
            "CLAIMGRAPH_WRITER_MODEL, or give the query itself"
        )
    async with (
        open_as_is(face.settings, face.say) as store,
        open_model(chosen, face.say, home=face.settings.home_path) as model,
    ):
        shape = await read_shape(store) if foreign else None
        answer = await ask_graph(store, question, complete_alone(model), shape=shape, limits=limits)
    found = answer.found
    if answer.ran:
        face.say(answer.ran)
    if face.json:
        face.out_json(
            {
                "question": question,
                "outcome": answer.outcome,
                "asks": answer.asks,
                "query": answer.ran,
                "namespace": None if foreign else face.settings.namespace,
                "kind": found.kind if found else "rows",
                "columns": list(found.columns) if found else [],
                "rows": list(found.rows) if found else [],
                "stopped": found.stopped if found else None,
                "notes": list(answer.notes),
                "milliseconds": found.milliseconds if found else 0,
            }
        )
    elif found:
        from agent.report.table import render_table

        for line in render_table(found.columns, found.rows):
            face.out_line(line)
    for note in answer.notes:
        face.say(note)
    if found and not found.note:
        face.say(counted(len(found.rows), "row"))
    return _EXITS.get(answer.outcome, 0)
