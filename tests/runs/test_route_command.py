"""`claimgraph route` and `claimgraph eval tools` as people and scripts call them; neither needs a database."""

import json
import os
import subprocess
import sys
from pathlib import Path

CLAIMGRAPH = str(Path(sys.executable).parent / "claimgraph")


def run(tmp_path: Path, *args: str) -> subprocess.CompletedProcess[str]:
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("CLAIMGRAPH_", "NEO4J_"))}
    environment = kept | {"CLAIMGRAPH_HOME": str(tmp_path / "home")}
    return subprocess.run(
        [CLAIMGRAPH, *args], capture_output=True, text=True, check=False, timeout=60, cwd=tmp_path, env=environment
    )


def test_route_shows_the_calls_with_their_reasons_and_starts_no_database(tmp_path: Path) -> None:
    done = run(tmp_path, "route", "Find the most cited source and tell me what falls if it goes away.")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        "1. most_cited_sources()  asks which sources carry most",
        "2. impact_of_source()  asks what hangs on a source; waits for 1",
    ]
    assert not (tmp_path / "home").exists()


def test_route_gives_its_calls_as_one_object(tmp_path: Path) -> None:
    done = run(tmp_path, "route", "--json", "--today", "2026-06-15", "What has changed since March?")
    call = {"tool": "changes_since", "arguments": {"since": "2026-03"}, "reason": "asks what changed since a day"}
    assert json.loads(done.stdout) == {"question": "What has changed since March?", "calls": [call], "by": "rules"}


def test_route_takes_a_conversation_and_a_file_of_questions(tmp_path: Path) -> None:
    (tmp_path / "said.jsonl").write_text(
        '{"role": "user", "text": "When was the Orm bridge opened?"}\n'
        '{"role": "assistant", "text": "The Orm bridge was opened on 4 May 1987 [2]."}\n'
    )
    (tmp_path / "asked.jsonl").write_text('{"id": "1", "text": "In what year did the Orm bridge open?"}\n')
    done = run(tmp_path, "route", "--json", "--conversation", "said.jsonl", "--file", "asked.jsonl")
    row = json.loads(done.stdout)
    assert (row["id"], [call["tool"] for call in row["calls"]]) == ("1", ["answer_given"])


def test_route_says_where_a_file_cannot_be_read_and_that_small_talk_needs_nothing(tmp_path: Path) -> None:
    (tmp_path / "bad.jsonl").write_text('{"role": "user", "text": "a"}\n{"role": "user"}\n')
    bad = run(tmp_path, "route", "--conversation", "bad.jsonl", "q")
    assert bad.returncode != 0
    assert "line 2 of bad.jsonl" in bad.stderr
    assert run(tmp_path, "route", "Hello!").stdout == "no tool: nothing is to be looked up\n"
    assert run(tmp_path, "route").returncode == 2


def test_eval_tools_prints_the_scores_of_each_half_and_what_was_confused(tmp_path: Path) -> None:
    done = run(tmp_path, "eval", "tools", "--json")
    scores = json.loads(done.stdout)
    assert (scores["by"], scores["all"]["questions"], scores["held_out"]["questions"]) == ("rules", 120, 60)
    assert scores["all"]["recall"] >= 0.85
    assert scores["all"]["precision"] >= 0.80
    assert {"expected", "chosen", "count"} == set(scores["confused"][0])
    text = run(tmp_path, "eval", "tools").stdout.splitlines()
    assert text[0].split()[:3] == ["questions", "recall", "precision"]
    assert any("->" in line for line in text)


def test_eval_tools_scores_recorded_replies(tmp_path: Path) -> None:
    (tmp_path / "labels.jsonl").write_text(
        '{"about": "two", "today": "2026-06-15"}\n'
        + json.dumps({"id": "a", "half": "tuning", "kind": "template", "question": "Which claims conflict?",
                      "conversation": [], "expected": [{"tool": "conflicting_claims", "arguments": {}}], "may": []})
        + "\n"
    )  # fmt: skip
    (tmp_path / "replies.jsonl").write_text(
        '{"id": "a", "calls": [{"tool": "web_search", "arguments": {"query": "x"}}]}\n'
    )
    done = run(tmp_path, "eval", "tools", "--json", "--labels", "labels.jsonl", "--replies", "replies.jsonl")
    scores = json.loads(done.stdout)
    assert (scores["by"], scores["all"]["recall"], scores["all"]["precision"]) == ("replies", 0.0, 0.0)
    assert scores["confused"] == [{"expected": "conflicting_claims", "chosen": "web_search", "count": 1}]
    (tmp_path / "replies.jsonl").write_text('{"calls": 1}\n')
    assert run(tmp_path, "eval", "tools", "--replies", "replies.jsonl").returncode != 0
