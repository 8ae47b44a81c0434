"""Scoring verdicts on labelled pairs: shares that can be counted by hand, labels and paraphrases that are sound."""

import json
from collections import Counter
from pathlib import Path

import pytest

from agent.evaluate.claims import (
    OPEN,
    Label,
    LabelledPair,
    Opinion,
    Said,
    judge_by_rules,
    opinion_of,
    read_opinions,
    read_pairs,
    read_paraphrases,
    score,
    write_opinions,
)
from agent.rules.check import Differs, RuleCheck


def pair(id: str, label: Label) -> LabelledPair:
    return LabelledPair(id, "c", "t", label)


def said(id: str, word: Said, by: str = "judge:m") -> Opinion:
    return Opinion(id, word, by)


def rejected(*differences: Differs) -> RuleCheck:
    return RuleCheck("exact", "rejected", f"rule:{differences[0].kind}", "differs", (), differences)


def test_the_labelled_set_is_sixty_pairs_a_third_of_each_label() -> None:
    pairs = read_pairs()
    assert Counter(one.label for one in pairs) == {"supports": 20, "refutes": 20, "not_enough": 20}
    assert len({one.claim for one in pairs}) == 60
    assert {one.language for one in pairs} == {"en", "de", "fr", "es", "zh"}


def test_the_paraphrases_are_two_hundred_no_two_alike_and_none_its_own_source() -> None:
    rows = read_paraphrases()
    assert len(rows) == len({one.claim for one in rows}) == len({one.text for one in rows}) == 200
    assert Counter(one.language == "en" for one in rows) == {True: 150, False: 50}
    assert all(one.claim not in one.text for one in rows)


def test_macro_f1_is_the_mean_of_the_labels_and_an_open_pair_is_a_missed_one() -> None:
    pairs = [pair("a", "supports"), pair("b", "supports"), pair("c", "refutes"), pair("d", "not_enough")]
    scores = score(
        pairs, [said("a", "supports"), said("b", OPEN, ""), said("c", "not_enough"), said("d", "not_enough")]
    )
    assert scores.f1 == {"supports": pytest.approx(2 / 3), "refutes": 0.0, "not_enough": pytest.approx(2 / 3)}
    assert scores.macro_f1 == pytest.approx(4 / 9)
    assert scores.accuracy == 0.5
    assert dict(scores.confused) == {
        ("supports", "supports"): 1, ("supports", "open"): 1, ("refutes", "not_enough"): 1,
        ("not_enough", "not_enough"): 1,
    }  # fmt: skip


def test_a_pair_that_nobody_spoke_of_counts_as_open_and_not_as_right() -> None:
    scores = score([pair("a", "not_enough")], [])
    assert (scores.macro_f1, scores.accuracy, dict(scores.confused)) == (0.0, 0.0, {("not_enough", "open"): 1})


def test_rule_rejections_are_counted_apart_with_how_many_are_right_and_the_calls_they_save() -> None:
    pairs = [pair("a", "supports"), pair("b", "refutes"), pair("c", "not_enough"), pair("d", "not_enough")]
    opinions = [
        said("a", "refutes", "rule:number"),
        said("b", "not_enough", "rule:name"),
        said("c", "supports", "verbatim"),
        said("d", "not_enough"),
    ]
    scores = score(pairs, opinions)
    assert (scores.rejections, scores.rejections_right, scores.blessed, scores.decided) == (2, 0.5, 1, 0.75)


def test_another_value_in_the_text_refutes_and_one_that_is_not_there_is_missing() -> None:
    assert opinion_of("a", rejected(Differs("number", "12", "14"))).said == "refutes"
    assert opinion_of("a", rejected(Differs("number", "12", ""))).said == "not_enough"
    assert opinion_of("a", rejected(Differs("hedge", "causes", "may cause"))).said == "not_enough"


def test_rules_leave_open_what_they_cannot_reject_and_bless_the_texts_own_sentence_alone() -> None:
    text = "The ferry takes forty minutes. It carries 60 cars."
    words = LabelledPair("a", "Forty minutes is what the ferry needs.", text, "supports", "en")
    assert judge_by_rules(words).said == OPEN
    own = judge_by_rules(LabelledPair("a", "It carries 60 cars.", text, "supports", "en"))
    assert (own.said, own.by) == ("supports", "verbatim")
    other = judge_by_rules(LabelledPair("a", "It carries 80 cars.", text, "refutes", "en"))
    assert (other.said, other.by) == ("refutes", "rule:number")


def test_recorded_verdicts_are_read_as_they_were_written(tmp_path: Path) -> None:
    opinions = [Opinion("a", "refutes", "judge:m", "“twelve”"), Opinion("b", OPEN)]
    write_opinions(tmp_path / "said.jsonl", opinions)
    assert read_opinions(tmp_path / "said.jsonl") == opinions


@pytest.mark.parametrize(
    ("row", "fault"),
    [
        ({"id": "a", "claim": "c", "text": "t", "label": "SUPPORT"}, "the label 'SUPPORT' is none of supports"),
        ({"id": "a", "claim": "c", "label": "supports"}, "no 'text'"),
        ({"id": "a", "claim": 3, "text": "t", "label": "supports"}, "are to be text"),
        ({"id": "a", "claim": "c", "text": "t", "label": "supports", "language": 3}, "are to be text"),
        (["a"], "line 2 of rows.jsonl"),
    ],
)
def test_a_malformed_row_is_named_by_its_line(tmp_path: Path, row: object, fault: str) -> None:
    good = {"id": "0", "claim": "c", "text": "t", "label": "supports"}
    (tmp_path / "rows.jsonl").write_text(f"{json.dumps(good)}\n{json.dumps(row)}\n")
    with pytest.raises(ValueError, match=fault) as raised:
        read_pairs(tmp_path / "rows.jsonl")
    assert "line 2 of rows.jsonl" in str(raised.value)


@pytest.mark.parametrize(("rows", "fault"), [("", "no labelled pair"), ("{row}\n{row}\n", "'0' twice")])
def test_no_pairs_and_an_id_that_stands_twice_are_refused(tmp_path: Path, rows: str, fault: str) -> None:
    row = json.dumps({"id": "0", "claim": "c", "text": "t", "label": "supports"})
    (tmp_path / "rows.jsonl").write_text(rows.replace("{row}", row))
    with pytest.raises(ValueError, match=fault):
        read_pairs(tmp_path / "rows.jsonl")


def test_a_verdict_that_is_no_label_is_refused(tmp_path: Path) -> None:
    (tmp_path / "said.jsonl").write_text('{"id": "a", "said": "maybe"}\n')
    with pytest.raises(ValueError, match=r"line 1 of said\.jsonl"):
        read_opinions(tmp_path / "said.jsonl")
