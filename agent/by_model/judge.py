"""The judge: does a quote, read in its text, bear out the claim? A closed answer, held against the text again."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from agent.by_model.calls import ModelCalls
from agent.by_model.unshared import has_content, share_nothing
from agent.fence import MAX_EXCERPT, fence, make_fence
from agent.verify import Check
from graph.keys import claim_text, sha256_of
from graph.quotes import find_quote
from graph.store import Row

MAX_PAIRS = 8
MAX_WHOLE = MAX_EXCERPT
"""Characters of a text that is shown whole: what decides may stand far from the words that are most like a claim's."""
UNSHARED = "but the claim shares no word, number or name with its quote"
WHOLE_TEXT = "(the whole text above)"
"""What stands for a long quote that is all of its text, which is shown once."""
_LONG = 300  # characters
_HALF = 90  # characters of each of two reasons that are kept together
_AROUND = 700  # characters of a longer one on either side of the quote


class Judgement(BaseModel):
    """The finding about one pair."""

    model_config = ConfigDict(extra="forbid")
    pair: str = Field(description="The name of the pair, such as C1.")
    verdict: Literal["supports", "refutes", "not_enough"] = Field(
        description="What the source's words say of the claim."
    )
    words: str = Field(description="The words of the source text that decide, copied character by character.")


class Judgements(BaseModel):
    """The findings about all pairs."""

    model_config = ConfigDict(extra="forbid")
    pairs: list[Judgement] = Field(description="Every pair once.", json_schema_extra={"maxItems": MAX_PAIRS})


@dataclass(frozen=True, slots=True)
class Pair:
    """A claim and a quote for it, with the text around the quote and what is known of its source."""

    citation: str
    claim: str
    quote: str
    quote_match: str
    text: str
    char_start: int
    char_end: int
    source: str


def batch_pairs(pairs: Sequence[Pair]) -> list[list[Pair]]:
    """Cut pairs into calls of at most MAX_PAIRS and MAX_EXCERPT characters; those of one text stand together, and the
    text is shown and counted once."""
    batches: list[list[Pair]] = []
    size = 0
    for pair in sorted(pairs, key=lambda one: (one.source, one.text, one.char_start, one.citation)):
        is_shown = bool(batches) and context_of(batches[-1][-1]) == context_of(pair)
        text = len(context_of(pair))
        weight = len(pair.claim) + len(_quote_of(pair))
        if not batches or len(batches[-1]) >= MAX_PAIRS or size + weight + (0 if is_shown else text) > MAX_EXCERPT:
            batches.append([])
            size, is_shown = 0, False
        batches[-1].append(pair)
        size += weight + (0 if is_shown else text)
    return batches


def context_of(pair: Pair) -> str:
    """The text that the judge sees: the passages that hold the quote, cut around it where they are long."""
    if len(pair.text) <= MAX_WHOLE:
        return pair.text
    at = max(0, pair.text.find(pair.quote))
    return pair.text[max(0, at - _AROUND) : at + len(pair.quote) + _AROUND]


def _quote_of(pair: Pair) -> str:
    return WHOLE_TEXT if len(pair.quote) > _LONG and pair.quote == context_of(pair) else pair.quote


def render_pairs(pairs: Sequence[Pair]) -> tuple[str, str, dict[str, Pair]]:
    """Return the pairs as the judge sees them, the code of their fences, and the pairs by name."""
    names = {f"C{number}": pair for number, pair in enumerate(pairs, start=1)}
    code = make_fence(*(f"{one.claim}\n{one.quote}\n{one.source}\n{context_of(one)}" for one in pairs))
    shown: list[str] = []
    before = ""
    for name, pair in names.items():
        text = f"source: {claim_text(pair.source)[:300]}\n---\n{context_of(pair)}"
        if text != before:
            shown.append(fence("text", text, code))
        before = text
        shown.append(fence(name, f"claim: {pair.claim}\nquote: {_quote_of(pair)}", code))
    return "\n\n".join(shown), code, names


def is_sampled(citation: str, share: float) -> bool:
    """Return whether a citation is one of the share (0 to 1) that is judged twice: always the same ones."""
    return int(sha256_of(citation)[:8], 16) < share * 16**8


async def judge_pairs(
    pairs: Sequence[Pair], calls: ModelCalls, round_: int, role: Literal["judge", "second_judge"] = "judge"
) -> dict[str, Check]:
    """Ask a judge about one batch; the answer is by citation. Raises as ModelCalls.ask."""
    rendered, code, names = render_pairs(pairs)
    answer = await calls.ask(
        "judge", role, {"fence": code, "pairs": rendered}, Judgements, round_=round_, is_final=True,
        check=lambda one: find_judgement_fault(one, names),
    )  # fmt: skip
    by = f"judge:{calls.model.model_of(role)}"
    found = {one.pair.strip(): one for one in answer.pairs}
    checks = {pair.citation: read_judgement(found[name], pair, by) for name, pair in names.items() if name in found}
    return {citation: check for citation, check in checks.items() if check is not None}


def find_judgement_fault(answer: Judgements, names: Mapping[str, Pair]) -> str | None:
    """Return in one sentence what is wrong with the judge's answer, None when nothing is."""
    given = [one.pair.strip() for one in answer.pairs]
    return None if sorted(given) == sorted(names) else f"give each of {', '.join(names)} once"


def read_judgement(one: Judgement, pair: Pair, by: str) -> Check | None:
    """Return the check that a judgement makes, None when it decides nothing.

    "supports" counts only with words that stand where the quote stands, in the text that was shown. "refutes" and
    "not enough" both mean that the quote does not bear the claim out: models mix the two up, and neither makes a claim
    false here. Support for a claim that has nothing of its quote's words is kept as the judge's word and decides
    nothing: no rule can follow it.
    """
    match: Literal["exact", "normalised"] = "exact" if pair.quote_match == "exact" else "normalised"
    words = " ".join(one.words.split())[:200]
    if one.verdict == "supports":
        if not _stands_at_quote(one.words, pair):
            return None
        if share_nothing(pair.claim, pair.quote, context_of(pair)):
            reason = f"the judge: supported by “{words}”; {UNSHARED}"
            return Check(match, "cannot_check", by, pair.char_start, pair.char_end, reason)
        return Check(match, "valid", by, pair.char_start, pair.char_end, f"the judge: supported by “{words}”")
    said = "the source says otherwise" if one.verdict == "refutes" else "the quote does not bear out the whole claim"
    near = f" (“{words}”)" if words and find_quote(one.words, context_of(pair)).spans else ""
    return Check(match, "rejected", by, pair.char_start, pair.char_end, f"the judge: {said}{near}")


def _stands_at_quote(words: str, pair: Pair) -> bool:
    if not has_content(words):
        return False
    text = context_of(pair)
    start = text.find(pair.quote)
    spans = find_quote(words, text).spans
    return start >= 0 and any(a < start + len(pair.quote) and start < b for a, b in spans)


def pair_of(row: Row) -> Pair:
    """Return a row of `unchecked_citations` as the pair that a judge reads."""
    passages = row["passages"]
    known = (row["title"], row["heading"], row["publisher"], (row["published_at"] or "")[:10])
    return Pair(
        citation=row["citation"],
        claim=row["claim_text"],
        quote=row["quote"],
        quote_match=row["quote_match"],
        text="".join(passage["text"] or "" for passage in passages),
        char_start=row["char_start"],
        char_end=row["char_end"],
        source=", ".join(dict.fromkeys(one for one in known if one)),
    )


def differ(first: Check, second: Check) -> Check:
    """Return the finding of two judgements that are not one: both are kept, and neither decides."""
    said = " — ".join(f"{one.checker}: {_cut(one.reason.removeprefix('the judge: '))}" for one in (first, second))
    return replace(first, verdict="cannot_check", reason=f"two judgements differ: {said}")


def _cut(reason: str) -> str:
    return reason if len(reason) <= _HALF else f"{reason[:_HALF]} …"
