"""What a run costs by the person's price list, in exact decimals; what has no price is never called free."""

from decimal import Decimal
from pathlib import Path

import click
import pytest
from hypothesis import given
from hypothesis import strategies as st
from llm_server import Scripted

from agent.budget import Budget, Meter
from agent.by_model.reserve import Reserve
from agent.cli.run_options import _money
from agent.errors import ConfigurationError
from agent.llm import Attempt
from agent.llm.wire import read_answer
from agent.prices import Prices, check_priced, read_prices

LIST = """
search = 0.005
page = 0.002
[models."plans"]
input = 0.20
output = 0.80
[models."writes"]
input = 2
output = 8.00
cached_input = 0.5
"""


@pytest.fixture
def prices(tmp_path: Path) -> Prices:
    return listed(tmp_path, LIST)


def listed(folder: Path, text: str) -> Prices:
    (folder / "prices.toml").write_text(text)
    found = read_prices(str(folder / "prices.toml"))
    assert found is not None
    return found


def test_the_list_that_the_docs_show_can_be_read(tmp_path: Path) -> None:
    docs = (Path(__file__).parents[2] / "docs" / "models.md").read_text(encoding="utf-8")
    shown = listed(tmp_path, docs.split("```toml\n")[1].split("```")[0])
    assert shown.cost("gpt-5-mini", 1_000_000, 1_000_000) == Decimal("2.25")


def test_the_worked_example_comes_out_to_the_last_digit(prices: Prices) -> None:
    planning, drafts = prices.cost("plans", 10_000, 2_000), prices.cost("writes", 20_000, 3_000)
    meter = Meter(Budget(), prices=prices)
    meter.spend("searches", 5)
    meter.spend("extractions", 8)
    assert (planning, drafts) == (Decimal("0.0036"), Decimal("0.0640"))
    assert {one["role"]: one["cost"] for one in meter.units()} == {
        "search": Decimal("0.0250"),
        "page": Decimal("0.0160"),
    }
    assert planning is not None
    assert drafts is not None
    meter.pay(planning)
    meter.pay(drafts)
    assert meter.money == Decimal("0.1086")
    assert Decimal(meter.used()["money"]) == Decimal("0.1086")


def test_input_that_the_server_had_read_before_costs_its_own_price(prices: Prices) -> None:
    assert prices.cost("writes", 1_000_000, 0, 400_000) == Decimal("1.4")
    assert prices.cost("plans", 1_000_000, 0, 400_000) == Decimal("0.2"), "without a price of its own it costs as input"
    assert prices.cost("writes", 100, 0, 10_000) == Decimal("0.00005"), (
        "no more than was sent can have been read before"
    )


def test_what_has_no_price_costs_nobody_knows_what(prices: Prices) -> None:
    assert prices.cost("judges", 1, 1) is None
    assert read_prices("") is None
    assert "money" not in Meter(Budget()).used()
    assert Meter(Budget(), searches=3).units() == []


def test_the_server_s_count_of_cached_tokens_is_read(prices: Prices) -> None:
    usage = {"prompt_tokens": 900, "completion_tokens": 10, "prompt_tokens_details": {"cached_tokens": 800}}
    choice = {"message": {"content": "x"}, "finish_reason": "stop"}
    answered = read_answer(Scripted(body={"choices": [choice], "usage": usage}).data_for("m"), "")
    assert (answered.tokens_in, answered.cached_in) == (900, 800)
    for broken in (None, {"cached_tokens": "many"}, {"cached_tokens": -1}, 3):
        usage["prompt_tokens_details"] = broken  # pyright: ignore[reportArgumentType] # what servers may send
        assert read_answer(Scripted(body={"choices": [choice], "usage": usage}).data_for("m"), "").cached_in == 0


MALFORMED = [
    ("search = ", "is no TOML"),
    ("find = 1", "has 'find'; it may hold search, page and"),
    ("search = -0.1", r"search in the price list .* is -0.1; give a number from 0 to 10\^12"),
    ("page = '1'", "page in the price list .* is '1'; give a number"),
    ("page = true", "page in the price list .* is True; give a number"),
    ("page = nan", "give a number from 0"),
    ("page = 1e999999", r"is 1E\+999999; give a number from 0"),
    ("page = 1e99999999999999999999", "holds a number beyond all prices"),
    ("models = 1", "models in the price list .* is no table"),
    ("[models]\nm = 1", "models.m in the price list .* is no table; give it input and output"),
    ("[models.m]\ninput = 1", "models.m in the price list .* has no output; give both"),
    ("[models.m]\ninput = 1\noutput = 1\nouput = 1", "models.m in the price list .* has 'ouput'; it may hold input,"),
]


@pytest.mark.parametrize(("text", "says"), MALFORMED)
def test_a_malformed_price_list_is_refused_with_the_place(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(ConfigurationError, match=says):
        listed(tmp_path, text)


def test_a_price_list_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(
        ConfigurationError, match=r"the price list .*gone\.toml cannot be read .*mend CLAIMGRAPH_PRICES"
    ):
        read_prices(str(tmp_path / "gone.toml"))


def test_a_limit_of_money_needs_a_price_for_all_that_the_run_would_use(prices: Prices) -> None:
    check_priced(prices, models={"plans", "writes"}, units=("search", "page"))
    check_priced(None, models=(), units=())
    with pytest.raises(ConfigurationError, match=r"prices\.toml has no price for the model judges; add it"):
        check_priced(prices, models={"plans", "judges"}, units=())
    bare = Prices("p.toml", prices.models, {})
    with pytest.raises(ConfigurationError, match=r"p\.toml has no price for the model x, a search and a page; add it"):
        check_priced(bare, models={"x"}, units=("search", "page"))
    with pytest.raises(
        ConfigurationError, match="no price list is set for a page; name one in CLAIMGRAPH_PRICES"
    ) as no:
        check_priced(None, models=(), units=("page",))
    assert no.value.exit_code == 6


def test_money_is_checked_before_it_is_spent_and_a_part_is_kept(prices: Prices) -> None:
    meter = Meter(Budget(money=Decimal("0.02")), prices=prices)
    for _ in range(3):
        assert meter.allows("searches", elapsed_s=0)
        meter.spend("searches")
    assert not meter.allows("searches", elapsed_s=0)
    assert meter.stopped == (
        "money limit of 0.016 reached (money=0.015; 0.004 kept for verification and report; "
        "the next step may cost 0.005)"
    )
    assert meter.allows("searches", elapsed_s=0, is_final=True)
    assert meter.allows("rounds", elapsed_s=0), "what costs nothing goes on"
    assert not Meter(Budget(money=Decimal("0.02")), prices=prices, money=Decimal("0.03")).allows("rounds", elapsed_s=0)


def attempt(outcome: str, tokens_in: int, tokens_out: int) -> Attempt:
    return Attempt("writer", "writes", "json_schema", outcome, tokens_in, tokens_out, 1)  # pyright: ignore[reportArgumentType] # tables


def test_a_call_holds_its_worst_price_and_then_costs_what_it_took(prices: Prices) -> None:
    meter = Meter(Budget(money=Decimal(1)), prices=prices)
    reserve = Reserve(meter, "writes", lambda: 0, tokens_in=1_000, tokens_out=2_000, is_final=False)
    reserve.hold()
    assert meter.money == Decimal("0.018")
    reserve.settle(attempt("truncated", 900, 2_000), Decimal("0.0178"))
    assert (meter.money, meter.tokens) == (Decimal("0.0178"), 2_900)
    reserve.hold()
    assert meter.money == Decimal("0.0178") + Decimal("0.034"), "an answer that was cut off gets twice the room"
    reserve.release()
    assert (meter.money, meter.tokens, meter.calls) == (Decimal("0.0178"), 2_900, 2)


@given(
    st.decimals("0.001", "5", places=3),
    st.lists(st.tuples(st.integers(0, 5_000), st.integers(1, 3_000), st.floats(0, 1)), max_size=20),
)
def test_calls_that_keep_to_what_was_held_never_pass_the_limit(
    money: Decimal, calls: list[tuple[int, int, float]]
) -> None:
    prices = Prices("p", {"writes": read_list().models["writes"]}, {})
    meter = Meter(Budget(money=money, calls=1_000, tokens=10**9), prices=prices)
    for tokens_in, tokens_out, share in calls:
        reserve = Reserve(meter, "writes", lambda: 0, tokens_in=tokens_in, tokens_out=tokens_out, is_final=False)
        try:
            reserve.hold()
        except Exception:  # noqa: BLE001 - the limit
            assert "money limit" in meter.stopped
            continue
        took = (tokens_in, int(tokens_out * share))
        reserve.settle(attempt("ok", *took), prices.cost("writes", *took) or Decimal(0))
    assert meter.money <= money * Decimal("0.8")


def read_list() -> Prices:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        return listed(Path(folder), LIST)


@pytest.mark.parametrize("written", ["0", "-1", "much", "nan", "inf", ""])
def test_an_amount_that_is_none_is_refused(written: str) -> None:
    with pytest.raises(click.BadParameter, match="no amount of money; give a number above 0"):
        _money(written)


def test_an_amount_is_exact() -> None:
    assert _money("0.10") == Decimal("0.1")
