"""Questions of the graph that only point: "Why do we believe that?", "What falls if that source goes?". Pure.

In a conversation "that" is what the last answer rests on; a question asked alone has nothing before it. Only a whole
question is one: with any word of its own it asks something else.
"""

import re
from dataclasses import dataclass
from typing import Literal

from agent.errors import PointsToNothing

_I = re.IGNORECASE
_WE = r"(?:we|you|i|one|they|wir|man|ich)"
_FIRST = r"\W*(?:(?:and|but|so|then|und|aber)\s+)?(?:please\s+)?"
_SAID = r"(?:claim|statement|finding|conclusion|answer|sentence|figure|number|behauptung|aussage|antwort|zahl)"
_THAT = (
    rf"(?:\s+(?P<that>(?:that|this|diese[rmn]?|jene[rmn]?)\s+{_SAID}|that|this|it|so|das|dies|dem|es)"
    r"(?:\s+(?:eigentlich|denn|really|exactly|actually|now|then))?)?"
)
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
_SOURCE = (
    r"(?P<that>(?:that|this|diese[rmns]?|jene[rmns]?)\s+"
    r"(?:source|document|(?:web)?page|website|article|paper|file|study|quelle|seite|dokument|datei|artikel|studie))"
)
_GOES = (
    r"(?:goes|went|falls|fails|(?:is|was|were|gets|turns out|proves|wird|ist|wäre)\s+(?:to be\s+)?(?:withdrawn|"
    r"retracted|removed|deleted|gone|wrong|false|unreliable|discredited|forgotten|dropped|zurückgezogen|gelöscht|"
    r"entfernt|falsch|weg)|wegfällt|wegfiele|fällt|fehlt)(?:\s+(?:away|weg))?"
)
_FALLS = re.compile(
    rf"{_FIRST}(?:what|which (?:claims?|statements?|findings?|reports?|answers?)|was|welche (?:behauptungen|aussagen|"
    r"berichte))\s+(?:(?:would|will|wird|würde)\s+)?(?:"
    r"(?:falls?|fails?|breaks?|collapses?|goes|go|changes?|happens?|remains?|(?:is |be )(?:lost|left)|fällt|fallen|"
    rf"bleibt|passiert|geschieht)(?:\s+(?:away|down|then|weg))?,?\s+(?:(?:if|when|once|wenn|falls)\s+{_SOURCE}\s+{_GOES}|"
    rf"(?:without|ohne)\s+{_SOURCE.replace('<that>', '<that_>')})|"
    rf"(?:depends?|hangs?|rests?|hängt|hängen|beruht|beruhen)\s+(?:on|an|von|auf)\s+"
    rf"{_SOURCE.replace('<that>', '<that__>')}(?:\s+ab)?)\W*",
    _I,
)


@dataclass(frozen=True, slots=True)
class Pointed:
    """What a question only points to. `word` is what stands for it, "" where the question leaves it out."""

    kind: Literal["claim", "source"]
    word: str
    whole: str

    def named(self, name: str) -> str:
        """Return the question with a name in place of the word: a key, or the words of a claim or source."""
        return self.whole.format(name)


def find_pointed(question: str) -> Pointed | None:
    """Return what a question about the graph only points to, None for one that names it or asks something else."""
    if found := _BELIEVED.fullmatch(question):
        return Pointed("claim", _word(found), "Why do we believe {}?")
    if found := _OPPOSED.fullmatch(question):
        return Pointed("claim", _word(found), "Who says the opposite of {}?")
    if found := _FALLS.fullmatch(question):
        return Pointed("source", _word(found), "What falls if {} is withdrawn?")
    return None


def check_names(question: str) -> None:
    """Raise PointsToNothing for a question asked alone that only points to what an answer before it rests on."""
    pointed = find_pointed(question)
    if pointed is None:
        return
    lacks = f"“{pointed.word}” refers to nothing here" if pointed.word else f"it is not said of which {pointed.kind}"
    if pointed.kind == "claim":
        where = "by its words or its key (claimgraph claims lists them)"
    else:
        where = "by its title, address or key, also with claimgraph impact"
    raise PointsToNothing(
        f"{lacks}, as ask knows no answer before it: name the {pointed.kind} {where}, as in “"
        f"{pointed.named('…')}”, or ask it in claimgraph chat after the answer that is meant"
    )


def _word(found: re.Match[str]) -> str:
    return next((word for word in found.groupdict().values() if word), "")
