"""Another origin for a main claim that rests on one: which claims do, what to ask for, and what bears one out. Pure."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from agent.evidence import Candidate, Evidence
from agent.extract import extract
from agent.loops.clean import clean_found_query
from agent.opposing.look import Main
from agent.origins.agreeing import agree
from agent.origins.attribution import find_attributions
from agent.origins.count import Told, count_origins
from agent.origins.names import name_words
from agent.plan import Plan, SubQuestion
from agent.record.claims import Claimed
from agent.words.injection import find_instructions
from agent.words.terms import find_terms, is_unspaced
from retrievers.websearch.domains import covers, registrable_domain

MOST = 2
"""Claims of a run that another origin is searched for on the web."""
_QUERY = 12  # words
_NAMED = frozenset({"person", "place"})


@dataclass(frozen=True, slots=True)
class Single:
    """A main claim that rests on one origin: the sentence that makes it, and who tells it."""

    main: Main
    candidate: Candidate
    told: tuple[Told, ...]

    @property
    def sources(self) -> frozenset[str]:
        """The keys of the sources that tell it."""
        return frozenset(one.source for one in self.told)

    @property
    def domains(self) -> tuple[str, ...]:
        """The domains of those who tell it."""
        return tuple(sorted({site for one in self.told if one.url and (site := registrable_domain(one.url))}))

    def is_borne_by(self, more: Sequence[Told]) -> bool:
        """Whether these, which say the same, are of another origin."""
        return count_origins([*self.told, *more], self.main.text).count > 1


def find_single(
    plan: Plan,
    mains: Sequence[Main],
    candidates: Sequence[Candidate],
    keys: Sequence[Claimed],
    evidence: Mapping[int, Sequence[Evidence]],
    groups: Mapping[str, str],
) -> list[Single]:
    """Return the main claims that rest on one origin, with all who say the same; `groups` are origins of sources."""
    passages = {one.passage: one for rows in evidence.values() for one in rows}
    found: list[Single] = []
    for main in mains:
        own = [one for one, key in zip(candidates, keys, strict=False) if key.claim == main.claim]
        if not own:
            continue
        same = [one for one in candidates if one in own or agree(own[0], one, plan)]
        told = [told_by(passages[one.passage], groups) for one in same if one.passage in passages]
        if told and count_origins(told, main.text).count < 2:
            found.append(Single(main, own[0], tuple(dict.fromkeys(told))))
    return found


def told_by(one: Evidence, groups: Mapping[str, str]) -> Told:
    """Return the source of a passage as its origin is told by it."""
    return Told(one.source, one.title or one.source_id, one.publisher, one.url, groups.get(one.source), one.text)


def another_query(single: Single, sub: SubQuestion, plan: Plan) -> str:
    """Return what to ask for another origin of a claim: its words and the units of its values, without the values, whom
    it has it from and who publishes it; where a name answers, the words of the question alone. "" where text that
    orders software about makes it, or no word is left. Found text gives words, no operator and no address."""
    text = single.candidate.claim_text
    if single.candidate.expects in _NAMED or is_unspaced(text):
        return clean_found_query(sub.queries[0] if sub.queries else sub.text.rstrip("?"), plan.question)
    if find_instructions(text):
        return ""
    asked = set(name_words(sub.text))
    credited = {word for said in find_attributions(text) for word in name_words(said)}
    credited |= {word for one in single.told for word in name_words(one.publisher or "")}
    bare = list(text)
    for value in single.candidate.values:
        bare[value.char_start : value.char_end] = " " * (value.char_end - value.char_start)
    plain = clean_found_query("".join(bare), plan.question)
    words = [
        term.word
        for term in find_terms(plain, plan.language)
        if (credited - asked).isdisjoint(name_words(term.word)) and not any(letter.isdigit() for letter in term.word)
    ]
    units = [word for value in single.candidate.answering for word in _unit(value.text)]
    return " ".join(dict.fromkeys([*words[:_QUERY], *units])) if words else ""


def _unit(value: str) -> list[str]:
    """The words that a value is counted in: of "48 million crowns" the last one; dates and shares have none."""
    words = re.findall(r"[^\W\d_]{3,}", value)
    return words[-1:] if re.match(r"\W*\d", value) and not re.search(r"\d\W*$", value) else []


def has_elsewhere(only: Sequence[str] | None, domains: Collection[str]) -> bool:
    """Whether anywhere is left to look, of the domains that a run is held to, without these."""
    return only is None or any(not any(covers(domain, rule) for domain in domains) for rule in only)


def find_bearing(
    plan: Plan, singles: Sequence[Single], evidence: Mapping[int, Sequence[Evidence]], groups: Mapping[str, str]
) -> list[tuple[str, Candidate, Evidence]]:
    """Return (text of the claim, sentence, passage) for each that another origin bears out: its best sentence that says
    the same, chosen by the same rules as any. What orders software about bears nothing out."""
    found: list[tuple[str, Candidate, Evidence]] = []
    for single in singles:
        rows = [
            one
            for one in evidence.get(single.main.part, ())
            if one.source not in single.sources and not find_instructions(one.text)
        ]
        part = replace(plan, subquestions=tuple(s for s in plan.subquestions if s.ordinal == single.main.part))
        passages = {one.passage: one for one in rows}
        for made in extract(part, {single.main.part: rows}) if rows else ():
            place = passages.get(made.passage)
            is_other = place is not None and single.is_borne_by([told_by(place, groups)])
            if place is not None and is_other and agree(single.candidate, made, plan):
                found.append((single.main.text, made, place))
                break
    return found
