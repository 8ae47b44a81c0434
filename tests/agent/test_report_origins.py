"""Independence is told one way in a report: one grouping of its sources, one word, in Markdown and in JSON."""

import re
from dataclasses import replace
from itertools import combinations, product

from hypothesis import given
from hypothesis import strategies as st

from agent.origins.count import Origins, Told
from agent.origins.independent import spread
from agent.report.origins import tied_sources, with_origins
from agent.report.render import render_json, render_markdown
from agent.report.view import CitationView, ReportView, SourceView, StatementView

TEXTS = {
    "release": Told("release", "Release", "Norvik Energy", None, "one", "It will cost 48 million crowns."),
    "post": Told("post", "Post", "Norvik Post", None, "one", "It will cost 48 million crowns."),
    "notice": Told("notice", "Notice", "Norvik Energy", None, None, "It opens in June."),
    "paper": Told("paper", "Paper", None, None, None, "It opens in June."),
}
SAID = {"It will cost 48 million crowns.": ("release", "post"), "It opens in June.": ("notice", "paper")}

SOURCES = tuple(
    SourceView(key, number, one.title, one.publisher, None, key, f"2024-03-{13 + number}", None, None, "2026-11-30", 1,
               ("post",) if key == "release" else ())
    for number, (key, one) in enumerate(TEXTS.items(), 1)
)  # fmt: skip


def cited(source: str, marker: int, quote: str) -> CitationView:
    return CitationView(f"c.{source}", marker, quote, "exact", "valid", "verbatim", "p", source, None, 0, len(quote))


def report() -> ReportView:
    marks = {source: number for number, source in enumerate(TEXTS, 1)}
    statements = [
        StatementView(
            "summary", "factual", text, part, (f"claim.{part}",),
            tuple(cited(source, marks[source], text) for source in sources), "supported", "supported",
        )
        for part, (text, sources) in enumerate(SAID.items(), 1)
    ]  # fmt: skip
    told = {f"c.{source}": one for source, one in TEXTS.items()}
    statements, found = with_origins(statements, told, {})
    return ReportView(
        report="report.1", run="run.1", question="What of the plant?", language="en", mode="extractive",
        state="completed", stopped_by="coverage", coverage={"factual": 2}, outcomes=[], gaps=[],
        subquestions=("What will it cost?", "When will it open?"), statements=tuple(statements), conflicts=(),
        sources=SOURCES,
        usage=[], tied=tied_sources(SOURCES, statements, told, found),
    )  # fmt: skip


def test_every_line_of_a_report_counts_independent_origins_and_no_two_counts_differ() -> None:
    """The energy company's two texts and the copy of the one are one origin; the paper is the other."""
    text = render_markdown(report())
    assert (
        "- 4 sources, 2 independent origins: [1], [2] and [3] count as one ([1] and [2] print the same text)." in text
    )
    assert text.count(", one independent origin") == 1, text
    assert "— " not in text
    assert "[3] [4] (Norvik Energy, 16 March 2024; word for word also in [4]), 2 independent origins" in text
    assert "- Only one independent origin is cited for part 1: [1] and [2]." in text
    assert "- 1 of 2 findings rests on one independent origin, where two are the aim: Norvik Post." in text
    assert not re.search(r"independent (?!origin)", text)
    assert render_json(report())["independent_origins"] == 2


def test_a_report_has_no_fewer_origins_than_one_of_its_sentences() -> None:
    told = {f"c.{source}": one for source, one in TEXTS.items()}
    apart = {"a": Origins((("notice",), ("release",)), ("A", "B"), frozenset())}
    own = [one for one in SOURCES if one.source in {"notice", "release"}]
    assert tied_sources(own, [], told, {}) == {frozenset({"notice", "release"})}
    assert not tied_sources(own, [], told, apart)
    assert not tied_sources([SOURCES[0], SOURCES[3]], [], told, {}), "what is not cited counts for none"


def test_a_reprint_stands_for_who_printed_it_first_and_its_publisher_for_nobody() -> None:
    """The newspaper's own article of another day is no text of the company whose release it once printed."""
    texts = TEXTS | {
        "article": Told("article", "Article", "Norvik Post", None, None, "It will cost 61 million crowns.")
    }
    told = {f"c.{source}": one for source, one in texts.items()}
    sources = [*SOURCES, replace(SOURCES[3], source="article", publisher="Norvik Post")]
    tied = tied_sources(sources, [], told, {})
    assert spread(["release", "post", "article"], tied) == [["release", "post"], ["article"]]
    assert spread(["notice", "post"], tied) == [["notice", "post"]]


def test_two_offices_that_one_paper_repeats_stay_two_origins() -> None:
    tied = {frozenset(("office", "paper")), frozenset(("company", "paper")), frozenset(("company", "copy"))}
    assert spread(["office", "paper", "company", "copy"], tied) == [["office", "paper"], ["company", "copy"]]
    assert spread(["paper", "office"], tied) == [["paper", "office"]]


@given(
    st.lists(st.sampled_from("abcdefg"), unique=True),
    st.sets(st.frozensets(st.sampled_from("abcdefg"), min_size=2, max_size=2)),
)
def test_no_two_counted_origins_are_tied_and_every_source_stands_with_one_that_it_is_tied_to(
    sources: list[str], tied: set[frozenset[str]]
) -> None:
    groups = spread(sources, tied)
    assert sorted(one for group in groups for one in group) == sorted(sources)
    heads = [
        [one for one in group if all(one == other or frozenset((one, other)) in tied for other in group)]
        for group in groups
    ]
    assert all(heads)
    assert any(not any(frozenset(pair) in tied for pair in combinations(chosen, 2)) for chosen in product(*heads))


def test_texts_that_nothing_stored_tells_apart_count_as_one_where_they_are_copies() -> None:
    view = replace(report(), tied=None)
    sources = tuple(replace(one, copies=("post",) if one.source == "release" else ()) for one in view.sources)
    assert "- 4 sources, 3 independent origins: [1] and [2] print the same text." in render_markdown(
        replace(view, sources=sources)
    )


def test_a_text_that_names_a_cited_one_as_where_it_has_its_sentence_from_is_one_with_it_in_the_whole_report() -> None:
    """No sentence cites both, and the number in the header is one nevertheless: “Packetwire reports”."""
    texts = {
        "release": Told("release", "Release", "Packetwire", None, None, "The clinic paid, two people told Packetwire."),
        "post": Told("post", "Post", None, None, None, "The clinic paid 2 million pounds, Packetwire reports."),
        "notice": Told("notice", "Notice", "Clinic", None, None, "The clinic has not paid. Packetwire is wrong."),
    }
    statements = [
        StatementView("findings", "factual", one.text, 1, (key,), (cited(key, 1, one.text),), "supported", "supported")
        for key, one in texts.items()
    ]
    told = {f"c.{key}": one for key, one in texts.items()}
    statements, found = with_origins(statements, told, {})
    tied = tied_sources(SOURCES[:3], statements, told, found)
    assert spread(["release", "post", "notice"], tied) == [["release", "post"], ["notice"]]


def test_a_source_is_not_primary_because_a_person_named_it_in_other_words_for_its_sentence() -> None:
    """Who writes "somebody told the paper that" says where it was read, and not who had it first."""
    source, told = next((key, one) for key, one in TEXTS.items() if one.publisher)
    quote = "The plant will cost 48 million crowns."
    words = f"Somebody told {told.publisher} that the plant will cost 48 million crowns."
    citation = cited(source, 1, quote)
    people = {by: replace(citation, checker=by) for by in ("person:Nora", "judge:m")}
    said = {
        by: StatementView("summary", "factual", words, 1, ("claim.1",), (one,), "supported", "supported")
        for by, one in people.items()
    }
    found = {by: with_origins([one], {citation.citation: told}, {})[1][words] for by, one in said.items()}
    assert (found["person:Nora"].primary, found["judge:m"].primary) == (frozenset(), {source})
    assert (said["person:Nora"].reworded_by, said["judge:m"].reworded_by) == (("Nora",), ())


def test_a_source_that_is_quoted_only_because_it_may_deny_is_not_counted_among_those_that_answer() -> None:
    view = report()
    denial = StatementView(
        "limitations", "connective", "May deny what answers; nobody judged that: “It will not.”", 1, ("claim.9",),
        (cited("audit", 5, "It will not."),), "supported", "supported",
    )  # fmt: skip
    audit = replace(SOURCES[3], source="audit", publisher="Audit Office")
    view = replace(view, statements=(*view.statements, denial), sources=(*SOURCES, audit))
    text = render_markdown(view)
    assert (
        "- 4 sources, 2 independent origins: [1], [2] and [3] count as one ([1] and [2] print the same text); [5] is"
        in text
    )
    assert "[5] is quoted only below and not counted." in text
    assert render_json(view)["independent_origins"] == 2
