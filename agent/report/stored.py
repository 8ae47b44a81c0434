"""What is kept with a report beside its sentences, read back: one shape for whoever shows it and for an import."""

import json
from decimal import Decimal, InvalidOperation
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, RootModel, ValidationError, field_validator, model_validator

_Count = Annotated[int, Field(ge=0)]


class _Part(BaseModel):
    """What a header holds may grow; what is read of it has its type."""

    model_config = ConfigDict(strict=True, extra="allow")


class _Told(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")
    text: str
    reason: str
    claim: str | None


class _Side(_Part):
    claim: str
    text: str
    value: str
    citations: list[str]
    published_at: str | None
    said_at: str | None = None
    is_past: bool = False
    is_replaced: bool = False


class _Conflict(_Part):
    conflict: str | None
    kind: str
    subquestion: int
    sides: list[_Side]


class _Outcome(_Part):
    provider: str
    outcome: str
    count: _Count


class _Usage(_Part):
    role: str
    model: str | None  # what is no model's has none: searches and pages
    calls: _Count
    tokens_in: _Count
    tokens_out: _Count
    cost: float | str | None = None

    @field_validator("cost")
    @classmethod
    def _is_sum(cls, cost: float | str | None) -> float | str | None:
        try:
            is_sum = cost is None or Decimal(str(cost)).is_finite()
        except InvalidOperation:
            is_sum = False
        if not is_sum:
            raise ValueError("no sum of money")
        return cost


class _Reused(_Part):
    run: str
    question: str
    at: str
    same: bool
    claims: _Count


class _Dated(_Part):
    title: str | None
    as_of: str


class _Before(_Dated):
    text: str


class _Coverage(RootModel[dict[str, int | float | None]]):
    """Counts of sentences, of which none can be more than those it is a part of, and shares from 0 to 1."""

    model_config = ConfigDict(strict=True)

    @model_validator(mode="after")
    def _is_possible(self) -> "_Coverage":
        told = self.root
        for name, value in told.items():
            if value is None and not name.endswith("_share"):
                raise ValueError(f"{name} is no number")
            if value is not None and (value < 0 or (name.endswith("_share") and value > 1)):
                raise ValueError(f"{name} is {value}")
        for part, whole in (
            ("factual", "statements"), ("cited", "factual"), ("checked", "cited"), ("supported", "checked"),
            ("conflicting", "cited"), ("citations_checked", "citations"),
        ):  # fmt: skip
            if (told.get(part) or 0) > (told[whole] or 0 if whole in told else float("inf")):
                raise ValueError(f"{told[part]} {part} of {told[whole]} {whole}")
        return self


class _Header(_Part):
    language: str | None
    subquestions: list[str]
    coverage: _Coverage
    outcomes: list[_Outcome]
    gaps: list[str]
    conflicts: list[_Conflict]
    usage: list[_Usage]
    notes: list[str]
    models: list[str] = []
    prompts: list[str] = []
    nearest: list[str] = []
    web: str = ""
    is_priced: bool = False
    loop: str = "iterative"
    loop_by: str = ""
    marks: dict[str, _Count] = {}
    agreeing: dict[str, list[str]] = {}
    reused: list[_Reused] = []
    dated: list[_Dated] = []
    before: list[_Before] = []
    removed: list[_Told] = []
    narrowed: list[_Told] = []


class _Shown(_Part):
    """Rows that a tool gave, as a report shows them."""

    ran: str
    rows: list[dict[str, Any]]
    reason: str
    notes: list[str]
    kind: str = "rows"
    columns: list[str] = []


def read_shown(text: str) -> dict[str, Any] | None:
    """Return what a tool gave where a report shows it: None where it is no rows. Raises ValueError as `read_header`."""
    try:
        kept = _Part.model_validate_json(text).model_extra or {}
        if not {"ran", "rows"} <= set(kept):
            return None
        _Shown.model_validate_json(text)
    except ValidationError as error:
        raise ValueError(say_first(error)) from None
    return json.loads(text)


def read_header(text: str) -> dict[str, Any]:
    """Return the header of a report as it was kept. Raises ValueError, in a few words, for one of another shape."""
    try:
        _Header.model_validate_json(text)
    except ValidationError as error:
        raise ValueError(say_first(error)) from None
    return json.loads(text)


def say_first(error: ValidationError) -> str:
    """Return the first thing that is wrong with a value, and where."""
    first = error.errors(include_url=False, include_input=False)[0]
    place = ".".join(str(one) for one in first["loc"])
    why = first["msg"].removeprefix("Value error, ").removeprefix("Input ")
    return f"{place} {why}" if place else why
