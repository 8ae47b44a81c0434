"""Which release of a package read a text; stored with it, so that a better extractor is noticed."""

from functools import cache


@cache
def package_version(distribution: str) -> str:
    """Return the installed version of a distribution; asked once, since the answer is looked up on disk."""
    from importlib.metadata import version

    return version(distribution)
