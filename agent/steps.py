"""What the loop asks of its steps, whoever takes them: rules alone, or a model whose work the program checks."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from agent.budget import Meter
from agent.build import App
from agent.by_model.cite import Refusal
from agent.check import Checked
from agent.conflicts.differ import Difference
from agent.draft import DraftStatement
from agent.evidence import Candidate, Evidence
from agent.header import Made, Narrowed, Removed
from agent.loops.choice import Choice, LoopName, Reviewed, Transformed
from agent.opposing.words import Against
from agent.plan import Plan
from agent.record.runs import RunRecorder
from agent.reuse.standing import EarlierAnswer
from agent.review import Review
from agent.verify import Check
from graph.store import GraphStore, Row
from retrievers.tool import Complete

Mode = Literal["extractive", "model"]
Gathered = Mapping[int, Sequence[Evidence]]


@dataclass(frozen=True, slots=True)
class Extracted:
    """What the gathered passages gave so far: claims with quotes that were found, citations that cannot stand, and the
    sentences that were taken out for it, or said more narrowly."""

    candidates: Sequence[Candidate]
    refused: Sequence[Refusal] = ()
    removed: Sequence[Removed] = ()
    narrowed: Sequence[Narrowed] = ()


class Steps(Protocol):
    """The steps of one run, in the order of the loop; each knows what the one before it gave.

    `stopped` says which limit kept a step from its work, or "".
    """

    mode: Mode
    stopped: str

    @property
    def has_judge(self) -> bool:
        """Whether somebody other than the writer can judge its sentences."""
        ...

    async def plan(self, question: str, lessons: Sequence[str] = ()) -> Plan:
        """Return the parts of the question, fixed for the whole run; `lessons` say how queries of earlier runs did."""
        ...

    def take_over(self, plan: Plan, earlier: EarlierAnswer) -> list[int]:
        """Take over the parts of an earlier answer that stand, before the first extraction; return which."""
        ...

    async def extract(self, plan: Plan, evidence: Gathered, round_: int) -> Extracted:
        """Begin a round: return everything that the evidence gives so far."""
        ...

    async def review(self, plan: Plan, asked: Collection[str]) -> Review:
        """Return which parts are answered, and what is missing for the others; `asked` are all queries so far."""
        ...

    async def transform(self, seen: Reviewed) -> list[Transformed] | None:
        """Return (part, query, passages it builds on) for the next round; None where no model can make them."""
        ...

    async def decide(self, seen: Reviewed) -> Choice | None:
        """Return whether and what to look for in the next round; None where no model can judge."""
        ...

    def take_along(self, candidates: Sequence[Candidate], evidence: Gathered) -> None:
        """Draft with these too: other sides of conflicts, from earlier runs, in evidence that holds their passages."""
        ...

    def draft(self, plan: Plan, differences: Sequence[Difference], found: Review) -> list[DraftStatement]:
        """Return the sentences of the report; none where no claim stands."""
        ...

    async def check(
        self, store: GraphStore, claims: Sequence[str], refused: Mapping[str, tuple[str, Check]], *, by: str
    ) -> Checked:
        """Check the citations of the claims that are said, and write what was found."""
        ...

    async def refute(self, against: Mapping[str, Against]) -> Mapping[str, Check] | None:
        """Return which of these sentences, by their citation, deny their claims; None where nobody judges."""
        ...

    async def oppose(self, claims: Sequence[str], plan: Plan) -> Mapping[str, Sequence[str]]:
        """Return by claim what to ask for what speaks against it; nothing where rules are to ask."""
        ...

    def completing(self, round_: int) -> Complete | None:
        """Return what completes prompts of tools in this run, None where no model takes part."""
        ...

    def made(self) -> Made:
        """Return how the draft was made, for its header."""
        ...


def mode_of(app: App, extractive: bool) -> Mode:
    """Return in which mode a run of this app goes: without a model where it has none, or when `extractive`."""
    return "extractive" if app.model is None or extractive else "model"


def choose_steps(
    app: App,
    run: RunRecorder,
    meter: Meter,
    taken: Mapping[str, Row],
    elapsed: Callable[[], float],
    *,
    extractive: bool,
    loop: LoopName = "iterative",
) -> Steps:
    """Return the model's steps where a model is configured, else, or when `extractive`, those of the rules.

    `taken` are the run's earlier steps by request hash, `elapsed` gives the seconds since this start.
    """
    if mode_of(app, extractive) == "extractive" or app.model is None:
        from agent.by_rules import RuleSteps

        return RuleSteps()
    from agent.by_model.calls import ModelCalls
    from agent.by_model.steps import ModelSteps
    from agent.llm.configured import judge_share

    share = judge_share(app.settings)
    return ModelSteps(ModelCalls(app.model, run, meter, taken, elapsed, once=app.once), loop, judged_twice=share)
