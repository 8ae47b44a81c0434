"""`claimgraph check` as people and scripts call it; a database is opened for keys alone."""

import json
import os
import signal
import subprocess
from codecs import BOM_UTF8
from pathlib import Path
from typing import Any

import pytest
from command import CLAIMGRAPH, run_command
from fakes import FakeEmbedder
from graphs import reading, rows_of
from llm_server import LLMServer, says
from pdfs import PdfPage, make_pdf

from agent.add import add_readings
from agent.against import NotAgainst, find_against
from graph.store import GraphStore

TEXT = "The plant employs 300 people and covers 5 km of coast. It opened in March 2022."
WRONG = "The plant employs 310 people."


def run(tmp_path: Path, *args: str, stdin: str = "", **changes: str) -> subprocess.CompletedProcess[str]:
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("CLAIMGRAPH_", "NEO4J_", "OPENAI_"))}
    environment = kept | {"CLAIMGRAPH_HOME": str(tmp_path / "home")} | changes
    return run_command(args, cwd=tmp_path, input=stdin, env=environment)


def rows(done: subprocess.CompletedProcess[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_a_wrong_number_is_shown_beside_the_sources_with_its_place_and_no_database_is_started(tmp_path: Path) -> None:
    (tmp_path / "minutes.txt").write_text(TEXT)
    done = run(tmp_path, "check", WRONG, "--against", "minutes.txt")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        "rejected (rule:number): the claim says '310' where the text says '300'",
        "  number: the claim has “310”, the text “300”",
        "  minutes, characters 0-54: »The plant employs 300 people and covers 5 km of coast.« It opened in March 2022.",
    ]
    assert not (tmp_path / "home").exists()


def test_where_the_quote_is_what_differs_it_is_the_quote_that_is_named(tmp_path: Path) -> None:
    done = run(tmp_path, "check", WRONG, "--against", "-", "--quote", "The plant employs 310 people", stdin=TEXT)
    assert "  number: the quote has “310”, the text “300”" in done.stdout.splitlines()


def test_json_has_the_fields_of_the_contract(tmp_path: Path) -> None:
    done = run(tmp_path, "check", WRONG, "--against", "-", "--quote", "employs 300 people", "--json", stdin=TEXT)
    (row,) = rows(done)
    assert row == {
        "id": "1",
        "claim": WRONG,
        "quote_match": "exact",
        "verdict": "rejected",
        "checker": "rule:number",
        "reason": "the claim says '310' where the text says '300'",
        "spans": [[10, 28]],
        "differences": [{"kind": "number", "claim": "310", "source": "300"}],
    }


def test_a_file_of_pairs_is_answered_in_its_order_and_a_bad_row_stops_no_other(tmp_path: Path) -> None:
    (tmp_path / "minutes.txt").write_text(TEXT)
    pairs = [
        json.dumps({"id": 1, "claim": "It opened in March 2022.", "text": TEXT}),
        "no json",
        json.dumps({"id": "b", "claim": "It opened in 2023.", "against": "minutes.txt"}),
        json.dumps({"id": "c", "claim": "It opened."}),
        json.dumps({"id": "d", "claim": "It opened.", "against": "gone.txt"}),
        json.dumps({"id": "b", "claim": "It opened.", "text": TEXT}),
        json.dumps({"id": "e", "claim": "Es öffnete 2022.", "text": TEXT, "language": "de"}),
    ]
    (tmp_path / "pairs.jsonl").write_text("\n".join(pairs), encoding="utf-8")
    done = run(tmp_path, "check", "--file", "pairs.jsonl")
    assert done.returncode == 4
    found = [(row["id"], row["verdict"], row["checker"]) for row in rows(done)]
    assert found == [("1", "valid", "verbatim"), ("b", "rejected", "rule:date"), ("e", "cannot_check", "")]
    told = done.stderr.splitlines()
    assert [line.split(":")[1].split()[:2] for line in told] == [["line", number] for number in "2456"]
    assert "no JSON object" in told[0]
    assert "text or against" in told[1]
    assert "'gone.txt' is no file" in told[2]
    assert "stands on an earlier line" in told[3]


def test_a_line_in_another_encoding_is_refused_and_its_characters_are_not_guessed(tmp_path: Path) -> None:
    odd = '{"id": "1", "claim": "It costs £5.", "text": "It costs €5."}'.encode("cp1252")
    (tmp_path / "pairs.jsonl").write_bytes(BOM_UTF8 + odd + '\n{"id": "2", "claim": "É.", "text": "É."}\n'.encode())
    done = run(tmp_path, "check", "--file", "pairs.jsonl")
    assert done.returncode == 4
    assert [row["id"] for row in rows(done)] == ["2"]
    assert "line 1 of pairs.jsonl: this is no UTF-8; save the file in that encoding" in done.stderr


def test_ctrl_c_ends_a_long_file_of_pairs_between_two_of_them(tmp_path: Path) -> None:
    pair = {"claim": "It opened in March 2022.", "text": TEXT}
    rows = "\n".join(json.dumps(pair | {"id": at}) for at in range(20_000))
    (tmp_path / "pairs.jsonl").write_text(rows, encoding="utf-8")
    process = subprocess.Popen(
        [CLAIMGRAPH, "check", "--file", "pairs.jsonl"], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout
    first = process.stdout.readline()
    process.send_signal(signal.SIGINT)
    out, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"interrupted" in errors
    assert first.startswith(b'{"id": "0"')
    assert out.count(b"\n") < 19_999


def test_a_language_that_is_none_is_told_by_its_line_as_wrong_use_and_the_other_pairs_are_checked(
    tmp_path: Path,
) -> None:
    pairs = [
        json.dumps({"id": "a", "claim": WRONG, "text": TEXT, "language": "klingon"}),
        json.dumps({"id": "b", "claim": WRONG, "text": TEXT, "language": "en"}),
    ]
    (tmp_path / "pairs.jsonl").write_text("\n".join(pairs), encoding="utf-8")
    done = run(tmp_path, "check", "--file", "pairs.jsonl")
    assert (done.returncode, [row["id"] for row in rows(done)]) == (2, ["b"])
    assert "line 1 of pairs.jsonl: 'klingon' is no language" in done.stderr


@pytest.mark.parametrize(
    "args",
    [(), ("claim",), ("--against", "-"), ("claim", "--file", "pairs.jsonl"), ("--file", "pairs.jsonl", "--quote", "x")],
)
def test_wrong_use_is_told_apart_from_a_verdict(tmp_path: Path, args: tuple[str, ...]) -> None:
    (tmp_path / "pairs.jsonl").write_text("")
    assert run(tmp_path, "check", *args).returncode == 2


def test_what_is_not_there_is_refused_and_what_cannot_be_read_cannot_be_checked(tmp_path: Path) -> None:
    gone = run(tmp_path, "check", "It opened.", "--against", "gone.txt")
    assert (gone.returncode, gone.stdout) == (2, "")
    assert "give the path of a file, a key, or -" in gone.stderr
    (tmp_path / "scan.pdf").write_bytes(make_pdf([PdfPage([])]))
    done = run(tmp_path, "check", "It opened.", "--against", "scan.pdf", "--json")
    (row,) = rows(done)
    assert done.returncode == 0
    assert (row["quote_match"], row["verdict"]) == ("cannot_check", "cannot_check")


def test_the_judge_decides_what_no_rule_does_and_is_never_asked_about_the_rest(tmp_path: Path) -> None:
    pairs = [
        {"id": "open", "claim": "300 people work at the plant.", "text": TEXT},
        {"id": "wrong", "claim": WRONG, "text": TEXT},
    ]
    (tmp_path / "pairs.jsonl").write_text("\n".join(map(json.dumps, pairs)))
    answer = {"pairs": [{"pair": "C1", "verdict": "supports", "words": "employs 300 people"}]}
    with LLMServer(says(answer)) as server:
        done = run(
            tmp_path, "check", "--file", "pairs.jsonl", "--judge", OPENAI_BASE_URL=server.base_url,
            OPENAI_API_KEY="k", CLAIMGRAPH_PLANNER_MODEL="p", CLAIMGRAPH_WRITER_MODEL="w", CLAIMGRAPH_JUDGE_MODEL="j",
        )  # fmt: skip
        (sent,) = server.sent
    assert (done.returncode, sent.body["model"]) == (0, "j")
    assert WRONG not in json.dumps(sent.body)
    assert [(row["id"], row["verdict"], row["checker"]) for row in rows(done)] == [
        ("open", "valid", "judge:j"),
        ("wrong", "rejected", "rule:number"),
    ]


def test_a_judge_that_is_not_configured_is_asked_for_by_name(tmp_path: Path) -> None:
    (tmp_path / "minutes.txt").write_text(TEXT)
    done = run(tmp_path, "check", WRONG, "--against", "minutes.txt", "--judge")
    assert done.returncode == 6
    assert "CLAIMGRAPH_JUDGE_MODEL" in done.stderr


async def test_a_key_stands_for_what_is_stored_under_it(store: GraphStore) -> None:
    added = [one async for one in add_readings(store, FakeEmbedder(), [reading(TEXT)])]
    assert added[0].outcome == "added"
    (found,) = await rows_of(
        store,
        "MATCH (s:Source {namespace: $namespace})-[:HAS_VERSION]->(v)-[:HAS_PASSAGE]->(p) "
        "CREATE (c:Claim {key: 'claim.' + $namespace, namespace: $namespace, text: 'x', status: 'unreviewed'}) "
        "CREATE (ci:Citation {key: 'citation.' + $namespace, namespace: $namespace, quote: 'employs 300 people', "
        "verdict: 'unchecked'})-[:QUOTES]->(p) CREATE (ci)-[:FOR_CLAIM]->(c) "
        "RETURN s.key AS source, v.key AS version, p.key AS passage, ci.key AS citation, c.key AS claim",
    )
    for kind in ("source", "version", "passage", "citation"):
        against = await find_against(store, found[kind])
        assert against.text.strip() == TEXT
        assert against.quote == ("employs 300 people" if kind == "citation" else None)
    with pytest.raises(NotAgainst, match="is a Claim and has no text"):
        await find_against(store, found["claim"])
