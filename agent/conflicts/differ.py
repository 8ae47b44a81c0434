"""Where sources give different values for one measure: both are kept, none is chosen, none is averaged."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from itertools import combinations
from math import isclose

from agent.conflicts.difference import Difference, Side, settled
from agent.conflicts.holders import find_holders
from agent.conflicts.qualifiers import tense_of
from agent.conflicts.stated import Stated, is_given_up, last_said
from agent.extract import Candidate, Evidence
from agent.words.dates import moment, month_names
from agent.words.measures import are_of_two, is_elsewhere, read_measure, same_value
from agent.words.relation import scope_of
from agent.words.terms import find_terms, same_term, stems
from agent.words.units import is_money
from agent.words.values import Value, say_value

_COVERED = 0.8  # of the sub-question's own terms, for two sentences that do not speak of the same ones
_OVERLAP = 0.6  # of the smaller sentence's terms, where a question asks for no kind of value
_NAMED = re.compile(
    r"\b(?:in|at|near|of|off|outside|around|bei|nahe|von|à|près de|en|"
    r"cerca de)\s+(?:the\s+)?((?:[A-ZÄÖÜ][\w’'-]+)(?:\s+[A-ZÄÖÜ][\w’'-]+)*)"
)


def find_differences(candidates: Sequence[Candidate], evidence: Mapping[int, Sequence[Evidence]]) -> list[Difference]:
    """Different values of one measure among the claims of a sub-question, beyond tolerance and in one scope.

    The order of the input does not matter (the indexes follow it). Never from likeness alone: kind, unit and what
    is measured must be the same, nothing may speak of another thing, stage or rate, and the values must come from
    different texts.
    """
    known = {(sub, one.version): one for sub, rows in evidence.items() for one in rows}
    stated = [one for index, candidate in enumerate(candidates) if (one := _state(index, candidate, known)) is not None]
    stated.sort(key=_order)
    found: list[Difference] = []
    for sub in sorted({one.candidate.subquestion for one in stated}):
        for group in _comparable([one for one in stated if one.candidate.subquestion == sub]):
            difference = _difference(sub, group)
            if difference is not None:
                found.append(difference)
    return [*found, *find_holders(candidates, evidence)]


def _order(one: Stated) -> tuple[int, float, float, str, str]:
    return one.candidate.subquestion, one.value.low, one.value.high, one.candidate.claim_text, one.candidate.version


def _state(index: int, candidate: Candidate, known: Mapping[tuple[int, str], Evidence]) -> Stated | None:
    """The one value that a claim answers with; None where it has none or speaks of something else."""
    if is_elsewhere(candidate.claim_text):
        return None
    values = list(candidate.answering) if candidate.expects not in _OPEN else _plain(candidate)
    one = known.get((candidate.subquestion, candidate.version))
    language = one.language if one else None
    if not values:
        return None
    value = values[0] if len(values) == 1 else min(values, key=lambda each: _distance(candidate, each, language))
    return Stated(index, candidate, value, read_measure(candidate.claim_text, value), one, language)


_OPEN = {"any", "yes_no", "reason", "person", "place"}


def _plain(candidate: Candidate) -> list[Value]:
    return [value for value in candidate.values if read_measure(candidate.claim_text, value).is_plain]


def _distance(candidate: Candidate, value: Value, language: str | None) -> tuple[int, int]:
    """How far a value stands from the nearest word that was asked with, in characters."""
    asked = [
        term
        for term in find_terms(candidate.claim_text, language)
        if any(same_term(term.stem, other, language) for other in candidate.asked)
    ]
    gaps = [max(value.char_start - term.char_end, term.char_start - value.char_end, 0) for term in asked]
    return min(gaps, default=0), value.char_start


def _comparable(stated: Sequence[Stated]) -> list[list[Stated]]:
    """Groups whose members measure the same, joined pair by pair."""
    groups: list[list[Stated]] = []
    for one in stated:
        joined = [group for group in groups if any(_same_measure(one, other) for other in group)]
        merged = [one, *(member for group in joined for member in group)]
        groups = [group for group in groups if group not in joined]
        groups.append(sorted(merged, key=_order))
    return groups


def _same_measure(a: Stated, b: Stated) -> bool:
    if a.value.kind != b.value.kind or not _same_unit(a, b):
        return False
    if a.measure.per != b.measure.per or a.measure.stage != b.measure.stage or are_of_two(a.measure, b.measure):
        return False
    return _same_scope(a, b) and _same_question(a, b) and not (_foreign_name(a, b) or _foreign_name(b, a))


def _same_unit(a: Stated, b: Stated) -> bool:
    if a.value.kind != "count":
        return a.value.unit == b.value.unit
    if not a.value.unit and not b.value.unit:
        return _word_after(a) != "" and _word_after(a) == _word_after(b)  # a noun too common to be a term: "personnes"
    return bool(a.value.unit) and same_term(a.value.unit, b.value.unit, a.language)


def _word_after(one: Stated) -> str:
    found = re.match(r"\s+([^\W\d_]{3,})", one.candidate.claim_text[one.value.char_end :])
    return found[1].casefold() if found else ""


def _same_question(a: Stated, b: Stated) -> bool:
    """Whether both sentences speak of the same words of the question, or, it being open, of the same things."""
    if a.candidate.expects not in _OPEN:
        first, second = set(a.candidate.spoken), set(b.candidate.spoken)
        need = _COVERED * len(set(a.candidate.asked))
        return bool(first & second) and (first == second or (len(first) >= need and len(second) >= need))
    first, second = _measured(a, b), _measured(b, a)
    small, large = sorted((first, second), key=len)
    shared = sum(any(same_term(one, other, a.language) for other in large) for one in small)
    return shared >= 2 and shared >= _OVERLAP * len(small)


def _measured(one: Stated, other: Stated) -> set[str]:
    """The terms of a value's clause outside the values, without the names and words that the question brought in."""
    text, values = one.candidate.claim_text, one.candidate.values
    start, end = scope_of(text, one.value, values)
    for value in sorted(values, key=lambda each: -each.char_start):
        text = text[: value.char_start] + " " * (value.char_end - value.char_start) + text[value.char_end :]
    asked = {*one.candidate.asked, *other.candidate.asked}
    return {
        term.stem
        for term in find_terms(text[start:end], one.language)
        if not (term.is_name and term.char_start > 0 and one.language != "de") and term.stem not in asked
    }


def _same_scope(a: Stated, b: Stated) -> bool:
    """Whether a numeric value is not tied to another time in each sentence ("in 2019 ...", "in 2023 ...")."""
    if a.value.kind == "date":
        return True
    first, second = _times(a), _times(b)
    if a.value.kind == "count" and bool(first) != bool(second):
        return not _is_over(*((a, b) if first else (b, a)))
    if not first or not second or any(same_value(x, y) for x in first for y in second):
        return True
    return is_money(a.value.unit) and not all(value.written == "year" for value in (*first, *second))


def _is_over(dated: Stated, undated: Stated) -> bool:
    """Whether one sentence tells what was in a year, and the other, of a later year, what is."""
    text, value = dated.candidate.claim_text, dated.value
    clause = text[max(0, value.char_start - 60) : value.char_end + 60]
    published = (undated.evidence.published_at if undated.evidence else None) or ""
    is_now = tense_of(undated.candidate.claim_text) == "present"
    if not published[:4].isdigit() or tense_of(clause) != "past" or not is_now:
        return False
    return all(time.high < date(int(published[:4]), 1, 1).toordinal() for time in _times(dated))


def _times(one: Stated) -> list[Value]:
    return [value for value in one.candidate.values if value.kind == "date" and value.unit == "day"]


def _foreign_name(one: Stated, other: Stated) -> bool:
    """Whether one sentence places its value somewhere that the other one and its surroundings do not name.

    German writes every noun like a name, so there only the words of `is_elsewhere` tell.
    """
    if one.language == "de":
        return False
    around = _around(other)
    for match in _NAMED.finditer(one.candidate.claim_text):
        if match[1].casefold() in month_names(one.language):
            continue
        terms = [term.stem for term in find_terms(match[1], one.language)]
        dated = any(
            v.kind == "date" and v.char_start < match.end() and match.start() < v.char_end for v in one.candidate.values
        )
        if (
            terms
            and not dated
            and not any(any(same_term(term, each, one.language) for each in around) for term in terms)
        ):
            return True
    return False


def _around(one: Stated) -> set[str]:
    text = one.candidate.claim_text
    if one.evidence is not None:
        near = one.evidence
        text = f"{text} {near.title} {near.heading or ''} {near.publisher or ''} {near.before} {near.text}"
        text = f"{text} {near.after}"
    return {*stems(text, one.language), *one.candidate.asked}


def _difference(sub: int, group: Sequence[Stated]) -> Difference | None:
    clusters: list[list[Stated]] = []
    for one in sorted(group, key=lambda each: _is_limit(each.value)):
        fitting = [cluster for cluster in clusters if all(same_value(one.value, each.value) for each in cluster)]
        if not fitting:
            clusters.append([one])
        elif not _is_limit(one.value):
            fitting[0].append(one)
        else:
            named = [cluster for cluster in fitting if any(_names_same(one.value, each.value) for each in cluster)]
            for cluster in named[:1]:
                cluster.append(one)
    apart = [
        cluster
        for cluster in clusters
        if not any(_agrees(cluster, other) for other in clusters if other is not cluster)
    ]
    if len(apart) < 2 or not any(
        _texts(a).isdisjoint(_texts(b)) or len(_texts(a) | _texts(b)) > 1 for a, b in combinations(apart, 2)
    ):
        return None
    sides = [
        replace(_side(cluster), is_replaced=any(is_given_up(cluster, other) for other in apart if other is not cluster))
        for cluster in apart
    ]
    return settled("temporal" if group[0].value.kind == "date" else "numeric", sub, sides)


def _is_limit(value: Value) -> bool:
    return value.bound in {"least", "most"}


def _names_same(limit: Value, other: Value) -> bool:
    """Whether a limit names the value that another sentence gives: one that only allows it does not say it."""
    if limit.kind == "date":
        return limit.bound == other.bound and limit.low == other.low and limit.high == other.high
    return same_value(replace(limit, bound=""), replace(other, bound=""))


def _agrees(a: Sequence[Stated], b: Sequence[Stated]) -> bool:
    """Whether two clusters have members that agree: then they are no clean opposites."""
    return all(any(same_value(x.value, y.value) for y in b) for x in a)


def _texts(cluster: Sequence[Stated]) -> set[str]:
    return {one.evidence.text_sha256 if one.evidence else one.candidate.version for one in cluster}


def _side(cluster: Sequence[Stated]) -> Side:
    exact = min(cluster, key=_exactness)
    said_at, is_past = last_said(cluster)
    return Side(
        value=say_value(exact.candidate.claim_text, exact.value),
        candidates=tuple(sorted(one.index for one in cluster)),
        texts=tuple(sorted({one.candidate.claim_text for one in cluster})),
        published_at=_newest_origin(cluster),
        origins=len(_texts(cluster)),
        said_at=said_at,
        is_past=is_past,
        own=tuple(
            sorted(
                (one.index, say_value(one.candidate.claim_text, one.value))
                for one in cluster
                if not _says_same(one.value, exact.value)
            )
        ),
    )


def _says_same(one: Value, other: Value) -> bool:
    """Whether two values are the same, and not only within what the one allows."""
    return one.bound == other.bound and isclose(one.low, other.low) and isclose(one.high, other.high)


def _exactness(one: Stated) -> tuple[bool, float, float, str]:
    return one.value.bound != "", one.value.high - one.value.low, one.value.precision, one.candidate.claim_text


def _newest_origin(cluster: Sequence[Stated]) -> str | None:
    """The newest of the dates on which each distinct text first appeared: a late copy makes nothing newer."""
    first: dict[str, str] = {}
    for one in cluster:
        if one.evidence and one.evidence.published_at:
            text, at = one.evidence.text_sha256, one.evidence.published_at
            first[text] = min(at, first.get(text, at), key=moment)
    return max(first.values(), key=moment, default=None)
