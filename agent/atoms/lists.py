"""Lists that share a predicate: several subjects of which each is said, several values each with its year or place."""

import re

from agent.atoms.predicate import find_predicate
from agent.atoms.verbs import singular
from agent.atoms.words import PREPOSITIONS, Word, find_words

_MAX_NAMED = 6  # words of one of several subjects
_VALUE = r"(?:(?:about|around|over|nearly|some|roughly|almost|up to|more than|less than) )?[€$£]?\d[\d.,–-]*%?"
_ITEM = re.compile(rf"(?:(?:by|to|at) )?{_VALUE}(?: [^\W\d]+){{0,3}}? (?P<where>in|for|on|from|among|during|at) [^,;]+")
_BETWEEN_ITEMS = re.compile(rf",? and (?=(?:(?:by|to|at) )?{_VALUE})|, (?=(?:(?:by|to|at) )?{_VALUE})")
_RESPECTIVELY = re.compile(r"(?P<head>.+?),? respectively(?P<rest>(?: [^,;]+)?)")
_IN_LIST = re.compile(r", and |, | and ")


def split_each(text: str) -> list[str] | None:
    """Split "The plant and the dam each cost 5 million" and "Both … and …"; None without such a word."""
    words = find_words(text)
    predicate = find_predicate(words, 0, len(words))
    if predicate is None:
        return None
    subject = words[: predicate.start]
    marker = next((w for w in (*subject, *words[predicate.start : predicate.main]) if w.low in {"each", "both"}), None)
    if marker is None or (marker in subject[1:-1]):
        return None
    named = _named(text, [word for word in subject if word is not marker])
    verb = words[predicate.start]
    before = [w for w in words[predicate.start + 1 :] if w is not marker]
    if named is None or not before or "each" in {w.low for w in before}:
        return None
    rest = text[verb.end :] if marker.start < verb.start else text[verb.end : marker.start] + text[marker.end + 1 :]
    return [f"{name} {singular(verb.text)} {rest.strip()}" for name in named]


def split_respectively(text: str) -> list[str] | None:
    """Split "A and B cost 5 and 6 million, respectively" pair by pair; None where the lists do not pair."""
    found = _RESPECTIVELY.fullmatch(text)
    if found is None:
        return None
    head = found["head"]
    words = find_words(head)
    predicate = find_predicate(words, 0, len(words))
    if predicate is None:
        return None
    named = _named(text, words[: predicate.start])
    values = _IN_LIST.split(head[words[predicate.main].end :].strip())
    if named is None or len(named) != len(values) or not all(re.match(_VALUE, value) for value in values):
        return None
    unit = re.sub(rf"^{_VALUE}", "", values[-1]).strip()
    full = [value if re.sub(rf"^{_VALUE}", "", value).strip() else f"{value} {unit}".strip() for value in values]
    start, main = words[predicate.start], words[predicate.main]
    verb = singular(start.text) + head[start.end : main.end]
    return [f"{name} {verb} {value}{found['rest']}" for name, value in zip(named, full, strict=True)]


def split_values(text: str) -> list[str] | None:
    """Split "Revenue was 5 million in 2019 and 6 million in 2020"; None where not every item is a value with one of the
    same kind of places."""
    words = find_words(text)
    predicate = find_predicate(words, 0, len(words))
    if predicate is None:
        return None
    cut = words[predicate.main].end
    items = _BETWEEN_ITEMS.split(text[cut:].strip())
    found = [_ITEM.fullmatch(item) for item in items]
    places = {one["where"] for one in found if one is not None}
    if len(items) < 2 or None in found or len(places) != 1 or any(" and " in item or " per " in item for item in items):
        return None
    return [f"{text[:cut]} {item}" for item in items]


def _named(text: str, words: list[Word]) -> list[str] | None:
    """The things that a subject lists, each with words of its own; None where "and" may stand inside one."""
    groups: list[list[Word]] = [[]]
    for word in words:
        if word.low == "and" or word.text == ",":
            groups.append([])
        else:
            groups[-1].append(word)
    groups = [group for group in groups if group]
    if len(groups) < 2 or any(len(group) > _MAX_NAMED for group in groups):
        return None
    if any(word.low in PREPOSITIONS or word.is_mark for group in groups for word in group):
        return None
    has_article = [group[0].low in {"the", "a", "an"} or group[0].text[0].isupper() for group in groups]
    if not all(has_article):
        return None
    return [text[group[0].start : group[-1].end] for group in groups]
