"""Asking the configured judge about labelled pairs as a run does about citations; what a rule decides is not asked."""

from collections.abc import Callable, Sequence

from agent.by_model.judge import (
    MAX_WHOLE,
    UNSHARED,
    Judgement,
    Judgements,
    Pair,
    batch_pairs,
    context_of,
    find_judgement_fault,
    render_pairs,
)
from agent.by_model.unshared import share_nothing
from agent.evaluate.claims import OPEN, LabelledPair, Opinion, judge_by_rules
from agent.llm import MalformedReply, Model, ModelRefused
from agent.prompts import load_prompt
from agent.rules.check import check_claim
from graph.quotes import find_quote


async def judge_by_model(
    pairs: Sequence[LabelledPair],
    model: Model,
    *,
    rules_first: bool = True,
    advance: Callable[[int], object] = lambda _: None,
) -> list[Opinion]:
    """Return the judge's opinion of each pair; of those that a rule decides the rule's, unless `rules_first` is off.

    `advance` gets the number of pairs that were decided. A reply that stays unusable leaves its pairs open. Raises
    ModelError when the judge cannot be asked.
    """
    found: dict[str, Opinion] = {}
    if rules_first:
        ruled = [judge_by_rules(pair) for pair in pairs]
        found = {one.id: one for one in ruled if one.said != OPEN}
        advance(len(found))
    for batch in batch_pairs([_pair_of(pair) for pair in pairs if pair.id not in found]):
        found.update({one.id: one for one in await _ask(batch, model)})
        advance(len(batch))
    return [found.get(pair.id, Opinion(pair.id, OPEN)) for pair in pairs]


def _pair_of(pair: LabelledPair) -> Pair:
    """A pair as the judge gets it: its quote is the whole text, of a long one the sentences nearest to the claim."""
    start, end = 0, len(pair.text)
    if end > MAX_WHOLE:
        spans = check_claim(pair.claim, pair.text, language=pair.language).spans or ((0, MAX_WHOLE),)
        start, end = spans[0][0], spans[-1][1]
    return Pair(pair.id, pair.claim, pair.text[start:end], "exact", pair.text, start, end, "")


async def _ask(batch: Sequence[Pair], model: Model) -> list[Opinion]:
    rendered, code, names = render_pairs(batch)
    system, user = load_prompt("judge").render({"fence": code, "pairs": rendered})
    try:
        reply = await model.ask(
            "judge", system=system, user=user, answer=Judgements, check=lambda one: find_judgement_fault(one, names)
        )
    except (MalformedReply, ModelRefused) as error:
        return [Opinion(pair.citation, OPEN, "", str(error)) for pair in batch]
    by = f"judge:{model.model_of('judge')}"
    return [_opinion(one, names[one.pair.strip()], by) for one in reply.value.pairs]


def _opinion(one: Judgement, pair: Pair, by: str) -> Opinion:
    """The judge's word; as in a run, "supports" counts only with words that stand in the text, of a claim that has
    some of them."""
    words = " ".join(one.words.split())
    if one.verdict == "supports" and not find_quote(one.words, context_of(pair)).spans:
        return Opinion(pair.citation, OPEN, by, f"supported by words that the text does not have: {words[:200]!r}")
    if one.verdict == "supports" and share_nothing(pair.claim, pair.quote, context_of(pair)):
        return Opinion(pair.citation, OPEN, by, f"supported, {UNSHARED}: {words[:200]!r}")
    return Opinion(pair.citation, one.verdict, by, words[:200])
