"""The command as people and scripts call it: a process, its streams and its exit codes."""

import itertools
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from command import run_command

from agent.cli.main import COMMANDS, main
from graph.server import ServerStatus

CLAIMGRAPH = str(Path(sys.executable).parent / "claimgraph")
NAMESPACES = itertools.count(1)
Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def environment(neo4j_server: ServerStatus, tmp_path: Path) -> dict[str, str]:
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("CLAIMGRAPH_", "NEO4J_"))}
    return kept | {
        "NEO4J_URI": neo4j_server.uri or "",
        "NEO4J_PASSWORD": neo4j_server.read_password(),
        "CLAIMGRAPH_NAMESPACE": f"cli{os.getpid()}n{next(NAMESPACES)}",
        "CLAIMGRAPH_HOME": str(tmp_path / "home"),
        "CLAIMGRAPH_EMBEDDINGS": "none",
    }


@pytest.fixture
def run(environment: dict[str, str], tmp_path: Path) -> Run:
    def call(*args: str, stdin: str | None = None, **changes: str) -> subprocess.CompletedProcess[str]:
        return run_command(args, cwd=tmp_path, input=stdin, env=environment | changes)

    return call


@pytest.fixture
def started(environment: dict[str, str], tmp_path: Path) -> Run:
    """Runs a command as a terminal does, from nothing; `run` forks it from a process that has imported everything."""

    def call(*args: str, stdin: str | None = None) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [CLAIMGRAPH, *args], capture_output=True, text=True, timeout=120, cwd=tmp_path, env=environment, input=stdin
        )

    return call


@pytest.mark.parametrize("args", [("--version",), ("nonsense",), ("read", "-"), ("show", "rubbish")])
def test_a_command_says_the_same_forked_as_started(args: tuple[str, ...], run: Run, started: Run) -> None:
    forked, alone = run(*args, stdin="Blåbär 北京\n"), started(*args, stdin="Blåbär 北京\n")
    assert (forked.returncode, forked.stdout, forked.stderr) == (alone.returncode, alone.stdout, alone.stderr)
    assert forked.stdout + forked.stderr


def lines(done: subprocess.CompletedProcess[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_from_a_file_to_a_report_and_back_to_it(started: Run, tmp_path: Path) -> None:
    run = started
    (tmp_path / "minutes.md").write_text("# Minutes\n\nThe Skerra plant will cost 48 million crowns.\n")
    added = run("add", "minutes.md", "--json")
    assert (added.returncode, lines(added)[0]["outcome"]) == (0, "added")
    assert set(lines(added)[0]) >= {"input", "outcome", "reason", "source", "version", "passages", "milliseconds"}
    asked = run("ask", "What will the Skerra plant cost?", "--run-key", "first")
    assert asked.returncode == 0
    assert "48 million crowns" in asked.stdout
    assert "planned:" in asked.stderr
    assert "planned:" not in asked.stdout
    again = run("report", "first")
    assert again.stdout == asked.stdout
    data = json.loads(run("report", "first", "--json").stdout)
    claim = next(s for s in data["statements"] if s["claims"])["claims"][0]
    shown = run("show", claim)
    assert "supports (valid, exact)" in shown.stdout
    assert "unreviewed -> supported (verbatim)" in shown.stdout
    assert "MATCH (n:Claim" in shown.stderr
    assert run("accept", "first", "--by", "Ada").returncode == 0
    assert "accepted by Ada" in run("runs").stdout
    other = run("ask", "When will the Skerra plant open?", "--run-key", "first")
    assert (other.returncode, other.stdout) == (2, "")
    assert other.stderr.startswith("claimgraph: the run key 'first' belongs to the question 'What will the Skerra")


def test_events_are_a_line_each_and_the_report_comes_last(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("The Skerra plant will cost 48 million crowns.")
    run("add", "a.txt")
    rows = lines(run("ask", "What will the Skerra plant cost?", "--events"))
    assert next(r["event"] for r in rows[:-1]) == "planned"
    assert all({"event", "run", "at", "data"} <= set(r) for r in rows[:-1])
    assert rows[-1]["coverage"]["supported"] == 1


def test_no_evidence_is_exit_code_3_and_no_hits_is_0(run: Run) -> None:
    assert run("ask", "What will the Skerra plant cost?").returncode == 3
    assert "holds no source" in run("ask", "What will the Skerra plant cost?").stderr
    found = run("search", "anything", "--json")
    assert (found.returncode, lines(found)[0]["hits"]) == (0, [])


def test_a_mistyped_namespace_is_told_with_the_name_near_it_and_makes_no_run(
    run: Run, tmp_path: Path, environment: dict[str, str]
) -> None:
    (tmp_path / "a.txt").write_text("The Skerra plant will cost 48 million crowns.")
    run("add", "a.txt")
    typo = environment["CLAIMGRAPH_NAMESPACE"] + "x"
    meant = f"the namespace {typo} holds no source; did you mean "
    asked = run("ask", "What will the Skerra plant cost?", "-n", typo)
    assert (asked.returncode, asked.stdout) == (3, "")
    assert meant in asked.stderr
    assert environment["CLAIMGRAPH_NAMESPACE"] in asked.stderr
    assert run("runs", "-n", typo).stdout == ""
    assert meant in run("search", "plant", "-n", typo).stderr
    exported = run("export", "out.jsonl", "-n", typo)
    assert (exported.returncode, meant in exported.stderr) == (0, True)
    assert "holds no source" not in run("export", "out.jsonl").stderr


def test_the_latest_report_needs_no_key(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("The Skerra plant will cost 48 million crowns.")
    run("add", "a.txt")
    assert "latest" in run("report", "latest").stderr
    run("ask", "What will the Skerra plant cost?")
    assert "48 million crowns" in run("report", "latest").stdout


def test_a_date_that_is_none_and_a_head_that_nothing_closes_are_told_with_the_file(run: Run, tmp_path: Path) -> None:
    (tmp_path / "none.md").write_text("---\ntitle: T\ndate: 31.02.2026\n---\nThe tower is 30 m high.\n")
    (tmp_path / "open.md").write_text("---\ntitle: T\ndate: 2026-05\nThe tower is 40 m high.\n")
    (tmp_path / "good.md").write_text("---\ntitle: T\ndate: 2026-05\n---\nThe tower is 50 m high.\n")
    done = run("add", "--brief", "none.md", "open.md", "good.md")
    assert done.returncode == 0
    assert "none.md: left out: the date 31.02.2026 of its head, which is no date" in done.stderr
    assert "open.md: left out: what its head says, for no line --- closes it" in done.stderr
    assert "good.md" not in done.stderr
    assert "left out: the date 31.02.2026" in run("add", "none.md").stdout


def test_a_refused_file_is_exit_code_4_and_the_others_are_stored(run: Run, tmp_path: Path) -> None:
    (tmp_path / "good.txt").write_text("The plant opens in June.")
    (tmp_path / "bad.txt").write_text("")
    done = run("add", "good.txt", "bad.txt")
    assert done.returncode == 4
    assert "added        good.txt" in done.stdout
    assert "refused      bad.txt  (empty:" in done.stdout


def test_what_is_passed_over_in_a_folder_is_counted(run: Run, tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.txt").write_text("The plant opens in June.")
    (tmp_path / "docs" / ".hidden.txt").write_text("Nobody sees this.")
    (tmp_path / "docs" / "again.txt").symlink_to("a.txt")
    done = run("add", "docs")
    assert "1 added" in done.stderr
    assert "passed over: 1 hidden, 1 named twice" in done.stderr


def test_standard_input_is_a_source_with_the_name_it_is_given(run: Run) -> None:
    assert run("add", "-", "--id", "note", stdin="The plant opens in June.").returncode == 0
    again = run("add", "-", "--id", "note", "--json", stdin="The plant opens in July.")
    assert lines(again)[0]["outcome"] == "new_version"
    assert run("add", "-", stdin="x").returncode == 2


def test_many_queries_come_from_a_file_and_a_bad_line_is_named(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("The plant opens in June.")
    run("add", "a.txt")
    (tmp_path / "q.jsonl").write_text('{"id": "1", "text": "opens June"}\n{"id": "2", "text": "nothing here"}\n')
    rows = lines(run("search", "--file", "q.jsonl", "--json"))
    assert [(r["id"], len(r["hits"])) for r in rows] == [("1", 1), ("2", 0)]
    (tmp_path / "q.jsonl").write_text('{"id": "1"}\n')
    bad = run("search", "--file", "q.jsonl")
    assert bad.returncode == 2
    assert "line 1 of q.jsonl" in bad.stderr


@pytest.mark.parametrize(
    ("args", "changes", "code", "says"),
    [
        (["add"], {}, 2, "Missing argument"),
        (["add", "nowhere"], {}, 4, "nowhere"),
        (["nonsense"], {}, 2, "No such command"),
        (["ask", "?!"], {}, 2, "holds no word"),
        (["report", "nothing"], {}, 2, "`claimgraph runs` lists them"),
        (["show", "claim.0000"], {}, 2, "no Claim in the namespace"),
        (["show", "rubbish"], {}, 2, "is no key"),
        (["runs"], {"CLAIMGRAPH_NAMESPASE": "x"}, 6, "did you mean CLAIMGRAPH_NAMESPACE"),
        (["runs", "-n", "Not-A-Name"], {}, 6, "is malformed"),
        (["runs"], {"NEO4J_PASSWORD": "wrong"}, 6, "NEO4J_USERNAME and NEO4J_PASSWORD"),
        (["runs"], {"NEO4J_PASSWORD": ""}, 6, "NEO4J_PASSWORD is not set"),
        (["runs"], {"NEO4J_URI": "bolt://127.0.0.1:1"}, 5, "does not answer"),
        (["search", "x"], {"CLAIMGRAPH_EMBEDDINGS": "telepathy"}, 6, "telepathy"),
        (["search", "x"], {"CLAIMGRAPH_EMBEDDINGS": "local:/nowhere"}, 6, "/nowhere"),
    ],
)
def test_a_mistake_is_one_clear_sentence_and_its_exit_code(
    run: Run, args: list[str], changes: dict[str, str], code: int, says: str
) -> None:
    done = run(*args, **changes)
    said = done.stderr + done.stdout
    assert (done.returncode, says in said) == (code, True), said
    assert "Traceback" not in said


def test_quiet_keeps_stderr_empty(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("The plant opens in June.")
    assert run("add", "a.txt", "--quiet").stderr == ""


def test_what_would_be_stored_is_shown_without_a_database(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("---\ndate: 2024-03-12\n---\n# Minutes\n\nThe plant opens in June.\n")
    row = lines(run("read", "a.md", "--json", NEO4J_URI="bolt://127.0.0.1:1"))[0]
    assert (row["outcome"], row["title"], row["published_at"]) == ("ok", "Minutes", "2024-03-12")
    assert "".join(row["text"][p["char_start"] : p["char_end"]] for p in row["passages"]) == row["text"]


def test_nothing_from_outside_commands_the_terminal_or_breaks_a_line(run: Run, tmp_path: Path) -> None:
    (tmp_path / "red\x1b[31m\nname.txt").write_text("The plant opens in June \u202e2026.", encoding="utf-8")
    added = run("add", "red\x1b[31m\nname.txt")
    assert added.returncode == 0
    asked = run("ask", "When does the \x1b[31mplant\x9b1m open?", "--run-key", "red")
    listed = run("runs")
    assert len(listed.stdout.splitlines()) == 1
    found = [run("search", "plant"), run("show", lines(run("search", "plant", "--json"))[0]["hits"][0]["source"])]
    for done in (added, asked, listed, *found, run("runs", "--json"), run("report", "red", "--json")):
        assert done.returncode in {0, 3}
        assert not set("\x1b\x9b\u202e") & set(done.stdout + done.stderr)
    assert lines(run("runs", "--json"))[0]["question"] == "When does the \x1b[31mplant\x9b1m open?"


def test_bytes_that_are_no_utf8_on_the_command_line_end_no_command(environment: dict[str, str]) -> None:
    for args in ([b"ask", b"plant \xff"], [b"report", b"\xff"], [b"show", b"source.\xff"]):
        done = subprocess.run([CLAIMGRAPH.encode(), *args], capture_output=True, check=False, env=environment)
        assert done.returncode in {2, 3}, done.stderr
        assert b"bug" not in done.stderr


def test_a_reader_that_goes_away_is_no_error_and_add_goes_on(environment: dict[str, str], tmp_path: Path) -> None:
    names = [f"{i}.txt" for i in range(150)]
    for name in names:
        (tmp_path / name).write_text(f"The plant {name} opens in June.")
    process = subprocess.Popen(
        [CLAIMGRAPH, "add", *names],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
        env=environment,
    )
    assert process.stdout
    process.stdout.close()
    assert process.stderr
    said = process.stderr.read()
    process.stderr.close()
    assert process.wait(60) == 0, said
    assert "150 added" in said
    shown = subprocess.Popen(
        [CLAIMGRAPH, "read", *names], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=tmp_path, env=environment
    )
    assert shown.stdout
    shown.stdout.close()
    assert shown.stderr
    assert shown.stderr.read() == b""
    shown.stderr.close()
    assert shown.wait(60) == 0


def test_a_full_output_is_one_sentence_and_no_bug(environment: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("The plant opens in June.")
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = subprocess.run(
            [CLAIMGRAPH, "read", "a.txt"],
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
            cwd=tmp_path,
            env=environment,
        )
    assert done.returncode == 1
    assert b"full; make room" in done.stderr
    assert b"bug" not in done.stderr


def test_a_closed_stderr_does_not_end_a_command(environment: dict[str, str]) -> None:
    command = f"exec {CLAIMGRAPH} read /dev/null 2>&-"
    done = subprocess.run(["sh", "-c", command], capture_output=True, check=False, env=environment)
    assert done.returncode == 4
    assert b"no regular file" in done.stdout


def test_queries_of_a_file_may_hold_a_mark_and_any_line_separator(run: Run, tmp_path: Path) -> None:
    row = json.dumps({"id": 7, "text": "opens\u2028\x85June"}, ensure_ascii=False)
    (tmp_path / "q.jsonl").write_text(f"\ufeff{row}\r\n\n", encoding="utf-8")
    found = run("search", "--file", "q.jsonl", "--json")
    assert [json.loads(line)["id"] for line in found.stdout.splitlines()] == ["7"]
    for bad in ('{"id": "1", "text": null}', '{"id": null, "text": "x"}', "[1]", "[" * 100_000):
        (tmp_path / "q.jsonl").write_text(bad)
        assert run("search", "--file", "q.jsonl").returncode == 2
    (tmp_path / "q.jsonl").write_text("\n")
    assert "holds no query" in run("search", "--file", "q.jsonl").stderr


def test_help_needs_no_database_and_names_every_command(run: Run) -> None:
    done = run("--help", NEO4J_URI="bolt://127.0.0.1:1")
    assert done.returncode == 0
    assert all(name in done.stdout for name in COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_says_how_it_is_used(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([name, "--help"])
    assert ended.value.code == 0
    assert capsys.readouterr().out.startswith(f"Usage: claimgraph {name}")
