"""How surely: a "may" that a claim leaves out, a cause where the source has a link, a proof where it has a finding."""

import re
from collections.abc import Iterator, Sequence

from agent.rules.align import Comparison
from agent.rules.finding import Differs
from agent.rules.signs import find_signs
from agent.rules.tokens import Token, find_tokens, words_in, words_of
from agent.words.terms import is_unspaced

_HEDGES = {
    "en": "may might could possibly perhaps probably potentially appears appear appeared seems seem seemed suggests "
    "suggest "
    "suggested suggesting apparently reportedly allegedly alleged believed thought likely unlikely possible supposedly "
    "believes thinks suspects alleges presumably hypothesized hypothesised speculated putative suggestive",
    "de": "könnte könnten möglicherweise vielleicht wahrscheinlich vermutlich angeblich mutmaßlich womöglich dürfte "
    "scheint",
    "fr": "pourrait pourraient peut-être probablement possiblement semble semblent apparemment",
    "es": "podría podrían quizás quizá posiblemente probablemente parece parecen aparentemente presuntamente",
    "zh": "可能 也许 或许 大概 似乎 据称 据说",
}
_WEAK = frozenset(
    [
        "indicate",
        "indicates",
        "indicated",
        "imply",
        "implies",
        "implied",
        "propose",
        "proposes",
        "proposed",
        "estimated",
        "expected",
    ]
)
_LINKS = frozenset(
    ["associated", "association", "correlated", "correlation", "correlates", "linked", "link", "links", "related"]
)
_CAUSES = frozenset(
    [
        "cause",
        "causes",
        "caused",
        "causing",
        "lead",
        "leads",
        "led",
        "prevents",
        "prevent",
        "prevented",
        "cures",
        "cured",
        "produces",
        "proves",
        "responsible",
        "triggers",
        "triggered",
    ]
)
_PROVES = frozenset(
    [
        "prove",
        "proves",
        "proved",
        "proven",
        "proof",
        "conclusively",
        "undoubtedly",
        "certainly",
        "definitely",
        "nachweislich",
        "bewiesen",
        "erwiesen",
        "zweifellos",
        "prouvé",
        "demostrado",
        "probado",
    ]
)
_SHOWS = _PROVES | {
    "prove",
    "proves",
    "proved",
    "proven",
    "proof",
    "confirm",
    "confirms",
    "confirmed",
    "establish",
    "established",
    "demonstrate",
    "demonstrates",
    "demonstrated",
    "show",
    "shows",
    "showed",
    "shown",
    "certain",
    "certainly",
    "definitely",
}
_WILL = frozenset({"will"})
_EXPECTED = frozenset({"expected", "hoped", "may", "might", "could", "proposed", "considering"})
_HAS = frozenset(["has", "have", "had", "was", "were", "been"])
_PLANNED = re.compile(
    r"\b(plan(?:s|ned)? to|intends? to|hopes? to|aims? to|wants? to|wish(?:es)? to|expects? to|is to|are to|will|would|"
    r"consider(?:s|ing|ed)?|propos(?:es?|ed|ing)|discuss(?:es|ing)?|debat(?:es?|ing)|suggest(?:s|ed|ing)|weigh(?:s|ing)?)"
    r"(?: be| an?| the| to)? ([a-z]+)\b"
)
_PLANS = re.compile(
    r"\b(?:plan(?:s|ned|ning)?|future|(?:intend|intent|hope|aim|want|wish|expect|propos|consider)\w*)\b", re.IGNORECASE
)
_COVERED = 0.6
_SPOKEN = 0.4  # of the claim's words in the source, from which a proof must be the source's
_STEM = 4  # letters that forms of one word share
_ALIKE = 0.8  # likeness from which a hedge left out is the only thing that changed
_SMALL = 4  # words of a change that a hedge decides


def find_hedge_differences(pair: Comparison) -> Iterator[Differs]:
    """Yield hedges left out of nearly the source's own words, and words that claim more than the source's."""
    if pair.is_near and is_unspaced(pair.claim):
        yield from _find_unspaced(pair)
        return
    if pair.is_near:
        yield from _hedges(pair)
    yield from _overclaims(pair)


def _hedges(pair: Comparison) -> Iterator[Differs]:
    if pair.likeness < _ALIKE:
        return
    known = frozenset(_HEDGES.get(pair.language or "en", "").split())
    if any(one.word.lower() in known | _WEAK for one in pair.claim_tokens):
        return
    for change in pair.changes:
        if not change.is_inside and len(change.source) > 2 * _SMALL:
            continue
        hedge = next((one for one in change.source if one.word.lower() in known and _is_taken(one, pair)), None)
        if hedge and not (hedge.word == "May" or hedge.word.lower() == "unlikely"):
            yield Differs("hedge", words_of(change.claim), hedge.word)
            return


def _is_taken(hedge: Token, pair: Comparison) -> bool:
    """Whether the claim takes over what a hedge is said of, and it is a hedge: "appears to", not "appears in May"."""
    after = [one for one in pair.source_tokens if one.char_start > hedge.char_end]
    if hedge.word.lower().startswith(("appear", "seem")) and pair.text_language in {None, "en"}:
        return bool(after) and after[0].word.lower() in {"to", "that", "as", "likely", "safe", "effective"}
    named = next((one for one in after if not one.is_function), None)
    return named is None or any(one.norm[:_STEM] == named.norm[:_STEM] for one in pair.claim_tokens)


def _firm(pair: Comparison) -> Iterator[Differs]:
    """A "will" of what the source only expects, plans or holds possible."""
    ours, theirs = _after(pair.claim_tokens, _WILL), _after(pair.source_tokens, _EXPECTED)
    if any(one.word.lower() in _WILL | {"likely", "probably"} for one in pair.source_tokens):
        return
    said = {one.word.lower() for one in pair.claim_tokens}
    for deed, word in theirs.items():
        if deed in ours and not said & (_EXPECTED | {"likely", "probably", "expects", "expect", "according"}):
            yield Differs("hedge", ours[deed], word)
            return


def _after(tokens: Sequence[Token], words: frozenset[str]) -> dict[str, str]:
    """The deed after each of some words, by its stem, with the word."""
    found: dict[str, str] = {}
    for at, one in enumerate(tokens):
        if one.word.lower() in words:
            deed = next((each for each in tokens[at + 1 : at + 4] if not each.is_function), None)
            if deed is not None:
                found[deed.norm] = one.word
    return found


def _overclaims(pair: Comparison) -> Iterator[Differs]:
    """A cause where the source has a link, a proof where it has a finding."""
    if pair.coverage < _SPOKEN:
        return
    ours, theirs = words_in(pair.claim_tokens), words_in(pair.source_tokens)
    if (said := ours & _PROVES) and not theirs & _SHOWS and not find_signs(pair.claim_tokens, pair.language).denials:
        yield Differs("hedge", min(said), "")
        return
    if pair.language not in {None, "en"} or pair.coverage < _COVERED:
        return
    yield from _firm(pair)
    yield from _done(pair)
    ours, theirs = words_in(pair.claim_tokens), words_in(pair.source_tokens)
    if (
        (pair.is_near or _is_held(pair))
        and (said := ours & _CAUSES)
        and (link := theirs & _LINKS)
        and not theirs & _CAUSES
    ):
        yield Differs("hedge", min(said), min(link))


def _done(pair: Comparison) -> Iterator[Differs]:
    """What the source only plans, said to be done: "has opened" for "plans to open"."""
    planned = {one.group(2): one.group(1) for one in _PLANNED.finditer(pair.source)}
    if not planned or _PLANNED.search(pair.claim) or _PLANS.search(pair.claim):
        return
    deeds = {find_tokens(deed, pair.text_language)[0].norm: word for deed, word in planned.items()}
    for at, one in enumerate(pair.claim_tokens[1:], 1):
        before = pair.claim_tokens[at - 1].word.lower()
        if one.norm in deeds and before in _HAS and one.word.lower().endswith(("ed", "en", "t")):
            yield Differs("hedge", f"{before} {one.word}", deeds[one.norm])
            return


def _is_held(pair: Comparison) -> bool:
    """Whether the source has every word of a claim but those that say what causes what."""
    stated = {one.norm for one in pair.source_tokens}
    return all(one.norm in stated or one.word.lower() in _CAUSES for one in pair.claim_tokens if not one.is_function)


def _find_unspaced(pair: Comparison) -> Iterator[Differs]:
    hedges = _HEDGES["zh"].split()
    if not any(one in pair.claim for one in hedges):
        hedge = next((one for one in hedges if one in pair.source), None)
        if hedge and pair.coverage > 1 - _COVERED / 2:
            yield Differs("hedge", "", hedge)
