"""The arguments of a call, checked against what the template declares: pure."""

import calendar
import math
import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, cast

from graph.queries.parameters import MAX_ROWS, Parameter
from retrievers.templates.errors import ArgumentsRefused
from retrievers.templates.template import DATE_PATTERN, MAX_TEXT, Template

_MAX_TEXTS = 200
_MAX_INTEGER = 2**63


def check_arguments(template: Template, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Return a value for every declared parameter: of its type, defaults filled in, `limit` held to its bounds.

    Texts of digits are taken as numbers where a number is declared. Raises ArgumentsRefused, saying what is wrong.
    """
    declared = {p.name: p for p in template.statement.parameters}
    if strange := sorted(set(arguments) - set(declared)):
        has = f"it has {', '.join(declared)}" if declared else "it has none"
        raise ArgumentsRefused(f"{template.name} has no parameter {', '.join(strange)}; {has}")
    return {name: _value(template.name, p, arguments.get(name)) for name, p in declared.items()}


def _value(template: str, parameter: Parameter, given: Any) -> Any:
    if given is None:
        if parameter.is_required:
            raise ArgumentsRefused(f"{template} needs {parameter.name}: {parameter.says}")
        return parameter.default
    wrong = f"{parameter.name} of {template} is {_shown(given)}"
    match parameter.type:
        case "integer":
            number = _number(given, wrong)
            if number != int(number) or abs(number) >= _MAX_INTEGER:
                raise ArgumentsRefused(f"{wrong}, which is no whole number")
            return max(1, min(int(number), MAX_ROWS)) if parameter.name == "limit" else int(number)
        case "number":
            return float(_number(given, wrong))
        case "boolean":
            return _boolean(given, wrong)
        case "texts":
            values = cast("list[Any]", given if isinstance(given, list) else [given])[: _MAX_TEXTS + 1]
            if len(values) > _MAX_TEXTS:
                raise ArgumentsRefused(f"{parameter.name} of {template} holds more than {_MAX_TEXTS} values")
            return [_text(parameter, value, wrong) for value in values]
        case "date":
            return _dated(_text(parameter, given, wrong), wrong)[0]
        case "since":
            return _ms(_dated(_text(parameter, given, wrong), wrong)[1])
        case "until":
            return _ms(_dated(_text(parameter, given, wrong), wrong)[2]) - 1
        case _:
            return _text(parameter, given, wrong)


def _shown(given: Any) -> str:
    text = repr(given)
    return text if len(text) <= 100 else f"{text[:100]}…"


def _number(given: Any, wrong: str) -> int | float:
    if isinstance(given, str) and re.fullmatch(r"\s*[+-]?\d{1,18}(\.\d{1,18})?\s*", given, re.ASCII):
        return float(given) if "." in given else int(given)
    if isinstance(given, bool) or not isinstance(given, int | float) or not math.isfinite(given):
        raise ArgumentsRefused(f"{wrong}, which is no number")
    return given


def _boolean(given: Any, wrong: str) -> bool:
    if isinstance(given, bool):
        return given
    said = {"true": True, "false": False, "yes": True, "no": False}.get(str(given).strip().lower())
    if said is None:
        raise ArgumentsRefused(f"{wrong}, which is neither true nor false")
    return said


def _text(parameter: Parameter, given: Any, wrong: str) -> str:
    if isinstance(given, bool) or not isinstance(given, str | int | float):
        raise ArgumentsRefused(f"{wrong}, which is no text")
    text = " ".join(str(given).encode("utf-8", "replace").decode("utf-8").split())
    if not text or len(text) > MAX_TEXT:
        raise ArgumentsRefused(f"{wrong}: give 1 to {MAX_TEXT} characters")
    if parameter.of and parameter.type in {"text", "texts"}:
        value = next((one for one in parameter.of if one.casefold() == text.casefold()), None)
        if value is None:
            raise ArgumentsRefused(f"{wrong}; it may be {', '.join(parameter.of)}")
        return value
    return text


def _dated(text: str, wrong: str) -> tuple[str, datetime, datetime]:
    """Return what was said, its first moment and the one after its last."""
    said = text[:10] if re.fullmatch(r"\d{4}-\d{2}-\d{2}[T ].*", text) else text
    no_date = ArgumentsRefused(f"{wrong}, which is no date; write 2026, 2026-03 or 2026-03-01")
    if not re.fullmatch(DATE_PATTERN, said, re.ASCII):
        raise no_date
    try:
        year, month, day = (*map(int, said.split("-")), 0, 0)[:3]
        start = datetime(year, month or 1, day or 1, tzinfo=UTC)
        days = 1 if day else calendar.monthrange(year, month)[1] if month else 366 if calendar.isleap(year) else 365
        return said, start, start + timedelta(days=days)
    except (ValueError, OverflowError):
        raise no_date from None


def _ms(moment: datetime) -> int:
    return round(moment.timestamp() * 1000)
