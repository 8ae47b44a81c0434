"""The options of commands that research: what a run may spend, and what it may ask of the live web."""

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING, Any, TypeVar

import click

from agent.errors import ConfigurationError
from agent.settings import Settings

if TYPE_CHECKING:
    from agent.loops.choice import LoopName
    from agent.web.options import WebOptions

F = TypeVar("F", bound=Callable[..., Any])

_LIMITS = {
    "rounds": ("rounds", 3, "Rounds of search, extraction and review."),
    "searches": ("searches", 8, "Requests to web search, failed ones too."),
    "pages": ("extractions", 12, "Pages read from the web, failed ones too."),
    "calls": ("calls", 40, "Model calls the run may make."),
    "tokens": ("tokens", 400_000, "Tokens the models may take, in and out."),
    "seconds": ("seconds", 600, "Wall time the run may take."),
}
_LOOPS = ("iterative", "recursive", "adaptive")
_MAX_MONEY = Decimal(10**12)  # as prices
_RANGES = ("none", "day", "week", "month", "year")


def _money(value: str) -> Decimal:
    try:
        amount = Decimal(value)
    except InvalidOperation:
        amount = Decimal("NaN")
    if not amount.is_finite() or not 0 < amount <= _MAX_MONEY:
        raise click.BadParameter(f"{value!r} is no amount of money; give a number above 0, such as 0.50")
    return amount


def limit_options(command: F) -> F:
    """Add an option for each limit of a run; the command gets those that were given as a dict named `limits`."""
    import functools

    @functools.wraps(command)
    def with_limits(*args: Any, **kwargs: Any) -> Any:
        given = {name: kwargs.pop(option) for option, (name, _, _) in _LIMITS.items()} | {"money": kwargs.pop("money")}
        return command(*args, limits={name: value for name, value in given.items() if value is not None}, **kwargs)

    wrapped: Any = click.option(
        "--money",
        type=_money,
        default=None,
        metavar="AMOUNT",
        help="What the run may cost by the price list of CLAIMGRAPH_PRICES.  [no limit unless told]",
    )(with_limits)
    for option, (_, default, says) in reversed(_LIMITS.items()):
        least = 1 if option in {"rounds", "calls", "tokens", "seconds"} else 0
        wrapped = click.option(
            f"--{option}", type=click.IntRange(min=least), metavar="N", help=f"{says}  [{default:,} unless told]"
        )(wrapped)
    return wrapped


def loop_option(command: F) -> F:
    """Add `--loop`, by which rounds follow on each other; the command gets it as `loop`, None where it is not given."""
    return click.option(
        "--loop",
        type=click.Choice(_LOOPS),
        default=None,
        help="Search on until all is answered; with queries made from what was found; or where it is judged useful.  "
        "[CLAIMGRAPH_LOOP, else iterative]",
    )(command)


def autonomy_option(command: F) -> F:
    """Add `--autonomy`, by whom each call is decided; the command gets it as `autonomy`."""
    return click.option(
        "--autonomy",
        type=click.Choice(["manual", "assisted", "agent"]),
        default="agent",
        show_default=True,
        help="Who decides on calls: you pick each; you approve, edit or refuse each; the program.",
    )(command)


def decide_loop(given: str | None, settings: Settings) -> "LoopName":
    """Return the looping mode of a run. Raises ConfigurationError where the setting names none."""
    named = given or settings.loop.strip()
    if named not in _LOOPS:
        raise ConfigurationError(f"CLAIMGRAPH_LOOP is {settings.loop!r}; set it to one of {', '.join(_LOOPS)}")
    return named


@dataclass(frozen=True, slots=True)
class AskedWeb:
    """The options for the live web as they were given; `web` None: the settings decide."""

    web: bool | None
    options: "WebOptions"

    def decide(self, settings: Settings) -> "WebOptions | str":
        """Return the options where the web is used, else why it is not. Raises ConfigurationError."""
        from agent.web.settings import why_no_web

        if self.web is False:
            return "off (--no-web)"
        why_not = why_no_web(settings)
        return self.options if self.web or not why_not else why_not


def web_options(command: F) -> F:
    """Add the options for the live web; the command gets them as an `AskedWeb` named `live`."""
    import functools

    @functools.wraps(command)
    def with_web(*args: Any, web: bool | None, **kwargs: Any) -> Any:
        return command(*args, live=AskedWeb(web, _web_options(kwargs)), **kwargs)

    wrapped: Any = search_options(with_web, pop=False)
    return click.option(
        "--web/--no-web",
        default=None,
        help="Search the live web for what memory lacks; on where a provider is set.",
    )(wrapped)


def search_options(command: Callable[..., Any], *, pop: bool = True) -> Any:
    """Add what a search keeps to: time and domains. The command gets `options`, WebOptions (not where `pop` is off)."""
    import functools

    @functools.wraps(command)
    def with_options(*args: Any, **kwargs: Any) -> Any:
        if pop:
            kwargs["options"] = _web_options(kwargs)
        return command(*args, **kwargs)

    wrapped: Any = with_options
    several: dict[str, Any] = {"multiple": True, "metavar": "DOMAIN"}
    wrapped = click.option("--block", **several, help="Never this domain; may be repeated.")(wrapped)
    wrapped = click.option("--prefer", **several, help="This domain ranks higher; may be repeated.")(wrapped)
    wrapped = click.option("--whitelist", **several, help="Only this domain, in every round; may be repeated.")(wrapped)
    wrapped = click.option(
        "--snippets", is_flag=True, help="Do not read pages: answer from what the search says of them, unreviewed."
    )(wrapped)
    return click.option(
        "--time-range", type=click.Choice(_RANGES), default="none", show_default=True, help="How old a page may be."
    )(wrapped)


def _web_options(kwargs: dict[str, Any]) -> "WebOptions":
    from agent.web.options import WebOptions

    only, prefer, block = (tuple(kwargs.pop(name)) for name in ("whitelist", "prefer", "block"))
    time_range, snippets = kwargs.pop("time_range"), kwargs.pop("snippets")
    return WebOptions(time_range=time_range, only=only, prefer=prefer, block=block, snippets=snippets)
