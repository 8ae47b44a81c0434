import re

import pytest

from graph.form import Form
from graph.model import NODES, RELATIONSHIPS
from graph.queries import StatementError, parse, statements


def test_every_statement_says_what_it_answers_and_loads() -> None:
    assert len(statements()) > 30
    for statement in statements().values():
        assert statement.says[0].isupper(), statement.name


def test_every_label_and_type_in_the_cypher_is_declared() -> None:
    labels = {n.label for n in NODES} | {mark for n in NODES for mark in n.marks}
    types = {r.type for r in RELATIONSHIPS}
    for statement in statements().values():
        text = re.sub(r"'[^']*'", "", "\n".join(statement.texts.values()))
        used_types = {t for group in re.findall(r"\[\w*:([A-Z_|]+)", text) for t in group.split("|")}
        assert used_types <= types, statement.name
        used = set(re.findall(r"(?<=[\w)(]):([A-Z][a-z]\w*)", text))
        assert used <= labels, statement.name


def test_any_node_is_sought_by_key_under_every_label_there_is() -> None:
    labels = set(re.findall(r"[A-Z]\w+", statements()["show_node"].render().split(")")[0].removeprefix("MATCH")))
    assert labels == {node.label for node in NODES}


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("RETURN 1", "no statement"),
        ("// name: a\n// Says\n// params: x\n// returns: y\nRETURN $z AS y", "declares"),
        ("// name: a\n// Says\n// params: -\nRETURN 1", "needs name"),
        ("// name: a\n// Says\n// params: -\n// returns: x\n{{> nowhere}} RETURN 1 AS x", "no fragment nowhere"),
        ("// fragment: a\n// form: newest\n// Says\nRETURN 1", "newest is no form"),
        ("// fragment: a\n// Says\nRETURN 1\n// fragment: a\n// form: lts\n// Says\nRETURN 2", "twice for lts"),
    ],
)
def test_a_malformed_file_is_named_with_its_line(text: str, complaint: str) -> None:
    with pytest.raises(StatementError, match=complaint) as raised:
        parse({"bad.cypher": text})
    assert str(raised.value).startswith("bad.cypher:")


TWO_FORMS = """
// fragment: head
// form: calendar
// What only the newer one understands
CYPHER 25
// fragment: near
// form: calendar
// Asks the index
SEARCH $vector
// fragment: near
// form: lts
// Takes what was found before
UNWIND $near
// name: a
// Finds
// params: near, vector
// returns: x
{{> head}}
RETURN 1 AS x {{> near}}
// name: b
// Counts
// form: lts
// params: -
// returns: x
RETURN 1 AS x
"""


def test_a_statement_has_the_text_of_the_servers_form() -> None:
    found = parse({"two.cypher": TWO_FORMS})
    assert found["a"].render(form="calendar") == "CYPHER 25\nRETURN 1 AS x SEARCH $vector"
    assert found["a"].render(form="lts") == "RETURN 1 AS x UNWIND $near"
    assert (found["a"].params, found["b"].render(form="lts")) == (("near", "vector"), "RETURN 1 AS x")


@pytest.mark.parametrize(("name", "form"), [("a", None), ("b", "calendar"), ("b", None)])
def test_a_form_without_a_text_of_its_own_is_refused(name: str, form: Form | None) -> None:
    with pytest.raises(StatementError, match=f"statement {name}: there is no one text"):
        parse({"two.cypher": TWO_FORMS})[name].render(form=form)


def test_a_statement_refuses_missing_and_undeclared_parameters() -> None:
    with pytest.raises(StatementError, match=r"missing parameters \['keys'\], undeclared \['kyes'\]"):
        statements()["lock_sources"].check({"kyes": []})


def test_no_schema_name_can_smuggle_cypher_into_a_statement() -> None:
    with pytest.raises(StatementError):
        statements()["search_graph"].render({"passage_index": "x FOR v) DETACH DELETE"}, form="calendar")
