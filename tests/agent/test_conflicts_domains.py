"""80 pairs of sport, medicine, law and software, as 28 dossiers would hold them: half of them or so contradict.

60 were written before the rules were changed (22 of 30 found then, 1 of 30 wrongly), 20 after (9 of 9 found at first
sight, 1 of 11 wrongly; before the change 5 and 1).
"""

from itertools import permutations
from pathlib import Path

import pytest
from conflicting import claim

from agent.conflicts.find import find_conflicts

_ROWS = [line.split("\t") for line in Path(__file__).with_name("conflict_domains.tsv").read_text("utf-8").splitlines()]
_FOUND = 37  # of 39; more is better


def is_conflict(one: str, other: str) -> bool:
    found = {bool(find_conflicts(pair)) for pair in permutations((claim(one, title="a"), claim(other, title="b")))}
    assert len(found) == 1
    return found.pop()


@pytest.mark.parametrize("domain", sorted({row[0].split()[0] for row in _ROWS}))
def test_what_only_looks_like_a_conflict_is_none_in_any_domain(domain: str):
    rows = [row for row in _ROWS if row[0].startswith(domain) and row[1] == "none"]
    assert [row[2:] for row in rows if is_conflict(row[2], row[3])] == []


def test_nearly_all_conflicts_of_other_domains_are_found():
    wanted = [row for row in _ROWS if row[1] == "conflict"]
    assert len(wanted) == 39
    assert sum(is_conflict(row[2], row[3]) for row in wanted) >= _FOUND


MORE = {
    "none of a thing": (
        True, "Vellmark Health has not paid a ransom.",
        "Vellmark Health paid a ransom of 1.6 million pounds in bitcoin.",
    ),
    "none found": (
        True, "The last inspection of the Maren Dahl found no defects.",
        "The last inspection of the Maren Dahl found four defects.",
    ),
    "none so far": (
        False, "Vellmark Health has not paid a ransom.", "Vellmark Health will pay a ransom of 1.6 million pounds.",
    ),
    "none of another": (
        False, "Vellmark Health has not paid a ransom.", "Norvik Water paid a ransom of 1.6 million pounds.",
    ),
    "a not with another reach": (False, "The Orm road is not closed.", "The Orm road is closed to lorries of 12 t."),
    "a price from a day on": (
        False, "From 1 January 2026 cars will pay 7.50 euros a day.", "Cars pay 6 euros a day.",
    ),
    "prices from two days on": (
        False, "From 1 January 2026 cars will pay 7.50 euros a day.", "From 1 March 2024 cars pay 6 euros a day.",
    ),
    "prices from one day on": (
        True, "From 1 January 2026 cars will pay 7.50 euros a day.", "From 1 January 2026 cars will pay 9 euros a day.",
    ),
    "a distance names a race": (
        False, "Ines Falk won the 100 metres in 11.2 seconds.", "Ines Falk won the 200 metres in 22.9 seconds.",
    ),
    "a length is a figure": (True, "The Lorne bridge is 100 metres long.", "The Lorne bridge is 200 metres long."),
    "a rule for all of a kind": (
        True, "A firm under the Water Act must report within 14 days.",
        "A firm under the Water Act must report within 30 days.",
    ),
    "some thing or other": (
        False, "A firm in Harl reported within 14 days.", "A firm in Harl reported within 30 days.",
    ),
    "one title, two people": (
        True, "The bridge at Lorne was designed by Professor Ilse Brandt.",
        "The bridge at Lorne was designed by Professor Karl Otte.",
    ),
    "one person, two titles": (
        False, "The bridge at Lorne was designed by Professor Ilse Brandt.",
        "The bridge at Lorne was designed by Dr Ilse Brandt.",
    ),
    "one firm in two ways": (
        False, "The bridge at Lorne was designed by Nordtek Group.", "The bridge at Lorne was designed by Nordtek AG.",
    ),
    "a change without a time": (False, "Rents in Varn rose by 3 percent.", "Rents in Varn rose by 8 percent."),
    "meetings to come": (
        False, "The council meeting will be held on 3 May 2027.", "The council meeting will be held on 10 June 2027.",
    ),
    "figures that are released again and again": (
        False, "The figures were released in May 2023.", "The figures were released in June 2023.",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("expected", "one", "other"), MORE.values(), ids=MORE)
def test_what_a_pair_speaks_of_decides_whether_it_is_a_conflict(expected: bool, one: str, other: str):
    assert is_conflict(one, other) == expected
