"""Which sentences of a text a claim speaks of, and what changed between them and the claim."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from agent.rules.tokens import Stretch, Token, as_stretch, find_stretches, find_tokens

_GAIN = 0.15  # of the claim's weight that a neighbouring sentence must add
_NEAR = 0.7  # of the claim's words that stand in the source's order, from which every change must be explained
_SHORT_NEAR = 0.6  # the same of a claim of few words
_FEW = 8
_ALIKE = 0.5  # of a claim's pairs of words, from which it is taken for a sentence's copy


@dataclass(frozen=True, slots=True)
class Change:
    """Words of the claim and the words of the source in their place; either may be none. `is_inside`: the source goes
    on before and after with words of the claim, so that what was left out was left out of the middle."""

    claim: tuple[Token, ...]
    source: tuple[Token, ...]
    is_inside: bool


@dataclass(frozen=True, slots=True)
class Comparison:
    """A claim beside the stretch of the text that it is held against.

    `is_near`: nearly the source's own words, so that each change counts; `likeness` is the share (0 to 1) of
    the claim's words that stand in the source's order. `coverage` is the share (0 to 1) of the
    claim's content words that the stretch holds. Offsets of `claim_tokens` are in `claim`, those of `source_tokens` in
    `source`, which stands at `char_start` of `text`.
    """

    claim: str
    text: str
    source: str
    char_start: int
    claim_tokens: tuple[Token, ...]
    source_tokens: tuple[Token, ...]
    changes: tuple[Change, ...]
    is_near: bool
    likeness: float
    coverage: float
    language: str | None
    text_language: str | None
    published_at: str | None = None
    asked: str = ""

    @property
    def char_end(self) -> int:
        """Where the stretch ends in the text."""
        return self.char_start + len(self.source)


def compare(
    claim: str,
    text: str,
    span: tuple[int, int],
    language: str | None,
    text_language: str | None,
    published_at: str | None = None,
    asked: str = "",
) -> Comparison:
    """Put a claim beside the stretch `span` (code points) of a text."""
    source = text[span[0] : span[1]]
    ours, theirs = find_tokens(claim, language), find_tokens(source, text_language)
    changes, matched = _changes(ours, theirs)
    content = [token for token in ours if not token.is_function]
    held = {token.norm for token in theirs}
    coverage = sum(token.norm in held for token in content) / len(content) if content else 0.0
    needed = _NEAR if len(ours) > _FEW else _SHORT_NEAR
    likeness = matched / len(ours) if ours else 0.0
    is_near = language == text_language and likeness >= needed
    return Comparison(
        claim, text, source, span[0], ours, theirs, changes, is_near, likeness, coverage, language, text_language,
        published_at, asked,
    )  # fmt: skip


def _changes(ours: Sequence[Token], theirs: Sequence[Token]) -> tuple[tuple[Change, ...], int]:
    """What changed, in order, and how many tokens did not."""
    matcher = SequenceMatcher(None, [one.norm for one in ours], [one.norm for one in theirs], autojunk=False)
    blocks = [block for block in matcher.get_matching_blocks() if block.size]
    if not blocks:
        return (Change(tuple(ours), tuple(theirs), is_inside=False),), 0
    first, last = blocks[0].b, blocks[-1].b + blocks[-1].size
    changes = tuple(
        Change(tuple(ours[a:b]), tuple(theirs[c:d]), is_inside=c >= first and d <= last)
        for tag, a, b, c, d in matcher.get_opcodes()
        if tag != "equal"
    )
    return changes, sum(block.size for block in blocks)


def find_span(claim: str, text: str, language: str | None) -> tuple[int, int] | None:
    """The sentence of the text, or two neighbours, that share most with a claim; None where nothing is shared."""
    ours = as_stretch(claim, language)
    wanted = ours.stems
    stretches = find_stretches(text, language)
    if not wanted or not stretches:
        return None
    counts = Counter(stem for stretch in stretches for stem in wanted & stretch.stems)
    weights = {stem: 1.0 / counts[stem] for stem in counts}

    def weigh(stems: frozenset[str]) -> float:
        return sum(weights[stem] for stem in wanted & stems)

    # A tie goes to the shorter sentence, which says less beside it.
    best = max(range(len(stretches)), key=lambda at: (weigh(stretches[at].stems), -len(stretches[at].stems)))
    score = weigh(stretches[best].stems)
    alike = max(range(len(stretches)), key=lambda at: len(ours.twos & stretches[at].twos))
    shared = len(ours.twos & stretches[alike].twos)
    if shared >= _ALIKE * len(ours.twos) and shared > len(ours.twos & stretches[best].twos):
        return stretches[alike].char_start, stretches[alike].char_end
    if score == 0.0:
        return None
    missing = len(wanted) - len(wanted & stretches[best].stems)
    joined: tuple[float, Stretch | None] = (score, None)
    if missing > 1:
        for near in (best - 1, best + 1):
            if 0 <= near < len(stretches):
                both = weigh(stretches[best].stems | stretches[near].stems)
                if both > joined[0] + _GAIN * sum(weights.values()):
                    joined = (both, stretches[near])
    other = joined[1] or stretches[best]
    return min(stretches[best].char_start, other.char_start), max(stretches[best].char_end, other.char_end)


def sentences_around(text: str, span: tuple[int, int], language: str | None) -> tuple[int, int]:
    """The whole sentences that a stretch of a text stands in: what was cut off a quote may turn it round."""
    touched = [one for one in find_stretches(text, language) if one.char_start < span[1] and span[0] < one.char_end]
    if not touched:
        return span
    return min(span[0], touched[0].char_start), max(span[1], touched[-1].char_end)
