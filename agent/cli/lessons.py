"""`claimgraph lessons`: what earlier runs learned from what they failed at; a person may delete it."""

from typing import TYPE_CHECKING, Any

import click

from agent.cli.face import Face, options, run

if TYPE_CHECKING:
    from agent.lessons.lesson import Lesson


@click.command()
@click.option(
    "--about", metavar="WORDS", help="Lessons that would be taken for this question, or with all these words."
)
@click.option("--delete", "deleted", metavar="KEY", help="Delete this lesson: no later run finds it.")
@options
def lessons(about: str | None, deleted: str | None, face: Face) -> int:
    """List the lessons that later runs begin with: which queries found nothing, which did, who did not answer.

    A lesson changes what is asked first, and nothing else: it is no evidence and sets no status.
    """
    if about is not None and deleted is not None:
        raise click.UsageError("--about lists and --delete deletes; give one of them")
    return run(_delete(face, deleted.strip()) if deleted is not None else _list(face, about))


async def _delete(face: Face, key: str) -> int:
    from agent.curate.lessons import delete_lesson

    async with face.plain().app() as app:
        gone = await delete_lesson(app.store, key)
    if face.json:
        face.out_json({"deleted": gone})
    else:
        face.say(f"{gone} deleted: no later run finds it")
    return 0


async def _list(face: Face, about: str | None) -> int:
    from agent.lessons.find import read_lessons

    # By meaning is searched only where words are given: nothing else here needs vectors.
    async with (face if about else face.plain()).app() as app:
        found = await read_lessons(app.store, app.embedder, about)
    for one in found:
        if face.json:
            face.out_json(_as_data(one))
            continue
        face.out_line(f"{one.key[:23]}  {one.created_at[:10]}  {one.kind:<13}  {one.lesson}  (run {one.run_key})")
    if not found and not face.json:
        fit = " that fits" if about else ""
        face.say(f"no lesson{fit} in the namespace {face.settings.namespace}")
    return 0


def _as_data(one: "Lesson") -> dict[str, Any]:
    return one.data() | {"holds_until_ms": one.created_at_ms + one.lasts_ms}
