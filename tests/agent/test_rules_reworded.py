"""A claim in other words than its source: what turns it round is rejected where the rest is the source's words, else
doubted; what says the same is not rejected."""

import pytest

from agent.rules.check import check_claim
from bench.edited import EditedPair, check, read_own


@pytest.mark.parametrize(
    ("claim", "text", "kind"),
    [
        # a denial in whatever word
        ("The council managed to sell the mill.", "The council was unable to sell the mill.", "comparative"),
        ("Harbour pilots have to sleep on board.", "Pilots of the harbour need not sleep on board.", "negation"),
        ("There is a cure for the mould.", "No cure for the mould exists.", "negation"),
        ("Riders over seventy are exempt from the tax.", "The tax applies to riders over seventy.", "negation"),
        # how many
        ("A minority of growers use the pump.", "The pump is used by the majority of growers.", "quantifier"),
        ("Nearly all the wells are dry.", "Hardly any of the wells are dry.", "negation"),
        ("In every case the graft failed.", "The graft failed in most cases.", "quantifier"),
        ("Three quarters of growers use the pump.", "One in four growers uses the pump.", "percent"),
        # which is more, and which came first
        ("Coal outsold peat in Tarn.", "In Tarn more peat was sold than coal.", "comparative"),
        ("Oak burns faster than pine.", "Pine burns more quickly than oak.", "comparative"),
        ("There were fewer thefts in Orm last year.", "Thefts in Orm rose last year.", "comparative"),
        # who did what
        ("Selby was sold the tug by Orm.", "Orm bought the tug from Selby.", "name"),
        ("The wasp is eaten by the spider at night.", "At night the wasp feeds on the spider.", "name"),
        # how surely
        ("The firm has closed its mill in Tarn.", "The firm plans to close its mill in Tarn.", "hedge"),
        # how much in what time
        ("The spring gives 300 litres an hour.", "Every day, 300 litres come from the spring.", "unit"),
        ("The shed holds 20 carts and 20 sleds.", "In the shed stand 20 carts and 30 sleds.", "number"),
    ],
)
def test_what_turns_a_reworded_claim_round_is_rejected_by_its_kind(claim: str, text: str, kind: str) -> None:
    found = check_claim(claim, text, language="en", text_language="en")
    assert (found.verdict, found.checker) == ("rejected", f"rule:{kind}"), found.reason


@pytest.mark.parametrize(
    ("claim", "text", "kind"),
    [
        ("The fire damaged the archive.", "The archive was left undamaged by the fire.", "negation"),
        ("No more than nine boats sank in the gale.", "In the gale, at least nine boats sank.", "quantifier"),
        ("The mill was built after the weir.", "The weir was put up after the building of the mill.", "comparative"),
        (
            "Over the spill, Norvik was taken to court by the town of Selby.",
            "Norvik sued the town of Selby over the spill.",
            "name",
        ),
    ],
)
def test_what_may_turn_a_claim_of_other_words_round_is_doubted_and_left_to_a_judge(
    claim: str, text: str, kind: str
) -> None:
    found = check_claim(claim, text, language="en", text_language="en")
    assert (found.verdict, found.checker, found.differences[0].kind) == ("unchecked", "", kind), found
    assert "may say the contrary" in found.reason
    assert "a judge or a person must decide" in found.reason


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("The council could not find a buyer for the mill.", "No buyer for the mill was found by the council."),
        ("The archive was undamaged.", "The fire did not damage the archive."),
        ("The mayor has not ruled out a new vote.", "The mayor may yet call a new vote."),
        ("Not every well is dry.", "Some of the wells are not dry."),
        ("Few growers use the pump.", "Most growers do not use the pump."),
        ("Small carts are not as fast as large ones.", "Large carts are faster than small ones."),
        ("Tarn sold less coal than peat.", "In Tarn more peat was sold than coal."),
        ("The weir was built before the mill.", "The mill was put up after the building of the weir."),
        ("Selby sold Orm the tug.", "Orm bought the tug from Selby."),
        ("The share of dry wells fell from 12% to 6%.", "The share of wells that are dry fell from 12 to 6 percent."),
        ("The lake may not be fished in winter.", "Fishing in the lake is forbidden in winter."),
        ("Nobody may fish in the lake.", "The lake is closed to all who fish."),
        ("The law applies only if the owner agrees.", "The law does not apply unless the owner agrees."),
        ("Prices have not changed.", "Prices have remained stable."),
        ("The firm is considering a bridge.", "A bridge is being considered by the firm."),
    ],
)
def test_what_says_the_same_with_another_denial_order_or_quantity_is_not_rejected(claim: str, text: str) -> None:
    found = check_claim(claim, text, language="en", text_language="en")
    assert found.verdict == "unchecked", found.reason


def test_most_edits_in_our_own_paraphrases_are_noticed_and_hardly_an_honest_one_is_rejected() -> None:
    def share(pairs: list[EditedPair]) -> float:
        return sum(check(one).verdict == "rejected" for one in pairs) / len(pairs)

    def noticed(pairs: list[EditedPair]) -> float:
        return sum(bool(check(one).differences) for one in pairs) / len(pairs)

    seen = [one for one in read_own() if one.source.half == "tuning"]
    assert len(seen) >= 200
    edited = [one for one in seen if one.kind != "honest"]
    assert share(edited) >= 0.34
    assert noticed(edited) >= 0.7
    assert share([one for one in seen if one.kind == "honest"]) <= 0.03


def test_a_claim_of_nothing_but_denials_and_quantities_is_held_against_a_text_without_a_fault() -> None:
    for claim in ("None of them all did not.", "Not all, not any, never.", "Few or none."):
        assert check_claim(claim, "Most of the wells are not dry.", language="en").verdict != "valid"
