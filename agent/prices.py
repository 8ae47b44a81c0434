"""What calls, searches and pages cost, from a price list that the person keeps; sums are exact decimals.

    search = 0.005            # one request to web search
    page = 0.002              # one page read from the web, whoever reads it
    [models."gpt-5-mini"]     # per million tokens
    input = 0.25
    cached_input = 0.025      # input that the server had read before; unset: as input
    output = 2.00

No price is built in, because they change: what has none costs nobody knows what, never nothing.
"""

import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any, Literal, cast

from agent.errors import ConfigurationError
from agent.settings import expand_home

Unit = Literal["search", "page"]
_UNITS: tuple[Unit, ...] = ("search", "page")
_MODEL = ("input", "output", "cached_input")
_MILLION = 1_000_000
MAX_AMOUNT = Decimal(10**12)
"""Beyond it sums would lose their exactness; no price or limit comes near."""


@dataclass(frozen=True, slots=True)
class ModelPrice:
    """Prices of one model for a million tokens each."""

    input: Decimal
    output: Decimal
    cached_input: Decimal

    def cost(self, tokens_in: int, tokens_out: int, cached_in: int = 0) -> Decimal:
        """Return what a call costs; `cached_in` of the tokens in were read by the server before."""
        cached = min(max(cached_in, 0), tokens_in)
        whole = self.input * (tokens_in - cached) + self.cached_input * cached + self.output * tokens_out
        return whole / _MILLION


@dataclass(frozen=True, slots=True)
class Prices:
    """A price list; `path` is where it stands."""

    path: str
    models: Mapping[str, ModelPrice]
    units: Mapping[Unit, Decimal]

    def cost(self, model: str, tokens_in: int, tokens_out: int, cached_in: int = 0) -> Decimal | None:
        """Return what a model's tokens cost, None where it has no price."""
        price = self.models.get(model)
        return None if price is None else price.cost(tokens_in, tokens_out, cached_in)


def read_prices(path: str) -> Prices | None:
    """Return the price list in a TOML file, None where `path` is "". Raises ConfigurationError."""
    if not path.strip():
        return None
    file = expand_home(path.strip())
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"), parse_float=Decimal)
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigurationError(f"the price list {file} cannot be read ({error}); mend CLAIMGRAPH_PRICES") from error
    except tomllib.TOMLDecodeError as error:
        raise ConfigurationError(f"the price list {file} is no TOML: {error}; mend it") from error
    except InvalidOperation as error:
        raise ConfigurationError(f"the price list {file} holds a number beyond all prices; mend it") from error
    models = data.pop("models", {})
    if unknown := sorted(set(data) - set(_UNITS)):
        raise ConfigurationError(f"the price list {file} has {unknown[0]!r}; it may hold search, page and [models]")
    if not isinstance(models, dict):
        raise ConfigurationError(f'models in the price list {file} is no table; write [models."NAME"]')
    units: dict[Unit, Decimal] = {name: _price(file, name, data[name]) for name in _UNITS if name in data}
    named = cast("dict[str, Any]", models)
    return Prices(str(file), {name: _model(file, name, table) for name, table in named.items()}, units)


def check_priced(prices: Prices | None, *, models: Collection[str], units: Collection[Unit]) -> None:
    """Raise ConfigurationError unless all that a run would use has a price: a limit of money could not hold else."""
    lacking = [f"the model {name}" for name in sorted(set(models)) if prices is None or name not in prices.models]
    lacking += [f"a {unit}" for unit in _UNITS if unit in units and (prices is None or unit not in prices.units)]
    if not lacking:
        return
    named = f"{', '.join(lacking[:-1])} and {lacking[-1]}" if len(lacking) > 1 else lacking[0]
    where = f"{prices.path} has no price for {named}; add it" if prices else (
        f"no price list is set for {named}; name one in CLAIMGRAPH_PRICES"
    )  # fmt: skip
    raise ConfigurationError(f"--money cannot hold: {where}, or leave --money out")


def _model(file: Path, name: str, table: object) -> ModelPrice:
    about = f"models.{name}"
    if not isinstance(table, dict):
        raise ConfigurationError(f"{about} in the price list {file} is no table; give it input and output")
    prices = cast("dict[str, Any]", table)
    if unknown := sorted(set(prices) - set(_MODEL)):
        raise ConfigurationError(
            f"{about} in the price list {file} has {unknown[0]!r}; it may hold {', '.join(_MODEL)}"
        )
    if lacking := [one for one in _MODEL[:2] if one not in prices]:
        raise ConfigurationError(f"{about} in the price list {file} has no {lacking[0]}; give both input and output")
    given = {one: _price(file, f"{about}.{one}", value) for one, value in prices.items()}
    return ModelPrice(given["input"], given["output"], given.get("cached_input", given["input"]))


def _price(file: Path, name: str, value: object) -> Decimal:
    amount = Decimal("NaN")
    if isinstance(value, int | Decimal) and not isinstance(value, bool):
        amount = Decimal(value)
    if not amount.is_finite() or not 0 <= amount <= MAX_AMOUNT:
        shown = str(value) if isinstance(value, Decimal) else repr(value)
        raise ConfigurationError(f"{name} in the price list {file} is {shown:.80}; give a number from 0 to 10^12")
    return amount
