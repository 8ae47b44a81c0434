"""Which questions only point to what an answer before them rests on, and what is said where there is none."""

import json
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.cli.main import main
from agent.errors import PointsToNothing
from agent.route.pointing import check_names, find_pointed
from agent.route.rules import choose_by_rules
from retrievers import load_tools

POINTING = [
    ("Why do we believe that?", "Why do we believe K?"),
    ("And how do you know that?", "Why do we believe K?"),
    ("Why do you say that claim is", ""),
    ("What is the evidence for it?", "Why do we believe K?"),
    ("What is our evidence for that claim?", "Why do we believe K?"),
    ("Woher wissen wir das?", "Why do we believe K?"),
    ("Warum glauben wir diese Aussage?", "Why do we believe K?"),
    ("Who says the opposite of that?", "Who says the opposite of K?"),
    ("who says the opposite?", "Who says the opposite of K?"),
    ("Who says otherwise?", "Who says the opposite of K?"),
    ("Wer sagt das Gegenteil?", "Who says the opposite of K?"),
    ("Does anyone disagree with that?", "Who says the opposite of K?"),
    ("Which sources contradict that?", "Who says the opposite of K?"),
    ("what falls if that source goes?", "What falls if K is withdrawn?"),
    ("Which claims would fall without this source?", "What falls if K is withdrawn?"),
    ("What depends on that document?", "What falls if K is withdrawn?"),
    ("Was fällt weg, wenn diese Quelle zurückgezogen wird?", ""),
    ("Was bleibt, wenn diese Quelle wegfällt?", "What falls if K is withdrawn?"),
]
ORDINARY = [
    "Why do we believe that the dam is 41 metres high?",
    "Why do we believe that claim about the dam?",
    "Why do people believe that?",
    "Who says that the dam is safe?",
    "Who opposes it?",
    "What will that cost?",
    "Is it true that the plant that opened in 2019 says the opposite of its licence?",
    "Who says the opposite of the mayor?",
    "Who disagrees with the mayor on that?",
    "What is the evidence for that theory of Darwin?",
    "What is the bridge called that leans?",
    "Which towns that lie on the coast depend on that ferry?",
    "What falls if that?",
    "What falls if that bridge goes?",
    "What happens to the bridge if that source of water is removed?",
    "What happens if the source of the Danube goes dry?",
    "What depends on that source of income?",
    "What falls when the temperature goes up?",
    "How do we know that water boils at 100 degrees?",
    "How do you know him?",
    "Warum glauben wir, dass die Brücke sicher ist?",
    "Woher wissen Bienen das?",
    "Was sagt das Gesetz?",
    "Wer widerspricht dem Bürgermeister?",
    "Wer sagt das Gegenteil von dem, was der Bürgermeister sagt?",
    "Pourquoi croit-on que cette source est sûre ?",
    "¿Quién dice que eso es falso?",
    "Chi lo dice?",
    "为什么我们相信那个？",
    "that",
    "?",
    "",
]


@pytest.mark.parametrize(("question", "asked"), POINTING)
def test_that_alone_points_and_is_given_the_name_that_is_meant(question: str, asked: str) -> None:
    pointed = find_pointed(question)
    assert (pointed.named("K") if pointed else "") == asked


@pytest.mark.parametrize("question", ORDINARY)
def test_an_ordinary_question_with_that_in_it_is_asked_as_it_is(question: str) -> None:
    assert find_pointed(question) is None
    check_names(question)


@pytest.mark.parametrize("asked", sorted({asked for _, asked in POINTING if asked}))
def test_a_question_with_the_name_put_in_asks_the_graph_and_points_no_more(asked: str) -> None:
    key = "source.0f3a8c11" if "withdrawn" in asked else "claim.0f3a8c11"
    question = asked.replace("K", key)
    assert find_pointed(question) is None
    (call,) = choose_by_rules(question, (), load_tools(None, has_model=False), today=date(2026, 11, 30)).calls
    assert call.tool in {"evidence_for_claim", "opposing_claims", "impact_of_source"}
    assert key in call.arguments.values()


_WORDS = st.sampled_from(
    ["the", "dam", "bridge", "costs", "Norvik", "mayor", "says", "2019", "41", "Brücke", "le", "una"]
)


@given(st.sampled_from([asked for asked, named in POINTING if named]), st.lists(_WORDS, min_size=1, max_size=4))
def test_a_pointing_question_with_words_of_its_own_is_never_refused(question: str, more: list[str]) -> None:
    bare = question.rstrip("?")
    for asked in (f"{bare} {' '.join(more)}?", f"{' '.join(more)} {question}", f"{' '.join(more)}. {question}"):
        assert find_pointed(asked) is None


def test_no_question_that_the_router_is_measured_with_is_refused_unless_it_follows_an_answer() -> None:
    lines = Path("agent/evaluate/tool_choice.jsonl").read_text(encoding="utf-8").splitlines()[1:]
    asked = [json.loads(line) for line in lines]
    assert len(asked) > 100
    assert [one["question"] for one in asked if find_pointed(one["question"]) and not one["conversation"]] == []


_BEFORE = "as ask knows no answer before it: name the"
_CLAIM_BY = (
    f"{_BEFORE} claim by its words or its key (claimgraph claims lists them), as in “Why do we believe …?”, or ask"
)
_SOURCE_BY = f"{_BEFORE} source by its title, address or key, also with claimgraph impact, as in “What falls if … is"


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("Why do we believe that?", f"“that” refers to nothing here, {_CLAIM_BY} it in claimgraph chat"),
        ("who says the opposite?", f"it is not said of which claim, {_BEFORE} claim "),
        ("what falls if that source goes?", f"“that source” refers to nothing here, {_SOURCE_BY} withdrawn?”"),
    ],
)
def test_ask_says_that_such_a_question_refers_to_nothing_before_a_database_is_opened_or_anything_searched(
    question: str, says: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("NEO4J_URI", "bolt://127.0.0.1:1")
    monkeypatch.setenv("CLAIMGRAPH_HOME", str(tmp_path))
    with pytest.raises(PointsToNothing, match=_BEFORE):
        check_names(question)
    with pytest.raises(SystemExit) as ended:
        main(["ask", question])
    assert ended.value.code == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert f"claimgraph: {says}" in err
    assert err.count("\n") == 1
