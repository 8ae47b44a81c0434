"""Quotes: honest ones are found with offsets into the original, changed ones are not, and it is said why."""

import time

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from graph.quoted_text import QuotedText, level
from graph.quotes import find_quote

LEASE = "the landlord is not permitted to terminate during the fixed term."
PRINTED = (
    "The report says: \u201cThe co\u2011op\u2019s e\ufb03cient trans-\nport cost 12\u2009000 kr\u201d \u2014 at "
    "\u22125\u00a0\u00b0C, with so\u00adft\u00adware that wo\u00b9rks well.[3] "
    "It is well-\nknown\u2074 and caf\u0065\u0301-like."
)
VOCABULARY = [
    "The", "harbour", "board", "approved", "a", "new", "tidal", "plant", "in", "March", "for", "4.2", "million", "kr",
    "1987", "report's", "'quoted'", "well-known", "naïve", "übrig", "潮汐", "電力", "𝒳", "cost,", "rises;", "(later)",
    '"said"', "über", "12,500", "t.",
]  # fmt: skip
FIGURES = ["4.2", "1987", "12,500"]
WORDS = st.lists(st.sampled_from(VOCABULARY), min_size=8, max_size=60)
TYPESET = {"'": "\u2019", '"': "\u201d", "-": "\u2010", " ": "\u00a0", "fi": "\ufb01", "...": "\u2026"}


def quoted(text: str, quote: str) -> list[str]:
    return [text[start:end] for start, end in find_quote(quote, text).spans]


@pytest.mark.parametrize(
    ("quote", "original"),
    [
        (
            '"The co-op\'s efficient transport cost 12 000 kr"',
            PRINTED[PRINTED.index("\u201c") : PRINTED.index(" \u2014")],
        ),
        ("efficient trans-port cost", "e\ufb03cient trans-\nport cost"),
        ("at -5 °C, with software that works well.", PRINTED[PRINTED.index("at \u2212") : PRINTED.index("[3]")]),
        ("It is well-known and café-like.", PRINTED[PRINTED.index("It is") :]),
        ('12 000 kr" - at -5', PRINTED[PRINTED.index("12") : PRINTED.index("\u00a0\u00b0")]),
    ],
)
def test_plain_typing_finds_what_a_printer_set_with_the_offsets_of_the_original(quote: str, original: str) -> None:
    finding = find_quote(quote, PRINTED)
    assert finding.match == "normalised", finding
    assert quoted(PRINTED, quote) == [original]


def test_words_that_stand_there_literally_are_exact_even_when_typeset() -> None:
    finding = find_quote("e\ufb03cient trans-\nport", PRINTED)
    assert finding.match == "exact"
    assert PRINTED[slice(*finding.spans[0])] == "e\ufb03cient trans-\nport"


@pytest.mark.parametrize(
    ("quote", "kind"),
    [
        ("the landlord is … permitted to terminate", "omission"),
        ("the landlord is [...] permitted to terminate", "omission"),
        ("The landlord is ... permitted to terminate", "omission"),
        ("the landlord is permitted to terminate during the fixed term", "omission"),
        ("during the fixed term … the landlord is not", "order"),
        ("the landlord is not allowed to terminate", "missing"),
        ("the tenant pays for the repair of the roof", "missing"),
    ],
)
def test_a_quote_that_changes_what_is_said_fails_and_says_how(quote: str, kind: str) -> None:
    finding = find_quote(quote, LEASE)
    assert finding.match == "none"
    assert finding.spans == ()
    assert finding.differences[0].kind == kind
    assert finding.reason


def test_an_omission_names_the_word_that_was_left_out() -> None:
    assert find_quote("the landlord is … permitted to terminate", LEASE).differences[0].source == "not"


@pytest.mark.parametrize("gap", ["nicht", "kein", "never", "ne l'est pas", "не", "no", "without", "isn't", "不"])
def test_no_ellipsis_hides_a_negation_in_any_of_many_languages(gap: str) -> None:
    text = f"Der Vertrag ist {gap} gültig bis zum Ende."
    assert find_quote("Der Vertrag ist … gültig bis zum Ende", text).differences[0].kind == "omission"
    assert find_quote("Der Vertrag ist … gültig bis zum Ende", text.replace(gap, "heute")).match == "normalised"


def test_fragments_pages_apart_are_no_statement() -> None:
    text = LEASE + "\n\nOther clauses follow here. " * 4_000 + "The deposit is due in May."
    finding = find_quote("to terminate during the fixed … deposit is due in May", text)
    assert (finding.match, finding.differences[0].kind) == ("none", "distance")


def test_fragments_near_each_other_are_found_one_span_each_but_not_across_a_heading() -> None:
    text = "The plant opened in May. It was windy. It closed in June.\n\nLater\n\nIt burned in July."
    finding = find_quote("The plant opened … closed in June", text)
    assert [text[a:b] for a, b in finding.spans] == ["The plant opened", "closed in June"]
    source = QuotedText(text, section_starts=(text.index("Later"),))
    assert find_quote("It closed in June … burned in July", text).match == "normalised"
    assert find_quote("It closed in June … burned in July", source).differences[0].kind == "distance"


def test_a_fragment_is_whole_words() -> None:
    assert find_quote("It is … acceptable to all", "It is here unacceptable to all.").match == "none"


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("costs 2,000 crowns", "It costs 12,000 crowns."),
        ("2,000 crowns in all", "It costs 12,000 crowns in all."),
        ("rose by 4.2", "Output rose by 4.25 million."),
        ("000 people came", "About 12\u2009000 people came."),
        ("5 degrees at night", "It was -5 degrees at night."),
        ("5 degrees at night", "It was \u22125 degrees at night."),
        ("about 5 degrees", "It was about \u22125 degrees at night."),
        ("cost 4.3 million", "They cost 4.2 million."),
        ("an area of 10 m2", "It has an area of 10 m\u00b3."),
        ("about 106 cells", "We saw about 10\u2076 cells."),
        ("see a[3] there", "see a[4] there"),
    ],
)
def test_no_quote_with_another_number_is_found(quote: str, text: str) -> None:
    finding = find_quote(quote, text)
    assert finding.match == "none"
    assert finding.differences[0].kind in {"number", "missing"}


def test_a_quote_that_drops_a_negating_prefix_is_not_found() -> None:
    assert find_quote("acceptable to the board", "It is unacceptable to the board.").differences[0].kind == "omission"


def test_a_small_word_before_a_quote_is_no_prefix_of_it() -> None:
    text = "OTHER DEALINGS IN\nTHE SOFTWARE. It is in\ndoors, un\ntold."
    for quote in ("THE SOFTWARE.", "doors", "told."):
        assert find_quote(quote, text).match == "exact"


def test_case_counts() -> None:
    assert find_quote("The Board met", "the board met").match == "none"


def test_an_unreadable_source_is_never_called_fabricated() -> None:
    assert find_quote("any words", "", readable=False).match == "cannot_check"


@pytest.mark.parametrize("quote", ["", "  ", "…", '"..."', "-"])
def test_a_quote_without_words_is_not_found(quote: str) -> None:
    assert find_quote(quote, "Some text … - here.").match == "none"


def _span(text: str, data: st.DataObject) -> tuple[int, int]:
    start = data.draw(st.integers(0, len(text) - 1))
    while start and text[start - 1] != " ":  # at a word: cutting a number or prefix is another rule
        start -= 1
    end = data.draw(st.integers(start + 1, len(text)))
    while end < len(text) and text[end] != " ":
        end += 1
    quote = text[start:end].strip()
    assume(sum(not c.isspace() for c in quote) >= 12)
    assume(text.find(quote) == start and text.find(quote, start + 1) < 0)
    return start, start + len(quote)


@given(WORDS, st.data())
def test_any_stretch_of_a_text_is_found_exactly_where_it_stands(words: list[str], data: st.DataObject) -> None:
    text = " ".join(words)
    start, end = _span(text, data)
    finding = find_quote(text[start:end], text)
    assert (finding.match, finding.spans) == ("exact", ((start, end),))


@given(st.text(min_size=12), st.data())
def test_any_characters_at_all_are_looked_up_without_failing(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text) - 1))
    quote = text[start:]
    finding = find_quote(quote, text)
    assert finding.match in {"exact", "none"} or quote.strip() != quote
    for begin, end in finding.spans:
        assert 0 <= begin < end <= len(text)


@given(WORDS, st.data())
def test_retyped_typography_is_found_at_the_same_offsets(words: list[str], data: st.DataObject) -> None:
    text = " ".join(words)
    start, end = _span(text, data)
    retyped = text[start:end]
    for plain, typeset in TYPESET.items():
        if data.draw(st.booleans()):
            retyped = retyped.replace(plain, typeset)
    finding = find_quote(retyped, text)
    assert finding.match == ("exact" if retyped == text[start:end] else "normalised")
    assert finding.spans == ((start, end),)


@given(st.lists(st.sampled_from(VOCABULARY), max_size=30), st.sampled_from(FIGURES), WORDS, st.data())
def test_one_changed_digit_is_not_found(before: list[str], figure: str, after: list[str], data: st.DataObject) -> None:
    words = [*before, figure, *after]
    text = " ".join(words)
    first = data.draw(st.integers(0, len(before)))
    quote = " ".join(words[first : data.draw(st.integers(len(before) + 6, len(words)))])
    digits = [i for i, c in enumerate(quote) if c.isascii() and c.isdigit()]
    at = data.draw(st.sampled_from(digits))
    changed = quote[:at] + str((int(quote[at]) + data.draw(st.integers(1, 9))) % 10) + quote[at + 1 :]
    assume(changed not in text)
    finding = find_quote(changed, text)
    assert finding.match == "none"
    assert {d.kind for d in finding.differences} & {"number", "missing"}


@given(WORDS, st.data())
def test_a_dropped_not_is_not_found(words: list[str], data: st.DataObject) -> None:
    at = data.draw(st.integers(3, len(words) - 3))
    text = " ".join([*words[:at], "not", *words[at:]])
    quote = " ".join(words)
    assert find_quote(quote, text).match == "none"
    joined = " ".join([*words[:at], "…", *words[at:]])
    assert find_quote(joined, text).match == "none"


@given(st.text())
def test_a_levelled_text_leads_back_to_its_own_offsets(text: str) -> None:
    levelled = level(text)
    last = 0
    for i in range(len(levelled.text)):
        start, end = levelled.original_span(i, i + 1)
        assert 0 <= start < end <= len(text)
        assert start >= last or levelled.original_span(i - 1, i)[0] == start
        last = start


@pytest.mark.parametrize(
    "text",
    [
        "It's a plain line, as most are, with 12 or 13 words in it.\n" * 30_000,
        "潮汐電力。" * 400_000,
        "e\u0301" * 400_000,
    ],
    ids=["prose", "chinese", "marks"],
)
def test_a_long_text_is_levelled_in_time_that_grows_with_its_length(text: str) -> None:
    begun = time.process_time()
    source = QuotedText(text)
    for number in range(5):
        assert find_quote(f"no such words as number {number} here", source).match == "none"
    assert time.process_time() - begun < 10
