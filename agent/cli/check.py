"""`claimgraph check`: does a text bear a sentence out, as far as rules, and where asked a judge, can tell?"""

import asyncio
import contextlib
import re
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from agent.cli.face import Face, inert, options, run
from agent.cli.json_lines import NotUtf8, read_json_lines

if TYPE_CHECKING:
    from agent.against import Against
    from agent.llm import Model
    from agent.rules.check import RuleCheck

REFUSED_EXIT = 4
MISUSED_EXIT = 2  # a row asks in a language that is none: wrong use, and not an input that cannot be read
_HALF = re.compile("[\ud800-\udfff]")  # half a character, which JSON can spell and UTF-8 cannot
_TOGETHER = 64  # rows that wait for the judge together
_AROUND = 80  # characters of context shown on either side
_SHOWN = 600  # characters of the words that decide


@dataclass(frozen=True, slots=True)
class _Row:
    """One pair as it was given."""

    id: str
    claim: str
    text: str | None
    against: str | None
    quote: str | None
    language: str | None


@dataclass(frozen=True, slots=True)
class _Checked:
    """A pair with what it was held against and what was found."""

    row: _Row
    against: "Against"
    found: "RuleCheck"


@click.command()
@click.argument("claim", required=False)
@click.option("--against", metavar="FILE|KEY", help="The text: a file, a key of the graph, or - for standard input.")
@click.option("--quote", metavar="TEXT", help="The words of the text that are said to bear the claim out.")
@click.option("--file", "pairs", metavar="FILE", type=click.Path(exists=True, dir_okay=False, path_type=Path),
              help="JSON Lines of {id, claim, text or against, quote?, language?}; prints JSON Lines.")  # fmt: skip
@click.option("--judge", is_flag=True, help="Let the configured judge decide what no rule decides.")
@click.option(
    "--report", metavar="FILE", help="Say instead which citation marks of a report, by anybody, fit its list."
)
@options
def check(
    claim: str | None, against: str | None, quote: str | None, pairs: Path | None, judge: bool, report: str | None,
    face: Face,
) -> int:  # fmt: skip
    """Check a sentence against a text: is the quote there, and do the words bear the sentence out?

    Rules reject: another number, date, unit, name, a dropped "not", a stronger word. They bless nothing but the text's
    own sentence; what they do not decide is `unchecked` and needs a judge or a person.
    """
    if report is not None:
        if claim or against or quote or pairs or judge:
            raise click.UsageError("--report goes alone: its marks are held against its own list")
        from agent.cli.check_report import check_report

        return check_report(face, report)
    if pairs is not None:
        if claim or against or quote:
            raise click.UsageError("--file goes alone: its rows name the claims and the texts")
        return run(_check_file(face, pairs, judge=judge))
    if not claim or not against:
        raise click.UsageError("give a claim and --against, or --file with JSON Lines of {id, claim, text}")
    claim = claim.encode("utf-8", "replace").decode("utf-8")
    row = _Row("1", claim, None, against, quote, None)
    return run(_check_one(face, row, judge=judge))


async def _check_one(face: Face, row: _Row, *, judge: bool) -> int:
    async with _open_texts(face, [row.against or ""]) as find, _open_judge(face, wanted=judge) as model:
        one = _hold(row, await find(row.against or ""))
        (one,) = await _judged([one], model)
    if face.json:
        face.out_json(_as_json(one))
    else:
        _print(face, one)
    return 0


async def _check_file(face: Face, path: Path, *, judge: bool) -> int:
    from agent.errors import AgentError
    from agent.words.terms import is_language
    from graph.errors import NodeNotFound

    if _is_binary(path):
        raise click.UsageError(f"{path} is binary data; give JSON Lines of {{id, claim, text or against}}")
    rows = list(_read_rows(path))
    refused = misused = 0
    waiting: list[_Checked] = []
    keyed = [row.against for _, row in rows if isinstance(row, _Row) and row.against]
    async with _open_texts(face, keyed) as find, _open_judge(face, wanted=judge) as model:
        for number, row in rows:
            await asyncio.sleep(0)  # where Ctrl-C ends it
            if isinstance(row, str):
                refused += 1
                _say_refused(path, number, row)
                continue
            if row.language is not None and not is_language(row.language):
                misused += 1
                why = f"{row.language!r} is no language; give its two letters of ISO 639-1 (en, de, zh) or leave it out"
                _say_refused(path, number, why)
                continue
            try:
                one = _hold(row, await find(row.against) if row.against else _given(row))
            except (AgentError, NodeNotFound) as error:
                refused += 1
                _say_refused(path, number, str(error))
                continue
            waiting.append(one)
            if model is None or len(waiting) == _TOGETHER:
                await _print_all(face, waiting, model)
                waiting = []
        await _print_all(face, waiting, model)
    return MISUSED_EXIT if misused else REFUSED_EXIT if refused else 0


def _is_binary(path: Path) -> bool:
    with path.open("rb") as file:
        return b"\0" in file.read(4096)


def _say_refused(path: Path, number: int, why: str) -> None:
    click.echo(f"claimgraph: line {number} of {path}: {inert(why)}", err=True)


async def _print_all(face: Face, waiting: Sequence[_Checked], model: "Model | None") -> None:
    for one in await _judged(waiting, model):
        face.out_json(_as_json(one))


def _given(row: _Row) -> "Against":
    from agent.against import Against

    return Against("the text", row.text or "", reason="" if row.text else "the text is empty")


def _hold(row: _Row, against: "Against") -> _Checked:
    from agent.rules.check import check_claim

    found = check_claim(
        row.claim, against.text, quote=row.quote or against.quote, language=row.language,
        text_language=against.language, published_at=against.published_at,
    )  # fmt: skip
    if not against.text and against.reason:
        found = replace(found, reason=f"{found.reason}: {against.reason}")
    return _Checked(row, against, found)


async def _judged(rows: Sequence[_Checked], model: "Model | None") -> list[_Checked]:
    """The rows, those that no rule decided with the judge's finding where it gives one."""
    if model is None:
        return list(rows)
    from agent.by_model.judge import Pair
    from agent.by_model.judge_alone import judge_alone

    pairs: list[Pair] = []
    for at, one in enumerate(rows):
        open_ = one.found.verdict == "unchecked" or (one.found.verdict == "cannot_check" and one.found.spans)
        if open_ and one.found.spans:
            start, end = one.found.spans[0][0], one.found.spans[-1][1]
            quote = one.against.text[start:end]
            pairs.append(
                Pair(
                    str(at), one.row.claim, quote, one.found.quote_match, one.against.text, start, end, one.against.name
                )
            )
    found = await judge_alone(pairs, model)
    return [_with(one, found.get(str(at))) for at, one in enumerate(rows)]


def _with(one: _Checked, finding: Any) -> _Checked:
    if finding is None:
        return one
    return replace(
        one, found=replace(one.found, verdict=finding.verdict, checker=finding.checker, reason=finding.reason)
    )


@contextlib.asynccontextmanager
async def _open_judge(face: Face, *, wanted: bool) -> AsyncGenerator["Model | None"]:
    """Yield the judge where one is wanted. Raises ConfigurationError where none is configured."""
    if not wanted:
        yield None
        return
    from agent.build import open_model
    from agent.errors import ConfigurationError
    from agent.llm.configured import configured_models

    models = configured_models(face.settings)
    if models is None:
        raise ConfigurationError("--judge needs a model; set CLAIMGRAPH_JUDGE_MODEL and the server that has it")
    async with open_model(models, face.say, home=face.settings.home_path) as model:
        yield model


@contextlib.asynccontextmanager
async def _open_texts(face: Face, words: Sequence[str]) -> AsyncGenerator["Callable[[str], Awaitable[Against]]"]:
    """Yield what finds a text by its name; the database is opened only where a name is a key."""
    from agent.against import Against, find_against, is_key, read_against

    read: dict[str, Against] = {}
    async with contextlib.AsyncExitStack() as stack:
        app = await stack.enter_async_context(face.app()) if any(map(is_key, words)) else None

        async def find(word: str) -> Against:
            if word not in read:
                stored = app if is_key(word) else None
                read[word] = await (find_against(stored.store, word) if stored else read_against(word, face.settings))
            return read[word]

        yield find


def _read_rows(path: Path) -> Iterator[tuple[int, _Row | str]]:
    """Yield each line's number with its row, or with what is wrong with it."""
    names: set[str] = set()
    for number, value in read_json_lines(path):
        row = _as_row(value)
        if isinstance(row, _Row) and row.id in names:
            row = f"the id {row.id!r} stands on an earlier line; give every row one of its own"
        if isinstance(row, _Row):
            names.add(row.id)
        yield number, row


def _as_row(value: Any) -> _Row | str:
    match value:
        case {"id": str() | int() as name, "claim": str() as claim}:
            given = {key: value.get(key) for key in ("text", "against", "quote", "language")}
            if isinstance(name, bool):
                return "the id must be a string or a whole number"
            if any(one and _HALF.search(one) for one in (str(name), claim, *map(str, given.values()))):
                return "half a character (a lone surrogate) stands in it; write the text as UTF-8"
            wrong = [key for key, one in given.items() if one is not None and not isinstance(one, str)]
            if wrong:
                return f"{wrong[0]} must be a string"
            if (given["text"] is None) == (given["against"] is None):
                return "give text or against, one of the two"
            return _Row(str(name), claim, given["text"], given["against"], given["quote"], given["language"])
        case NotUtf8():
            return "this is no UTF-8; save the file in that encoding"
        case None:
            return "this is no JSON object; give one with id, claim, and text or against"
        case _:
            return "a row needs an id and a claim, and text or against"


def _as_json(one: _Checked) -> dict[str, Any]:
    found = one.found
    return {
        "id": one.row.id,
        "claim": one.row.claim,
        "quote_match": found.quote_match,
        "verdict": found.verdict,
        "checker": found.checker,
        "reason": found.reason,
        "spans": [list(span) for span in found.spans],
        "differences": [{"kind": d.kind, "claim": d.claim, "source": d.source} for d in found.differences],
    }


def _print(face: Face, one: _Checked) -> None:
    found = one.found
    face.out_line(f"{found.verdict}{f' ({found.checker})' if found.checker else ''}: {found.reason}")
    for each in found.differences:
        who = "quote" if found.checker == "rule:quote" else "claim"
        face.out_line(f"  {each.kind}: the {who} has {_said(each.claim)}, the text {_said(each.source)}")
    for start, end in found.spans:
        text = one.against.text
        before, after = text[max(0, start - _AROUND) : start], text[end : end + _AROUND]
        cut = text[start:end] if end - start <= _SHOWN else f"{text[start : start + _SHOWN]} …"
        face.out_line(f"  {one.against.name}, characters {start}-{end}: {before}»{cut}«{after}")


def _said(words: str) -> str:
    return f"“{words}”" if words else "nothing of it"
