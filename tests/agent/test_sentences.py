"""A written sentence as the program takes it: each of its claims with its quotes, its kind by what it says."""

import pytest
from affairs import passage

from agent.atoms.kinds import is_frame, label_kind
from agent.by_model.quoting import Offered, Resolved, Written, resolve
from agent.by_model.settle import Drafted, Settled, settle
from agent.evidence import Evidence
from agent.plan import Plan, SubQuestion

COST = "The Norvik plant will cost 48 million crowns."
OPENING = "The Norvik plant will open in June 2028."
PART = SubQuestion(1, "What will the Norvik plant cost and when will it open?", "amount", ("plant cost",))
BOTH = "The Norvik plant is to cost 48 million crowns and will open in June 2028."


def offered(*passages: Evidence) -> Offered:
    names = {f"P{i}": one for i, one in enumerate(passages, start=1)}
    return Offered(Plan(PART.text, "en", (PART,)), PART, names, passages)


TWO = offered(passage(COST, "a"), passage(OPENING, "b"))


def held(text: str, *citations: tuple[str, str], kind: str = "factual", by: Offered = TWO) -> Resolved:
    return resolve(Written(text, kind, citations), by)


def settled(*written: Written, repairs: dict[int, Written] | None = None, by: Offered = TWO) -> Settled:
    return settle(Drafted(PART, by, list(written), [resolve(one, by) for one in written]), repairs or {}, ())


def test_each_claim_of_a_compound_sentence_rests_on_the_quote_that_bears_on_it() -> None:
    got = held(BOTH, ("P1", COST), ("P2", OPENING))
    assert [(one.claim_text, one.quote, one.sentence) for one in got.candidates] == [
        ("The Norvik plant is to cost 48 million crowns.", COST, BOTH),
        ("The Norvik plant will open in June 2028.", OPENING, BOTH),
    ]
    assert (got.refused, got.reason) == ((), "")


def test_a_compound_sentence_without_a_quote_for_one_claim_cannot_stand_and_says_which() -> None:
    got = held(BOTH, ("P1", COST))
    assert not got.stands
    assert "June 2028" in got.reason
    assert [one.candidate.claim_text for one in got.refused] == ["The Norvik plant will open in June 2028."]
    assert [[one.claim_text for one in atom] for atom in got.atoms] == [
        ["The Norvik plant is to cost 48 million crowns."]
    ]


def test_a_source_s_own_sentence_is_one_claim() -> None:
    own = "The Norvik plant will cost 48 million crowns and open in June 2028."
    got = held(own, ("P1", own), by=offered(passage(own, "a")))
    assert [(one.claim_text, one.sentence) for one in got.candidates] == [(own, "")]


def test_what_no_correction_saves_is_narrowed_to_the_claims_that_hold() -> None:
    got = settled(Written(BOTH, "factual", (("P1", COST),)))
    assert [one.text for one in got.standing] == ["The Norvik plant is to cost 48 million crowns."]
    assert [one.candidates[0].sentence for one in got.standing] == [""]
    assert [(one.text, one.claim) for one in got.narrowed] == [
        ("The Norvik plant is to cost 48 million crowns.", "The Norvik plant will open in June 2028.")
    ]
    assert (got.removed, got.repaired) == ([], 0)


def test_a_correction_comes_before_narrowing() -> None:
    whole = Written(BOTH, "factual", (("P1", COST), ("P2", OPENING)))
    got = settled(Written(BOTH, "factual", (("P1", COST),)), repairs={0: whole})
    assert ([one.text for one in got.standing], got.repaired, got.narrowed) == ([BOTH], 1, [])


def test_an_overclaim_is_narrowed_to_the_source_s_wording() -> None:
    source = "Most patients in Norvik recovered within ten days."
    by = offered(passage(source, "a"))
    got = settled(Written("All patients in Norvik recovered within ten days.", "factual", (("P1", source),)), by=by)
    assert [one.text for one in got.standing] == [source]
    assert "“All”" in got.narrowed[0].reason
    assert [one.check.checker for one in got.refused] == ["rule:quantifier"]


def test_what_holds_nowhere_is_taken_out() -> None:
    got = settled(Written("The Norvik plant will cost 99 million crowns.", "factual", (("P1", COST),)))
    assert (got.standing, got.narrowed) == ([], [])
    assert "99 million" in got.removed[0].reason


def test_a_conclusion_rests_on_the_sources_own_sentences_or_on_the_report_s_facts() -> None:
    text = "The Norvik plant, therefore, is a large project."
    alone = held(text, ("P1", "will cost 48 million crowns"))
    assert (alone.kind, [one.claim_text for one in alone.candidates]) == ("inference", [COST])
    fact = Written("Norvik's plant is to cost 48 million crowns.", "factual", (("P1", COST),))
    got = settled(Written(text, "factual", (("P1", "will cost 48 million crowns"),)), fact)
    assert [(one.kind, one.text) for one in got.standing] == [("inference", text), ("factual", fact.text)]
    assert got.standing[0].candidates[0].claim_text == fact.text
    assert got.standing[0].candidates[0].flags == ("inference",)


@pytest.mark.parametrize(
    "citations",
    [(), (("P9", COST),), (("P1", "will cost nothing at all"),), (("P1", COST), ("P2", "it never opens"))],
)
def test_a_conclusion_without_all_of_its_basis_is_none(citations: tuple[tuple[str, str], ...]) -> None:
    assert not held("The Norvik plant is a large project.", *citations, kind="inference").stands


def test_a_conclusion_brings_no_number_of_its_own() -> None:
    got = held("Therefore the Norvik plant will cost 96 million crowns.", ("P1", COST))
    assert "96 million" in got.reason


OLD_COST = "The Norvik plant will cost 36 million crowns."
PRICES = offered(passage(COST, "a", published_at="2026-03-03"), passage(OLD_COST, "b", published_at="2024-03-14"))
TWICE = (("P1", COST), ("P2", OLD_COST))


@pytest.mark.parametrize("called", ["factual", "inference"])
def test_a_figure_that_is_counted_from_facts_is_kept_as_an_inference_with_its_basis(called: str) -> None:
    text = "The cost of the Norvik plant rose by 12 million crowns."
    fact = Written("Norvik's plant is to cost 48 million crowns.", "factual", (("P1", COST),))
    got = settled(fact, Written(text, called, TWICE), by=PRICES)
    assert [(one.kind, one.text) for one in got.standing] == [("factual", fact.text), ("inference", text)]
    assert [one.claim_text for one in got.standing[1].candidates] == [fact.text, OLD_COST]
    assert all(one.flags == ("inference",) for one in got.standing[1].candidates)
    assert (got.removed, got.refused) == ([], [])


@pytest.mark.parametrize("called", ["factual", "inference"])
@pytest.mark.parametrize(
    "text",
    [
        "The cost of the Norvik plant rose by 14 million crowns.",
        "The cost of the Norvik plant fell by 12 million crowns.",
        "The Norvik plant costs 12 million crowns.",
    ],
)
def test_a_figure_that_cannot_be_counted_so_from_facts_is_taken_out(text: str, called: str) -> None:
    got = settled(Written(text, called, TWICE), by=PRICES)
    assert (got.standing, [one.text for one in got.removed]) == ([], [text])


def test_what_the_source_denies_never_becomes_an_inference() -> None:
    said = "The Norvik plant will not open before June 2028."
    by = offered(passage(f"{said} {COST} {OLD_COST}", "a"))
    text = "The Norvik plant will open before June 2028, a rise of 12 million crowns."
    got = settled(Written(text, "factual", (("P1", said), ("P1", COST), ("P1", OLD_COST))), by=by)
    assert [one.text for one in got.removed] == [text]


def test_a_sentence_that_gets_its_quote_s_own_figure_wrong_is_no_deduction() -> None:
    said = "The cost of the Norvik plant rose by 9 million crowns."
    by = offered(*PRICES.passages.values(), passage(said, "c"))
    wrong = said.replace("9 million", "12 million")
    got = settled(Written(wrong, "factual", (*TWICE, ("P3", said))), by=by)
    assert (got.standing, [one.text for one in got.removed]) == ([], [wrong])


def test_what_one_of_its_quotes_denies_does_not_follow_from_the_others() -> None:
    dam, denied = "The Norvik dam cost 36 million crowns.", "The Norvik plant is not dearer than the Norvik dam."
    by = offered(passage(f"{COST} {dam} {denied}", "a"))
    text = "The Norvik plant is dearer than the Norvik dam."
    follows = settled(Written(text, "factual", (("P1", COST), ("P1", dam))), by=by)
    assert [(one.kind, one.text) for one in follows.standing] == [("inference", text)]
    got = settled(Written(text, "factual", (("P1", COST), ("P1", dam), ("P1", denied))), by=by)
    assert [one.kind for one in got.standing] == ["factual"]  # for a judge, who has the quote that denies it
    own = settled(Written(text, "factual", (("P1", COST), ("P1", dam), ("P2", text))), by=offered(
        passage(f"{COST} {dam}", "a"), passage(text, "b")))  # fmt: skip
    assert [one.kind for one in own.standing] == ["factual"]


def test_a_conclusion_that_came_without_a_citation_rests_on_the_fact_before_it() -> None:
    fact = Written("Norvik's plant is to cost 48 million crowns.", "factual", (("P1", COST),))
    text = "Therefore, the Norvik plant is a large project."
    got = settled(fact, Written(text, "factual", ()))
    assert [(one.kind, one.text) for one in got.standing] == [("factual", fact.text), ("inference", text)]
    assert [one.claim_text for one in got.standing[1].candidates] == [fact.text]
    for lost in ("Therefore, the harbour of Tornholm closes.", "Therefore, the Norvik plant needs 300 people."):
        assert [one.kind for one in settled(fact, Written(lost, "factual", ())).standing] == ["factual"]
    assert settled(Written(text, "factual", ())).standing == []
    unsaid = settled(fact, Written("The Norvik plant is a large project.", "inference", ()))
    assert [one.kind for one in unsaid.standing] == ["factual"]


@pytest.mark.parametrize(
    ("text", "called", "quotes", "kind"),
    [
        ("The plant will cost 48 million crowns.", "factual", (), "factual"),
        ("The plant will cost 48 million crowns.", "inference", (), "inference"),
        ("The council should reject the plant.", "factual", (), "recommendation"),
        ("The plant should open in June 2028.", "factual", ("is due to open in June 2028",), "factual"),
        ("We recommend a second study.", "factual", (), "recommendation"),
        ("The council said that the plant should open in 2028.", "factual", (), "factual"),
        ("The WHO recommends that adults should rest.", "factual", (), "factual"),
        ("Adults should rest for a day.", "factual", ("Adults should rest for a day or two.",), "factual"),
        ("Therefore the plant is late.", "factual", (), "inference"),
        ("The delay suggests that the plant will open late.", "factual", (), "inference"),
        ("Der Rat sollte das Werk ablehnen.", "factual", (), "recommendation"),
        ("Daher ist das Werk teuer.", "factual", (), "inference"),
        ("因此该工厂很大。", "factual", (), "inference"),
    ],
)
def test_advice_and_conclusions_are_never_called_facts(
    text: str, called: str, quotes: tuple[str, ...], kind: str
) -> None:
    assert label_kind(text, called, quotes) == kind


def test_only_words_that_state_nothing_lead_on_without_a_quote() -> None:
    assert is_frame("Sources give the following figures:", "en")
    assert held("Sources give the following figures:", kind="connective").kind == "connective"
    for text in ("The plant is dangerous.", "The following 3 plants closed:", "As follows from it, Norvik fell."):
        assert not is_frame(text, "en")
    assert held("The plant is dangerous.", kind="connective").reason == "the sentence has no citation"
    assert settled(Written("Sources give the following figures:", "connective", ())).standing == []
