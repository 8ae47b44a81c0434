"""Citation marks and reference lists of reports that anybody wrote, in the forms that people and models use."""

import time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from agent.marks import Marked, parse_marks

LIST = "\n\n## References\n\n" + "".join(f"[{n}] Work {n} - https://w.example/{n}\n" for n in range(1, 15))


def labels(marked: Marked) -> list[str]:
    return [one.label for one in marked.marks]


@pytest.mark.parametrize(
    ("written", "found"),
    [
        ("The plant costs 48 crowns [12].", ["12"]),
        ("The plant costs 48 crowns[1][2].", ["1", "2"]),
        ("The plant costs 48 crowns [1, 3].", ["1", "3"]),
        ("The plant costs 48 crowns [1,3; 5].", ["1", "3", "5"]),
        ("The plant costs 48 crowns [1-4].", ["1", "2", "3", "4"]),
        ("The plant costs 48 crowns [1–3, 7].", ["1", "2", "3", "7"]),
        ("The plant costs 48 crowns ([3], [4]).", ["3", "4"]),
        ("电站耗资4800万【1】【2】。", ["1", "2"]),
        ("电站耗资4800万［1］。", ["1"]),
        ("电站耗资4800万[1、3]。", ["1", "3"]),
        ("电站耗资4800万【来源3】。", ["3"]),
        ("The plant costs 48 crowns【1†L5-L9】.", ["1"]),
        ("The plant costs 48 crowns 【3†source】.", ["3"]),
        ("The plant costs 48 crowns.[^1]", ["1"]),
        ("The plant costs 48 crowns.¹²", ["12"]),
        ("The plant costs 48 crowns.¹,²", ["1", "2"]),
        ("The plant costs 48 crowns<sup>3</sup>.", ["3"]),
        ("The plant costs 48 crowns [[5]](https://w.example/5).", ["5"]),
        ("The plant costs 48 crowns [5](https://w.example/5).", ["5"]),
        ("The plant costs 48 crowns <source_1>.", ["1"]),
        ("The plant costs 48 crowns [source 3].", ["3"]),
        ("The plant costs 48 crowns [Sources 3, 4].", ["3", "4"]),
        ("The plant costs 48 crowns [S1].", ["S1"]),
        ("The plant costs 48 crowns (source 2).", ["2"]),
        ("See [the study][7] on that.", ["7"]),
        ("**The plant costs 48 crowns.** [1]", ["1"]),
        ("| plant | cost |\n|---|---|\n| A | 48 [3] |", ["3"]),
        ("The plant costs $5 [1] and $7 [2].", ["1", "2"]),
    ],
)
def test_a_mark_is_found_in_every_form(written: str, found: list[str]) -> None:
    assert labels(parse_marks(written + LIST)) == found


@pytest.mark.parametrize(
    "written",
    [
        "It was named [sic] first.",
        "It was big [emphasis added].",
        "Then [the council] met.",
        "The first is array[0] and then rows_of[3] and x[1].",
        "Call `f[1]` or ``x[2] ` y``.",
        "```\nx = a[1]\n```",
        "- [ ] open\n- [x] done",
        "It was so in [2021].",
        "The formula $x_[1]$ and \\(a[1]\\) hold.",
        "The value lies in the interval [0, 1].",
        "The value lies in [0, 1].",
        "It is 4.2 (95% CI [1, 3]).",
        "It is 4.2 [95% CI].",
        "It is 4.2 [1.2, 3.4].",
        "The area is 12 m² of 10² km².",
        "| a | b |\n|---|---|\n| 1 | (12) |",
        "Do (1) this and (2) that.",
        "An escaped \\[1\\] is text.",
        "![chart](https://w.example/c.png)",
        "<!-- [1] -->Nothing.",
        "Matrix [1 0 1].",
        "See the [section below](#part).",
    ],
)
def test_what_only_looks_like_a_mark_is_none(written: str) -> None:
    marked = parse_marks(written + LIST)
    assert labels(marked) == []
    assert marked.malformed == ()


@pytest.mark.parametrize(
    "heading",
    [
        "## References", "### Sources", "# Bibliography",
        "## 参考文献", "## 六、参考文献", "## 来源", "### 引用", "## Quellen",
        "## Fuentes", "## Works cited", "**Sources:**", "Sources:", "References\n----------", "## 7. References",
        "## 相关来源", "## 十、参考文献与数据源",
        "## Sources / References", "## Références", "## Источники", "## 📚 Sources",
    ],
)  # fmt: skip
def test_a_list_is_found_under_its_heading_in_any_language(heading: str) -> None:
    marked = parse_marks(f"# T\n\nIt costs 48 crowns [2].\n\n{heading}\n\n1. One, https://w.example/1\n2. Two\n")
    assert [(one.label, one.text, one.url) for one in marked.references] == [
        ("1", "One, https://w.example/1", "https://w.example/1"),
        ("2", "Two", ""),
    ]
    assert [one.label for one in marked.never_cited] == ["1"]
    assert marked.dangling == ()


@pytest.mark.parametrize(
    "entry",
    [
        "[3] A title - https://w.example/3",
        "[3]: https://w.example/3",
        "[3]. A title https://w.example/3",
        "3. A title. https://w.example/3",
        "3) A title. https://w.example/3",
        "3. [A title](https://w.example/3)",
        "[^3]: A title https://w.example/3",
        "- [3] A title https://w.example/3",
        "- **[3]** A title https://w.example/3",
        "【3】A title https://w.example/3",
        "[3] A title  \nhttps://w.example/3",
        "[3] A title\n\n    https://w.example/3",
        "[[3]](https://w.example/3) A title",
        "³ A title https://w.example/3",
        "<source_3> A title https://w.example/3",
        "Source 3: A title https://w.example/3",
        "| 3 | A title | https://w.example/3 |",
        "- News\n  - [3] A title https://w.example/3",
    ],
)
def test_an_entry_is_read_in_every_form(entry: str) -> None:
    marked = parse_marks(f"It costs 48 crowns [3].\n\n## Sources\n\n{entry}\n")
    assert [(one.label, one.url) for one in marked.references] == [("3", "https://w.example/3")]
    assert (labels(marked), marked.dangling, marked.never_cited) == (["3"], (), ())


def test_a_line_that_counts_sources_is_no_heading_of_a_list() -> None:
    assert parse_marks("**14 sources**\n\nAsked so.\n\n- counted by the database\n").references == ()
    assert len(parse_marks("A [1].\n\n## 7 References\n\n- counted by the database\n").references) == 1


def test_a_list_at_the_end_needs_no_heading() -> None:
    marked = parse_marks("It costs 48 crowns [1].\n\n---\n\n1. One https://a.example\n2. Two https://b.example\n")
    assert [one.label for one in marked.references] == ["1", "2"]
    assert parse_marks("Do this:\n\n1. Sow.\n2. Reap.\n").references == ()


def test_entries_on_one_line_are_parted() -> None:
    marked = parse_marks("A [2].\n\nSources:\n[1] One, https://a.example [2] Two, https://b.example")
    assert [(one.label, one.url) for one in marked.references] == [
        ("1", "https://a.example"),
        ("2", "https://b.example"),
    ]


def test_lists_that_start_again_are_told_apart_and_their_labels_named() -> None:
    marked = parse_marks(
        "A [1] and B [3].\n\n## Sources\n\n### Press\n1. One https://a.example\n2. Two https://b.example\n\n"
        "### Law\n1. Three https://c.example\n"
    )
    assert [one.label for one in marked.references] == ["1", "2", "1"]
    assert marked.repeated == ("1",)
    assert [one.label for one in marked.dangling] == ["3"]
    assert [one.label for one in marked.never_cited] == ["2"]


def test_numbers_in_round_brackets_are_marks_where_the_list_is_written_so() -> None:
    marked = parse_marks("It costs 48 crowns (1). Do (2) that (3).\n\n## Sources\n(1) One\n(2) Two\n")
    assert labels(marked) == ["1", "3"]
    assert [one.label for one in marked.dangling] == ["3"]


def test_marks_by_author_and_year_need_a_list_with_such_works() -> None:
    body = "It is big (Smith et al., 2020). Jones (2019) agrees (see Smith, 2020; Lee & Kim, 2018).\n"
    works = "\n## References\n\n- Smith, A. (2020). On it.\n- Jones, B. (2019). Of it.\n- Roe, C. (2001). Not it.\n"
    marked = parse_marks(body + works)
    assert labels(marked) == ["smith 2020", "jones 2019", "smith 2020", "lee 2018"]
    assert [one.label for one in marked.dangling] == ["lee 2018"]
    assert [one.text for one in marked.never_cited] == ["Roe, C. (2001). Not it."]
    assert labels(parse_marks(body + LIST)) == []
    assert labels(parse_marks("It ended (May 2020) in Rome (Rome, 2019)." + works)) == []


def test_a_link_or_an_address_cites_its_entry() -> None:
    marked = parse_marks(
        "It costs 48 [the report](https://w.example/a_(b)), see https://w.example/2.\n\n## Sources\n\n"
        "1. [R](https://www.w.example/a_(b)/)\n2. S https://w.example/2\n3. T https://w.example/3"
    )
    assert [(one.kind, one.label) for one in marked.marks] == [
        ("link", "https://w.example/a_(b)"),
        ("url", "https://w.example/2"),
    ]
    assert [one.label for one in marked.never_cited] == ["3"]


@pytest.mark.parametrize("broken", ["[3-", "[9-3]", "[1,]", "[citation needed]", "【】", "[?]", "【12 "])
def test_what_was_meant_as_a_mark_and_names_nothing_is_malformed(broken: str) -> None:
    marked = parse_marks(f"It costs 48 crowns {broken}\n{LIST}")
    assert [one.text.strip() for one in marked.malformed] == [broken.strip()]
    assert labels(marked) == []


def test_a_mark_behind_the_full_stop_belongs_to_the_sentence_before_it() -> None:
    text = (
        "The old plant by the river costs about 48 million crowns a year. [1] The new plant beside it is said to cost "
        "much less than that every year.\n\n第一座电站每年耗资大约四千八百万元人民币左右。【2】"
        "第二座电站据说每年耗资要少得多并且更加安全。\n" + LIST
    )
    marked = parse_marks(text)
    said = [text[one.char_start : one.char_end] for one in marked.sentences]
    assert [one.sentence for one in marked.marks] == [0, 2]
    assert said[0].endswith("[1]")
    assert said[2].endswith("【2】")
    assert marked.uncited == (1, 3)


def test_marks_without_a_list_all_dangle() -> None:
    marked = parse_marks("It costs 48 crowns [1][2]. It is old [S1].")
    assert [one.label for one in marked.dangling] == ["1", "2", "S1"]


@given(st.text(alphabet=st.one_of(st.characters(), st.sampled_from("[]()【】^1234-,.`$#|* \n\\<>")), max_size=300))
@example("half \ud800 a character [1]")
def test_any_text_is_read_and_every_place_lies_in_it(text: str) -> None:
    marked = parse_marks(text)
    places = [*marked.marks, *marked.malformed, *marked.references, *marked.sentences]
    assert all(0 <= one.char_start < one.char_end <= len(text) for one in places)
    assert all(text[one.char_start : one.char_end] == one.text for one in marked.malformed)
    assert [one.char_start for one in marked.marks] == sorted(one.char_start for one in marked.marks)
    assert all(one.sentence is None or 0 <= one.sentence < len(marked.sentences) for one in marked.marks)
    assert set(marked.dangling) <= set(marked.marks)
    assert set(marked.never_cited) <= set(marked.references)
    assert parse_marks(text) == marked


@given(st.lists(st.integers(1, 30), max_size=12), st.integers(0, 30))
def test_marks_and_lists_fit_exactly_as_they_are_written(cited: list[int], listed: int) -> None:
    body = "\n".join(f"Word [{one}]." for one in cited)
    entries = "\n".join(f"[{n}] Title, https://w.example/{n}" for n in range(1, listed + 1))
    marked = parse_marks(f"{body}\n\n## Sources\n\n{entries}\n")
    assert labels(marked) == [str(one) for one in cited]
    assert {one.label for one in marked.dangling} == {str(one) for one in cited if one > listed}
    assert {one.label for one in marked.never_cited} == {str(n) for n in range(1, listed + 1) if n not in cited}


@pytest.mark.parametrize(
    "hostile",
    [
        "[" * 100_000, "[]" * 50_000, "[1" * 50_000, "[1]" * 33_000, "(" * 100_000, "[a](b" * 20_000, "`" * 100_000,
        "".join("`" * n + " " for n in range(1, 440)), "<!--" * 25_000, "$a" * 50_000, "\\[" * 50_000, "> " * 50_000,
        "- " * 50_000, "【" * 100_000, "|a" * 50_000, "¹" * 100_000, "(A;" * 33_000, "# Sources\n" * 10_000,
        "# Sources\n" + "[1] " * 25_000,
        "(Smith, 2020) " * 7_000 + "\n# Sources\n" + "- Smith, J. (2020). T.\n" * 1_000,
    ],
    ids=lambda text: repr(text[:12]),
)  # fmt: skip
def test_hostile_text_of_a_hundred_thousand_characters_is_read_in_seconds(hostile: str) -> None:
    started = time.process_time()
    parse_marks(hostile)
    assert time.process_time() - started < 3
