"""How a run begins otherwise for what earlier ones learned: other first queries, open parts first. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from agent.lessons.lesson import Lesson
from agent.loops.clean import clean_found_query
from agent.plan import Plan, SubQuestion, asking_terms, follow_up_queries, own_terms
from agent.words.terms import Term, find_terms, guess_language, same_term, stems

MOST_USED = 5
"""Lessons of questions that one run takes."""
_ALIKE = 0.6
"""Share of content words, 0 to 1, from which two questions are about the same."""
_QUERIES = 3


@dataclass(frozen=True, slots=True)
class Used:
    """A lesson that changed what a run does, and in a few words how."""

    lesson: Lesson
    changed: str

    @property
    def says(self) -> str:
        """Return the line for people."""
        return f"Lesson used: {self.lesson.lesson} So {self.changed}."

    def data(self) -> dict[str, str]:
        """Return what its event tells."""
        return {"lesson": self.lesson.key, "kind": self.lesson.kind, "run": self.lesson.run_key, "says": self.says}


@dataclass(frozen=True, slots=True)
class Applied:
    """A plan as lessons changed it, which did, and the parts that the web is searched for first."""

    plan: Plan
    used: tuple[Used, ...] = ()
    early: frozenset[int] = frozenset()


def choose_lessons(question: str, lessons: Sequence[Lesson], *, near: float | None) -> list[Lesson]:
    """Return those of the lessons, newest first, that bear on a question: by its words, or by meaning.

    `near` is the similarity (0 to 1) from which two questions mean the same, None where that is not known. Names and
    numbers must agree either way: a lesson on one bridge says nothing of another.
    """
    found: list[Lesson] = []
    for one in lessons:
        if one.kind in {"provider", "site"}:
            continue
        is_near = near is not None and one.similarity is not None and one.similarity >= near
        if any(is_alike(text, question, anyhow=is_near) for text in (one.about, one.question) if text):
            found.append(one)
    return found[:MOST_USED]


def is_alike(one: str, other: str, *, anyhow: bool = False) -> bool:
    """Whether two questions are about the same: names and numbers agree, and most words do (`anyhow`: whatever they
    do)."""
    language = guess_language(other)
    left, right = asking_terms(one, language), asking_terms(other, language)
    if not left or not right:
        return False
    if not _agree(_marked(left), right, language) or not _agree(_marked(right), left, language):
        return False
    shared = sum(any(same_term(a.stem, b.stem, language) for b in right) for a in left)
    return anyhow or shared / (len(left) + len(right) - shared) >= _ALIKE


def _marked(terms: Sequence[Term]) -> list[Term]:
    return [term for term in terms if term.is_name or any(c.isdigit() for c in term.word)]


def _agree(wanted: Sequence[Term], there: Sequence[Term], language: str | None) -> bool:
    return all(any(same_term(a.stem, b.stem, language) for b in there) for a in wanted)


def apply_lessons(plan: Plan, lessons: Sequence[Lesson]) -> Applied:
    """Return the plan with other first queries, and which lessons did that; queries that found nothing come last, for
    what is stored may have changed."""
    used: list[Used] = []
    parts: list[SubQuestion] = []
    early: dict[int, Lesson] = {}
    for sub in plan.subquestions:
        about = [one for one in lessons if _is_about(one, sub, plan)]
        limit = next((one for one in about if one.kind == "limit"), None)
        changed = _reword(sub, plan, about)
        if changed is not None:
            lesson, queries = changed
            used.append(Used(lesson, f"“{queries[0]}” is asked first"))
        parts.append(replace(sub, queries=changed[1]) if changed is not None else sub)
        if limit is not None:
            early[sub.ordinal] = limit
    if 0 < len(early) < len(parts):
        texts = {sub.ordinal: sub.text for sub in parts}
        used += [Used(limit, f"the web is searched for “{texts[part]}” first") for part, limit in early.items()]
    return Applied(replace(plan, subquestions=tuple(parts)), tuple(used), frozenset(early))


def _is_about(lesson: Lesson, sub: SubQuestion, plan: Plan) -> bool:
    """Whether a lesson is about a part: the same words; or the only part, of a question of the same meaning."""
    if is_alike(lesson.about, sub.text):
        return True
    return len(plan.subquestions) == 1 and is_alike(lesson.about, sub.text, anyhow=lesson.similarity is not None)


def _reword(sub: SubQuestion, plan: Plan, about: Sequence[Lesson]) -> tuple[Lesson, tuple[str, ...]] | None:
    """The lesson that changes a part's first query, and its queries then; None where none does."""
    language = plan.language
    vain = {_form(query, language) for one in about for query in one.avoid}
    good = {_form(query, language) for one in about if one.kind == "wording" for query in one.prefer}
    for lesson in about:
        if lesson.kind == "wording":
            offered = [clean_found_query(query, plan.question) for query in lesson.prefer[:1]]
        elif lesson.kind == "nothing_found":
            offered = _other_wordings(sub, plan, lesson)
        else:
            continue
        kept = [query for query in sub.queries if _form(query, language) not in vain]
        late = [query for query in sub.queries if _form(query, language) in vain]
        first = next((q for q in offered if _form(q, language) in good or _form(q, language) not in vain), None)
        queries: dict[str, str] = {}
        for query in (*([first] if first else ()), *kept, *late):
            queries.setdefault(query.casefold(), query)
        ordered = tuple(queries.values())[:_QUERIES]
        if ordered and ordered[:1] != sub.queries[:1]:
            return lesson, ordered
    return None


def _form(query: str, language: str | None) -> frozenset[str]:
    """What a query asks with, in whatever order and form; the text itself where it has no content word."""
    return frozenset(stems(query, language)) or frozenset({query.casefold()})


def _other_wordings(sub: SubQuestion, plan: Plan, lesson: Lesson) -> list[str]:
    """What to ask where queries found nothing: what the plan has besides them, without the words that nothing speaks
    of, in other words, by the part's own words, as it was asked."""
    absent = [term.stem for word in lesson.absent for term in find_terms(word, plan.language)]
    left = [
        term.word
        for term in asking_terms(sub.text, plan.language)
        if not any(same_term(term.stem, other, plan.language) for other in absent)
    ]
    narrowed = [" ".join(left)] if absent and left else []
    own = " ".join(term.word for term in own_terms(sub, plan.language))
    return [*sub.queries, *narrowed, *follow_up_queries(sub, lesson.avoid), own, sub.text]


def facts_for(lessons: Sequence[Lesson]) -> list[str]:
    """Return what a planner is told: the queries, by the part they were asked for."""
    lines: list[str] = []
    for one in lessons:
        if one.kind == "limit":
            continue
        vain = ", ".join(f"“{query}”" for query in one.avoid)
        good = f"; found what answers: {', '.join(f'“{query}”' for query in one.prefer)}" if one.prefer else ""
        lines.append(f"asked: {one.about}; found nothing that answers: {vain}{good}")
    return lines


def avoid_of(lessons: Sequence[Lesson]) -> Mapping[str, Lesson]:
    """Return by name the providers and the sites that are better asked last."""
    return {one.about: one for one in lessons if one.kind in {"provider", "site"}}
