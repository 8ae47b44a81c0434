"""A changed file by the command line, sixty days later: what refresh, changed and as-of say of it (one journey)."""

import asyncio
import contextlib
import io
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest
from graphs import rows_of

from agent.cli.main import main
from graph.migrate import open_graph
from graph.server import ServerStatus
from graph.store import open_driver

QUESTION = "What will the Skerra plant cost, and to what percent fell support?"
COST = "The Skerra plant will cost 48 million crowns."
FELL = "Support fell to 12 percent of households."
pytestmark = pytest.mark.timeout(900)
EARLIER = """
MATCH (n {namespace: $namespace})
UNWIND [k IN keys(n) WHERE k ENDS WITH '_at' OR k ENDS WITH '_at_ms'] AS k
WITH n, k, n[k] AS was WHERE was IS NOT NULL AND NOT k IN ['published_at', 'updated_at']
SET n[k] = CASE WHEN k ENDS WITH '_ms' THEN was - $days * 86400000
                ELSE toString(datetime({epochSeconds: datetime(was).epochSeconds - $days * 86400})) END
"""
"""Everything in the graph happened so many days earlier."""


class Printed(NamedTuple):
    """What a command returned and printed."""

    returncode: int
    stdout: str
    stderr: str


class Journey(SimpleNamespace):
    """What each command printed and returned, by the name of its step."""


@pytest.fixture(scope="module")
def environment(neo4j_server: ServerStatus, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    return {
        "NEO4J_URI": neo4j_server.uri or "",
        "NEO4J_PASSWORD": neo4j_server.read_password(),
        "CLAIMGRAPH_NAMESPACE": f"changed{os.getpid()}",
        "CLAIMGRAPH_HOME": str(tmp_path_factory.mktemp("home")),
        "CLAIMGRAPH_EMBEDDINGS": "none",
    }


@pytest.fixture(scope="module")
def query(environment: dict[str, str]) -> Callable[..., list[dict[str, Any]]]:
    """Run a test's own Cypher where the commands work."""

    def ask(cypher: str, **params: object) -> list[dict[str, Any]]:
        async def inside() -> list[dict[str, Any]]:
            async with open_driver(environment["NEO4J_URI"], "neo4j", environment["NEO4J_PASSWORD"]) as driver:
                namespace = environment["CLAIMGRAPH_NAMESPACE"]
                store = await open_graph(driver, database="neo4j", namespace=namespace, model=None, code_version="test")
                return await rows_of(store, cypher, **params)

        return asyncio.run(inside())

    return ask


@pytest.fixture(scope="module")
def journey(
    environment: dict[str, str], query: Callable[..., list[dict[str, Any]]], tmp_path_factory: pytest.TempPathFactory
) -> Journey:
    """A file and rows are stored, asked about, sixty days pass, they change, and are read again from another folder."""
    folder, other = tmp_path_factory.mktemp("sources"), tmp_path_factory.mktemp("other")

    def call(*args: str, cwd: Path = other, stdin: str = "") -> Printed:
        """The command itself, in this process: a test machine starts so many only slowly."""
        out, err = io.StringIO(), io.StringIO()
        with pytest.MonkeyPatch.context() as changes:
            for name in [name for name in os.environ if name.startswith(("CLAIMGRAPH_", "NEO4J_"))]:
                changes.delenv(name)
            for name, value in environment.items():
                changes.setenv(name, value)
            changes.chdir(cwd)
            changes.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), pytest.raises(SystemExit) as ended:
                main(list(args))
        return Printed(int(ended.value.code or 0), out.getvalue(), err.getvalue())

    minutes, rows = folder / "minutes.md", folder / "rows.jsonl"
    minutes.write_text(f"# Minutes\n\n{COST} It opens in 2026.\n\n{FELL}\n")
    rows.write_text('{"id": "a", "text": "The ferry carries 300 people."}\n{"id": "b", "text": "It sails at noon."}\n')
    done = Journey(folder=folder)
    done.add = call("add", "minutes.md", "rows.jsonl", cwd=folder)
    done.stdin = call("add", "-", "--id", "note", stdin="A note.")
    done.ask = call("ask", QUESTION, "--run-key", "r1")
    query(EARLIER, days=60)
    done.before = query("MATCH (ci:Citation {namespace: $namespace}) RETURN ci {.*} AS it ORDER BY ci.key")
    done.dry = call("refresh", "--older-than", "30d", "--dry-run", "--json")
    minutes.write_text(f"# Minutes\n\nNews first.\n\n{COST} It opens in 2027.\n\n{FELL.replace('12', '21')}\n")
    rows.write_text('{"id": "a", "text": "The ferry carries 300 people."}\n')
    done.refresh = call("refresh", "--older-than", "30d", "--json")
    done.again = call("refresh", "--cited")
    done.fresh = call("refresh", "--older-than", "30d")
    done.changed = call("changed", "--since", "30d", "--json")
    done.told = call("changed", "--since", "30d", "--about", "support fell")
    done.ferry = call("changed", "--since", "30d", "--source", "a")
    done.never = call("changed", "--since", "2999-01-01")
    done.then = call("as-of", "45d", QUESTION, "--json")
    done.now = call("as-of", "today", QUESTION)
    done.nothing = call("as-of", "2001", QUESTION)
    minutes.unlink()
    done.gone = call("refresh", "Minutes")
    return done


def lines(done: Printed) -> list[dict[str, Any]]:
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_what_would_be_read_is_listed_and_nothing_is_asked_for(journey: Journey) -> None:
    listed = lines(journey.dry)
    assert [Path(row["input"]).name for row in listed] == ["minutes.md", "rows.jsonl", "rows.jsonl"]
    assert listed[0]["citations"] == 2, "what most rests on comes first"
    assert "1 source came by standard input" in journey.dry.stderr
    assert "3 sources would be read again; nothing was asked for or written" in journey.dry.stderr


def test_each_source_says_what_became_of_it_and_the_counts_come_last(journey: Journey) -> None:
    told = {row["title"]: row for row in lines(journey.refresh)}
    assert {title: row["outcome"] for title, row in told.items()} == {
        "Minutes": "changed",
        "a": "unchanged",
        "b": "gone",
    }
    assert (told["Minutes"]["carried"], told["Minutes"]["stale"]) == (1, 1)
    assert [row["text"] for row in told["Minutes"]["reopened"]] == [FELL]
    assert "has no row 'b' any more" in told["b"]["says"]
    assert "1 changed, 1 gone, 1 unchanged; 1 quote carried over, 1 claim re-opened" in journey.refresh.stderr
    assert (journey.again.returncode, journey.again.stdout.split()[0]) == (0, "unchanged")
    assert "Minutes" not in journey.fresh.stdout, "what was just looked at is not old"


def test_old_quotes_keep_their_words_and_places_and_become_stale(
    journey: Journey, query: Callable[..., list[dict[str, Any]]]
) -> None:
    keys = [row["it"]["key"] for row in journey.before]
    after = query(
        "MATCH (ci:Citation {namespace: $namespace}) WHERE ci.key IN $keys RETURN ci {.*} AS it ORDER BY ci.key",
        keys=keys,
    )
    kept = ("key", "quote", "char_start", "char_end", "quote_match", "checker", "prefix", "suffix", "created_at")
    for was, now in zip(journey.before, after, strict=True):
        assert [was["it"][name] for name in kept] == [now["it"][name] for name in kept]
        assert (now["it"]["verdict"], now["it"]["verdict_before"]) == ("stale", was["it"]["verdict"])
        assert now["it"]["checked_before"] == was["it"]["checked_at"]
    versions = query(
        "MATCH (v:SourceVersion {namespace: $namespace})<-[:HAS_VERSION]-({title: 'Minutes'}) RETURN count(v) AS n"
    )
    assert versions == [{"n": 2}]


def test_changed_says_from_what_to_what_why_and_by_which_source(journey: Journey) -> None:
    (found,) = lines(journey.changed)
    claims = {row["text"]: row for row in found["claims"]}
    assert set(claims) == {COST, FELL}
    fallen, held = claims[FELL], claims[COST]
    assert (fallen["before"]["status"], fallen["status"]) == ("supported", "unreviewed")
    assert [(m["from_status"], m["to_status"], m["reason"]) for m in fallen["moves"]] == [
        ("supported", "unreviewed", "evidence_superseded")
    ]
    (quote,) = fallen["quotes"]
    assert (quote["title"], quote["verdict"], quote["verdict_before"]) == ("Minutes", "stale", "valid")
    assert (held["before"]["status"], held["status"]) == ("supported", "supported")
    assert sorted(q["verdict"] for q in held["quotes"]) == ["stale", "valid"]
    assert f"supported (verbatim) -> unreviewed (evidence_superseded)  {FELL}" in journey.told.stdout
    assert f"valid before: “{FELL}” (Minutes)" in journey.told.stdout
    assert COST not in journey.told.stdout
    for nothing in (journey.ferry, journey.never):
        assert (nothing.returncode, nothing.stdout) == (0, "")
        assert "no claim changed since" in nothing.stderr


def test_as_of_tells_what_was_believed_then_and_uses_nothing_later(journey: Journey) -> None:
    (then,) = lines(journey.then)
    claims = {row["text"]: row for row in then["claims"]}
    assert (claims[FELL]["then"]["status"], claims[FELL]["status"]) == ("supported", "unreviewed")
    for text in (COST, FELL):
        (quote,) = claims[text]["quotes"]
        assert (quote["verdict_then"], quote["verdict"]) == ("valid", "stale")
        assert quote["fetched_at"] <= then["as_of"]
    assert "unreviewed (evidence_superseded) since" in journey.now.stdout
    assert (
        "supports (valid): “The Skerra plant will cost 48 million crowns.” (Minutes, undated, read"
        in journey.now.stdout
    )
    assert (journey.nothing.returncode, journey.nothing.stdout) == (0, "")
    assert "nothing was known about it at 2001-12-31T23:59:59Z; 2 claims came only later" in journey.nothing.stderr


def test_a_file_that_is_gone_is_kept_and_its_claims_stand(journey: Journey) -> None:
    assert journey.gone.returncode == 0, journey.gone.stderr
    assert journey.gone.stdout.startswith("gone")
    assert "is not there any more" in journey.gone.stdout
