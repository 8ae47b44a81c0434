"""The names that stand in a stretch of text, and the words that tell one from another. Pure."""

import re

from agent.words.terms import is_unspaced
from retrievers.websearch.shingles import find_words

_SMALL = frozenset(
    {
        "the", "of", "and", "for", "a", "an", "in", "on", "to", "der", "die", "das", "des", "de", "la", "le",
        "und", "et", "y", "by"
    }
)  # fmt: skip
_APART = frozenset(
    {
        "on", "in", "to", "for", "by", "a", "an", "y"
    }
)  # fmt: skip
"""Small words that end a name in running text."""
_NO_NAME = frozenset(
    {
        "we", "he", "she", "it", "they", "i", "you", "this", "that", "these", "those", "there", "who", "which",
        "what", "our", "his", "her", "their", "its", "one", "at", "wir", "er", "sie", "es", "ich", "man",
        "dies", "diese", "ein", "eine", "wer", "was", "im", "am", "il", "elle", "ils", "elles", "nous", "je",
        "ce", "cette", "un", "une", "les", "des", "el", "ella", "ellos", "ellas", "yo", "uno", "una", "lo",
        "los", "las", "se", "esto", "este", "esta", "but", "so", "as", "if", "when", "while", "after", "before",
        "aber", "als", "wie", "wenn", "mais", "si", "pero", "como", "cuando",
    }
)  # fmt: skip
"""Words that begin a sentence with a capital and name nobody."""
_NO_SPEAKER = frozenset(
    {
        "study", "studies", "report", "paper", "survey", "research", "analysis", "review", "article", "trial",
        "results", "author", "authors", "researchers", "scientists", "data", "test", "tests", "text", "page", "book",
        "been", "were", "also", "have", "will", "would", "could", "should", "then", "than", "with", "from", "never",
        "only", "often", "once", "first", "estudio", "informe", "étude", "rapport", "being", "wife",
        "husband",
    }
)  # fmt: skip
_ELIDED = re.compile(r"^(?:l|d|dell|all|nell|dall|sull|qu|un)['’](?=\w)", re.IGNORECASE)
_PARTS = re.compile(r"[^\s,;:()\[\]“”\"«»]+|[,;:()\[\]“”\"«»]")
_EDGES = "'’.,;:()[]“”\"«»"


def name_words(name: str) -> list[str]:
    """Return the words that tell a name, small ones left out."""
    return [word for word in find_words(name) if word not in _SMALL]


def stands_in(name: list[str], text: list[str]) -> bool:
    """Say whether the words of a name stand in those of a text (`name_words` of both) in their order."""
    return any(text[at : at + len(name)] == name for at in range(len(text) - len(name) + 1))


def name_of(attribution: str) -> str:
    """Return the name at the beginning of an attribution, as words for a search: of "the Treasurer of the Town, who" it
    is "Treasurer of the Town"; "" where no name stands there."""
    if is_unspaced(attribution):
        return attribution
    kept: list[str] = []
    for word in re.split(r"[,()\[\]“”\"]", attribution)[0].split():
        bare = _bare(word)
        if not bare[:1].isupper() and bare.casefold() not in _SMALL - _APART:
            break
        kept.append(bare)
    while kept and not kept[-1][:1].isupper():
        kept.pop()
    while kept and kept[0].casefold() in _SMALL:
        kept.pop(0)
    return " ".join(kept)


def names_in(text: str) -> list[str]:
    """Return the runs of words with capitals in a stretch, small words among them: "Treasurer of the Town"; no run goes
    over a comma."""
    runs: list[list[str]] = [[]]
    for word in _PARTS.findall(text):
        bare = _bare(word)
        if is_name(bare) or (runs[-1] and bare.casefold() in _SMALL - _APART):
            runs[-1].append(bare)
        else:
            runs.append([])
    for run in runs:
        while run and run[-1].casefold() in _SMALL:
            run.pop()
    return [" ".join(run) for run in runs if run]


def is_name(word: str) -> bool:
    """Say whether a word has a capital and may be part of a name."""
    bare = _bare(word)
    return bare[:1].isupper() and bare.casefold() not in _NO_NAME | _SMALL


def is_body(word: str) -> bool:
    """Say whether a word without a capital may name who speaks: "police", "the ministry"; a text speaks for itself."""
    return len(word) > 3 and word.isalpha() and word.islower() and word not in _NO_SPEAKER | _NO_NAME | _SMALL


def _bare(word: str) -> str:
    return re.sub(r"['’]s$", "", _ELIDED.sub("", word.strip(_EDGES)))
