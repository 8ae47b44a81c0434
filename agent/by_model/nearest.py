"""The sentences of passages that come nearest to what a writer wrote, so that a correction need not search: pure."""

import re
from collections.abc import Mapping

from agent.evidence import Evidence
from agent.words.injection import find_instructions
from agent.words.terms import stems
from retrievers.split import split_sentences

MAX_NEAREST = 2
MAX_CHARACTERS = 400
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_SHARE = 0.4  # of what was written that a sentence must hold to be worth showing


def find_nearest(text: str, passages: Mapping[str, Evidence], language: str | None) -> list[tuple[str, str]]:
    """Return up to two sentences as they stand, best first, each after the name of its passage.

    A number weighs as two words: it is what most refused sentences lack in their quote. Sentences longer than 400
    characters, and ones that speak to software, are not shown.
    """
    wanted = _weights(text, language)
    least = _SHARE * sum(wanted.values())
    found: list[tuple[float, int, str, str]] = []
    for name, one in passages.items():
        for each in split_sentences(one.text, one.language):
            sentence = one.text[each.char_start : each.char_end].strip()
            shared = sum(wanted[word] for word in wanted.keys() & _weights(sentence, language).keys())
            if wanted and shared >= least and len(sentence) <= MAX_CHARACTERS and not find_instructions(sentence):
                found.append((-shared, len(sentence), name, sentence))
    best = {sentence: name for _, _, name, sentence in sorted(found, reverse=True)}
    return [(name, sentence) for sentence, name in reversed(best.items())][:MAX_NEAREST]


def _weights(text: str, language: str | None) -> dict[str, float]:
    return dict.fromkeys(stems(text, language), 1.0) | dict.fromkeys(_NUMBER.findall(text), 2.0)
