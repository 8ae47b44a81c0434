"""Names are looked up by the words of a text: by so many that few names come, by so few that none is missed."""

from hypothesis import example, given
from hypothesis import strategies as st

from retrievers.names import NameFinder, clues_in, name_of, words_of

PIECES = [
    "Acme", "acme’s", "Harbour", "harbour's", "of", "the", "The", "7", "12", "3.14", "O'Neil", "O’Neil", "AT&T", "U.S.",
    "Vik_Plant", "_x_", "Straße", "STRASSE", "naïve", "İzmir", "ﬁsh", "北京", "北京大学", "東京Tower", "서울", "กรุงเทพ",
    "x²", "s", "-", "(film)", "C++", "हिन्दी", "e\u0301t\u00e9",
]  # fmt: skip
texts = st.lists(st.sampled_from(PIECES) | st.text(max_size=4), min_size=1, max_size=6).map(" ".join)


@given(title=texts, before=texts, after=texts)
@example(title="McDonald's", before="at", after="counter")
@example(title="Tower", before="東京", after="x")
def test_no_name_that_stands_in_a_text_is_missed_by_its_clues(title: str, before: str, after: str) -> None:
    name = name_of(title, "default")
    for text in (f"{before} {title} {after}", f"{before}{title}{after}", f"{before} {title}’s {after}", after):
        if name is None or not NameFinder({name.key: name.full}).find(text):
            continue
        first, wide, words = clues_in([(text, words_of(text))])
        whole = all(word in words for word in name.norm.split(" ") if len(word) > 1)
        assert (name.first_words in first and whole) or name.first_words in wide


@given(title=texts, before=texts, after=texts)
@example(title="O'Neil", before="İ", after="’s")
@example(title="ΟΔΟΣ", before="Α.ΟΔΟΣ^", after="^Α")
def test_the_quick_look_at_a_texts_words_misses_no_name(title: str, before: str, after: str) -> None:
    name = name_of(title, "default")
    for text in (f"{before} {title} {after}", f"{before}{title}{after}", f"{before} {title}’s {after}", after):
        if name is not None:
            finder = NameFinder({name.key: name.full})
            assert finder.find(text) == finder.find(text, words_of(name.full))


def test_names_that_begin_alike_are_told_apart_by_their_other_words() -> None:
    text = "Annual Report 1987 of the harbour office"
    clues = clues_in([(text, words_of(text))])
    assert "annual report" in clues.first
    assert "1987" in clues.words
    assert "1988" not in clues.words


def test_a_name_is_not_read_across_words_of_another_script() -> None:
    finder = NameFinder({"one": "New York City", "two": "New York"})
    assert [(m.entity, m.char_start, m.char_end) for m in finder.find("New York 東京 City Hall")] == [("two", 0, 8)]
