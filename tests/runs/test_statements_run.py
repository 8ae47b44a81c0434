"""From written sentences to claims, verdicts and a report: what a person reads, and what the graph holds of it."""

import re
from collections.abc import Callable
from typing import Any

from fakes import Asked, FakeEmbedder, ScriptedModel
from graphs import rows_of
from model_runs import ask, fill, name_of, plan, reviews
from reports import report_of

from agent.build import App
from agent.report.render import render_json, render_markdown
from agent.report.view import ReportView, StatementView
from agent.research import research
from agent.settings import Settings
from graph.store import GraphStore

QUESTION = "What is known of the Skerra plant?"
COST = "The Skerra plant will cost 48 million crowns."
OPENING = "The Skerra plant will open in June 2028."
BIRDS = "Most birds near the Skerra plant returned in 2026."
LUNG = "The lung form of the Skerra syndrome affects many adult women."

BOTH = "Skerra's plant is to cost 48 million crowns and will open in June 2028."
HALF = "Skerra's plant is to employ 300 people, while the Skerra council met on 4 May 2026."
ALL_BIRDS = "All birds near the Skerra plant returned in 2026."
BRIDGE = "The Skerra bridge cost 30 million crowns."
DEARER = "The Skerra plant costs 18 million crowns more than the Skerra bridge."
SYNDROME = "The Skerra syndrome affects 30-40% of women, and pneumothorax occurs in up to 70%."
FOLLOWS = "The Skerra plant, therefore, is a costly project."
ADVICE = "The council should wait for a second estimate."
STAFF = "The Skerra plant is to employ 300 people."
UNSHOWN = "A large building is intended by officials."
MET = "The Skerra council met on 4 May 2026."


def writes(*sentences: tuple[str, str, list[str]]) -> Callable[[Asked], Any]:
    """A writer's line: each sentence with its kind and its quotes."""

    def line(asked: Asked) -> dict[str, Any]:
        return {
            "sentences": [
                {"text": text, "kind": kind,
                 "citations": [{"passage": name_of(asked, quote), "quote": quote} for quote in quotes]}
                for text, kind, quotes in sentences
            ],
            "missing": "",
        }  # fmt: skip

    return line


def judges_but(*wrong: str) -> Callable[[Asked], Any]:
    """A judge's line: each pair supported by its quote, but for claims with these words."""

    def line(asked: Asked) -> dict[str, Any]:
        pairs = re.findall(r"===(C\d+) \w+===\nclaim: (.*?)\nquote: (.*?)\n===end ", asked.user, re.DOTALL)
        return {
            "pairs": [
                {
                    "pair": name,
                    "verdict": "not_enough" if any(w in claim for w in wrong) else "supports",
                    "words": quote,
                }
                for name, claim, quote in pairs
            ]
        }

    return line


def said(view: ReportView) -> dict[str, StatementView]:
    return {one.text: one for one in view.statements if one.kind != "connective"}


async def test_every_sentence_is_checked_claim_by_claim_and_what_does_not_hold_is_narrowed_or_removed_and_counted(
    store: GraphStore,
) -> None:
    await fill(store, f"{COST} {STAFF}", f"{OPENING} {MET} {BRIDGE}", f"{BIRDS} {LUNG}")
    model = ScriptedModel(
        planner=[plan(QUESTION), reviews((["S1"], "", ""))],
        writer=[
            writes(
                (BOTH, "factual", [COST, OPENING]), (HALF, "factual", [STAFF, MET]), (ALL_BIRDS, "factual", [BIRDS]),
                (SYNDROME, "factual", ["affects many adult women"]), (FOLLOWS, "factual", [COST]),
                (ADVICE, "factual", [COST, OPENING]), (DEARER, "factual", [COST, BRIDGE]),
            ),
            {"sentences": []},
        ],
        judge=[judges_but("employ 300")] * 4,
    )  # fmt: skip
    await ask(store, model, QUESTION)
    view = await report_of(store)
    sentences = said(view)
    assert {text: (one.kind, one.status, len(one.claims)) for text, one in sentences.items()} == {
        BOTH: ("factual", "supported", 2),
        MET: ("factual", "supported", 1),  # the half of its sentence that the judge found borne out
        BIRDS: ("factual", "supported", 1),  # "All" was the writer's word
        FOLLOWS: ("inference", "supported", 1),
        ADVICE: ("recommendation", "supported", 2),
        DEARER: ("inference", "supported", 2),  # no source says it; it is counted from what two say
    }
    claims = await rows_of(
        store,
        "MATCH (c:Claim {namespace: $namespace})<-[:FOR_CLAIM]-(ci)-[:QUOTES]->(p:Passage) "
        "RETURN c.key AS key, c.text AS text, c.status AS status, ci.reason AS reason, ci.checker AS checker, "
        "ci.quote AS quote, p.text AS passage",
    )
    by_text = {row["text"]: row for row in claims}
    assert FOLLOWS not in by_text
    assert not {ADVICE, DEARER} & set(by_text)
    assert set(sentences[BOTH].claims) == {
        by_text["Skerra's plant is to cost 48 million crowns."]["key"],
        by_text["Skerra's plant will open in June 2028."]["key"],
    }
    syndrome = [row for row in claims if "pneumothorax" in row["text"].lower() or "30-40%" in row["text"]]
    assert {(row["status"], row["checker"], row["quote"]) for row in syndrome} == {
        ("unsupported", "rule:values", "affects many adult women")
    }
    assert sorted(value for row in syndrome for value in re.findall(r"30-40%|70%", row["reason"])) == ["30-40%", "70%"]
    assert all(row["quote"] in row["passage"] for row in syndrome)
    data = render_json(view)
    counted = {name: view.coverage[name] for name in ("factual", "cited", "checked", "supported", "removed", "narrowed",
                                                     "inferred", "recommended", "uncited", "repaired")}  # fmt: skip
    assert counted == {
        "factual": 3, "cited": 3, "checked": 3, "supported": 3, "removed": 1, "narrowed": 2, "inferred": 2,
        "recommended": 1, "uncited": 0, "repaired": 0,
    }  # fmt: skip
    assert [data["coverage"][f"{name}_share"] for name in ("cited", "checked", "supported")] == [1.0, 1.0, 1.0]
    assert data["removed"][0]["claim"] in {row["key"] for row in syndrome}
    assert {one["text"] for one in data["narrowed"]} == {MET, BIRDS}
    assert all(one["claim"] in {row["key"] for row in claims} for one in data["narrowed"])
    text = render_markdown(view)
    assert "3 factual sentences, 3 with a quote, 3 checked, 3 supported, 1 removed, 0 repaired, 2 narrowed" in text
    assert "100% of the factual sentences have a citation, 100% of their citations could be checked" in text
    assert re.search(rf"{re.escape(FOLLOWS)} \(inferred from \[\d\]\)", text)
    assert re.search(rf"{re.escape(ADVICE)} \(recommendation, from \[\d\], \[\d\]\)", text)
    assert "Narrowed: a sentence, because the sentence says “All”" in text
    assert "30-40%" in text.split("Taken out: a sentence, because")[1]
    assert SYNDROME not in text
    assert all(one.citations for one in sentences.values())


async def test_judgements_that_differ_and_support_that_no_word_shows_leave_a_claim_unreviewed_and_are_said(
    store: GraphStore,
) -> None:
    await fill(store, COST, OPENING)
    model = ScriptedModel(
        planner=[plan(QUESTION), reviews((["S1"], "", ""))],
        writer=[writes((BOTH, "factual", [COST, OPENING]), (UNSHOWN, "factual", [OPENING]))],
        judge=[judges_but()] * 2,
        second_judge=[judges_but("cost 48 million")] * 2,
    )
    app = App(Settings(judge_sample="1"), store, FakeEmbedder(), (), None, model)
    async for _ in research(QUESTION, app, run_key="r1"):
        pass
    view = await report_of(store)
    assert {text: one.status for text, one in said(view).items()} == {BOTH: "unreviewed", UNSHOWN: "unreviewed"}
    assert [sorted(str(c.verdict) for c in said(view)[text].citations) for text in (BOTH, UNSHOWN)] == [
        ["cannot_check", "valid"], ["cannot_check"],
    ]  # fmt: skip
    assert {c.checker for one in said(view).values() for c in one.citations} == {"judge:scripted-judge"}
    reasons = await rows_of(
        store, "MATCH (ci:Citation {namespace: $namespace, verdict: 'cannot_check'}) RETURN ci.reason AS reason"
    )
    assert sum("two judgements differ: judge:scripted-judge: supported" in row["reason"] for row in reasons) == 1
    assert sum("shares no word, number or name with its quote" in row["reason"] for row in reasons) == 1
    assert (view.coverage["asked_twice"], view.coverage["disagreed"], view.coverage["checked"]) == (3, 1, 0)
    text = render_markdown(view)
    assert "3 pairs judged twice, 1 with two verdicts" in text
    assert "found support in 1 pair of a claim and a quote that share no word, number or name" in text
    steps = await rows_of(
        store, "MATCH (s:Step {namespace: $namespace, tool: 'model:judge'}) RETURN s.args_json AS args"
    )
    assert {re.findall(r'"role": ?"(\w+)"', row["args"])[0] for row in steps} == {"judge", "second_judge"}
    assert "second_judge: scripted-second_judge" in render_json(view)["models"]
