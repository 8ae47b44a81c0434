"""`claimgraph doctor`: one screen of what is configured, reachable and missing, with what to do."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from agent.cli.face import Face, run

if TYPE_CHECKING:
    from agent.doctor import Finding
    from agent.doctor.graph import Problem


@click.command()
@click.option("--start", is_flag=True, help="Start the managed local database where it is the one to use.")
@click.option("--web", is_flag=True, help="Try the search providers too; it spends no credit.")
@click.option("--graph", is_flag=True, help="Examine what the graph holds, each claim and passage of the namespace.")
@click.option("--repair", is_flag=True, help="With --graph: repair what needs nobody's judgement, after asking.")
@click.option("--yes", is_flag=True, help="With --repair: do not ask.")
@click.option("--namespace", "-n", metavar="NAME", help="The part of the graph to look at.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")
@click.option("--quiet", "-q", is_flag=True, help="Nothing on stderr but errors.")
def doctor(
    start: bool, web: bool, graph: bool, repair: bool, yes: bool, namespace: str | None, as_json: bool, quiet: bool
) -> int:
    """Say what is configured, reachable and missing: database, models, embeddings, search, and what to do.

    Nothing is changed, but by --graph --repair: statuses and labels are brought to what quotes and conflicts allow,
    names found, what stands alone marked so. Nothing is deleted. Without --graph each model is asked for one word.
    Exit code 0 if nothing that is configured is broken, else 5 for the database or 6 for the configuration.
    """
    from agent.doctor import exit_code_of, look_around
    from agent.doctor.finding import broken
    from agent.doctor.surroundings import look_at_extras, shown_settings
    from agent.errors import ConfigurationError
    from agent.settings import Settings, read_settings, read_settings_with_origins

    if (repair and not graph) or (yes and not repair):
        raise click.UsageError("--repair belongs to --graph, and --yes to --repair")
    if graph:
        return run(_graph(Face(read_settings({"namespace": namespace}), as_json, quiet), repair=repair, yes=yes))
    try:
        settings, origins = read_settings_with_origins({"namespace": namespace})
    except ConfigurationError as error:  # what cannot be read is a finding too
        face = Face(Settings(), as_json, quiet)
        findings, shown = [broken("settings", error), *look_at_extras()], []
    else:
        face = Face(settings, as_json, quiet)
        findings, shown = (
            run(look_around(settings, face.say, start=start, web=web)),
            shown_settings(settings, dict(origins)),
        )
    code = exit_code_of(findings)
    if as_json:
        face.out_json({"findings": [asdict(finding) for finding in findings], "settings": shown, "exit_code": code})
    else:
        _print(face, findings, shown)
    return code


async def _graph(face: Face, *, repair: bool, yes: bool) -> int:
    from agent.build import open_beside
    from agent.doctor import exit_code_of
    from agent.doctor.graph import MECHANICAL, examine, findings_of

    repaired: dict[str, int] = {}
    async with open_beside(face.settings, face.say, None) as beside:
        problems = await examine(beside.store)
        wanted = [one for one in problems if one.is_mechanical]
        if repair and wanted and (yes or _agrees(face, wanted)):
            from agent.curate.repair import repair_kind

            for kind in MECHANICAL:
                repaired[kind] = await repair_kind(beside.store, kind)
            problems = await examine(beside.store)
    findings = findings_of(problems, repaired)
    code = exit_code_of(findings)
    if face.json:
        rows = [{"kind": one.kind, "count": one.count, "example": one.keys[0]} for one in problems]
        face.out_json({"problems": rows, "repaired": repaired, "exit_code": code})
        return code
    _print_findings(face, findings)
    return code


def _agrees(face: Face, problems: "Sequence[Problem]") -> bool:
    for one in problems:
        face.say(f"{one.count} {one.kind}, such as {one.keys[0]}")
    try:
        return click.confirm("Repair these? Nothing is deleted.", err=True)
    except click.Abort:
        raise click.UsageError("nothing was repaired; answer y, or give --yes") from None


def _print(face: Face, findings: "Sequence[Finding]", shown: Sequence[dict[str, str]]) -> None:
    _print_findings(face, findings)
    face.out("")
    face.out("settings that are set:" if shown else "no setting is set: defaults everywhere")
    for row in shown:
        face.out_line(f"  {row['name']} = {row['value']}  ({row['from']})")


def _print_findings(face: Face, findings: "Sequence[Finding]") -> None:
    width = max(len(finding.about) for finding in findings) + 2
    for finding in findings:
        face.out_line(f"{finding.state:<9}{finding.about:<{width}}{finding.says}")
        if finding.do:
            face.out_line(f"{'':<{9 + width}}-> {finding.do}")
