"""What a source calls itself: front matter with slips, headings, first lines, and names where nothing else is said."""

import json
from pathlib import Path

import pytest

from retrievers.read import Reading, read_paths, read_stdin
from retrievers.read.front_matter import find_slip

SLIPS = (
    "title: Toads in the wetland: survey 2025\ndate: 2025-06-30\nupdated: 2025-07-01 # second print\n"
    "publisher: 'Wetland Trust'\nlang: en\nurl: https://trust.example/toads?a=1#top\n"
)
BODY = "The survey counted toads in four ponds."


def stored(text: str, name: str = "some-file.md") -> Reading:
    found = read_stdin(text.encode(), id=name)
    assert isinstance(found, Reading), found
    return found


@pytest.mark.parametrize(
    "extra",
    [
        "",
        "tags: [toads, ponds\n",
        "author:\n  title: Dr. Moe\n  date: 1999-01-01\n",
        "\tsummary: tabs\n",
        "an odd line\n- an item\n# a comment\n\n",
        "date: 1999-01-01\n",
    ],
)
def test_an_unquoted_colon_in_front_matter_costs_neither_date_nor_address(extra: str) -> None:
    found = stored(f"---\n{SLIPS}{extra}---\n\n{BODY}\n")
    assert found.text == BODY
    assert found.title == "Toads in the wetland: survey 2025"
    assert (found.published_at, found.published_proof) == ("2025-06-30", "front matter:date")
    assert (found.updated_at, found.publisher, found.language) == ("2025-07-01", "Wetland Trust", "en")
    assert found.url == "https://trust.example/toads?a=1#top"


@pytest.mark.parametrize(
    ("line", "title"),
    [
        ("title: Toads: a survey", "Toads: a survey"),
        ("Title:Toads", "Toads"),
        ("'title': Toads: a survey # draft", "Toads: a survey"),
        ('title: "Toads" and "frogs"', '"Toads" and "frogs"'),
        ('title: "Toads: \\u00e4 and \\"b\\""\nx: y: z', 'Toads: ä and "b"'),
        ('title: "Toads', "Toads"),
        ("title: [Draft] Toads", "[Draft] Toads"),
        ("title: C# and F#: a survey", "C# and F#: a survey"),
        ("title: [a, b]\nx: y: z", "some-file"),
        ("title: {a: b}\nx: y: z", "some-file"),
        ("title: |\n  Toads\nx: y: z", "some-file"),
    ],
)
def test_a_line_of_broken_front_matter_says_what_was_meant_or_nothing(line: str, title: str) -> None:
    found = stored(f"---\n{line}\n---\n{BODY}")
    assert (found.title, found.text) == (title, BODY)


@pytest.mark.parametrize("first", ["A rule stands above: that is all: here", "- a: b: c", "https://x.org/a: b: c"])
def test_text_between_two_rules_is_kept(first: str) -> None:
    assert "and more" in stored(f"---\n{first}\nand more\n---\n{BODY}").text


@pytest.mark.parametrize(
    ("source", "title"),
    [
        (f"## Toads\n\n{BODY}\n\n## Features\n", "Toads"),
        (f"<!-- note -->\n\n## Toads\n\n{BODY}", "Toads"),
        (f"{BODY}\n\n## Features\n\nMany.\n\n## Installation\n", "some-file"),
        ("- an item\n\n## Features\n\nMany.\n", "some-file"),
        (f"{BODY}\n\n# Toads\n\nMany.\n", "Toads"),
        (f"## Before\n\n# Toads\n\n{BODY}", "Toads"),
        (BODY, "some-file"),
    ],
)
def test_a_heading_far_down_is_no_title(source: str, title: str) -> None:
    assert stored(source).title == title


@pytest.mark.parametrize(
    ("opening", "title"),
    [
        ("Toads in the wetland\n\n", "Toads in the wetland"),
        ("\n\n  Toads in the wetland  \n \t\n", "Toads in the wetland"),
        ("Toads in the wetland\n====\n", "Toads in the wetland"),
        ("Toads in the wetland\n--------------------\n\n", "Toads in the wetland"),
        ("Who counts the toads?\n\n", "Who counts the toads?"),
        ("x" * 100 + "\n\n", "x" * 100),
        ("x" * 101 + "\n\n", "some-file"),
        ("Toads were counted.\n\n", "some-file"),
        ("“Toads were counted.”\n\n", "some-file"),
        ("Toads in the wetland\nby Ada\n\n", "some-file"),
        ("Toads in the wetland\n-- by Ada\n\n", "some-file"),
        ("* * *\n\n", "some-file"),
        ("", "some-file"),
    ],
)
def test_the_first_line_of_a_plain_text_is_its_title_only_when_it_stands_like_one(opening: str, title: str) -> None:
    found = stored(opening + BODY, "some-file.txt")
    assert found.title == title
    assert BODY in found.text


def test_a_single_line_is_text_and_no_title() -> None:
    assert stored("Toads in the wetland\n\n\n", "some-file.txt").title == "some-file"


def test_a_row_is_named_by_file_and_id_and_titled_by_its_id_where_it_has_no_title(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    lines = (
        {"id": "a.b/c", "text": "A\n\nText."},
        {"id": 7, "text": "B", "title": " \n"},
        {"id": "d", "text": "D", "title": "Toads"},
    )
    path.write_text("\n".join(map(json.dumps, lines)))
    found = [each for each in read_paths([str(path)]) if isinstance(each, Reading)]
    assert [(f.input, f.title) for f in found] == [
        (f"{path}#a.b/c", "a.b/c"),
        (f"{path}#7", "7"),
        (f"{path}#d", "Toads"),
    ]


def test_prose_between_two_rules_stays_text(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("---\nNote: the plant: it opens in June.\n---\n\nThe council met.\n")
    (reading,) = read_paths([str(tmp_path / "a.md")])
    assert isinstance(reading, Reading)
    assert "it opens in June" in reading.text


def test_front_matter_dates_and_names_a_plain_text_too() -> None:
    found = stored(f"---\n{SLIPS}---\n\n{BODY}\n", name="some-file.txt")
    assert (found.text.strip(), found.title) == (BODY, "Toads in the wetland: survey 2025")
    assert (found.published_at, found.publisher) == ("2025-06-30", "Wetland Trust")
    kept = stored(f"---\nsoil: clay\n---\n\n{BODY}\n", name="some-file.txt")
    assert "soil: clay" in kept.text


@pytest.mark.parametrize(
    ("text", "slip"),
    [
        ("---\ntitle: T\ndate: 31.02.2026\n---\nText.", "31.02.2026 of its head, which is no date"),
        ("---\ntitle: T\ndate: 9999-01-01\n---\nText.", "9999-01-01 of its head, which is to come"),
        ("---\ntitle: T\nupdated: soon\n---\nText.", "the updated soon of its head, which is no date"),
        ("---\ntitle: T\ndate: 2026-05\nText.", "no line --- closes it"),
        ("---\ntitle: T\ndate: 2026-05-01\n---\nText.", ""),
        ("---\nA ruled line above.\n\nText.", ""),
        ("Text.\n\n---\ntitle: T\n", ""),
    ],
)
def test_what_a_head_says_and_was_not_taken_is_told(text: str, slip: str) -> None:
    said = find_slip(text)
    assert slip in said if slip else not said
