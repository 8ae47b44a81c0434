"""Words of a reworded claim and of its source that point opposite ways. For reworded.py."""

from collections.abc import Mapping, Sequence

from agent.rules.align import Comparison
from agent.rules.alike import keys_of
from agent.rules.opposites import poles_of
from agent.rules.parts import Part
from agent.rules.tokens import Token

_NEAR = 2  # words with content beside a word that tell what it is said of
# Axes on which one amount may be said in several ways: "fewer", "reduced", "weakened".
_QUANTITY = frozenset({"amount", "height", "size", "change", "exceed", "half", "strength"})
# Held elsewhere: by their place on a scale, by who did what to whom.
_COUNTED = frozenset({"many", "share", "frequency", "trade"})
# Axes of adjectives and adverbs, which "more" and "less" may grade.
_GRADED = frozenset({
    "quality", "ease", "speed", "response", "length", "price", "depth", "width", "warmth", "safety", "strength", "near",
    "likeness", "wet", "light", "wealth", "weight", "mood", "truth", "many", "protect", "deficit", "known", "visible",
})  # fmt: skip
_UP = frozenset({"up", "down"})
_GOES = frozenset(["go", "goes", "going", "gone", "went", "come", "comes", "coming", "came"])
_MORE = {"more": 1, "less": -1, "fewer": -1, "mehr": 1, "weniger": -1}
# Words of so many uses that they tell something only where the same word stands behind them.
_MANY_USES = frozenset({
    "he", "his", "him", "she", "her", "hers", "over", "under", "up", "down", "on", "off", "top", "left", "back",
    "front", "first", "last", "early", "late", "before", "after", "since", "until", "above", "below", "people",
    "person",
    "light", "fall", "old", "new", "right", "most", "least", "part", "following", "short", "long", "great", "good",
    "small", "large", "big", "tiny", "minor", "major", "huge", "cause", "causes", "caused",
})  # fmt: skip


def poles_apart(part: Part, pair: Comparison) -> list[tuple[int, int]]:
    """The places of words that point opposite ways on one axis, of one thing, and whose pole the other side has not."""
    ours, theirs = _find(part.ours, pair.language), _find(part.theirs, pair.text_language)
    found: list[tuple[int, int]] = []
    for i, its in ours:
        for j, other in theirs:
            shared = its.keys() & other.keys()
            if not shared or any(its[axis] == other[axis] for axis in shared):
                continue
            axis = min(shared)
            if any(each.get(axis) == its[axis] for _, each in theirs) or any(
                each.get(axis) == other[axis] for _, each in ours
            ):
                continue
            if _of_one_thing(part, i, j, pair):
                found.append((i, j))
    return found


def _find(tokens: Sequence[Token], language: str | None) -> list[tuple[int, Mapping[str, int]]]:
    """The places of words that point one way, each with its axes and the pole, 1 or -1; "less" turns what follows."""
    found: list[tuple[int, Mapping[str, int]]] = []
    turn = 1
    for at, one in enumerate(tokens):
        word = one.word.lower()
        if word in _MORE:
            after = tokens[at + 1] if at + 1 < len(tokens) else None
            if after is not None and _is_graded(after, language):
                turn = _MORE[word]
            else:
                found.append((at, {"quantity": _MORE[word]}))
            continue
        poles = poles_of(word, one.norm, language)
        if word == "well" and turn < 0:
            poles = frozenset([("quality", 0)])
        axes: dict[str, int] = {}
        for axis, number in poles:
            is_bare = word in _MANY_USES and not (word in _UP and at and tokens[at - 1].word.lower() in _GOES)
            if axis not in _COUNTED and not (axis in _QUANTITY and is_bare):
                axes["quantity" if axis in _QUANTITY else axis] = turn * (1 if number == 0 else -1)
        turn = 1
        if axes:
            found.append((at, axes))
    return found


def _is_graded(token: Token, language: str | None) -> bool:
    word = token.word.lower()
    return word == "well" or any(axis in _GRADED for axis, _ in poles_of(word, token.norm, language))


def _of_one_thing(part: Part, i: int, j: int, pair: Comparison) -> bool:
    many = {part.ours[i].word.lower(), part.theirs[j].word.lower()} & (_MANY_USES - _UP)
    if many:
        after = [
            next((one.norm for one in tokens[at + 1 :] if not one.is_function), "")
            for tokens, at in ((part.ours, i), (part.theirs, j))
        ]
        return after[0] == after[1] != ""
    return not _beside(part.ours, i, pair.language).isdisjoint(_beside(part.theirs, j, pair.text_language))


def _beside(tokens: Sequence[Token], at: int, language: str | None) -> frozenset[str]:
    before = [one for one in tokens[:at] if _tells(one)][-_NEAR:]
    after = [one for one in tokens[at + 1 :] if _tells(one)][:_NEAR]
    keys = {key for one in (*before, *after) for key in keys_of(one, language)}
    return frozenset(key for key in keys if not key.startswith("@"))


def _tells(token: Token) -> bool:
    return not token.is_function and token.value is None and not token.word.endswith("ly")
