"""The list of templates: the built-in ones, and those of a user's own folder, checked before any is used.

A template of a user's own only reads: the guard (`graph/guarded_read.py`) decides on its text here, and on the
server's plan each time it runs. In claimgraph's graph the namespace is written into it; `// graph: foreign` says that
it asks a graph of another kind, where nothing has one.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from graph.errors import StatementRefused
from graph.guarded_read import GuardedRead, rewrite
from graph.queries import Statement, StatementError, parse_each, statements
from graph.queries.parameters import NODE_TYPES
from retrievers.templates.errors import TemplatesRefused
from retrievers.templates.naming import WORD_FIELDS
from retrievers.templates.template import Template, template_of

MAX_BYTES = 1_000_000
_NAME = re.compile(r"[a-z][a-z0-9_]{0,62}")
_AT = re.compile(r"(.*?):(\d+): ")
_TAKEN = frozenset({"answer_given", "memory_search", "read_page", "text2cypher", "web_search"})
"""Tools that are no templates."""


@cache
def built_in() -> tuple[Template, ...]:
    """Return the templates that come with claimgraph, group by group."""
    return tuple(template_of(statement) for statement in statements().values() if statement.group)


def template_tools(folder: Path | None = None) -> list[Template]:
    """Return every template: the built-in ones, then those of the folder's `.cypher` files.

    Raises TemplatesRefused with a sentence for each fault of the folder's.
    """
    return [*built_in(), *(read_folder(folder) if folder else ())]


def read_folder(folder: Path) -> list[Template]:
    """Return the templates of a user's own. Raises TemplatesRefused."""
    paths = sorted(folder.glob("*.cypher")) if folder.is_dir() else []
    if not paths:
        raise TemplatesRefused([f"{folder} holds no .cypher file; name a folder with templates, or none"])
    faults: list[str] = []
    files: dict[str, str] = {}
    for path in paths:
        try:
            if not path.is_file():  # a pipe or a device would be read for ever
                faults.append(f"{path}:1: there is no such file, or it is none; take it out of the folder")
                continue
            if path.stat().st_size > MAX_BYTES:
                faults.append(f"{path}:1: the file is larger than {MAX_BYTES:,} bytes; templates are short")
                continue
            files[str(path)] = path.read_text(encoding="utf-8-sig")
        except (OSError, UnicodeDecodeError) as error:
            faults.append(f"{path}:1: the file cannot be read as UTF-8 text ({error})")
    found, malformed = parse_each(files, of_a_user=True)
    faults += malformed
    checked = [_check(statement) for statement in found.values()]
    faults += [fault for one in checked for fault in one.faults]
    if faults:
        raise TemplatesRefused(sorted(faults, key=_place))
    return [one.template for one in checked if one.template]


def _place(fault: str) -> tuple[str, int]:
    found = _AT.match(fault)
    return (found[1], int(found[2])) if found else (fault, 0)


@dataclass(frozen=True, slots=True)
class _Checked:
    template: Template | None
    faults: tuple[str, ...] = ()


def _check(statement: Statement) -> _Checked:
    wrong = next(_wrong_names(statement), "") or next(_wrong_types(statement), "")
    if wrong:
        return _Checked(None, (f"{statement.at}: {wrong}",))
    template = template_of(statement, statement.at)
    try:
        rewrite(guarded(template, dict.fromkeys(p for p in statement.params if p != "namespace")))
    except (StatementError, StatementRefused) as error:
        why = error.reason if isinstance(error, StatementRefused) else str(error)
        return _Checked(None, (f"{statement.at}: template {statement.name} may not run: {why}",))
    return _Checked(template)


def guarded(template: Template, parameters: Mapping[str, object]) -> GuardedRead:
    """Return a template of a user's own as the guard takes it."""
    return GuardedRead(str(template.statement.render()), parameters, template.is_foreign)


def _wrong_names(statement: Statement) -> Iterator[str]:
    if not _NAME.fullmatch(statement.name):
        yield f"template {statement.name!r} has no usable name; use lower-case letters, digits and _, a letter first"
    if statement.name in {t.name for t in built_in()} | _TAKEN:
        yield f"template {statement.name} has the name of a built-in tool; give it another"
    if set(statement.params) - {"namespace"} != {p.name for p in statement.parameters}:
        yield f"template {statement.name} declares by `// params:`; give each parameter a line `// param: NAME TYPE: …`"
    if not statement.says.strip():
        yield f"template {statement.name} says in no sentence what it answers"


def _wrong_types(statement: Statement) -> Iterator[str]:
    if statement.is_foreign and "namespace" in statement.params:
        yield f"template {statement.name} uses $namespace, which a foreign graph has not"
    for parameter in statement.parameters:
        if parameter.name == "namespace":
            yield f"template {statement.name} declares namespace, which is given to all; take the line out"
        if parameter.type == "words" and parameter.of[0] not in WORD_FIELDS:
            yield f"parameter {parameter.name} names the index {parameter.of[0]}; there are {', '.join(WORD_FIELDS)}"
        if statement.is_foreign and (parameter.type in NODE_TYPES or parameter.type == "words"):
            yield f"parameter {parameter.name} is of type {parameter.type}, which only claimgraph's own graph has"
