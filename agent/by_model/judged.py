"""What the judges of a run say, counted: a share of it asked twice, no model about what it wrote."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from agent.by_model.judge import Pair, differ, is_sampled
from agent.llm import Model
from agent.rules.check import check_claim
from agent.verify import Check

JudgeRole = Literal["judge", "second_judge"]
Ask = Callable[[Sequence[Pair], JudgeRole], Awaitable[dict[str, Check]]]
"""Asks one judge about pairs; the answer is by citation, perhaps not for all."""

_LATEST = ":latest"  # what some servers add to a name that says no version


def may_judge(model: Model, role: JudgeRole) -> bool:
    """Return whether a role is played by a model other than the writer: one name in other letters is one model."""
    name = _plain(model.model_of(role))
    return name not in {"", _plain(model.model_of("writer"))}


def _plain(name: str) -> str:
    return name.strip().casefold().removesuffix(_LATEST).rpartition("/")[2]  # whoever serves it


@dataclass(slots=True)
class Judged:
    """What was said in a run so far; `share` (0 to 1) of the pairs is asked twice, and all that a rule doubts."""

    share: float
    asked_twice: int = 0
    disagreed: int = 0
    unshared: int = 0

    async def judge(self, pairs: Sequence[Pair], ask: Ask, model: Model) -> dict[str, Check]:
        """Return the findings by citation; where two judges differ neither decides, and both are kept in the reason.

        Nobody is asked again where the second judge is the writer.
        """
        found = await ask(pairs, "judge")
        self.unshared += sum(one.verdict == "cannot_check" for one in found.values())
        sampled = [one for one in pairs if one.citation in found and self._is_asked_twice(one)]
        if not sampled or not may_judge(model, "second_judge"):
            return found
        again = await ask(sampled, "second_judge")
        differing = {key: differ(found[key], one) for key, one in again.items() if one.verdict != found[key].verdict}
        self.asked_twice += len(again)
        self.disagreed += len(differing)
        return found | differing

    def _is_asked_twice(self, pair: Pair) -> bool:
        return self.share > 0 and (is_sampled(pair.citation, self.share) or _is_doubted(pair))

    def notes(self, model: Model) -> list[str]:
        """Return what the report says of pairs that were judged twice, and of support that no word shows."""
        said: list[str] = []
        if self.asked_twice:
            pairs = _pairs(self.asked_twice)
            said.append(f"{pairs} judged twice, {self.disagreed} with two verdicts: their claims stay unreviewed")
        if self.share and may_judge(model, "judge") and not may_judge(model, "second_judge"):
            said.append("nothing was judged twice: the second judge is the writer")
        if self.unshared:
            said.append(
                f"the judge found support in {_pairs(self.unshared)} of a claim and a quote that share no word, number "
                "or name: their claims stay unreviewed"
            )
        return said


def _is_doubted(pair: Pair) -> bool:
    return bool(check_claim(pair.claim, pair.quote, quote=pair.quote).differences)


def _pairs(count: int) -> str:
    return f"{count} {'pair' if count == 1 else 'pairs'}"
