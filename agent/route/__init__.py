"""Choosing what to call, with which arguments and why. The router only chooses; the program checks and executes."""

from agent.route.calls import ANSWER_GIVEN, Call, Routed, Turn
from agent.route.choice import choose_tools
from agent.route.rounds import route_by_rules, route_to_web

__all__ = ["ANSWER_GIVEN", "Call", "Routed", "Turn", "choose_tools", "route_by_rules", "route_to_web"]
