"""The JSON that nodes hold must be what its readers expect, or a report, a talk or a run would end where it is read.

What tools gave within a run is held against what is shown of it; the rest of it only a run that goes on reads.
"""

from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError, field_validator

from agent.errors import FileRefused
from agent.loops.choice import LoopName
from agent.report.stored import read_header, read_shown, say_first


class _Part(BaseModel):
    model_config = ConfigDict(strict=True, extra="allow")


class _Budgets(_Part):
    """What a run may spend: nothing is less than nothing."""

    calls: int = Field(0, ge=0)
    extractions: int = Field(0, ge=0)
    rounds: int = Field(0, ge=0)
    searches: int = Field(0, ge=0)
    tokens: int = Field(0, ge=0)
    seconds: float = Field(0, ge=0)
    reserve: float = Field(0, ge=0, le=1)
    money: str | int | float | None = None

    @field_validator("money")
    @classmethod
    def _is_sum(cls, money: str | float | None) -> str | float | None:
        try:
            is_sum = money is None or Decimal(money) >= 0
        except InvalidOperation:
            is_sum = False
        if not is_sum:
            raise ValueError("no sum of money")
        return money


class _Web(_Part):
    time_range: str
    only: list[str]
    prefer: list[str]
    block: list[str]
    new_pages: int | None = None


class _Options(_Part):
    web: _Web | None = None
    loop: LoopName = "iterative"
    autonomy: str = "agent"


class _Call(_Part):
    tool: str
    arguments: dict[str, Any]
    reason: str


class _Chosen(_Part):
    conversation: str
    ordinal: int
    question: str
    how: str
    tokens: int
    score: float


class _Remembered(_Part):
    tokens: int = Field(0, ge=0)
    left_out: int = Field(0, ge=0)
    chosen: list[_Chosen] = []


class _Cut(BaseModel):
    """What stands in place of JSON that was too long to keep."""

    model_config = ConfigDict(strict=True, extra="forbid")
    cut: Literal[True]
    characters: int


class _Any(_Part):
    pass


_SHAPES: dict[tuple[str, str], TypeAdapter[Any]] = {
    ("Run", "budgets_json"): TypeAdapter(_Cut | _Budgets),
    ("Run", "options_json"): TypeAdapter(_Cut | _Options),
    ("Run", "used_json"): TypeAdapter(_Any),
    ("Step", "args_json"): TypeAdapter(_Any),
    ("Step", "output_json"): TypeAdapter(_Any),
    ("Turn", "calls_json"): TypeAdapter(_Cut | list[_Call]),
    ("Turn", "memory_json"): TypeAdapter(_Cut | _Remembered),
}
_NEEDED = {"Report": ("header_json",), "Step": ("args_json", "output_json")}


def check_stored(label: str, held: Mapping[str, Any]) -> None:
    """Refuse JSON of another shape than its reader's. Raises FileRefused, without the line's number."""
    for name in _NEEDED.get(label, ()):
        if name not in held:
            raise FileRefused(f"the {label} has no {name}")
    for name in [name for name in held if name.endswith("_json")]:
        try:
            if name == "header_json":
                read_header(held[name])
                continue
            _SHAPES[label, name].validate_json(held[name])
            if name == "output_json":
                read_shown(held[name])
        except ValidationError as error:
            raise FileRefused(f"{label}.{name} cannot be read: {say_first(error)}") from None
        except (ValueError, RecursionError) as error:
            raise FileRefused(f"{label}.{name} cannot be read: {error}") from None
