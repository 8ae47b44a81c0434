"""Claims held against their sources: SciFact by rules, gold verdicts through the status, speed, a judge where set.

    python -m bench.claims --data FOLDER [--judge N [--draw FILE] [--after M]] [--misses FILE]

FOLDER holds scifact, ledger, xquad. No model is needed; with `--judge N` the configured one is asked about those of N
claims of SciFact (training part, labels in its shares) that no rule decides, and its macro-F1 stands beside the .798
that is published for a strong model on the development part. `--draw FILE` writes the N pairs for `claimgraph eval
claims --labels FILE` instead; `--after M` draws others than the first M.
"""

import argparse
import asyncio
import gzip
import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from agent.evaluate.claims import Label, LabelledPair, Opinion, judge_by_rules, read_pairs, score
from agent.rules.check import check_claim
from agent.rules.support_score import support_score
from agent.words.sentences import is_sound
from bench.metric import find_data, print_metric, print_state
from graph.model import Stance, Verdict
from graph.status import CitedEvidence, ClaimStatus, status_of
from retrievers.split import split_sentences

FILES = (
    "scifact/claims.train.jsonl", "scifact/corpus.jsonl.gz", "ledger/claims.jsonl",
    *(f"xquad/{language}.paragraphs.jsonl" for language in ("en", "de", "zh")),
)  # fmt: skip
PUBLISHED = 0.798
_LABELS: dict[str, Label] = {"support": "supports", "contradict": "refutes", "not_enough_info": "not_enough"}
_CITED: dict[str, tuple[Stance, Verdict]] = {
    "supports": ("supports", "valid"),
    "refutes": ("refutes", "valid"),
    "not_enough_info": ("mentions", "valid"),
}
_CALLED = {
    ClaimStatus("conflicting", "opposing_evidence"): "disputed",
    ClaimStatus("supported", "judged"): "supports",
    ClaimStatus("unsupported", "refuted"): "refutes",
    ClaimStatus("unsupported", "no_evidence"): "not_enough_info",
}
_PASSAGE = 1_000  # characters


def main() -> None:
    """Run the bench from the command line."""
    parser = argparse.ArgumentParser(description="Claims held against their sources")
    parser.add_argument("--data", type=Path, help=f"folder with {', '.join(FILES)}")
    parser.add_argument("--judge", type=int, default=0, help="ask the configured judge about this many claims")
    parser.add_argument("--draw", type=Path, help="with --judge: write these pairs to a file, and do nothing else")
    parser.add_argument("--after", type=int, default=0, help="with --judge: leave out as many that were drawn before")
    parser.add_argument("--all", action="store_true", help="with --judge: also about what a rule decides")
    parser.add_argument("--speed", type=int, default=10_000, help="pairs to time (default: 10,000)")
    parser.add_argument("--misses", type=Path, help="write the supported claims that a rule rejected")
    options = parser.parse_args()
    data = find_data(options.data, FILES)
    if data is None:
        return
    if options.draw:
        drawn = draw_alike(read_scifact(data)[0], options.judge, after=options.after)
        lines = [json.dumps(asdict(pair), ensure_ascii=False) for pair in drawn]
        options.draw.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return
    print_state()
    print_ledger(data / FILES[2])
    pairs, corpus = read_scifact(data)
    print_rules(pairs, options.misses)
    print_translations(data / "xquad")
    if options.speed:
        print_speed(pairs, list(corpus.values()), options.speed)
    if options.judge:
        drawn = draw_alike(pairs, options.judge, after=options.after)
        asyncio.run(print_judge(drawn, rules_first=not options.all))


def read_scifact(data: Path) -> tuple[list[LabelledPair], dict[str, str]]:
    """Return the claims with their gold abstract, without those that evidence elsewhere decides, and all abstracts."""
    rows = gzip.decompress((data / FILES[1]).read_bytes()).decode("utf-8").split("\n")
    corpus = {row["id"]: str(row["text"]) for row in map(json.loads, filter(None, rows))}
    pairs = [
        LabelledPair(f"{row['claim_id']}:{row['doc_id']}", row["claim"], corpus[row["doc_id"]], label, "en")
        for row in _read(data / FILES[0])
        if (label := _LABELS[row["label"]]) != "not_enough" or not row["claim_has_evidence"]
    ]
    return pairs, corpus


def draw_alike(pairs: Sequence[LabelledPair], count: int, *, after: int = 0, seed: int = 7) -> list[LabelledPair]:
    """Return `count` pairs with the labels in the shares of the whole, in an order that tells nothing of them.

    The same seed draws the same pairs; `after` leaves out those that were drawn with that count, for a second look.
    """
    random = Random(seed)
    drawn: list[LabelledPair] = []
    quotas = {label: sum(pair.label == label for pair in pairs) / len(pairs) for label in _LABELS.values()}
    for label, share in quotas.items():
        of_label = sorted((pair for pair in pairs if pair.label == label), key=lambda pair: pair.id)
        random.shuffle(of_label)
        drawn += of_label[round(share * after) : round(share * (after + count))]
    random.shuffle(drawn)
    return drawn


def print_rules(pairs: Sequence[LabelledPair], misses: Path | None) -> None:
    """Print what the rules say of SciFact's claims without a model, and how well the score orders them for review."""
    opinions = [judge_by_rules(pair) for pair in pairs]
    scores = score(pairs, opinions)
    verbatim = sum(one.by == "verbatim" for one in opinions)
    print_metric("SciFact: called supported by a rule", sum(map(_is_blessed, opinions)), len(pairs), "0")
    print_metric("SciFact: the text's own sentence", verbatim, len(pairs))
    print_metric("SciFact: rejected by a rule, rightly", scores.rejections_right, scores.rejections, ">= .90, n >= 40")
    supported = sum(pair.label == "supports" for pair in pairs)
    wrongly = round(scores.rejections * (1 - scores.rejections_right))
    print_metric("SciFact: supported claims rejected", wrongly / supported, supported, "<= .05")
    ours = score(own := read_pairs(), [judge_by_rules(pair) for pair in own])
    print_metric("own labelled pairs: rejected, rightly", ours.rejections_right, ours.rejections)
    print_metric("SciFact: judge's calls avoided by rules", scores.decided, len(pairs))
    print_metric("own labelled pairs: calls avoided", ours.decided, len(own))
    order = np.array([support_score(pair.claim, pair.text, language="en") for pair in pairs])
    is_supported = np.array([pair.label == "supports" for pair in pairs])
    print_metric("SciFact: support_score, AUC", auc(order[is_supported], order[~is_supported]), len(pairs))
    for label in ("refutes", "not_enough"):
        rest = order[[pair.label == label for pair in pairs]]
        value = auc(order[is_supported], rest)
        print_metric(f"SciFact: AUC, supports against {label}", value, int(is_supported.sum()) + len(rest))
    print_metric("SciFact: share supported", float(is_supported.mean()), len(pairs))
    ranked = is_supported[np.argsort(-order, kind="stable")]
    for share in (0.1, 0.25, 0.5):
        first = ranked[: round(share * len(pairs))]
        last = ranked[-round(share * len(pairs)) :]
        print_metric(f"SciFact: supported, highest {share:.0%} by score", float(first.mean()), len(first))
        print_metric(f"SciFact: not supported, lowest {share:.0%}", float(1 - last.mean()), len(last))
    if misses is not None:
        wrong = [
            {"claim": pair.claim, "label": pair.label, "by": one.by, "reason": one.reason, "text": pair.text}
            for pair, one in zip(pairs, opinions, strict=True)
            if one.by.startswith("rule:") and pair.label == "supports"
        ]
        lines = [json.dumps(row, ensure_ascii=False) for row in wrong]
        misses.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _is_blessed(one: Opinion) -> bool:
    return one.said == "supports" and one.by != "verbatim"


def auc(higher: "np.ndarray[Any, Any]", lower: "np.ndarray[Any, Any]") -> float:
    """The share of pairs in order, 0 to 1."""
    above, below = higher[:, None], lower[None, :]
    return float((above > below).mean() + 0.5 * (above == below).mean())


def print_ledger(path: Path) -> None:
    """Print how many claims get their gold label from those of their evidence, taken as a judge's verdicts."""
    rows = list(_read(path))
    right = 0
    for row in rows:
        cited = [
            CitedEvidence(*_CITED[one["label"]], quote_match="exact", checker="judge:gold") for one in row["evidence"]
        ]
        right += _CALLED.get(status_of(cited)) == row["label"]
    print_metric("ledger: gold labels reproduced by the status", right / len(rows), len(rows), "1")


def print_translations(folder: Path) -> None:
    """Print how many sentences are rejected when held against a translation of their paragraph: none rightly."""
    texts = {
        code: {row["id"]: row["text"] for row in _read(folder / f"{code}.paragraphs.jsonl")}
        for code in ("en", "de", "zh")
    }
    for ours, theirs in (("de", "en"), ("zh", "en"), ("en", "de"), ("en", "zh")):
        verdicts = [
            check_claim(sentence, texts[theirs][id_], language=ours).verdict
            for id_, text in texts[ours].items()
            for span in split_sentences(text, ours)
            if is_sound(sentence := text[span.char_start : span.char_end].strip())
        ]
        rejected, left = verdicts.count("rejected"), verdicts.count("cannot_check")
        print_metric(f"XQuAD {ours} against {theirs}: rejected", rejected / len(verdicts), len(verdicts), "<= .05")
        print_metric(f"XQuAD {ours} against {theirs}: cannot be checked", left / len(verdicts), len(verdicts))


def print_speed(pairs: Sequence[LabelledPair], abstracts: Sequence[str], count: int) -> None:
    """Print claims a CPU-second against passages of about 1,000 characters, each claim with passages of its own."""
    random = Random(7)
    passages = [text[:_PASSAGE] for text in abstracts if len(text) >= _PASSAGE]
    work = [(pairs[at % len(pairs)].claim, random.choice(passages)) for at in range(count)]
    check_claim(*work[0])  # what is loaded once is no part of it
    started = time.process_time()
    decided = sum(check_claim(claim, text, language="en").checker != "" for claim, text in work)
    spent = time.process_time() - started
    print_metric("claims a CPU-second", count / spent, count, "> 500")
    print_metric("of these, decided by a rule", decided / count, count)


async def print_judge(chosen: Sequence[LabelledPair], *, rules_first: bool) -> None:
    """Print the configured judge's macro-F1 on these claims, beside the published figure of a strong model."""
    from agent.build import open_model
    from agent.evaluate.judging import judge_by_model
    from agent.llm.configured import configured_models
    from agent.settings import read_settings

    settings = read_settings({})
    models = configured_models(settings)
    if models is None:
        print("skipped: no judge; set the three CLAIMGRAPH_*_MODEL and OPENAI_BASE_URL")
        return
    count = len(chosen)
    started = time.perf_counter()
    async with open_model(models, print, home=settings.home_path) as model:
        opinions = await judge_by_model(chosen, model, rules_first=rules_first)
    scores = score(chosen, opinions)
    print_metric("SciFact: judge, macro-F1", scores.macro_f1, count, f"(published: {PUBLISHED})")
    print_metric("SciFact: judge, accuracy", scores.accuracy, count)
    print_metric("SciFact: judge, seconds a claim", (time.perf_counter() - started) / count, count)
    for (label, said), number in sorted(scores.confused.items()):
        print_metric(f"SciFact: {label} called {said}", number, count)


def _read(path: Path) -> Iterator[dict[str, Any]]:
    for line in path.read_text(encoding="utf-8").split("\n"):
        if line:
            yield json.loads(line)


if __name__ == "__main__":
    main()
