"""The one sentence and the exit code of an error that ends a command."""

import errno

import click


def report_failure(error: Exception) -> int:
    """Print one sentence to stderr and return the exit code; a bug goes to the log.

    An installation of which something is missing is told as what it is, whatever else cannot be imported then.
    """
    try:
        return _report(error)
    except ImportError as missing:
        return _incomplete(error if isinstance(error, ImportError) else missing)


def _incomplete(error: ImportError) -> int:
    what = f"the module {error.name}" if error.name else " ".join(str(error).split())
    click.echo(
        f"claimgraph: this installation is incomplete ({what} is missing or broken); install claimgraph again", err=True
    )
    return 1


def _report(error: Exception) -> int:
    from agent.cli.face import inert
    from agent.errors import AgentError
    from graph.errors import GraphError
    from retrievers.embed.errors import EmbeddingError
    from retrievers.errors import RetrieverError

    if isinstance(error, ImportError):
        _log(error)
        return _incomplete(error)
    if isinstance(error, AgentError | GraphError):
        click.echo(f"claimgraph: {inert(str(error))}", err=True)
        return error.exit_code
    if isinstance(error, EmbeddingError):
        click.echo(f"claimgraph: {inert(str(error))}", err=True)
        return 6
    if isinstance(error, RetrieverError):
        click.echo(f"claimgraph: {inert(str(error))}", err=True)
        return 2
    if isinstance(error, OSError) and error.errno == errno.ENOSPC:
        click.echo("claimgraph: the disk or the output is full; make room and run the same command again", err=True)
        return 1
    click.echo(f"claimgraph: unexpected {type(error).__name__} ({inert(str(error))}); {_log(error)}", err=True)
    return 1


def _log(error: Exception) -> str:
    import traceback
    from datetime import UTC, datetime

    from agent.errors import AgentError
    from agent.settings import read_settings

    try:
        path = read_settings().home_path / "claimgraph.log"
        path.parent.mkdir(parents=True, exist_ok=True)
        at = datetime.now(UTC).isoformat(timespec="seconds")
        with path.open("a", encoding="utf-8") as file:
            file.write(f"{at}\n{''.join(traceback.format_exception(error))}\n")
    except (OSError, ValueError, AgentError):
        return "this is a bug, and its log could not be written"
    return f"this is a bug: please report it with the end of {path}"
