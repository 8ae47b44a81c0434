"""Comparisons: which of two things is said to be more, and whether a claim has the two the other way round."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from agent.rules.align import Comparison
from agent.rules.alike import keys_of
from agent.rules.denials import is_plain_not
from agent.rules.finding import Differs
from agent.rules.opposites import poles_of, unspaced_opposites
from agent.rules.tokens import Token, find_stretches
from agent.words.terms import is_unspaced

_THAN = {"en": "than", "de": "als", "fr": "que", "es": "que"}
_MORE = frozenset({"more", "mehr", "plus", "más"})
_EXCEEDS = re.compile(
    r"(?:outperform|exceed|surpass|outnumber|outweigh|outpace|outstrip|outlive|outlast)(?:s|ed|es|d|ing)?|overt(?:akes?|ook|aken)|"
    r"outs(?:ells?|old)|outgr(?:ows?|ew|own)",
    re.IGNORECASE,
)
_AMOUNTS = frozenset({"amount", "length", "size", "height", "weight", "price", "depth", "many", "change"})
_LESS = frozenset({"less", "fewer", "weniger", "moins", "menos"})
_NOTHING = frozenset[str]()
_REACH = 6  # words between a comparative and its "than"
_DENYING = 3  # words before a comparative among which a "not" takes it back
_OBJECT = 6  # words of what something is compared with
_ENDS = re.compile(r"[.,;:()!?]|\b(?:but|and|while|although|und|aber|mais|et|pero|y)\b", re.IGNORECASE)
_PRONOUN = re.compile(
    r"(?:it|he|she|they|this|these|er|sie|es|dieser|diese|dieses|il|elle|ils|elles|este|esta|ella)\b", re.IGNORECASE
)
_ORDERS = {
    "en": {
        "before": 1,
        "ahead": 1,
        "prior": 1,
        "after": -1,
        "following": -1,
        "behind": -1,
        "above": 1,
        "below": -1,
        "earlier": 1,
        "sooner": 1,
        "later": -1,
    },
    "de": {"bevor": 1, "vor": 1, "nachdem": -1, "nach": -1},
}
_STANDS_FOR = frozenset({"one", "ones", "those", "that"})
_AS = frozenset({"as", "so"})
_LEVELS = frozenset({"above", "below"})
_OF = {"ahead": "of", "prior": "to", "earlier": "than", "sooner": "than", "later": "than"}
_NO_ADJECTIVE = frozenset({"other", "rather", "another", "either", "later", "earlier", "sooner"})
_PLACES = frozenset({"upper", "lower", "inner", "outer", "under", "former"})


@dataclass(frozen=True, slots=True)
class Compared:
    """One comparison: what is compared and what with, by what each may be matched by, and on each axis +1 for more, -1
    for less."""

    subject: frozenset[str]
    other: frozenset[str]
    signs: Mapping[str, int]
    word: str


def hold_comparisons(pair: Comparison) -> Differs | frozenset[str]:
    """The difference where a claim has its source's comparison the other way round; else the words of both sides that
    compare the same, none where there is nothing to tell."""
    if is_unspaced(pair.claim):
        return _hold_unspaced(pair)
    if pair.language != pair.text_language:
        return _NOTHING
    ours = list(_find(pair.claim_tokens, pair.claim, pair.language, frozenset()))
    ours += find_excesses(pair.claim_tokens, pair.claim, pair.language)
    ours += find_less(pair.claim_tokens, pair.claim, pair.language)
    orders = list(find_orders(pair.claim_tokens, pair.claim, pair.language))
    if not ours and not orders:
        return _NOTHING
    theirs = list(_find(pair.source_tokens, pair.source, pair.text_language, _said_before(pair)))
    theirs += find_excesses(pair.source_tokens, pair.source, pair.text_language)
    theirs += find_less(pair.source_tokens, pair.source, pair.text_language)
    their_orders = list(find_orders(pair.source_tokens, pair.source, pair.text_language))
    held = [(one, other, _agree(one, other)) for one in ours for other in (*theirs, *their_orders)]
    agreed = {word for one, other, agree in held if agree for word in (*one.word.split(), *other.word.split())}
    if not agreed and (turned := next(((one, other) for one, other, agree in held if agree is False), None)):
        return Differs("comparative", turned[0].word, turned[1].word)
    for one in orders:  # there may be several "after"; each is held against the one that speaks of most of the same
        rated = [(_shared(one, other), _agree(one, other), other) for other in (*their_orders, *theirs)]
        known = [each for each in rated if each[1] is not None]
        if not known:
            continue
        _, agree, other = max(known, key=lambda each: (each[0], each[1]))
        if not agree:
            return Differs("comparative", one.word, other.word)
        agreed |= {one.word, other.word}
    return frozenset(word.lower() for word in agreed)


def _shared(ours: Compared, theirs: Compared) -> int:
    return len((ours.subject | ours.other) & (theirs.subject | theirs.other))


def _find(tokens: Sequence[Token], text: str, language: str | None, before: frozenset[str]) -> Iterator[Compared]:
    than = _THAN.get(language or "en")
    for at, token in enumerate(tokens):
        if token.word.lower() != than or at + 1 == len(tokens) or tokens[at + 1].value is not None:
            continue
        near = range(at - 1, max(-1, at - 1 - _REACH), -1)
        graded = [i for i in near if tokens[i].word.lower() in _MORE | _LESS]
        if _PRONOUN.match(tokens[at + 1].word):
            continue  # "than it buys": what "it" is stands before
        for i in (*graded, *near):
            if signs := _signs(tokens, i, language, is_next=i == at - 1):
                break
        else:
            continue
        is_noun = at - i > 2 or tokens[i].word.lower() == "fewer"
        counted = tokens[i + 1 : at] if tokens[i].word.lower() in _MORE | _LESS and is_noun else ()
        if counted:  # "more vans were sold than": it is vans that are compared
            signs = {**signs, "amount": 1 if tokens[i].word.lower() in _MORE else -1}
        subject = _keys((one for one in (*tokens[:i], *counted) if one.value is None), language)
        if _PRONOUN.match(text[_clause_start(text, tokens[i].char_start) :].lstrip()):
            subject |= before
        end = _ENDS.search(text, token.char_end)
        stop = end.start() if end else len(text)
        other = [one for one in tokens[at + 1 : at + 1 + _OBJECT] if one.char_start < stop]
        if any(is_plain_not(one) for one in tokens[max(0, i - _DENYING) : i]):
            signs = {axis: -sign for axis, sign in signs.items()}
        yield Compared(subject, _keys(other, language), signs, text[tokens[i].char_start : token.char_end])


def _keys(tokens: Iterable[Token], language: str | None) -> frozenset[str]:
    named = (one for one in tokens if not one.is_function and one.word.lower() not in _STANDS_FOR)
    keys = {key for one in named for key in keys_of(one, language)}
    return frozenset(key for key in keys if not key.startswith("@"))


def find_less(tokens: Sequence[Token], text: str, language: str | None) -> Iterator[Compared]:
    """Yield what is said to be less by "not as deep as"."""
    for at, token in enumerate(tokens[:-2]):
        after = tokens[at + 1]
        if token.word.lower() not in _AS or language not in {None, "en"} or after.is_function:
            continue
        end = next((i for i in range(at + 2, min(len(tokens), at + _REACH)) if tokens[i].word.lower() == "as"), None)
        begun = max((one.end() for one in re.finditer(r"[.;:]\s", text[: token.char_start])), default=0)
        before = [one for one in tokens[:at] if one.char_start >= begun]
        if end is None or not any(is_plain_not(one) for one in before):
            continue
        own = poles_of(after.word.lower(), after.norm, language)
        signs = {axis: -1 if pole == 0 else 1 for axis, pole in own} | {f"={after.norm}": -1}
        stop = _ENDS.search(text, tokens[end].char_end)
        other = [one for one in tokens[end + 1 :] if one.char_start < (stop.start() if stop else len(text))]
        yield Compared(_keys(before, language), _keys(other, language), signs, f"as {after.word} as")


def find_orders(tokens: Sequence[Token], text: str, language: str | None) -> Iterator[Compared]:
    """Yield what is said to come before or after what: "after the mine closed, many moved"."""
    table = _ORDERS.get(language or "en", {})
    for at, token in enumerate(tokens):
        sign = table.get(token.word.lower())
        if sign is None or at + 1 == len(tokens):
            continue
        if token.word.lower() in _OF and tokens[at + 1].word.lower() != _OF[token.word.lower()]:
            continue
        end = _ENDS.search(text, token.char_end)
        stop = end.start() if end else len(text)
        right = [one for one in tokens[at + 1 :] if one.char_start < stop]
        begun = max((one.end() for one in _ENDS.finditer(text, 0, token.char_start)), default=0)
        left = [one for one in tokens[:at] if one.char_start >= begun]
        is_fronted = not any(not one.is_function for one in left)
        if is_fronted:  #: what it is said of comes behind
            left = [one for one in tokens if one.char_start >= stop]
        if all(one.is_function or one.value is not None for one in right):
            continue
        subject, other = _keys(left, language), _keys(right, language)
        if subject and other:
            is_denied = not is_fronted and any(is_plain_not(one) and one.word.lower() != "no" for one in left)
            is_denied |= at > 0 and tokens[at - 1].word.lower() == "no"
            axis = "amount" if token.word.lower() in _LEVELS else "when"
            yield Compared(subject, other, {axis: -sign if is_denied else sign}, token.word)


def find_excesses(tokens: Sequence[Token], text: str, language: str | None) -> Iterator[Compared]:
    """Yield what is said by a verb to be more than what: "sales of vans overtook those of cars"."""
    if language not in {None, "en"}:
        return
    for at, token in enumerate(tokens):
        if not _EXCEEDS.fullmatch(token.word):
            continue
        end = _ENDS.search(text, token.char_end)
        stop = end.start() if end else len(text)
        before, after = tokens[:at], [one for one in tokens[at + 1 :] if one.char_start < stop]
        is_passive = any(one.word.lower() == "by" for one in after[:1])
        left, right = (after, before) if is_passive else (before, after)
        is_denied = any(is_plain_not(one) for one in tokens[max(0, at - _DENYING) : at])
        sign = -1 if is_denied else 1
        yield Compared(_keys(left, language), _keys(right, language), {"amount": sign, "quality": sign}, token.word)


def _clause_start(text: str, end: int) -> int:
    return max((found.end() for found in re.finditer(r"[.;!?]\s", text[:end])), default=0)


def _said_before(pair: Comparison) -> frozenset[str]:
    """What the sentence before the compared stretch speaks of, and its own first one: what "it" may be."""
    stretches = find_stretches(pair.text, pair.text_language)
    near = [one for one in stretches if one.char_end <= pair.char_start][-1:]
    near += [one for one in stretches if pair.char_start <= one.char_start < pair.char_end][:-1]
    return frozenset(stem for one in near for stem in one.stems)


def _signs(tokens: Sequence[Token], at: int, language: str | None, *, is_next: bool) -> Mapping[str, int]:
    word = tokens[at].word.lower()
    if word in _MORE | _LESS:
        turn = -1 if word in _LESS else 1
        after = tokens[at + 1] if at + 1 < len(tokens) else None
        if after is None or after.word.lower() == _THAN.get(language or "en"):
            return {"amount": turn}
        own = poles_of(after.word.lower(), after.norm, language)
        signs = {axis: turn * (1 if pole == 0 else -1) for axis, pole in own} or {f"={after.norm}": turn}
        return signs | {"amount": turn} if after.is_function else signs
    if not word.endswith("er") and word not in {"better", "worse", "mejor", "peor", "meilleur", "pire"}:
        return {}
    if word in _NO_ADJECTIVE or language not in {None, "en", "de"} or len(word) < 5:
        return {}
    bases = (word, word.removesuffix("er"), word.removesuffix("r"), re.sub("ier$", "y", word))
    own = next((found for base in bases if (found := poles_of(base, base, language))), frozenset[tuple[str, int]]())
    if not is_next and (not own or word in _PLACES):
        return {}
    norm = tokens[at].norm if language == "de" else bases[1]
    return {axis: 1 if pole == 0 else -1 for axis, pole in own} | {f"={norm}": 1}


def _agree(ours: Compared, theirs: Compared) -> bool | None:
    shared = ours.signs.keys() & theirs.signs.keys()
    axis = min(shared) if shared else ""
    if not shared and not (_is_amount(ours) and _is_amount(theirs)):
        return None
    common = (ours.subject & ours.other) | (theirs.subject & theirs.other)
    s, o, ts, to = (one - common for one in (ours.subject, ours.other, theirs.subject, theirs.other))
    same = len(s & ts) + len(o & to) if s & ts and o & to else 0
    turned = len(s & to) + len(o & ts) if s & to and o & ts else 0
    if same == turned:
        return None
    a, b = (one.signs[axis] if axis else next(iter(one.signs.values())) for one in (ours, theirs))
    return (a == b) == (same > turned)


def _is_amount(one: Compared) -> bool:
    """Whether a comparison is of how much: "shorter", "more kilometres"."""
    return bool(one.signs.keys() & _AMOUNTS)


def _hold_unspaced(pair: Comparison) -> Differs | frozenset[str]:
    ours, theirs = (re.search(r"([^,，。；]+)比([^,，。；]+)", one) for one in (pair.claim, pair.source))
    if ours is None or theirs is None:
        return _NOTHING
    if not (theirs[2].startswith(ours[1]) and ours[2].startswith(theirs[1])):
        return _NOTHING
    said, stated = ours[2][len(theirs[1]) :], theirs[2][len(ours[1]) :]
    if said == stated:
        return Differs("comparative", ours.group(), theirs.group())
    pairs = unspaced_opposites()
    return frozenset([said, stated]) if any({said, stated} == {one, other} for one, other in pairs) else _NOTHING
