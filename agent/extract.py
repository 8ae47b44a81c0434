"""From gathered passages to the sentences that answer: chosen by rule, word for word, with offsets; where a person put
one in other words, in these."""

from collections.abc import Mapping, Sequence

from agent.conflicts.find import ClaimRead, find_opposed
from agent.corrected import add_corrections
from agent.evidence import Candidate, Evidence
from agent.origins.first import has_it_from
from agent.plan import Plan, SubQuestion
from agent.score import STRONG, Scored, answers, score_sentences
from agent.words.denied_question import asks_denied, denies
from agent.words.measures import same_value
from agent.words.relevance import similar
from graph.negation import drops_negation

__all__ = ["Candidate", "Evidence", "extract"]

MAX_CLAIMS = 4  # distinct claims of a sub-question
MAX_PER_TEXT = 2  # of them, from one text
MAX_COPIES = 6  # citations of one claim
_NEAR = 0.6  # shingle overlap from which two sentences say the same
_AS_MUCH = 0.75  # of the own words that the best sentence says
_TOLD = frozenset({"yes_no", "reason"})  # nothing tells by rule which sentence answers: several texts are shown
_BESIDE = 0.4  # weighted share of the words, beside a sentence that says enough of them
_TAIL = 0.7  # of the best score: below it a sentence adds nothing to the answer


def extract(plan: Plan, gathered: Mapping[int, Sequence[Evidence]]) -> list[Candidate]:
    """The sentences that answer each sub-question, best first, at most four claims each; none is better than wrong.

    Equal sentences of several sources are several candidates with one claim text. Deterministic.
    """
    everything = [one for ordinal in sorted(gathered) for one in gathered[ordinal]]
    chosen: list[Candidate] = []
    for sub in plan.subquestions:
        evidence = gathered.get(sub.ordinal, ())
        every = score_sentences(plan, sub, evidence, everything) if evidence else []
        scored = [one for one in every if not one.is_taken_back]
        if not any(answers(sub, one) for one in scored):  # the report then says what a person took back, and why
            scored = every
        answering = [one for one in scored if answers(sub, one)]
        if sub.expects != "yes_no" and asks_denied(sub.text):
            languages = {one.source: one.language or plan.language for one in evidence}
            answering = [
                one
                for one in answering
                if denies(
                    one.candidate.claim_text,
                    one.candidate.asked,
                    languages[one.candidate.source],
                    plan.language,
                )
            ]
        if answering and sub.expects == "yes_no":
            answering = [one for one in scored if answers(sub, one) or _bears(one)]
        best = max((one.holds for one in answering), default=0.0)
        answering = [one for one in answering if one.holds * 2 >= best]
        fullest = _fullest(sub, answering)
        fullest = add_corrections(fullest, scored, {one.version: one for one in evidence}, plan.language)
        chosen += _choose(sub, put_primary_first(fullest, answering, evidence))
    return chosen


def put_primary_first(
    kept: Sequence[Scored], answering: Sequence[Scored], evidence: Sequence[Evidence]
) -> list[Scored]:
    """Return the kept sentences, before each that has it from another source that one's own sentence, if it answers.

    Only a sentence that says the same goes first: the same value, or without values mostly the same words.
    """
    places = {one.version: one for one in evidence} | {one.passage: one for one in evidence}

    def place(one: Scored) -> Evidence:
        return places.get(one.candidate.passage) or places[one.candidate.version]

    placed: list[Scored] = []
    for one in kept:
        said = one.candidate.claim_text
        own = [other for other in answering if _same(other, one) and has_it_from(said, place(one), place(other))]
        placed += [other for other in (*own, one) if other not in placed]
    return placed


def _same(own: Scored, told: Scored) -> bool:
    mine, theirs = own.candidate.answering, told.candidate.answering
    if theirs:
        return all(any(a.kind == b.kind and a.unit == b.unit and same_value(a, b) for a in mine) for b in theirs)
    return bool(own.terms) and len(set(own.terms) & set(told.terms)) >= _NEAR * len(set(own.terms))


def _bears(one: Scored) -> bool:
    """Whether a sentence that does not say enough to answer alone belongs beside one that does."""
    return one.holds > 0 and len(set(one.candidate.spoken)) > 1 and min(one.covered, one.framed) >= _BESIDE


def _fullest(sub: SubQuestion, answering: Sequence[Scored]) -> list[Scored]:
    """Without the sentences that say clearly less of the question than the fullest one in their language.

    Also without those that say a part of the words of the best one; where a value is asked for, at most half of them.
    """
    fullest: dict[bool, float] = {}
    for one in answering:
        fullest[one.foreign] = max(one.said, fullest.get(one.foreign, 0.0))
    if sub.expects in _TOLD:
        return list(answering)
    kept = [one for one in answering if one.said >= _AS_MUCH * fullest[one.foreign] or _names_holder(one)]
    words = set(kept[0].candidate.spoken) if kept else set[str]()
    return [one for one in kept if one.foreign or not _says_less(sub, set(one.candidate.spoken), words, one)]


def _names_holder(one: Scored) -> bool:
    """Whether a sentence names who holds the asked office, be it that only its surroundings say of what."""
    return bool(one.candidate.holder) and set(one.candidate.spoken) == set(one.candidate.asked)


def _says_less(sub: SubQuestion, spoken: set[str], best: set[str], one: Scored) -> bool:
    if sub.expects in STRONG and len(spoken) * 2 > len(set(one.candidate.asked)):
        return False
    return spoken < best


def _choose(sub: SubQuestion, scored: Sequence[Scored]) -> list[Candidate]:
    """The best claims without repeats; equal sentences of other sources stay with theirs as further citations."""
    chosen: list[Scored] = []
    copies: dict[str, list[Scored]] = {}
    used: dict[str, set[tuple[int, int]]] = {}
    for one in scored:
        key = one.candidate.claim_text.casefold()
        if key in copies:
            known = {other.candidate.source for other in copies[key]}
            if one.candidate.source not in known and len(copies[key]) < MAX_COPIES:
                copies[key].append(one)
            continue
        told = sub.expects in _TOLD
        places = used.setdefault(one.text_sha256, set())
        if len(chosen) >= MAX_CLAIMS or len(places - {_place(one)}) >= (1 if told else MAX_PER_TEXT):
            continue
        if chosen and not told and one.candidate.score < _TAIL * chosen[0].candidate.score:
            continue
        if any(_repeats(one, other) for other in chosen):
            continue
        chosen.append(one)
        copies[key] = [one]
        places.add(_place(one))
    return [copy.candidate for one in chosen for copy in copies[one.candidate.claim_text.casefold()]]


def _place(one: Scored) -> tuple[int, int]:
    return one.candidate.char_start, one.candidate.char_end


def _repeats(one: Scored, other: Scored) -> bool:
    """Whether two sentences say the same in nearly the same words, numbers and negation included.

    Of one stretch those differ that a person split it into.
    """
    a, b = one.candidate, other.candidate
    is_split = _place(one) == _place(other)
    if not is_split and a.version == b.version and a.char_start < b.char_end and b.char_start < a.char_end:
        return True
    if (drops_negation(a.claim_text) is None) != (drops_negation(b.claim_text) is None):
        return False
    if find_opposed([ClaimRead("a", a.claim_text), ClaimRead("b", b.claim_text)]):
        return False
    if a.claim_text in b.claim_text or b.claim_text in a.claim_text:
        return True
    same_values = {(v.kind, v.low, v.high) for v in a.values} == {(v.kind, v.low, v.high) for v in b.values}
    return same_values and similar(one.terms, other.terms) >= _NEAR
