"""Choosing tools without a model: the rules on labelled questions, and the selector on two public data sets.

    python -m bench.routing [--data FOLDER] [--sample N]

FOLDER holds bfcl.jsonl and the MetaTool files. For each: BM25 over the tools' words alone, meaning alone, and the
product's selector, which puts both together. Irrelevance AUC: how well the nearest tool's nearness tells questions
that a tool answers from those that none does. With `--content FOLDER` (HotpotQA, MuSiQue, XQuAD, SciFact) it counts
questions about the world that the rules give to a template or a count by mistake.
"""

import argparse
import asyncio
import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from agent.evaluate.tool_choice import judge, read_cases, score
from agent.route import choose_tools
from agent.route.rules import choose_by_rules
from agent.route.select import ALWAYS, SHOWN, Described, Selector, describe, select_tools, spaced
from bench.metric import find_data, print_metric, print_state
from retrievers import load_tools
from retrievers.embed import Embedder, open_embedder
from retrievers.embed.remembering import Remembering

FILES = ("bfcl.jsonl", "metatool_tools.jsonl", "metatool_even.jsonl", "metatool_two_tools_even.jsonl")
CONTENT = {
    "HotpotQA": ("hotpot-train100/questions.jsonl", "question"),
    "MuSiQue": ("musique-train100/questions.jsonl", "question"),
    "XQuAD en": ("xquad/en.questions.jsonl", "question"),
    "XQuAD de": ("xquad/de.questions.jsonl", "question"),
    "XQuAD zh": ("xquad/zh.questions.jsonl", "question"),
    "SciFact": ("scifact/queries.train.jsonl", "text"),
}
OF_THE_WORLD = {"memory_search", "web_search"}


def main() -> None:
    """Run the bench from the command line."""
    parser = argparse.ArgumentParser(description="Choosing tools without a model")
    parser.add_argument("--data", type=Path, help=f"folder with {', '.join(FILES)}")
    parser.add_argument("--content", type=Path, help="folder with the question sets")
    parser.add_argument("--sample", type=int, default=1, help="of MetaTool's questions every Nth (default: all)")
    parser.add_argument("--embeddings", default="local", help="as CLAIMGRAPH_EMBEDDINGS (default: local)")
    parser.add_argument("--home", type=Path, default=Path.home() / ".cache" / "claimgraph-bench")
    options = parser.parse_args()
    print_state()
    asyncio.run(_rules())
    if options.content is not None:
        _content(options.content)
    data = find_data(options.data, FILES)
    if data is not None:
        embedder = open_embedder(options.embeddings, home=options.home)
        assert embedder is not None, "the selector is measured with an embedding model"
        asyncio.run(_shown(embedder))
        asyncio.run(_metatool(data, embedder, options.sample))
        asyncio.run(_bfcl(data, embedder))


async def _rules() -> None:
    today, cases = read_cases()
    tools = load_tools()
    judged = [judge(c, (await choose_tools(c.question, c.conversation, tools, today=today)).calls) for c in cases]
    for half in ("tuning", "held_out"):
        part = score(one for one in judged if one.case.half == half)
        print_metric(f"rules, {half}: tool recall", part.recall, part.questions, ">= 0.85")
        print_metric(f"rules, {half}: tool precision", part.precision, part.questions, ">= 0.80")
        print_metric(f"rules, {half}: arguments", part.arguments, part.questions)
        print_metric(f"rules, {half}: whole questions", part.end_to_end, part.questions)


async def _shown(embedder: Embedder) -> None:
    """Whether the tools that a question needs are among the few that a model is shown."""
    today, cases = read_cases()
    tools = load_tools()
    embedder = Remembering(embedder)
    ways: dict[str, tuple[Embedder | None, bool]] = {
        "by words": (None, False),
        "by words and meaning": (embedder, False),
        "the same, with what the rules propose": (embedder, True),
    }
    for name, (model, with_rules) in ways.items():
        found = needed = 0
        for case in cases:
            calls = choose_by_rules(case.question, case.conversation, tools, today=today).calls if with_rules else ()
            shown = await select_tools(case.question, tools, model, first=[call.tool for call in calls])
            wanted = [one.tool for one in case.expected if one.tool in tools and one.tool not in ALWAYS]
            needed += len(wanted)
            found += sum(tool in shown for tool in wanted)
        print_metric(f"needed among {SHOWN} shown, {name}", found / needed, needed)
    for count in (1, 2):
        selector = Selector([describe(tool) for tool in tools if tool.name not in ALWAYS], embedder)
        found = needed = size = 0
        for case in cases:
            ranked = [tools[one.name].group for one in await selector.rank(case.question)]
            groups = list(dict.fromkeys(ranked))[:count]
            size += sum(tool.group in groups for tool in tools)
            wanted = [one.tool for one in case.expected if one.tool in tools and one.tool not in ALWAYS]
            needed += len(wanted)
            found += sum(tools[tool].group in groups for tool in wanted)
        print_metric(f"needed among {size / len(cases):.0f} shown, the best {count} groups", found / needed, needed)


def _content(folder: Path) -> None:
    tools = load_tools()
    today, _ = read_cases()
    for name, (file, field) in CONTENT.items():
        questions = [row[field] for row in _read(folder / file)]
        wrong = sum(
            not {call.tool for call in choose_by_rules(question, (), tools, today=today).calls} <= OF_THE_WORLD
            for question in questions
        )
        print_metric(f"{name}: given to a template by mistake", wrong / len(questions), len(questions))


async def _metatool(data: Path, embedder: Embedder, sample: int) -> None:
    described = [_described(row["name"], row["description"]) for row in _read(data / FILES[1])]
    ways = _ways(described, embedder)
    for name, selector, floors in ways:
        places: Counter[int] = Counter()
        rows = _read(data / FILES[2])[::sample]
        for row in rows:
            ranked = [one.name for one in await selector.rank(row["query"])]
            places[ranked.index(row["tool"])] += 1
        for top in (1, 5):
            share = sum(places[at] for at in range(top)) / len(rows)
            print_metric(f"MetaTool, {name}: top {top} of {len(described)}", share, len(rows), floors[top])
        two = _read(data / FILES[3])
        found = 0
        for row in two:
            found += len({one.name for one in (await selector.rank(row["query"]))[:5]} & set(row["tools"]))
        print_metric(f"MetaTool two tools, {name}: recall@5", found / (2 * len(two)), len(two), floors[2])


def _ways(described: Sequence[Described], embedder: Embedder) -> list[tuple[str, Selector, dict[int, str]]]:
    none = {1: "-", 5: "-", 2: "-"}
    return [
        ("BM25", Selector(described, None), none),
        ("meaning", Selector(described, embedder, words=0.0), none),
        ("both", Selector(described, embedder), {1: "> .384", 5: "> .588", 2: "> .436"}),
    ]


async def _bfcl(data: Path, embedder: Embedder) -> None:
    right: Counter[str] = Counter()
    best: dict[tuple[str, str], list[float]] = {}
    rows = _read(data / FILES[0])
    for row in rows:
        described = [_of_function(function) for function in row["functions"]]
        for name, selector, _ in _ways(described, embedder):
            ranked = await selector.rank(row["messages"][-1]["content"])
            right[name] += row["set"] == "multiple" and ranked[0].name == row["gold"]
            nearness = max(one.nearness for one in ranked)
            best.setdefault((name, row["set"]), []).append(nearness)
    several = sum(row["set"] == "multiple" for row in rows)
    for name in ("BM25", "meaning", "both"):
        floor = ">= .985" if name == "both" else "-"
        print_metric(f"BFCL multiple, {name}: function name", right[name] / several, several, floor)
    fits, fits_not = best["both", "simple_python"], best["both", "irrelevance"]
    print_metric("BFCL irrelevance, nearness: AUC", _auc(fits, fits_not), len(fits) + len(fits_not), "> .869")
    words = {kind: [_overlap(row) for row in rows if row["set"] == kind] for kind in ("simple_python", "irrelevance")}
    print_metric("BFCL irrelevance, words in common: AUC", _auc(*words.values()), len(fits) + len(fits_not))


def _overlap(row: dict[str, Any]) -> float:
    """The share of the question's words that the nearest function has."""
    from agent.words.terms import stems

    asked = set(stems(row["messages"][-1]["content"], "en"))
    return max(len(asked & set(stems(_of_function(one).words, "en"))) / max(1, len(asked)) for one in row["functions"])


def _auc(higher: Sequence[float], lower: Sequence[float]) -> float:
    """The share of pairs in order, 0 to 1."""
    above, below = np.array(higher)[:, None], np.array(lower)[None, :]
    return float((above > below).mean() + 0.5 * (above == below).mean())


def _described(name: str, description: str, parameters: str = "") -> Described:
    says = f"{spaced(name)}: {description}"
    return Described(name, says, f"{says} {parameters}".strip())


def _of_function(function: dict[str, Any]) -> Described:
    properties: dict[str, Any] = function["parameters"].get("properties", {})
    said = " ".join(f"{name} {schema.get('description', '')}" for name, schema in properties.items())
    return _described(function["name"], function["description"], said)


def _read(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]


if __name__ == "__main__":
    main()
