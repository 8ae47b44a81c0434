"""An earlier sentence as one of this run's: its quotes looked up again at their places in the stored text. Pure."""

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import replace

from agent.by_model.cite import BASED, Offered, Stated, make_candidate
from agent.by_model.quoting import Resolved
from agent.by_model.review import is_borne
from agent.evidence import Candidate, Evidence
from agent.plan import Plan, SubQuestion
from agent.reuse.standing import EarlierAnswer, StandingSentence
from agent.review import Review
from agent.rules.objections import Quoted
from graph.keys import claim_text

Looks = Callable[[Plan, Mapping[int, Sequence[str]], Mapping[int, str], Collection[str]], Awaitable[Review | None]]
"""Says which parts of a plan these sentences answer, as `review_by_model` does; None where nobody can say."""


class TakenOver:
    """The parts of a plan that earlier answers still answer. `is_alone`: nobody has written anything beside them."""

    def __init__(self) -> None:
        self.parts: dict[int, list[Resolved]] = {}
        self.is_alone = True
        self._earlier: dict[int, EarlierAnswer] = {}
        self._limits: dict[int, str] = {}
        self._unsure: set[int] = set()

    def take(self, plan: Plan, earlier: EarlierAnswer) -> list[int]:
        """Take over each part whose every sentence can be placed and that has none yet; return which."""
        took: list[int] = []
        for sub in plan.subquestions:
            sentences = earlier.standing.parts.get(sub.ordinal, ())
            taken = [take_sentence(one, plan, sub, earlier.passages) for one in sentences]
            if taken and all(taken) and sub.ordinal not in self.parts:
                self.parts[sub.ordinal] = [one for one in taken if one is not None]
                self._earlier[sub.ordinal] = earlier
                took.append(sub.ordinal)
        if earlier.is_reworded:
            self._unsure |= set(took)
        else:
            self._limits |= {part: limit for part, limit in earlier.standing.limits.items() if part in took}
        return took

    async def confirm(self, plan: Plan, look: Looks) -> None:
        """Keep what was written for a part in other words only where a review of this run says that it answers."""
        parts = tuple(sub for sub in plan.subquestions if sub.ordinal in self._unsure)
        if not parts:
            return
        said = {sub.ordinal: [one.text for one in self.parts[sub.ordinal]] for sub in parts}
        found = await look(replace(plan, subquestions=parts), said, {}, ())
        for sub in parts:
            if found is None or sub.ordinal not in found.covered:
                del self.parts[sub.ordinal]
            elif is_borne(limit := found.limits.get(sub.ordinal, ""), self._known(plan, sub), plan.language) and limit:
                self._limits[sub.ordinal] = limit
        self._unsure = set()

    def _known(self, plan: Plan, sub: SubQuestion) -> list[Quoted]:
        """What a review was shown of a part, with the quotes below it."""
        standing = self.parts[sub.ordinal]
        texts = [plan.question, sub.text, *(one.text for one in standing)]
        texts += [candidate.quote for one in standing for candidate in one.candidates]
        return [Quoted(text, text, None, plan.language) for text in texts]

    def had(self, part: int, evidence: Sequence[Evidence]) -> list[Evidence]:
        """Return the evidence that the earlier answer to a part was written with: there is no need to show it again."""
        return [one for one in evidence if self._earlier[part].had(one)] if part in self.parts else []

    def review(self, plan: Plan, round_: int) -> Review | None:
        """Return the finding that all is answered, where every part was taken over and nothing is new; else None."""
        ordinals = tuple(sub.ordinal for sub in plan.subquestions)
        if not self.parts or not self.is_alone or not set(ordinals) <= set(self.parts):
            return None
        return Review(round_, ordinals, (), (), "covered", self._limits)


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
