"""An earlier sentence as one of this run's: its quotes looked up again at their places in the stored text. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from agent.by_model.cite import BASED, Offered, Stated, make_candidate
from agent.by_model.quoting import Resolved
from agent.evidence import Candidate, Evidence
from agent.plan import Plan, SubQuestion
from agent.reuse.standing import EarlierAnswer, StandingSentence
from agent.review import Review
from graph.keys import claim_text


class TakenOver:
    """The parts of a plan that an earlier answer still answers. `is_alone`: nobody has written anything beside it."""

    def __init__(self) -> None:
        self.parts: dict[int, list[Resolved]] = {}
        self.is_alone = True
        self._earlier: EarlierAnswer | None = None

    def take(self, plan: Plan, earlier: EarlierAnswer) -> list[int]:
        """Take over each part whose every sentence can be placed; return which."""
        self._earlier = earlier
        for sub in plan.subquestions:
            sentences = earlier.standing.parts.get(sub.ordinal, ())
            taken = [take_sentence(one, plan, sub, earlier.passages) for one in sentences]
            if taken and all(taken):
                self.parts[sub.ordinal] = [one for one in taken if one is not None]
        return list(self.parts)

    def had(self, part: int, evidence: Sequence[Evidence]) -> list[Evidence]:
        """Return the evidence that the earlier answer to a part was written with: there is no need to show it again."""
        return [one for one in evidence if self._earlier.had(one)] if part in self.parts and self._earlier else []

    def review(self, plan: Plan, round_: int) -> Review | None:
        """Return the finding that all is answered, where every part was taken over and nothing is new; else None."""
        ordinals = tuple(sub.ordinal for sub in plan.subquestions)
        if self._earlier is None or not self.is_alone or not set(ordinals) <= set(self.parts):
            return None
        return Review(round_, ordinals, (), (), "covered", self._earlier.standing.limits)


def take_sentence(
    sentence: StandingSentence, plan: Plan, part: SubQuestion, passages: Mapping[str, Evidence]
) -> Resolved | None:
    """Return the sentence as one that stands in this plan; None where one of its quotes cannot be placed.

    `passages` are by key, those that its quotes begin in among them.
    """
    offered = Offered(plan, part, {})
    candidates: list[Candidate] = []
    for cited in sentence.citations:
        one = passages.get(cited.passage)
        if one is None:
            return None
        base = one.char_start - len(one.before)
        whole = "" if cited.claim_text == claim_text(sentence.text) else sentence.text
        stated = Stated(cited.claim_text, whole, sentence.kind if sentence.kind in BASED else "factual")
        made = make_candidate(stated, (cited.char_start - base, cited.char_end - base), one, offered)
        if made is None or len(made.quote) != cited.char_end - cited.char_start:
            return None
        candidates.append(replace(made, quote_match=cited.quote_match))
    return Resolved(sentence.text, tuple(candidates), kind=sentence.kind) if candidates else None
