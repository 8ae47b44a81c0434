"""What web search raises.

RetrieverError
└── SearchFailed    a provider gave no results that can be used; its outcome says what kind of failure
"""

from retrievers.errors import RetrieverError
from retrievers.outcome import Outcome


class SearchFailed(RetrieverError):
    """A provider did not answer; that it found nothing is an answer.

    `status` is the server's, where it answered; `retry_after_s` is how many seconds it asked to wait. `is_of_query`:
    the failure belongs to this query, and the next one may be answered.
    """

    def __init__(
        self,
        outcome: Outcome,
        reason: str,
        *,
        status: int | None = None,
        retry_after_s: float | None = None,
        is_of_query: bool = False,
    ) -> None:
        super().__init__(outcome, reason)
        self.status = status
        self.retry_after_s = retry_after_s
        self.is_of_query = is_of_query
