"""What names a work whatever its address: its DOI or arXiv number, in addresses and at the head of a text. Pure."""

import re
from urllib.parse import unquote

from graph.url import UrlRefused, source_url

HOMES = {"doi": "doi.org", "arxiv": "arxiv.org"}
"""Kind of number -> the registrable domain that leads from it to the work, and to nothing else."""

_DOI = re.compile(r"\b10\.\d{4,9}/[^\s\"<>?#&|{}\\^]+", re.IGNORECASE)
_TAIL = re.compile(
    r"(?:v\d+)?(?:[./](?:full|abstract|abs|pdf|epub|html?|meta|xml|short|long|text|fulltext|full-text))*$"
)
_ARXIV = re.compile(
    r"(?:arxiv\.org/(?:abs|pdf|html|format|e-print)/|arxiv[:.]\s?)(\d{4}\.\d{4,5}|[a-z-]+(?:\.[a-z]{2})?/\d{7})(?:v\d+)?",
    re.IGNORECASE,
)
_HEAD = 3_000  # characters of a text that may name it; further down are its references
_END = ".,;:)]}'’”*"


def ids_of_url(url: str) -> frozenset[str]:
    """Return the DOI and arXiv number that an address holds, written one way; empty where it holds none."""
    try:
        return _find(unquote(source_url(url)))
    except UrlRefused:
        return frozenset()


def ids_of_text(text: str) -> frozenset[str]:
    """Return the one identifier at the head of a text; empty where several stand there, which is a list."""
    found = _find(text[:_HEAD])
    return found if len(found) == 1 else frozenset()


def parse_doi(written: str) -> str | None:
    """Return a DOI as pages state it (`doi:10.1000/X`, `https://doi.org/10.1000/x`) in its one form, else None."""
    found = _find(unquote(written))
    return min(found) if found else None


def _find(text: str) -> frozenset[str]:
    found = {f"arxiv:{match.group(1).lower()}" for match in _ARXIV.finditer(text)}
    for match in _DOI.finditer(text):
        doi = _trim(match.group().lower())
        # arXiv gives its papers DOIs that end in their number.
        found.add(f"arxiv:{doi.partition('/arxiv.')[2]}" if "10.48550/arxiv." in doi else f"doi:{doi}")
    return frozenset(found)


def _trim(doi: str) -> str:
    """Take off the sentence's end and what servers append for a form or a version of the text."""
    doi = doi.rstrip(_END)
    if doi.count("(") > doi.count(")"):
        doi = doi[: doi.rindex("(")]
    return _TAIL.sub("", doi).rstrip(_END + "/")
