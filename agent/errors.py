"""What can go wrong in a command, as one tree; the message is one sentence, `exit_code` what the command ends with.

AgentError
+- ConfigurationError       a setting is unknown, malformed or missing
+- NothingToAdd             no input was given or none exists
+- RunConflict              the run key belongs to another question, or its run has ended
+- NotAcceptable            a run has no finished report, or nobody's name was given
+- NotDecidable             a person's word cannot be written on a claim as it was given
   +- DecidedMeanwhile      the claim is no longer as the person saw it
+- LedgerUnclear            no source or thing is called so, or several are
+- NothingToRefresh         no source or claim is called so, or several are
+- NamespaceEmpty           nothing is stored in the namespace, though others hold sources
+- MomentUnclear            words name no point in time
+- PointsToNothing          a question only points to something that nothing before it names
+- NotForgettable           what is to be forgotten is not clear, or nobody said that it may be
+- SourceForgotten          a source was forgotten, and only adding it again brings it back
+- FileRefused              a file of an export is damaged, or holds what the graph's model has not
   +- GraphDiffers          something of it stands in the graph already as something else
+- StoredUnreadable         what is kept with a report is not as any run keeps it
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


class NotDecidable(AgentError):
    """A person's word cannot be written on a claim as it was given."""


class DecidedMeanwhile(NotDecidable):
    """The claim changed between what the person saw and what they decided."""


class LedgerUnclear(AgentError):
    """No source or thing is called so, or several are."""


class NotForgettable(AgentError):
    """What is to be forgotten is not clear, or nobody said that it may be."""


class SourceForgotten(AgentError):
    """A source was forgotten, and only adding it again on purpose brings it back."""

    exit_code = 8


class NothingToRefresh(AgentError):
    """No source or claim is called so, or several are."""


class NamespaceEmpty(AgentError):
    """Nothing is stored in the namespace that was named, though others hold sources."""

    exit_code = 3


class MomentUnclear(AgentError):
    """Words that should name a day, a month or how long ago name none."""


class PointsToNothing(AgentError):
    """A question asked alone means "that" of an answer which it does not follow."""


class FileRefused(AgentError):
    """A file of an export is damaged, or holds what the graph's model does not know."""


class GraphDiffers(FileRefused):
    """A node of an export stands in the graph as something else under the same key."""


class StoredUnreadable(AgentError):
    """What is kept with a report has not the shape that it was written in: it was changed by hand, or brought in."""

    exit_code = 5
