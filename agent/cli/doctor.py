"""`claimgraph doctor`: one screen of what is configured, reachable and missing, with what to do."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from agent.cli.face import Face, run

if TYPE_CHECKING:
    from agent.doctor import Finding


@click.command()
@click.option("--start", is_flag=True, help="Start the managed local database where it is the one to use.")
@click.option("--web", is_flag=True, help="Try the search providers too; it spends no credit.")
@click.option("--namespace", "-n", metavar="NAME", help="The part of the graph to look at.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")
@click.option("--quiet", "-q", is_flag=True, help="Nothing on stderr but errors.")
def doctor(start: bool, web: bool, namespace: str | None, as_json: bool, quiet: bool) -> int:
    """Say what is configured, reachable and missing: database, models, embeddings, search, and what to do.

    Nothing is changed. Each model is asked for one word. Exit code 0 if nothing that is configured is broken, else
    5 for the database or 6 for the configuration.
    """
    from agent.doctor import exit_code_of, look_around
    from agent.doctor.finding import broken
    from agent.doctor.surroundings import look_at_extras, shown_settings
    from agent.errors import ConfigurationError
    from agent.settings import Settings, read_settings_with_origins

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


def _print(face: Face, findings: "Sequence[Finding]", shown: Sequence[dict[str, str]]) -> None:
    width = max(len(finding.about) for finding in findings) + 2
    for finding in findings:
        face.out_line(f"{finding.state:<9}{finding.about:<{width}}{finding.says}")
        if finding.do:
            face.out_line(f"{'':<{9 + width}}-> {finding.do}")
    face.out("")
    face.out("settings that are set:" if shown else "no setting is set: defaults everywhere")
    for row in shown:
        face.out_line(f"  {row['name']} = {row['value']}  ({row['from']})")
