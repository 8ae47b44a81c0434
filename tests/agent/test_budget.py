from agent.budget import Budget, Meter


def test_a_limit_is_checked_before_it_is_spent_and_says_which_it_was() -> None:
    meter = Meter(Budget(rounds=3, searches=2))
    for _ in range(2):
        assert meter.allows("searches", elapsed_s=0)
        meter.spend("searches")
    assert not meter.allows("searches", elapsed_s=0)
    assert meter.stopped == "searches limit of 2 reached (searches=2)"
    assert meter.allows("rounds", elapsed_s=0)
    assert meter.used() == {"rounds": 0, "searches": 2}


def test_time_is_a_limit_too() -> None:
    meter = Meter(Budget(seconds=10))
    assert not meter.allows("rounds", elapsed_s=10.5)
    assert meter.stopped == "seconds limit of 10 reached (seconds=10)"
