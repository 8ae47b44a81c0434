"""The Cypher of the product: named statements in `*.cypher` files beside this one.

A statement is headed by `// name:`, a sentence of what it answers, `// params:` and `// returns:`. `{{word}}` stands
for an index or property name, rendered from the declared schema. Values are parameters, always.

`{{> word}}` stands for a fragment: text headed by `// fragment:` and a sentence, in any of the files. Where the two
forms of a server need different text there are two fragments of one name, each with its `// form:`; a form that has
none gets nothing in its place. A statement that only one form needs says `// form:` itself.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import LiteralString, cast, get_args

from graph.form import Form

_NAMES = re.compile(r"\{\{([a-z_]+)\}\}")
_FRAGMENTS = re.compile(r"\{\{> ([a-z_]+)\}\}")
_PARAMETER = re.compile(r"\$([a-zA-Z_]\w*)")
_RENDERED = re.compile(r"[a-z][a-z0-9_]{0,120}")
_BEGINS = ("// name:", "// fragment:")
_FIELDS = ("name", "fragment", "form", "params", "returns")
_FORMS: tuple[Form, ...] = get_args(Form)


class StatementError(Exception):
    """A statement file is malformed, or a statement was called with other parameters than it declares."""


@dataclass(frozen=True, slots=True)
class Statement:
    """One named statement and what it declares of itself; `texts` holds its Cypher for each form of a server."""

    name: str
    says: str
    texts: Mapping[Form, str]
    params: tuple[str, ...]
    returns: tuple[str, ...]

    def render(self, names: Mapping[str, str] | None = None, *, form: Form | None = None) -> LiteralString:
        """Return the text for the driver, each `{{word}}` replaced by a schema name.

        `form` may be left out where the text is the same for all. Raises StatementError when it is not, when the
        form has no such statement, and when a word has no name or a name is not of letters, digits and `_`.
        """

        def fill(found: re.Match[str]) -> str:
            name = (names or {}).get(found[1], "")
            if not _RENDERED.fullmatch(name):
                raise StatementError(f"statement {self.name}: no usable schema name for {found[0]}")
            return name

        # The one cast: the text comes from a file of this package and names from the declared schema, never a value.
        return cast("LiteralString", _NAMES.sub(fill, self._text(form)))

    def _text(self, form: Form | None) -> str:
        found = {text for at, text in self.texts.items() if form in (None, at)}
        if len(found) != 1 or (form is None and len(self.texts) < len(_FORMS)):
            raise StatementError(f"statement {self.name}: there is no one text for the server form {form}")
        return found.pop()

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
    paths = sorted(Path(__file__).parent.glob("*.cypher"))
    return parse({path.name: path.read_text(encoding="utf-8") for path in paths})


def parse(files: Mapping[str, str]) -> dict[str, Statement]:
    """Return the statements of files (name -> text) by their names; a file is named in errors, with the line."""
    blocks = [block for file, text in files.items() for block in _blocks(text, file)]
    fragments: dict[tuple[str, Form], str] = {}
    for block in blocks:
        for form in block.forms if "fragment" in block.fields else ():
            if (block.fields["fragment"], form) in fragments:
                raise StatementError(f"{block.at}: fragment {block.fields['fragment']} is there twice for {form}")
            fragments[block.fields["fragment"], form] = block.body
    found: dict[str, Statement] = {}
    for block in blocks:
        if "name" in block.fields:
            statement = _statement(block, fragments)
            if statement.name in found:
                raise StatementError(f"{block.at}: statement {statement.name} is there twice")
            found[statement.name] = statement
    return found


@dataclass(frozen=True, slots=True)
class _Block:
    """A statement or a fragment as it stands in a file; `at` is where."""

    at: str
    fields: Mapping[str, str]
    says: str
    body: str

    @property
    def forms(self) -> tuple[Form, ...]:
        return tuple(form for form in _FORMS if self.fields.get("form", form) == form)


def _blocks(text: str, file: str) -> list[_Block]:
    lines = text.splitlines()
    starts = [i for i, line in enumerate(lines) if line.startswith(_BEGINS)]
    if not starts:
        raise StatementError(f"{file}:1: no statement; a statement begins with `// name:`")
    ends = [*starts[1:], len(lines)]
    return [_block(lines[start:end], f"{file}:{start + 1}") for start, end in zip(starts, ends, strict=True)]


def _block(lines: list[str], at: str) -> _Block:
    fields: dict[str, str] = {}
    says: list[str] = []
    for line in (line.removeprefix("//").strip() for line in lines if line.startswith("//")):
        name, colon, value = line.partition(":")
        if colon and name in _FIELDS:
            fields[name] = value.strip()
        else:
            says.append(line)
    body = "\n".join(line for line in lines if not line.startswith("//")).strip().removesuffix(";").strip()
    block = _Block(at, fields, " ".join(says), body)
    if not (fields.get("name") or fields.get("fragment")) or not (says and body):
        raise StatementError(f"{at}: a statement or fragment needs name, a sentence and its text")
    if not block.forms:
        raise StatementError(f"{at}: {fields['form']} is no form of a server; there are {', '.join(_FORMS)}")
    return block


def _statement(block: _Block, fragments: Mapping[tuple[str, Form], str]) -> Statement:
    name = block.fields["name"]
    if not {"params", "returns"} <= set(block.fields):
        raise StatementError(f"{block.at}: statement {name} needs name, a sentence, params, returns and its text")
    params, returns = (
        tuple(w.strip() for w in block.fields[f].split(",") if w.strip() not in {"", "-"})
        for f in ("params", "returns")
    )
    texts: dict[Form, str] = {form: _include(block, form, fragments) for form in block.forms}
    used = {form: set(_PARAMETER.findall(text)) for form, text in texts.items()}
    if set[str]().union(*used.values()) != set(params):
        told = ", ".join(f"{sorted(found)} for {form}" for form, found in used.items())
        raise StatementError(f"{block.at}: statement {name} declares {sorted(params)} and uses {told}")
    return Statement(name, block.says, texts, params, returns)


def _include(block: _Block, form: Form, fragments: Mapping[tuple[str, Form], str]) -> str:
    known = {name for name, _ in fragments}

    def include(found: re.Match[str]) -> str:
        if found[1] not in known:
            raise StatementError(f"{block.at}: statement {block.fields['name']}: there is no fragment {found[1]}")
        return fragments.get((found[1], form), "")

    return _FRAGMENTS.sub(include, block.body).strip()
