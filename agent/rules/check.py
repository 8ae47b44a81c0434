"""Does a text bear a claim out? The rules' word on it: they reject, and bless nothing but the text's own sentence."""

import functools
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from agent.rules.absence import find_absence
from agent.rules.align import Comparison, compare, find_span, sentences_around
from agent.rules.finding import Differs
from agent.rules.hedges import find_hedge_differences
from agent.rules.names import find_name_differences
from agent.rules.numbers import find_number_differences
from agent.rules.polarity import find_polarity_differences
from agent.rules.quantities import find_quantity_differences
from agent.rules.reworded import find_reworded_differences
from agent.rules.roles import find_role_differences
from agent.rules.tokens import as_stretch, content_stems
from agent.verify import check_verbatim
from agent.words.doubted import find_doubt
from agent.words.struck import blank_struck
from agent.words.terms import guess_language
from agent.words.whole import is_whole
from graph.keys import claim_text as normal_form
from graph.quotes import find_quote

__all__ = ["Differs", "RuleCheck", "check_claim"]

Verdict = Literal["valid", "rejected", "unchecked", "cannot_check"]
Match = Literal["exact", "normalised", "none", "cannot_check"]
_FOREIGN = 0.3  # share of a claim's words in the text below which two guessed languages are believed
_SAME_WORDS = 0.85  # of a claim's words with content, from which it is made of the source's own
_OWN = 0.7  # of a claim's pairs of words in the text, below which it cannot be its sentence
MAX_CLAIM = 2_000
"""Characters of a claim that is held against a text: what is longer is no sentence, and costs its square."""
_MAX_STRETCH = 4_000  # characters of the sentences that a claim is held against
_REACH = 10_000  # characters on either side of them that its values are looked for in
_MOST_PLACES = 20  # of the same sentence that are looked at where the first is taken back
_GUESSED = 600  # characters of a text that its language is guessed from
_FEW = re.compile(
    r"few|little|wenige[nr]?|peu|poc[oa]s|none|no|keine[nr]?|rarely|seldom|selten|never|nie", re.IGNORECASE
)
_WORDS = re.compile(r"[^\W\d_]")
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class RuleCheck:
    """The finding about one claim and one text.

    `checker` is `verbatim`, or `rule:` and the kind that decided, or "" where no rule decides. `spans` are code points
    of the text: the quote, or without one the sentences that the claim was held against. `differences` of a claim that
    is `unchecked` are doubts: they may turn it round, and decide nothing.
    """

    quote_match: Match
    verdict: Verdict
    checker: str
    reason: str
    spans: tuple[tuple[int, int], ...]
    differences: tuple[Differs, ...]


def check_claim(
    claim: str,
    text: str,
    *,
    quote: str | None = None,
    language: str | None = None,
    text_language: str | None = None,
    published_at: str | None = None,
    asked: str = "",
) -> RuleCheck:
    """Hold a claim against a text, or against a quote that is looked up in it.

    Languages are ISO 639-1 and guessed where None; `published_at` is the text's own date (ISO), `asked` the question,
    whose names the claim may carry on. What the text shows struck out, it does not say.
    """
    claim, text = claim.strip(), blank_struck(text)
    if not _WORDS.search(text):
        return RuleCheck("cannot_check", "cannot_check", "", "the text could not be read", (), ())
    if why := _why_no_claim(claim):
        return RuleCheck("none", "cannot_check", "", why, (), ())
    match: Match = "exact"
    if quote is not None:
        finding = find_quote(quote, text)
        if not finding.spans:
            lost = tuple(Differs(one.kind, one.claim, one.source) for one in finding.differences)
            return RuleCheck("none", "rejected", "rule:quote", finding.reason, (), lost)
        match = finding.match
        span = (finding.spans[0][0], finding.spans[-1][1])
        spans = finding.spans
    else:
        if own := _find_own_sentence(claim, text, text_language):
            return own
        text_language = text_language or _guess(text[:_GUESSED]) or language
        span = find_span(claim, text, text_language) or (0, len(text))
        spans = (span,)
    text_language = text_language or _guess(text[:_GUESSED]) or language
    language = language or _language_of(claim, text, text_language)
    verbatim = check_verbatim(claim, text[span[0] : span[1]], text, span)
    if quote is not None and verbatim.verdict == "valid":
        return RuleCheck(match, "valid", "verbatim", verbatim.reason, spans, ())
    if normal_form(claim) == normal_form(text[span[0] : span[1]]) and (why := _disowned(text, span)):
        return RuleCheck(match, "cannot_check", "", why, spans, ())
    if quote is not None:
        span = sentences_around(text, span, text_language)
    if span[1] - span[0] > _MAX_STRETCH:
        reason = f"the text goes on for more than {_MAX_STRETCH:,} characters without the end of a sentence"
        return RuleCheck(match, "cannot_check", "", reason, spans, ())
    begins = max(0, span[0] - _REACH)
    near, place = text[begins : span[1] + _REACH], (span[0] - begins, span[1] - begins)
    if absent := tuple(find_absence(claim, near, language, text_language)):
        return RuleCheck(match, "rejected", "rule:missing", _say(absent), spans, absent)
    verdict, reason, found = _hold(compare(claim, near, place, language, text_language, published_at, asked), text)
    return RuleCheck(match, verdict, f"rule:{found[0].kind}" if verdict == "rejected" else "", reason, spans, found)


def _why_no_claim(claim: str) -> str:
    if not any(sign.isalnum() for sign in claim):
        return "the claim has no words"
    if len(claim) > MAX_CLAIM:
        return f"the claim has {len(claim):,} characters; give at most {MAX_CLAIM:,}, a sentence or two"
    return ""


def _hold(pair: Comparison, text: str) -> tuple[Verdict, str, tuple[Differs, ...]]:
    """The verdict about a claim and its stretch of a text, why, and what differs."""
    ours, theirs = pair.language, pair.text_language
    shown = _differences(pair)
    doubts = () if shown else tuple(dict.fromkeys(_doubts(pair)))
    found = dict.fromkeys(shown or (one for one in doubts if _is_in_its_words(pair, one)))
    if differences := tuple(one for one in found if one.source or not _is_far(one.claim, text, pair.text)):
        return "rejected", _say(differences, pair), differences
    if ours != theirs and None not in {ours, theirs}:
        return "cannot_check", f"the claim is in {ours}, the text in {theirs}: rules cannot compare the two", ()
    if doubts:
        reason = f"the words may say the contrary: {_say(doubts, pair)}; a judge or a person must decide"
        return "unchecked", reason, doubts
    return "unchecked", "no rule objects; a judge or a person must decide", ()


def _is_far(word: str, text: str, near: str) -> bool:
    """Whether words that no part of a long text near the claim's sentence has stand in another part."""
    return len(near) < len(text) and word.casefold() in text.casefold()


def _find_own_sentence(claim: str, text: str, language: str | None) -> RuleCheck | None:
    """The finding where the claim is a whole sentence of the text, up to its setting."""
    ours = as_stretch(claim, language).twos
    if len(ours & as_stretch(text, language).twos) < _OWN * len(ours):
        return None
    found = find_quote(claim, text)
    if not found.spans:
        return None
    start, end = found.spans[0]
    own, why = text[start:end], _disowned(text, (start, end))
    for _ in range(_MOST_PLACES if why else 1):
        spans = ((start, start + len(own)),)
        if check_verbatim(own, own, text, spans[0]).verdict == "valid":
            return RuleCheck(found.match, "valid", "verbatim", "the claim is the text's own sentence", spans, ())
        start = text.find(own, start + 1)
        if start < 0:
            break
    return RuleCheck(found.match, "cannot_check", "", why, found.spans, ()) if why else None


def _disowned(text: str, span: tuple[int, int]) -> str:
    """Why a whole sentence of a text may not be what the text says: what around it takes it back."""
    return find_doubt(text, *span) if is_whole(text, *span) else ""


@functools.lru_cache(maxsize=4_096)
def _guess(text: str) -> str | None:
    return guess_language(text)


def _differences(pair: Comparison) -> Sequence[Differs]:
    """What shows that the claim departs from its source: values, names and hedges in any wording, and what turns nearly
    its own words round."""
    found = [
        *find_number_differences(pair),
        *find_name_differences(pair),
        *find_role_differences(pair),
        *(_turns(pair) if pair.is_near else ()),
        *find_hedge_differences(pair),
    ]
    return _without_made_up(found)


def _doubts(pair: Comparison) -> Sequence[Differs]:
    """What may turn a claim round that has other words than its source; it shows it only where the rest of the claim is
    the source's words, in whatever order. Other words for the same are without number, and two in five of what is found
    here in people's own paraphrases says the same after all."""
    return _without_made_up([] if pair.is_near else _turns(pair)) or list(find_reworded_differences(pair))


def _is_in_its_words(pair: Comparison, differs: Differs) -> bool:
    """Whether a claim, but for what differs, is made of the source's own words."""
    apart = {word.casefold() for word in _WORD.findall(differs.claim)}
    rest = [one for one in pair.claim_tokens if not one.is_function and one.word.casefold() not in apart]
    held = {one.norm for one in pair.source_tokens}
    return sum(one.norm in held for one in rest) >= _SAME_WORDS * len(rest)


def _turns(pair: Comparison) -> list[Differs]:
    return [*find_polarity_differences(pair), *find_quantity_differences(pair)]


def _without_made_up(found: list[Differs]) -> list[Differs]:
    """The differences without a quantity and a "not" that make up for each other: "few do", "most do not"."""
    quantity, denial = ([one for one in found if one.kind == kind] for kind in ("quantifier", "negation"))
    if len(quantity) != 1 or len(denial) != 1:
        return found
    few, denied = quantity[0], denial[0]
    is_ours = bool(_FEW.fullmatch(few.claim))
    if is_ours == bool(_FEW.fullmatch(few.source)) or is_ours == bool(denied.claim):
        return found
    return [one for one in found if one not in {few, denied}]


def _language_of(claim: str, text: str, text_language: str | None) -> str | None:
    """The language of a claim: the text's, unless its words say another one and hardly any stands in the text."""
    guessed = guess_language(claim)
    if guessed in {None, text_language}:
        return text_language
    ours = content_stems(claim, text_language)
    shared = len(ours & content_stems(text, text_language)) / len(ours) if ours else 0.0
    return guessed if shared < _FOREIGN else text_language


def _say(differences: Sequence[Differs], pair: Comparison | None = None) -> str:
    first = differences[0]
    if first.kind == "name" and first.claim.casefold() == first.source.casefold():
        return f"the claim has who stands on either side of {first.claim!r} the other way round"
    if pair is not None and first.claim.casefold() == first.source.casefold() != "":
        return _say_around(first.claim, pair)
    if first.kind == "missing":
        return "the text does not speak of it: hardly any of the claim's words stands there"
    if not first.source:
        return f"the text does not say {first.claim!r}"
    if not first.claim:
        return f"the text says {first.source!r}, which the claim leaves out"
    return f"the claim says {first.claim!r} where the text says {first.source!r}"


def _say_around(word: str, pair: Comparison) -> str:
    """What differs beside a word that both have."""
    ours, theirs = ([one.word.casefold() for one in tokens] for tokens in (pair.claim_tokens, pair.source_tokens))
    more, less = ([one for one in a if one not in b][:4] for a, b in ((ours, theirs), (theirs, ours)))
    if more and less:
        return f"beside {word!r} the claim says {' '.join(more)!r} where the text says {' '.join(less)!r}"
    if more:
        return f"beside {word!r} the text does not say {' '.join(more)!r}"
    if less:
        return f"beside {word!r} the text says {' '.join(less)!r}, which the claim leaves out"
    return f"the claim puts what stands beside {word!r} the other way round"
