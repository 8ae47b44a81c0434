"""How far each sentence of the gathered passages speaks of what a sub-question asks, and holds what it asks for."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from agent.evidence import Candidate, Evidence
from agent.plan import Plan, SubQuestion, own_terms, told_terms
from agent.rules.opposed import Opposed
from agent.words.answers import Asked
from agent.words.injection import find_instructions
from agent.words.relation import relation_terms
from agent.words.relevance import coverage, rank_texts, weigh_terms
from agent.words.sentences import Sayable, find_sayable
from agent.words.terms import find_terms, same_term, stems, stems_for
from agent.words.times import is_part_of_year
from agent.words.values import find_values
from agent.words.wording import ABSOLUTE

STRONG = frozenset({"amount", "share", "count", "date", "duration"})
# Any name may stand in a sentence: what relates it to the question must be said too.
_RELATIONS = {"person", "place", "reason"}
_ENOUGH = {"strong": 0.4, "weak": 0.55}  # weighted share of the sub-question's own words
_CERTAIN = 0.75  # from here on the first word asked with may be said otherwise
_FRAMED = 0.5  # weighted share of all its words that the sentence and its surroundings must speak of
_MANY = 8  # passages from which on a word can stand nearly everywhere
_TIME = 0.2  # of the weight of another word
_ABSENT = 15  # passages in which a word counts as missing, however few were gathered
_PARAGRAPH = re.compile(r"\n[ \t]*\n\s*")


@dataclass(frozen=True, slots=True)
class Scored:
    """A sentence with how far it covers the sub-question (0 to 1): its own words, all its words, its type.

    `lacks_word`: no gathered passage at all speaks of one of the own words. `is_taken_back`: a person put other words
    in its place.
    """

    candidate: Candidate
    text_sha256: str
    terms: tuple[str, ...]
    covered: float
    framed: float
    holds: float
    lacks_word: bool
    said: float = 0.0
    foreign: bool = False
    is_taken_back: bool = False


def answers(sub: SubQuestion, one: "Scored") -> bool:
    """Whether a sentence speaks of what the sub-question asks and holds the kind of thing it asks for."""
    return speaks(sub, one) and one.holds > 0


def speaks(sub: SubQuestion, one: "Scored") -> bool:
    """Whether a sentence says enough of the sub-question's own words, and of all its words with its surroundings."""
    strong = sub.expects in STRONG or (sub.expects == "reason" and one.holds > 0)
    led = one.candidate.asked[:1] == one.candidate.spoken[:1] and not one.lacks_word
    led = led or (sub.expects == "reason" and one.holds > 0)
    led = led or one.covered >= _CERTAIN or sub.expects not in _RELATIONS
    return led and one.covered >= _ENOUGH["strong" if strong else "weak"] and one.framed >= _FRAMED


def score_sentences(
    plan: Plan, sub: SubQuestion, evidence: Sequence[Evidence], pool: Sequence[Evidence] = ()
) -> list[Scored]:
    """Every sayable sentence of the passages with how far it covers the sub-question and holds its type."""
    own = [term.stem for term in own_terms(sub, plan.language)]
    whole = [term.stem for text in (sub.text, sub.subject) for term in told_terms(text, plan.language)]
    passages = [
        frozenset(stems_for(one.text, one.language or plan.language, plan.language)) for one in (pool or evidence)
    ]
    absent = 1 if sub.expects in STRONG else _ABSENT
    lacks = any(not any(same_term(t, o, plan.language) for p in passages for o in p) for t in own)
    weights = weigh_terms(whole, passages, plan.language, absent)
    mine = [p for p, one in zip(passages, pool or evidence, strict=True) if one.language in {None, plan.language}]
    if 0 < len(mine) < len(passages):
        own_language = weigh_terms(whole, mine, plan.language, absent)
        weights = {term: min(weight, own_language[term]) for term, weight in weights.items()}
    weights = _less_for_times(sub, weights, plan.language)
    asked = Asked(
        sub,
        relation_terms(sub, plan.language),
        {term: weights.get(term, 1.0) for term in own},
        plan.language,
        _everywhere(passages),
    )
    found = [(one, sayable) for one in evidence for sayable in _sayable(one, plan.language)]
    unique: dict[tuple[str, int, int, bool], tuple[Evidence, Sayable]] = {}
    for one, sayable in found:
        start = one.char_start - len(one.before)
        place = (one.version, start + sayable.core_start, start + sayable.core_end, sayable.is_helped)
        unique.setdefault(place, (one, sayable))
    worded = [(one, sayable, text) for one, sayable in unique.values() for text in _said(one, sayable)]
    pairs, texts = [(one, sayable) for one, sayable, _ in worded], [text for *_, text in worded]
    terms = [
        tuple(stems_for(text, one.language or plan.language, plan.language))
        for text, (one, _) in zip(texts, pairs, strict=True)
    ]
    query = [*own, *stems(sub.subject, plan.language)]
    ranks = rank_texts(query, [_folded(query, one, plan.language) for one in terms])
    opposed = Opposed(sub.text, plan.language) if sub.expects == "yes_no" else None
    scored: list[Scored] = []
    for (one, sayable), text, its, rank in zip(pairs, texts, terms, ranks, strict=True):
        if sayable.is_entry and not _is_key(sub, own, one, text, plan.language):
            continue
        if sayable.heading_end and not _is_asked_of(whole, one, sayable, plan.language):
            continue
        if not _about_subject(sub, one, sayable, plan.language):
            continue
        said = (*its, *(opposed.said_in(text, one.language or plan.language) if opposed else ()))
        tiers = _tiers(one, said, plan.language)
        covered = coverage({term: weights[term] for term in own}, tiers[:2], plan.language)
        framed = coverage(weights, tiers, plan.language)
        made = _candidate(asked, one, sayable, text, plan.language)
        spoken = tuple(term for term in own if any(same_term(term, other, plan.language) for other in its))
        holds = asked.holds(made.claim_text, made.values, one.language or plan.language)
        answered = coverage(weights, tiers[:1], plan.language)
        score = covered + 0.6 * rank + 0.4 * holds + 0.2 / max(1, one.rank) - (0.3 if "absolute" in made.flags else 0.0)
        score -= 0.15 if sayable.is_helped else 0.0
        score -= 0.3 if find_instructions(one.text) else 0.0
        scored.append(
            Scored(
                replace(made, score=round(score, 6), asked=tuple(own), spoken=spoken),
                one.text_sha256,
                its,
                covered,
                framed,
                holds,
                lacks,
                answered,
                one.language not in {None, plan.language},
                _is_taken_back(one, made),
            )
        )
    return sorted(
        scored,
        key=lambda s: (-s.candidate.score, len(s.candidate.claim_text), s.candidate.version, s.candidate.char_start),
    )


def _less_for_times(sub: SubQuestion, weights: Mapping[str, float], language: str | None) -> dict[str, float]:
    """The weights, less for a part of the year or day that a question only names beside what it asks: a summer in
    which something else was so answers nothing."""
    if sub.expects in STRONG:
        return dict(weights)
    times = {term.stem for term in own_terms(sub, language) if is_part_of_year(term.word)}
    return {stem: weight * (_TIME if stem in times else 1.0) for stem, weight in weights.items()}


def _folded(query: Sequence[str], terms: Sequence[str], language: str | None) -> list[str]:
    """Terms written as the query writes them where they mean the same, so that ranking counts them."""
    return [next((asked for asked in query if same_term(asked, term, language)), term) for term in terms]


def _window(one: Evidence) -> str:
    return one.before + one.text + one.after


def _sayable(one: Evidence, language: str | None) -> Iterator[Sayable]:
    """Sentences that begin in the passage itself, their quote in it or in a neighbour whose key is known."""
    low, high = len(one.before), len(one.before) + len(one.text)
    for sayable in find_sayable(_window(one), one.language or language, one.heading, low):
        if low <= sayable.core_start < high and (sayable.char_start >= low or one.before_key):
            yield sayable


def _said(one: Evidence, sayable: Sayable) -> tuple[str, ...]:
    """What a stretch says: its own words, after those that a person put in their place, if one did; nothing where it
    takes along a sentence that a person put in other words."""
    offset = one.char_start - len(one.before)
    start, end = offset + sayable.char_start, offset + sayable.char_end
    text = _claim_text(_window(one)[sayable.char_start : sayable.char_end])
    within = [each for each in one.reworded if start <= each.char_start and each.char_end <= end]
    own = (each.texts for each in within if (each.char_start, each.char_end) == (start, end))
    texts = next(own, None)
    return (*texts, text) if texts else () if within else (text,)


def _is_taken_back(one: Evidence, made: Candidate) -> bool:
    place = (made.char_start, made.char_end)
    return any((each.char_start, each.char_end) == place and made.claim_text not in each.texts for each in one.reworded)


def _tiers(one: Evidence, terms: Sequence[str], language: str | None) -> list[tuple[frozenset[str], float]]:
    near = frozenset(stems_for(f"{one.heading or ''} {one.title}", one.language or language, language))
    around = frozenset(stems_for(_window(one), one.language or language, language))
    return [(frozenset(terms), 1.0), (near, 0.6), (around, 0.5)]


def _is_key(sub: SubQuestion, own: Sequence[str], one: Evidence, text: str, language: str | None) -> bool:
    """Whether the key of a list item "Key: value" says everything that is asked for."""
    if sub.expects in {"yes_no", "reason"}:
        return False
    key = stems_for(text.split(":", maxsplit=1)[0], one.language or language, language)
    return all(any(same_term(term, other, language) for other in key) for term in own)


def _is_asked_of(whole: Sequence[str], one: Evidence, sayable: Sayable, language: str | None) -> bool:
    """Whether the heading that a stretch begins with names something that the question names."""
    heading = _window(one)[sayable.char_start : sayable.heading_end]
    named = stems_for(heading, one.language or language, language)
    return any(same_term(term, other, language) for term in whole for other in named)


def _about_subject(sub: SubQuestion, one: Evidence, sayable: Sayable, language: str | None) -> bool:
    """Whether the sentence, its paragraph or the one before, its heading or title name what the question is about."""
    if not sub.subject:
        return True
    wanted = find_terms(sub.subject, language)
    named = [term.stem for term in wanted if term.is_name] or [term.stem for term in wanted]
    window = _window(one)
    breaks = [0, *(match.end() for match in _PARAGRAPH.finditer(window, 0, sayable.char_start))]
    end = _PARAGRAPH.search(window, sayable.char_end)
    near = window[breaks[-2:][0] : end.start() if end else len(window)]
    text = f"{one.title} {one.heading or ''} {one.publisher or ''} {near}"
    around = set(stems_for(text, one.language or language, language))
    present = sum(any(same_term(name, other, language) for other in around) for name in named)
    return present * 2 >= len(named)


def _claim_text(quote: str) -> str:
    return re.sub(r"\s+", " ", quote).strip()


def _candidate(asked: Asked, one: Evidence, sayable: Sayable, text: str, language: str | None) -> Candidate:
    offset = one.char_start - len(one.before)
    quote = _window(one)[sayable.char_start : sayable.char_end]
    in_before = sayable.char_start < len(one.before)
    values = find_values(text, one.language or language)
    flags = [name for name, holds in (("absolute", ABSOLUTE.search(text)), ("widened", sayable.is_widened)) if holds]
    return Candidate(
        subquestion=asked.sub.ordinal,
        claim_text=text,
        quote=quote,
        char_start=offset + sayable.char_start,
        char_end=offset + sayable.char_end,
        passage=one.before_key if in_before else one.passage,
        version=one.version,
        source=one.source,
        score=0.0,
        values=tuple(values),
        flags=tuple(flags),
        answering=tuple(asked.answering(text, values, one.language or language)),
        expects=asked.sub.expects,
        holder=asked.holder(text, one.language or language),
    )


def _everywhere(passages: Sequence[frozenset[str]]) -> set[str]:
    """Stems that more than half of the passages have, where there are enough passages to tell."""
    counts = Counter(stem for passage in passages for stem in passage)
    return {stem for stem, count in counts.items() if len(passages) >= _MANY and count * 2 > len(passages)}
