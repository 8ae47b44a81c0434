"""How a report says that sources differ, say the same, or were decided between."""

import re
from collections.abc import Sequence
from dataclasses import replace

from drafts import affair, drafted

from agent.report.render import (
    CitationView,
    ConflictView,
    SourceView,
    render_markdown,
)
from agent.report.settled import say_settled


def test_no_side_is_called_most_recent_while_another_is_undated():
    _, dated = drafted(affair())
    assert "most recent" in render_markdown(dated)
    conflict = dated.conflicts[0]
    oldest = replace(conflict.sides[0], published_at=None)
    undated = replace(dated, conflicts=(replace(conflict, sides=(oldest, *conflict.sides[1:])),))
    assert "most recent" not in render_markdown(undated)


def test_word_for_word_is_said_only_of_sources_whose_quotes_are_the_same_words():
    _, view = drafted(affair())
    one = next(s for s in view.statements if len({c.source for c in s.citations}) == 2)
    alone = tuple(replace(source, copies=()) for source in view.sources)
    first, second = one.citations
    wrapped = replace(second, quote=second.quote.replace(" ", "\n", 1))
    german = replace(second, quote="Das Gezeitenkraftwerk Norvik wird im Oktober 2026 eröffnet.")

    def shown(citation: CitationView, sources: Sequence[SourceView]) -> str:
        statement = replace(one, citations=(first, citation))
        return render_markdown(replace(view, statements=(statement,), conflicts=(), sources=tuple(sources)))

    assert re.search(r"; word for word also in \[\d\]\)", shown(wrapped, alone))
    assert re.search(r"; also cited: \[\d\]\)", shown(german, alone))
    assert "word for word" not in shown(german, alone)
    assert "2 sources, one independent origin: [2] and [3] print the same text." in shown(wrapped, view.sources)
    assert "2 sources, one independent origin: [2] and [3] count as one." in shown(german, view.sources)
    assert "the same text" not in shown(german, view.sources)


def test_a_sentence_that_another_denies_is_not_said_twice_in_its_line():
    _, view = drafted(affair())
    number = view.conflicts[0]
    (one, *_), text = number.sides, "The plant is safe."
    denied = replace(number, kind="direct", sides=tuple(replace(side, value=text) for side in number.sides))
    assert f"- {one.value}: “" in render_markdown(view)
    shown = render_markdown(replace(view, conflicts=(denied, *view.conflicts[1:])))
    assert f"- {text}: “" not in shown
    assert f"Sources differ: {text}" in shown


def test_a_report_says_why_a_difference_is_no_conflict_where_none_is_recorded():
    _, view = drafted(affair())
    assert "No conflict is recorded: no rule could tell" in render_markdown(view)
    recorded = tuple(replace(one, conflict="conflict.1", state="open") for one in view.conflicts)
    assert "No conflict is recorded" not in render_markdown(replace(view, conflicts=recorded))


def test_a_difference_that_a_person_settled_is_no_longer_left_open():
    text = "Stored sources answer the question, but differ; this report does not decide between them."
    one = ConflictView("conflict.1", "value", 1, (), "resolved", "the survey is newer", "person:Anna")
    assert "resolved by Anna: the survey is newer." in say_settled(text, [one])
    assert "does not decide" not in say_settled(text, [one])
    assert say_settled(text, [replace(one, state="open")]) == text
    assert "In part, since then resolved by Anna" in say_settled(text, [one, replace(one, state="open")])
