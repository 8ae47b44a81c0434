"""A claim in other words than its source that says the contrary: a denial too many, another quantity, an opposite."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from agent.rules.align import Comparison
from agent.rules.alike import keys_of
from agent.rules.comparisons import hold_comparisons
from agent.rules.finding import Differs
from agent.rules.frames import hold_frames, hold_voices
from agent.rules.parts import Part, are_alike, as_word, find_parts
from agent.rules.poles import poles_apart
from agent.rules.scales import DENYING, Quantity, are_apart, find_quantities
from agent.rules.signs import Denial, find_signs
from agent.rules.tokens import Token, content_stems
from agent.words.terms import is_unspaced, stem_word

COVERED = 0.42  # of the claim's words that the source's clause must hold
RETURNED = 0.4  # of the source's clause that the claim must hold
_DENIED = 0.5  # the same of both, where a "not" is all that tells
_SURE = 0.6  # the same, from which any word that denies tells
_TAKEN = 2  # words with content after a denial, one of which the other side must have
_UNSPACED_NOT = re.compile("不是|没有|沒有|并非|从不|从未|未曾|无法|不(?!同|断|久|少|仅|过)|没|沒|无|無|未(?!来)")
_UNSPACED_PERHAPS = re.compile("拒绝|否认|禁止|缺|停止|避免|取消|少|非|只|失败|除|反对|驳回|才|难")
_PREFIX = re.compile(r"^(?:un|dis|non-?)(?=[a-zäöü]{4})")
_FEW = 12  # words of a claim that is taken for a paraphrase though it has most of its source's words
_REACH = 4  # words between a "not" and the "every" that it takes back
_ONE_OF = re.compile(r"\b(?:one of|einer? (?:der|von)|une? des|un[oa]? de l[oa]s)\b", re.IGNORECASE)
_NEVER_LISTED = "never no none nowhere nobody nothing nie niemals kein keine jamais aucun aucune nunca jamás"
_NEVER = frozenset([*_NEVER_LISTED.split(), "ninguna", "ningún", "no one", "noch nie", "not", "nicht"])
_SO_MUCH = re.compile(r"\b(?:so (?!that\b|far\b|the\b|as\b)|such an?\b|tant\b|tan |tant[oa]s?\b|solch)")
_UNTIL = re.compile(r"\b(?:until|till|up to|bis|jusqu['’]|hasta)", re.IGNORECASE)
_SHOWN = frozenset(
    ["evidence", "sign", "signs", "indication", "proof", "hint", "trace", "traces", "hinweis", "beleg", "preuve"]
)


def find_reworded_differences(pair: Comparison) -> Iterator[Differs]:
    """Yield what turns a reworded claim round, clause by clause, where claim and source speak of one thing."""
    if pair.language != pair.text_language:
        return
    if is_unspaced(pair.claim):
        yield from () if pair.is_near else _find_unspaced(pair)
        return
    if _is_of_another(pair):
        return
    held = hold_frames(pair)
    if held is None and pair.coverage >= _SURE:
        held = hold_voices(pair)
    if isinstance(held, Differs):
        yield held
        return
    if pair.is_near and len(pair.claim_tokens) > _FEW:
        return  # a long sentence of nearly the source's own words, whose every change was looked at
    is_compared = bool(hold_comparisons(pair))
    for part in find_parts(pair):
        if part.covered < COVERED or part.returned < RETURNED:
            continue
        found = _bounded(part) or _quantity(part, pair) or _denied(part, pair)
        if found is None and not is_compared:
            found = _opposed(part, pair)
        if found is not None:
            yield found
            return


def _find_unspaced(pair: Comparison) -> Iterator[Differs]:
    """A "not" too many or too few between two sentences of nearly the same signs."""
    held = [{one.norm for one in tokens} for tokens in (pair.claim_tokens, pair.source_tokens)]
    if len(held[0] & held[1]) < _SURE * max(len(held[0]), len(held[1])):
        return
    if _UNSPACED_PERHAPS.search(pair.claim) or _UNSPACED_PERHAPS.search(pair.source):
        return
    ours, theirs = _UNSPACED_NOT.findall(pair.claim), _UNSPACED_NOT.findall(pair.source)
    if len(ours) + len(theirs) == 1:
        yield Differs("negation", "".join(ours), "".join(theirs))


def _is_of_another(pair: Comparison) -> bool:
    """Whether the claim has a word that its sentence of the source lacks and others of the text have: it may speak of
    those."""
    elsewhere = content_stems(pair.text, pair.text_language) - {one.norm for one in pair.source_tokens}
    missing = [one for one in pair.claim_tokens if not one.is_function and one.value is None and one.norm in elsewhere]
    if not missing:
        return False
    known = {key for one in pair.source_tokens for key in keys_of(one, pair.text_language)}
    return any(known.isdisjoint(keys_of(one, pair.language)) for one in missing)


def _bounded(part: Part) -> Differs | None:
    """At most of what the source has at least."""
    for one in part.ours:
        for other in part.theirs:
            if one.value is None or other.value is None or one.value.kind == "date":
                continue
            same = one.value.kind == other.value.kind and one.value.low == other.value.low
            if same and {one.value.bound, other.value.bound} == {"least", "most"}:
                return Differs("quantifier", one.word, other.word)
    return None


def _quantity(part: Part, pair: Comparison) -> Differs | None:
    ours, theirs = _quantities(part.ours, pair.language), _quantities(part.theirs, pair.text_language)
    for one in ours:
        for other in theirs:
            if not are_apart(one.step, other.step):
                continue
            if any(each.step == other.step for each in ours) or any(each.step == one.step for each in theirs):
                continue
            is_alone = len(ours) == len(theirs) == 1
            if not is_alone and not _same_thing(part, one, other, pair):
                continue
            if (one.step in DENYING) != (other.step in DENYING) and _makes_up(part, one, other, pair):
                continue
            return Differs("quantifier", one.words, other.words)
    return None


def _quantities(tokens: tuple[Token, ...], language: str | None) -> list[Quantity]:
    """What says how many in a clause; all of what is denied is not all."""
    nots = [one.last for one in find_signs(tokens, language).denials if one.is_plain]
    return [
        replace(one, step="not all") if one.step == "all" and any(0 < one.first - at <= _REACH for at in nots) else one
        for one in find_quantities(tokens, language)
    ]


def _same_thing(part: Part, one: Quantity, other: Quantity, pair: Comparison) -> bool:
    ours = _after(part.ours, one.last, 1, pair.language)
    return not ours.isdisjoint(_after(part.theirs, other.last, 1, pair.text_language))


def _after(tokens: Sequence[Token], at: int, count: int, language: str | None) -> frozenset[str]:
    near = [one for one in tokens[at + 1 :] if not one.is_function][:count]
    return frozenset(key for one in near for key in keys_of(one, language))


def _makes_up(part: Part, one: Quantity, other: Quantity, pair: Comparison) -> bool:
    """Whether a denial or an opposite on either side makes up for a quantity that denies."""
    ours, theirs = find_signs(part.ours, pair.language), find_signs(part.theirs, pair.text_language)
    left = [each for each in ours.denials if not one.first <= each.last <= one.last]
    right = [each for each in theirs.denials if not other.first <= each.last <= other.last]
    return len(left) != len(right) or bool(poles_apart(part, pair)) or _may_deny(pair)


def _denied(part: Part, pair: Comparison) -> Differs | None:
    ours, theirs = _denials(part.ours, part.theirs, pair), _denials(part.theirs, part.ours, pair)
    same = {one.word for one in ours} & {one.word for one in theirs}
    left, right = ([one for one in side if one.word not in same] for side in (ours, theirs))
    if len(left) + len(right) != 1 or _is_of_the_rest(part, pair) or _is_denied_elsewhere(part, pair):
        return None
    if _is_partial(part, pair):
        return None
    if poles_apart(part, pair) or _may_deny(pair):
        return None
    held = min(part.covered, part.returned)
    denial = (*left, *right)[0]
    if held < (_DENIED if denial.is_plain else _SURE):
        return None
    tokens, others = (part.ours, part.theirs) if left else (part.theirs, part.ours)
    if not _is_taken(denial, tokens, others, pair):
        return None
    return Differs("negation", left[0].word if left else "", right[0].word if right else "")


def _denials(tokens: tuple[Token, ...], others: Sequence[Token], pair: Comparison) -> list[Denial]:
    """What denies in a clause, with words that only a prefix parts from one of the other side: "undamaged"."""
    found = [one for one in find_signs(tokens, pair.language).denials if not _is_of_likeness(one, tokens)]
    known = {one.norm for one in others}
    for at, one in enumerate(tokens):
        base = _PREFIX.sub("", one.word.lower())
        if base != one.word.lower() and one.norm not in known and stem_word(base, pair.language) in known:
            found.append(Denial(one.word, at, at, is_plain=True))
    return sorted(found, key=lambda one: one.first)


def _is_of_likeness(denial: Denial, tokens: Sequence[Token]) -> bool:
    """Whether a denial is half of a comparison: "no tower is as tall as this one", "never was there so much rain"."""
    words = [one.word.lower() for one in tokens[denial.last + 1 :]]
    if denial.word in _NEVER and _SO_MUCH.search(" ".join(words)):
        return True
    return denial.is_plain and any(
        word in {"as", "so"} and "as" in words[at + 2 : at + 4] for at, word in enumerate(words)
    )


def _is_of_the_rest(part: Part, pair: Comparison) -> bool:
    """Whether the claim has a value that the source has not: "8 of 120 did not" for "112 of 120 did"."""
    stated = {one.norm for one in pair.source_tokens}
    if _ONE_OF.search(pair.claim) and not _ONE_OF.search(pair.source):
        return True
    return any(
        one.value is not None and one.value.kind in {"count", "share"} and one.norm not in stated for one in part.ours
    )


def _may_deny(pair: Comparison) -> bool:
    """Whether a word on one side alone may make up for the other side's denial."""
    both = (pair.claim_tokens, pair.source_tokens)
    for tokens, others in (both, both[::-1]):
        denying = _places(_denials(others, tokens, pair))
        known = {key for at, one in enumerate(others) if at not in denying for key in keys_of(one, pair.language)}
        counted = _places(_quantities(tokens, pair.language)) | _places(_denials(tokens, others, pair))
        for at in find_signs(tokens, pair.language).perhaps:
            if at not in counted and keys_of(tokens[at], pair.language).isdisjoint(known):
                return True
    return False


def _is_partial(part: Part, pair: Comparison) -> bool:
    """Whether a quantity that is itself half a denial stands on either side: "few", "not all"."""
    both = [*_quantities(part.ours, pair.language), *_quantities(part.theirs, pair.text_language)]
    return any(one.step in {"few", "nearly none", "not all"} for one in both)


def _places(found: Sequence[Denial | Quantity]) -> set[int]:
    return {at for one in found for at in range(one.first, one.last + 1)}


def _is_denied_elsewhere(part: Part, pair: Comparison) -> bool:
    """Whether a clause is one of several of its claim, and the rest denies, too, so that it may speak of the same."""
    if part.is_whole:
        return False
    for tokens, inner in ((pair.claim_tokens, part.ours), (pair.source_tokens, part.theirs)):
        rest = tuple(one for one in tokens if one not in inner)
        signs = find_signs(rest, pair.language)
        if signs.denials or signs.perhaps:
            return True
    return False


def _is_taken(denial: Denial, tokens: Sequence[Token], others: Sequence[Token], pair: Comparison) -> bool:
    """Whether the other side has what a denial is said of: the next words with content, at the end the one before."""
    known = [as_word(one, pair.language) for one in others if not one.is_function]
    stated = [as_word(one, pair.language) for one in tokens if not one.is_function]
    is_full = all(any(are_alike(one, other) for other in stated) for one in known)
    after = [one for one in tokens[denial.last + 1 :] if not one.is_function]
    near = [one for one in after if one.word.lower() not in _SHOWN and not one.word.endswith("ly")]
    near = near[: _TAKEN if is_full or not denial.is_plain else 1]
    near = near or [one for one in tokens[: denial.first] if not one.is_function][-1:]
    return any(are_alike(as_word(one, pair.language), other) for one in near for other in known)


def _opposed(part: Part, pair: Comparison) -> Differs | None:
    if any(one.word.lower() in {"than", "als", "que"} for one in (*pair.claim_tokens, *pair.source_tokens)):
        return None
    apart = poles_apart(part, pair)
    if len({part.ours[i].norm for i, _ in apart}) > 1 or len({part.theirs[j].norm for _, j in apart}) > 1:
        return None
    if not apart or _is_partial(part, pair):
        return None
    if len({bool(_UNTIL.search(one)) for one in (pair.claim, pair.source)}) > 1:
        return None  # "stays only until June" is "leaves in June"
    i, j = apart[0]
    ours, theirs = find_signs(part.ours, pair.language), find_signs(part.theirs, pair.text_language)
    left = [one for one in ours.denials if not one.first <= i <= one.last]
    right = [one for one in theirs.denials if not one.first <= j <= one.last]
    if len(left) != len(right):
        return None
    return Differs("comparative", part.ours[i].word, part.theirs[j].word)
