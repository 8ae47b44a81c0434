"""`claimgraph route` and `claimgraph eval tools` as people and scripts call them; neither needs a database."""

import json
import os
import subprocess
from pathlib import Path

from command import run_command
from llm_server import LLMServer, Scripted


def run(tmp_path: Path, *args: str, **changes: str) -> subprocess.CompletedProcess[str]:
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("CLAIMGRAPH_", "NEO4J_"))}
    environment = kept | {"CLAIMGRAPH_HOME": str(tmp_path / "home")} | changes
    return run_command(args, cwd=tmp_path, env=environment)


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


def calls(name: str, **arguments: object) -> Scripted:
    function = {"name": name, "arguments": json.dumps({**arguments, "reason": "because"})}
    return Scripted(None, message={"tool_calls": [{"id": "c", "type": "function", "function": function}]})


def test_with_a_model_configured_it_chooses_and_rules_do_where_they_are_asked_for(tmp_path: Path) -> None:
    with LLMServer(calls("memory_search", query="eels")) as server:
        model = {
            "OPENAI_BASE_URL": server.base_url, "CLAIMGRAPH_PLANNER_MODEL": "m", "CLAIMGRAPH_WRITER_MODEL": "m",
            "CLAIMGRAPH_EMBEDDINGS": "none",
        }  # fmt: skip
        chosen = json.loads(run(tmp_path, "route", "--json", "Which claims conflict?", **model).stdout)
        by_rules = json.loads(run(tmp_path, "route", "--rules", "--json", "Which claims conflict?", **model).stdout)
    call = {"tool": "memory_search", "arguments": {"query": "eels"}, "reason": "because"}
    assert (chosen["by"], chosen["calls"]) == ("model", [call])
    assert (by_rules["by"], [one["tool"] for one in by_rules["calls"]]) == ("rules", ["conflicting_claims"])


def test_what_a_model_chose_is_recorded_and_scored_again_to_the_same(tmp_path: Path) -> None:
    case = {"half": "tuning", "kind": "template", "conversation": [], "may": []}
    rows = [
        {"about": "two", "today": "2026-06-15"},
        {**case, "id": "a", "question": "Conflicts?", "expected": [{"tool": "conflicting_claims", "arguments": {}}]},
        {**case, "id": "b", "question": "Sound?", "expected": [{"tool": "graph_health", "arguments": {}}]},
    ]
    (tmp_path / "labels.jsonl").write_text("\n".join(map(json.dumps, rows)) + "\n")
    labels = ("eval", "tools", "--json", "--labels", "labels.jsonl")
    with LLMServer(calls("conflicting_claims"), calls("disputed_claims")) as server:
        model = {
            "OPENAI_BASE_URL": server.base_url, "CLAIMGRAPH_PLANNER_MODEL": "m", "CLAIMGRAPH_WRITER_MODEL": "m",
            "CLAIMGRAPH_EMBEDDINGS": "none",
        }  # fmt: skip
        first = json.loads(run(tmp_path, *labels, "--model", "--record", "said.jsonl", **model).stdout)
    again = json.loads(run(tmp_path, *labels, "--replies", "said.jsonl").stdout)
    assert (first["by"], again["by"]) == ("model", "replies")
    assert first["all"] == again["all"]
    assert (first["all"]["recall"], first["confused"]) == (
        0.5, [{"expected": "graph_health", "chosen": "disputed_claims", "count": 1}],
    )  # fmt: skip
