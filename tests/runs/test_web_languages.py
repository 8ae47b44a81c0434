"""Questions in one language, sources in another: the report in the question's language, quotes in the source's."""

from typing import Any

from fakes import Asked, ScriptedModel
from graphs import add_text
from loopback import Site
from model_runs import judges, name_of, reviews
from search_server import SearchServer
from webs import article, finds, open_web_app

from agent.find import find_report
from agent.llm import Model, Role
from agent.report.read import read_report
from agent.report.render import ReportView, render_markdown
from agent.research import research
from graph.store import GraphStore

ENGLISH = "The Skerra plant will cost 48 million crowns."
CHINESE = "Skerra电站将耗资4800万克朗。"


class WithoutJudge(ScriptedModel):
    """The judge is the writer, and so is none."""

    def model_of(self, role: Role) -> str:
        return "scripted-writer" if role == "judge" else super().model_of(role)


def model_for(
    question: str, query: str, sentence: str, *quotes: str, of: type[ScriptedModel] = ScriptedModel
) -> ScriptedModel:
    def write(asked: Asked) -> dict[str, Any]:
        cited = [{"passage": name_of(asked, quote), "quote": quote} for quote in quotes]
        return {"sentences": [{"text": sentence, "kind": "factual", "citations": cited}], "missing": ""}

    plan = {"parts": [{"question": question, "queries": [query]}]}
    judge = [judges("supports")] if of is ScriptedModel else []
    return of(planner=[plan, reviews((["S1"], "", ""))], writer=[write], judge=judge)


async def ask(store: GraphStore, search: SearchServer, model: Model, question: str) -> ReportView:
    async with open_web_app(store, search, model=model) as app:
        async for _ in research(question, app, run_key="r1"):
            pass
    return await read_report(store, await find_report(store, "r1"))


def said(view: ReportView) -> list[tuple[str, str | None, set[str]]]:
    return [(s.text, s.status, {c.quote for c in s.citations}) for s in view.statements if s.kind == "factual"]


async def test_a_vietnamese_question_is_answered_in_vietnamese_from_english_pages(
    store: GraphStore, site: Site
) -> None:
    question = "Nhà máy điện Skerra sẽ tốn bao nhiêu tiền?"
    sentence = "Nhà máy Skerra sẽ tốn 48 triệu crown."
    site.pages["/a"] = article(ENGLISH, title="Council minutes")
    model = model_for(question, "Skerra plant cost", sentence, ENGLISH)
    with SearchServer(finds(site.url("/a"))) as search:
        view = await ask(store, search, model, question)
    model.done()
    assert search.sent[0].body["query"] == "Skerra plant cost"
    assert said(view) == [(sentence, "supported", {ENGLISH})]
    text = render_markdown(view)
    assert "- Language: Vietnamese" in text
    assert f"“{ENGLISH}”" in text


async def test_a_spanish_question_is_answered_from_english_memory_and_the_web_is_not_searched(
    store: GraphStore,
) -> None:
    question, sentence = "¿Cuánto costará la planta de Skerra?", "La planta de Skerra costará 48 millones de coronas."
    await add_text(store, f"{ENGLISH} The council met on Tuesday.", name="minutes.md")
    model = model_for(question, "Skerra plant cost", sentence, ENGLISH)
    with SearchServer() as search:
        view = await ask(store, search, model, question)
    model.done()
    assert search.sent == []
    assert said(view) == [(sentence, "supported", {ENGLISH})]
    assert view.language == "es"


async def test_a_chinese_question_cites_chinese_and_english_pages_each_in_its_own_words(
    store: GraphStore, site: Site
) -> None:
    question, sentence = "Skerra电站要花多少钱?", "Skerra电站的造价为4800万克朗。"
    site.pages["/en"] = article(ENGLISH, title="Council minutes")
    filler = [f"会议记录第{n}页写明了讨论的经过和各方的意见,并由市政厅保存。" for n in range(1, 12)]
    site.pages["/zh"] = article(CHINESE, *filler, title="市议会记录")
    model = model_for(question, "Skerra电站 造价 Skerra plant cost", sentence, CHINESE, ENGLISH)
    with SearchServer(finds(site.url("/zh"), site.url("/en", "www.other.example"))) as search:
        view = await ask(store, search, model, question)
    model.done()
    assert said(view) == [(sentence, "supported", {CHINESE, ENGLISH})]
    assert view.language == "zh"
    text = render_markdown(view)
    assert f"“{CHINESE}”" in text
    assert f"“{ENGLISH}”" in text


async def test_without_a_judge_what_is_said_in_another_language_than_its_quote_stays_unreviewed(
    store: GraphStore, site: Site
) -> None:
    question, sentence = "¿Cuánto costará la planta de Skerra?", "La planta de Skerra costará 48 millones de coronas."
    site.pages["/a"] = article(ENGLISH, title="Council minutes")
    model = model_for(question, "Skerra plant cost", sentence, ENGLISH, of=WithoutJudge)
    with SearchServer(finds(site.url("/a"))) as search:
        view = await ask(store, search, model, question)
    assert said(view) == [(sentence, "unreviewed", {ENGLISH})]
    assert "sentences in other words than their quotes stay unreviewed" in render_markdown(view)
