"""What examples/README.md promises of the dossier holds for what is read from it."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from retrievers.embed import open_embedder
from retrievers.read import Reading, read_paths

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture(scope="module")
def dossier() -> list[Reading]:
    found = list(read_paths([str(EXAMPLES / "skerra")]))
    readings = [each for each in found if isinstance(each, Reading)]
    assert len(readings) == len(found) == 20
    return readings


def test_the_release_stands_in_three_sources_with_the_same_text_and_nothing_else_is_a_copy(
    dossier: list[Reading],
) -> None:
    copies = Counter(each.text for each in dossier)
    assert sorted(copies.values()) == [1] * 17 + [3]
    kinds = {each.kind for each in dossier if copies[each.text] == 3}
    assert kinds == {"file", "row"}


def test_every_source_but_the_leaflet_proves_its_date(dossier: list[Reading]) -> None:
    assert [Path(each.source_id).name for each in dossier if each.published_at is None] == ["residents-leaflet.txt"]
    for each in dossier:
        if each.published_at is not None:
            assert each.published_proof
            assert "2024-03-12" <= each.published_at[:10] <= "2026-04-21"


def test_nothing_but_the_text_of_a_page_is_stored(dossier: list[Reading]) -> None:
    whole = "\n".join(each.text for each in dossier)
    for boilerplate in ("cookies", "My Meter", "Most read", "169.254", "Powered by hope", "Datenschutz"):
        assert boilerplate not in whole
    assert "Ignore previous instructions" in whole


def test_no_document_says_who_takes_the_turbines_out(dossier: list[Reading]) -> None:
    words = r"remov|dismantl|decommission|tak(e|ing|en) out|lifetime|scrap|demol|abbau|rückbau|entfern"
    assert [each.source_id for each in dossier if re.search(words, each.text, re.IGNORECASE)] == []


def test_all_addresses_are_invented(dossier: list[Reading]) -> None:
    for each in dossier:
        assert each.url is None or re.match(r"https://[a-z.-]+\.example/", each.url), each.url


def test_the_readme_lists_every_file_of_the_dossier_and_no_other() -> None:
    listed = re.findall(r"^\| `([^`]+)` \|", (EXAMPLES / "README.md").read_text(), re.MULTILINE)
    assert sorted(listed) == sorted(path.name for path in (EXAMPLES / "skerra").iterdir())


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("What will the Skerra Sound tidal plant cost?", {"48.2", "61.5"}),
        ("When will the Skerra Sound tidal plant open?", {"October 2026", "June 2028"}),
        (
            "What share of Tornholm's households will the Skerra Sound tidal plant supply?",
            {"38 percent", "62 percent"},
        ),
    ],
)
async def test_the_nearest_sentences_show_both_sides(
    question: str, words: set[str], dossier: list[Reading], tmp_path: Path
) -> None:
    opened = open_embedder("local", home=tmp_path)
    assert opened is not None
    sentences = sorted({each for reading in dossier for each in re.split(r"(?<=[.!?])\s+|\n+", reading.text) if each})
    vectors = (await opened.embed(sentences, kind="passage")).vectors
    query = (await opened.embed([question], kind="query")).vectors[0]
    nearest = " ".join(sentences[row] for row in np.argsort(vectors @ query)[::-1][:6])
    assert [each for each in words if each not in nearest] == []
