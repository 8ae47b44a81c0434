"""What a person decides, written as such: of a run's report, of claims and of conflicts."""

from agent.curate.claims import Decided, NewClaim, decide, undo
from agent.curate.conflicts import ConflictDecided, ConflictState, decide_conflict
from agent.curate.runs import accept_run, reject_run
from agent.curate.word import Decision, Word, Wording

__all__ = [
    "ConflictDecided",
    "ConflictState",
    "Decided",
    "Decision",
    "NewClaim",
    "Word",
    "Wording",
    "accept_run",
    "decide",
    "decide_conflict",
    "reject_run",
    "undo",
]
