"""A compound sentence as the claims it makes: each stands alone, none says more or less than the sentence."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from agent.atoms import split_atoms
from agent.atoms.verbs import singular
from agent.atoms.words import find_words
from agent.words.values import find_values

SPLIT = {
    "The plant will cost 48 million crowns and open in June 2028.": [
        "The plant will cost 48 million crowns.", "The plant will open in June 2028.",
    ],
    "The plant opened in 2019 and employs 300 people.": ["The plant opened in 2019.", "The plant employs 300 people."],
    "The plant is 30 metres tall and weighs 400 tonnes.": [
        "The plant is 30 metres tall.", "The plant weighs 400 tonnes.",
    ],
    "The treaty was signed in 1990, entered into force in 1992 and was amended in 2001.": [
        "The treaty was signed in 1990.", "The treaty entered into force in 1992.", "The treaty was amended in 2001.",
    ],
    "The plant was designed by Ada Lind and built by Norvik Energy.": [
        "The plant was designed by Ada Lind.", "The plant was built by Norvik Energy.",
    ],
    "The plant and the dam each employ 300 people.": ["The plant employs 300 people.", "The dam employs 300 people."],
    "Visitors were counted in 1993-1994 and 1997-1999 and were asked for their age.": [
        "Visitors were counted in 1993-1994 and 1997-1999.", "Visitors were asked for their age.",
    ],
    "Both Norway and Sweden have a carbon tax.": ["Norway has a carbon tax.", "Sweden has a carbon tax."],
    "The plant cost 48 million crowns; the tunnel cost 20 million crowns.": [
        "The plant cost 48 million crowns.", "The tunnel cost 20 million crowns.",
    ],
    "While the plant cost 48 million crowns, the tunnel cost 20 million.": [
        "The plant cost 48 million crowns.", "The tunnel cost 20 million.",
    ],
    "The plant cost 48 million crowns, whereas the tunnel cost 20 million.": [
        "The plant cost 48 million crowns.", "The tunnel cost 20 million.",
    ],
    "The plant cost 48 million crowns, and it opened in June 2028.": [
        "The plant cost 48 million crowns.", "The plant opened in June 2028.",
    ],
    "The lung form affects 30-40% of women, and pneumothorax occurs in up to 70%.": [
        "The lung form affects 30-40% of women.", "Pneumothorax occurs in up to 70%.",
    ],
    "Revenue was 5 million crowns in 2019, 6 million crowns in 2020 and 7 million crowns in 2021.": [
        "Revenue was 5 million crowns in 2019.", "Revenue was 6 million crowns in 2020.",
        "Revenue was 7 million crowns in 2021.",
    ],
    "Costs fell by 5% in Norway and by 7% in Sweden.": ["Costs fell by 5% in Norway.", "Costs fell by 7% in Sweden."],
    "Norway, Sweden and Denmark produced 5, 6 and 7 million tonnes, respectively.": [
        "Norway produced 5 million tonnes.", "Sweden produced 6 million tonnes.", "Denmark produced 7 million tonnes.",
    ],
    "The plant, which opened in 2019, employs 300 people.": [
        "The plant opened in 2019.", "The plant employs 300 people.",
    ],
    "In 2019, the plant cost 48 million crowns and employed 300 people.": [
        "In 2019, the plant cost 48 million crowns.", "In 2019, the plant employed 300 people.",
    ],
    "The council said that the plant will cost 48 million crowns and open in June 2028.": [
        "The council said that the plant will cost 48 million crowns.",
        "The council said that the plant will open in June 2028.",
    ],
    "The council said that the plant costs 48 million crowns and that the tunnel costs 20 million.": [
        "The council said that the plant costs 48 million crowns.",
        "The council said that the tunnel costs 20 million.",
    ],
    "The plant costs 48 million crowns and will open in 2028, according to the council.": [
        "The plant costs 48 million crowns, according to the council.",
        "The plant will open in 2028, according to the council.",
    ],
}  # fmt: skip
WHOLE = [
    "The plant will cost 48 million crowns.",
    "The drug reduced pain and improved sleep in mice.",  # in mice may hold for both
    "The plant opened and closed in 2019.",
    "If the plant opens, costs rise and taxes fall.",
    "The plant does not open in June and costs 5 million.",
    "The plant will cost 48 million crowns or close in 2028.",
    "The council approved the plant, and it will open in June 2028.",  # what "it" is, is not sure
    "The plant opened in 2019, and the cost was 5 million crowns.",  # the cost of what?
    "The river is 300 km long, but its basin covers 20,000 square kilometres.",
    "The owner of the plant, which opened in 2019, employs 300 people.",
    "The plant was built in 1990 and closed in 2001.",  # closed, or was closed?
    "The ministry said the plant cost 48 million crowns and employed 300 people.",  # who employed?
    "It publishes books and reports on energy.",
    "The price of oil and gas rose in 2020.",
    "The plant used old and recycled parts.",
    "Norway and Sweden signed a treaty.",
    "Mortality was 29 in boys and 69 in girls per 1000 births.",
    "The protein consists of a segment, a helix, and a densely charged region.",
    "The virus is found in Norway and used in laboratories.",  # used, or is used?
    "The results show that, although the share is low, the cost is high.",
    "The dentate gyrus has an important role in learning and memory.",
    "There were two teams that played in Norvik and were local rivals.",
    "The Norvik plant will cost 61.5 million instead of 48.2 million crowns.",
    "The budget rose from 48.2 million crowns in 2024 to 61.5 million crowns in 2026.",
    "“The plant costs 5 million and opens in May”, wrote the council.",
    "Does the plant cost 5 million and open in May?",
    "",
    "!",
]


@pytest.mark.parametrize("sentence", SPLIT)
def test_a_compound_sentence_is_the_claims_it_makes(sentence: str) -> None:
    assert split_atoms(sentence, "en") == SPLIT[sentence]


@pytest.mark.parametrize("sentence", WHOLE)
def test_a_sentence_of_one_claim_or_in_doubt_stays_whole(sentence: str) -> None:
    assert split_atoms(sentence, "en") == [sentence]


@pytest.mark.parametrize(
    ("sentence", "language", "count"),
    [
        ("Das Werk kostet 48 Millionen Kronen; der Tunnel kostet 20 Millionen.", "de", 2),
        ("Das Werk kostet 48 Millionen Kronen; es wird 2028 eröffnet.", "de", 1),
        ("Das Werk kostet 48 Millionen Kronen und wird 2028 eröffnet.", "de", 1),
        ("L'usine coûte 48 millions; le tunnel est long de 5 km.", "fr", 2),
        ("La planta cuesta 48 millones; el túnel tiene 5 km.", "es", 2),
        ("La planta cuesta 48 millones; esto es mucho.", "es", 1),
        ("该工厂耗资为4800万克朗；隧道长度约为5公里。", "zh", 2),
        ("该工厂耗资为4800万克朗；它将于2028年开放。", "zh", 1),
        ("The plant costs 5 million; the dam costs 6 million.", None, 1),
    ],
)
def test_other_languages_are_split_only_at_a_semicolon_between_whole_clauses(
    sentence: str, language: str | None, count: int
) -> None:
    assert len(split_atoms(sentence, language)) == count


_SUBJECTS = ["The plant", "Norvik Energy", "In 2020, the old mill", "The council said that the dam", "Ada Lind"]
_VERBS = ["cost 48 million crowns", "employs 300 people", "opened in June 2028", "will close in May", "was built by A",
          "produces heat", "is 30 metres tall", "has a tower", "opened and closed", "is not old"]  # fmt: skip
_JOINTS = [
    " and ",
    ", and ",
    ", ",
    "; ",
    ", while the dam ",
    ", but ",
    " and it ",
    ", which ",
    " or ",
    " and the mill ",
]


@st.composite
def sentences(draw: st.DrawFn) -> str:
    text = draw(st.sampled_from(_SUBJECTS)) + " " + draw(st.sampled_from(_VERBS))
    for _ in range(draw(st.integers(0, 3))):
        text += draw(st.sampled_from(_JOINTS)) + draw(st.sampled_from(_VERBS))
    return text + draw(st.sampled_from([".", "", "!", ", according to the council."]))


def _words(text: str) -> set[str]:
    return {word.low for word in find_words(text) if not word.is_mark}


@given(
    sentences() | st.text(max_size=80) | st.sampled_from([*SPLIT, *WHOLE]), st.sampled_from(["en", "de", "zh", None])
)
@example("The plant produces heat, stores power and employs 300 people.", "en")
def test_atoms_hold_every_value_and_name_and_no_word_besides_and_split_no_further(
    sentence: str, language: str | None
) -> None:
    atoms = split_atoms(sentence, language)
    assert atoms
    held = " ".join(atoms)
    for value in find_values(sentence, language):
        assert all(word in held.casefold() for word in _words(value.text))
    assert all(word.low in _words(held) for word in find_words(sentence)[1:] if word.text[0].isupper())
    assert _words(held) <= _words(sentence) | {singular(word) for word in _words(sentence)}
    assert all(split_atoms(atom, language) == [atom] for atom in atoms)
