"""`claimgraph eval claims`: do the rules, or the configured judge, say of labelled claims what people said of them?"""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from agent.cli.face import Face, counted, options, run

if TYPE_CHECKING:
    from agent.evaluate.claims import ClaimScores, LabelledPair, Opinion

_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command()
@click.option("--labels", type=_FILE, help="Labelled pairs: JSON Lines of {id, claim, text, label}.")
@click.option("--model", "by_model", is_flag=True, help="Ask the configured judge about what no rule decides.")
@click.option("--all", "ask_all", is_flag=True, help="With --model: ask it about every pair.")
@click.option("--replies", type=_FILE, help="Score recorded verdicts instead: JSON Lines of {id, said, by}.")
@click.option("--record", type=click.Path(dir_okay=False, path_type=Path), help="Write what was said, for --replies.")
@click.option("--errors", is_flag=True, help="Show the pairs that were called by another name than their label.")
@options
def claims(
    labels: Path | None,
    by_model: bool,
    ask_all: bool,
    replies: Path | None,
    record: Path | None,
    errors: bool,
    face: Face,
) -> int:
    """Score verdicts on labelled pairs of a claim and a text: supports, refutes, not_enough.

    Rules bless nothing but a text's own sentence, so that by rules alone most pairs stay open; what they decide is no
    call of the judge. Without --labels it is a small set of our own, and 200 honest paraphrases beside it.
    """
    if replies is not None and (by_model or record is not None):
        raise click.UsageError("recorded verdicts are scored as they are; leave out --model and --record")
    if ask_all and not by_model:
        raise click.UsageError("--all is for --model: rules always look at every pair")
    return run(_claims(face, labels, by_model, ask_all, replies, record, errors))


async def _claims(
    face: Face,
    labels: Path | None,
    by_model: bool,
    ask_all: bool,
    replies: Path | None,
    record: Path | None,
    errors: bool,
) -> int:
    from agent.errors import AgentError
    from agent.evaluate.claims import (
        LABELLED,
        judge_by_rules,
        read_opinions,
        read_pairs,
        read_paraphrases,
        score,
        write_opinions,
    )

    try:
        pairs = read_pairs(labels or LABELLED)
        said = read_opinions(replies) if replies else None
    except ValueError as error:
        raise AgentError(f"{error}; correct it and try again") from error
    if said is None:
        said = await _judged(face, pairs, ask_all) if by_model else [judge_by_rules(pair) for pair in pairs]
    if strangers := {one.id for one in said} - {pair.id for pair in pairs}:
        left_out = counted(len(strangers), "recorded verdict")
        face.say(f"left out: {left_out} of no labelled pair, such as {min(strangers)!r}")
    if record is not None:
        write_opinions(record, said)
    by = "replies" if replies else "model" if by_model else "rules"
    paraphrased = [judge_by_rules(pair) for pair in read_paraphrases()] if labels is None and by == "rules" else []
    _print(face, score(pairs, said), by, paraphrased)
    if errors and not face.json:
        _print_errors(face, pairs, said)
    return 0


async def _judged(face: Face, pairs: Sequence["LabelledPair"], ask_all: bool) -> list["Opinion"]:
    from agent.build import open_model
    from agent.errors import ConfigurationError
    from agent.evaluate.judging import judge_by_model
    from agent.llm.configured import configured_models

    models = configured_models(face.settings)
    if models is None:
        raise ConfigurationError(
            "no model is set to judge; set CLAIMGRAPH_PLANNER_MODEL, CLAIMGRAPH_WRITER_MODEL and "
            "CLAIMGRAPH_JUDGE_MODEL, or leave out --model"
        )
    async with open_model(models, face.say, home=face.settings.home_path) as model:
        with face.progress(len(pairs), "pair", "judging") as advance:
            return await judge_by_model(pairs, model, rules_first=not ask_all, advance=advance)


def _print(face: Face, scores: "ClaimScores", by: str, paraphrased: Sequence["Opinion"]) -> None:
    from agent.evaluate.claims import LABELS, OPEN

    rejected = sum(one.by.startswith("rule:") for one in paraphrased)
    said = (*LABELS, OPEN)
    if face.json:
        made: dict[str, Any] = {
            "by": by, "pairs": scores.pairs, "macro_f1": scores.macro_f1, "accuracy": scores.accuracy,
            "f1": dict(scores.f1), "decided_by_rules": scores.decided, "rejections": scores.rejections,
            "rejections_right": scores.rejections_right, "wrongly_blessed_by_rules": scores.blessed,
            "confusion": {label: {one: scores.confused.get((label, one), 0) for one in said} for label in LABELS},
        }  # fmt: skip
        if paraphrased:
            made["paraphrases"] = {"pairs": len(paraphrased), "rejected": rejected}
        face.out_json(made)
        return
    face.out(f"{'label':12}" + "".join(f"{one:>12}" for one in said) + f"{'F1':>8}   (by {by})")
    for label in LABELS:
        counts = "".join(f"{scores.confused.get((label, one), 0):12}" for one in said)
        face.out(f"{label:12}{counts}{scores.f1[label]:8.3f}")
    face.out(f"\n{scores.pairs} pairs: macro-F1 {scores.macro_f1:.3f}, accuracy {scores.accuracy:.3f}")
    face.out(
        f"decided by rule, so no call of a judge: {scores.decided:.1%}; {scores.rejections} rejected, "
        f"{scores.rejections_right:.1%} of them rightly; called supported wrongly: {scores.blessed}"
    )
    if paraphrased:
        face.out(f"honest paraphrases rejected by rule: {rejected} of {len(paraphrased)}")


def _print_errors(face: Face, pairs: Sequence["LabelledPair"], said: Sequence["Opinion"]) -> None:
    from agent.evaluate.claims import OPEN

    by_id = {one.id: one for one in said}
    for pair in pairs:
        one = by_id.get(pair.id)
        if one is not None and one.said not in {pair.label, OPEN}:
            face.out(f"\n{pair.id}: {pair.claim}\n  label {pair.label}, said {one.said} ({one.by}): {one.reason}")
