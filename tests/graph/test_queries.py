import re

import pytest

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
        text = re.sub(r"'[^']*'", "", statement.text)
        used_types = {t for group in re.findall(r"\[\w*:([A-Z_|]+)", text) for t in group.split("|")}
        assert used_types <= types, statement.name
        used = set(re.findall(r"(?<=[\w)(]):([A-Z][a-z]\w*)", text))
        assert used <= labels, statement.name


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("RETURN 1", "no statement"),
        ("// name: a\n// Says\n// params: x\n// returns: y\nRETURN $z AS y", "declares"),
        ("// name: a\n// Says\n// params: -\nRETURN 1", "needs name"),
    ],
)
def test_a_malformed_file_is_named_with_its_line(text: str, complaint: str) -> None:
    with pytest.raises(StatementError, match=complaint) as raised:
        parse(text, "bad.cypher")
    assert str(raised.value).startswith("bad.cypher:1")


def test_a_statement_refuses_missing_and_undeclared_parameters() -> None:
    with pytest.raises(StatementError, match=r"missing parameters \['keys'\], undeclared \['kyes'\]"):
        statements()["lock_sources"].check({"kyes": []})


def test_no_schema_name_can_smuggle_cypher_into_a_statement() -> None:
    with pytest.raises(StatementError):
        statements()["search_hybrid"].render({"passage_index": "x FOR v) DETACH DELETE"})
