"""Units of one dimension converted by a library; currencies never."""

import functools
import re
from typing import Any

_SAID = {"°c": "degC", "°f": "degF", "mph": "mile/hour", "km/h": "km/hour", "kph": "km/hour", "knots": "knot",
         "m²": "m**2", "m2": "m**2", "km²": "km**2", "km2": "km**2", "m³": "m**3", "m3": "m**3", "tonne": "metric_ton",
         "tonnes": "metric_ton", "t": "metric_ton", "litre": "liter", "litres": "liter", "l": "liter",
         "degrees celsius": "degC", "degrees fahrenheit": "degF", "celsius": "degC", "fahrenheit": "degF"}  # fmt: skip

_MORE = frozenset({"kb", "mb", "gb", "bp", "kbp", "kda"})  # of genes and proteins
_UNIT_WORD = re.compile(r"[A-Za-z°µμ²³/%]{1,20}")
_SAME = 1e-6


@functools.cache
def _registry() -> Any:
    import pint

    return pint.UnitRegistry(cache_folder=None)  # pyright: ignore[reportUnknownVariableType] # generic over the caller's number


@functools.lru_cache(maxsize=8_192)
def convert(number: float, unit: str, into: str) -> float | None:
    """A number of one unit in another one; None where the two measure different things or are no units.

    Units are as people write them ("miles", "km/h", "°F").
    """
    import pint

    registry = _registry()
    try:
        quantity = registry.Quantity(number, registry.parse_units(_SAID.get(unit.lower(), unit)))
        return float(quantity.to(registry.parse_units(_SAID.get(into.lower(), into))).magnitude)
    except (pint.errors.PintError, AttributeError, ValueError, TypeError, AssertionError, ZeroDivisionError):
        return None


@functools.lru_cache(maxsize=8_192)
def are_units(unit: str, other: str) -> bool:
    """Whether two words are units, and not one unit in two spellings."""
    if unit.lower() == other.lower() and unit == other:
        return False
    known = _UNIT_WORD.fullmatch(unit) and _UNIT_WORD.fullmatch(other)
    if not known or not _is_unit(unit) or not _is_unit(other):
        return False
    same = convert(1.0, unit, other)
    return same is None or abs(same - 1.0) > _SAME


def _is_unit(word: str) -> bool:
    import pint

    try:
        _registry().parse_units(_SAID.get(word.lower(), word))
    except (pint.errors.PintError, AttributeError, ValueError, TypeError, AssertionError):
        return word.lower() in _MORE
    return True
