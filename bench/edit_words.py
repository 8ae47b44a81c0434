"""One edit that turns a true sentence by a word: negation, quantifiers, comparatives. Pure, seeded."""

import re
import tomllib
from pathlib import Path
from random import Random
from typing import Any

from bench.edits import Change

_TABLES: dict[str, Any] = tomllib.loads((Path(__file__).parent / "edit_words.toml").read_text(encoding="utf-8"))
_NOTHING = r"(?!)"


def change_negation(sentence: str, text: str, language: str, random: Random) -> Change | None:
    """A "not" dropped or added."""
    del text
    drops, adds = _drops(sentence, language), _adds(sentence, language)
    found = drops if drops and (random.random() < 0.8 or not adds) else adds
    return random.choice(found) if found else None


def _drops(sentence: str, language: str) -> list[Change]:
    found: list[Change] = []
    for pattern, new in _TABLES["dropped"][language]:
        for match in re.finditer(pattern, sentence):
            if re.match(
                r"not (?:only|just|merely|yet|least|all|every|always|necessarily)\b", sentence[match.start() :]
            ):
                continue
            if new == "@do":
                verb = re.match(r"[a-z]+", sentence[match.end() :])
                form = verb[0] + ("es" if verb[0].endswith(("s", "sh", "ch", "x")) else "s") if verb else ""
                is_one = match[0].startswith("does")
                if verb:
                    found.append(Change(match.start(), match.end() + len(verb[0]), form if is_one else verb[0]))
            elif new == "@":
                after = sentence[match.end() :]
                there = "still " if after.startswith("longer") else "some " if after.startswith("evidence") else "a "
                end = match.end() + (len("longer ") if there == "still " else 0)
                found.append(Change(match.start(), end, there))
            elif new == "@kein":
                found.append(Change(match.start(), match.end(), match[0].replace("kein", "ein")))
            else:
                found.append(Change(match.start(), match.end(), new))
    return found


def _adds(sentence: str, language: str) -> list[Change]:
    if re.search(
        r"\b(?:not|no|never|nor|neither|without|little|few|nicht|kein\w*|nie)\b|不|没|未|无|非", sentence, re.IGNORECASE
    ):
        return []
    found: list[Change] = []
    for pattern, new in _TABLES["added"][language]:
        matches = list(re.finditer(pattern, sentence))[:1]
        found += [Change(match.end(), match.end(), new) for match in matches]
    return found


def change_quantifier(sentence: str, text: str, language: str, random: Random) -> Change | None:
    """Another share of the things spoken of; never a weaker one that what was said entails."""
    del text
    found = [
        Change(match.start(), match.end(), random.choice(new))
        for pattern, *new in _TABLES["quantifiers"][language]
        for match in re.finditer(pattern, sentence)
    ]
    return random.choice(found) if found else None


def change_comparative(sentence: str, text: str, language: str, random: Random) -> Change | None:
    """The opposite direction, order or pole."""
    del text
    found: list[Change] = []
    for pair in _TABLES["opposites"][language]:
        both = pair.split(":")
        for old, new in (both, both[::-1]):
            pattern = re.escape(old) if language == "zh" else rf"\b{re.escape(old)}\b"
            if re.search(new if language == "zh" else rf"\b{new}\b", sentence):
                continue
            for match in re.finditer(pattern, sentence):
                before, after = sentence[: match.start()], sentence[match.end() :]
                if re.search(_TABLES["not_before"].get(old, _NOTHING), before) or re.match(
                    _TABLES["not_after"].get(old, _NOTHING), after
                ):
                    continue
                found.append(Change(match.start(), match.end(), new))
    return random.choice(found) if found else None
