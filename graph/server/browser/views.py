"""The named views: what each draws, the query behind it, and which words may be put into one. Pure."""

import re
import unicodedata
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Literal

from graph.errors import WordsRefused
from graph.model import NAMESPACE_PATTERN

Words = Literal["none", "optional", "needed"]
MAX_WORDS = 200
_SIGNS = " .:/_-"


@dataclass(frozen=True, slots=True)
class View:
    """One picture of the graph: `words` says whether it takes any, `labels` whose keys they may be."""

    name: str
    file: str
    draws: str
    words: Words
    labels: tuple[str, ...] = ()

    def read(self) -> str:
        """Return the query as it is saved in Neo4j Browser."""
        return resources.files("graph.server.browser").joinpath("queries", self.file).read_text(encoding="utf-8")


VIEWS = (
    View("report", "1-report.cypher", "a report down to its sources", "optional", ("Report", "Run")),
    View("claim", "2-claim.cypher", "a claim with the quotes for and against it", "needed", ("Claim",)),
    View("conflicts", "3-conflicts.cypher", "open conflicts, both sides", "optional", ("Conflict", "Claim")),
    View("withdraw", "4-withdraw.cypher", "what falls if a source is withdrawn", "needed", ("Source",)),
    View("one-source", "5-one-source.cypher", "supported claims that rest on one source", "none"),
    View("unsupported", "6-unsupported.cypher", "claims without a quote that holds", "none"),
    View("who-cites", "7-who-cites.cypher", "the reports that cite a source", "needed", ("Source",)),
    View("topic", "8-topic.cypher", "the claims about a topic, in the colours of their status", "needed", ("Entity",)),
)


@cache
def find_view(name: str) -> View:
    """Return the view of that name. Raises WordsRefused, naming those that exist."""
    for view in VIEWS:
        if view.name == name:
            return view
    raise WordsRefused(f"there is no view {name!r}; take one of {', '.join(view.name for view in VIEWS)}")


def check_words(view: View, words: str) -> str:
    """Return the words without spaces around, where the view takes them and they are harmless inside quotes.

    The same rule stands in kit.js, which is what a link of somebody else meets. Raises WordsRefused.
    """
    words = words.strip()
    if view.words == "needed" and not words:
        raise WordsRefused(f"the view {view.name} needs a key or words; see claimgraph browse --help")
    if view.words == "none" and words:
        raise WordsRefused(f"the view {view.name} takes no key and no words; leave {words!r} out")
    strange = sorted({sign for sign in words if sign not in _SIGNS and unicodedata.category(sign)[0] not in "LMN"})
    if strange:
        raise WordsRefused(
            f"a view takes letters, digits, spaces and . : / _ - only, not {' '.join(map(repr, strange[:5]))}; "
            "leave these out, or give a key"
        )
    if len(words.encode("utf-16-le")) > 2 * MAX_WORDS:
        raise WordsRefused(f"a view takes at most {MAX_WORDS} characters, not {len(words)}; give fewer words, or a key")
    return words


def fill(view: View, words: str = "", namespace: str = "") -> str:
    """Return the view's query with these words and this namespace in it, to be run as it is. Raises WordsRefused."""
    words = check_words(view, words)
    if namespace and not re.fullmatch(NAMESPACE_PATTERN, namespace):
        raise WordsRefused(f"{namespace!r} is no namespace; give a letter, then letters and digits, lower case")
    text = view.read()
    if words:
        text = re.sub("'[^']*' AS words", lambda _: f"'{words}' AS words", text, count=1)
    return re.sub("'[^']*' AS namespace", lambda _: f"'{namespace}' AS namespace", text, count=1)
