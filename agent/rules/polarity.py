"""A "not" that was dropped or added, a word turned into its opposite: what a claim says the other way round."""

import re
from collections.abc import Iterable, Iterator, Sequence

from agent.rules.align import Change, Comparison
from agent.rules.comparisons import hold_comparisons
from agent.rules.denials import (
    Turn,
    clip_changes,
    find_denials,
    find_moved_denial,
    is_excepted,
    is_negator,
    is_worded_otherwise,
    poles_at,
)
from agent.rules.finding import Differs
from agent.rules.opposites import are_opposed, unspaced_opposites
from agent.rules.tokens import Token
from agent.words.terms import is_unspaced

_UNSPACED = re.compile(r"不是|没有|沒有|并非|从不|从未|未曾|无法|不|没|沒|无|無|未|非")
_REFUSED = re.compile(r"拒绝|否认|禁止|缺乏|停止|避免|取消")
_PREFIX = ("un", "in", "im", "il", "ir", "non", "dis", "mis", "non-")
_THAN = re.compile(r"\b(?:than|als|que)\b", re.IGNORECASE)
_THAN_ANOTHER = re.compile(r"\bthan\b(?! (?:half|a |an |\d))")
_JOINS = frozenset({"the", "der", "die", "das", "le", "la", "el", "a", "is", "ist", "es"})
_EFFECTS = frozenset({"change", "quality", "amount"})
_NEAR = 5  # words that face each other
_MORE_OR_LESS = frozenset({"more", "less", "fewer", "mehr", "weniger", "plus", "moins", "más", "menos"})
_LIMIT = 6  # characters between "more" and what it is more than
_COVERED = 0.4  # coverage from which the two speak of one thing


def find_polarity_differences(pair: Comparison) -> Iterator[Differs]:
    """Yield what turns the claim round; nothing where a "not" and an opposite make up for each other."""
    compared = hold_comparisons(pair)
    if isinstance(compared, Differs):
        yield compared
        return
    if not pair.is_near:
        yield from _as_differences(_turned_effects(pair), compared)
        return
    if is_unspaced(pair.claim):
        if compared:
            return
        yield from _find_unspaced(pair)
        return
    if is_turned(pair):
        return
    if (still := find_moved_denial(pair)) is not None:
        yield still
        return
    opposites = [one for one in _opposites(pair) if one.claim.lower() not in compared]
    turned = {word for turn in opposites for word in (turn.claim, turn.source)}
    turns = [one for one in find_denials(pair) if not turned & {one.claim, one.source}]
    prefixes = [one for one in _prefixes(pair) if not turned & {one.claim, one.source}]
    if not opposites and turns and (is_worded_otherwise(pair) or is_excepted(pair)):
        return
    if (turns or prefixes) and (len(turns) + len(opposites) + len(prefixes)) % 2 == 0:
        return
    yield from _as_differences((*turns, *prefixes, *opposites) or _turned_effects(pair), compared)


def _as_differences(turns: Iterable[Turn], compared: frozenset[str]) -> Iterator[Differs]:
    """The turns as differences, without words of a comparison that says the same."""
    return (Differs(one.kind, one.claim, one.source) for one in turns if one.claim.lower() not in compared)


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
        are_opposed(poles_at(one, pair.language), poles_at(other, pair.text_language))
        for one in ours
        for other in theirs
    )


def _opposites(pair: Comparison) -> Iterator[Turn]:
    for change in clip_changes(pair):
        if not change.claim or not change.source or (not change.is_inside and not _is_edge(change)):
            continue
        for ours, theirs in _facing(change):
            if _limits_others(ours, theirs, pair):
                continue
            if are_opposed(poles_at(ours, pair.language), poles_at(theirs, pair.text_language)) and not _is_turned(
                ours, theirs, pair
            ):
                yield Turn("comparative", ours.word, theirs.word)
                break


def _limits_others(ours: Token, theirs: Token, pair: Comparison) -> bool:
    """Whether two words only limit values that differ: "more than 90 percent", "fewer than one in ten"."""
    values = [
        next((each.value for each in tokens if 0 < each.char_start - one.char_end <= _LIMIT and each.value), None)
        for one, tokens in ((ours, pair.claim_tokens), (theirs, pair.source_tokens))
    ]
    a, b = values
    return (
        {ours.word.lower(), theirs.word.lower()} <= _MORE_OR_LESS
        and a is not None
        and b is not None
        and (abs(a.low - b.low) > 0.01 * max(abs(a.low), abs(b.low)))
    )


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


def _prefixes(pair: Comparison) -> Iterator[Turn]:
    for change in pair.changes:
        for ours, theirs in _facing(change):
            a, b = ours.word.lower(), theirs.word.lower()
            if any(a == prefix + b or b == prefix + a for prefix in _PREFIX):
                yield Turn("negation", ours.word, theirs.word)


def _find_unspaced(pair: Comparison) -> Iterator[Differs]:
    for change in pair.changes:
        if not (change.is_inside or len(change.source) <= _NEAR):
            continue
        ours, theirs = _UNSPACED.findall(_joined(change.claim)), _UNSPACED.findall(_joined(change.source))
        if len(ours) != len(theirs) and not _REFUSED.search(_joined(change.claim) + _joined(change.source)):
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


def _turned_effects(pair: Comparison) -> Iterator[Turn]:
    """In other words than the source's: the same thing said to rise where it falls, and nothing denied."""
    if pair.coverage < _COVERED or pair.language not in {None, "en"} or pair.language != pair.text_language:
        return
    if _THAN_ANOTHER.search(pair.claim) and _THAN_ANOTHER.search(pair.source):
        return  # held as a comparison, whose sides may have changed places
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
        yield Turn("comparative", word.word, theirs[0].word)


def _effect(token: Token) -> frozenset[tuple[str, int]]:
    return frozenset(one for one in poles_at(token, "en") if one[0] in _EFFECTS)


def _things(tokens: Sequence[Token], at: int, count: int) -> frozenset[str]:
    """What stands next after a word: the first few words with content."""
    return frozenset([one.norm for one in tokens[at + 1 :] if not one.is_function][:count])
