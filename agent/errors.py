"""What can go wrong in a command, as one tree; the message is one sentence, `exit_code` what the command ends with.

AgentError
+- ConfigurationError       a setting is unknown, malformed or missing
+- NothingToAdd             no input was given or none exists
+- RunConflict              the run key belongs to another question, or its run has ended
"""


class AgentError(Exception):
    """A command cannot do what was asked."""

    exit_code = 2


class ConfigurationError(AgentError):
    """A setting is unknown, malformed or missing."""

    exit_code = 6


class NothingToAdd(AgentError):
    """There is nothing at the paths that were given."""


class RunConflict(AgentError):
    """A run key is taken by another question."""


class NotAcceptable(AgentError):
    """A run has no finished report, or nobody's name was given."""
