"""`claimgraph eval`: measure what the agent chooses against what people labelled."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from agent.cli.eval_claims import claims
from agent.cli.face import Face, options, run

if TYPE_CHECKING:
    from agent.evaluate.tool_choice import Judged, Scores


@click.group(name="eval")
def evaluate() -> None:
    """Measure what is chosen and judged against what people labelled."""


evaluate.add_command(claims)


@evaluate.command()
@click.option(
    "--replies",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Score recorded choices instead: JSON Lines of {id, calls: [{tool, arguments, after}]}.",
)
@click.option(
    "--labels",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Other labelled questions, in the form of agent/evaluate/tool_choice.jsonl.",
)
@click.option("--half", type=click.Choice(["tuning", "held_out", "both"]), default="both", show_default=True)
@click.option("--model", "by_model", is_flag=True, help="Let the configured planner choose instead of the rules.")
@click.option(
    "--record",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write what was chosen to this file, to be scored again with --replies.",
)
@click.option("--errors", is_flag=True, help="Show the questions that came out wrong, of the tuning half alone.")
@options
def tools(
    replies: Path | None,
    labels: Path | None,
    half: str,
    by_model: bool,
    record: Path | None,
    errors: bool,
    face: Face,
) -> int:
    """Score the choice of tools: recall, precision, arguments, whole questions, and what was confused."""
    if replies is not None and (by_model or record is not None):
        raise click.UsageError("recorded replies are scored as they are; leave out --model and --record")
    return run(_tools(face, replies, labels, half, by_model, record, errors))


async def _tools(
    face: Face,
    replies: Path | None,
    labels: Path | None,
    half: str,
    by_model: bool,
    record: Path | None,
    errors: bool,
) -> int:
    from agent.cli.router import open_router
    from agent.errors import AgentError
    from agent.evaluate.replies import read_replies, reply_line, write_replies
    from agent.evaluate.tool_choice import LABELLED, judge, read_cases
    from retrievers import load_tools

    try:
        today, cases = read_cases(labels or LABELLED)
        recorded = read_replies(replies) if replies else None
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise AgentError(f"{replies or labels} cannot be read as labelled questions or replies ({error})") from error
    available = load_tools()
    judged: list[Judged] = []
    lines: list[str] = []
    async with open_router(face, available, today, rules=not by_model) as choose:
        for case in (one for one in cases if half in {"both", one.half}):
            if recorded is not None:
                judged.append(judge(case, recorded.get(case.id, ())))
                continue
            routed = await choose(case.question, case.conversation)
            lines.append(reply_line(case.id, routed))
            judged.append(judge(case, routed.calls))
    if record is not None:
        write_replies(record, lines)
    by = "replies" if recorded is not None else "model" if by_model else "rules"
    there = {tool.name for tool in available} | {"answer_given"}
    missing = sorted({expected.tool for one in judged for expected in one.case.expected} - there)
    _print(face, judged, by, missing)
    for one in judged:
        if errors and one.case.half == "tuning" and not one.is_right:
            face.out(_wrong(one))
    return 0


def _print(face: Face, judged: list["Judged"], by: str, missing: list[str]) -> None:
    from agent.evaluate.tool_choice import score

    parts = {half: score(one for one in judged if one.case.half == half) for half in ("tuning", "held_out")}
    whole = score(judged)
    if face.json:
        shares = {name: _as_json(part) for name, part in {**parts, "all": whole}.items()}
        face.out_json({"by": by, **shares, "not_there": missing, "confused": _confused(whole)})
        return
    face.out(f"{'':9} questions  recall  precision  arguments  end to end   (by {by})")
    for name, part in {**parts, "all": whole}.items():
        if part.questions:
            face.out(_row(name, part))
    if missing:
        face.say(f"not there yet, so never chosen: {', '.join(missing)}")
    face.out("\nexpected -> chosen, where they differ:")
    confused = _confused(whole)
    for row in confused:
        face.out(f"{row['count']:4}  {row['expected']} -> {row['chosen']}")
    if not confused:
        face.out("   0")


def _row(name: str, part: "Scores") -> str:
    return (
        f"{name:9} {part.questions:9}  {part.recall:6.3f}  {part.precision:9.3f}  {part.arguments:9.3f}  "
        f"{part.end_to_end:10.3f}"
    )


def _as_json(part: "Scores") -> dict[str, Any]:
    return {
        "questions": part.questions,
        "recall": part.recall,
        "precision": part.precision,
        "arguments": part.arguments,
        "end_to_end": part.end_to_end,
    }


def _confused(whole: "Scores") -> list[dict[str, Any]]:
    pairs = sorted(whole.confused.items(), key=lambda item: (-item[1], item[0]))
    return [{"expected": one, "chosen": two, "count": count} for (one, two), count in pairs if one != two]


def _wrong(one: "Judged") -> str:
    wanted = "; ".join(f"{e.tool} {json.dumps(dict(e.arguments), ensure_ascii=False)}" for e in one.case.expected)
    chosen = "; ".join(f"{c.tool} {json.dumps(dict(c.arguments), ensure_ascii=False)}" for c in one.calls)
    return f"\n{one.case.id}: {one.case.question}\n  expected {wanted or 'nothing'}\n  chosen   {chosen or 'nothing'}"
