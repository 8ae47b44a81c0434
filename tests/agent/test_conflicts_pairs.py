"""110 pairs: half of them contradict each other, half only look as if.

80 were written before the rules were changed to find more, half of those were not looked at meanwhile (17 of 20 found
then, 0 wrongly); 30 were written after that (14 of 15 found at the first try, 0 wrongly).
"""

import json
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from conflicting import claim, claim_of

from agent.conflicts.find import find_conflicts

_ROWS: list[dict[str, Any]] = [
    json.loads(line) for line in Path(__file__).with_name("conflict_pairs.jsonl").read_text("utf-8").splitlines()
]
TUNED = [row for row in _ROWS if row["half"] == "tuned"]
BLIND = [[row for row in _ROWS if row["half"] == half] for half in ("held", "later")]
_LEAST_FOUND = 0.85


def kinds(row: dict[str, Any]) -> list[str]:
    return [one.kind for one in find_conflicts([claim_of(row["one"]), claim_of(row["other"])])]


@pytest.mark.parametrize("row", TUNED, ids=[f"{row['why']}: {row['one']['text']}" for row in TUNED])
def test_each_of_the_pairs_that_the_rules_were_tuned_on_is_told_rightly(row: dict[str, Any]):
    assert kinds(row) == ([] if row["expect"] == "none" else [row["expect"]])


@pytest.mark.parametrize("rows", BLIND, ids=["held back", "written later"])
def test_of_pairs_not_tuned_on_none_is_called_a_conflict_wrongly_and_most_conflicts_are_found(
    rows: list[dict[str, Any]],
):
    told = [(row, kinds(row)) for row in rows]
    assert [row["one"]["text"] for row, found in told if found and row["expect"] == "none"] == []
    wanted = [(row["expect"], found) for row, found in told if row["expect"] != "none"]
    assert len(wanted) * 2 == len(rows)
    assert all(found == [kind] for kind, found in wanted if found)
    assert sum(bool(found) for _, found in wanted) >= _LEAST_FOUND * len(wanted)


MORE = {
    "who does it in one has it done to him in the other": (
        None, "Nordtek sued Solvia for fraud.", "Nordtek was not sued by Solvia for fraud.",
    ),
    "who does it is the same in both voices": (
        "direct", "Nordtek sued Solvia for fraud.", "Solvia was not sued by Nordtek for fraud.",
    ),
    "with a year": ("temporal", "Solvia was founded by Nordtek in 1997.", "Nordtek founded Solvia in 1999."),
    "by a deed is nobody": (
        None, "The harbour was closed by the council in 2020.", "The harbour was closed by the army in 2018.",
    ),
    "what a thing may do is only possible": (None, "Turbines may harm fish.", "Turbines may not harm fish."),
    "what may happen to people": (
        None, "Patients may experience nausea.", "Patients may not experience nausea.",
    ),
    "allowed and not able": (
        "direct", "Residents may not swim in the Tolm reservoir.", "Residents can swim in the Tolm reservoir.",
    ),
    "none and some": (
        "direct", "None of the turbines at Harl are certified.", "Some of the turbines at Harl are certified.",
    ),
    "some and some not": (
        None, "Some of the turbines at Harl are certified.", "Some of the turbines at Harl are not certified.",
    ),
    "most, and most not": (
        "direct", "Most doctors in Estria recommend it.", "Most doctors in Estria do not recommend it.",
    ),
    "most are for it and most are against it": (
        "direct", "Most residents of Tolm support the tunnel.", "Most residents of Tolm oppose the tunnel.",
    ),
    "some are for it and most are against it": (
        None, "Some residents of Tolm support the tunnel.", "Most residents of Tolm oppose the tunnel.",
    ),
    "few, and a share in figures": (
        "direct", "Few residents of Tolm support the tunnel.", "62 percent of residents of Tolm support the tunnel.",
    ),
    "many, and a share in figures": (
        None, "Many residents of Tolm support the tunnel.", "12 percent of residents of Tolm support the tunnel.",
    ),
    "a few are not few": (
        None, "A few residents of Tolm support the tunnel.", "Most residents of Tolm support the tunnel.",
    ),
    "most recently": (
        None, "Most recently the council of Tolm met in May.", "Few councils of Tolm met in May.",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("kind", "one", "other"), MORE.values(), ids=MORE)
def test_voice_permission_and_shares_are_read_by_what_they_mean(kind: str | None, one: str, other: str):
    for pair in permutations((claim(one), claim(other))):
        assert [found.kind for found in find_conflicts(pair)] == ([kind] if kind else [])


ACROSS = {
    "another name": (None, ("en", "The Lorne bridge opened in 2019."), ("de", "Die Brücke Kelm wurde 2021 eröffnet.")),
    "another kind of plant": (
        None,
        ("en", "The Norvik wind plant cost 48 million euros."),
        ("de", "Das Gezeitenkraftwerk Norvik kostete 61 Millionen Euro."),
    ),
    "the same kind of plant": (
        "numeric",
        ("en", "The Norvik tidal plant cost 48 million euros."),
        ("de", "Das Gezeitenkraftwerk Norvik kostete 61 Millionen Euro."),
    ),
    "what no table knows": (
        None,
        ("en", "The Norvik desalination plant cost 48 million euros."),
        ("de", "Die Norvik Müllverbrennungsanlage kostete 61 Millionen Euro."),
    ),
    "no name in both": (
        None, ("en", "The new bridge opened in 2019."), ("fr", "Le nouveau pont a ouvert en 2021."),
    ),
    "other years": (
        None,
        ("en", "In 2021 the Nordtek factory employed 850 people."),
        ("fr", "En 2023 l'usine Nordtek employait 1 200 personnes."),
    ),
    "not and so": (None, ("en", "The Norvik plant is safe."), ("de", "Das Kraftwerk Norvik ist nicht sicher.")),
    "two towns of one name in a bigger one": (
        None, ("en", "The Lorne bridge opened in 2019."), ("es", "El puente de Lorne Norte abrió en 2021."),
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", ACROSS.values(), ids=ACROSS)
def test_figures_in_two_languages_compare_only_where_a_name_and_every_word_agree(
    case: tuple[str | None, tuple[str, str], tuple[str, str]],
):
    kind, *pair = case
    found = find_conflicts([claim(text, language=language) for language, text in pair])
    assert [one.kind for one in found] == ([kind] if kind else [])
