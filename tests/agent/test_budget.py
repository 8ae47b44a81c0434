from hypothesis import given
from hypothesis import strategies as st

from agent.budget import Budget, Meter, Spendable


def test_a_limit_is_checked_before_it_is_spent_and_says_which_it_was() -> None:
    meter = Meter(Budget(rounds=3, searches=2))
    for _ in range(2):
        assert meter.allows("searches", elapsed_s=0)
        meter.spend("searches")
    assert not meter.allows("searches", elapsed_s=0)
    assert meter.stopped == "searches limit of 2 reached (searches=2)"
    assert meter.allows("rounds", elapsed_s=0)
    assert meter.used() == {"rounds": 0, "searches": 2, "extractions": 0, "calls": 0, "tokens": 0}


def test_time_is_a_limit_too() -> None:
    meter = Meter(Budget(seconds=10, reserve=0))
    assert not meter.allows("rounds", elapsed_s=10.5)
    assert meter.stopped == "seconds limit of 10 reached (seconds=10)"


def test_the_time_of_earlier_starts_counts() -> None:
    meter = Meter(Budget(seconds=10, reserve=0), earlier_s=8)
    assert meter.allows("rounds", elapsed_s=1)
    assert not meter.allows("rounds", elapsed_s=2)


def test_a_part_is_kept_for_verification_and_the_report() -> None:
    meter = Meter(Budget(calls=10, seconds=100), calls=8)
    assert not meter.allows("calls", elapsed_s=0)
    assert meter.stopped == "calls limit of 8 reached (calls=8; 2 kept for verification and report)"
    assert meter.allows("calls", elapsed_s=0, is_final=True)
    assert not meter.allows("rounds", elapsed_s=80)
    assert meter.stopped == "seconds limit of 80 reached (seconds=80; 20 kept for verification and report)"
    assert meter.allows("calls", elapsed_s=99, is_final=True)


KINDS: list[Spendable] = ["rounds", "searches", "extractions", "calls", "tokens"]


@given(
    st.builds(
        Budget,
        rounds=st.integers(0, 5),
        searches=st.integers(0, 9),
        extractions=st.integers(0, 12),
        calls=st.integers(0, 40),
        tokens=st.integers(0, 5000),
        reserve=st.floats(0, 0.9),
    ),
    st.lists(st.tuples(st.sampled_from(KINDS), st.integers(1, 900), st.booleans())),
)
def test_who_asks_first_never_passes_a_limit_and_the_reserve_is_left(
    budget: Budget, wanted: list[tuple[Spendable, int, bool]]
) -> None:
    meter = Meter(budget)
    before_last: dict[str, int] = dict.fromkeys(KINDS, 0)
    for what, amount, is_final in wanted:
        if meter.allows(what, amount, elapsed_s=0, is_final=is_final):
            meter.spend(what, amount)
            if not is_final:
                before_last[what] = meter.used()[what]
        else:
            assert what in meter.stopped
    for what in KINDS:
        assert meter.used()[what] <= getattr(budget, what)
    for what in ("calls", "tokens"):
        assert before_last[what] <= getattr(budget, what) * (1 - budget.reserve)


@given(st.integers(0, 10_000), st.integers(0, 10_000), st.integers(0, 10_000))
def test_what_a_call_took_replaces_what_was_counted_for_it(already: int, reserved: int, used: int) -> None:
    meter = Meter(Budget(), tokens=already)
    meter.spend("tokens", reserved)
    meter.settle(reserved, used)
    assert meter.tokens == already + used
