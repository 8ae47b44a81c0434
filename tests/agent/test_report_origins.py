"""Independence is told one way in a report: one grouping of its sources, one word, in Markdown and in JSON."""

import re
from dataclasses import replace

from agent.origins.count import Origins, Told
from agent.report.origins import group_sources, with_origins
from agent.report.render import render_json, render_markdown
from agent.report.view import CitationView, ReportView, SourceView, StatementView

TEXTS = {
    "release": Told("release", "Release", "Norvik Energy", None, "one", "It will cost 48 million crowns."),
    "post": Told("post", "Post", "Norvik Post", None, "one", "It will cost 48 million crowns."),
    "notice": Told("notice", "Notice", "Norvik Energy", None, None, "It opens in June."),
    "paper": Told("paper", "Paper", None, None, None, "It opens in June."),
}
SAID = {"It will cost 48 million crowns.": ("release", "post"), "It opens in June.": ("notice", "paper")}


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
        sources=tuple(
            SourceView(key, marks[key], one.title, one.publisher, None, key, "2024-03-14", None, None, "2026-11-30", 1,
                       ("post",) if key == "release" else ())
            for key, one in TEXTS.items()
        ),
        usage=[], origin_groups=group_sources(TEXTS, told, found),
    )  # fmt: skip


def test_every_line_of_a_report_counts_independent_origins_and_no_two_counts_differ() -> None:
    """The energy company's two texts and the copy of the one are one origin; the paper is the other."""
    text = render_markdown(report())
    assert (
        "- 4 sources, 2 independent origins: [1], [2] and [3] count as one ([1] and [2] print the same text)." in text
    )
    assert text.count(", one independent origin") == 1, text
    assert "— " not in text
    assert "[3] [4] (Norvik Energy, 14 March 2024; word for word also in [4]), 2 independent origins" in text
    assert "- Only one independent origin is cited for part 1: [1] and [2]." in text
    assert "- 1 of 2 findings rests on one independent origin, where two are the aim: Norvik Post." in text
    assert not re.search(r"independent (?!origin)", text)
    assert render_json(report())["independent_origins"] == 2


def test_a_report_has_no_fewer_origins_than_one_of_its_sentences() -> None:
    told = {f"c.{source}": one for source, one in TEXTS.items()}
    apart = {"a": Origins((("notice",), ("release",)), ("A", "B"), frozenset())}
    assert set(group_sources({"notice", "release"}, told, apart)) == {("notice",), ("release",)}
    assert group_sources({"notice", "paper"}, told, {}) == (("notice",), ("paper",)), (
        "what is not cited counts for none"
    )


def test_texts_that_nothing_stored_tells_apart_count_as_one_where_they_are_copies() -> None:
    view = replace(report(), origin_groups=())
    sources = tuple(replace(one, copies=("post",) if one.source == "release" else ()) for one in view.sources)
    assert "- 4 sources, 3 independent origins: [1] and [2] print the same text." in render_markdown(
        replace(view, sources=sources)
    )
