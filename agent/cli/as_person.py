"""The option that says who decides, and whose name that is."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from agent.cli.face import Face


class _Person(click.Option):
    """`--as NAME`; `--by NAME` is taken as the same, and is not shown."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        record = super().get_help_record(ctx)
        return (record[0].replace(", --by", ""), record[1]) if record else None


def person_option(does: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return the option that names the person; `does` is what that one does."""
    return click.option(
        "--as", "--by", "person", cls=_Person, metavar="NAME", help=f"Who {does}; else CLAIMGRAPH_PERSON."
    )


def name_of(face: "Face", person: str | None) -> str:
    """Return the name that was given, else that of the settings. Raises NotDecidable where there is none."""
    from agent.curate.word import person_of

    return person_of(person if person is not None else face.settings.person).removeprefix("person:")
