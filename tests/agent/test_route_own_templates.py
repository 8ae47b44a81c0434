"""Templates of one's own: chosen by their words, and left alone where their words or values are missing."""

from typing import Any

import pytest
from test_route_rules import choose, names

from retrievers import Tools, load_tools

FILMS = """// name: films_with_actor
// Which films an actor played in, newest first, with the role
// graph: foreign
// group: films
// param: actor text: the actor's full name
// param: since integer = 1900: the first year
// returns: title
MATCH (p:Person {name: $actor})-[:ACTED_IN]->(f:Film) WHERE f.released >= $since RETURN f.title AS title LIMIT 20;

// name: films_of_year
// The films that were released in a year, with their director
// graph: foreign
// param: year integer: the year
// returns: title
MATCH (f:Film) WHERE f.released = $year RETURN f.title AS title LIMIT 20;

// name: films_rated
// Films by rating
// graph: foreign
// param: rating text of good|bad: the rating
// returns: title
MATCH (f:Film) WHERE f.rating = $rating RETURN f.title AS title LIMIT 20
"""


@pytest.fixture(scope="module")
def with_films(tmp_path_factory: pytest.TempPathFactory) -> Tools:
    folder = tmp_path_factory.mktemp("films")
    (folder / "films.cypher").write_text(FILMS)
    return load_tools(folder)


@pytest.mark.parametrize(
    ("question", "tool", "arguments"),
    [
        ("Which films did Tom Hanks play in?", "films_with_actor", {"actor": "Tom Hanks"}),
        ("In which films did 'Ingrid of Tornholm' play?", "films_with_actor", {"actor": "Ingrid of Tornholm"}),
        ("Which films were released in 1994?", "films_of_year", {"year": 1994}),
        ("Show the films with a bad rating", "films_rated", {"rating": "bad"}),
    ],
)
async def test_a_template_of_ones_own_is_chosen_by_its_words_with_what_it_needs(
    question: str, tool: str, arguments: dict[str, Any], with_films: Tools
) -> None:
    calls = (await choose(question, with_films)).calls
    assert [(call.tool, call.arguments) for call in calls] == [(tool, arguments)]


@pytest.mark.parametrize(
    "question", ["Which films did they play in?", "Who is Tom Hanks?", "Which bridges were built in 1994?", "Films?"]
)
async def test_a_template_of_ones_own_is_left_alone_where_its_words_or_values_are_missing(
    question: str, with_films: Tools
) -> None:
    assert await names(question, with_films) == ["memory_search"]
