"""One edit in a true sentence is caught, on our own texts; and what the bench calls an edit changes what is said."""

from random import Random

import pytest

from agent.evaluate.claims import read_pairs, read_paraphrases
from agent.rules.check import check_claim
from bench.edit_harmless import change_harmlessly
from bench.edit_words import change_quantifier
from bench.edited import Sentence, apply_change, edits_by_kind
from bench.edits import change_number, change_percent, change_unit
from retrievers.split import split_sentences


def sentences() -> list[Sentence]:
    """The sentences of the labelled texts, and those of the paraphrases with a neighbour."""
    found: list[Sentence] = []
    rows = read_paraphrases()
    texts = {(pair.text, str(pair.language)) for pair in read_pairs()}
    texts |= {
        (f"{one.text} {other.text}", str(one.language))
        for one, other in zip(rows[::2], rows[1::2], strict=True)
        if one.language == other.language
    }
    for number, (text, language) in enumerate(sorted(texts)):
        found += [
            Sentence(f"{number}", text[one.char_start : one.char_end].strip(), text, language, "tuning")
            for one in split_sentences(text, language)
        ]
    return [one for one in found if one.language in {"en", "de", "zh"}]


def test_nearly_every_edit_of_our_own_sentences_is_rejected() -> None:
    random = Random(3)
    found = sentences()
    rejected: list[bool] = []
    missed: list[str] = []
    for kind, edit in edits_by_kind([one for one in found if one.language == "en"]).items():
        for one in found:
            change = edit(one.sentence, one.text, one.language, random)
            if change is not None:
                claim = apply_change(one.sentence, change)
                rejected.append(check_claim(claim, one.text, language=one.language).verdict == "rejected")
                if not rejected[-1]:
                    missed.append(f"{kind}: {claim} | {one.text}")
    assert len(rejected) > 250
    assert sum(rejected) / len(rejected) >= 0.97, "\n".join(missed)


def test_no_sentence_is_rejected_as_it_stands_and_hardly_any_after_a_harmless_change() -> None:
    random = Random(3)
    harmless: list[bool] = []
    for one in sentences():
        assert check_claim(one.sentence, one.text, language=one.language).verdict != "rejected", one.sentence
        change = change_harmlessly(one.sentence, one.text, one.language, random) if one.language == "en" else None
        if change is not None:
            claim = apply_change(one.sentence, change)
            harmless.append(check_claim(claim, one.text, language="en").verdict == "rejected")
    assert len(harmless) >= 30
    assert sum(harmless) <= 1


@pytest.mark.parametrize(
    ("sentence", "bound"),
    [("Over 60 % of the homes have a garden.", 60), ("At least 400 people came to the fair.", 400)],
)
def test_a_smaller_number_behind_a_lower_bound_is_no_edit_for_it_is_true(sentence: str, bound: int) -> None:
    for seed in range(200):
        for edit in (change_percent, change_number):
            change = edit(sentence, sentence, "en", Random(seed))
            assert change is None or float(change.new) > bound


def test_a_weaker_unit_behind_a_bound_is_no_edit() -> None:
    assert change_unit("It took more than 10 years.", "", "en", Random(1)) is None
    assert change_unit("It took less than 10 years.", "", "en", Random(1)) is not None


def test_a_quantifier_never_becomes_one_that_it_entails() -> None:
    made = {
        apply_change(sentence, change)
        for seed in range(50)
        for sentence in ("All patients recovered in May.", "Most patients recovered in May.")
        if (change := change_quantifier(sentence, sentence, "en", Random(seed))) is not None
    }
    assert made == {"Few patients recovered in May.", "All patients recovered in May."}
