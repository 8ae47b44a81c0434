"""`claimgraph templates`: the named questions to the graph, listed or asked."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from agent.cli.face import Face, options, run

if TYPE_CHECKING:
    from retrievers.templates import Template, TemplateResult


@click.command()
@click.argument("name", required=False)
@click.option("--param", "-p", "given", multiple=True, metavar="NAME=VALUE", help="A value for a parameter.")
@click.option("--group", help="List only this group: claims, sources, entities, runs, or one of your own.")
@click.option(
    "--templates",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="A folder with templates of your own.",
)
@click.option("--check", is_flag=True, help="Have the database plan those of your own, and say what the guard decides.")
@options
def templates(
    name: str | None, given: tuple[str, ...], group: str | None, folder: Path | None, check: bool, face: Face
) -> int:
    """List the templates: named questions to the graph, each with what it answers and takes. With NAME: ask one.

    A claim, source, thing, question, run or report may be given by its key, by a unique beginning of it, or by words.
    """
    from retrievers.templates import template_tools

    if name is None and given:
        raise click.UsageError("--param belongs to a template; give its NAME")
    found = template_tools(folder or face.settings.templates_path)
    if check:
        return run(_check(face, [template for template in found if template.file]))
    if name is not None:
        return run(_ask(face, _named(found, name), dict(_pair(one) for one in given)))
    listed = [template for template in found if group in (None, template.group)]
    if not listed:
        raise click.UsageError(
            f"there is no group {group}; there are {', '.join(dict.fromkeys(t.group for t in found))}"
        )
    for template in listed:
        _list(face, template)
    return 0


def _named(found: "list[Template]", name: str) -> "Template":
    import difflib

    from retrievers.templates import TemplateUnknown

    names = {template.name: template for template in found}
    if name not in names:
        near = difflib.get_close_matches(name, names, n=3)
        hint = f"near to it: {', '.join(near)}" if near else "`claimgraph templates` lists them"
        raise TemplateUnknown(f"there is no template {name}; {hint}")
    return names[name]


def _pair(said: str) -> tuple[str, str]:
    name, equals, value = said.partition("=")
    if not equals or not name.strip():
        raise click.UsageError(f"--param {said} is no NAME=VALUE")
    return name.strip(), value


def _list(face: Face, template: "Template") -> None:
    properties: dict[str, dict[str, Any]] = template.parameters["properties"]
    if face.json:
        face.out_json(
            {
                "name": template.name,
                "group": template.group,
                "sentence": template.sentence,
                "parameters": template.parameters,
                "returns": list(template.returns),
                "file": template.file or None,
                "graph": "foreign" if template.is_foreign else "claimgraph",
            }
        )
        return
    takes = [_shown(name, schema, name in template.parameters["required"]) for name, schema in properties.items()]
    face.out_line(f"{template.name}({', '.join(takes)})  {template.sentence}")


def _shown(name: str, schema: dict[str, Any], is_required: bool) -> str:
    values = f": {'|'.join(schema['enum'])}" if "enum" in schema else ""
    default = f" = {schema['default']}" if "default" in schema else ""
    return f"{name}{values}{default}" if is_required or default else f"[{name}{values}]"


async def _ask(face: Face, template: "Template", given: dict[str, str]) -> int:
    from agent.build import open_as_is
    from retrievers.templates import run_template
    from retrievers.templates.arguments import check_arguments

    check_arguments(template, given)  # what is wrong with a call is said before a database is started
    if template.is_foreign:
        async with open_as_is(face.settings, face.say) as store:
            result = await run_template(store, template, given)
    else:
        async with face.plain().app() as app:
            result = await run_template(app.store, template, given)
    for note in result.notes:
        face.say(note)
    if face.json:
        face.out_json(_as_json(result))
        return 0
    for row in result.rows:
        face.out_line(
            "  ".join(f"{name}: {_cell(value)}" for name, value in row.items() if value not in (None, [], ""))
        )
    if not result.rows:
        face.say("nothing found")
    for one in result.candidates:
        face.say(f"near to it: {one.text} ({one.key[:24]})")
    return 0


async def _check(face: Face, own: "list[Template]") -> int:
    from agent.build import open_as_is
    from graph.guarded_read import check_guarded
    from retrievers.templates.folder import guarded

    refused = 0
    async with open_as_is(face.settings, face.say) as store:
        for template in own:
            given = dict.fromkeys(template.parameters["properties"])
            decision = await check_guarded(store, guarded(template, given))
            refused += decision.decision == "refuse"
            said = {"id": template.name, "decision": decision.decision, "layer": decision.layer}
            if face.json:
                face.out_json(said | {"reason": decision.reason})
            else:
                face.out_line(f"{template.name}  {decision.decision}  layer {decision.layer}: {decision.reason}")
    if not own:
        face.say("no templates of your own; name their folder by --templates or CLAIMGRAPH_TEMPLATES")
    return 8 if refused else 0


def _as_json(result: "TemplateResult") -> dict[str, Any]:
    return {
        "template": result.template,
        "outcome": result.outcome,
        "arguments": result.arguments,
        "named": {name: {"key": one.key, "text": one.text} for name, one in result.named.items()},
        "rows": result.rows,
        "candidates": [{"key": one.key, "text": one.text} for one in result.candidates],
        "notes": list(result.notes),
        "cypher": result.cypher,
    }


def _cell(value: object) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    return " ".join(text.split())[:400]
