"""`claimgraph eval claims` as people call it: by rules, by a scripted judge, recorded and scored again; no database."""

import json
import os
import subprocess
from pathlib import Path
from typing import Any

from command import run_command
from llm_server import LLMServer, Scripted, says

TEXT = "The ferry takes forty minutes. It carries 60 cars, but no lorries."
ROWS = [
    {"id": "own", "claim": "The ferry takes forty minutes.", "text": TEXT, "label": "supports", "language": "en"},
    {"id": "said", "claim": "The crossing lasts forty minutes.", "text": TEXT, "label": "supports", "language": "en"},
    {"id": "other", "claim": "It carries 80 cars.", "text": TEXT, "label": "refutes", "language": "en"},
    {
        "id": "more",
        "claim": "The ferry has a restaurant aboard.",
        "text": TEXT,
        "label": "not_enough",
        "language": "en",
    },
]


def run(tmp_path: Path, *args: str, **changes: str) -> subprocess.CompletedProcess[str]:
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("CLAIMGRAPH_", "NEO4J_", "OPENAI_"))}
    environment = kept | {"CLAIMGRAPH_HOME": str(tmp_path / "home")} | changes
    return run_command(["eval", "claims", *args], cwd=tmp_path, env=environment)


def labels(tmp_path: Path) -> tuple[str, str]:
    (tmp_path / "labels.jsonl").write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    return "--labels", "labels.jsonl"


def judged(*words: tuple[str, str]) -> Scripted:
    pairs = [{"pair": f"C{n}", "verdict": verdict, "words": said} for n, (verdict, said) in enumerate(words, 1)]
    return says({"pairs": pairs})


def model(server: LLMServer) -> dict[str, str]:
    names = {f"CLAIMGRAPH_{role}_MODEL": f"{role.lower()}-1" for role in ("PLANNER", "WRITER", "JUDGE")}
    return {"OPENAI_BASE_URL": server.base_url, **names}


def test_by_rules_it_prints_the_confusion_and_the_paraphrases_and_blesses_nothing_else(tmp_path: Path) -> None:
    done = run(tmp_path, "--json")
    found = json.loads(done.stdout)
    assert (done.returncode, found["by"], found["pairs"], found["wrongly_blessed_by_rules"]) == (0, "rules", 60, 0)
    assert found["rejections_right"] >= 0.75
    assert found["paraphrases"]["pairs"] == 200
    assert found["paraphrases"]["rejected"] <= 10
    assert sum(found["confusion"]["refutes"].values()) == 20
    shown = run(tmp_path).stdout
    assert "60 pairs: macro-F1" in shown
    assert "honest paraphrases rejected by rule" in shown


def test_the_judge_is_asked_only_about_what_no_rule_decides_and_its_words_are_kept(tmp_path: Path) -> None:
    reply = judged(("not_enough", "no lorries"), ("supports", "The ferry takes forty minutes."))
    with LLMServer(reply) as server:
        done = run(tmp_path, *labels(tmp_path), "--model", "--record", "said.jsonl", "--json", **model(server))
        sent = [str(one.body) for one in server.sent]
    found: dict[str, Any] = json.loads(done.stdout)
    assert (found["macro_f1"], found["accuracy"], found["decided_by_rules"]) == (1.0, 1.0, 0.5)
    assert len(sent) == 1
    assert "The crossing lasts" in sent[0]
    assert "80 cars" not in sent[0]
    assert "judge-1" in sent[0]
    said = {row["id"]: row["by"] for row in map(json.loads, (tmp_path / "said.jsonl").read_text().splitlines())}
    assert said == {"own": "verbatim", "said": "judge:judge-1", "other": "rule:number", "more": "judge:judge-1"}
    again = json.loads(run(tmp_path, *labels(tmp_path), "--replies", "said.jsonl", "--json").stdout)
    assert {**again, "by": "model"} == found


def test_with_all_the_judge_sees_every_pair_and_words_that_are_not_there_support_nothing(tmp_path: Path) -> None:
    reply = judged(*[("supports", "made-up words")] * 4)
    with LLMServer(reply) as server:
        done = run(tmp_path, *labels(tmp_path), "--model", "--all", "--json", **model(server))
    found = json.loads(done.stdout)
    assert (found["decided_by_rules"], found["accuracy"]) == (0.0, 0.0)
    assert [row["open"] for row in found["confusion"].values()] == [2, 1, 1]


def test_a_judge_that_gives_no_usable_reply_leaves_the_pairs_open(tmp_path: Path) -> None:
    with LLMServer(*[says({"pairs": []})] * 3) as server:
        done = run(tmp_path, *labels(tmp_path), "--model", "--json", **model(server))
    found = json.loads(done.stdout)
    assert (done.returncode, found["confusion"]["not_enough"]["open"]) == (0, 1)


def test_wrong_use_a_missing_model_and_a_malformed_file_are_said(tmp_path: Path) -> None:
    assert run(tmp_path, *labels(tmp_path), "--all").returncode == 2
    (tmp_path / "said.jsonl").write_text('{"id": "own", "said": "maybe"}\n')
    assert run(tmp_path, "--replies", "said.jsonl", "--model").returncode == 2
    none = run(tmp_path, *labels(tmp_path), "--model")
    assert (none.returncode, "CLAIMGRAPH_JUDGE_MODEL" in none.stderr) == (6, True)
    bad = run(tmp_path, "--replies", "said.jsonl")
    assert bad.returncode != 0
    assert "line 1 of said.jsonl" in bad.stderr


def test_errors_show_what_was_called_otherwise_than_labelled(tmp_path: Path) -> None:
    (tmp_path / "said.jsonl").write_text(
        '{"id": "more", "said": "refutes", "by": "judge:m", "reason": "no lorries"}\n{"id": "x", "said": "open"}\n'
    )
    done = run(tmp_path, *labels(tmp_path), "--replies", "said.jsonl", "--errors")
    shown = done.stdout
    assert "left out: 1 recorded verdict of no labelled pair" in done.stderr
    assert "label not_enough, said refutes (judge:m): no lorries" in shown
