"""Who did what: two things that changed places around a verb, and words laid into another's mouth."""

import re
from collections.abc import Iterator, Sequence

from agent.rules.align import Comparison
from agent.rules.denials import is_negator
from agent.rules.finding import Differs
from agent.rules.names import is_name, known_names
from agent.rules.tokens import Token, find_stretches, find_tokens, words_of
from agent.words.terms import is_unspaced

_JOINS = frozenset({"and", "or", "with", "between", "und", "oder", "mit", "zwischen", "et", "ou", "avec", "entre", "y",
                    "o", "con", "from", "to", "than", "als", "que"})  # fmt: skip
# What two do to each other, whoever is named first.
_MUTUAL = re.compile(
    r"met|meets?|marri\w+|border\w*|equal\w*|divorc\w+|interact\w*|correlat\w*|associat\w*|differ\w*|resembl\w*|"
    r"join\w*|merg\w*|neighbou?r\w*|relat\w*|link\w*|is|are|was|were|be",
    re.IGNORECASE,
)
_TURNS_LISTED = (
    "is are was were be been being wird werden wurde wurden est sont était étaient été fue fueron es",
    "son more less mehr weniger plus moins más menos",
)
_TURNS = frozenset(word for row in _TURNS_LISTED for word in row.split())
_PLAIN = re.compile(r"[A-ZÀ-Þ][a-zà-ÿ]{2,}(?:['’]s)?")
_BY = {"en": "by", "de": "von", "fr": "par", "es": "por"}
_BLOCK = 4  # words of a thing that changes places
_SAID = re.compile(
    r"(?:said|says|told|tells|argued|argues|warned|warns|claimed|claims|announced|stated|states|added|believes|"
    r"believed|thinks|thought|wrote|writes|called|suggested|suggests|sagte|sagt|erklärte|dit|déclaré|affirme|dijo|dice)$",
    re.IGNORECASE,
)
_COVERED = 0.8
_AGENT = 5  # words of who did something
# What may stand between a doer and the deed: "Ada has often written". Behind "Holm as head" no deed begins.
_NO_AUXILIARY_LISTED = (
    "as in of at for to from with by on about than the his her its their als der die das den dem des ein eine",
    "einen von zu mit für um que de en à le la les un une du des el los las una con por para",
)
_NO_AUXILIARY = frozenset(word for row in _NO_AUXILIARY_LISTED for word in row.split())


def find_role_differences(pair: Comparison) -> Iterator[Differs]:
    """Yield two things exchanged around a verb, another doer than the source's, another speaker."""
    if is_unspaced(pair.claim) or pair.language != pair.text_language:
        return
    if found := _exchanged(pair) or _doubled(pair) or _other_doer(pair) or _other_speaker(pair):
        yield found


def _content(tokens: Sequence[Token]) -> list[Token]:
    return [one for one in tokens if not one.is_function]


def _exchanged(pair: Comparison) -> Differs | None:
    """Two blocks of words in each other's place around a verb, and all other words as they were."""
    ours, theirs = _content(pair.claim_tokens), _content(pair.source_tokens)
    if len(ours) != len(theirs) or _passives(pair.claim) != _passives(pair.source):
        return None
    if _forms(pair.claim_tokens) != _forms(pair.source_tokens):
        return None
    a, b = [one.norm for one in ours], [one.norm for one in theirs]
    if a == b or sorted(a) != sorted(b):
        return None
    first = next(i for i in range(len(a)) if a[i] != b[i])
    last = next(i for i in range(len(a), 0, -1) if a[i - 1] != b[i - 1])
    left, right = a[first:last], b[first:last]
    for m in range(1, min(_BLOCK, len(left)) + 1):
        for n in range(1, min(_BLOCK, len(left) - m) + 1):
            middle = left[m : len(left) - n]
            block = [*ours[first : first + m], *ours[last - n : last]]
            if any(one.value is not None or is_negator(one, pair.language) for one in block):
                continue
            if middle and right == [*left[len(left) - n :], *middle, *left[:m]]:
                between = ours[first + m : last - n]
                return None if _is_mutual(between, pair) else _as_exchange(ours[first:last], theirs[first:last])
    return None


def _forms(tokens: Sequence[Token]) -> list[str]:
    """The words that turn a voice or a comparison."""
    return sorted(word for one in tokens if (word := one.word.lower()) in _TURNS)


def _is_mutual(between: Sequence[Token], pair: Comparison) -> bool:
    low, high = between[0].char_start, between[-1].char_end
    words = [one for one in pair.claim_tokens if low <= one.char_start < high]
    known = known_names(pair.text)
    return all(
        one.word.lower() in _JOINS or one.is_function or one.value is not None or _MUTUAL.fullmatch(one.word)
        or is_name(one, pair.claim, pair.language, known)
        for one in words
    )  # fmt: skip


def _as_exchange(ours: Sequence[Token], theirs: Sequence[Token]) -> Differs:
    return Differs("name", words_of(ours), words_of(theirs))


def _doubled(pair: Comparison) -> Differs | None:
    """A word that the source has once, a second time in another word's place: "the landlord's lawyer" of a landlord."""
    if not pair.is_near:
        return None
    ours = [one.norm for one in pair.claim_tokens]
    theirs = [one.norm for one in pair.source_tokens]
    for change in pair.changes:
        if not change.is_inside or len(change.claim) != 1 or len(change.source) != 1:
            continue
        said, stated = change.claim[0], change.source[0]
        if said.is_function or stated.is_function or said.value or stated.value:
            continue
        if ours.count(said.norm) > theirs.count(said.norm) >= 1 and stated.norm not in ours:
            return Differs("name", said.word, stated.word)
    return None


def _passives(text: str) -> int:
    return len(re.findall(r"\b(?:by|von|durch|par|por)\b", text, re.IGNORECASE))


def _other_doer(pair: Comparison) -> Differs | None:
    """A deed that the source has done by one name and the claim by another one of the source's."""
    known = known_names(pair.text)
    theirs = dict(_doers(pair.source_tokens, pair.source, pair.text_language, known))
    ours = dict(_doers(pair.claim_tokens, pair.claim, pair.language, known))
    for deed, doer in theirs.items():
        said = ours.get(deed) or _active(pair.claim_tokens, pair.claim, pair.language, known, deed)
        if said and not {one.norm for one in said} & {one.norm for one in doer}:
            return Differs("name", words_of(said), words_of(doer))
    for deed, said in ours.items():
        doer = _active(pair.source_tokens, pair.source, pair.text_language, known, deed)
        if deed not in theirs and doer and not {one.norm for one in said} & {one.norm for one in doer}:
            return Differs("name", words_of(said), words_of(doer))
    return None


def _doers(
    tokens: Sequence[Token], text: str, language: str | None, known: frozenset[str]
) -> Iterator[tuple[str, list[Token]]]:
    """Deeds with the names after their "by"."""
    by = _BY.get(language or "en")
    for at, token in enumerate(tokens):
        if token.word.lower() != by or not at or (language == "de" and tokens[at - 1].word[0].isupper()):
            continue
        names = _names_from(tokens, at + 1, 1, text, language, known)
        if names:
            yield tokens[at - 1].norm, names


def _active(tokens: Sequence[Token], text: str, language: str | None, known: frozenset[str], deed: str) -> list[Token]:
    at = next((i for i, one in enumerate(tokens) if one.norm == deed), 0)
    after = tokens[at + 1].word.lower() if at + 1 < len(tokens) else ""
    if not at or after == _BY.get(language or "en"):
        return []
    if tokens[at - 1].word.lower() in _NO_AUXILIARY:
        return []
    return _names_from(tokens, at - 1, -1, text, language, known)


def _names_from(
    tokens: Sequence[Token], at: int, step: int, text: str, language: str | None, known: frozenset[str]
) -> list[Token]:
    found: list[Token] = []
    for i in range(at, at + step * _AGENT, step):
        if not 0 <= i < len(tokens):
            break
        one, near = tokens[i], tokens[i - step]
        low, high = sorted((one, near), key=lambda each: each.char_start)
        if i == at and re.search(r"[,;:.()]", text[low.char_end : high.char_start]):
            break
        if _PLAIN.fullmatch(one.word) and is_name(one, text, language, known):
            found.append(one)
        elif found or not (one.is_function or step > 0) or re.match(r"(?:is|are|was|were|be|been)$", one.word):
            break
    return found


def _other_speaker(pair: Comparison) -> Differs | None:
    """What one name says in the source, said by another one in the claim."""
    known = known_names(pair.text)
    at = next((i for i, one in enumerate(pair.claim_tokens) if _SAID.match(one.word)), None)
    if at is None or pair.language not in {None, "en"}:
        return None
    mine = [one for one in pair.claim_tokens[:at] if is_name(one, pair.claim, pair.language, known | {one.word})]
    what = {one.norm for one in pair.claim_tokens[at + 1 :] if not one.is_function}
    if not mine or len(mine) > _AGENT or len(what) < 2:
        return None
    for stretch in find_stretches(pair.text, pair.text_language):
        sentence = pair.text[stretch.char_start : stretch.char_end]
        tokens = find_tokens(sentence, pair.text_language)
        held = {one.norm for one in tokens}
        if len(what & held) < _COVERED * len(what) or held & {one.norm for one in mine}:
            continue
        said = next((i for i, one in enumerate(tokens) if _SAID.match(one.word)), None)
        if said is None:
            continue
        theirs = _names_from(tokens, said - 1, -1, sentence, pair.text_language, known)
        if theirs:
            return Differs("name", words_of(mine), words_of(theirs))
    return None
