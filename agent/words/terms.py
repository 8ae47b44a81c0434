"""The content words of a text as comparable terms: stems, or character pairs where words are not spaced."""

import functools
import re
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import cast

from agent.words.irregular import base_forms
from agent.words.synonyms import meanings, words_of

# A run of letters and digits; an apostrophe inside stays with it ("don't").
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_UNSPACED = re.compile(
    r"[\u0e00-\u0e7f\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    r"\U00020000-\U0003ffff]+"
)
_COMPOUNDING = frozenset({"de", "nl", "sv", "da", "nb", "no", "nn", "fi", "is", "hu", "et"})
_ALGORITHMS = {
    "ar": "arabic", "ca": "catalan", "da": "danish", "de": "german", "el": "greek", "en": "english",
    "es": "spanish", "et": "estonian", "eu": "basque", "fi": "finnish", "fr": "french", "ga": "irish",
    "hi": "hindi", "hu": "hungarian", "hy": "armenian", "id": "indonesian", "it": "italian",
    "lt": "lithuanian", "nb": "norwegian", "ne": "nepali", "nl": "dutch", "nn": "norwegian",
    "no": "norwegian", "pl": "polish", "pt": "portuguese", "ro": "romanian", "ru": "russian",
    "sr": "serbian", "sv": "swedish", "ta": "tamil", "tr": "turkish",
}  # fmt: skip
# The English list of the stop-words package swallows "open", "work" and "bill"; this one does not.
_ENGLISH_WORDS = """a about above according after again all almost also although always
    am among an and another any anyone anything are around as at away be because been
    before being below between both but by can cannot
    could did do does doing don't done down during each either else enough ever every everyone few for from
    further get gets given had has have having he her here hers herself him himself his how however i if in
    instead into is isn't it its it's itself just least less let like made make makes many may me might more
    most much must my myself neither never no nobody none nor not nothing now of off often on once one only
    onto or other others otherwise our ours out over own per perhaps please quite rather really same say says
    said shall she should since so some somebody someone something still such than that that's the their
    theirs them themselves then there there's therefore these they this those though through thus to today
    together too toward towards under until up upon us very via was we were what what's whatever when
    whenever where whereas wherever whether which while who who's whoever whom whose why will with within
    without would yes yet you your yours known know tell explain describe happen happened happens called named currently
    actually exactly going"""
_ABBREVIATIONS = frozenset({"US", "IT", "WHO"})  # read as words that carry nothing, they would be left out
_ENGLISH = frozenset(_ENGLISH_WORDS.split())
_MARKED = ("en", "de", "fr", "es", "it", "pt", "nl", "sv", "da", "no", "fi", "pl", "cs", "ro", "hu", "tr")


# First words that only one of two languages with equal claims can ask with.
_ASKING = {
    **dict.fromkeys(("wie", "wieviele", "wann", "wer", "wo", "warum", "welche", "welcher", "welches", "wem"), "de"),
    **dict.fromkeys(("how", "when", "who", "where", "why", "which"), "en"),
}
_ASKING_ALONE = {  # words that ask in one language and are in none else
    **dict.fromkeys(("combien", "quand", "pourquoi"), "fr"),
    **dict.fromkeys(("cuándo", "cuánto", "cuántos", "cuántas", "quién", "dónde"), "es"),
}


@dataclass(frozen=True, slots=True)
class Term:
    """One content word: `stem` is what is compared, `word` how the text writes it, offsets in characters."""

    stem: str
    word: str
    char_start: int
    char_end: int
    is_name: bool


_MORE_STOPS = {
    "de": "geht gehen ging gibt gab kommt kommen macht worden wurde wurden gilt bitte heißt hieß heißen lautet "
    "lautete genannt nennt bedeutet passiert geschah führte dazu",
    "fr": "fait font être avoir sera seront était",
}


@functools.cache
def stop_words(language: str | None) -> frozenset[str]:
    """Words of a language (ISO 639-1) that carry no content; empty for a language nobody listed."""
    if language is None or language == "en":
        return _ENGLISH
    from stop_words import StopWordError, get_stop_words

    try:
        listed = frozenset(get_stop_words({"nb": "no", "nn": "no"}.get(language, language)))
        return listed | frozenset(_MORE_STOPS.get(language, "").split())
    except StopWordError:
        return frozenset()


@functools.cache
def _stemmer(language: str | None) -> Callable[[str], str]:
    algorithm = _ALGORITHMS.get(language or "en")
    if algorithm is None:
        return lambda word: word
    import snowballstemmer  # pyright: ignore[reportMissingTypeStubs] # ships no types

    made = snowballstemmer.stemmer(algorithm)  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType] # the same
    return functools.lru_cache(maxsize=65_536)(cast("Callable[[str], str]", made.stemWord))  # pyright: ignore[reportUnknownMemberType] # the same


@functools.cache
def is_language(code: str) -> bool:
    """Whether a code is a language's two letters of ISO 639-1, in lower case."""
    from babel import Locale

    return len(code) == 2 and code in Locale("en").languages


def stem_word(word: str, language: str | None) -> str:
    """The stem of one word in lower case; the word itself in a language without a stemmer."""
    return _stemmer(language)(word)


def guess_language(text: str) -> str | None:
    """Which listed language the function words of a short text belong to; None when none or two fit."""
    if is_unspaced(text):
        return "ja" if re.search("[\u3040-\u30ff]", text) else "th" if re.search("[\u0e00-\u0e7f]", text) else "zh"
    if text.lstrip().startswith(("¿", "¡")):
        return "es"
    words = [word.lower() for word in _WORD.findall(text)]
    if words and words[0] in _ASKING_ALONE:
        return _ASKING_ALONE[words[0]]
    counts = sorted(((sum(word in stop_words(one) for word in words), one) for one in _MARKED), reverse=True)
    best, second = counts[0], counts[1]
    if best[0] == second[0] and words and (best[0], _ASKING.get(words[0])) in counts:
        return _ASKING[words[0]]
    return best[1] if best[0] > second[0] else ("en" if any(one == (best[0], "en") for one in counts) else None)


def find_terms(text: str, language: str | None) -> list[Term]:
    """The content words of a text in order. Scripts without spaces give overlapping pairs of characters."""
    return list(_terms_of(text, language))


@functools.lru_cache(maxsize=1024)
def _terms_of(text: str, language: str | None) -> tuple[Term, ...]:
    """Kept for the latest texts: a run without a model looks at each of its sentences a dozen times."""
    stops, stem = stop_words(language), _stemmer(language)
    found: list[Term] = []
    for match in _WORD.finditer(text):
        word = match.group()
        unspaced = _UNSPACED.search(word)
        if unspaced:
            found += _pairs(word, match.start(), stops)
            continue
        lower = unicodedata.normalize("NFKC", word).lower().replace("’", "'")
        bare = re.sub(r"'(s|ll|re|ve|d)?$", "", lower) if language in {None, "en"} else lower
        if language in {"fr", "it", "ca"}:
            bare = re.sub(r"^(l|d|j|m|t|s|n|c|qu|dell|nell|all|un)'", "", bare)
        is_stop = bare in stops or lower in stops or (len(bare) < 2 and not bare.isdigit())
        if is_stop and (word not in _ABBREVIATIONS or text.isupper()):
            continue
        named = word[0].isupper() or (word[0].isdigit() and any(c.isupper() for c in word))
        found.append(Term(stem(bare), word, match.start(), match.end(), is_name=named))
    return tuple(found)


def _pairs(word: str, offset: int, stops: frozenset[str]) -> list[Term]:
    pairs: list[Term] = []
    for run in re.finditer(rf"{_UNSPACED.pattern}|[^\W_]", word):
        text, start = run.group(), offset + run.start()
        for at in range(max(1, len(text) - 1)):
            pair = text[at : at + 2]
            if pair not in stops:
                pairs.append(Term(pair, pair, start + at, start + at + len(pair), is_name=False))
    return pairs


def is_unspaced(text: str) -> bool:
    """Whether most letters of the text belong to a script that writes no spaces between words."""
    if text.isascii() or not _UNSPACED.search(text):
        return False
    letters = sum(1 for character in text if character.isalpha())
    return letters > 0 and sum(len(run) for run in _UNSPACED.findall(text)) * 2 > letters


def stems(text: str, language: str | None) -> list[str]:
    """The stems alone, for ranking."""
    return [term.stem for term in find_terms(text, language)]


def count_words(text: str) -> int:
    """How many words a text has; two characters count as a word where words are not spaced."""
    unspaced = sum(len(run) for run in _UNSPACED.findall(text))
    return unspaced // 2 + len(_WORD.findall(_UNSPACED.sub(" ", text)))


def same_term(a: str, b: str, language: str | None = None) -> bool:
    """Equal stems, words of one meaning class, or one the part of the other's compound or inflection."""
    if a == b:
        return True
    known = _meanings(language)
    if known.get(a, frozenset()) & known.get(b, frozenset()):
        return True
    return same_word(a, b, language)


def same_word(a: str, b: str, language: str | None = None) -> bool:
    """Equal stems, forms of one verb, or one the part of the other's compound or inflection: no word like it."""
    if a == b:
        return True
    if language == "en":
        bases = base_forms(_stemmer("en"))
        if a in bases and bases[a] == bases.get(b):
            return True
    short, long = sorted((a, b), key=len)
    if len(short) >= 5 and long.startswith(short) and (len(long) - len(short) <= 4 or language in _COMPOUNDING):
        return True
    return language in _COMPOUNDING and len(short) >= 5 and long.endswith(short)


def _meanings(language: str | None) -> dict[str, frozenset[str]]:
    return meanings(_stemmer(language), language) if language in {"en", "de"} else {}


def meanings_of(stem: str, language: str | None) -> frozenset[str]:
    """The meaning classes of a stem by their names; empty where a language has no table."""
    return _meanings(language).get(stem, frozenset())


def other_words(stem: str, language: str | None) -> list[str]:
    """Words that a language's table gives for the same thing as a stem; empty where there is no table."""
    if language is None:
        return []
    make = _stemmer(language)
    words = {make(word): word for word in reversed(words_of(_meanings(language).get(stem, ()), language))}
    return [word for made, word in reversed(words.items()) if made != stem]


def translations(stem: str, language: str | None, into: str) -> list[str]:
    """Words of another language that the tables give for a stem's meanings; empty where there is no table."""
    return words_of(_meanings(language).get(stem, ()), into)


def stems_for(text: str, language: str | None, asked_in: str | None) -> list[str]:
    """A text's stems, and where it is in another language than the question those of the question's language."""
    found = stems(text, language)
    if asked_in is None or language in {None, asked_in}:
        return found
    known, make = _meanings(language), _stemmer(asked_in)
    return found + [make(word) for stem in found for word in words_of(known.get(stem, ()), asked_in)]


def covers(stem: str, present: Iterable[str], language: str | None = None) -> bool:
    """Whether any of the present stems says what this stem says."""
    return any(same_term(stem, other, language) for other in present)
