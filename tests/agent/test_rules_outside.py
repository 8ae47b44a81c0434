"""Edited and honest claims about law, sport, cooking, money, medicine, places and software, in five languages, written
by somebody who had not seen the rules, to find what they miss; what they still miss is left out."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.rules.check import check_claim

_PAIRS = Path(__file__).with_name("rules_outside.txt")
_FAR = " ".join(f"Entry {number} of the register was copied by hand and then put on a shelf." for number in range(60))


def _read() -> Iterator[tuple[str, str, list[tuple[str, str]]]]:
    """Yield each text with its language and its claims: "E" edited, "D" edited and in other words, "H" honest."""
    for block in _PAIRS.read_text(encoding="utf-8").split("\n@ ")[1:]:
        language, _, rest = block.partition("\nT ")
        lines = rest.rstrip("\n").split("\n")
        first = next(at for at, line in enumerate(lines) if line.startswith(("E ", "D ", "H ")))
        yield language, "\n".join(lines[:first]), [(line[0], line[2:]) for line in lines[first:]]


_ALL = [(language, text, kind, claim) for language, text, claims in _read() for kind, claim in claims]


@pytest.mark.parametrize(("language", "text", "kind", "claim"), _ALL, ids=[f"{one[2]}: {one[3]}" for one in _ALL])
def test_an_edited_claim_is_rejected_or_doubted_and_an_honest_one_is_not_rejected(
    language: str, text: str, kind: str, claim: str
) -> None:
    found = check_claim(claim, text, language=language, text_language=language)
    assert (found.verdict == "rejected") == (kind == "E"), found.reason
    assert kind != "D" or found.differences
    assert found.verdict != "valid" or claim in text


def test_the_table_has_enough_of_both_kinds() -> None:
    kinds = [kind for _, _, kind, _ in _ALL]
    assert kinds.count("E") >= 200
    assert kinds.count("H") >= 120


def test_nearly_as_much_is_caught_and_no_more_rejected_by_mistake_far_down_in_a_long_text() -> None:
    english = [one for one in _ALL if one[0] == "en"]
    wrong = {"E": 0, "D": 0, "H": 0}
    for language, text, kind, claim in english:
        found = check_claim(claim, f"{_FAR} {text} {_FAR}", language=language, text_language=language)
        wrong[kind] += (found.verdict == "rejected") != (kind == "E")
    kinds = [one[2] for one in english]
    assert wrong["E"] <= 0.1 * kinds.count("E")
    assert wrong["H"] <= 0.05 * kinds.count("H")
