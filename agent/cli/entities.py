"""`claimgraph entities`: things that names stand for, and which names are of one thing by a person's word."""

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from agent.cli.as_person import name_of, person_option
from agent.cli.face import Face, counted, options, run

if TYPE_CHECKING:
    from agent.entities.decide import Word
    from agent.entities.propose import Proposed


class ListsByDefault(click.Group):
    """A group whose first word, where it is no command of it, belongs to `list`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put `list` before what is no command and no call for help."""
        at = self._first_word(args)
        if at is not None and args[at] in self.commands:
            args = [args[at], *args[:at], *args[at + 1 :]]
        elif not args or args[0] not in {"-h", "--help"}:
            args = ["list", *args]
        return super().parse_args(ctx, args)

    def _first_word(self, args: list[str]) -> int | None:
        """Where the first word stands that is no option nor an option's value."""
        named = {name for one in self.commands["list"].params for name in one.opts if not getattr(one, "is_flag", True)}
        at = 0
        while at < len(args) and args[at].startswith("-"):
            at += 2 if args[at] in named else 1
        return at if at < len(args) else None


@click.group(cls=ListsByDefault)
def entities() -> None:
    """List the things that names stand for; propose, accept and take back that two names are one thing's.

    `claimgraph entities [WORDS]` lists. Nothing is ever merged: what is accepted can be undone.
    """


@entities.command(name="list")
@click.argument("words", nargs=-1)
@click.option("--limit", "-k", default=50, show_default=True, type=click.IntRange(1, 10_000), help="How many.")
@options
def list_(words: tuple[str, ...], limit: int, face: Face) -> int:
    """List things by words of their names, or those that most claims are about, with how often each is named."""
    return run(_list(face, " ".join(words), limit))


@entities.command()
@options
def propose(face: Face) -> int:
    """Compare all names and propose what titles and texts themselves say is one thing; a person decides."""
    return run(_propose(face))


@entities.command()
@click.option("--all", "everything", is_flag=True, help="Also what was accepted and what was taken back.")
@click.option("--limit", "-k", default=100, show_default=True, type=click.IntRange(1, 10_000), help="How many.")
@options
def proposals(everything: bool, limit: int, face: Face) -> int:
    """List the proposals that nobody has decided."""
    return run(_proposals(face, limit, everything=everything))


_PERSON = person_option("decides")


@entities.command()
@click.argument("one")
@click.argument("other")
@_PERSON
@options
def accept(one: str, other: str, person: str | None, face: Face) -> int:
    """Say that two names, given by name or key, are one thing's: claims, sources and searches then follow both."""
    return run(_decide(face, one, other, "accepted", person))


@entities.command()
@click.argument("one")
@click.argument("other")
@_PERSON
@options
def undo(one: str, other: str, person: str | None, face: Face) -> int:
    """Take back that two names are one thing's, or turn a proposal down; every claim is back where it was."""
    return run(_decide(face, one, other, "undone", person))


async def _list(face: Face, words: str, limit: int) -> int:
    from agent.entities.look import count_entities, list_entities

    async with face.plain().app() as app:
        rows, total = await list_entities(app.store, words, limit=limit), await count_entities(app.store)
    if face.json:
        face.out_json({"namespace": face.settings.namespace, "total": total, "entities": rows})
        return 0
    for row in rows:
        named = f"{counted(row['claims'], 'claim')}, {counted(row['mentions'], 'mention')}"
        face.out_line(f"{row['name']}  {named}, title of {counted(row['titled'], 'source')}  {row['entity']}")
        for other in row["same"]:
            face.out_line(f"  {_SAID[other['decision']]}: {other['name']}  {other['entity']}")
    if not rows:
        face.say(f"nothing is called so in the namespace {face.settings.namespace}")
    elif not words and len(rows) < total:
        face.say(f"{len(rows):,} of {total:,} things; raise --limit for more")
    return 0


_SAID = {"proposed": "proposed as the same", "accepted": "the same as", "undone": "not the same as"}


async def _propose(face: Face) -> int:
    from agent.entities.look import list_same
    from agent.entities.propose import find_proposals

    async with face.plain().app() as app:
        found = await find_proposals(app.store)
        rows = await list_same(app.store, ["proposed"], limit=max(1, len(found.proposals)))
    if face.json:
        face.out_json({"names": found.names, "new": found.new, "withdrawn": found.withdrawn, "proposals": rows})
        return 0
    _print_pairs(face, rows)
    face.say(_told(found))
    return 0


def _told(found: "Proposed") -> str:
    told = f"{counted(found.names, 'name')} compared, {counted(len(found.proposals), 'proposal')}, {found.new} new"
    return told + (f", {found.withdrawn} withdrawn" if found.withdrawn else "")


async def _proposals(face: Face, limit: int, *, everything: bool) -> int:
    from agent.entities.look import list_same

    async with face.plain().app() as app:
        rows = await list_same(
            app.store, ["proposed", "accepted", "undone"] if everything else ["proposed"], limit=limit
        )
    if face.json:
        face.out_json({"namespace": face.settings.namespace, "proposals": rows})
        return 0
    _print_pairs(face, rows)
    if not rows:
        face.say("no proposals; `claimgraph entities propose` looks for some")
    return 0


def _print_pairs(face: Face, rows: list[dict[str, Any]]) -> None:
    for row in rows:
        claims = f"{row['one_claims']} and {counted(row['other_claims'], 'claim')}"
        face.out_line(f"{row['one_name']} = {row['other_name']}  {row['method']}, {claims}")
        face.out_line(f"  {row['why'] or 'a person said so'}; {row['decision']} by {row['by']}, {row['at'][:10]}")
        face.out_line(f"  {row['one']} {row['other']}")


async def _decide(face: Face, one: str, other: str, decision: "Word", person: str | None) -> int:
    from agent.entities.decide import decide_same
    from agent.entities.look import find_thing

    name = name_of(face, person)
    async with face.plain().app() as app:
        first, second = await find_thing(app.store, one), await find_thing(app.store, other)
        done = await decide_same(app.store, first, second, decision, by=name)
    if face.json:
        face.out_json(asdict(done) | {"by": f"person:{name}"})
        return 0
    for names in done.names:
        face.out_line(" = ".join(names))
    if done.was == decision:
        face.say("that was so already")
    return 0
