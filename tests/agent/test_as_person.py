"""Wherever a person decides, that one is named in the same ways."""

from collections.abc import Iterator

import click
import pytest

from agent.cli.as_person import name_of
from agent.cli.face import Face
from agent.cli.main import claimgraph
from agent.errors import NotDecidable
from agent.settings import Settings


def deciding(group: click.Group, words: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from deciding(command, (*words, name))
        elif any({"--as", "--by"} & {*one.opts} for one in command.params):
            yield (*words, name), command


COMMANDS = dict(deciding(claimgraph))


def test_every_command_that_a_person_decides_by_is_looked_at() -> None:
    assert {("accept",), ("reject",), ("review",), ("forget",), ("entities", "accept")} <= set(COMMANDS)


@pytest.mark.parametrize("words", COMMANDS)
@pytest.mark.parametrize("option", ["--as", "--by"])
def test_a_person_is_named_by_either_option_in_every_command(words: tuple[str, ...], option: str) -> None:
    command = COMMANDS[words]
    context = command.make_context("x", [option, "Ada"], resilient_parsing=True)
    assert context.params["person"] == "Ada"
    helped = command.get_help(click.Context(command))
    assert "--as NAME" in helped
    assert "--by" not in helped


def test_the_person_of_the_settings_decides_where_none_is_named() -> None:
    face = Face(Settings(person="Bea"), False, True)
    assert (name_of(face, "Ada"), name_of(face, None)) == ("Ada", "Bea")
    with pytest.raises(NotDecidable, match="give --as NAME or set CLAIMGRAPH_PERSON"):
        name_of(face, " ")
