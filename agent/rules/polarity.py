"""A "not" that was dropped or added, a word turned into its opposite: what a claim says the other way round."""

import functools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agent.rules.align import Change, Comparison
from agent.rules.finding import Differs
from agent.rules.opposites import are_opposed, poles_of, unspaced_opposites
from agent.rules.tokens import Token, words_of
from agent.words.terms import is_unspaced

_NEGATORS = {
    "en": "not no never none nor neither nobody nothing nowhere cannot without hardly scarcely barely rarely seldom "
    "unable "
    "fail fails failed failing failure lack lacks lacked lacking refuse refuses refused deny denies denied "
    "false unlikely "
    ""
    "cease ceases ceased impossible absence absent devoid free",
    "de": "nicht kein keine keinen keinem keiner keines nie niemals niemand nichts ohne weder kaum nirgends",
    "fr": "pas jamais aucun aucune rien sans ni nullement non",
    "es": "no nunca jamás ningún ninguna ninguno nada sin nadie tampoco",
    "it": "non mai nessun nessuna nessuno niente senza",
    "nl": "niet geen nooit niets niemand zonder",
    "pt": "não nunca jamais nenhum nenhuma nada sem ninguém",
}
_UNSPACED = re.compile(r"不是|没有|沒有|并非|从不|从未|未曾|无法|不|没|沒|无|無|未|非")
_PREFIX = ("un", "in", "im", "il", "ir", "non", "dis", "mis", "non-")
_LIMIT = re.compile(
    r"(?:only|just|merely|simply|until|before|more|less|fewer|later|earlier|doubt|nur|vor|mehr|weniger)$"
)
_DENYING_WORD = re.compile(
    r"(?:un|in|im|ir|il|dis|non)[a-z]{4,}$|[a-z]{3,}(?:less|free)$|(?:un)[a-z]{4,}|[a-z]+los(?:e[nrsm]?)?$"
)
_LEADS = 10  # words before what is taken from a sentence
_THAN = re.compile(r"\b(?:than|als|que)\b", re.IGNORECASE)
_MORE_OR_LESS = frozenset({"more", "less", "fewer", "mehr", "weniger", "plus", "moins", "más", "menos"})
_JOINS = frozenset({"the", "der", "die", "das", "le", "la", "el", "a", "is", "ist", "es"})
_SAID_OF = re.compile(r"\b(?:that|whether|dass|que|of|to|for|daß)\W*$", re.IGNORECASE)
_EFFECTS = frozenset({"change", "quality", "amount"})
_COVERED = 0.4  # coverage from which the two speak of one thing
_NEAR = 5  # words that face each other


@dataclass(frozen=True, slots=True)
class _Turn:
    """What turns a statement round, in the claim or in the source."""

    kind: str
    claim: str
    source: str


def find_polarity_differences(pair: Comparison) -> Iterator[Differs]:
    """Yield what turns the claim round; nothing where a "not" and an opposite make up for each other."""
    if not pair.is_near:
        for turn in _turned_effects(pair):
            yield Differs(turn.kind, turn.claim, turn.source)
        return
    if is_unspaced(pair.claim):
        yield from _find_unspaced(pair)
        return
    if is_turned(pair):
        return
    opposites = list(_opposites(pair))
    turned = {word for turn in opposites for word in (turn.claim, turn.source)}
    turns = [one for one in _denials(pair) if not turned & {one.claim, one.source}]
    prefixes = [one for one in _prefixes(pair) if not turned & {one.claim, one.source}]
    if not opposites and turns and _is_worded_otherwise(pair):
        return
    if (turns or prefixes) and (len(turns) + len(opposites) + len(prefixes)) % 2 == 0:
        return
    for turn in (*turns, *prefixes, *opposites) or tuple(_turned_effects(pair)):
        yield Differs(turn.kind, turn.claim, turn.source)


def is_turned(pair: Comparison) -> bool:
    """Whether two sides of a comparison changed places and the comparison with them: "B is lower than A"."""
    ours = [one for change in pair.changes for one in change.claim]
    theirs = [one for change in pair.changes for one in change.source]
    moved = {one.norm for one in ours if one.norm not in _JOINS} & {one.norm for one in theirs}
    if not moved or not (_THAN.search(pair.claim) and _THAN.search(pair.source)):
        return False
    if {one.word.lower() for one in ours} & _MORE_OR_LESS != {one.word.lower() for one in theirs} & _MORE_OR_LESS:
        return True
    return any(
        are_opposed(_poles(one, pair.language), _poles(other, pair.text_language)) for one in ours for other in theirs
    )


def _poles(token: Token, language: str | None) -> frozenset[tuple[str, int]]:
    return poles_of(token.word.lower(), token.norm, language)


@functools.cache
def negators(language: str | None) -> frozenset[str]:
    """The words of a language that deny, in lower case."""
    return frozenset(_NEGATORS.get(language or "en", _NEGATORS["en"]).split())


def is_negator(token: Token, language: str | None) -> bool:
    """Whether a word denies by itself ("not", "never", "without", "isn't")."""
    word = token.word.lower().replace("’", "'")
    return word in negators(language) or (word.endswith("n't") and language in {None, "en"})


def _denying(tokens: Sequence[Token], all_tokens: Sequence[Token], language: str | None) -> list[Token]:
    """The negators among some tokens that do more than set a limit ("not only", "no later than", "not before")."""
    found: list[Token] = []
    for token in tokens:
        if not is_negator(token, language):
            continue
        at = next(i for i, one in enumerate(all_tokens) if one is token)
        after = [one.word.lower() for one in all_tokens[at + 1 : at + 7]]
        if any(_LIMIT.match(" ".join(after[:words])) for words in (1, 2)):
            continue
        if token.word.lower() == "free" and after[:1] not in (["of"], ["from"]):
            continue
        if token.word.lower() in {"nor", "ni"} and found:
            continue
        if {"until", "before"} & set(after) and token.word.lower() not in {"without", "no"}:
            continue
        found.append(token)
    return found


def _denials(pair: Comparison) -> Iterator[_Turn]:
    ours: list[tuple[Token, Change]] = []
    theirs: list[tuple[Token, Change]] = []
    for change in pair.changes:
        ours += [(one, change) for one in _denying(change.claim, pair.claim_tokens, pair.language)]
        if change.is_inside or _leads(change, pair) or _ends(change, pair):
            theirs += [(one, change) for one in _denying(change.source, pair.source_tokens, pair.text_language)]
    for _ in range(min(len(ours), len(theirs))):
        ours.pop()
        theirs.pop()
    for token, change in ours:
        yield _Turn("negation", words_of(change.claim) if len(change.claim) <= _NEAR else token.word, "")
    for token, change in theirs:
        if len(change.source) <= _LEADS:
            yield _Turn("negation", "", words_of(change.source) if len(change.source) <= _NEAR else token.word)


def _ends(change: Change, pair: Comparison) -> bool:
    """Whether the source ends in a bare "not", as German does."""
    if not change.source or change.source[-1] is not pair.source_tokens[-1]:
        return False
    return all(one.is_function or is_negator(one, pair.text_language) for one in change.source)


def _is_worded_otherwise(pair: Comparison) -> bool:
    """Whether a changed word may itself deny: "unsafe", "seedless"."""
    return any(
        _DENYING_WORD.match(one.word)
        for change in pair.changes
        for side, other in ((change.claim, pair.source_tokens), (change.source, pair.claim_tokens))
        for one in side
        if not is_negator(one, pair.language) and one.norm not in {each.norm for each in other}
    )


def _leads(change: Change, pair: Comparison) -> bool:
    """Whether the source's words before the claim's speak of them: "there is no evidence that"."""
    if change.is_inside or not change.source or change.source[0] is not pair.source_tokens[0]:
        return False
    before = pair.source[change.source[0].char_start : change.source[-1].char_end]
    return bool(_SAID_OF.search(before)) or (len(change.source) <= _NEAR and "," not in before)


def _opposites(pair: Comparison) -> Iterator[_Turn]:
    for change in pair.changes:
        if not change.claim or not change.source or (not change.is_inside and not _is_edge(change)):
            continue
        for ours, theirs in _facing(change):
            if are_opposed(_poles(ours, pair.language), _poles(theirs, pair.text_language)) and not _is_turned(
                ours, theirs, pair
            ):
                yield _Turn("comparative", ours.word, theirs.word)
                break


def _is_edge(change: Change) -> bool:
    return len(change.claim) <= 2 and len(change.source) <= 2


def _facing(change: Change) -> Iterator[tuple[Token, Token]]:
    """Words that stand in each other's place, give or take the words that came with them."""
    if len(change.claim) > _NEAR or len(change.source) > _NEAR:
        return
    for ours in change.claim:
        for theirs in change.source:
            if ours.value is None and theirs.value is None:
                yield ours, theirs


def _is_turned(ours: Token, theirs: Token, pair: Comparison) -> bool:
    """Whether the two sides of a comparison changed places with it: "A is higher than B", "B is lower than A"."""
    before = {one.norm for one in pair.claim_tokens if one.char_start < ours.char_start and not one.is_function}
    after = {one.norm for one in pair.source_tokens if one.char_start > theirs.char_start and not one.is_function}
    ahead = {one.norm for one in pair.source_tokens if one.char_start < theirs.char_start and not one.is_function}
    return len(before & after) > len(before & ahead)


def _prefixes(pair: Comparison) -> Iterator[_Turn]:
    for change in pair.changes:
        for ours, theirs in _facing(change):
            a, b = ours.word.lower(), theirs.word.lower()
            if any(a == prefix + b or b == prefix + a for prefix in _PREFIX):
                yield _Turn("negation", ours.word, theirs.word)


def _find_unspaced(pair: Comparison) -> Iterator[Differs]:
    for change in pair.changes:
        if not (change.is_inside or len(change.source) <= _NEAR):
            continue
        ours, theirs = _UNSPACED.findall(_joined(change.claim)), _UNSPACED.findall(_joined(change.source))
        if len(ours) != len(theirs):
            yield Differs("negation", "".join(ours), "".join(theirs))
    ours = _marked(pair.claim, [change.claim for change in pair.changes])
    theirs = _marked(pair.source, [change.source for change in pair.changes])
    for one, other in unspaced_opposites():
        for ours_word, theirs_word in ((one, other), (other, one)):
            if ours_word in ours and theirs_word in theirs and ours_word not in theirs and theirs_word not in ours:
                yield Differs("comparative", ours_word, theirs_word)
                return


def _joined(tokens: Sequence[Token]) -> str:
    return "".join(token.word for token in tokens)


def _marked(text: str, groups: Sequence[Sequence[Token]]) -> str:
    """The changed parts with a sign on either side, which a word may share."""
    return "|".join(text[max(0, group[0].char_start - 1) : group[-1].char_end + 1] for group in groups if group)


def _turned_effects(pair: Comparison) -> Iterator[_Turn]:
    """In other words than the source's: the same thing said to rise where it falls, and nothing denied."""
    if pair.coverage < _COVERED or pair.language not in {None, "en"} or pair.language != pair.text_language:
        return
    if any(is_negator(one, pair.language) for one in (*pair.claim_tokens, *pair.source_tokens)):
        return
    ours = [at for at, one in enumerate(pair.claim_tokens) if _effect(one)]
    if len(ours) != 1:
        return
    word = pair.claim_tokens[ours[0]]
    thing = _things(pair.claim_tokens, ours[0], 1)
    theirs = [
        one for at, one in enumerate(pair.source_tokens) if _effect(one) and thing & _things(pair.source_tokens, at, 4)
    ]
    if theirs and all(are_opposed(_effect(word), _effect(one)) for one in theirs):
        yield _Turn("comparative", word.word, theirs[0].word)


def _effect(token: Token) -> frozenset[tuple[str, int]]:
    return frozenset(one for one in _poles(token, "en") if one[0] in _EFFECTS)


def _things(tokens: Sequence[Token], at: int, count: int) -> frozenset[str]:
    """What stands next after a word: the first few words with content."""
    return frozenset([one.norm for one in tokens[at + 1 :] if not one.is_function][:count])
