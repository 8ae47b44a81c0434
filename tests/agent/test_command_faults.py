"""What is wrong with a command line, or with the installation, is one sentence and an exit code: no database needed."""

import importlib
import subprocess
import sys
from collections.abc import Mapping
from typing import Any

import click
import pytest

from agent.chat.exchange import Exchange
from agent.chat.talk import TurnDone
from agent.cli.chat import print_answer
from agent.cli.face import Face
from agent.cli.failure import report_failure
from agent.cli.main import COMMANDS, claimgraph
from agent.cli.running import say_event
from agent.events import Event
from agent.plan import PlanError
from agent.report.view import DataView, ReportView
from agent.settings import Settings

EMPTY = ["", " \t"]


def commands() -> dict[str, click.Command]:
    """Every command, those of groups too."""
    found: dict[str, click.Command] = {}
    for name, (place, _) in COMMANDS.items():
        module, _, attribute = place.partition(":")
        command = getattr(importlib.import_module(module), attribute)
        members: Mapping[str, click.Command] = command.commands if isinstance(command, click.Group) else {"": command}
        found |= {f"{name} {member}".strip(): one for member, one in members.items()}
    return found


def words_of(command: click.Command) -> list[click.Parameter]:
    own = {"namespace"}
    return [one for one in command.params if one.type is click.STRING and one.name not in own]


def spelt(command: click.Command, empty: click.Parameter, word: str) -> list[str]:
    """The words of a call in which only `empty` says nothing, and what stands before it is given."""
    options: list[str] = []
    arguments: list[str] = []
    for one in command.params:
        if isinstance(one, click.Option) and (one is empty or one.required):
            options += [one.opts[-1], word if one is empty else "x"]
        elif isinstance(one, click.Argument):
            arguments.append(word if one is empty else "x")
    return [*options, "--", *arguments]


@pytest.mark.parametrize("word", EMPTY)
def test_no_command_takes_an_empty_word_for_one_that_says_something(word: str) -> None:
    tried = 0
    for name, command in commands().items():
        if name in {"doctor", "import"}:  # a namespace and a file, which are looked at by themselves
            continue
        for one in words_of(command):
            args = [*name.split(), *spelt(command, one, word)]
            with pytest.raises(click.UsageError, match="is empty; give words") as refused:
                claimgraph.main(args=args, standalone_mode=False)
            said = (one.name or "").upper() if isinstance(one, click.Argument) else one.opts[0]
            assert refused.value.message.startswith(said), args
            tried += 1
    assert tried > 30


@pytest.mark.parametrize("command", ["ask", "search", "websearch"])
def test_a_question_without_a_word_is_wrong_use_of_each_command_that_looks_for_one(command: str) -> None:
    with pytest.raises(PlanError, match="holds no word to look for") as refused:
        claimgraph.main(args=[command, "?!"], standalone_mode=False)
    assert refused.value.exit_code == 2


@pytest.mark.parametrize("missing", ["click", "agent.errors", "agent.settings", "agent.cli.runs", "neo4j"])
def test_an_installation_of_which_something_is_missing_is_one_sentence_and_no_traceback(missing: str) -> None:
    program = f"import sys; sys.modules[{missing!r}] = None; from agent.cli import main; main(['runs'])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=60,
                          env={"NEO4J_URI": "bolt://127.0.0.1:1", "NEO4J_PASSWORD": "x"})  # fmt: skip
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("claimgraph: this installation is incomplete ("), done.stderr
    assert done.stderr.count("\n") == 1
    assert missing in done.stderr


def test_ctrl_c_before_anything_is_begun_is_one_sentence_and_no_traceback() -> None:
    program = (
        "import sys, importlib.abc\n"
        "class Stops(importlib.abc.MetaPathFinder):\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'click': raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Stops())\n"
        "from agent.cli import main\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (130, "claimgraph: interrupted; nothing was begun\n")


def test_an_error_in_whose_telling_something_is_missing_is_one_sentence_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    modules: dict[str, Any] = sys.modules
    monkeypatch.setitem(modules, "graph.errors", None)
    assert report_failure(RuntimeError("a")) == 1
    assert capsys.readouterr().err.count("\n") == 1


def test_chat_says_how_many_rows_there_are_before_it_shows_them_as_ask_does(
    capsys: pytest.CaptureFixture[str],
) -> None:
    rows = DataView("sources_by_date", {}, "MATCH (s:Source) RETURN s", "rows", ({"title": "a"}, {"title": "b"}))
    view = ReportView(
        report="", run="", question="", language=None, mode="", state="", stopped_by="", coverage={}, outcomes=[],
        gaps=[], subquestions=(), statements=(), conflicts=(), sources=(), usage=[], data=(rows,),
    )  # fmt: skip
    exchange = Exchange("", 1, "List all sources.", "", "", "rows", "answered", "", 0, "c")
    print_answer(Face(Settings()), TurnDone(exchange, view))
    assert capsys.readouterr().out.startswith("2 rows\nAsked the graph: sources_by_date: 2 rows\n")


def test_a_run_that_drafted_nothing_is_not_told_that_its_quotes_were_checked() -> None:
    counts = {"round": 1, "checked": 0, "removed": 0, "narrowed": 0}
    nothing, known = (Event("verified", "run.1", counts | {"statements": n}, "") for n in (0, 4))
    assert say_event(nothing, resume="") == "verified:  there was nothing to check"
    assert say_event(known, resume="") == "verified:  every quote was checked before, 0 sentences removed"
