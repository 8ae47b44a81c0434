"""What a report shows of its sentences, marks, sources and gaps, as Markdown and as JSON."""

import json
import re

from affairs import passage
from drafts import affair, drafted
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.report.render import (
    mark_sources,
    render_json,
    render_markdown,
)


def page() -> str:
    return render_markdown(drafted(affair())[1])


def part(name: str) -> str:
    return page().split(f"## {name}\n")[1].split("\n## ")[0]


def marks_in(text: str) -> list[int]:
    return [int(mark) for mark in re.findall(r"(?<!\\)\[(\d+)\]", text)]


def test_every_mark_resolves_and_every_listed_source_is_cited():
    body, sources = page().split("## Sources")
    listed = [int(mark) for mark in re.findall(r"^- \[(\d+)\]", sources, re.MULTILINE)]
    assert set(marks_in(body)) == set(listed)
    assert listed == sorted(set(listed)) == list(range(1, len(listed) + 1))


def test_the_summary_gives_each_part_one_line_and_names_both_values_with_dates():
    lines = part("Summary").strip().splitlines()
    assert len([line for line in lines if re.match(r"\d\. \*\*", line)]) == 3
    differ = next(line for line in lines if "Sources differ" in line)
    assert re.search(r"48\.2 million crowns \[\d\].* \(Norvik Energy, 14 March 2024\)", differ)
    assert re.search(r"61\.5 million crowns \[\d\] \(“Budget revision”, 2 February 2026; most recent\)", differ)
    assert "54.85" not in page()


def test_a_part_nobody_answers_is_named_and_holds_no_source():
    line = next(line for line in part("Summary").splitlines() if "removing the turbines" in line)
    assert "Not answered: found no sentence that speaks of “removing”" in line
    assert not marks_in(line)
    assert "Nearest to part 3, which no sentence answers: “" in page()
    assert "- Open: found no sentence that speaks of “removing”" in page().split("## Summary")[0]


def test_copies_undated_sources_overclaims_and_instructions_are_said():
    limits = part("Evidence and limitations")
    assert re.search(r"4 sources, 3 independent origins: \[\d\] and \[\d\] print the same text\.", limits)
    assert re.search(r"No publication date is proven for \[\d\]\.", limits)
    assert "Absolute wording (“everyone”, “guaranteed”, “always”)" in limits
    assert "1 gathered passage of “A forum” holds text addressed to software" in limits
    assert "praise" not in page()


def test_an_absolute_sentence_is_never_the_summary_where_another_exists():
    line = next(line for line in part("Summary").splitlines() if "**When will" in line)
    assert "guaranteed" not in line
    assert "guaranteed" in part("Findings")


def test_absolute_wording_does_not_lead_even_when_it_is_the_newest():
    evidence = [
        passage("The Norvik tidal plant will open in October 2026.", "release", published_at="2024-03-14"),
        passage("The Norvik tidal plant will open in May 2025, guaranteed.", "blog", published_at="2026-01-01"),
    ]
    first = next(s for s in drafted(evidence)[0] if s.kind == "factual")
    assert (first.section, first.text) == ("summary", "The Norvik tidal plant will open in October 2026.")


def test_factual_statements_are_the_sources_own_sentences_and_no_other_has_a_fact():
    statements, view = drafted(affair())
    texts = " ".join(one.text for one in affair())
    for statement in statements:
        if statement.kind == "factual":
            assert statement.text in texts
            assert statement.candidates
        else:
            said = "" if statement.text.startswith("Nearest to") else statement.text
            assert not re.search(r"million|2026|2028", said)
    assert {one.kind for one in view.statements} <= {"factual", "connective"}


def test_without_evidence_the_report_says_what_was_searched_and_nothing_else():
    text = render_markdown(drafted([])[1])
    assert "Nothing usable was found" in text
    assert "Looked in: memory (1 search)" in text
    assert "- What will the Norvik tidal plant cost?" in text
    assert not marks_in(text)
    assert "“The" not in text


def test_the_json_has_the_shape_of_the_contract_and_the_same_data():
    _, view = drafted(affair())
    data = json.loads(json.dumps(render_json(view)))
    promised = "run question mode state stopped_by coverage outcomes gaps statements conflicts sources usage"
    assert set(promised.split()) <= set(data)
    assert set(data["coverage"]) == {"statements", "factual", "cited", "checked", "supported", "removed"}
    statement = data["statements"][0]
    assert {"section", "kind", "text", "claims", "citations", "status"} <= set(statement)
    promised = "citation marker quote quote_match verdict checker passage source url char_start char_end"
    assert set(promised.split()) <= set(statement["citations"][0])
    assert {"marker", "title", "url", "published_at", "retrieved_at", "origins"} <= set(data["sources"][0])
    assert data["conflicts"][0]["conflict"] is None
    assert {"claim", "text", "citations"} <= set(data["conflicts"][0]["sides"][0])
    cited = {c["marker"] for s in data["statements"] for c in s["citations"]}
    assert cited == {source["marker"] for source in data["sources"]}


@settings(deadline=None)
@given(st.lists(st.sampled_from("abcdef")))
def test_marks_count_sources_in_order_of_first_use(used: list[str]):
    marks = mark_sources(used)
    assert set(marks) == set(used)
    assert sorted(marks.values()) == list(range(1, len(marks) + 1))
    assert [marks[one] for one in dict.fromkeys(used)] == sorted(marks.values())
