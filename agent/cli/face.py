"""What all commands share: options, the settings they make, results on stdout, everything else on stderr."""

import asyncio
import contextlib
import json
import os
import re
import signal
import sys
import threading
from collections.abc import AsyncGenerator, Callable, Coroutine, Generator
from dataclasses import dataclass, field, replace
from types import FrameType
from typing import TYPE_CHECKING, Any, TypeVar, cast

import click

from agent.settings import Settings, read_settings

if TYPE_CHECKING:
    from agent.build import App
    from agent.web.options import WebOptions

# Control characters, lone surrogates, line separators, marks that reorder a line.
_LIVE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")


def drop_output() -> None:
    """Send what is still printed nowhere: the reader of our output has gone."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def inert(text: str) -> str:
    """Return the text with a replacement character for each that a terminal would obey instead of showing."""
    return _LIVE.sub("\ufffd", text)


@dataclass(slots=True)
class Face:
    """How one command talks: `json` prints objects, `quiet` keeps stderr to errors."""

    settings: Settings
    json: bool = False
    quiet: bool = False
    _last: str = field(default="")

    def plain(self) -> "Face":
        """Return the same face without an embedding model: what needs none works on a graph of any model."""
        return replace(self, settings=replace(self.settings, embeddings="none"))

    def say(self, text: str) -> None:
        """Tell the person something that is no result."""
        if not self.quiet and text != self._last:
            self._last = text
            click.echo(inert(text), err=True)

    def out(self, text: str) -> None:
        """Print a result, of one line or several; nothing in it commands the terminal."""
        click.echo(inert(text))

    def out_line(self, text: str) -> None:
        """Print a result on one line, whatever line breaks a name or a text brought in."""
        self.out(" ".join(text.splitlines()))

    def out_json(self, value: object) -> None:
        """Print a result as one JSON object on one line; control characters inside are escaped."""
        click.echo(_LIVE.sub(lambda match: f"\\u{ord(match[0]):04x}", json.dumps(value, ensure_ascii=False)))

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
    async def app(self, *, with_model: bool = False, web: "WebOptions | str" = "") -> AsyncGenerator["App"]:
        """Open the database and the embedding model, and where asked for the language model and the live web."""
        from agent.build import open_app

        async with open_app(self.settings, self.say, with_model=with_model, web=web) as app:
            yield app


def options(command: F) -> F:
    """Add the options that every command has; the command gets them as a `Face` named `face`."""
    import functools

    @functools.wraps(command)
    def with_face(*args: Any, namespace: str | None, as_json: bool, quiet: bool, **kwargs: Any) -> Any:
        _refuse_empty(click.get_current_context())
        settings = read_settings({"namespace": namespace})
        words = {name: _encodable(value) for name, value in kwargs.items()}
        return command(*args, face=Face(settings, as_json, quiet), **words)

    wrapped: Any = with_face
    wrapped = click.option("--quiet", "-q", is_flag=True, help="Nothing on stderr but errors.")(wrapped)
    wrapped = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")(wrapped)
    return click.option("--namespace", "-n", metavar="NAME", help="The part of the graph to work in.")(wrapped)


def _refuse_empty(context: click.Context) -> None:
    """Raise UsageError for a word of the command line that is given and says nothing; settings judge the namespace."""
    for one in context.command.params:
        name = one.name or ""
        if not isinstance(one.type, click.types.StringParamType) or name == "namespace":
            continue
        if context.get_parameter_source(name) is not click.core.ParameterSource.COMMANDLINE:
            continue
        value: Any = context.params.get(name)
        words = cast("tuple[Any, ...]", value) if isinstance(value, tuple) else (value,)
        if any(isinstance(word, str) and not word.strip() for word in words):
            is_argument = isinstance(one, click.Argument)
            said = name.upper() if is_argument else one.opts[0]
            raise click.UsageError(f"{said} is empty; give words{'' if is_argument else ' or leave it out'}")


def _encodable(value: Any) -> Any:
    """A word of the command line without bytes that are no UTF-8; paths, in tuples or as a Path, keep them."""
    return value.encode("utf-8", "replace").decode("utf-8") if isinstance(value, str) else value


def counted(number: int, noun: str) -> str:
    """Return the number with its noun: `1 passage`, `2 passages`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run a command's async part; Ctrl-C cancels it cleanly and becomes KeyboardInterrupt, a second ends at once."""
    return asyncio.run(_ended_by_two(work))


async def _ended_by_two(work: Coroutine[Any, Any, T]) -> T:
    once = signal.getsignal(signal.SIGINT)
    # Started in the background a command has it ignored, in a thread it is not ours.
    if not callable(once) or threading.current_thread() is not threading.main_thread():
        return await work

    def interrupt(number: int, frame: FrameType | None) -> None:
        signal.signal(signal.SIGINT, _end)
        once(number, frame)

    signal.signal(signal.SIGINT, interrupt)
    try:
        return await work
    finally:
        signal.signal(signal.SIGINT, once)


def _end(number: int, frame: FrameType | None) -> None:
    """End without cleaning up: nothing that is half written is ever found, and a server of ours goes on."""
    del number, frame
    os.write(2, b"claimgraph: ended at once; what was whole is kept\n")
    os._exit(130)
