"""What a person decides, written as such: of a run's report, and of claims."""

from agent.curate.claims import Decided, NewClaim, decide, undo
from agent.curate.runs import accept_run, reject_run
from agent.curate.word import Decision, Wording

__all__ = ["Decided", "Decision", "NewClaim", "Wording", "accept_run", "decide", "reject_run", "undo"]
