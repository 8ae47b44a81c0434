"""Scoring verdicts on labelled pairs of a claim and a text: macro-F1, what was confused, model calls avoided. Pure."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeVar, get_args

from agent.rules.check import RuleCheck, check_claim

T = TypeVar("T")
LABELLED = Path(__file__).parent / "claims.jsonl"
PARAPHRASES = Path(__file__).parent / "paraphrases.jsonl"

Label = Literal["supports", "refutes", "not_enough"]
Said = Literal["supports", "refutes", "not_enough", "open"]
"""A label, or `open`: nobody decided."""
LABELS: tuple[Label, ...] = get_args(Label)
OPEN: Said = "open"


@dataclass(frozen=True, slots=True)
class LabelledPair:
    """A claim, the text it is held against, and what a person says of the two. `language` is the claim's, ISO 639-1."""

    id: str
    claim: str
    text: str
    label: Label
    language: str | None = None


@dataclass(frozen=True, slots=True)
class Opinion:
    """What was said of one pair, and by whom: `verbatim`, `rule:<kind>`, `judge:<model>`, "" where nobody decided."""

    id: str
    said: Said
    by: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ClaimScores:
    """Shares from 0 to 1 over `pairs` pairs; `confused` counts (label, said).

    `decided` is the share that a rule decided, each a call of the judge less. `rejections` counts what a rule rejected,
    `rejections_right` the share of those whose label is not `supports`; `blessed` counts what a rule called supported
    though the label says otherwise.
    """

    pairs: int
    macro_f1: float
    accuracy: float
    f1: Mapping[Label, float]
    decided: float
    rejections: int
    rejections_right: float
    blessed: int
    confused: Mapping[tuple[Label, Said], int]


def read_pairs(path: Path = LABELLED) -> list[LabelledPair]:
    """Return the labelled pairs of a JSON Lines file. Raises ValueError with the line number of a malformed row."""
    pairs = _read_rows(path, "labelled pair", _pair)
    repeated = [id_ for id_, count in Counter(pair.id for pair in pairs).items() if count > 1]
    if not pairs or repeated:
        raise ValueError(f"{path.name} has " + (f"the id {repeated[0]!r} twice" if repeated else "no labelled pair"))
    return pairs


def _pair(row: Mapping[str, Any]) -> LabelledPair:
    claim, text, language = row["claim"], row["text"], row.get("language")
    if not isinstance(claim, str) or not isinstance(text, str) or not isinstance(language, str | None):
        raise TypeError("claim, text and language are to be text")
    if row["label"] not in LABELS:
        raise ValueError(f"the label {row['label']!r} is none of {', '.join(LABELS)}")
    return LabelledPair(str(row["id"]), claim, text, row["label"], language)


def read_paraphrases() -> list[LabelledPair]:
    """Return honest paraphrases as pairs whose text supports the claim."""
    return _read_rows(PARAPHRASES, "paraphrase", lambda row: _pair({**row, "label": "supports"}))


def _read_rows(path: Path, kind: str, make: Callable[[Mapping[str, Any]], T]) -> list[T]:
    found: list[T] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
        if line.strip():
            try:
                found.append(make(json.loads(line)))
            except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
                said = f"no {error}" if isinstance(error, KeyError) else str(error)
                raise ValueError(f"line {number} of {path.name} is no {kind} ({said})") from error
    return found


def judge_by_rules(pair: LabelledPair) -> Opinion:
    """Return what the rules say of a pair: open where none objects, for rules bless only the text's own sentence."""
    return opinion_of(pair.id, check_claim(pair.claim, pair.text, language=pair.language))


def opinion_of(id: str, found: RuleCheck) -> Opinion:
    """Return a rule's finding as a label: another value in the text refutes, one that it does not give is missing."""
    if found.verdict == "valid":
        return Opinion(id, "supports", found.checker, found.reason)
    if found.verdict != "rejected":
        return Opinion(id, OPEN, "", found.reason)
    says_otherwise = any(one.source and one.kind not in {"hedge", "missing", "quote"} for one in found.differences)
    return Opinion(id, "refutes" if says_otherwise else "not_enough", found.checker, found.reason)


def score(pairs: Sequence[LabelledPair], opinions: Iterable[Opinion]) -> ClaimScores:
    """Hold what was said against the labels; a pair that nobody spoke of is open, and counts as missed."""
    by_id = {one.id: one for one in opinions}
    said = [by_id.get(pair.id, Opinion(pair.id, OPEN)) for pair in pairs]
    confused: Counter[tuple[Label, Said]] = Counter(
        (pair.label, one.said) for pair, one in zip(pairs, said, strict=True)
    )
    f1: dict[Label, float] = {label: _f1(label, confused) for label in LABELS}
    ruled = [(pair, one) for pair, one in zip(pairs, said, strict=True) if not one.by.startswith("judge:") and one.by]
    rejected = [pair for pair, one in ruled if one.by.startswith("rule:")]
    return ClaimScores(
        pairs=len(pairs),
        macro_f1=sum(f1.values()) / len(LABELS),
        accuracy=_share(sum(confused[label, label] for label in LABELS), len(pairs)),
        f1=f1,
        decided=_share(len(ruled), len(pairs)),
        rejections=len(rejected),
        rejections_right=_share(sum(pair.label != "supports" for pair in rejected), len(rejected)),
        blessed=sum(one.said == "supports" and pair.label != "supports" for pair, one in ruled),
        confused=confused,
    )


def _f1(label: Label, confused: Counter[tuple[Label, Said]]) -> float:
    right = confused[label, label]
    given = sum(count for (_, said), count in confused.items() if said == label)
    there = sum(count for (truth, _), count in confused.items() if truth == label)
    return _share(2 * right, given + there)


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0


def read_opinions(path: Path) -> list[Opinion]:
    """Return recorded opinions, lines of {id, said, by}. Raises ValueError with the line number of a malformed one."""
    return _read_rows(path, "recorded verdict", _recorded)


def _recorded(row: Mapping[str, Any]) -> Opinion:
    if row["said"] not in {*LABELS, OPEN}:
        raise ValueError(f"{row['said']!r} is none of {', '.join((*LABELS, OPEN))}")
    return Opinion(str(row["id"]), row["said"], str(row.get("by", "")), str(row.get("reason", "")))


def write_opinions(path: Path, opinions: Iterable[Opinion]) -> None:
    """Write opinions as lines that `read_opinions` reads."""
    rows = ({"id": one.id, "said": one.said, "by": one.by, "reason": one.reason} for one in opinions)
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
