"""Pages that stand before a page and ask for proof that a person reads it. Pure."""

from collections.abc import Mapping

from retrievers.web.phrases import CHALLENGE, has_challenge_mark

_MAX_LOOKED_AT = 200_000  # characters


def is_challenge(headers: Mapping[str, str], body: bytes) -> bool:
    """Say whether an answer with a failing status is such a page; `headers` by lower-case name."""
    if headers.get("cf-mitigated", "").lower() == "challenge" or "x-amzn-waf-action" in headers:
        return True
    text = body[:_MAX_LOOKED_AT].decode("utf-8", "replace")
    return has_challenge_mark(text) or len({m.group().lower() for m in CHALLENGE.finditer(text)}) >= 2
