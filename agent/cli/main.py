"""The command `claimgraph`: which commands there are, and what becomes of errors.

stdout carries results, stderr everything else. Exit codes are those of the README's table; no traceback reaches a
user: an unexpected error goes to a log file and one sentence names it.
"""

import importlib
import logging
import os
import sys
from pathlib import Path
from typing import Any

import click

COMMANDS: dict[str, tuple[str, str]] = {
    "add": ("agent.cli.add:add", "Store files and folders as evidence."),
    "read": ("agent.cli.read:read", "Show what would be stored of a file."),
    "refresh": ("agent.cli.refresh:refresh", "Read stored sources again; see what changed and what is gone."),
    "changed": ("agent.cli.changed:changed", "Show which claims changed since a day, and why."),
    "as-of": ("agent.cli.as_of:as_of", "Show what was believed at the end of a day."),
    "search": ("agent.cli.search:search", "Find stored passages."),
    "ask": ("agent.cli.ask:ask", "Answer a question from what is stored, then from the live web."),
    "chat": ("agent.cli.chat:chat", "Talk over the graph; what was said is kept in it."),
    "websearch": ("agent.cli.websearch:websearch", "Search the web, read, and answer with citations."),
    "resume": ("agent.cli.ask:resume", "Go on with a run that was stopped or killed."),
    "report": ("agent.cli.report:report", "Show a report again, from the database alone."),
    "runs": ("agent.cli.runs:runs", "List the runs, newest first."),
    "cypher": ("agent.cli.cypher:cypher", "Ask the graph by a read query of your own."),
    "show": ("agent.cli.show:show", "Show any node: what supports it, what cites it."),
    "browse": ("agent.cli.browse:browse", "Draw a view of the graph in Neo4j Browser, signed in."),
    "claims": ("agent.cli.claims:claims", "List the ledger: each claim, its quotes, what was decided of it."),
    "review": ("agent.cli.review:review", "Decide on claims, as a person: accept, narrow, reject, split, note."),
    "impact": ("agent.cli.impact:impact", "Show what would fall if a source went, changing nothing."),
    "forget": ("agent.cli.forget:forget", "Take a source's text away: plan, ask, apply, verify."),
    "lessons": ("agent.cli.lessons:lessons", "List what runs learned from failures; delete a lesson."),
    "entities": ("agent.cli.entities:entities", "List things by their names; say which names are one thing's."),
    "accept": ("agent.cli.runs:accept", "Accept a run's report, as a person."),
    "reject": ("agent.cli.runs:reject", "Reject a run's report, as a person, and say why."),
    "templates": ("agent.cli.templates:templates", "List the named questions to the graph, or ask one."),
    "check": ("agent.cli.check:check", "Check a sentence against a text: the quote, and what the words bear out."),
    "route": ("agent.cli.route:route", "Show which tools a question would call, without calling them."),
    "eval": ("agent.cli.eval:evaluate", "Measure what is chosen against labelled questions."),
    "embed": ("agent.cli.embed:embed", "Switch to another embedding model, with an index of its own."),
    "export": ("agent.cli.export:export", "Write the graph as JSON Lines."),
    "import": ("agent.cli.import_:import_graph", "Bring what export wrote into the graph."),
    "doctor": ("agent.cli.doctor:doctor", "Say what is configured, reachable and missing, and what to do."),
    "db": ("agent.cli.db:db", "Start, stop and inspect the managed local database."),
}


class LazyGroup(click.Group):
    """A group whose commands are imported when they are called, so that --help costs nothing."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order of a session's work."""
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return one command."""
        del ctx
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name][0].partition(":")
        return getattr(importlib.import_module(module), name)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands without importing any."""
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl([(name, says) for name, (_, says) in COMMANDS.items()])

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the arguments; an option that only the commands have says where it belongs."""
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            command = next((one for one in args if one in COMMANDS), "COMMAND")
            raise click.UsageError(
                f"no option {error.option_name} before the command; options follow it: "
                f"claimgraph {command} {error.option_name} …",
                ctx,
            ) from error


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="claimgraph", message="%(package)s %(version)s")
def claimgraph() -> None:
    """Answer questions with evidence: every factual sentence points to the exact quoted words.

    Add documents, ask, and walk from any sentence to its quote, passage and source in Neo4j.
    """


def main(args: list[str] | None = None) -> None:
    """Run the command line and exit with its code."""
    sys.exit(_run(args))


def _run(args: list[str] | None) -> int:
    if sys.stderr is None:  # pyright: ignore[reportUnnecessaryComparison] # as it is under `2>&-`
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 # it stays open until the process ends
    # The driver tells of each repeated transaction; without a handler Python would print that to people.
    logging.getLogger("neo4j").addHandler(logging.NullHandler())
    try:
        result: Any = claimgraph.main(args=args, prog_name="claimgraph", standalone_mode=False)
    except click.exceptions.Exit as done:
        return done.exit_code
    except click.UsageError as error:
        error.show()
        return 2
    except click.ClickException as error:
        error.show()
        return 2
    except (click.Abort, KeyboardInterrupt):
        click.echo("claimgraph: interrupted; what was whole is kept", err=True)
        return 130
    except SystemExit:  # how click ends when the reader of our output has gone, and only then
        return 0
    except Exception as error:  # noqa: BLE001 # the edge: whatever happens becomes one sentence and an exit code
        from agent.cli.failure import report_failure

        return report_failure(error)
    return result if isinstance(result, int) else 0
