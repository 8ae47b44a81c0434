"""The steps of a run without a model: parts by rule, the sources' own sentences, verbatim checks."""

from collections.abc import Collection, Mapping, Sequence

from agent.check import Checked, check_claims
from agent.conflicts.differ import Difference
from agent.draft import DraftStatement, draft
from agent.evidence import Candidate
from agent.extract import extract
from agent.header import Made
from agent.loops.choice import Reviewed
from agent.opposing.words import Against
from agent.plan import Plan, plan_by_rules
from agent.reuse.standing import EarlierAnswer
from agent.review import Review, review
from agent.steps import Extracted, Gathered, Mode
from agent.verify import Check
from graph.store import GraphStore


class RuleSteps:
    """Extractive mode. Rules cost nothing, so no limit ever stops them."""

    mode: Mode = "extractive"
    stopped: str = ""

    def __init__(self) -> None:
        self._round = 0
        self._evidence: Gathered = {}
        self._candidates: Sequence[Candidate] = ()

    @property
    def has_judge(self) -> bool:
        """Nobody judges."""
        return False

    async def plan(self, question: str, lessons: Sequence[str] = ()) -> Plan:
        """Split the question by its words."""
        del lessons
        return plan_by_rules(question, None)

    def take_over(self, plan: Plan, earlier: EarlierAnswer) -> list[int]:
        """Take over nothing: choosing sentences by rule costs nothing, and sees what is new."""
        del plan, earlier
        return []

    async def extract(self, plan: Plan, evidence: Gathered, round_: int) -> Extracted:
        """Choose the sources' own sentences that answer."""
        self._round, self._evidence = round_, evidence
        self._candidates = extract(plan, evidence)
        return Extracted(self._candidates)

    async def review(self, plan: Plan, asked: Collection[str]) -> Review:
        """Hold the plan against the chosen sentences."""
        return review(plan, self._candidates, self._round, asked, self._evidence)

    async def transform(self, seen: Reviewed) -> None:
        """Leave it to the loop's own rules."""
        del seen

    async def decide(self, seen: Reviewed) -> None:
        """Leave it to the loop's own rules."""
        del seen

    def take_along(self, candidates: Sequence[Candidate], evidence: Gathered) -> None:
        """Draft with these too, in this round."""
        self._candidates, self._evidence = [*self._candidates, *candidates], evidence

    def draft(self, plan: Plan, differences: Sequence[Difference], found: Review) -> list[DraftStatement]:
        """Set the sentences in order."""
        return draft(plan, self._candidates, differences, found, self._evidence) if self._candidates else []

    async def check(
        self, store: GraphStore, claims: Sequence[str], refused: Mapping[str, tuple[str, Check]], *, by: str
    ) -> Checked:
        """Check that each quote stands at its place."""
        return await check_claims(store, claims, by=by, refused=refused)

    async def refute(self, against: Mapping[str, Against]) -> None:
        """Leave it open: whether words deny a claim is not for rules."""
        del against

    async def oppose(self, claims: Sequence[str], plan: Plan) -> Mapping[str, Sequence[str]]:
        """Leave it to the rules of the look itself."""
        del claims, plan
        return {}

    def completing(self, round_: int) -> None:
        """Return None: no model takes part."""
        del round_

    def made(self) -> Made:
        """Say nothing of models: there were none."""
        return Made()
