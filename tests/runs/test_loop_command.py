"""`claimgraph ask` with a loop and a limit of money, as a person runs it: what goes over the wire, and exit codes."""

import json
from decimal import Decimal
from pathlib import Path

import pytest
from llm_server import LLMServer, says
from test_ask_command import JUDGED, PLAN, REVIEW, WRITTEN, Desk, desk

__all__ = ["desk"]

PRICES = "".join(f"[models.{name}]\ninput = 2\noutput = 8\n" for name in ("plans", "writes", "judges"))
DECIDED = {
    "retrieve": True,
    "queries": [{"part": 1, "query": "Skerra plant cost", "where": "memory"}],
    "why": "memory may hold the cost",
}


@pytest.fixture
def priced(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """A desk with a price list."""
    (tmp_path / "prices.toml").write_text(PRICES)
    own = desk.env

    def env(base_url: str) -> dict[str, str]:
        return own(base_url) | {"CLAIMGRAPH_PRICES": str(tmp_path / "prices.toml")}

    monkeypatch.setattr(desk, "env", env)
    return desk


def test_an_adaptive_run_asks_for_a_decision_first_and_shows_it_and_what_it_cost(priced: Desk) -> None:
    with LLMServer(says(PLAN), says(DECIDED), says(WRITTEN), says(REVIEW), says(JUDGED)) as server:
        done = priced.ask(server.base_url, "--loop", "adaptive", "--money", "1", "--json")
    assert done.returncode == 0, done.stderr
    data = json.loads(done.stdout)
    assert (data["loop"], data["loop_by"]) == ("adaptive", "model")
    assert "decided:   model, round 1: look for “Skerra plant cost” (memory): memory may hold the cost" in done.stderr
    assert [one.body["model"] for one in server.sent] == ["plans", "plans", "writes", "plans", "judges"]
    assert "Places: memory\n" in server.sent[1].text
    each = Decimal("0.00036")  # 100 tokens in, 20 out
    assert {one["role"]: Decimal(str(one["cost"])) for one in data["usage"]} == {
        "planner": 3 * each, "writer": each, "judge": each,
    }  # fmt: skip


def test_a_limit_of_money_ends_the_run_with_a_report_and_its_own_exit_code(priced: Desk) -> None:
    """The writer took its 3,000 tokens, so that the review does not fit; the judge may use what was kept for it."""
    with LLMServer(says(PLAN), says(WRITTEN, usage=(100, 3_000)), says(JUDGED)) as server:
        done = priced.ask(server.base_url, "--money", "0.05")
    assert done.returncode == 7, done.stderr
    assert "48 million crowns" in done.stdout
    assert "money limit of 0.04 reached" in done.stdout.replace("\\", "")
    assert "- Cost: 0.02492 (planner 0.00036, writer 0.0242, judge 0.00036)" in done.stdout


def test_a_limit_of_money_without_prices_is_a_matter_of_configuration(desk: Desk) -> None:
    with LLMServer() as server:
        done = desk.ask(server.base_url, "--money", "1")
    assert done.returncode == 6
    assert "no price list is set for the model judges, the model plans and the model writes" in done.stderr
    assert desk.ask(server.base_url, "--money", "none").returncode == 2
