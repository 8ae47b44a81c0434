"""Looking at everything that is configured, changing nothing: what works, what is missing, what to do."""

from agent.doctor.finding import Finding, State, exit_code_of
from agent.doctor.look import look_around

__all__ = ["Finding", "State", "exit_code_of", "look_around"]
