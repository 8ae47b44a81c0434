"""A sentence as the single claims it makes, each standing alone: by rule, and whole where no rule is sure."""

from agent.atoms.split import split_atoms

__all__ = ["split_atoms"]
