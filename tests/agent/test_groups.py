"""Which sources are one work: what was grouped before stays together."""

from typing import Any

from agent.record.groups import group_rows

TEXT = " ".join(f"word{n} of the story that was told in the harbour" for n in range(60))
OTHER = " ".join(f"another{n} thing that nobody had said before" for n in range(60))


def row(source: str, text: str, **groups: str) -> dict[str, Any]:
    url = f"https://{source}.example/p"
    return {
        "source": source,
        "url": url,
        "title": "",
        "text": text,
        "same_as": [],
        "work_group": None,
        "origin_group": None,
        **groups,
    }


def test_a_source_alone_has_no_group_and_nothing_is_written_for_it() -> None:
    assert group_rows([row("a", TEXT), row("b", OTHER)]) == []


def test_copies_are_grouped_under_the_least_key() -> None:
    made = {one["source"]: one["origin_group"] for one in group_rows([row("b", TEXT), row("a", TEXT), row("c", OTHER)])}
    assert made == {"a": "a", "b": "a"}


def test_a_group_of_an_earlier_run_is_joined_and_never_left() -> None:
    rows = [row("m", TEXT, work_group="a", origin_group="a"), row("z", TEXT)]
    assert group_rows(rows) == [{"source": "z", "work_group": "a", "origin_group": "a"}]
    assert group_rows([row("m", OTHER, work_group="a", origin_group="a")]) == []
