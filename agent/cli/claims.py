"""`claimgraph claims`: the ledger, filtered and in the form that is wanted."""

from typing import TYPE_CHECKING, Literal, get_args

import click

from agent.cli.face import Face, counted, options, run
from graph.model import Status

if TYPE_CHECKING:
    from agent.ledger.read import Filters, Ledger

Form = Literal["text", "markdown", "csv", "json"]


@click.command()
@click.option("--run", "of_run", metavar="RUN", help="Claims of this run: its key, a prefix of it or its --run-key.")
@click.option(
    "--status",
    "statuses",
    multiple=True,
    type=click.Choice(get_args(Status)),
    help="Claims of this status; may be given several times.",
)
@click.option("--about", metavar="WORDS", help="Claims with these words, or about a thing by its name or key.")
@click.option("--source", metavar="SOURCE", help="Claims that quote this source: its key, id, address or title.")
@click.option("--limit", "-k", default=100, show_default=True, type=click.IntRange(1, 100_000), help="How many.")
@click.option("--review-first", is_flag=True, help="What a person should look at first comes first.")
@click.option("--format", "form", type=click.Choice(get_args(Form)), help="Another form than text; json is --json.")
@options
def claims(
    of_run: str | None,
    statuses: tuple[str, ...],
    about: str | None,
    source: str | None,
    limit: int,
    review_first: bool,
    form: Form | None,
    face: Face,
) -> int:
    """Show the ledger: each claim with its quotes, its scope, what was decided of it and what to do about it.

    Filters are taken together. `claimgraph show CLAIM` has all of one claim, `claimgraph review` decides.
    """
    from agent.ledger.read import Filters

    run_, said, of = (word.strip() if word is not None else None for word in (of_run, about, source))
    filters = Filters(run_, of, said, tuple(dict.fromkeys(statuses)))
    if form == "json":
        face.json = True
    return run(_claims(face, filters, limit, form or "text", review_first=review_first))


async def _claims(face: Face, filters: "Filters", limit: int, form: Form, *, review_first: bool) -> int:
    from agent.ledger.read import filters_as_json, read_ledger

    async with face.plain().app() as app:
        ledger = await read_ledger(app.store, filters, limit=limit, review_first=review_first)
    _print(face, ledger, filters, form)
    for note in ledger.notes:
        face.say(note)
    shown = len(ledger.entries)
    if not ledger.total:
        fit = " that fit" if filters_as_json(filters) else ""
        face.say(f"no claims{fit} in the namespace {face.settings.namespace}")
    elif shown < ledger.total:
        face.say(f"{shown:,} of {counted(ledger.total, 'claim')}; raise --limit for more")
    return 0


def _print(face: Face, ledger: "Ledger", filters: "Filters", form: Form) -> None:
    from agent.ledger.read import filters_as_json
    from agent.ledger.render import as_csv, as_data, as_markdown, as_text

    if face.json:
        face.out_json(
            {
                "namespace": face.settings.namespace,
                "filters": filters_as_json(filters),
                "total": ledger.total,
                "claims": [as_data(entry) for entry in ledger.entries],
                "notes": list(ledger.notes),
            }
        )
    elif form == "csv":
        face.out(as_csv(ledger.entries).rstrip("\n"))
    elif form == "markdown":
        for line in as_markdown(ledger.entries):
            face.out_line(line)
    else:
        for entry in ledger.entries:
            for line in as_text(entry):
                face.out_line(line)
