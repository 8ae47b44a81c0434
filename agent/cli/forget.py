"""`claimgraph forget`: a source, what nobody has seen for long, or a whole namespace is taken away."""

import sys
import time
from typing import TYPE_CHECKING, Any

import click

from agent.cli.as_person import person_option
from agent.cli.face import Face, counted, inert, options, run
from agent.cli.impact import as_data, told

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from agent.build import App
    from agent.forget.apply import Order
    from agent.forget.plan import Impact

_SHOWN = 20


@click.command()
@click.argument("sources", nargs=-1, metavar="SOURCE...")
@click.option("--older-than", "age", metavar="AGE", help="Every source not seen for so long: 400d, 60w, 2y.")
@click.option("--all", "everything", is_flag=True, help="The whole namespace, named by --namespace.")
@click.option("--erase", is_flag=True, help="Take its words out of claims, reports, steps and answers too.")
@click.option("--why", metavar="TEXT", default="", help="The reason, kept in the Deletion record.")
@person_option("forgets")
@click.option("--dry-run", is_flag=True, help="Show the plan and stop.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@options
def forget(
    sources: tuple[str, ...],
    age: str | None,
    everything: bool,
    erase: bool,
    why: str,
    person: str | None,
    dry_run: bool,
    yes: bool,
    face: Face,
) -> int:
    """Forget sources: show what falls, ask, take their text away in batches, and verify that none of it is left.

    SOURCE is a key or a unique prefix of one, a path or address as it was added, or its title or file name where only
    one has it. Quotes of it become removed evidence, statuses follow, and a Deletion node keeps who, when and why.
    Killed at any moment, the same command goes on. A forgotten source comes back only when it is added again; runs do
    not read it.
    """
    if sum([bool(sources), age is not None, everything]) != 1:
        raise click.UsageError("name sources, or give --older-than AGE, or --all with --namespace NAME")
    named = click.get_current_context().params.get("namespace")
    if everything and not named:
        raise click.UsageError("--all forgets a whole namespace: name it by --namespace")
    if not (dry_run or yes or sys.stdin.isatty()):
        raise click.UsageError("nobody is here to ask; give --yes to forget, or --dry-run to look only")
    if everything:
        return run(_forget_namespace(face, why=why, person=person, dry_run=dry_run, yes=yes))
    return run(_forget(face, sources, age, erase=erase, why=why, person=person, dry_run=dry_run, yes=yes))


async def _forget(
    face: Face, said: tuple[str, ...], age: str | None, *, erase: bool, why: str, person: str | None, dry_run: bool,
    yes: bool,
) -> int:  # fmt: skip
    from agent.forget.ages import read_age
    from agent.forget.apply import Order
    from agent.forget.find import find_unseen
    from agent.forget.plan import look_at_impact
    from agent.forget.traces import find_alone
    from agent.record.clock import now

    by = _person(face, person)
    before_ms = now().ms - round(read_age(age).total_seconds() * 1000) if age is not None else None
    order = Order(
        "source" if before_ms is None else "age", by, why.strip() or (f"not seen for {age}" if age else ""), erase
    )
    async with face.app() as app:
        called = await _called(app, said)
        keys = list(called) if before_ms is None else await find_unseen(app.store, before_ms)
        plan = await look_at_impact(app.store, keys)
        alone = await find_alone(app.store, keys) if erase else None
        if not face.json:
            for line in told(plan, _SHOWN):
                face.out_line(line)
            if alone is not None:
                face.out_line(_erased(len(alone)))
        if dry_run:
            if face.json:
                face.out_json({"plan": _plan(plan, alone), "forgotten": []})
            return 0
        if not yes and not _agrees(plan):
            face.say("nothing was forgotten")
            return 130
        return await _apply(face, app, plan, order, called, alone)


async def _called(app: "App", said: "Sequence[str]") -> dict[str, list[str]]:
    """The sources that are meant, each with what it was called."""
    from agent.forget.find import find_sources

    called: dict[str, list[str]] = {}
    for one in said:
        for key in await find_sources(app.store, one):
            called.setdefault(key, []).append(one)
    return called


def _erased(alone: int) -> str:
    """What becomes of claims that a model or person worded: they tell what the source told."""
    if not alone:
        return "erased: no claim rests on it alone; what is in its own words goes all the same"
    return (
        f"erased: {counted(alone, 'claim')} that nothing else bears out, in whatever words, with what was read from "
        f"{'it' if alone == 1 else 'them'} and the sentences that say nothing else"
    )


def _plan(plan: "Impact", alone: "Sequence[str] | None") -> dict[str, Any]:
    return as_data(plan) | ({} if alone is None else {"erased_claims": list(alone)})


def _person(face: Face, person: str | None) -> str:
    from agent.curate.word import person_of

    name = person if person is not None else face.settings.person
    return person_of(name) if name.strip() or person is not None else ""


async def _forget_namespace(face: Face, *, why: str, person: str | None, dry_run: bool, yes: bool) -> int:
    from dataclasses import asdict

    from agent.forget.namespace import forget_namespace

    namespace = face.settings.namespace
    by = _person(face, person)
    async with face.app() as app:
        held = (await app.store.read("count_nodes"))[0]
        counts = ", ".join(
            counted(held[name], name.removesuffix("s")) for name in ("sources", "passages", "claims", "runs")
        )
        if not face.json:
            face.out_line(f"namespace {namespace}: {counts}, with all reports, questions and conversations")
        if dry_run:
            if face.json:
                face.out_json({"namespace": namespace, "held": held, "forgotten": None})
            return 0
        if not yes and not _names_it(namespace):
            face.say("nothing was forgotten")
            return 130
        started = time.perf_counter()
        with face.progress(None, "node", "forgetting") as advance:
            done = await forget_namespace(app.store, by=by, reason=why.strip(), advance=advance)
    if face.json:
        face.out_json({"namespace": namespace, "held": held, "forgotten": asdict(done)})
    if done.left:
        face.say(f"not whole: {counted(done.left, 'node')} came in meanwhile; run the same command again")
        return 5
    face.say(f"forgotten: {counted(done.nodes, 'node')} of {namespace} in {time.perf_counter() - started:.1f} s")
    return 0


def _names_it(namespace: str) -> bool:
    click.echo(
        f"everything of {namespace} goes and cannot be brought back; write its name to go on: ", err=True, nl=False
    )
    return sys.stdin.readline().strip() == namespace


def _agrees(plan: "Impact") -> bool:
    count = counted(len(plan.sources), "source")
    passages = counted(sum(one.passages for one in plan.sources), "passage")
    click.echo(inert(f"forget {count} with {passages}? It cannot be undone. y or n: "), err=True, nl=False)
    return sys.stdin.readline().strip().casefold() in {"y", "yes"}


async def _apply(
    face: Face, app: "App", plan: "Impact", order: "Order", called: "Mapping[str, Sequence[str]]",
    alone: "Sequence[str] | None",
) -> int:  # fmt: skip
    from dataclasses import asdict

    from agent.forget.apply import forget_sources
    from agent.forget.caches import drop_searches

    started = time.perf_counter()
    going = [one for one in plan.sources if order.erases or not one.is_gone]
    with face.progress(sum(one.passages for one in plan.sources), "passage", "forgetting") as advance:
        done = await forget_sources(app.store, going, order, advance, called)
    if order.erases:
        addresses = {address for one in plan.sources for address in (one.url, one.source_id) if address}
        drop_searches(face.settings.home_path / "searches", addresses)
    seconds = time.perf_counter() - started
    if face.json:
        face.out_json(
            {"plan": _plan(plan, alone), "forgotten": [asdict(one) for one in done], "seconds": round(seconds, 3)}
        )
    if not done:
        face.say("nothing is left to forget")
        return 0
    if left := [one for one in done if one.left]:
        still = ", ".join(f"{n} {name}" for one in left for name, n in one.left.items())
        face.say(f"not whole: {still} still there, somebody wrote meanwhile; run the same command again")
        return 5
    passages, quotes, claims = (sum(getattr(one, name) for one in done) for name in ("passages", "citations", "claims"))
    gone = f"{counted(len(done), 'source')}, {counted(passages, 'passage')}; {counted(quotes, 'quote')} removed"
    face.say(
        f"forgotten: {gone}, {counted(claims, 'claim')} looked at again, in {seconds:.1f} s with no model call; "
        "nothing of it is found any more"
    )
    return 0
