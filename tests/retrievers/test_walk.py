"""The walk: pure, the same in any order, never from nowhere."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrievers.walk import Seed, edges_of, seed_masses, walk

NODES = st.sampled_from([f"p{i}" for i in range(12)])
MASSES = st.dictionaries(NODES, st.floats(0.01, 1.0), min_size=1).map(
    lambda d: {k: v / sum(d.values()) for k, v in d.items()}
)
EDGES = st.sets(st.tuples(NODES, NODES).filter(lambda e: e[0] < e[1]), max_size=30)


def seed(passage: str, source: str = "", names: str = "", *, grams: bool = False, **arms: float) -> Seed:
    found = {arm: (1, score) for arm, score in arms.items()}
    return Seed(passage, source or f"s-{passage}", found, frozenset(names.split()), grams)


@given(masses=MASSES, edges=EDGES)
def test_nothing_is_lost_on_the_way(masses: dict[str, float], edges: set[tuple[str, str]]) -> None:
    assert sum(x for _, x in walk(masses, edges)) == pytest.approx(1)


@given(masses=MASSES, edges=EDGES, seed=st.integers(0, 99))
def test_the_order_in_which_things_are_found_changes_nothing(
    masses: dict[str, float], edges: set[tuple[str, str]], seed: int
) -> None:
    shuffled = list(masses.items())
    random.Random(seed).shuffle(shuffled)
    other = sorted(edges)
    random.Random(seed).shuffle(other)
    assert walk(masses, edges) == walk(dict(shuffled), set(other))


@given(masses=MASSES)
def test_without_edges_it_is_the_order_of_the_seeds(masses: dict[str, float]) -> None:
    walked = walk(masses, set())
    assert [p for p, _ in walked] == sorted(masses, key=lambda p: (-masses[p], p))
    assert dict(walked) == pytest.approx(masses)


@given(masses=MASSES, edges=EDGES)
def test_it_goes_nowhere_that_no_edge_leads(masses: dict[str, float], edges: set[tuple[str, str]]) -> None:
    reached = set(masses)
    while new := {b for e in edges for a, b in (e, e[::-1]) if a in reached} - reached:
        reached |= new
    assert {p for p, _ in walk(masses, edges)} == reached


def test_what_two_found_passages_mention_comes_before_what_one_does() -> None:
    masses = {"a": 0.5, "b": 0.5}
    order = [p for p, _ in walk(masses, {("a", "x"), ("b", "x"), ("b", "y")})]
    assert order.index("x") < order.index("y")


def test_each_arm_counts_the_same_however_large_its_scores_are() -> None:
    masses = seed_masses([seed("a", text=30.0), seed("b", vector=0.3)], frozenset())
    assert masses == pytest.approx({"a": 0.5, "b": 0.5})


def test_pieces_of_words_count_as_far_as_what_the_words_found_has_any() -> None:
    english = [seed("a", text=2.0), seed("b", grams=True)]
    german = Seed("g", "s-g", {"grams": (1, 5.0)}, frozenset(), has_grams=True)
    assert set(seed_masses([*english, german], frozenset())) == {"a"}
    chinese = Seed("z", "s-z", {"text": (1, 2.0), "grams": (1, 5.0)}, frozenset(), has_grams=True)
    assert seed_masses([chinese, german], frozenset())["g"] > 0
    assert seed_masses([german], frozenset()) == {"g": 1.0}


def test_a_link_to_a_long_page_leads_to_what_was_found_of_it_else_to_its_beginning() -> None:
    seeds = [seed("a", text=1.0), seed("page-7", source="page", text=0.5), seed("other-0", source="other", names="x")]
    links = [("a", "page", "page-0"), ("a", "other", "other-0"), ("page-7", "page", "page-0")]
    assert edges_of(seeds, links) == {("a", "page-7"), ("a", "other-0")}


def test_many_passages_of_one_page_do_not_drown_another_source() -> None:
    page = [seed(f"page-{i}", source="page", text=1.0) for i in range(20)]
    masses = seed_masses([*page, seed("short", text=0.99)], frozenset())
    assert sorted(masses, key=lambda p: -masses[p])[:2] == ["page-0", "short"]
    alone = seed_masses([seed(f"page-{i}", source="page", text=1 / (i + 1)) for i in range(9)], frozenset())
    assert sorted(alone, key=lambda p: -alone[p]) == [f"page-{i}" for i in range(9)]


def test_a_named_page_has_one_share_however_many_of_its_passages_were_found() -> None:
    long = [seed(f"long-{i}", source="long", names="fjord") for i in range(9)]
    masses = seed_masses([*long, seed("short", names="fjord")], frozenset(["fjord"]))
    assert masses["short"] == pytest.approx(0.5)
    assert sum(masses[s.passage] for s in long) == pytest.approx(0.5)
    assert seed_masses([*long, seed("short", names="other")], frozenset(["other"])) == {"short": 1.0}


def test_what_is_found_is_kept_however_low_it_scores() -> None:
    masses = seed_masses([seed("a", vector=0.4), seed("b", vector=-0.2)], frozenset())
    assert 0 < masses["b"] < masses["a"]
