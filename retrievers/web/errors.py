"""What fetching raises.

RetrieverError
└── FetchFailed         an address gave nothing that can be read; its outcome says what kind of failure
    └── AddressRefused  the guard or the site's robots.txt forbids it; nothing was asked of the page
"""

from retrievers.errors import RetrieverError
from retrievers.outcome import Outcome


class FetchFailed(RetrieverError):
    """An address gave nothing that can be read.

    `status` is the server's, where it answered; `retry_after_s` is how many seconds it asked to wait.
    """

    def __init__(
        self, outcome: Outcome, reason: str, *, status: int | None = None, retry_after_s: float | None = None
    ) -> None:
        super().__init__(outcome, reason)
        self.status = status
        self.retry_after_s = retry_after_s


class AddressRefused(FetchFailed):
    """The address must not be asked: the guard or robots.txt says no."""

    def __init__(self, reason: str) -> None:
        super().__init__("refused", reason)
