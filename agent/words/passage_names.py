"""The short names under which a writer is shown passages, where they stand in a sentence of the program. Pure."""

import re

_NAMES = re.compile(r"\bP\d+: ")


def drop_names(reason: str) -> str:
    """Return a reason without the short names, which mean nothing outside the request."""
    return _NAMES.sub("", reason)
