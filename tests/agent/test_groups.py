"""Which sources are one work and which have one origin: what is new is compared, the others stay as they are."""

import itertools
from typing import Any

from agent.record.groups import group_rows, kin_of
from retrievers.websearch.kin import is_near, kin_query

TEXT = " ".join(f"word{n} of the story that was told in the harbour" for n in range(60))
OTHER = " ".join(f"another{n} thing that nobody had said before" for n in range(60))
ABROAD = " ".join(f"row {n} of a report on ferries and their crews" for n in range(60))


def row(source: str, text: str | None, **said: Any) -> dict[str, Any]:
    url = f"https://{source}.example/p"
    return {
        "source": source,
        "version": f"v{source}",
        "kind": "web",
        "url": url,
        "title": "",
        "text": text,
        "same_as": [],
        "work_group": None,
        "origin_group": None,
        **said,
    }


def kin(text: str, key: str = "a", namespace: str = "n", **said: Any) -> str:
    values: dict[str, Any] = {"url": f"https://{key}.example/p", "title": "", "same_as": [], **said}
    return kin_of(namespace, key=key, text=text, **values)


def test_a_source_alone_has_no_group_and_nothing_is_written_for_it() -> None:
    assert group_rows([row("a", TEXT), row("b", OTHER)]) == []


def test_copies_are_grouped_under_the_least_key_and_a_persons_own_files_stay_works_of_their_own() -> None:
    rows = [row("b", TEXT), row("a", TEXT), row("c", OTHER), row("d", TEXT, kind="file")]
    made = {one["source"]: (one["work_group"], one["origin_group"]) for one in group_rows(rows)}
    assert made == {"a": ("a", "a"), "b": ("a", "a"), "d": (None, "a")}


def test_a_new_source_joins_the_group_that_is_there_and_may_join_two() -> None:
    there = [row("m", TEXT, origin_group="m"), row("n", TEXT, origin_group="m")]
    made = {one["source"]: one["origin_group"] for one in group_rows([*there, row("z", TEXT)], {"z"})}
    assert made == dict.fromkeys("mnz", "m")  # all are one work now
    other = [row("c", OTHER, origin_group="c"), row("d", OTHER, origin_group="c")]
    both = group_rows([*there, *other, row("z", f"{TEXT} {OTHER}")], {"z"})
    assert {one["source"]: one["origin_group"] for one in both} == {"m": "c", "n": "c", "z": "c"}


def test_a_source_whose_text_changed_leaves_its_group_and_takes_those_along_that_only_it_joined() -> None:
    bridge = f"{TEXT} {OTHER}"
    there = [row("a", TEXT, origin_group="a"), row("c", OTHER, origin_group="a")]
    stays = [*there, row("b", bridge, origin_group="a")]
    assert group_rows(stays, {"b"}) == []
    leaves = [*there, row("b", ABROAD, origin_group="a")]
    assert {one["source"]: one["origin_group"] for one in group_rows(leaves, {"b"})} == dict.fromkeys("abc")


def test_a_group_too_large_to_be_read_again_is_joined_and_never_parted() -> None:
    unread = [row(f"m{n}", None, origin_group="m0", work_group="m0") for n in range(5)]
    made = group_rows([*unread, row("k", TEXT, origin_group="m0"), row("b", TEXT)], {"b"})
    assert {one["source"] for one in made} == {"b", "k", *(one["source"] for one in unread)}
    assert {one["origin_group"] for one in made} == {"b"}


def test_sources_are_grouped_alike_in_whatever_order_they_are_added() -> None:
    texts = {"a": TEXT, "b": OTHER, "c": f"{TEXT} {OTHER}", "d": ABROAD, "e": f"{ABROAD} And more."}
    seen: set[frozenset[tuple[str, str | None]]] = set()
    for order in itertools.permutations(texts):
        rows: dict[str, dict[str, Any]] = {}
        for key in order:
            rows[key] = row(key, texts[key])
            for made in group_rows(list(rows.values()), {key}):
                rows[made["source"]] |= made
        seen.add(frozenset((key, one["origin_group"]) for key, one in rows.items()))
    assert seen == {frozenset({("a", "a"), ("b", "a"), ("c", "a"), ("d", "d"), ("e", "d")})}


def test_copies_are_found_by_their_words_and_texts_of_two_pens_are_not() -> None:
    words = TEXT.split()
    reworded = " ".join("changed" if at % 20 == 7 else word for at, word in enumerate(words))
    assert is_near(kin(TEXT), kin(reworded, "b"))
    assert is_near(kin(TEXT), kin(" ".join(words[:200]), "b"))
    assert not is_near(kin(TEXT), kin(OTHER, "b"))
    assert is_near(kin(TEXT, same_as=["10.1000/x"]), kin(OTHER, "b", same_as=["doi:10.1000/x"]))


def test_the_words_of_one_text_are_others_in_another_project() -> None:
    here, there = set(kin_query(kin(TEXT)).split()), set(kin_query(kin(TEXT, namespace="m")).split())
    assert len(here) > 64
    assert not here & there


def test_a_text_without_a_word_has_no_kin() -> None:
    assert kin("  …  ") == ""
