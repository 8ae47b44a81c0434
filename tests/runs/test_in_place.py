"""What becomes of a claim that a person narrows or splits, as reports, the ledger and `show` tell it afterwards."""

import asyncio
import csv
import io
from typing import Any

from conftest import OpenStore
from graphs import add_text
from reports import report_of

from agent.build import App
from agent.curate import Decided, Decision, Wording, decide, undo
from agent.forget.apply import Order, forget_source
from agent.forget.find import find_sources
from agent.forget.plan import look_at_impact
from agent.ledger.became import read_became, standing
from agent.ledger.look import look_at
from agent.ledger.read import Filters, read_entries, read_ledger
from agent.ledger.render import as_csv, as_data, as_markdown, as_text
from agent.report.render import render_json, render_markdown
from agent.report.short import render_short
from agent.research import research
from agent.settings import Settings
from graph.store import GraphStore

SAID = "The Orm bridge cost 12 million crowns and opened in May 2019."
COST, OPENED = "The Orm bridge cost 12 million crowns", "The Orm bridge opened in May 2019"


async def asked(store: GraphStore) -> str:
    """Store a text, ask what it says, and return the claim that the report says."""
    await add_text(store, SAID, name="orm.md")
    app = App(Settings(), store, None, (), None)
    ended = [event async for event in research("What did the Orm bridge cost?", app, run_key="r1")][-1]
    assert ended.data["state"] == "completed"
    return (await report_of(store)).statements[0].claims[0]


async def narrow(store: GraphStore, claim: str, text: str, why: str = "", *, by: str = "Ada") -> Decided:
    return await decide(store, Decision(claim, "narrow", why, (Wording(text),)), by=by)


async def test_a_report_names_the_claim_that_a_person_narrowed_one_to_with_words_mark_and_status(
    store: GraphStore,
) -> None:
    claim = await asked(store)
    made = (await narrow(store, claim, COST, "its price alone")).made[0]
    view = await report_of(store)
    told = f" (its price alone). In its place: {COST} [1] — supported (claimgraph show {made.claim[:18]})"
    for text in (render_markdown(view), "\n".join(render_short(view))):
        lines = text.splitlines()
        at = next(i for i, line in enumerate(lines) if "now unsupported, supported when this was written" in line)
        assert lines[at + 1].startswith("  - Narrowed by Ada, ")
        assert lines[at + 1].endswith(told)
    became = render_json(view)["statements"][0]["became"]
    assert [(one["decision"], one["by"], one["why"]) for one in became] == [("narrow", "Ada", "its price alone")]
    (place,) = became[0]["claims"]
    assert (place["claim"], place["text"], place["status"], place["became"]) == (made.claim, COST, "supported", None)
    assert [(q["quote"], q["char_start"], q["verdict"]) for q in place["quotes"]] == [(SAID, 0, "valid")]


async def test_the_ledger_and_show_name_what_stands_in_the_place_of_a_split_claim(store: GraphStore) -> None:
    claim = await asked(store)
    made = (await decide(store, Decision(claim, "split", "", (Wording(COST), Wording(OPENED))), by="Ada")).made
    keys = {one.text: one.claim for one in made}
    entry = (await read_entries(store, [claim]))[0]
    lines = [f"in its place by Ada, supported: {text}  {keys[text][:18]}" for text in (COST, OPENED)]
    assert list(look_at(entry))[2:4] == lines
    assert list(as_text(entry))[2:4] == [f"  {line}" for line in lines]
    assert next(csv.DictReader(io.StringIO(as_csv((entry,)))))["became"] == "; ".join(lines)
    assert " ".join("; ".join(lines).split()) in "\n".join(as_markdown((entry,)))
    kept: Any = as_data(entry)["decision"]["became"]
    assert [(one["text"], one["status"]) for one in kept["claims"]] == [(COST, "supported"), (OPENED, "supported")]
    others = [one for one in (await read_ledger(store, Filters(), limit=10)).entries if one.claim != claim]
    assert [one.became for one in others] == [None, None]
    report = render_markdown(await report_of(store))
    assert f"In its place: {COST} [1] — supported (" in report
    assert f"; {OPENED} [1] — supported (" in report


async def test_a_claim_in_place_that_is_narrowed_again_leads_on_to_what_stands_now(store: GraphStore) -> None:
    claim = await asked(store)
    first = (await narrow(store, claim, COST)).made[0]
    last = (await narrow(store, first.claim, "The bridge cost 12 million crowns", by="Bo")).made[0]
    report = render_markdown(await report_of(store))
    assert f"In its place: {COST} [1] — unsupported (" in report
    again = f"  - Narrowed again, from {COST}, by Bo, "
    line = next(line for line in report.splitlines() if line.startswith(again))
    assert f"In its place: {last.text} [1] — supported (claimgraph show {last.claim[:18]})" in line
    shown = list(look_at((await read_entries(store, [claim]))[0]))
    assert [line[:28] for line in shown[2:4]] == ["in its place by Ada, unsuppo", "  in its place by Bo, suppor"]


async def test_what_was_taken_back_or_accepted_since_has_nothing_in_its_place(store: GraphStore) -> None:
    claim = await asked(store)
    decided = await narrow(store, claim, COST)
    await undo(store, decided, by="Ada")
    assert await read_became(store, [claim]) == {}
    assert "In its place" not in render_markdown(await report_of(store))
    await narrow(store, claim, COST)
    assert set(await read_became(store, [claim])) == {claim}
    await decide(store, Decision(claim, "note", "seen"), by="Bo")
    assert set(await read_became(store, [claim])) == {claim}
    await decide(store, Decision(claim, "accept"), by="Bo")
    assert await read_became(store, [claim]) == {}


async def test_a_claim_that_takes_back_its_own_place_is_not_followed_in_a_circle(store: GraphStore) -> None:
    claim = await asked(store)
    made = (await narrow(store, claim, COST)).made[0]
    await narrow(store, made.claim, SAID)
    became = await read_became(store, [claim, made.claim])
    assert set(became) == {made.claim}
    assert [(one.claim, one.became) for one in became[made.claim].claims] == [(claim, None)]


async def test_two_claims_of_one_passage_split_at_one_moment_keep_their_own_parts(store: GraphStore) -> None:
    claim = await asked(store)
    other = (await narrow(store, claim, "The Orm bridge opened in spring 2019 and cost money")).made[0].claim
    await decide(store, Decision(claim, "accept"), by="Ada")
    await asyncio.gather(narrow(store, claim, COST), narrow(store, other, OPENED))
    became = await read_became(store, [claim, other])
    assert [[one.text for one in became[key].claims] for key in (claim, other)] == [[COST], [OPENED]]


async def test_after_erasing_the_source_the_report_still_says_that_something_took_its_place(store: GraphStore) -> None:
    claim = await asked(store)
    await narrow(store, claim, COST, "12 million crowns is the price")
    plan = await look_at_impact(store, await find_sources(store, "orm.md"))
    await forget_source(store, plan.sources[0], Order(erases=True))
    became = (await read_became(store, [claim]))[claim]
    assert became.claims[0].text.startswith("[erased ")
    assert "12 million" not in became.why
    report = render_markdown(await report_of(store))
    assert "Narrowed by Ada, " in report
    assert "12 million" not in report


async def test_nothing_of_another_project_is_told(open_store: OpenStore) -> None:
    alpha, beta = await open_store(), await open_store()
    claim = await asked(alpha)
    await narrow(alpha, claim, COST)
    assert await read_became(beta, [claim]) == {}


def test_an_undo_takes_back_the_decision_before_it_and_no_other() -> None:
    def row(decision: str, *made: str) -> dict[str, Any]:
        return {"decision": decision, "made": list(made)}

    split, narrowed = row("split", "a", "b"), row("narrow", "c")
    assert standing([]) is None
    assert standing([split, narrowed]) is narrowed
    assert standing([split, narrowed, row("undo")]) is split
    assert standing([split, row("note"), row("undo"), row("resolve")]) is split
    assert standing([split, row("accept")]) is None
    assert standing([split, row("accept"), row("undo")]) is split
    assert standing([row("undo"), split]) is split
    assert standing([split, row("narrow")]) is None
