"""True sentences with one edit, held against the passage they stand in: how many edits the rules catch.

    python -m bench.edited --data FOLDER [--pairs N] [--half tuning|held_out|both] [--misses FILE]

FOLDER holds scifact, xquad, hotpot-train100 and musique-train100. Every passage belongs to one half by its hash; the
misses that are written down are those of the tuning half alone. Beside the edits it counts what is rejected by mistake:
untouched sentences, and sentences changed in a way that leaves what they say as it is.
"""

import argparse
import gzip
import json
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from random import Random

from agent.evaluate.claims import LabelledPair, read_paraphrases
from agent.rules.check import RuleCheck, check_claim
from agent.words.sentences import is_sound
from bench.edit_harmless import change_harmlessly
from bench.edit_names import find_names, name_changer
from bench.edit_words import change_comparative, change_negation, change_quantifier
from bench.edits import Change, change_date, change_number, change_percent, change_unit
from bench.metric import find_data, print_metric, print_state
from retrievers.split import split_sentences

FILES = {
    "scifact/corpus.jsonl.gz": "en", "xquad/en.paragraphs.jsonl": "en", "xquad/de.paragraphs.jsonl": "de",
    "xquad/zh.paragraphs.jsonl": "zh", "hotpot-train100/passages.jsonl": "en", "musique-train100/passages.jsonl": "en",
}  # fmt: skip
OWN = Path(__file__).with_name("edited_paraphrases.txt")
BLIND = Path(__file__).with_name("blind_paraphrases.txt")
_OTHERS = 0.2  # of the pairs are German or Chinese, where a kind has them
_WORDS = range(6, 61)
_CHARACTERS = 3  # of a Chinese word, about
_ASKED = {"caught": ">= .98", "untouched": "<= .01"}

Edit = Callable[[str, str, str, Random], Change | None]


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence, the passage it stands in, and the half that the passage belongs to."""

    id: str
    sentence: str
    text: str
    language: str
    half: str


@dataclass(frozen=True, slots=True)
class EditedPair:
    """A claim made from a sentence by one edit of a kind; `is_hard`: the new value stands elsewhere in the passage."""

    kind: str
    source: Sentence
    claim: str
    is_hard: bool


def main() -> None:
    """Run the bench from the command line."""
    parser = argparse.ArgumentParser(description="Edited sentences caught by rule")
    parser.add_argument("--data", type=Path, help=f"folder with {', '.join(FILES)}")
    parser.add_argument("--pairs", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--half", choices=["tuning", "held_out", "both"], default="both")
    parser.add_argument(
        "--misses", type=Path, help="write what was missed or wrongly rejected here, of the tuning half"
    )
    options = parser.parse_args()
    data = find_data(options.data, list(FILES))
    if data is None:
        return
    print_state()
    sentences = read_sentences(data, options.seed)
    pairs = make_pairs(sentences, options.pairs, options.seed)
    chosen = [one for one in pairs if options.half in {"both", one.source.half}]
    misses = print_caught(chosen, "edits caught")
    plain = Random(options.seed).sample(sentences, min(len(sentences), options.pairs))
    kept = [one for one in plain if options.half in {"both", one.half}]
    misses += print_rejected("untouched", [EditedPair("untouched", one, one.sentence, is_hard=False) for one in kept])
    harmless = make_harmless(sentences, options.pairs // 4, options.seed)
    misses += print_rejected("harmless", [one for one in harmless if options.half in {"both", one.source.half}])
    rows = read_paraphrases()
    print_paraphrases(rows)
    general = [one for one in sentences if one.language == "en" and not one.id.startswith("scifact")]
    misses += print_caught(edit_paraphrases(rows, general, options.seed), "edited paraphrases caught")
    misses += print_own(read_own())
    blind = read_own(BLIND)
    print_caught([one for one in blind if one.kind != "honest"], "edits of others caught")
    print_rejected("honest ones of others", [one for one in blind if one.kind == "honest"])
    if options.misses is not None:
        options.misses.write_text("\n".join(misses) + "\n", encoding="utf-8")


def read_own(path: Path = OWN) -> list[EditedPair]:
    """Return our own paraphrases, with one edit in it those whose kind is another than "honest"."""
    found: list[EditedPair] = []
    for number, block in enumerate(path.read_text(encoding="utf-8").split("\n@ ")[1:]):
        head, text, *claims = block.rstrip("\n").split("\n")
        language, kind, half = head.split()
        for claim in claims:
            source = Sentence(f"own-{number}", claim[2:], text[2:], language, half)
            found.append(EditedPair(kind if claim[0] == "E" else "honest", source, claim[2:], is_hard=False))
    return found


def print_own(pairs: Sequence[EditedPair]) -> list[str]:
    """Print what is caught of our own paraphrases with an edit, and what is rejected of the honest ones, by half."""
    misses: list[str] = []
    for half in ("tuning", "held_out"):
        chosen = [one for one in pairs if one.source.half == half]
        edited = [one for one in chosen if one.kind != "honest"]
        misses += print_caught(edited, f"own edited paraphrases caught, {half}")
        misses += print_rejected(f"own honest ones, {half}", [one for one in chosen if one.kind == "honest"])
    return misses


def read_sentences(data: Path, seed: int) -> list[Sentence]:
    """Return the whole sentences of all passages, those of one passage in one half."""
    return [one for file, language in FILES.items() for one in _sentences(data / file, language, seed)]


def _sentences(path: Path, language: str, seed: int) -> Iterator[Sentence]:
    raw = path.read_bytes()
    rows = (gzip.decompress(raw) if path.suffix == ".gz" else raw).decode("utf-8")
    for line in rows.split("\n"):
        if not line:
            continue
        row = json.loads(line)
        text = str(row["text"])
        name = f"{path.parent.name}:{row['id']}"
        half = "held_out" if sha256(f"{seed}:{name}".encode()).digest()[0] % 2 else "tuning"
        for at, span in enumerate(split_sentences(text, language)):
            sentence = text[span.char_start : span.char_end].strip()
            size = len(sentence) // _CHARACTERS if language == "zh" else len(sentence.split())
            if size in _WORDS and is_sound(sentence) and "\n" not in sentence:
                yield Sentence(f"{name}#{at}", sentence, text, language, half)


def make_pairs(sentences: Sequence[Sentence], count: int, seed: int) -> list[EditedPair]:
    """Return `count` pairs, as many of each kind as there are; a sentence is used once."""
    random = Random(seed)
    pool = list(sentences)
    random.shuffle(pool)
    general = [one for one in pool if one.language == "en" and not one.id.startswith("scifact")]
    edits = edits_by_kind(general)
    used: set[str] = set()
    pairs: list[EditedPair] = []
    for kind, edit in edits.items():
        wanted = count // len(edits) + (kind == "name") * (count % len(edits))
        others = [one for one in pool if one.language != "en"]
        english = general if kind == "name" else [one for one in pool if one.language == "en"]
        made = _made(kind, edit, others, round(_OTHERS * wanted), used, random)
        made += _made(kind, edit, english, wanted - len(made), used, random)
        pairs += made
    return pairs


def edits_by_kind(general: Sequence[Sentence]) -> Mapping[str, Edit]:
    """Return the edits by kind; names from elsewhere are those of these sentences."""
    names = [one for sentence in general for one in find_names(sentence.sentence)]
    return {
        "percent": change_percent, "unit": change_unit, "date": change_date, "quantifier": change_quantifier,
        "negation": change_negation, "comparative": change_comparative, "number": change_number,
        "name": name_changer(names),
    }  # fmt: skip


def edit_paraphrases(rows: Sequence[LabelledPair], general: Sequence[Sentence], seed: int) -> list[EditedPair]:
    """Return honest paraphrases with one edit, once for each kind that finds something in them."""
    random = Random(seed)
    pool = [
        Sentence(row.id, row.claim, row.text, str(row.language), "tuning" if int(row.id[-3:]) % 2 else "held_out")
        for row in rows
        if row.language in {"en", "de", "zh"}
    ]
    return [
        pair
        for kind, edit in edits_by_kind(general).items()
        for pair in _made(kind, edit, pool, len(pool), set(), random)
    ]


def _made(
    kind: str, edit: Edit, pool: Sequence[Sentence], wanted: int, used: set[str], random: Random
) -> list[EditedPair]:
    found: list[EditedPair] = []
    for one in pool:
        if len(found) >= wanted:
            break
        if one.id in used:
            continue
        change = edit(one.sentence, one.text, one.language, random)
        if change is not None:
            used.add(one.id)
            found.append(EditedPair(kind, one, apply_change(one.sentence, change), change.is_of_text))
    return found


def apply_change(sentence: str, change: Change) -> str:
    """Return the sentence with the change made."""
    return sentence[: change.start] + change.new + sentence[change.end :]


def make_harmless(sentences: Sequence[Sentence], count: int, seed: int) -> list[EditedPair]:
    """Return sentences changed in a way that leaves what they say as it is."""
    random = Random(seed + 1)
    pool = [one for one in sentences if one.language == "en"]
    random.shuffle(pool)
    return _made("harmless", change_harmlessly, pool, count, set(), random)


def check(pair: EditedPair) -> RuleCheck:
    """Hold a pair's claim against its whole passage."""
    return check_claim(pair.claim, pair.source.text, language=pair.source.language)


def print_caught(pairs: Sequence[EditedPair], title: str) -> list[str]:
    """Print the share of edits that are rejected, by kind and language, or doubted; return the misses as JSON."""
    caught: dict[str, list[bool]] = defaultdict(list)
    misses: list[str] = []
    for pair in pairs:
        found = check(pair)
        is_caught = found.verdict == "rejected"
        names = [pair.kind, "all"] if title != "edits caught" else [pair.kind, *_groups(pair)]
        for name in names:
            caught[name].append(is_caught)
        if not is_caught and pair.source.half == "tuning":
            misses.append(_line(pair, found))
    doubted = [one for one in map(check, pairs) if one.verdict == "unchecked" and one.differences]
    print_metric(f"{title}: not rejected, but doubted", len(doubted) / len(pairs), len(pairs), "-")
    for name, found in caught.items():
        floor = _ASKED["caught"] if title == "edits caught" and name in {"all", "held_out"} else "-"
        print_metric(f"{title}: {name}", sum(found) / len(found), len(found), floor)
    return misses


def _groups(pair: EditedPair) -> list[str]:
    hard = ["new value from the same passage"] if pair.is_hard else []
    return [f"language {pair.source.language}", pair.source.half, *hard, "all"]


def print_rejected(name: str, pairs: Sequence[EditedPair]) -> list[str]:
    """Print the share of honest claims that are rejected; return those as JSON lines."""
    checked = [(pair, check(pair)) for pair in pairs]
    rejected = [one for one in checked if one[1].verdict == "rejected"]
    doubted = [found for _, found in checked if found.verdict == "unchecked" and found.differences]
    print_metric(f"rejected by mistake: {name}", len(rejected) / len(pairs), len(pairs), _ASKED.get(name, "-"))
    print_metric(f"doubted by mistake: {name}", len(doubted) / len(pairs), len(pairs), "-")
    return [_line(pair, found) for pair, found in rejected if pair.source.half == "tuning"]


def print_paraphrases(rows: Sequence[LabelledPair]) -> None:
    """Print the share of honest paraphrases that are rejected, alone with their text and with its neighbours around."""
    by_language = {
        language: [one for one in rows if one.language == language] for language in ("en", "de", "fr", "es", "zh")
    }
    for name, reach in (("alone with their text", 0), ("with two other texts on either side", 2)):
        rejected = 0
        for language, same in by_language.items():
            for at, one in enumerate(same):
                joined = ("" if language == "zh" else " ").join(
                    r.text for r in same[max(0, at - reach) : at + reach + 1]
                )
                rejected += check_claim(one.claim, joined, language=language).verdict == "rejected"
        print_metric(f"paraphrases rejected {name}", rejected / len(rows), len(rows), "<= .05")


def _line(pair: EditedPair, found: RuleCheck) -> str:
    row = {
        "kind": pair.kind, "language": pair.source.language, "claim": pair.claim, "sentence": pair.source.sentence,
        "said": [found.verdict, found.checker, found.reason], "text": pair.source.text,
    }  # fmt: skip
    return json.dumps(row, ensure_ascii=False)


if __name__ == "__main__":
    main()
