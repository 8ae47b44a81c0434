"""What all commands share: options, the settings they make, results on stdout, everything else on stderr."""

import asyncio
import contextlib
import json
import sys
from collections.abc import AsyncGenerator, Callable, Coroutine, Generator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

import click

from agent.settings import Settings, read_settings

if TYPE_CHECKING:
    from agent.build import App

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")


@dataclass(slots=True)
class Face:
    """How one command talks: `json` prints objects, `quiet` keeps stderr to errors."""

    settings: Settings
    json: bool = False
    quiet: bool = False
    _last: str = field(default="")

    def say(self, text: str) -> None:
        """Tell the person something that is no result."""
        if not self.quiet and text != self._last:
            self._last = text
            click.echo(text, err=True)

    def out(self, text: str) -> None:
        """Print a result."""
        click.echo(text.encode("utf-8", "replace").decode("utf-8"))

    def out_json(self, value: object) -> None:
        """Print a result as one JSON object on one line."""
        self.out(json.dumps(value, ensure_ascii=False))

    @contextlib.contextmanager
    def progress(self, total: int | None, unit: str, label: str) -> Generator[Callable[[int], object]]:
        """Show a bar with its rate on a terminal's stderr, nothing elsewhere; yields the function that advances it."""
        if self.quiet or not sys.stderr.isatty():
            yield lambda _: None
            return
        from tqdm import tqdm

        with tqdm(total=total, unit=unit, desc=label, file=sys.stderr, leave=False) as bar:
            yield bar.update

    @contextlib.asynccontextmanager
    async def app(self) -> AsyncGenerator["App"]:
        """Open the database and the embedding model."""
        from agent.build import open_app

        async with open_app(self.settings, self.say) as app:
            yield app


def options(command: F) -> F:
    """Add the options that every command has; the command gets them as a `Face` named `face`."""
    import functools

    @functools.wraps(command)
    def with_face(*args: Any, namespace: str | None, as_json: bool, quiet: bool, **kwargs: Any) -> Any:
        settings = read_settings({"namespace": namespace})
        return command(*args, face=Face(settings, as_json, quiet), **kwargs)

    wrapped: Any = with_face
    wrapped = click.option("--quiet", "-q", is_flag=True, help="Nothing on stderr but errors.")(wrapped)
    wrapped = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")(wrapped)
    return click.option("--namespace", "-n", metavar="NAME", help="The part of the graph to work in.")(wrapped)


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run a command's async part; Ctrl-C cancels it cleanly and becomes KeyboardInterrupt."""
    return asyncio.run(work)
