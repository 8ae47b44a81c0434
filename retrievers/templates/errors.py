"""What templates raise.

RetrieverError
+- ArgumentsRefused        a call's arguments are not what the template declares, or name more than one node
+- TemplateUnknown         there is no template of that name
+- TemplatesRefused        a folder's own templates are malformed or would do more than read
"""

from collections.abc import Sequence

from retrievers.errors import RetrieverError
from retrievers.templates.template import Candidate


class ArgumentsRefused(RetrieverError):
    """A call that must be made anew with other arguments; `candidates` are the nodes that a name could mean."""

    def __init__(self, reason: str, candidates: Sequence[Candidate] = ()) -> None:
        super().__init__("refused", reason)
        self.candidates = tuple(candidates)


class TemplateUnknown(RetrieverError):
    """No template has that name."""

    def __init__(self, reason: str) -> None:
        super().__init__("refused", reason)


class TemplatesRefused(RetrieverError):
    """A folder of templates cannot be used; `faults` has one sentence each, with file and line."""

    def __init__(self, faults: Sequence[str]) -> None:
        super().__init__("refused", "; ".join(faults))
        self.faults = tuple(faults)
