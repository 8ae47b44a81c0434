"""The typed outcomes of every search, fetch and read (contract.md): empty is not failed."""

from typing import Literal

Outcome = Literal[
    "ok",
    "empty",
    "rate_limited",
    "unauthorised",
    "quota",
    "timeout",
    "refused",
    "challenge",
    "consent",
    "needs_js",
    "too_large",
    "unsupported",
    "encrypted",
    "unreadable",
    "offline",
]
