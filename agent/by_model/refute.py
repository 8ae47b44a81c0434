"""The judge on sentences that may deny a claim: only a denial whose words stand in the text counts."""

from collections.abc import Sequence

from agent.by_model.calls import ModelCalls
from agent.by_model.judge import Judgement, Judgements, Pair, context_of, find_judgement_fault, render_pairs
from agent.by_model.unshared import has_content
from agent.opposing.words import Against
from agent.verify import Check
from graph.quotes import find_quote


async def find_refuting(pairs: Sequence[Pair], calls: ModelCalls, round_: int) -> dict[str, Check]:
    """Ask the judge about one batch; return the denials that hold, by citation. Raises as ModelCalls.ask."""
    rendered, code, names = render_pairs(pairs)
    answer = await calls.ask(
        "judge", "judge", {"fence": code, "pairs": rendered}, Judgements, round_=round_, is_final=True,
        check=lambda one: find_judgement_fault(one, names),
    )  # fmt: skip
    by = f"judge:{calls.model.model_of('judge')}"
    found = {one.pair.strip(): one for one in answer.pairs}
    checks = {pair.citation: read_denial(found[name], pair, by) for name, pair in names.items() if name in found}
    return {citation: check for citation, check in checks.items() if check is not None}


def read_denial(one: Judgement, pair: Pair, by: str) -> Check | None:
    """Return the finding that a quote refutes its claim; None where the judge does not say so, or names words that do
    not stand where the quote stands."""
    text = context_of(pair)
    start = text.find(pair.quote)
    stands = any(a < start + len(pair.quote) and start < b for a, b in find_quote(one.words, text).spans)
    if one.verdict != "refutes" or start < 0 or not stands or not has_content(one.words):
        return None
    words = " ".join(one.words.split())[:200]
    return Check("exact", "valid", by, pair.char_start, pair.char_end, f"the judge: denied by “{words}”")


def pair_against(citation: str, one: Against) -> Pair:
    """Return a sentence that may deny a claim as the judge reads it, with the passage around it."""
    known = (one.evidence.title, one.evidence.heading, one.evidence.publisher, (one.evidence.published_at or "")[:10])
    return Pair(
        citation=citation,
        claim=one.claim,
        quote=one.quote,
        quote_match="exact",
        text=one.evidence.text,
        char_start=one.char_start,
        char_end=one.char_end,
        source=", ".join(dict.fromkeys(each for each in known if each)),
    )
