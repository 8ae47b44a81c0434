"""The Cypher of the product: named statements in `*.cypher` files beside this one.

A statement is headed by `// name:`, a sentence of what it answers, `// params:` and `// returns:`. `{{word}}` stands
for an index or property name, rendered from the declared schema. Values are parameters, always.

`{{> word}}` stands for a fragment: text headed by `// fragment:` and a sentence, in any of the files. Where the two
forms of a server need different text there are two fragments of one name, each with its `// form:`; a form that has
none gets nothing in its place. A statement that only one form needs says `// form:` itself.

The files in `templates/` hold statements that are tools too: in place of `// params:` they have a `// param:` line for
each parameter (parameters.py) and a `// group:`; `$namespace` is there for all and declared by none.
"""

import contextlib
import re
from collections.abc import Generator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import LiteralString, cast, get_args

from graph.form import Form
from graph.queries.exchange import exchange_text
from graph.queries.parameters import Parameter, ParameterError, parse_parameter

_NAMES = re.compile(r"\{\{([a-z_]+)\}\}")
_FRAGMENTS = re.compile(r"\{\{> ([a-z_]+)\}\}")
_PARAMETER = re.compile(r"\$([a-zA-Z_]\w*)")
_QUOTED = re.compile(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"|`[^`]*`|/\*.*?\*/|//[^\n]*", re.DOTALL)
_RENDERED = re.compile(r"[a-z][a-z0-9_]{0,120}")
_BEGINS = ("// name:", "// fragment:")
_FIELDS = ("name", "fragment", "form", "params", "returns", "group", "graph")
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
    group: str = ""
    """What a template belongs to; "" is no template."""
    parameters: tuple[Parameter, ...] = ()
    is_foreign: bool = False
    """Whether a template asks a graph that is not claimgraph's, where nothing has a namespace."""
    at: str = ""
    """File and line."""

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
    here = Path(__file__).parent
    paths = sorted([*here.glob("*.cypher"), *here.glob("templates/*.cypher")])
    files = {path.relative_to(here).as_posix(): path.read_text(encoding="utf-8") for path in paths}
    return parse({**files, "exchange.py": exchange_text()})


def parse(files: Mapping[str, str]) -> dict[str, Statement]:
    """Return the statements of files (name -> text) by their names. Raises StatementError with file and line."""
    found, faults = parse_each(files)
    if faults:
        raise StatementError(faults[0])
    return found


def parse_each(files: Mapping[str, str], *, of_a_user: bool = False) -> tuple[dict[str, Statement], list[str]]:
    """Return the statements that are well formed, and one sentence with file and line for each fault of the others.

    `of_a_user` says that each is a template, also without a parameter or group.
    """
    blocks: list[_Block] = []
    fragments: dict[tuple[str, Form], str] = {}
    found: dict[str, Statement] = {}
    faults: list[str] = []
    for file, text in files.items():
        with _noting(faults):
            for lines, at in _pieces(text, file):
                with _noting(faults):
                    blocks.append(_block(lines, at, of_a_user=of_a_user))
    for block in blocks:
        for form in block.forms if "fragment" in block.fields else ():
            if (block.fields["fragment"], form) in fragments:
                faults.append(f"{block.at}: fragment {block.fields['fragment']} is there twice for {form}")
            fragments[block.fields["fragment"], form] = block.body
    for block in blocks:
        with _noting(faults):
            if "name" in block.fields:
                statement = _statement(block, fragments)
                if statement.name in found:
                    raise StatementError(f"{block.at}: statement {statement.name} is there twice")
                found[statement.name] = statement
    return found, faults


@contextlib.contextmanager
def _noting(faults: list[str]) -> Generator[None]:
    try:
        yield
    except StatementError as error:
        faults.append(str(error))


@dataclass(frozen=True, slots=True)
class _Block:
    """A statement or a fragment as it stands in a file; `at` is where."""

    at: str
    fields: Mapping[str, str]
    says: str
    body: str
    parameters: tuple[Parameter, ...] | None

    @property
    def forms(self) -> tuple[Form, ...]:
        return tuple(form for form in _FORMS if self.fields.get("form", form) == form)


def _pieces(text: str, file: str) -> list[tuple[list[str], str]]:
    lines = text.splitlines()
    starts = [i for i, line in enumerate(lines) if line.startswith(_BEGINS)]
    if not starts:
        raise StatementError(f"{file}:1: no statement; a statement begins with `// name:`")
    ends = [*starts[1:], len(lines)]
    return [(lines[start:end], f"{file}:{start + 1}") for start, end in zip(starts, ends, strict=True)]


def _block(lines: list[str], at: str, *, of_a_user: bool) -> _Block:
    fields: dict[str, str] = {}
    says: list[str] = []
    parameters: list[Parameter] = []
    file, _, first = at.rpartition(":")
    for number, line in enumerate(lines, int(first)):
        if not line.startswith("//"):
            continue
        name, colon, value = line.removeprefix("//").strip().partition(":")
        if colon and name == "param":
            try:
                parameters.append(parse_parameter(value))
            except ParameterError as error:
                raise StatementError(f"{file}:{number}: {error}") from None
        elif colon and name in _FIELDS:
            fields[name] = value.strip()
        else:
            says.append(line.removeprefix("//").strip())
    body = "\n".join(line for line in lines if not line.startswith("//")).strip().removesuffix(";").strip()
    is_template = "group" in fields or bool(parameters) or (of_a_user and "params" not in fields)
    block = _Block(at, fields, " ".join(says), body, tuple(parameters) if is_template else None)
    if not (fields.get("name") or fields.get("fragment")) or not (says and body):
        raise StatementError(f"{at}: a statement or fragment needs name, a sentence and its text")
    if not block.forms:
        raise StatementError(f"{at}: {fields['form']} is no form of a server; there are {', '.join(_FORMS)}")
    return block


def _statement(block: _Block, fragments: Mapping[tuple[str, Form], str]) -> Statement:
    name = block.fields["name"]
    texts: dict[Form, str] = {form: _include(block, form, fragments) for form in block.forms}
    used = {form: set(_PARAMETER.findall(_QUOTED.sub(" ", text))) for form, text in texts.items()}
    every = set[str]().union(*used.values())
    needed = {"returns"} if block.parameters is not None else {"params", "returns"}
    if not needed <= set(block.fields):
        raise StatementError(
            f"{block.at}: statement {name} needs name, a sentence, {', '.join(sorted(needed))} and its text"
        )
    params, returns = (
        tuple(w.strip() for w in block.fields.get(f, "").split(",") if w.strip() not in {"", "-"})
        for f in ("params", "returns")
    )
    if block.parameters is not None:
        params = tuple(p.name for p in block.parameters) + (("namespace",) if "namespace" in every else ())
        _compare(block.at, name, params, every)
    if every != set(params) or len(params) != len(set(params)):
        told = ", ".join(f"{sorted(found)} for {form}" for form, found in used.items())
        raise StatementError(f"{block.at}: statement {name} declares {sorted(params)} and uses {told}")
    group, graph = block.fields.get("group", ""), block.fields.get("graph", "")
    if graph not in {"", "foreign"}:
        raise StatementError(
            f"{block.at}: statement {name} is of the graph {graph}; leave the line out, or say foreign"
        )
    parameters, at = block.parameters or (), block.at
    return Statement(name, block.says, texts, params, returns, group, parameters, graph == "foreign", at)


def _compare(at: str, name: str, declared: tuple[str, ...], used: set[str]) -> None:
    for one in declared:
        if one not in used or declared.count(one) > 1:
            why = "declares the parameter {} twice" if one in used else "declares the parameter {} and does not use it"
            raise StatementError(f"{at}: statement {name} {why.format(one)}")
    if strange := sorted(used - set(declared)):
        raise StatementError(f"{at}: statement {name} uses ${strange[0]}, which no `// param:` line declares")


def _include(block: _Block, form: Form, fragments: Mapping[tuple[str, Form], str]) -> str:
    known = {name for name, _ in fragments}

    def include(found: re.Match[str]) -> str:
        if found[1] not in known:
            raise StatementError(f"{block.at}: statement {block.fields['name']}: there is no fragment {found[1]}")
        return fragments.get((found[1], form), "")

    return _FRAGMENTS.sub(include, block.body).strip()
