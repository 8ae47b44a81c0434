"""The judge outside a run: claims beside texts, with no step recorded and no budget but the number of pairs."""

from collections.abc import Mapping, Sequence

from agent.by_model.judge import Judgements, Pair, batch_pairs, find_judgement_fault, read_judgement, render_pairs
from agent.llm import MalformedReply, Model, ModelRefused
from agent.prompts import load_prompt
from agent.verify import Check


async def judge_alone(pairs: Sequence[Pair], model: Model) -> Mapping[str, Check]:
    """Return the judge's findings by citation; pairs of a reply that stays unusable, or decides nothing, are not in it.

    Raises ModelError when the judge cannot be asked.
    """
    by = f"judge:{model.model_of('judge')}"
    found: dict[str, Check] = {}
    for batch in batch_pairs(pairs):
        rendered, code, names = render_pairs(batch)
        system, user = load_prompt("judge").render({"fence": code, "pairs": rendered})
        try:
            reply = await model.ask(
                "judge", system=system, user=user, answer=Judgements,
                check=lambda one, names=names: find_judgement_fault(one, names),
            )  # fmt: skip
        except (MalformedReply, ModelRefused):
            continue
        for one in reply.value.pairs:
            pair = names[one.pair.strip()]
            if check := read_judgement(one, pair, by):
                found[pair.citation] = check
    return found
