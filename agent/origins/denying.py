"""Whether a text tells what another says and denies it: then it bears nothing out. Pure."""

import re
from collections.abc import Collection
from functools import lru_cache

from agent.origins.attribution import find_attributions, find_bodies
from agent.origins.credits import find_place
from agent.words.denials import DENIED_SAYING
from agent.words.disowned import find_disowning
from agent.words.measures import same_value
from agent.words.terms import find_terms
from agent.words.values import Value, find_values
from graph.negation import drops_negation
from retrievers.split import split_sentences

_DENIES = re.compile(rf"(?:{DENIED_SAYING})(?:\s(?:this|that|it|das|dies|cela|eso|esto))?\W*$", re.IGNORECASE)
_ONE = re.compile(r"\b(?:one|eine?|une?|una)\b(?=\s\w)")
"""The number that is no value elsewhere."""
_SHARED = 0.6
"""Of the words of the sentence after: so many are of what it denies."""


@lru_cache(maxsize=512)
def denies_what_it_tells(text: str, claim: str) -> bool:
    """Say whether what a text tells for a claim is another's word, and the sentence right after says otherwise.

    That it is not so, the same with a "not", or the same with another number: "The Authority claims it held two
    meetings with us. There was one meeting."
    """
    place = find_place(text, claim)
    sentences = [one for one in split_sentences(text, None) if one.char_start >= (place[0] if place else 0)]
    if place is None or not sentences:
        return False
    told = text[place[0] : place[1]]
    if not tells_of_another(told):
        return False
    if find_disowning(text, *place):
        return True
    if len(sentences) == 1:
        return False
    after = text[sentences[1].char_start : sentences[1].char_end]
    return _DENIES.search(after) is not None or _says_otherwise(told, after)


def tells_of_another(sentence: str) -> bool:
    """Say whether a sentence names whose word it passes on."""
    return bool(find_attributions(sentence)) or any(find_bodies(sentence))


def _says_otherwise(told: str, after: str) -> bool:
    words = _stems(told)
    begins = _ONE.sub("1", re.split(r"[,;:]\s", after)[0])
    theirs, mine = find_values(told, None), find_values(begins, None)
    own = _stems(begins)
    if drops_negation(after) is not None and drops_negation(told) is None:
        return len(own & words) >= _SHARED * max(len(own), 1)
    own -= {stem for value in mine for stem in _stems(value.text)}
    return bool(own) and own <= words and _differ(theirs, mine)


def _stems(text: str) -> set[str]:
    return {one.stem for one in find_terms(text, None)}


def _differ(theirs: Collection[Value], mine: Collection[Value]) -> bool:
    pairs = [(a, b) for a in theirs for b in mine if a.kind == b.kind != "date" and a.unit == b.unit]
    return bool(pairs) and not any(same_value(a, b) for a, b in pairs)
