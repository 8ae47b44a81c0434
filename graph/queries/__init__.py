"""The Cypher of the product: named statements in `*.cypher` files beside this one.

A statement is headed by `// name:`, a sentence of what it answers, `// params:` and `// returns:`. `{{word}}` stands
for an index or property name, rendered from the declared schema. Values are parameters, always.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import LiteralString, cast

_NAMES = re.compile(r"\{\{([a-z_]+)\}\}")
_PARAMETER = re.compile(r"\$([a-zA-Z_]\w*)")
_RENDERED = re.compile(r"[a-z][a-z0-9_]{0,120}")


class StatementError(Exception):
    """A statement file is malformed, or a statement was called with other parameters than it declares."""


@dataclass(frozen=True, slots=True)
class Statement:
    """One named statement and what it declares of itself."""

    name: str
    says: str
    text: str
    params: tuple[str, ...]
    returns: tuple[str, ...]

    def render(self, names: Mapping[str, str] | None = None) -> LiteralString:
        """Return the text for the driver, each `{{word}}` replaced by a schema name.

        Raises StatementError when a word has no name, or a name is not of letters, digits and `_`.
        """

        def fill(found: re.Match[str]) -> str:
            name = (names or {}).get(found[1], "")
            if not _RENDERED.fullmatch(name):
                raise StatementError(f"statement {self.name}: no usable schema name for {found[0]}")
            return name

        # The one cast: the text comes from a file of this package and names from the declared schema, never a value.
        return cast("LiteralString", _NAMES.sub(fill, self.text))

    def check(self, params: Mapping[str, object]) -> None:
        """Raise StatementError unless exactly the declared parameters are given."""
        missing, unused = set(self.params) - set(params), set(params) - set(self.params)
        if missing or unused:
            raise StatementError(
                f"statement {self.name}: missing parameters {sorted(missing)}, undeclared {sorted(unused)}"
            )


@cache
def statements() -> Mapping[str, Statement]:
    """Return every statement by its name. Raises StatementError with file and line on a malformed one."""
    found: dict[str, Statement] = {}
    for path in sorted(Path(__file__).parent.glob("*.cypher")):
        for statement in parse(path.read_text(encoding="utf-8"), path.name):
            if statement.name in found:
                raise StatementError(f"{path.name}: statement {statement.name} is there twice")
            found[statement.name] = statement
    return found


def parse(text: str, file: str) -> list[Statement]:
    """Return the statements of one file; `file` is named in errors, with the line."""
    result: list[Statement] = []
    lines = text.splitlines()
    starts = [i for i, line in enumerate(lines) if line.startswith("// name:")]
    if not starts:
        raise StatementError(f"{file}:1: no statement; a statement begins with `// name:`")
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        result.append(_statement(lines[start:end], f"{file}:{start + 1}"))
    return result


def _statement(lines: list[str], at: str) -> Statement:
    head = [line.removeprefix("//").strip() for line in lines if line.startswith("//")]
    body = "\n".join(line for line in lines if not line.startswith("//")).strip().removesuffix(";").strip()
    name = head[0].removeprefix("name:").strip()
    fields = {
        line.split(":", 1)[0]: line.split(":", 1)[1] for line in head[1:] if line.startswith(("params:", "returns:"))
    }
    says = " ".join(line for line in head[1:] if not line.startswith(("params:", "returns:")))
    if not (name and says and body and {"params", "returns"} <= set(fields)):
        raise StatementError(f"{at}: a statement needs name, a sentence, params, returns and its text")
    params, returns = (
        tuple(w.strip() for w in fields[f].split(",") if w.strip() not in {"", "-"}) for f in ("params", "returns")
    )
    used = set(_PARAMETER.findall(body))
    if used != set(params):
        raise StatementError(f"{at}: statement {name} declares {sorted(params)} and uses {sorted(used)}")
    return Statement(name, says, body, params, returns)
