"""Sets of texts that pass another's word on, each with the number of independent origins that a careful reader counts.

The "mended" ones were at hand while the rules were made; those "measured" were written before and only counted.
"""

import json
from pathlib import Path
from typing import Any

import pytest
from affairs import gathered, passage

from agent.extract import extract
from agent.origins.agreeing import agree
from agent.origins.count import count_origins
from agent.origins.told import Told
from agent.plan import plan_by_rules

SETS: list[dict[str, Any]] = [
    json.loads(line) for line in Path(__file__).with_suffix(".jsonl").read_text(encoding="utf-8").splitlines()
]


def count(case: dict[str, Any]) -> int:
    """As a report counts: where a question is asked, of what answers it with the same as the first page."""
    pages = case["pages"]
    if "question" in case:
        language = case.get("language", "en")
        plan = plan_by_rules(case["question"], language)
        found = [extract(plan, gathered(1, [passage(p["text"], p["name"], language=language)])) for p in pages]
        main = found[0][0]
        pages = [
            p for p, rows in zip(pages, found, strict=True) if any(c == main or agree(main, c, plan) for c in rows)
        ]
    told = [Told(p["name"], p.get("title", p["name"]), p.get("by"), p["url"], None, p["text"]) for p in pages]
    return count_origins(told, case["claim"]).count


@pytest.mark.parametrize("case", [pytest.param(one, id=one["set"]) for one in SETS])
def test_who_passes_on_what_another_said_adds_no_origin(case: dict[str, Any]) -> None:
    assert count(case) == case["origins"]


def test_what_another_claims_is_borne_out_once_by_who_tells_it_though_denied_and_the_thing_claimed_is_not() -> None:
    text = "The Authority claims it held two meetings with us. There was one meeting, and it lasted 40 minutes."
    letter = Told("letter", "Letter", "Council", None, None, text)
    court = Told("court", "Order", "Court", None, None, "The Court finds that the Authority held two meetings.")
    for told in ([letter], [letter, court]):
        assert count_origins(told, "The Authority claims it held two meetings with us.").owners == ("Council",)
    assert count_origins([letter, court], court.text).owners == ("Court",)
    assert count_origins([letter], "There were two meetings.").count == 0


@pytest.mark.parametrize(
    "after",
    [
        "There were 40 people at the first meeting.",
        "The minutes of the two meetings are not public.",
        "Earlier there had been one meeting.",
        "It held two meetings with the farmers as well.",
    ],
)
def test_what_follows_a_told_claim_and_does_not_deny_it_leaves_it_an_origin(after: str) -> None:
    told = Told(
        "letter", "Letter", "Council", None, None, f"The Authority claims it held two meetings with us. {after}"
    )
    assert count_origins([told], "The Authority held two meetings.").count == 1


def test_a_company_that_speaks_after_another_was_named_is_that_other_one() -> None:
    own = Told("own", "Own", "Kestrel Minerals", None, None, "Kestrel Minerals has 640 staff.")
    text = "Kestrel Minerals has 640 staff. Dalgren Mining, the rival, has 500, the company said."
    paper = Told("paper", "Paper", "Hill Courier", None, None, text)
    assert count_origins([own, paper], own.text).count == 2
