"""Questions made to stand alone: a compound one is split, each part rewritten with the answers so far."""

from agent.query_update.by_rules import Part, Said, find_name, resolve, update_query

__all__ = ["Part", "Said", "find_name", "resolve", "update_query"]
