"""Finding lessons in the graph: for a question by its words and by meaning, or all of them."""

from collections.abc import Mapping

from agent.lessons.lesson import MAX_HELD, Lesson
from agent.lessons.use import choose_lessons
from agent.record.clock import now
from agent.words.terms import find_terms, guess_language, same_term
from graph.store import GraphStore
from retrievers.embed import Embedder

_NEAR: Mapping[str, float] = {"all-MiniLM-L6-v2": 0.75}
_NEAR_ELSE = 0.85
"""The cosine from which two questions may learn from each other, by embedding model. Below that from which one takes
the other's answer: a lesson only changes the order of searches, and names must agree besides."""


def near_for(embedder: Embedder | None) -> float | None:
    """Return the similarity (0 to 1) from which two questions mean the same, None without a model."""
    return None if embedder is None else (1 + _NEAR.get(embedder.info.id, _NEAR_ELSE)) / 2


async def find_lessons(store: GraphStore, embedder: Embedder | None, question: str) -> list[Lesson]:
    """Return all lessons that are not laid aside, newest first, with how near each is to a question.

    Raises GraphError and EmbeddingError.
    """
    rows = await store.read("lessons_that_hold", vector=None, limit=MAX_HELD)
    if rows and embedder is not None:
        vector = (await embedder.embed([question], kind="query")).vectors[0].tolist()
        rows = await store.read("lessons_that_hold", vector=vector, limit=MAX_HELD)
    return [Lesson.of(row) for row in rows]


async def read_lessons(store: GraphStore, embedder: Embedder | None, about: str | None) -> list[Lesson]:
    """Return the lessons that hold now, newest first; with `about` those that a run on it would take, then those that
    hold all its words. Raises GraphError and EmbeddingError."""
    found = await find_lessons(store, embedder if about else None, about or "")
    holding = [one for one in found if one.holds_at(now().ms)]
    if about is None:
        return holding
    taken = choose_lessons(about, holding, near=near_for(embedder))
    return taken + [one for one in holding if one not in taken and _speaks_of(one, about)]


def _speaks_of(lesson: Lesson, words: str) -> bool:
    text = f"{lesson.about} {lesson.question} {lesson.lesson}"
    language = guess_language(text)
    there = [term.stem for term in find_terms(text, language)]
    wanted = find_terms(words, language)
    if not wanted:
        return words.casefold() in text.casefold()
    return all(any(same_term(term.stem, other, language) for other in there) for term in wanted)
