"""`claimgraph review`: a person's word on claims, one after the other or one alone."""

from typing import TYPE_CHECKING

import click

from agent.cli.as_person import name_of, person_option
from agent.cli.face import Face, options, run

if TYPE_CHECKING:
    from agent.build import App
    from agent.ledger.entry import Entry
    from agent.ledger.read import Filters

_WALKED = ("unreviewed", "conflicting")


@click.command()
@click.argument("key", required=False, metavar="[CLAIM]")
@click.argument("word", required=False, metavar="[WORD]")
@click.argument("texts", nargs=-1, metavar="[TEXT]...")
@click.option("--run", "of_run", metavar="RUN", help="Only claims of this run.")
@click.option("--about", metavar="WORDS", help="Only claims with these words, or about a thing.")
@click.option("--source", metavar="SOURCE", help="Only claims that quote this source.")
@click.option("--status", "statuses", multiple=True, type=click.Choice(_WALKED), help="Only claims of this status.")
@person_option("decides")
@click.option("--why", default="", metavar="TEXT", help="Why, for a WORD that has its text apart.")
@click.option("--quote", "quotes", multiple=True, metavar="CITATION", help="Only this quote of the claim: its key.")
@options
def review(
    key: str | None,
    word: str | None,
    texts: tuple[str, ...],
    of_run: str | None,
    about: str | None,
    source: str | None,
    statuses: tuple[str, ...],
    person: str | None,
    why: str,
    quotes: tuple[str, ...],
    face: Face,
) -> int:
    """Decide on claims, as a person. Each decision is written at once, with your name, and stays in the history.

    Without CLAIM: walks the conflicting and the unreviewed claims and takes an answer a line from standard input, those
    below or skip, undo, quit, help; `3: accept` names a claim by its number. With CLAIM and WORD: one decision. From a
    pipe, a line that is no answer decides nothing, nor do those behind it until one names its claim; exit code 4 then.

    \b
    accept [WHY]          its quotes bear it out
    reject WHY            they do not
    narrow NEW_WORDING    another claim, with the same quotes, takes its place
    split ONE OTHER …     several claims take its place
    note TEXT             kept in the history, decides nothing
    resolve | dismiss WHY its open conflict is settled, or is none
    """
    from agent.ledger.read import Filters

    name = name_of(face, person)
    filters = Filters(of_run, source, about, statuses or _WALKED)
    if word is None:
        if quotes or why:
            raise click.UsageError("--quote and --why belong to a WORD")
        return run(_walk(face, filters, key, name))
    if of_run or about or source or statuses:
        raise click.UsageError("a WORD decides on one claim; leave --run, --about, --source and --status out")
    return run(_once(face, str(key), word, texts, name, why=why, quotes=quotes))


async def _walk(face: Face, filters: "Filters", key: str | None, name: str) -> int:
    from agent.cli.lines import Lines
    from agent.cli.review_walk import Walk
    from agent.ledger.read import RANKED, read_ledger

    async with face.plain().app() as app:
        notes: tuple[str, ...] = ()
        if key is not None:
            keys = [(await _claim(app, key)).claim]
        else:
            ledger = await read_ledger(app.store, filters, limit=RANKED, review_first=True)
            keys, notes = [entry.claim for entry in ledger.entries], ledger.notes
        for note in notes:
            face.say(note)
        if not keys:
            face.say(f"nothing to review in the namespace {face.settings.namespace}")
            return 0
        return await Walk(face, Lines(), app.store, name).over(keys, () if key is not None else filters.statuses)


async def _once(
    face: Face, key: str, word: str, texts: tuple[str, ...], name: str, *, why: str, quotes: tuple[str, ...]
) -> int:
    from agent.cli.review_word import carry_out, tell
    from agent.errors import NotDecidable
    from agent.find import find_node
    from agent.ledger.answers import MOVES, join_texts, read_answer

    move = next((one for one in MOVES[:7] if one == word.casefold()), None)
    if move is None:
        raise NotDecidable(f"{word!r} is no decision; say {', '.join(MOVES[:7])}")
    text = join_texts(move, texts)
    if move not in {"narrow", "split"}:
        text = text or why
    answer = read_answer(f"{move} {text}")
    if answer.lacks:
        raise NotDecidable(
            f"{move} needs {'a reason' if answer.lacks == 'why' else answer.lacks}; give it behind {move}"
        )
    async with face.plain().app() as app:
        entry = await _claim(app, key)
        cited = [(await find_node(app.store, one))[0] for one in quotes]
        tell(face, await carry_out(app.store, entry, answer, by=name, quotes=cited, why=why), name, entry)
    return 0


async def _claim(app: "App", key: str) -> "Entry":
    from agent.errors import NotDecidable
    from agent.find import find_node
    from agent.ledger.read import read_entries
    from graph.errors import NodeNotFound

    found, label = await find_node(app.store, key)
    if label != "Claim":
        raise NotDecidable(f"{key} is the key of a {label}; a person decides on claims")
    entries = await read_entries(app.store, [found])
    if not entries:
        raise NodeNotFound(f"{key} was there a moment ago and is gone: its sources were forgotten meanwhile")
    return entries[0]
