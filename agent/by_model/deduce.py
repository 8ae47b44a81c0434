"""What follows from figures that sources state: a difference, a sum, a ratio, which of two is more. Counted, never
guessed: a figure or a direction that cannot be counted from the quotes does not follow. Pure."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations

from agent.rules.objections import Quoted, lacking_values
from agent.rules.opposites import poles
from agent.rules.tokens import Token, content_stems, find_tokens
from agent.words.measures import read_measure, same_value
from agent.words.terms import covers
from agent.words.values import Value, find_values

_TOGETHER = re.compile(
    r"\b(?:together|total(?:s|ling)?|in all|altogether|combined|sum|zusammen|insgesamt|gesamt\w*|ensemble|au total|"
    r"juntos|juntas|en total|suma)\b",
    re.IGNORECASE,
)
_TIMES = re.compile(r"^\s*(?:times|mal|fois|veces)\b|^[- ]?fold\b", re.IGNORECASE)
_APART = re.compile(
    r"\b(?:between|apart|difference|gap|zwischen|unterschied|entre|différence|diferencia)\b", re.IGNORECASE
)
_THAN = {"en": "than", "de": "als", "fr": "que", "es": "que"}
_GROWS = frozenset({"amount", "change", "height", "size", "price", "length", "rise", "time", "exceed", "many"})
"""Axes whose first pole is the greater one; of `time` it is the earlier one."""
_NEAR = 5  # words beside a figure that say which way it goes
_SPOKEN = 0.5  # of a sentence's words that what it rests on must hold
_OWN = 100  # words that a figure of its own weighs
_MAX = 12  # values of one kind that are held against each other
_SEPARATES = re.compile(r"[;,.]\s|\b(?:and|but|while|whereas|und|aber|während|et|mais|y|pero)\b", re.IGNORECASE)
_POINTS = re.compile(r"point|punkt|punto", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Figure:
    """A value of a quote: its place among the quotes, what is said around it, when (a day number), of what sort it is
    (kind, unit, per what, of which stage or side of the matter), whether it is a former one."""

    value: Value
    quote: int
    context: frozenset[str]
    said_at: str
    sort: tuple[str, ...]
    is_former: bool

    @property
    def middle(self) -> float:
        return (self.value.low + self.value.high) / 2


def follows(text: str, quotes: Sequence[Quoted], language: str | None, asked: str = "") -> bool:
    """Return whether what a sentence counts follows from its quotes: each figure they lack is a difference, sum or
    ratio of theirs, or else it says which of two is more, and the quotes have it so.

    A sentence that counts nothing does not follow here. `asked` is the question, whose words it may carry on.
    """
    figures = _figures_of(quotes, language)
    if len(figures) < 2 or not _is_spoken_of(text, quotes, language, asked):
        return False
    joined = Quoted(" ".join(one.quote for one in quotes), "", None, quotes[0].language)
    lacking = lacking_values(text, joined, language)
    values = [one for one in find_values(text, language) if any(one.text in each for each in lacking)]
    if not values:
        return not lacking and says_more(text, quotes, language) is True
    tokens = find_tokens(text, language)
    return all(_is_counted(text, value, tokens, figures, language) for value in values)


def says_more(text: str, quotes: Sequence[Quoted], language: str | None) -> bool | None:
    """Return whether a sentence says rightly which of two is more, None where its quotes do not tell."""
    tokens = find_tokens(text, language)
    at = _held_against(tokens, language)
    signs = (
        {sign for one in tokens[max(0, at - _NEAR) : at] if (sign := _sign(one, language))} if at > 0 else set[int]()
    )
    if len(signs) != 1:
        return None
    figures = _figures_of(quotes, language)
    pairs = [(a, b) for a, b in permutations(figures, 2) if a.quote != b.quote and _are_only(a, b, figures)]
    told = [(a, b) for a, b in pairs if _order(a, b, tokens, language) == 1]
    return all((a.middle - b.middle) * next(iter(signs)) > 0 for a, b in told) if told else None


def _figures_of(quotes: Sequence[Quoted], language: str | None) -> Sequence[_Figure]:
    return [one for at, quoted in enumerate(quotes) for one in _figures(at, quoted, language)][:_MAX]


def _figures(at: int, quoted: Quoted, language: str | None) -> Iterator[_Figure]:
    own = quoted.language or language
    values = find_values(quoted.quote, own)
    dates = [one for one in values if one.kind == "date"]
    cuts = [0, *(found.end() for found in _SEPARATES.finditer(quoted.quote)), len(quoted.quote)]
    for value in values:
        start = max((cut for cut in cuts if cut <= value.char_start), default=0)
        end = min((cut for cut in cuts if cut >= value.char_end), default=len(quoted.quote))
        near = [one for one in dates if one is not value and start <= one.char_start < end]
        said_at = f"{near[0].low:012.1f}" if len(near) == 1 else ""
        clause = quoted.quote[start:end]
        measure = read_measure(quoted.quote, value)
        if value.kind != "date" and (value.bound in {"least", "most"} or value.low < value.high):
            continue  # nothing is counted from a bound or a range
        if measure.is_change or measure.is_wrong or (measure.is_denied and not measure.is_former):
            continue
        sort = (value.kind, value.unit, measure.per, measure.stage, measure.side_money)
        day = said_at or _day(quoted.published_at)
        yield _Figure(value, at, content_stems(clause, own), day, sort, measure.is_former)


def _day(published_at: str | None) -> str:
    dated = [one for one in find_values(published_at or "", "en") if one.kind == "date"]
    return f"{dated[0].low:012.1f}" if dated else ""


def _is_spoken_of(text: str, quotes: Sequence[Quoted], language: str | None, asked: str) -> bool:
    """Whether what a sentence rests on speaks of what it speaks of."""
    values = find_values(text, language)
    bare = text
    for one in sorted(values, key=lambda each: -each.char_start):
        bare = bare[: one.char_start] + " " + bare[one.char_end :]
    ours = content_stems(bare, language)
    known = content_stems(" ".join([*(f"{one.quote} {one.around}" for one in quotes), asked]), language)
    return not ours or sum(covers(stem, known, language) for stem in ours) >= _SPOKEN * len(ours)


def _is_counted(
    text: str, value: Value, tokens: Sequence[Token], figures: Sequence[_Figure], language: str | None
) -> bool:
    """Whether a figure comes out of two of the quotes', the way the sentence says; or of all that it adds up."""
    measure = read_measure(text, value)
    is_change = measure.is_change or bool(_APART.search(text))
    if measure.is_denied:
        return False
    if _TOGETHER.search(text) and _is_sum(value, figures):
        return True
    is_times = bool(_TIMES.match(text[value.char_end :]))
    sign = _sign_near(value, tokens, language)
    for a, b in permutations(figures, 2):
        if sign is None or a.sort != b.sort:
            continue
        if is_times:
            is_made = b.middle > 0 and _is_close(value, a.middle / b.middle)
        else:
            is_made = is_change and _is_difference(value, a, b)
        if not is_made:
            continue
        is_right = sign >= 0 if is_times else (a.middle - b.middle) * sign > 0
        if (sign == 0 and not is_times) or (is_right and _order(a, b, tokens, language) == 1):
            return True
    return False


def _is_difference(value: Value, a: _Figure, b: _Figure) -> bool:
    gap = abs(a.middle - b.middle)
    if not gap:
        return False
    if a.value.kind == "date":
        return value.kind == "duration" and _is_close(value, gap)
    if value.kind == "share" and a.value.kind == "share":
        return _is_close(value, gap) and bool(_POINTS.search(value.unit + value.text))
    if value.kind == "share":
        return bool(b.middle) and _is_close(value, 100 * gap / abs(b.middle))
    is_same = value.kind == a.value.kind and value.unit == a.value.unit
    is_short = value.kind == "count" and a.value.kind == "amount"  # "13.3 million more than planned"
    return (is_same or is_short) and _is_close(value, gap)


def _is_sum(value: Value, figures: Sequence[_Figure]) -> bool:
    """Whether a figure is the sum of two of the quotes', or of all of its kind, each from a place of its own."""
    own = [one for one in figures if one.value.kind == value.kind and one.value.unit == value.unit]
    groups = [*combinations(own, 2), own] if len(own) > 1 else []
    return value.kind in {"amount", "count", "duration"} and any(
        _is_close(value, sum(one.middle for one in group)) and len({one.sort for one in group}) == 1 for group in groups
    )


def _is_close(value: Value, counted: float) -> bool:
    loose = 0.05 * abs(counted) if value.bound == "about" else 1e-6 * abs(counted)
    return abs((value.low + value.high) / 2 - counted) <= value.precision + loose


def _sign_near(value: Value, tokens: Sequence[Token], language: str | None) -> int | None:
    """Which way the words beside a figure say it goes: 1 up, -1 down, 0 where they say none, None where both."""
    at = next((i for i, one in enumerate(tokens) if one.char_end > value.char_start), len(tokens))
    near = [*tokens[max(0, at - _NEAR) : at], *tokens[at + 1 : at + 1 + 3]]
    signs = {sign for one in near if (sign := _sign(one, language))}
    return None if len(signs) > 1 else next(iter(signs), 0)


def _sign(token: Token, language: str | None) -> int:
    signs = {
        (1 if pole == 0 else -1) * (-1 if axis == "time" else 1)
        for axis, pole in poles(language).get(token.word.lower(), ())  # by its stem "costs" were "costly"
        if axis in _GROWS
    }
    return next(iter(signs)) if len(signs) == 1 else 0


def _order(a: _Figure, b: _Figure, tokens: Sequence[Token], language: str | None) -> int:
    """1 where the first figure is what the sentence is about and the second what it is held against, -1 the other way
    round, 0 where nothing tells.

    What a figure replaces comes before it; beside "than" each side has its own words; of one thing the later figure is
    what it has become.
    """
    if a.is_former != b.is_former:
        return 1 if b.is_former else -1
    at = _held_against(tokens, language)
    words = [frozenset([one.norm for one in some if not one.is_function and one.value is None])
             for some in ((tokens[:at], tokens[at + 1 :]) if at > 0 else (tokens,))]  # fmt: skip
    if at > 0:
        left, right = words[0] - words[1], words[1] - words[0]
        weigh = [len(one.context & left) - len(one.context & right) for one in (a, b)]
        for side, weight in ((tokens[:at], _OWN), (tokens[at + 1 :], -_OWN)):
            said = [one.value for one in side if one.value is not None]
            weigh = [
                now + weight * any(each.kind == one.value.kind and same_value(each, one.value) for each in said)
                for now, one in zip(weigh, (a, b), strict=True)
            ]
        return (weigh[0] > weigh[1]) - (weigh[0] < weigh[1])
    is_one_thing = a.context & words[0] == b.context & words[0] != frozenset()
    if is_one_thing and a.said_at and b.said_at:
        return (a.said_at > b.said_at) - (a.said_at < b.said_at)
    return 0


def _held_against(tokens: Sequence[Token], language: str | None) -> int:
    """Where what something is held against begins: "than", or the second "as" of "as much as"; -1 where it is not."""
    words = [one.word.lower() for one in tokens]
    if (than := _THAN.get(language or "en")) in words:
        return words.index(than)
    return len(words) - 1 - words[::-1].index("as") if words.count("as") > 1 else -1


def _are_only(a: _Figure, b: _Figure, figures: Sequence[_Figure]) -> bool:
    """Whether two figures are the only ones of their kind and unit."""
    alike = [one for one in figures if one.sort == a.sort]
    return a in alike and b in alike and len(alike) == 2
