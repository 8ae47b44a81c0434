"""`claimgraph embed`: build the index of another embedding model, switch the graph to it, drop the others."""

import time
from typing import TYPE_CHECKING

import click

from agent.cli.face import Face, counted, options, run

if TYPE_CHECKING:
    from agent.build import Beside
    from agent.embed import ModelState
    from graph.embedding_model import ModelInUse
    from retrievers.embed import Embedder

INTERRUPTED = "interrupted: the vectors made so far are kept and the graph is not switched; run the same command again"


@click.command()
@click.option("--model", metavar="SETTING", help="As CLAIMGRAPH_EMBEDDINGS takes it; left out: what that is set to.")
@click.option("--drop/--keep-old", default=False, help="Drop the vectors of all models that are not in use.")
@click.option("--status", is_flag=True, help="Show the models of the graph and how far each one is.")
@options
def embed(model: str | None, drop: bool, status: bool, face: Face) -> int:
    """Give every passage a vector of another embedding model, then switch the graph to that model.

    The index in use answers until the switch; killed anywhere, the same command goes on. A model belongs to the graph:
    all namespaces are embedded. --drop alone builds nothing and takes away what is not in use.
    """
    if status and (model or drop):
        raise click.UsageError("--status goes with neither --model nor --drop")
    if status:
        return run(_status(face))
    return run(_embed(face, None if drop and model is None else model or face.settings.embeddings, drop))


async def _status(face: Face) -> int:
    from agent.build import open_beside
    from agent.embed import find_models

    async with open_beside(face.settings, face.say, None) as beside:
        models = await find_models(beside.store)
    if not models and not face.json:
        face.out("this graph holds no vectors")
    for model in models:
        _print(face, model)
    return 0


async def _embed(face: Face, setting: str | None, drop: bool) -> int:
    from agent.build import open_beside
    from agent.embed import drop_others, find_models

    async with open_beside(face.settings, face.say, setting) as beside:
        before = await find_models(beside.store)
        if beside.embedder is not None and beside.model is not None:
            await _build(face, beside, beside.embedder, beside.model, before)
        if drop:
            dropped = await drop_others(beside.driver, beside.database, beside.store)
            face.say("dropped: " + (", ".join(_name(model) for model in dropped) or "nothing, one model is there"))
        models = await find_models(beside.store)
        for model in models:
            _print(face, model)
        if setting is not None and _usual(setting) != _usual(face.settings.embeddings):
            face.say(f"set CLAIMGRAPH_EMBEDDINGS={setting} from now on: the graph is searched and written with it")
        if len(models) > 1:
            face.say("the vectors that are not in use stay; `claimgraph embed --drop` takes them away")
    return 0


async def _build(
    face: Face, beside: "Beside", embedder: "Embedder", model: "ModelInUse", before: "list[ModelState]"
) -> None:
    from agent.embed import embed_graph

    ours = next((state for state in before if state.key == model.key), None)
    missing = ours.passages - ours.with_vector if ours else 0
    started, done = time.perf_counter(), 0
    try:
        with face.progress(missing, "passage", "embedding") as advance:
            async for count in embed_graph(beside.store, embedder, model):
                done += count
                advance(count)
    except BaseException as error:
        if type(error).__name__ in {"CancelledError", "KeyboardInterrupt"}:
            face.say(INTERRUPTED)
        raise
    seconds = time.perf_counter() - started
    rate = f" ({done / seconds:.1f} a second)" if done else ""
    face.say(f"{counted(done, 'passage')} embedded with {model.id} in {seconds:.1f} s{rate}")
    if before and before[0].key != model.key:
        face.say(f"switched from {_name(before[0])} to {model.id} ({model.dimension} dimensions)")


def _usual(setting: str) -> str:
    """The setting, where `auto` is the installed model, as `local` is."""
    return "local" if setting == "auto" else setting


def _name(model: "ModelState") -> str:
    return f"{model.space.model} ({model.space.dimension} dimensions)"


def _print(face: Face, model: "ModelState") -> None:
    if face.json:
        face.out_json(
            {
                "model": model.space.model,
                "dimension": model.space.dimension,
                "in_use": model.in_use,
                "switched_at": model.switched_at,
                "passages": model.passages,
                "with_vector": model.with_vector,
                "index": model.space.passage_index,
            }
        )
        return
    use = "in use" if model.in_use else "not in use"
    face.out_line(f"{_name(model)}, {use}: {model.with_vector} of {counted(model.passages, 'passage')} have a vector")
