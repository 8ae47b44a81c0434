"""Of one work at several addresses, only what repeats the address that speaks for it is left out."""

from typing import Any

import pytest

from agent.repeats import find_repeats

SAID = "The plant on the northern shore will cost 48 million crowns and open in June 2028."


def row(key: str, text: str, *, work: str | None = "s.a", length: int = 100, **changes: Any) -> dict[str, Any]:
    given: dict[str, Any] = {
        "passage": f"p.{key}", "source": f"s.{key}", "text": text, "before": "", "after": "", "title": f"Page {key}",
        "language": "en", "work_group": work, "state": "current", "char_len": length,
    }  # fmt: skip
    return given | changes


@pytest.mark.parametrize(
    ("other", "is_repeat"),
    [
        (SAID, True),
        (SAID.upper(), True),
        (f"Page b\n\n{SAID}\n\nBack to top", True),
        (SAID.replace("northern", "north"), True),
        (SAID.replace("48", "84"), False),
        (SAID.replace("will cost", "will not cost"), False),
        (SAID.replace("June", "May"), False),
        (f"{SAID} Its owner is to be paid by the ministry.", False),
    ],
)
def test_a_passage_is_left_out_where_all_its_sentences_are_said_alike(other: str, is_repeat: bool) -> None:
    assert find_repeats([row("a", SAID), row("b", other)]) == ({"p.b"} if is_repeat else set())


def test_the_source_that_names_the_group_speaks_unless_another_is_far_longer() -> None:
    assert find_repeats([row("a", SAID), row("b", SAID, length=140)]) == {"p.b"}
    assert find_repeats([row("a", SAID), row("b", SAID, length=160)]) == {"p.a"}


def test_neighbours_of_a_gathered_passage_speak_too_and_other_works_do_not() -> None:
    assert find_repeats([row("a", "It is so.", before=SAID), row("b", SAID)]) == {"p.b"}
    assert find_repeats([row("a", SAID), row("b", SAID, work=None), row("c", SAID, work="s.c")]) == set()
    assert find_repeats([row("a", SAID), row("b", SAID, state="superseded")]) == set()
