"""Which names are proposed as one thing, and which never are."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.entities.rules import (
    by_alias_lines,
    by_texts,
    by_titles,
    by_works,
    is_abbreviation,
    keep_each_pair_once,
)

IEA = "International Energy Agency"


@pytest.mark.parametrize(
    ("short", "name"),
    [
        ("IEA", IEA),
        ("WHO", "World Health Organization"),
        ("BaFin", "Bundesanstalt für Finanzdienstleistungsaufsicht"),
        ("DoD", "Department of Defense"),
        ("ESA", "European Space Agency"),
        ("FM", "Freddie Mercury"),
    ],
)
def test_an_abbreviation_is_known_by_its_letters(short: str, name: str) -> None:
    assert is_abbreviation(short, name)


@pytest.mark.parametrize(
    ("short", "name"),
    [
        ("planet", "Mercury"),
        ("element", "Mercury"),
        ("IEA", "World Health Organization"),
        ("EIA", IEA),
        ("2024", "World Energy Outlook"),
        ("UK", "Mercury"),
        ("I", IEA),
        ("", IEA),
        ("IEA", "IEA"),
    ],
)
def test_what_is_no_abbreviation_of_a_name_is_none(short: str, name: str) -> None:
    assert not is_abbreviation(short, name)


@given(st.text(max_size=30), st.text(max_size=60))
def test_any_two_texts_are_compared(short: str, name: str) -> None:
    assert is_abbreviation(short, name) in {True, False}


def test_a_title_with_an_abbreviation_is_proposed_with_both_of_its_names() -> None:
    found = by_titles({"a": f"{IEA} (IEA)", "b": IEA, "c": "IEA", "d": "Agency"})
    assert {(p.one, p.other, p.method) for p in found} == {("a", "b", "parenthesis"), ("a", "c", "abbreviation")}


def test_namesakes_are_never_proposed_as_one() -> None:
    names = {
        "p": "Mercury (planet)",
        "e": "Mercury (element)",
        "f": "Freddie Mercury",
        "x": "Mercury poisoning",
        "m": "Mercury",
        "n": "Planet",
    }
    assert by_titles(names) == []
    assert by_texts([("m", "f", "Freddie Mercury (Mercury) sang.", "Queen")], names) == []
    assert by_titles({key: names[key] for key in "pefx"}) == []


def test_an_abbreviation_of_two_different_names_is_proposed_for_neither() -> None:
    names = {"a": f"{IEA} (IEA)", "e": "International Ergonomics Association (IEA)", "c": "IEA"}
    assert by_titles(names) == []


@pytest.mark.parametrize(
    ("text", "is_found"),
    [
        (f"The {IEA} (IEA) met in Paris.", True),
        (f"The {IEA} (“IEA”) met.", True),
        ("The International\nEnergy  Agency (IEA, Paris) met.", True),
        (f"The IEA met the {IEA}.", False),
        (f"The {IEA} met (IEA).", False),
    ],
)
def test_a_text_that_introduces_an_abbreviation_is_taken_at_its_word(text: str, is_found: bool) -> None:
    found = by_texts([("c", "b", text, "Energy news")], {"b": IEA, "c": "IEA"})
    assert [(p.one, p.other) for p in found] == [("b", "c")] * is_found


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Also known as: IEA, the Agency.", ["c"]),
        ("**Aliases:** IEA and OECD Energy", ["c", "d"]),
        ("Abkürzung: IEA", ["c"]),
        ("It is also known as IEA.", []),
        ("Also known as: " + ", ".join(f"name {i}" for i in range(40)) + ", IEA", []),
    ],
)
def test_a_line_that_declares_other_names_is_read(line: str, expected: list[str]) -> None:
    names = {"b": IEA, "c": "IEA", "d": "OECD Energy"}
    found = by_alias_lines([("b", f"{IEA} was founded in 1974.\n{line}\nIt is in Paris.")], names)
    assert [p.other for p in found] == expected


def test_two_titles_of_one_address_are_proposed_and_three_are_not() -> None:
    doi, hub = "doi:10.1000/x", "https://example.org/"
    rows = [("a", doi), ("b", doi), ("a", doi), ("a", hub), ("b", hub), ("c", hub), ("d", "doi:10.1000/y")]
    assert [(p.one, p.other, p.method) for p in by_works(rows)] == [("a", "b", "same work")]


def test_what_a_person_decided_is_not_proposed_again() -> None:
    found = by_titles({"a": f"{IEA} (IEA)", "b": IEA, "c": "IEA"})
    assert {(p.one, p.other) for p in keep_each_pair_once([*found, *found], {("a", "b")})} == {("a", "c")}
