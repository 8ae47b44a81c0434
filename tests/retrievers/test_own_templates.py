"""Templates of a user's own: what is refused and how it is said, what runs, and that it only reads its own project."""

import os
import re
from pathlib import Path
from typing import Any

import pytest
from conftest import OpenStore
from dossier import COSTS, OPENS, SAFE, make_dossier
from graphs import rows_of

from graph.errors import StatementWrong
from graph.store import GraphStore
from retrievers.templates import Template, TemplatesRefused, run_template, template_tools
from retrievers.tools.templates import tools_of

DOCS = (Path(__file__).parents[2] / "docs" / "templates.md").read_text(encoding="utf-8")
SHOWN = re.findall(r"```cypher\n(.*?)```", DOCS, flags=re.DOTALL)
HEAD = "// name: mine\n// Says something\n// returns: n\n"


def own(folder: Path, *texts: str) -> dict[str, Template]:
    for number, text in enumerate(texts):
        (folder / f"{number}.cypher").write_text(text, encoding="utf-8")
    return {template.name: template for template in template_tools(folder) if template.file}


ASKS = HEAD + "// group: a\n"
ABROAD = ASKS + "// graph: foreign\n"
FAULTS = [
    ("a type that is not there", HEAD + "// param: x colour: a colour\nRETURN $x AS n", r"0\.cypher:4: .*type colour"),
    ("a line that is no parameter", HEAD + "// param: x\nRETURN $x AS n", r"0\.cypher:4: `x` is no parameter"),
    ("not used", HEAD + "// param: x text: a text\nRETURN 1 AS n", r"0\.cypher:1: .*parameter x and does not use it"),
    ("not declared", ASKS + "RETURN $y AS n", r"0\.cypher:1: .*uses \$y, which no"),
    ("twice", HEAD + "// param: x text: a\n// param: x text: a\nRETURN $x AS n", "parameter x twice"),
    ("no value of the list", HEAD + "// param: x text of a|b = c: a\nRETURN $x AS n", "default c, which is none of"),
    ("no number", HEAD + "// param: x integer = many: a\nRETURN $x AS n", "its default many is none"),
    ("two statements", ASKS + "MATCH (a:Claim) RETURN a.text AS n; MATCH (b:Claim) RETURN b.text AS n", "may not run"),
    ("a write", ASKS + "MATCH (a:Claim) DETACH DELETE a RETURN 1 AS n", "mine may not run: DETACH"),
    ("a hidden write", ASKS + "MATCH (a:Claim) CALL (a) { SET a.x = 1 } RETURN 1 AS n", "may not run: .*SET"),
    ("a way out", ASKS + "LOAD CSV FROM 'http://127.0.0.1/' AS n RETURN n", "may not run: .*LOAD"),
    ("an unbounded path", ASKS + "MATCH (a:Claim)-[*]-(b) RETURN count(b) AS n", "may not run"),
    ("no sentence", "// name: mine\n// group: a\n// returns: n\nRETURN 1 AS n", "a sentence"),
    ("no columns", "// name: mine\n// Says\n// group: a\nRETURN 1 AS n", "mine needs name, a sentence, returns"),
    ("a built-in name", ASKS.replace("mine", "claim_history") + "RETURN 1 AS n", "name of a built-in tool"),
    ("a tool's name", ASKS.replace("mine", "web_search") + "RETURN 1 AS n", "name of a built-in tool"),
    ("no name", ASKS.replace("mine", "My films!") + "RETURN 1 AS n", "no usable name"),
    ("an older form", HEAD + "// params: x\nRETURN $x AS n", "declares by `// params:`"),
    ("a namespace abroad", ABROAD + "MATCH (a {n: $namespace}) RETURN 1 AS n", "foreign graph has not"),
    ("a claim abroad", ABROAD + "// param: c claim: a claim\nRETURN $c AS n", "only claimgraph's own"),
    ("another graph", ASKS + "// graph: films\nRETURN 1 AS n", "is of the graph films"),
    ("an index that is not there", HEAD + "// param: w words of nowhere: a\nRETURN $w AS n", "the index nowhere"),
    ("a declared namespace", HEAD + "// param: namespace text: a\nRETURN $namespace AS n", "namespace"),
    ("a schema name", ASKS + "MATCH (c:Claim) RETURN c.{{embedding}} AS n", "no usable schema name"),
    ("nothing", "RETURN 1", r"0\.cypher:1: no statement"),
]


@pytest.mark.parametrize(("text", "told"), [pytest.param(text, told, id=name) for name, text, told in FAULTS])
def test_a_fault_is_one_sentence_with_file_and_line(text: str, told: str, tmp_path: Path) -> None:
    with pytest.raises(TemplatesRefused, match=told) as raised:
        own(tmp_path, text)
    assert len(raised.value.faults) == 1
    assert re.match(rf"{re.escape(str(tmp_path))}/0\.cypher:\d+: ", raised.value.faults[0])


def test_every_fault_of_a_folder_is_told_at_once(tmp_path: Path) -> None:
    good = HEAD + "// group: a\nMATCH (c:Claim) RETURN count(c) AS n\n"
    with pytest.raises(TemplatesRefused) as raised:
        own(tmp_path, good + "// name: other\n// group: a\n// returns: n\nRETURN 1 AS n", good, "RETURN 1")
    assert [fault.removeprefix(f"{tmp_path}/").partition(": ")[0] for fault in raised.value.faults] == [
        "0.cypher:6",
        "1.cypher:1",
        "2.cypher:1",
    ]


def test_a_pipe_or_a_device_is_no_template_and_is_not_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.cypher")
    (tmp_path / "zero.cypher").symlink_to("/dev/zero")
    with pytest.raises(TemplatesRefused) as caught:
        template_tools(tmp_path)
    assert [Path(fault.partition(":")[0]).name for fault in caught.value.faults] == ["pipe.cypher", "zero.cypher"]


def test_a_template_needs_neither_a_parameter_nor_a_group(tmp_path: Path) -> None:
    assert own(tmp_path, HEAD + "MATCH (s:Source) RETURN s.title AS n")["mine"].group == "own"


def test_a_folder_without_templates_is_told(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "nowhere"):
        with pytest.raises(TemplatesRefused, match=r"holds no \.cypher file"):
            template_tools(folder)


async def test_a_template_of_ones_own_is_asked_in_its_own_namespace_alone(
    open_store: OpenStore, tmp_path: Path
) -> None:
    alpha, beta = await open_store(), await open_store()
    await make_dossier(alpha)
    await make_dossier(beta)
    template = own(tmp_path, SHOWN[0])["claims_of_publisher"]
    result = await run_template(alpha, template, {"publisher": "Tornholm Energy"})
    assert [dict(row) for row in result.rows] == [{"claim": COSTS, "quotes": 1}, {"claim": OPENS, "quotes": 1}]
    result = await run_template(
        alpha, template, {"publisher": "Tornholm Energy", "status": "conflicting", "limit": 999}
    )
    assert [dict(row) for row in result.rows] == [{"claim": SAFE, "quotes": 1}]
    assert result.arguments["limit"] == 200
    assert (await run_template(await open_store(), template, {"publisher": "Tornholm Energy"})).outcome == "empty"


async def test_a_count_of_ones_own_counts_no_other_project(open_store: OpenStore, tmp_path: Path) -> None:
    alpha, beta = await open_store(), await open_store()
    await make_dossier(alpha)
    await make_dossier(beta)
    text = HEAD + "// param: said claim: a claim\nMATCH (c:Claim) WHERE c.key <> $said RETURN count(*) AS n"
    result = await run_template(alpha, own(tmp_path, text)["mine"], {"said": OPENS})
    assert [dict(row) for row in result.rows] == [{"n": 5}]


FILMS = """
CREATE (ada:Person {name: $actor}), (bo:Person {name: 'Bo'})
CREATE (:Film {title: 'Old', released: 1999})<-[:ACTED_IN {role: 'Young'}]-(ada)
CREATE (:Film {title: 'New', released: 2021})<-[:ACTED_IN {role: 'Queen'}]-(ada)
CREATE (:Film {title: 'Other', released: 2020})<-[:ACTED_IN {role: 'King'}]-(bo)
"""


async def test_a_graph_of_films_is_asked_by_the_template_of_the_documentation(
    store: GraphStore, tmp_path: Path
) -> None:
    actor = f"Ada Lund of {store.namespace}"
    await rows_of(store, FILMS, actor=actor)
    template = own(tmp_path, SHOWN[1])["films_with_actor"]
    assert template.is_foreign
    result = await run_template(store, template, {"actor": actor})
    assert [tuple(row.values()) for row in result.rows] == [("New", 2021, "Queen"), ("Old", 1999, "Young")]
    assert "namespace" not in result.cypher
    assert (await run_template(store, template, {"actor": actor, "since": 2022})).outcome == "empty"


async def test_a_template_that_finds_too_much_says_where_it_was_cut(store: GraphStore, tmp_path: Path) -> None:
    text = HEAD + "// graph: foreign\n// group: a\nUNWIND range(1, 300) AS n RETURN n"
    result = await run_template(store, own(tmp_path, text)["mine"], {})
    assert len(result.rows) == 200
    assert "200 rows; there are more" in result.notes[0]


async def test_a_template_that_fails_on_the_server_is_one_sentence(store: GraphStore, tmp_path: Path) -> None:
    text = HEAD + "// graph: foreign\n// param: day text: a day\nRETURN date($day) AS n"
    template = own(tmp_path, text)["mine"]
    with pytest.raises(StatementWrong, match="cannot run"):
        await run_template(store, template, {"day": "tomorrow"})
    result = await run_template(store, template, {"day": "2026-03-01"})
    assert [dict(row) for row in result.rows] == [{"n": "2026-03-01"}]


def test_a_template_of_ones_own_is_a_tool_like_any_other(tmp_path: Path) -> None:
    found: list[Any] = tools_of(own(tmp_path, *SHOWN).values())
    assert [(tool.name, tool.group) for tool in found] == [
        ("claims_of_publisher", "press"),
        ("films_with_actor", "films"),
    ]
    assert found[1].parameters["required"] == ["actor"]
    assert found[1].sentence == "Which films an actor played in, newest first, with the role"
