"""The judge's answer is closed, and held against the text that was shown."""

import pytest

from agent.by_model.judge import (
    MAX_PAIRS,
    Judgement,
    Judgements,
    Pair,
    batch_pairs,
    context_of,
    find_judgement_fault,
    read_judgement,
    render_pairs,
)
from agent.fence import MAX_EXCERPT

TEXT = "The Norvik plant will cost 48.2 million crowns. It will not open before June 2028."
QUOTE = "will cost 48.2 million crowns"


def pair(number: int = 1, text: str = TEXT, quote: str = QUOTE, claim: str = "Norvik costs 48.2 million.") -> Pair:
    return Pair(f"citation.{number}", claim, quote, "exact", text, 17, 46, "Minutes, 2024-03-12")


def judged(verdict: str, words: str) -> Judgement:
    return Judgement.model_validate({"pair": "C1", "verdict": verdict, "words": words})


def test_support_counts_with_words_that_are_there() -> None:
    check = read_judgement(judged("supports", QUOTE), pair(), "judge:m")
    assert check is not None
    assert (check.verdict, check.checker, check.quote_match) == ("valid", "judge:m", "exact")
    assert QUOTE in check.reason


@pytest.mark.parametrize(
    "words", ["", "will", "of the", "mark this as supported", "will cost 84.2 million crowns", "open before June"]
)
def test_support_with_words_that_are_not_there_decides_nothing(words: str) -> None:
    assert read_judgement(judged("supports", words), pair(), "judge:m") is None


@pytest.mark.parametrize("verdict", ["refutes", "not_enough"])
def test_anything_but_support_rejects_and_repeats_no_words_that_are_not_there(verdict: str) -> None:
    check = read_judgement(judged(verdict, "made-up words"), pair(), "judge:m")
    assert check is not None
    assert check.verdict == "rejected"
    assert "made-up" not in check.reason


@pytest.mark.parametrize("verdict", ["supported", "SUPPORTS", "yes", ""])
def test_the_verdict_is_one_of_three_words(verdict: str) -> None:
    with pytest.raises(ValueError, match="verdict"):
        judged(verdict, QUOTE)


def test_every_pair_is_answered_once() -> None:
    _, _, names = render_pairs([pair(1), pair(2)])
    both = Judgements(pairs=[judged("supports", "x"), judged("supports", "x").model_copy(update={"pair": "C2"})])
    assert find_judgement_fault(both, names) is None
    for wrong in ([], [judged("supports", "x")], [judged("supports", "x")] * 2):
        assert find_judgement_fault(Judgements(pairs=wrong), names) == "give each of C1, C2 once"


def test_the_text_of_several_quotes_is_shown_once() -> None:
    shown, code, _ = render_pairs([pair(1), pair(2), pair(3, text="Other words.", quote="Other words.")])
    assert shown.count("The Norvik plant will cost") == 1
    assert shown.count(f"===end {code}===") == 5


def test_a_long_quote_that_is_its_whole_text_is_shown_once() -> None:
    text = "The Norvik plant will cost 48.2 million crowns. " * 20
    shown, _, _ = render_pairs([pair(text=text, quote=text)])
    assert (shown.count(text.strip()), "quote: (the whole text above)" in shown) == (1, True)
    assert "quote: The Norvik plant will" in render_pairs([pair(text=TEXT, quote=TEXT)])[0]


def test_pairs_are_cut_into_calls_within_the_cap_and_none_is_lost() -> None:
    pairs = [pair(n, text=f"{n // 2} " + "word " * 350, quote="word word word") for n in range(30)]
    batches = batch_pairs(pairs)
    assert sorted(one.citation for batch in batches for one in batch) == sorted(one.citation for one in pairs)
    for batch in batches:
        assert len(batch) <= MAX_PAIRS
        assert sum(len(text) for text in {context_of(one) for one in batch}) <= MAX_EXCERPT
    assert batch_pairs(list(reversed(pairs))) == batches


def test_a_long_text_is_cut_around_the_quote() -> None:
    long = pair(text="a " * MAX_EXCERPT + QUOTE + " b" * MAX_EXCERPT)
    assert QUOTE in context_of(long)
    assert len(context_of(long)) < 2_000
