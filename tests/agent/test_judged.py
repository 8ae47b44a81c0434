"""Two judgements that differ, a judge that is the writer, support that no word shows: none of it decides."""

from collections.abc import Sequence
from typing import Literal

import pytest
from fakes import ScriptedModel

from agent.by_model.judge import UNSHARED, Judgement, Pair, read_judgement
from agent.by_model.judged import Ask, Judged, JudgeRole, may_judge
from agent.by_model.unshared import share_nothing
from agent.llm import Role
from agent.verify import Check

Verdict = Literal["valid", "rejected", "cannot_check"]
TEXT = "The plant will cost 48 million crowns."
PAIRS = [Pair(f"citation.{n}", f"It costs {n}.", TEXT, "exact", TEXT, 0, 38, "") for n in range(4)]


class Named(ScriptedModel):
    def __init__(self, **names: str) -> None:
        super().__init__()
        self._named = names

    def model_of(self, role: Role) -> str:
        return self._named.get(role, role)


def says(first: Verdict, second: Verdict, asked: list[str]) -> Ask:
    async def ask(pairs: Sequence[Pair], role: JudgeRole) -> dict[str, Check]:
        asked.append(role)
        verdict = first if role == "judge" else second
        return {one.citation: Check("exact", verdict, f"judge:{role}", 0, 38, f"said {verdict}") for one in pairs}

    return ask


async def test_two_judgements_that_differ_are_kept_with_both_reasons_and_decide_nothing() -> None:
    judged = Judged(1.0)
    found = await judged.judge(PAIRS, says("valid", "rejected", asked := []), Named())
    assert asked == ["judge", "second_judge"]
    assert {one.verdict for one in found.values()} == {"cannot_check"}
    assert "judge:judge: said valid — judge:second_judge: said rejected" in found["citation.0"].reason
    assert judged.notes(Named()) == ["4 pairs judged twice, 4 with two verdicts: their claims stay unreviewed"]


async def test_two_judgements_that_agree_decide_and_without_a_share_there_is_one() -> None:
    found = await Judged(1.0).judge(PAIRS, says("valid", "valid", []), Named())
    assert {(one.verdict, one.checker) for one in found.values()} == {("valid", "judge:judge")}
    await Judged(0.0).judge(PAIRS, says("valid", "rejected", asked := []), Named())
    assert asked == ["judge"]


async def test_where_some_are_judged_twice_every_claim_that_a_rule_doubts_is() -> None:
    said = "The archive was left undamaged by the fire."
    pairs = [
        Pair(f"citation.{n}", claim, said, "exact", said, 0, len(said), "")
        for n, claim in enumerate(("The fire damaged the archive.", "The archive came through the fire unharmed."))
    ]
    found = await Judged(1e-9).judge(pairs, says("valid", "rejected", asked := []), Named())
    assert asked == ["judge", "second_judge"]
    assert [found[one.citation].verdict for one in pairs] == ["cannot_check", "valid"]


@pytest.mark.parametrize("name", ["writer-1", "Writer-1", " writer-1:latest ", "somebody/writer-1"])
async def test_no_model_judges_what_it_wrote_under_whatever_spelling_of_its_name(name: str) -> None:
    assert not may_judge(Named(writer="writer-1", judge=name), "judge")
    model = Named(writer="writer-1", judge="judge-1", second_judge=name)
    judged = Judged(1.0)
    found = await judged.judge(PAIRS, says("valid", "rejected", asked := []), model)
    assert (asked, {one.verdict for one in found.values()}) == (["judge"], {"valid"})
    assert judged.notes(model) == ["nothing was judged twice: the second judge is the writer"]


async def test_support_for_a_claim_that_has_no_word_of_its_quote_is_counted_and_said() -> None:
    pair = Pair("citation.1", "A large building is intended.", TEXT, "exact", TEXT, 0, 38, "")
    check = read_judgement(Judgement(pair="C1", verdict="supports", words="will cost 48 million"), pair, "judge:m")
    assert check is not None
    assert (check.verdict, check.checker) == ("cannot_check", "judge:m")
    assert "supported by “will cost 48 million”" in check.reason
    assert UNSHARED in check.reason
    judged = Judged(0.0)
    await judged.judge(PAIRS, says("cannot_check", "valid", []), Named())
    assert "found support in 4 pairs of a claim and a quote that share no word" in judged.notes(Named())[0]


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("Paris is the capital of France.", "The council met on Tuesday in Tornholm."),
        ("The vessel sank.", "The ship went down."),
        ("Not all of them are more useful.", "Not every one of it is more likely."),
        ("One may be late.", "One of it was seen."),
    ],
)
def test_function_words_alone_are_nothing_shared(claim: str, quote: str) -> None:
    assert share_nothing(claim, quote)


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("The plants cost much.", "It is the planned plant."),
        ("It costs 48 million.", "The price: 48,000,000."),
        ("Thirty people work there.", "30 employees were hired."),
        ("WHO recommends masks.", "The World Health Organization advises to cover the face."),
        ("It needs glutamate.", "Glutamatergic input was paralleled by spines."),
        ("Das Werk kostet viel Geld.", "The facility is of high price."),
        ("该厂花费甚多。", "The plant will cost 48 million."),
        ("工厂耗资巨大。", "该厂花费甚多。"),
    ],
)
def test_a_word_a_number_a_name_or_another_language_leaves_the_judge_its_word(claim: str, quote: str) -> None:
    assert not share_nothing(claim, quote)
