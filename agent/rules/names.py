"""Names that a claim puts in another's place, brings in, or turns round: who did what to whom."""

import functools
import re
from collections.abc import Iterator, Sequence

from agent.rules.align import Change, Comparison
from agent.rules.finding import Differs
from agent.rules.polarity import is_turned
from agent.rules.tokens import Token, content_stems, words_of
from agent.words.dates import month_names
from agent.words.terms import covers, is_unspaced, stop_words

_OPENS = re.compile(r"(?:^|[.!?:;“\"„»(•–—]\s*)$")
_NOUNS_LIKE_NAMES = frozenset({"de"})
_DAYS = frozenset({
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "montag", "dienstag", "mittwoch",
    "donnerstag", "freitag", "samstag", "sonntag", "lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi",
    "dimanche",
})  # fmt: skip
_JOINS = frozenset(
    [
        "and",
        "or",
        "with",
        "between",
        "und",
        "oder",
        "mit",
        "zwischen",
        "et",
        "ou",
        "avec",
        "entre",
        "y",
        "o",
        "con",
        "e",
    ]
)
_ALSO = [
    "france french", "spain spanish", "sweden swedish swede swedes", "norway norwegian", "denmark danish dane danes",
    "netherlands dutch holland", "britain british uk briton kingdom", "us usa america american states u.s",
    "china chinese", "england english", "wales welsh", "scotland scottish", "ireland irish", "poland polish pole poles",
    "turkey turkish turks", "greece greek", "switzerland swiss", "finland finnish", "germany german germans",
    "portugal portuguese", "eu european europe", "un nations", "iceland icelandic", "belgium belgian",
]  # fmt: skip
_FAR = 0.25  # share of the claim's words below which nothing is known of what it speaks of


def find_name_differences(pair: Comparison) -> Iterator[Differs]:
    """Yield names in another's place, months and weekdays among them, and names that the text does not hold."""
    if is_unspaced(pair.claim):
        return
    if pair.is_near:
        yield from _calendar(pair)
        if not is_turned(pair):
            yield from _replaced(pair)
            yield from _turned(pair)
    yield from _missing(pair)


def is_name(token: Token, text: str, language: str | None, known: frozenset[str]) -> bool:
    """Whether a token is a name: a capital letter inside a sentence, or at its start one that the text has inside."""
    if token.value is not None or (not token.word[:1].isupper() and not any(sign.isupper() for sign in token.word[1:])):
        return False
    if (
        token.word == "I"
        or token.word.lower() in stop_words(language)
        or token.word.lower() in _months(language) | _DAYS
    ):
        return False
    if not _OPENS.search(text, 0, token.char_start):
        return True
    return token.word in known or any(sign.isupper() for sign in token.word[1:])


@functools.cache
def _months(language: str | None) -> frozenset[str]:
    return frozenset(month_names(language))


@functools.lru_cache(maxsize=2_048)
def known_names(text: str) -> frozenset[str]:
    """Words that a text writes with a capital letter inside a sentence."""
    return frozenset(match.group() for match in re.finditer(r"(?<=[\w,;'’(] )[A-ZÀ-Þ][\w’-]*", text))


def _calendar(pair: Comparison) -> Iterator[Differs]:
    months = month_names(pair.language)
    theirs_months = month_names(pair.text_language)
    for change in pair.changes:
        for ours in change.claim:
            a = ours.word.lower()
            for theirs in change.source:
                b = theirs.word.lower()
                if (
                    ours.value
                    or theirs.value
                    or not (ours.word[0].isupper() or pair.language not in {None, "en", "de"})
                ):
                    continue
                if (a in months and b in theirs_months and months[a] != theirs_months[b]) or (
                    a in _DAYS and b in _DAYS and a != b
                ):
                    yield Differs("date", ours.word, theirs.word)


def _replaced(pair: Comparison) -> Iterator[Differs]:
    """Names where the source has other ones in just their place."""
    known = known_names(pair.text)
    for change in pair.changes:
        if not change.claim or not change.source:
            continue
        ours = [one for one in change.claim if is_name(one, pair.claim, pair.language, known)]
        theirs = [one for one in change.source if is_name(one, pair.source, pair.text_language, known)]
        if not ours and theirs and _is_alone(change):
            ours = [one for one in change.claim if one.word[:1].isupper() and not one.is_function and not one.value]
        elif ours and not theirs and _is_alone(change):
            theirs = [one for one in change.source if one.word[:1].isupper() and not one.is_function and not one.value]
        ours = [one for one in ours if not any(_same(one, other, pair) for other in change.source)]
        theirs = [one for one in theirs if not any(_same(one, other, pair) for other in change.claim)]
        if not ours or not theirs:
            continue
        if pair.language in _NOUNS_LIKE_NAMES and not all(_in_run(one, pair) for one in ours):
            continue
        if _changed_places(ours, theirs, change, pair):
            continue
        yield Differs("name", words_of(ours), words_of(theirs))


def _is_alone(change: Change) -> bool:
    return len(change.claim) <= 3 and len(change.source) <= 3


def _in_run(token: Token, pair: Comparison) -> bool:
    """In a language that writes nouns with capitals: whether a word looks like a name all the same."""
    before = pair.claim[: token.char_start].split()[-1:]
    after = pair.claim[token.char_end :].split()[:1]
    article = re.compile(r"(?:der|die|das|den|dem|des|ein|eine|einen|einem|einer|eines|\w+e[nrsm]?)$")
    if before and before[0][:1].isupper() and not before[0].endswith((".", ",")):
        return True
    if after and after[0][:1].isupper() and pair.claim[token.char_end : token.char_end + 1] not in {",", "."}:
        return True
    return bool(before) and not article.match(before[0].lower())


def _same(ours: Token, theirs: Token, pair: Comparison) -> bool:
    if covers(ours.norm, (theirs.norm,), pair.language):
        return True
    a, b = ours.word.lower().rstrip("'s"), theirs.word.lower().rstrip("'s")
    return any(a in row.split() and b in row.split() for row in _ALSO) or _is_acronym(ours.word, pair.source)


def _is_acronym(word: str, text: str) -> bool:
    letters = re.sub(r"[^A-Za-z]", "", word)
    if len(letters) < 2 or not word[-1].isupper():
        return False
    return (
        re.search(r"\b" + r"\w*[\s-]+(?:(?:of|the|and|for|de|et)\s+)?".join(letters), text, re.IGNORECASE) is not None
    )


def _is_shortened(word: str, text: str) -> bool:
    """Whether the text may name a thing by its letters ("APOE") or in full ("Health Organization")."""
    return _is_acronym(word, text) or re.search(rf"\b{re.escape(word[:3].upper())}[A-Z0-9]*\b", text) is not None


def _changed_places(ours: Sequence[Token], theirs: Sequence[Token], change: Change, pair: Comparison) -> bool:
    """Whether names only stand in another order, joined by "and": nobody did anything to anybody."""
    name = ours[0]
    other = next(
        (one for one in pair.changes if one is not change and any(t.norm == name.norm for t in one.source)), None
    )
    if other is None or not any(t.norm == theirs[0].norm for t in other.claim):
        return False
    place = next(t for t in other.claim if t.norm == theirs[0].norm)
    low, high = sorted((name.char_start, place.char_start))
    between = [one for one in pair.claim_tokens if low < one.char_start < high and not one.is_function]
    known = known_names(pair.text)
    return all(one.word.lower() in _JOINS or is_name(one, pair.claim, pair.language, known) for one in between)


def _turned(pair: Comparison) -> Iterator[Differs]:
    """Two names around one verb in the other order, with no passive to make up for it."""
    if sorted(one.norm for one in pair.claim_tokens if not one.is_function) != sorted(
        one.norm for one in pair.source_tokens if not one.is_function
    ):
        return
    if _passives(pair.claim) != _passives(pair.source):
        return
    known = known_names(pair.text)
    ours = [one for one in pair.claim_tokens if not one.is_function]
    theirs = [one for one in pair.source_tokens if not one.is_function]
    first = next((i for i, (a, b) in enumerate(zip(ours, theirs, strict=True)) if a.norm != b.norm), None)
    if first is None:
        return
    a, b = ours[first], theirs[first]
    if not (
        is_name(a, pair.claim, pair.language, known | {a.word})
        and is_name(b, pair.source, pair.text_language, known | {b.word})
    ):
        return
    last = next(i for i in range(first + 1, len(ours)) if ours[i].norm == b.norm)
    if theirs[last].norm != a.norm or any(ours[i].norm != theirs[i].norm for i in range(first + 1, last)):
        return
    between = ours[first + 1 : last]
    if any(not is_name(one, pair.claim, pair.language, known) and one.word.lower() not in _JOINS for one in between):
        yield Differs("name", words_of((a, *between, ours[last])), words_of((b, *between, theirs[last])))


def _passives(text: str) -> int:
    return len(re.findall(r"\b(?:by|von|durch|par|por)\b", text, re.IGNORECASE))


def _missing(pair: Comparison) -> Iterator[Differs]:
    """Names that stand nowhere in the text, in a language whose names are told by capitals."""
    if pair.language in _NOUNS_LIKE_NAMES or pair.language != pair.text_language or pair.coverage < _FAR:
        return
    known = known_names(pair.text)
    names = [one for one in pair.claim_tokens if is_name(one, pair.claim, pair.language, known)]
    if not names:
        return
    theirs = content_stems(f"{pair.text} {pair.asked}", pair.text_language)
    lower_text = pair.text.lower()
    for at, name in enumerate(names):
        if covers(name.norm, theirs, pair.language) or name.word.lower() in lower_text:
            continue
        if not pair.is_near and not _is_plain_name(name, pair.claim):
            continue
        lower = name.word.lower().rstrip("'s")
        if any(
            lower in row.split() and any(covers(one, theirs, pair.language) for one in row.split()) for row in _ALSO
        ):
            continue
        if any(sign.isdigit() for sign in name.word) or _is_shortened(name.word, pair.text):
            continue
        if at and names[at - 1].char_end + 1 == name.char_start and covers(names[at - 1].norm, theirs, pair.language):
            continue
        yield Differs("name", name.word, "")


def _is_plain_name(token: Token, text: str) -> bool:
    """Whether a word is a name of the common kind, and no symbol that the text may write in full."""
    if not re.fullmatch(r"[A-ZÀ-Þ][a-zà-ÿ]{3,}(?:['’]s)?", token.word):
        return False
    after, before = text[token.char_end : token.char_end + 2], text[max(0, token.char_start - 1) : token.char_start]
    numbered = text[: token.char_start].rstrip()[-1:].isdigit()
    return not numbered and not after.startswith("-") and not after[1:].isdigit() and before not in {"-", "(", "+", "/"}
