"""Paraphrases and edited claims of news, science and councils, written and counted before rules were changed."""

from agent.rules.check import check_claim
from bench.edited import BLIND, EditedPair, check, read_own

_PAIRS = read_own(BLIND)
_HONEST = [one for one in _PAIRS if one.kind == "honest"]
_EDITED = [one for one in _PAIRS if one.kind != "honest"]
_CAUGHT = 141  # of the edits; more is better
_NOTICED = 182  # of the edits, rejected or doubted
_BY_MISTAKE = 0.05  # of the honest ones, at most


def _rejected(pairs: list[EditedPair]) -> list[str]:
    return [one.claim for one in pairs if check(one).verdict == "rejected"]


def test_hardly_an_honest_paraphrase_is_rejected() -> None:
    assert len(_HONEST) == 530
    assert len(_rejected(_HONEST)) <= _BY_MISTAKE * len(_HONEST), _rejected(_HONEST)


def test_as_many_edits_in_other_words_are_caught_as_before() -> None:
    assert len(_EDITED) == 400
    assert len(_rejected(_EDITED)) >= _CAUGHT
    assert sum(bool(check(one).differences) for one in _EDITED) >= _NOTICED


def test_no_claim_in_other_words_is_called_supported() -> None:
    said = {check_claim(one.claim, one.source.text, language=one.source.language).verdict for one in _PAIRS}
    assert "valid" not in said
