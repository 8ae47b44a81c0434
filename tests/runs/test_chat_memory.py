"""What a conversation remembers: its window, what was said in others, and the question that still waits."""

from contextlib import suppress

from graphs import add_text, duplicates, rows_of
from talking import Talker, app_of
from test_chat import COST, TEXT, steps_of

from agent.chat.remember import MemoryLimits
from agent.curate import reject_run
from graph.store import GraphStore


async def test_what_was_answered_is_given_again_without_looking_anything_up(store: GraphStore) -> None:
    await add_text(store, TEXT)
    talk = await Talker(app_of(store)).open()
    first = await talk.ask(COST)
    before = await steps_of(store)
    done = await talk.ask("How much did you say it would cost?")
    assert talk.tools() == ["answer_given"]
    assert (done.exchange.kind, done.again.ordinal if done.again else 0) == ("given", 1)
    assert done.exchange.report == first.exchange.report
    assert done.view is not None
    assert done.view.statements[0].citations[0].verdict == "valid"
    assert await steps_of(store) == before


async def test_an_answer_whose_source_has_changed_since_is_not_given_again(store: GraphStore) -> None:
    await add_text(store, TEXT)
    talk = await Talker(app_of(store)).open()
    await talk.ask(COST)
    await add_text(store, TEXT.replace("48 million", "61 million"))
    done = await talk.ask(COST)
    assert talk.tools() == ["memory_search"]
    assert done.exchange.answer == "The Skerra plant will cost 61 million crowns. [1]"
    assert any("is stale" in note and "looked up anew" in note for note in done.notes)


async def test_an_answer_whose_report_was_rejected_is_looked_up_anew_and_who_rejected_it_is_told(
    store: GraphStore,
) -> None:
    await add_text(store, TEXT)
    talk = await Talker(app_of(store)).open()
    first = await talk.ask(COST)
    await reject_run(store, str(first.exchange.run), by="Bo", why="an estimate only")
    done = await talk.ask(COST)
    assert (done.again, talk.tools()) == (None, ["memory_search"])
    assert any("its report was rejected by Bo (an estimate only)" in note for note in done.notes)


async def test_the_last_sources_are_those_of_the_last_answer_that_has_some(store: GraphStore) -> None:
    await add_text(store, TEXT)
    talk = await Talker(app_of(store)).open()
    first = await talk.ask(COST)
    assert (await talk.ask("Who won the Tornholm prize?")).exchange.kind == "missing"
    view = await talk.chat.last_view()
    assert view is not None
    assert view.report == first.exchange.report


async def test_rows_are_given_again_only_while_the_graph_is_the_same(store: GraphStore) -> None:
    """Mutable history between questions: the second answer is counted anew once something was added."""
    dated = {"published_at": "2026-03-03", "published_precision": "day"}
    await add_text(store, TEXT, **dated)
    talk = await Talker(app_of(store)).open()
    asked = "List all sources published since 2020."
    first = await talk.ask(asked)
    await add_text(store, "The Orm bridge opened in 1987.", name="orm.md", **dated)
    second = await talk.ask(asked)
    rows = [len(done.view.data[0].rows) if done.view and done.view.data else -1 for done in (first, second)]
    assert rows == [1, 2]
    assert second.again is None


async def test_a_pointing_word_means_what_the_turn_before_was_about(store: GraphStore) -> None:
    await add_text(store, TEXT)
    talk = await Talker(app_of(store)).open()
    await talk.ask(COST)
    await talk.ask("Which claims are disputed?")
    done = await talk.ask("When will it open?")
    assert done.exchange.asked == "When will the Skerra plant open?"
    assert done.notes == ("taken as: When will the Skerra plant open?",)
    assert "June 2028" in done.exchange.answer


async def test_memory_has_a_window_words_and_meaning_within_its_shares(store: GraphStore) -> None:
    for at, text in enumerate(
        ("The Orm bridge opened in 1987.", "Eels migrate in May.", "The mill closed in 1950."), 1
    ):
        await add_text(store, text, name=f"{at}.md")
    limits = MemoryLimits(tokens=400, last=1, by_words=1, by_meaning=1)
    talk = await Talker(app_of(store), limits=limits).open()
    await talk.ask("When did the Orm bridge open?")
    await talk.ask("When do eels migrate?")
    await talk.ask("When did the mill close?")
    done = await talk.ask("Who built the Orm bridge?")
    chosen = {one["how"]: one["ordinal"] for one in done.exchange.memory["chosen"]}
    assert (chosen["window"], chosen["words"]) == (3, 1)
    assert sum(one["tokens"] for one in done.exchange.memory["chosen"]) <= 400


async def test_an_answer_of_another_conversation_is_named_with_its_date_and_never_used_as_evidence(
    store: GraphStore,
) -> None:
    await add_text(store, TEXT)
    await (await Talker(app_of(store), "first").open()).ask(COST)
    other = await Talker(app_of(store), "second").open()
    done = await other.ask(COST)
    assert any(note.startswith("asked before in the conversation first (") for note in done.notes)
    assert (done.exchange.kind, other.tools()) == ("report", ["memory_search"])


async def test_a_conversation_is_gone_on_with_and_an_unanswered_question_first(store: GraphStore) -> None:
    await add_text(store, TEXT)
    talk = await Talker(app_of(store)).open()
    await talk.ask(COST)
    asking = talk.chat.ask("When will the Skerra plant open?")
    async for event in asking:
        if event.event == "searched":
            break
    with suppress(RuntimeError):
        await asking.aclose()
    again = await Talker(app_of(store)).open()
    assert again.left == "When will the Skerra plant open?"
    done = await again.ask(again.left)
    assert (done.exchange.ordinal, "June 2028" in done.exchange.answer) == (2, True)
    assert [one.ordinal for one in again.chat.exchanges] == [1, 2]
    assert await duplicates(store) == []
    rows = await rows_of(store, "MATCH (r:Run {namespace: $namespace}) RETURN count(r) AS runs")
    assert rows == [{"runs": 2}]
