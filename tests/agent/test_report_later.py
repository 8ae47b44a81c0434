"""What an old report says of itself once claims fell, texts changed and sources went."""

from dataclasses import replace

from drafts import affair, drafted

from agent.ledger.became import Became, InPlace
from agent.report.render import (
    ReportView,
    StatementView,
    render_json,
    render_markdown,
)


def test_a_claim_that_lost_its_support_shows_the_status_now_and_then():
    _, view = drafted(affair())
    first = replace(view.statements[0], status="unreviewed")
    text = render_markdown(replace(view, statements=(first, *view.statements[1:])))
    assert "— now unreviewed, supported when this was written" in text
    by_ada = tuple(replace(one, verdict="rejected", checker="person:Ada") for one in first.citations)
    first = replace(first, status="unsupported", citations=by_ada)
    text = render_markdown(replace(view, statements=(first, *view.statements[1:])))
    assert "— now unsupported, supported when this was written, decided by Ada" in text


def without(view: ReportView, title: str, verdict: str = "removed") -> ReportView:
    """The view after all quotes of a source have lost their verdict, and the sentences that rest on them alone."""
    source = next(one.source for one in view.sources if one.title == title)

    def fallen(one: StatementView) -> StatementView:
        cited = tuple(replace(c, verdict=verdict if c.source == source else c.verdict) for c in one.citations)
        is_lost = bool(cited) and all(c.verdict == verdict for c in cited)
        return replace(one, citations=cited, status="unsupported" if is_lost else one.status)

    return replace(view, statements=tuple(fallen(one) for one in view.statements))


def test_an_old_report_says_how_much_of_it_is_borne_out_now_and_which_numbers_are_of_then():
    _, view = drafted(affair())
    before = render_markdown(view)
    assert "- Coverage: 4 factual" in before
    assert "Coverage now" not in before
    after = without(view, "Budget revision")
    text = render_markdown(after)
    assert "- Coverage when written: 4 factual sentences, 4 with a quote, 4 checked, 4 supported" in text
    now = render_json(after)["coverage_now"]
    assert f"- Coverage now: {now['factual']} factual sentences, {now['cited']} with a quote that stands, " in text
    assert f"{now['supported']} supported, {now['unsupported']} unsupported; " in text
    was = render_json(view)["coverage_now"]
    fell = was["supported"] - now["supported"]
    assert fell == now["unsupported"] == was["cited"] - now["cited"] > 0
    assert (was["supported_share"], now["supported_share"]) == (1.0, round(now["supported"] / now["factual"], 3))


def test_an_old_report_does_not_set_a_removed_value_against_another_nor_count_its_origin():
    _, view = drafted(affair())
    assert "Sources differ: " in render_markdown(view)
    for verdict, why in (("removed", "removed since"), ("rejected", "rejected"), ("stale", "its source has a newer")):
        after = without(view, "Budget revision", verdict)
        (line,) = [line for line in render_markdown(after).splitlines() if "61.5" in line and "differ" in line]
        assert "- Sources differed when this was written: " in line
        one, other = sorted(line.split(" — "), key=lambda side: "61.5" in side)
        assert (why in one, why in other) == (False, True)
        sides = [side for one in render_json(after)["conflicts"] for side in one["sides"] if "61.5" in side["value"]]
        assert [side["stands"] for side in sides] == [False]
        assert render_json(view)["independent_origins"] - render_json(after)["independent_origins"] == 1
        mark = next(one.marker for one in view.sources if one.title == "Budget revision")
        assert f"not counted, since nothing quoted from [{mark}] here stands any more" in render_markdown(after)
        (told,) = [one for one in render_json(after)["sources"] if one["title"] == "Budget revision"]
        assert told["origins"] == 0
        assert "lost its evidence" in render_markdown(after).split("## Conclusion")[1]


def test_a_quote_whose_source_has_a_newer_text_stands_while_its_sentence_is_borne_out():
    _, view = drafted(affair())
    carried = without(view, "Budget revision", "stale")
    carried = replace(carried, statements=tuple(replace(s, status=s.status_when_written) for s in carried.statements))
    text = render_markdown(carried)
    assert "Sources differ: " in text
    assert "Coverage now" not in text
    assert "stands any more" not in text


def test_a_source_that_was_gone_when_read_again_is_called_so_where_it_is_listed():
    _, view = drafted(affair())
    gone = replace(view.sources[0], gone_at="2026-12-01T07:00:00Z")
    text = render_markdown(replace(view, sources=(gone, *view.sources[1:])))
    (line,) = [line for line in text.splitlines() if "gone when read again on" in line]
    assert line.startswith(f"- [{gone.marker}] ")
    assert "(gone when read again on 1 December 2026)" in line
    assert render_json(replace(view, sources=(gone,)))["sources"][0]["gone_at"] == "2026-12-01T07:00:00Z"


def test_an_old_report_none_of_whose_answer_is_borne_out_any_more_says_so_beside_its_state_and_conclusion() -> None:
    _, view = drafted(affair())
    assert "since then, nothing" not in render_markdown(view)

    def fallen(*parts: int | None) -> str:
        lost = {one: replace(one, status="unsupported") for one in view.statements if one.subquestion in parts}
        return render_markdown(replace(view, statements=tuple(lost.get(one, one) for one in view.statements)))

    every = [one.subquestion for one in view.statements if one.section == "summary" and one.claims]
    gone = fallen(*every)
    (state,) = [line for line in gone.splitlines() if line.startswith("- State: ")]
    assert state.endswith("; since then, nothing that answered the question is borne out any more")
    assert "\nSince then, nothing that answered the question is borne out any more.\n" in gone
    if len(set(every)) > 1:
        assert f"; since then, nothing that answered part {every[0]} is borne out any more\n" in fallen(every[0])


def test_a_part_that_a_persons_words_answer_in_place_of_the_fallen_claim_is_not_called_lost() -> None:
    _, view = drafted(affair())
    told = InPlace("claim.new", "In other words", "supported", ())
    became = (Became("narrow", "Nora", "2026-11-01T00:00:00Z", "", (told,)),)
    lost = [replace(one, status="unsupported", became=became) if one.claims else one for one in view.statements]
    assert "since then, nothing" not in render_markdown(replace(view, statements=tuple(lost)))
    fell = replace(became[0], claims=(replace(told, status="unsupported"),))
    lost = [replace(one, became=(fell,)) if one.claims else one for one in lost]
    assert "since then, nothing" in render_markdown(replace(view, statements=tuple(lost)))


def test_who_alone_bears_the_answer_out_now_is_named_without_those_that_fell() -> None:
    _, view = drafted(affair())
    text = render_markdown(without(view, "Budget revision"))
    mark = next(one.marker for one in view.statements[0].citations) if view.statements[0].citations else 0
    for line in text.splitlines():
        if "independent origin is cited for" in line and line.startswith("- Only one"):
            assert all(f"[{m}]" not in line for m in _fallen_marks(without(view, "Budget revision"))), (mark, line)


def _fallen_marks(view: ReportView) -> set[int]:
    standing = {c.source for s in view.statements for c in s.citations if c.verdict == "valid"}
    return {c.marker for s in view.statements for c in s.citations if c.source not in standing}
