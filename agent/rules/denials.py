"""Denials: a "not" that a claim drops or adds, and what makes up for one. For polarity.py."""

import functools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agent.rules.align import Change, Comparison
from agent.rules.finding import Differs
from agent.rules.opposites import poles_of
from agent.rules.tokens import Token, words_of

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
_LIMIT = re.compile(
    r"(?:only|just|merely|simply|until|before|more|less|fewer|later|earlier|doubt|nur|vor|mehr|weniger)$"
)
_DENYING_WORD = re.compile(
    r"(?:un|in|im|ir|il|dis|non)[a-z]{4,}$|[a-z]{3,}(?:less|free)$|(?:un)[a-z]{4,}|[a-z]+los(?:e[nrsm]?)?$"
)
_LEADS = 10  # words before what is taken from a sentence
_SAID_OF = re.compile(r"\b(?:that|whether|dass|que|of|to|for|daß)\W*$", re.IGNORECASE)
_MARK = re.compile(r"[.;:,!?()—–]")
# Words that deny by what they mean: "refused to sign" for "did not sign".
_REFUSALS_LISTED = (
    "unless refuse refuses refused deny denies denied reject rejects rejected drop dropped stop stops",
    "stopped end ended cancel cancelled canceled scrap scrapped abolish abolished avoid avoids",
    "avoided exclude excludes excluded prevent prevents prevented ban banned forbid forbidden",
    "prohibit prohibited fail failed lack lacks closed declined decline verweigert verweigerte lehnte",
    "ablehnt abgelehnt bestritt bestreitet verzichtet verzichtete verboten verbietet verhindert gestoppt refusé refuse",
    "refusait nié nie rejeté interdit interdite empêché manque cessé rechazó rechaza rechazado negó",
    "niega prohibió prohíbe prohibido evitó impidió falta dejó",
)
_REFUSALS = frozenset(word for row in _REFUSALS_LISTED for word in row.split())
_PLAIN_NOT = frozenset({"not", "never", "nicht", "nie", "pas", "jamais", "no", "nunca"})
_NO = frozenset({"no", "kein", "keine", "aucun", "aucune", "ningún", "ninguna"})
_STILL = frozenset({"longer", "any", "yet", "anymore", "even", "ever"})
_EXCEPT = re.compile(r"\b(?:except|unless|save for|apart from|ausser|außer|sauf|salvo|excepto)\b\W*(?:for\W+)?([^.;]+)")
_MORE_OR_LESS = frozenset({"more", "less", "fewer", "mehr", "weniger", "plus", "moins", "más", "menos"})
_NEAR = 5  # words that face each other


@dataclass(frozen=True, slots=True)
class Turn:
    """What turns a statement round, in the claim or in the source."""

    kind: str
    claim: str
    source: str


@functools.cache
def negators(language: str | None) -> frozenset[str]:
    """The words of a language that deny, in lower case."""
    return frozenset(_NEGATORS.get(language or "en", _NEGATORS["en"]).split())


def is_negator(token: Token, language: str | None) -> bool:
    """Whether a word denies by itself ("not", "never", "without", "isn't")."""
    word = token.word.lower().replace("’", "'")
    return word in negators(language) or (word.endswith("n't") and language in {None, "en"})


def is_plain_not(token: Token) -> bool:
    """Whether a word is a bare "not", in any language."""
    return token.word.lower() in _PLAIN_NOT or token.word.lower().endswith(("n't", "n’t"))


def _denying(
    tokens: Sequence[Token], all_tokens: Sequence[Token], language: str | None, others: Sequence[Token]
) -> list[Token]:
    """The negators among some tokens that do more than set a limit ("not only", "no later than", "not before").

    A "before" that the other side has as well is no limit in the place of a "not".
    """
    words = {one.word.lower() for one in others}
    limits = {"until", "before"} - words
    both = [[one] for one in ("until", "before", "vor") if one in words]
    found: list[Token] = []
    for token in tokens:
        if not is_negator(token, language):
            continue
        at = next(i for i, one in enumerate(all_tokens) if one is token)
        after = [one.word.lower() for one in all_tokens[at + 1 : at + 7]]
        if after[:1] not in both and any(_LIMIT.match(" ".join(after[:words])) for words in (1, 2)):
            continue
        if token.word.lower() == "free" and after[:1] not in (["of"], ["from"]):
            continue
        if token.word.lower() in {"nor", "ni"} and found:
            continue
        if limits & set(after) and token.word.lower() not in {"without", "no"}:
            continue
        found.append(token)
    return found


def find_denials(pair: Comparison) -> Iterator[Turn]:
    """Yield each denying word that the claim adds or drops, one for one made up for."""
    ours: list[tuple[Token, Change]] = []
    theirs: list[tuple[Token, Change]] = []
    for change in pair.changes:
        ours += [(one, change) for one in _denying(change.claim, pair.claim_tokens, pair.language, pair.source_tokens)]
        if change.is_inside or _leads(change, pair) or _ends(change, pair):
            denying = _denying(change.source, pair.source_tokens, pair.text_language, pair.claim_tokens)
            theirs += [(one, change) for one in denying]
    for _ in range(min(len(ours), len(theirs))):
        ours.pop()
        theirs.pop()
    for token, change in ours:
        yield Turn("negation", words_of(change.claim) if len(change.claim) <= _NEAR else token.word, "")
    for change in pair.changes:
        words = [one.word.lower() for one in change.source]
        if change.is_inside and words == ["against"] and not change.claim:
            yield Turn("negation", "", "against")
    for token, change in theirs:
        since = change.source[change.source.index(token) :] if change.is_inside else change.source
        if len(since) <= _LEADS and (_leads(change, pair) or _is_taken(token, pair)):
            yield Turn("negation", "", words_of(change.source) if len(change.source) <= _NEAR else token.word)


def _is_taken(token: Token, pair: Comparison) -> bool:
    """Whether the claim has one of the next words that a "not" of the source denies: without them it did not drop it
    alone ("kept its prices" for "did not raise its prices")."""
    if pair.text_language not in {None, "en"}:
        return True
    after = [one for one in pair.source_tokens if one.char_start > token.char_end and not one.is_function]
    after = [one for one in after if one.word.lower() not in _MORE_OR_LESS | _STILL and not one.word.endswith("ly")][:1]
    said = {one.norm for one in pair.claim_tokens}
    changed = [one for change in pair.changes for one in change.claim]
    return not after or any(
        one.norm in said or any(_axes(one, pair.text_language) & _axes(other, pair.language) for other in changed)
        for one in after
    )


def _ends(change: Change, pair: Comparison) -> bool:
    """Whether the source ends in a bare "not", as German does."""
    if not change.source or change.source[-1] is not pair.source_tokens[-1]:
        return False
    return all(one.is_function or is_negator(one, pair.text_language) for one in change.source)


def is_worded_otherwise(pair: Comparison) -> bool:
    """Whether a changed word may itself deny: "unsafe", "seedless"."""
    return any(
        _DENYING_WORD.match(one.word) or one.word.lower() in _REFUSALS
        for change in clip_changes(pair)
        for side, other in ((change.claim, pair.source_tokens), (change.source, pair.claim_tokens))
        for one in side
        if not is_negator(one, pair.language) and one.norm not in {each.norm for each in other}
    )


def is_excepted(pair: Comparison) -> bool:
    """Whether the claim speaks of what the source excepts from its rule."""
    said = {one.norm for one in pair.claim_tokens}
    for found in _EXCEPT.finditer(pair.source):
        excepted = [
            one for one in pair.source_tokens if found.start(1) <= one.char_start < found.end(1) and not one.is_function
        ]
        if excepted and all(one.norm in said for one in excepted):
            return True
    return False


def _leads(change: Change, pair: Comparison) -> bool:
    """Whether the source's words before the claim's speak of them: "there is no evidence that"."""
    if change.is_inside or not change.source or change.source[0] is not pair.source_tokens[0]:
        return False
    before = pair.source[change.source[0].char_start : change.source[-1].char_end]
    return bool(_SAID_OF.search(before)) or (len(change.source) <= _NEAR and "," not in before)


def clip_changes(pair: Comparison) -> list[Change]:
    """The changes, those at either end without what the source says in another clause."""
    return [change if change.is_inside else _clip(change, pair) for change in pair.changes]


def _clip(change: Change, pair: Comparison) -> Change:
    tokens = list(change.source)
    if not tokens:
        return change
    is_first = tokens[0] is pair.source_tokens[0]
    at = pair.source_tokens.index(tokens[0])
    ends = [0, *(one.char_end for one in pair.source_tokens)]
    starts = [*(one.char_start for one in pair.source_tokens), len(pair.source)]
    cuts = [
        i
        for i in range(len(tokens) + 1)
        if (i > 0 or not is_first)
        and (i < len(tokens) or is_first)
        and _MARK.search(pair.source[ends[at + i] : starts[at + i]])
    ]
    if cuts:
        tokens = tokens[cuts[-1] :] if is_first else tokens[: cuts[0]]
    return Change(change.claim, tuple(tokens), change.is_inside)


def find_moved_denial(pair: Comparison) -> Differs | None:
    """What is still so in the source, and no longer in the claim; what is denied of one thing in the source, and of
    another in the claim."""
    for change in pair.changes:
        ours, theirs = (" ".join(one.word.lower() for one in side) for side in (change.claim, change.source))
        if "no longer" in ours and re.search(r"\bstill\b", theirs):
            still = next(one for one in change.source if one.word.lower() == "still")
            before = [one for one in pair.source_tokens if one.char_end < still.char_start and not one.is_function]
            if before and before[-1].norm in {one.norm for one in pair.claim_tokens}:
                return Differs("negation", "no longer", "still")
    ours, theirs = (
        [tokens[i + 1] for i, one in enumerate(tokens[:-1]) if one.word.lower() in _NO]
        for tokens in (pair.claim_tokens, pair.source_tokens)
    )
    if len(ours) != 1 or len(theirs) != 1 or ours[0].norm == theirs[0].norm:
        return None
    held = [{one.norm for one in tokens} for tokens in (pair.claim_tokens, pair.source_tokens)]
    if theirs[0].norm not in held[0] or ours[0].norm not in held[1] or ours[0].is_function or theirs[0].is_function:
        return None
    return Differs("negation", f"no {ours[0].word}", f"no {theirs[0].word}")


def poles_at(token: Token, language: str | None) -> frozenset[tuple[str, int]]:
    """What a word of a text points to: axes with the number of its pole."""
    return poles_of(token.word.lower(), token.norm, language)


def _axes(token: Token, language: str | None) -> set[str]:
    return {axis for axis, _ in poles_at(token, language)}
