"""The next round chosen by rules, where no model judges: names that were found lead on. Pure."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from agent.evidence import Evidence
from agent.loops.choice import Choice, Reviewed, Transformed, Wanted
from agent.loops.clean import clean_found_query
from agent.plan import Plan, SubQuestion, own_terms
from agent.words.injection import find_instructions
from agent.words.new_names import find_runs_of_names
from agent.words.terms import find_terms, same_term
from retrievers.split import split_sentences

_PASSAGES = 5
"""Best passages of a part whose names are read."""
_MAX_NAME = 4  # words


def transform_by_rules(seen: Reviewed) -> list[Transformed]:
    """Return for each open part at most one query with the passages it builds on: the part's own words joined with a
    name that its best passages hold and the question does not; where they hold none, its next other wording."""
    found: list[Transformed] = []
    used = {query.casefold() for query in (*seen.asked, *seen.sent)}
    follow_ups = seen.found.follow_ups if seen.found else ()
    for sub in seen.plan.subquestions:
        if sub.ordinal not in seen.open_parts:
            continue
        evidence = (seen.evidence or {}).get(sub.ordinal, ())
        offered = (
            (clean_found_query(f"{one.name} {' '.join(one.left)}", seen.plan.question), (one.passage,))
            for one in find_new_names(seen.plan, sub, evidence)
        )
        plain: Iterator[tuple[str, tuple[str, ...]]] = (
            (query, ()) for part, query in follow_ups if part == sub.ordinal
        )
        for query, builds_on in (*offered, *plain):
            if query and query.casefold() not in used:
                used.add(query.casefold())
                found.append(Transformed(sub.ordinal, query, builds_on))
                break
    return found


class NewName(NamedTuple):
    """A name, the passage that holds it, and the words of the part that the name's sentence leaves open."""

    name: str
    passage: str
    left: tuple[str, ...]


def find_new_names(plan: Plan, sub: SubQuestion, evidence: Sequence[Evidence]) -> list[NewName]:
    """Return the names in a part's best passages that its question does not hold: first those of sentences with most of
    the part's words, then those of better passages. Text with orders to software gives none.

    What a sentence says beside the name is answered by it: "designed by Ilse Varga" leaves of "where was the designer
    born" only "born".
    """
    asked = find_terms(sub.text, plan.language)
    known = {term.stem for term in (*asked, *find_terms(plan.question, plan.language))}
    own = tuple(term.word for term in own_terms(sub, plan.language))
    ranked: list[tuple[int, int, int, NewName]] = []
    for rank, one in enumerate(evidence[:_PASSAGES]):
        if find_instructions(one.text):
            continue
        language = one.language or plan.language
        for sentence in split_sentences(one.text, language):
            text = one.text[sentence.char_start : sentence.char_end]
            terms = find_terms(text, language)
            left = tuple(a.word for a in asked if not any(same_term(a.stem, b.stem, language) for b in terms))
            if len(left) == len(asked):
                continue
            for place, name in enumerate(find_runs_of_names(text, terms, known, most=_MAX_NAME)):
                ranked.append((len(left), rank, place, NewName(name, one.passage, left or own)))
    unique: dict[str, NewName] = {}
    for *_, found in sorted(ranked, key=lambda row: row[:3]):
        unique.setdefault(found.name.casefold(), found)
    return list(unique.values())


def decide_by_rules(seen: Reviewed, web: Sequence[tuple[int, str]]) -> Choice:
    """Judge whether and where to look on: before the first round in memory for every part, later only for parts that
    what was found leaves open, in memory in other words and on the web with what `web` offers for them."""
    if seen.found is None:
        planned = [(sub.ordinal, query) for sub in seen.plan.subquestions for query in sub.queries]
        wanted = [Wanted(part, query, "memory") for part, query in planned]
        return Choice(tuple(wanted), "what earlier work stored comes first", "rules")
    memory = list(seen.found.follow_ups) if web or seen.is_new else []
    wanted = [Wanted(part, query, "memory") for part, query in memory if not seen.is_asked(query, "memory")]
    wanted += [Wanted(part, query, "web") for part, query in web if not seen.is_asked(query, "web")]
    if not wanted:
        return Choice((), "nothing is left to ask that was not asked before", "rules")
    return Choice(
        tuple(wanted), "; ".join(f"part {gap.subquestion}: {gap.missing}" for gap in seen.found.gaps), "rules"
    )
