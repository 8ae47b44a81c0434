"""What "that" means in "Why do we believe that?": the claim that the last answer rests on first."""

import re
from collections.abc import Sequence

from agent.chat.exchange import Exchange
from agent.report.read import read_report
from agent.route.names import find_keys
from graph.errors import NodeNotFound
from graph.store import GraphStore

_I = re.IGNORECASE
_WE = r"(?:we|you|i|one|they|wir|man|ich)"
_FIRST = r"\W*(?:(?:and|but|so|then|und|aber)\s+)?(?:please\s+)?"
_THAT = r"(?:\s+(?:that|this|it|so|das|dies|dem|es))?"
_BELIEVED = re.compile(
    rf"{_FIRST}(?:why (?:do|should|did|would) {_WE} (?:believe|think|say|hold|claim|assume|know|trust|conclude|accept)|"
    rf"(?:how|on what (?:basis|grounds|evidence)) (?:do|can|did) {_WE} (?:know|believe|think|say|claim|prove|be sure)"
    rf"(?: of| about)?|how (?:sure|certain|confident) (?:are|can) {_WE}(?: be)?(?: of| about)?|"
    rf"what(?:['’]s| is) (?:the |our |your )?(?:evidence|proof|basis) (?:for|of)|"
    rf"what (?:evidence|proof) (?:is there|do {_WE} have) (?:for|of)|"
    rf"(?:woher|wieso|warum|weshalb) (?:wissen|glauben|denken|behaupten|sagen) {_WE}){_THAT}\W*",
    _I,
)
_OPPOSED = re.compile(
    rf"{_FIRST}(?:who|what|which \w+|wer|was|welche \w+|does (?:any|some)(?:one|body|thing)|"
    r"is there (?:any|some)(?:one|body|thing) (?:who|that))\s+"
    r"(?:(?:says?|claims?|thinks?|holds?|sagt|behauptet)\s+(?:the |das )?(?:opposite|contrary|otherwise|gegenteil)"
    r"(?:\s+(?:of|to|von))?|contradicts?|disputes?|den(?:y|ies)|refutes?|disagrees?(?: with)?|"
    rf"(?:speaks?|says? anything|spricht) (?:against|gegen)|widerspricht|bestreitet|widerlegt){_THAT}\W*",
    _I,
)
NONE_MEANT = (
    "No answer of this conversation rests on a claim yet, so “that” means none; ask again with the claim's words."
)


def with_claim(question: str, claim: str) -> str:
    """Return a question about "that" with the key of the claim that is meant, "" for one that asks something else."""
    if _BELIEVED.fullmatch(question):
        return f"Why do we believe {claim}?"
    return f"Who says the opposite of {claim}?" if _OPPOSED.fullmatch(question) else ""


async def find_claim(store: GraphStore, earlier: Sequence[Exchange]) -> tuple[str, str]:
    """Return key and sentence of the claim that the last answer with one rests on first, or that was asked of since;
    empty where there is none. Raises GraphError."""
    for one in reversed(earlier):
        if keys := [key for key in find_keys(one.asked) if key.startswith("claim.")]:
            return keys[0], ""
        if one.report is None or one.kind == "missing":
            continue
        try:
            view = await read_report(store, one.report)
        except NodeNotFound:
            continue
        for statement in view.statements:
            if statement.claims:
                return statement.claims[0], statement.text
    return "", ""
