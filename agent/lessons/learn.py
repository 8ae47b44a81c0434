"""What a run learned, by rules from its own record: queries, outcomes, open parts. No word of a page enters. Pure."""

import json
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from agent.fence import hide_addresses
from agent.lessons.lesson import MAX_LESSON, MAX_OF_RUN, MAX_QUERIES, Lesson
from agent.loops.clean import clean_found_query
from agent.plan import Plan, SubQuestion, follow_up_queries
from agent.words.injection import is_instruction
from agent.words.terms import find_terms, same_term
from graph.keys import bounded
from graph.model import LessonKind
from graph.store import Row
from retrievers.websearch.domains import registrable_domain

MEMORY, WEB, PAGE = "memory_search", "web_search", "read_page"
_DEAD = frozenset({"rate_limited", "unauthorised", "quota", "timeout", "offline"})
_WALLS = frozenset({"challenge", "consent", "needs_js", "unauthorised", "timeout", "offline"})
_LEAST_PAGES = 2
_SHOWN = 3


@dataclass(slots=True)
class Record:
    """What is learned from: the plan as it was asked, which parts each reviewed round left open, and for each part the
    words that nothing found speaks of. `spoken` are parts of which, by rules alone, a gathered sentence has all words:
    the search did not fail them, and whether that sentence answers is not for rules to deny. `own` is False where the
    question was put together from earlier answers: then nothing is learned of it, for its words are not all a
    person's."""

    plan: Plan
    opened: dict[int, frozenset[int]] = field(default_factory=dict[int, frozenset[int]])
    absent: Mapping[int, Sequence[str]] = field(default_factory=dict[int, Sequence[str]])
    spoken: frozenset[int] = frozenset()
    stopped: str = ""
    own: bool = True


def learn(record: Record, steps: Sequence[Row]) -> list[Lesson]:
    """Return the lessons of a run from its record and its Steps, at most MAX_OF_RUN; none of a run without failures."""
    found = [*(_of_parts(record, steps) if record.own else ()), *_of_providers(steps), *_of_sites(steps)]
    return [one for one in found if is_clean(one)][:MAX_OF_RUN]


def is_clean(lesson: Lesson) -> bool:
    """Whether nothing in a lesson is addressed to software, and its queries are words alone: what is not is never
    handed on, nor taken from a graph that somebody else wrote into."""
    said = (lesson.about, lesson.question, lesson.lesson, *lesson.avoid, *lesson.prefer, *lesson.absent)
    if any(is_instruction(text) or hide_addresses(text) != text for text in said):
        return False
    return all(clean_found_query(query, lesson.question) for query in (*lesson.avoid, *lesson.prefer))


def _of_parts(record: Record, steps: Sequence[Row]) -> Iterator[Lesson]:
    if not record.opened:
        return
    last = max(record.opened)
    for sub in record.plan.subquestions:
        asked = _queries_of(sub.ordinal, steps)
        was_open = [round_ for round_, parts in record.opened.items() if sub.ordinal in parts]
        if not was_open:
            continue
        vain = _unique(query for round_, query in asked if round_ <= max(was_open))
        vain = [query for query in vain if is_own_wording(query, record.plan, sub)]
        if not vain:
            continue
        if sub.ordinal not in record.opened[last]:
            new = _unique(query for round_, query in asked if round_ > max(was_open))
            fresh = [query for query in new if query.casefold() not in {one.casefold() for one in vain}]
            prefer = tuple(query for query in fresh if is_own_wording(query, record.plan, sub))[:_SHOWN]
            if prefer:
                said = f"For “{sub.text}” {_quoted(vain)} found nothing that answers; {_quoted(prefer[:1])} did."
                yield _lesson("wording", sub.text, said, record.plan.question, avoid=vain, prefer=prefer)
            continue
        if sub.ordinal in record.spoken:
            continue
        absent = tuple(record.absent.get(sub.ordinal, ()))[:_SHOWN]
        spoken = f" No passage speaks of {_quoted(absent)}." if absent else ""
        said = f"{_quoted(vain)} found nothing that answers “{sub.text}”.{spoken}"
        yield _lesson("nothing_found", sub.text, said, record.plan.question, avoid=vain, absent=absent)
        if record.stopped:
            said = f"A run stopped ({record.stopped}) before “{sub.text}” was answered: begin with it."
            yield _lesson("limit", sub.text, said, record.plan.question, outcome=record.stopped)


def _queries_of(part: int, steps: Sequence[Row]) -> list[tuple[int, str]]:
    """(round, query) of what was asked for a part, in order; a search that nobody answered is not held against it."""
    found: list[tuple[int, str]] = []
    for step in sorted(steps, key=lambda row: (row["round"], row["ordinal"])):
        if step["tool"] == MEMORY:
            args = json.loads(step["args_json"])
            pairs = zip(args.get("for", ()), args.get("queries", ()), strict=False)
            found += [(int(step["round"]), str(query)) for ordinal, query in pairs if ordinal == part]
        elif step["tool"] == WEB and step["outcome"] in {"ok", "empty"}:
            args = json.loads(step["args_json"])
            if args.get("for") == part:
                found.append((int(step["round"]), str(args["query"])))
    return found


def is_own_wording(query: str, plan: Plan, sub: SubQuestion) -> bool:
    """Whether each word of a query is the question's, the plan's, or in our own tables: later queries may be made of
    words that pages hold, and those are not handed on."""
    language = plan.language
    texts = [plan.question, sub.text, sub.subject, *sub.queries, *follow_up_queries(sub, ())]
    known = [term.stem for text in texts for term in find_terms(text, language)]
    return all(any(same_term(term.stem, other, language) for other in known) for term in find_terms(query, language))


def _of_providers(steps: Sequence[Row]) -> Iterator[Lesson]:
    outcomes: dict[str, Counter[str]] = {}
    for step in steps:
        if step["tool"] == WEB:
            for provider, outcome in json.loads(step["output_json"]).get("outcomes", ()):
                outcomes.setdefault(str(provider), Counter())[str(outcome)] += 1
    for provider, counted in outcomes.items():
        if set(counted) <= _DEAD:
            (outcome, _), times = counted.most_common(1)[0], counted.total()
            said = f"{provider} answered none of {times} {'search' if times == 1 else 'searches'} ({outcome})."
            yield _lesson("provider", provider, said, outcome=outcome)


def _of_sites(steps: Sequence[Row]) -> Iterator[Lesson]:
    outcomes: dict[str, Counter[str]] = {}
    for step in steps:
        site = registrable_domain(json.loads(step["args_json"]).get("url", "")) if step["tool"] == PAGE else None
        if site:
            outcomes.setdefault(site, Counter())[str(step["outcome"])] += 1
    for site, counted in outcomes.items():
        if set(counted) <= _WALLS and counted.total() >= _LEAST_PAGES:
            (outcome, _), times = counted.most_common(1)[0], counted.total()
            yield _lesson("site", site, f"None of {times} pages of {site} could be read ({outcome}).", outcome=outcome)


def answered_by(steps: Sequence[Row]) -> frozenset[str]:
    """Return the providers that answered and the sites that were read: what was learned against them falls."""
    good: set[str] = set()
    for step in steps:
        if step["tool"] == WEB:
            outcomes = json.loads(step["output_json"]).get("outcomes", ())
            good |= {str(provider) for provider, outcome in outcomes if outcome in {"ok", "empty"}}
        elif step["tool"] == PAGE and step["outcome"] == "ok":
            good.add(registrable_domain(json.loads(step["args_json"]).get("url", "")) or "")
    return frozenset(good - {""})


def _lesson(
    kind: LessonKind,
    about: str,
    said: str,
    question: str = "",
    *,
    avoid: Sequence[str] = (),
    prefer: Sequence[str] = (),
    absent: Sequence[str] = (),
    outcome: str = "",
) -> Lesson:
    return Lesson(
        kind, about, bounded(said, MAX_LESSON) or "", question, tuple(avoid[:MAX_QUERIES]), tuple(prefer),
        tuple(absent), outcome,
    )  # fmt: skip


def _unique(queries: Iterable[str]) -> list[str]:
    return list({query.casefold(): query for query in queries}.values())


def _quoted(texts: Collection[str]) -> str:
    shown = ", ".join(f"“{text}”" for text in list(texts)[:_SHOWN])
    return f"{shown} and {len(texts) - _SHOWN} more" if len(texts) > _SHOWN else shown
