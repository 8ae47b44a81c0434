"""`claimgraph check --report`: what it says of a report's marks, and of a file that is no report."""

import json
from pathlib import Path

import click
import pytest

from agent.cli.check_report import check_report
from agent.cli.face import Face
from agent.cli.main import main
from agent.settings import read_settings

REPORT = """# The plant

The old plant by the river is said to cost about 48 million crowns every year [1][4]. It is old [citation needed].
The new plant beside it is said to cost much less than that each and every year.

## Sources

[1] The audit - https://w.example/1
[2] The minutes - https://w.example/2
"""


@pytest.fixture
def path(tmp_path: Path) -> str:
    file = tmp_path / "report.md"
    file.write_text(REPORT, encoding="utf-8")
    return str(file)


def test_it_names_what_dangles_what_is_never_cited_and_what_is_malformed(
    path: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert check_report(Face(read_settings({})), path) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[0].endswith("report.md: 2 marks of 2 labels (2 number), 2 references")
    assert out[1] == "1 dangling, 1 never cited, 1 malformed; 1 of 2 long sentences without a mark"
    assert out[2].startswith("dangling line 3: ")
    assert out[2].endswith("[4]: no reference is labelled 4")
    assert out[3].endswith("It is old [citation needed]: it names no source")
    assert out[4] == "never cited line 9: [2] The minutes - https://w.example/2"
    assert out[5].startswith("without a mark line 4: The new plant beside it is said")
    assert len(out) == 6


def test_json_has_the_places_of_all_of_it(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    check_report(Face(read_settings({}), json=True), path)
    row = json.loads(capsys.readouterr().out)
    assert [(one["label"], REPORT[one["char_start"] : one["char_end"]]) for one in row["marks"]] == [
        ("1", "[1]"),
        ("4", "[4]"),
    ]
    assert [one["label"] for one in row["dangling"]] == ["4"]
    assert [one["url"] for one in row["never_cited"]] == ["https://w.example/2"]
    assert [one["text"] for one in row["malformed"]] == ["[citation needed]"]
    assert [one["text"][:13] for one in row["uncited"]] == ["The new plant"]
    assert (row["sentences"], row["long_sentences"]) == (3, 2)


@pytest.mark.parametrize(
    ("content", "why"),
    [(b"", "is empty"), (b" \n", "is empty"), (b"%PDF-1.7 a", "is no text"), (b"\x00\x01\xff\xfe\x00", "no encoding")],
)
def test_what_is_no_report_is_refused_in_one_sentence(tmp_path: Path, content: bytes, why: str) -> None:
    file = tmp_path / "x"
    file.write_bytes(content)
    with pytest.raises(click.UsageError, match=why):
        check_report(Face(read_settings({})), str(file))


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(click.UsageError, match=r"nothing\.md cannot be read \(No such file"):
        check_report(Face(read_settings({})), str(tmp_path / "nothing.md"))
    with pytest.raises(click.UsageError, match="Is a directory"):
        check_report(Face(read_settings({})), str(tmp_path))


def test_the_command_takes_a_report_alone(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as done:
        main(["check", "--report", path])
    assert done.value.code == 0
    assert "1 dangling, 1 never cited, 1 malformed" in capsys.readouterr().out
    with pytest.raises(SystemExit) as done:
        main(["check", "a claim", "--report", path])
    assert done.value.code == 2
