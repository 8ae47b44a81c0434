"""A passage with what stands just outside it and changes what it says. Pure.

"It doubled." needs the sentence before; "Output doubled." needs the "Except in winter." behind it.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence

from retrievers.split import Sentence, split_sentences

Span = tuple[int, int]
"""`[char_start, char_end)` in code points."""

_MOST = 2  # sentences taken on either side

_LEANS = re.compile(
    r"(?:this|these|that|those|it|its|they|their|he|she|his|her|such|both|neither|the (?:former|latter)|here|there|"
    r"however|but|yet|still|nevertheless|instead|therefore|thus|hence|so|then|also|moreover|as a result|in contrast|"
    r"dies(?:e[rsmn]?)?|das|sie|er|es|ihr\w*|jedoch|aber|doch|dennoch|deshalb|daher|damit|dadurch|auch|"
    r"cel(?:a|ui|le)-?|ce(?:tte|s|t)?|ils?|elles?|mais|cependant|toutefois|ainsi|donc|"
    r"est[aeo]s?|es[ao]s?|ellos?|ellas?|pero|sin embargo|por (?:eso|lo tanto)|"
    r"quest[aeoi]|ess[aeio]|ma|tuttavia|perciò|isto|isso|esses?|mas|porém|contudo|dit|deze|dat|maar|echter|"
    r"это|эти|он[аи]?|но|однако|поэтому)(?![^\W_])|これ|それ|しかし|また|この|その|这|那|它|但|然而|因此|此",
    re.IGNORECASE,
)
_LIMITS = re.compile(
    r"(?:however|but|yet|except|excluding|unless|only|although|though|provided (?:that)?|with the exception|"
    r"the exception|this (?:applies|holds|excludes|does not)|these (?:figures|numbers|results) (?:exclude|do not)|"
    r"note that|by contrast|in contrast|still|nevertheless|not all|"
    r"jedoch|aber|außer|ausgenommen|nur|allerdings|es sei denn|dies gilt|"
    r"mais|cependant|toutefois|sauf|excepté|à l'exception|seulement|uniquement|"
    r"pero|sin embargo|salvo|excepto|sólo|solo|solamente|"
    r"ma|tuttavia|tranne|salvo|eccetto|mas|porém|exceto|maar|echter|behalve|alleen|"
    r"но|однако|кроме|только)(?![^\W_])|しかし|ただし|但|不过|然而|除",
    re.IGNORECASE,
)
_STARTS_INSIDE = re.compile(r"[a-zà-öø-ÿα-ωа-я)\],;:]")


def widen(text: str, spans: Iterable[Span], language: str | None) -> list[Span]:
    """Return spans of whole sentences, with those around them that qualify what they say; in order, none overlapping.

    At most two sentences are taken on either side: before a beginning that leans on them, and behind an end that they
    limit. Spans that touch become one.
    """
    sentences = split_sentences(text, language)
    starts, ends = [s.char_start for s in sentences], [s.char_end for s in sentences]
    wide: list[Span] = []
    for start, end in sorted(spans):
        if not 0 <= start < end <= len(text):
            raise ValueError(f"({start}, {end}) is no span of a text of {len(text)} characters")
        first, last = bisect_right(ends, start), bisect_left(starts, end) - 1
        if last < first:
            wide.append((start, end))
            continue
        first, last = _before(text, sentences, first), _behind(text, sentences, last)
        wide.append((min(start, sentences[first].char_start), max(end, sentences[last].char_end)))
    return _joined(text, wide)


def _before(text: str, sentences: Sequence[Sentence], first: int) -> int:
    for _ in range(_MOST):
        opening = text[sentences[first].char_start : sentences[first].char_end]
        leans = _LEANS.match(opening) or _STARTS_INSIDE.match(opening)
        if not leans or first == 0:
            break
        first -= 1
    return first


def _behind(text: str, sentences: Sequence[Sentence], last: int) -> int:
    for _ in range(_MOST):
        if last + 1 >= len(sentences) or not _LIMITS.match(text, sentences[last + 1].char_start):
            break
        last += 1
    return last


def _joined(text: str, spans: Sequence[Span]) -> list[Span]:
    joined: list[Span] = []
    for start, end in spans:
        if joined and not text[joined[-1][1] : start].strip():
            joined[-1] = (joined[-1][0], max(joined[-1][1], end))
        else:
            joined.append((start, end))
    return joined
