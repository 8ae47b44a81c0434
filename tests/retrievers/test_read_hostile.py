"""Files that are broken or made to break a reader: each is refused in one sentence or read whole, and none hangs."""

import json
import os
import time
from pathlib import Path

import pytest

from retrievers.read import Reading, Refusal, count_inputs, read_paths, read_stdin

SENTENCE = "The harbour board met on Tuesday and heard the report on the tidal plant. "


def stored(data: str | bytes, name: str) -> Reading:
    found = read_stdin(data if isinstance(data, bytes) else data.encode(), id=name)
    assert isinstance(found, Reading), found
    return found


def refused(data: str | bytes, name: str) -> Refusal:
    found = read_stdin(data if isinstance(data, bytes) else data.encode(), id=name)
    assert isinstance(found, Refusal), found.text[:200]
    return found


def rows(tmp_path: Path, *lines: str) -> list[Reading | Refusal]:
    path = tmp_path / "rows.jsonl"
    path.write_text("\n".join(lines), encoding="utf-8")
    return list(read_paths([str(path)]))


@pytest.mark.parametrize(
    ("name", "markup"),
    [
        ("deep.html", f"<html><body><p>{SENTENCE}</p>{'<div>' * 3_000}{SENTENCE}{'</div>' * 3_000}<p>end"),
        ("list.html", f"<html><body>{'<ul><li>' * 3_000}{SENTENCE}"),
        ("attributes.html", f"<html><body><p {' '.join(f'a{i}=x' for i in range(100_000))}>{SENTENCE}"),
        ("fragment.md", f"first\n\n{'<div>' * 3_000}{SENTENCE}"),
        ("quote.md", f"first\n\n{'> ' * 300}{SENTENCE}"),
        ("list.md", "".join("  " * i + f"- item {i}\n" for i in range(300))),
    ],
)
def test_a_text_too_deep_for_the_parser_is_refused_and_not_stored_in_part(name: str, markup: str) -> None:
    refusal = refused(markup, name)
    assert refusal.outcome == "unreadable"
    assert "too deeply" in refusal.reason


def test_a_page_with_hundreds_of_unclosed_tags_is_read_to_its_end() -> None:
    page = f"<html><body><p>first</p>{'<div>' * 280}<p>{SENTENCE}</p>{'</div>' * 280}<p>The last words.</p>"
    found = stored(page, "old.html")
    assert SENTENCE.strip() in found.text
    assert "The last words." in found.text


@pytest.mark.parametrize("sheet", ["@" * 200_000, "@a{" * 60_000, "/* " * 60_000, "/**" * 60_000])
def test_a_style_sheet_made_to_cost_time_costs_none(sheet: str) -> None:
    started = time.process_time()
    found = stored(f"<html><head><style>{sheet}</style></head><body><p>{SENTENCE * 3}</p>", "a.html")
    assert found.text.startswith("The harbour board")
    assert time.process_time() - started < 10


def test_a_long_inline_style_costs_no_time_and_text_cut_out_of_its_ground_is_seen() -> None:
    style = "color: transparent; " * 100_000 + "background-clip: text"
    started = time.process_time()
    assert "harbour" in stored(f"<html><body><p style='{style}'>{SENTENCE * 3}</p>", "a.html").text
    assert time.process_time() - started < 10


@pytest.mark.parametrize("charset", ["undefined", "unicode_escape", "punycode", "idna", "hex", "no-such"])
def test_a_charset_that_no_browser_knows_is_passed_over(charset: str) -> None:
    markup = f"<html><head><meta charset='{charset}'></head><body><p>Größe \\u0041. {SENTENCE * 3}</p>"
    text = stored(markup.encode("latin-1"), "a.html").text
    assert "\\u0041" in text
    assert SENTENCE.strip() in text


def test_a_cut_utf16_file_keeps_its_words_and_a_false_mark_is_refused() -> None:
    cut = b"\xff\xfe" + SENTENCE.encode("utf-16-le") + b"x"
    assert stored(cut, "a.txt").text.startswith("The harbour board")
    assert refused(b"\xff\xfe" + b"\x00\xd8" * 400, "a.txt").outcome == "unreadable"


@pytest.mark.parametrize("text", ["\u200b\u200b\ufeff", "\u00a0\u3000\n", "\u202e\u2060"])
def test_a_file_without_one_visible_character_is_empty(text: str) -> None:
    assert refused(text, "a.txt").outcome == "empty"


def test_escapes_in_front_matter_bring_no_control_character_into_a_title() -> None:
    found = stored('---\ntitle: "\\e[31mred\\n\\0 \\x9b1m"\npublisher: "a\\e[0m"\n---\n' + SENTENCE, "a.md")
    assert (found.title, found.publisher) == ("[31mred 1m", "a [0m")


@pytest.mark.parametrize("moment", ["9999-12-31T23:59:59-12:00", "0001-01-01T00:00:00+14:00"])
def test_the_first_and_last_moment_there_is_do_not_stop_a_file(tmp_path: Path, moment: str) -> None:
    first, second = rows(
        tmp_path,
        json.dumps({"id": "1", "text": SENTENCE, "published_at": moment}),
        json.dumps({"id": "2", "text": SENTENCE}),
    )
    assert isinstance(first, Reading)
    assert isinstance(second, Reading)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ('{"claim": "x", "doc_id": 5}', "has no 'id', it has 'claim', 'doc_id'; each row needs 'id' and 'text'"),
        ('{"id": "  ", "text": "x"}', "id: String should have at least 1 character"),
        ('{"id": ' + "9" * 5_000 + ', "text": "x"}', "no JSON (no such number)"),
        ('{"id": "a", "text": "x", "title": NaN}', "no JSON (no such number)"),
        ("[" * 100_000, "no JSON (too deeply nested)"),
    ],
)
def test_a_bad_row_says_what_is_wrong_and_the_next_is_read(tmp_path: Path, line: str, says: str) -> None:
    first, second = rows(tmp_path, line, '{"id": "b", "text": "good"}')
    assert isinstance(first, Refusal)
    assert says in first.reason
    assert isinstance(second, Reading)


def test_json_written_over_several_lines_is_refused_once(tmp_path: Path) -> None:
    found = rows(tmp_path, json.dumps([{"id": "1", "text": SENTENCE}] * 50, indent=1))
    assert len(found) == 1
    assert isinstance(found[0], Refusal)
    assert "not JSON Lines" in found[0].reason


def test_pipes_and_devices_are_neither_opened_nor_counted(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.jsonl")
    (tmp_path / "zero.jsonl").symlink_to("/dev/zero")
    (tmp_path / "good.txt").write_text(SENTENCE)
    assert count_inputs([str(tmp_path)]) == 3
    found = list(read_paths([str(tmp_path)]))
    assert [isinstance(f, Reading) for f in found] == [True, False, False]


def test_links_in_a_circle_are_refused_and_the_rest_of_the_folder_is_read(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    (tmp_path / "c.txt").write_text(SENTENCE)
    found = list(read_paths([str(tmp_path)]))
    assert [isinstance(f, Reading) for f in found] == [False, False, True]
    named = next(read_paths([str(tmp_path / "a")]))
    assert isinstance(named, Refusal)
    assert "does not exist" not in named.reason


def test_names_that_are_no_utf8_are_spelled_out_and_stay_apart(tmp_path: Path) -> None:
    for byte in (b"\xfe", b"\xff"):
        Path(os.fsdecode(os.fsencode(tmp_path) + b"/bad" + byte + b".txt")).write_text(SENTENCE)
    found = list(read_paths([str(tmp_path)]))
    assert len({r.locator for r in found if isinstance(r, Reading)}) == 2
    for reading in found:
        assert isinstance(reading, Reading)
        (reading.input + reading.title + reading.locator + reading.source_id).encode()
    assert isinstance(read_stdin(SENTENCE.encode(), id="bad\udcff"), Reading)


def test_a_file_that_vanishes_while_a_folder_is_read_does_not_stop_the_others(tmp_path: Path) -> None:
    for name in ("a.txt", "b.txt", "c.txt"):
        (tmp_path / name).write_text(SENTENCE)
    reading = read_paths([str(tmp_path)])
    assert isinstance(next(reading), Reading)
    (tmp_path / "b.txt").unlink()
    assert [isinstance(f, Reading) for f in reading] == [False, True]


def test_a_name_with_line_breaks_gives_a_title_of_one_line(tmp_path: Path) -> None:
    (tmp_path / "two\nlines\x1b[31m.txt").write_text(SENTENCE)
    found = next(read_paths([str(tmp_path)]))
    assert isinstance(found, Reading)
    assert found.title == "two lines [31m"


@pytest.mark.parametrize(
    "value",
    [
        "[" * 60_000,
        "&a " * 20_000,
        '"\\UFFFFFFFF"',
        '"\\U00110000"',
        "\n".join("url: [" for _ in range(9_000)),
        "!!x {",
    ],
)
def test_front_matter_made_to_break_a_parser_costs_no_time_and_is_not_stored(value: str) -> None:
    started = time.process_time()
    found = stored(f"---\npublisher: {value}\ntitle: Toads: a survey\ndate: 2025-03\n---\n{SENTENCE}", "a.md")
    assert time.process_time() - started < 5
    assert (found.title, found.published_at, found.text) == ("Toads: a survey", "2025-03", SENTENCE.strip())


def test_aliases_that_multiply_in_front_matter_stay_small() -> None:
    laughs = "".join(f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]\n" for i in range(1, 40))
    started = time.process_time()
    found = stored(f"---\na0: &a0 ha\n{laughs}title: Toads: a survey\n---\n{SENTENCE}", "a.md")
    assert time.process_time() - started < 5
    assert (found.title, found.text) == ("Toads: a survey", SENTENCE.strip())
