"""Asking again, without a model, for what a person narrowed or split: the person's words answer, with their quote."""

from typing import Any

from conftest import OpenStore
from fakes import ScriptedModel
from graphs import add_text
from model_runs import ask as ask_model
from model_runs import fill, reviews, whole_run, writes
from reports import report_of
from talking import Talker, app_of

from agent.build import App
from agent.curate import Decided, Decision, Wording, decide, undo
from agent.ledger.read import read_entries
from agent.report.render import ReportView, StatementView, render_markdown
from agent.report.short import render_short
from agent.research import research
from agent.settings import Settings
from graph.store import GraphStore

SAID = "The Orm bridge cost 12 million crowns and opened in May 2019."
COST, OPENED = "The Orm bridge cost 12 million crowns", "The Orm bridge opened in May 2019"
PAID = "Vellmark Health paid a ransom of 1.6 million pounds in bitcoin."
TOLD = "Two people told Packetwire that Vellmark Health paid a ransom of 1.6 million pounds in bitcoin."


async def ask(store: GraphStore, question: str, run_key: str) -> ReportView:
    app = App(Settings(), store, None, (), None)
    async for _ in research(question, app, run_key=run_key):
        pass
    return await report_of(store, run_key)


def said(view: ReportView) -> list[StatementView]:
    return [one for one in view.statements if one.kind == "factual"]


async def put(store: GraphStore, claim: str, word: Any, *texts: str, by: str = "Nora", why: str = "") -> Decided:
    return await decide(store, Decision(claim, word, why, tuple(Wording(text) for text in texts)), by=by)


async def test_a_narrowed_sentence_answers_with_its_own_claim_quote_and_citation_on_the_persons_word(
    store: GraphStore,
) -> None:
    await add_text(store, f"{PAID} The clinics in Leeds were closed for three days.", name="wire.md", publisher="Wire")
    (before,) = said(await ask(store, "Did Vellmark Health pay a ransom?", "r1"))
    made = (await put(store, before.claims[0], "narrow", TOLD)).made[0]
    view = await ask(store, "Did Vellmark Health pay a ransom?", "r2")
    (one,) = said(view)
    assert (one.text, one.claims, one.status, one.section) == (TOLD, (made.claim,), "supported", "summary")
    assert [(c.quote, c.char_start, c.verdict, c.checker) for c in one.citations] == [(PAID, 0, "valid", "person:Nora")]
    (entry,) = await read_entries(store, [made.claim])
    assert (entry.reason, [quote.citation for quote in entry.quotes]) == ("person", [one.citations[0].citation])
    assert (view.removed, view.coverage["supported"], view.coverage["removed"]) == ((), 1, 0)
    assert [(one["claims"], one["same"]) for one in view.reused] == [(1, True)]
    text = render_markdown(view)
    line = next(line for line in text.splitlines() if f"{TOLD} [1] (Wire, " in line)
    assert line.endswith("; on the word of Nora), one independent origin")
    assert "every factual sentence is a source's own words, or those that a person put in their place\n" in text
    assert f"“{PAID}”" in text
    assert any(TOLD in line for line in render_short(view))


async def test_of_a_split_sentence_the_parts_that_answer_are_said(store: GraphStore) -> None:
    await add_text(store, SAID, name="orm.md")
    claim = said(await ask(store, "What did the Orm bridge cost?", "r1"))[0].claims[0]
    keys = {one.text: one.claim for one in (await put(store, claim, "split", COST, OPENED)).made}
    for at, (question, texts) in enumerate(
        [
            ("What did the Orm bridge cost?", [COST]),
            ("When did the Orm bridge open?", [OPENED]),
            ("What did the Orm bridge cost, and when did it open?", [COST, OPENED]),
        ]
    ):
        found = said(await ask(store, question, f"again{at}"))
        assert [one.text for one in found] == texts
        assert [one.claims for one in found] == [(keys[text],) for text in texts]
        assert {(one.status, one.citations[0].quote) for one in found} == {("supported", SAID)}


async def test_what_a_person_left_out_of_a_sentence_is_no_answer_and_the_report_says_what_was_done(
    store: GraphStore,
) -> None:
    await add_text(store, SAID, name="orm.md")
    claim = said(await ask(store, "What did the Orm bridge cost?", "r1"))[0].claims[0]
    await put(store, claim, "narrow", OPENED)
    view = await ask(store, "What did the Orm bridge cost?", "r2")
    assert said(view) == []
    assert [one.reason for one in view.removed] == [f"Nora rejected it: narrowed to “{OPENED}”"]


async def test_narrowing_a_claim_in_other_words_than_its_quote_leaves_the_sentence_itself_as_it_is(
    store: GraphStore,
) -> None:
    await add_text(store, SAID, name="orm.md")
    (one,) = said(await ask(store, "What did the Orm bridge cost?", "r1"))
    other = (await put(store, one.claims[0], "narrow", "The bridge at Orm was dear")).made[0].claim
    await put(store, one.claims[0], "accept")
    await put(store, other, "narrow", "The bridge at Orm was not cheap")
    assert [each.text for each in said(await ask(store, "What did the Orm bridge cost?", "r2"))] == [SAID]


async def test_what_was_narrowed_again_is_said_as_it_stands_now_and_as_the_source_says_it_once_taken_back(
    store: GraphStore,
) -> None:
    await add_text(store, SAID, name="orm.md")
    claim = said(await ask(store, "What did the Orm bridge cost?", "r1"))[0].claims[0]
    first = await put(store, claim, "narrow", COST)
    last = "The Orm bridge is said to have cost 12 million crowns"
    again = await put(store, first.made[0].claim, "narrow", last, by="Bo")
    assert [one.text for one in said(await ask(store, "What did the Orm bridge cost?", "r2"))] == [last]
    await undo(store, again, by="Bo")
    assert [one.text for one in said(await ask(store, "What did the Orm bridge cost?", "r3"))] == [COST]
    await put(store, first.made[0].claim, "reject", why="no price is known")
    view = await ask(store, "What did the Orm bridge cost?", "r4")
    assert (said(view), len(view.removed)) == ([], 1)
    await put(store, claim, "accept")
    view = await ask(store, "What did the Orm bridge cost?", "r5")
    assert [(one.text, one.status) for one in said(view)] == [(SAID, "supported")]


async def test_a_sentence_of_two_sources_is_said_in_the_persons_words_for_the_one_whose_quote_was_meant(
    store: GraphStore,
) -> None:
    await add_text(store, SAID, name="orm.md", publisher="Orm Post")
    await add_text(store, f"News of the town. {SAID}", name="town.md", publisher="Town Mail")
    claim = said(await ask(store, "What did the Orm bridge cost?", "r1"))[0].claims[0]
    (entry,) = await read_entries(store, [claim])
    one = next(quote for quote in entry.quotes if quote.publisher == "Orm Post")
    words = "The cost of the Orm bridge itself was 12 million crowns"
    await decide(store, Decision(claim, "narrow", "", (Wording(words, (one.citation,)),), (one.citation,)), by="Nora")
    found = {one.text: one for one in said(await ask(store, "What did the Orm bridge cost?", "r2"))}
    sources = {text: [c.source for c in each.citations] for text, each in found.items()}
    other = next(quote.source for quote in entry.quotes if quote.citation != one.citation)
    assert sources == {words: [one.source], SAID: [other]}


async def test_after_the_text_changed_a_persons_word_on_the_old_one_is_stale_and_no_answer(store: GraphStore) -> None:
    await add_text(store, SAID, name="orm.md")
    claim = said(await ask(store, "What did the Orm bridge cost?", "r1"))[0].claims[0]
    made = (await put(store, claim, "narrow", COST)).made[0]
    now = "By the last count the Orm bridge cost 14 million crowns."
    await add_text(store, now, name="orm.md")
    assert [one.text for one in said(await ask(store, "What did the Orm bridge cost?", "r2"))] == [now]
    (entry,) = await read_entries(store, [made.claim])
    assert (entry.status, entry.reason) == ("unreviewed", "evidence_superseded")
    await add_text(store, SAID, name="orm.md")
    assert [one.text for one in said(await ask(store, "What did the Orm bridge cost?", "r3"))] == [COST]


async def test_in_a_conversation_the_earlier_answer_gives_way_to_the_persons_words_and_these_are_given_again(
    store: GraphStore,
) -> None:
    await add_text(store, SAID, name="orm.md")
    talk = await Talker(app_of(store)).open()
    first = await talk.ask("What did the Orm bridge cost?")
    assert first.exchange.answer == f"{SAID} [1]"
    assert first.view is not None
    await put(store, first.view.statements[0].claims[0], "split", COST, OPENED)
    second = await talk.ask("What did the Orm bridge cost?")
    assert (second.exchange.answer, second.again) == (f"{COST} [1]", None)
    third = await talk.ask("What did the Orm bridge cost?")
    assert (third.exchange.answer, third.again and third.again.ordinal) == (f"{COST} [1]", 2)


async def test_a_model_that_writes_a_narrowed_claim_again_is_given_the_persons_words_instead(store: GraphStore) -> None:
    await fill(store)
    await ask_model(store, whole_run())
    wrote = "Skerra's plant is to cost 48 million crowns."
    old = next(one for one in said(await report_of(store)) if one.text == wrote)
    words = "The council was told that Skerra's plant is to cost 48 million crowns."
    made = (await put(store, old.claims[0], "narrow", words)).made[0]
    again = writes((wrote, "will cost 48 million crowns"))
    model = ScriptedModel(planner=[reviews((["S1"], "", ""), (["S2"], "", ""))], writer=[again])
    events = await ask_model(store, model, run_key="r2")
    model.done()
    view = await report_of(store, "r2")
    one = next(one for one in said(view) if one.text == words)
    assert (one.section, one.claims, one.status) == ("summary", (made.claim,), "supported")
    assert [(c.verdict, c.checker) for c in one.citations] == [("valid", "person:Nora")]
    assert wrote not in [each.text for each in said(view)]
    assert [(each.text, each.reason) for each in view.narrowed] == [(words, f"Nora rejected it: narrowed to “{words}”")]
    assert (view.removed, events[-1].data["stopped_by"]) == ((), "coverage")


async def test_another_project_is_answered_in_its_sources_words(open_store: OpenStore) -> None:
    alpha, beta = await open_store(), await open_store()
    for store in (alpha, beta):
        await add_text(store, SAID, name="orm.md")
    claim = said(await ask(alpha, "What did the Orm bridge cost?", "r1"))[0].claims[0]
    await put(alpha, claim, "narrow", COST)
    assert [one.text for one in said(await ask(alpha, "What did the Orm bridge cost?", "r2"))] == [COST]
    assert [one.text for one in said(await ask(beta, "What did the Orm bridge cost?", "r1"))] == [SAID]
