"""Which names may stand for one thing, by what titles and texts say themselves; never by likeness. Pure.

Every rule only proposes: whether two names are one thing is a person's word.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from retrievers.names import core_name, norm_name

Method = Literal["abbreviation", "parenthesis", "alias line", "same work"]

_BRACKET = re.compile(r"\(([^()]{2,80})\)\s*$")
_SHORT = re.compile(r"(?=(?:.*[^\W\d_]){2})[^\W_][\w.&-]{1,9}")
_ALIAS_LINE = re.compile(
    r"^[\W_]{0,8}(?:alias(?:es)?|a\.?k\.?a\.?|also known as|other names?|short (?:name|form)|abbreviat(?:ed|ion)|"
    r"auch bekannt als|andere namen?|kurz(?:name|form)|abkürzung)\b[\W_]{0,4}:[\W_]{0,4}(.{2,400})$",
    re.IGNORECASE | re.MULTILINE,
)
_BETWEEN = re.compile(r"\s*[,;|/\u3001]\s*|\s+(?:and|or|und|oder)\s+")
_MOST_ALIASES = 20
"""Names that one line declares; what says more is a list of something else."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """Two names, as entity keys in order, that may stand for one thing: by which rule, and the words it rests on."""

    one: str
    other: str
    method: Method
    why: str


def is_short(name: str) -> bool:
    """Say whether a whole name has the form of an abbreviation: one word of at most ten characters, two capitals."""
    return bool(_SHORT.fullmatch(name)) and sum(c.isupper() for c in name) >= 2


def is_abbreviation(short: str, name: str) -> bool:
    """Say whether `short` abbreviates a name of several words: it has two capitals or more, its first letter begins the
    name, and its letters follow in order, each capital at a beginning of a word or inside a long one.

    The rule of Schwartz and Hearst (2003), held to capitals, so that "planet" in parentheses abbreviates nothing.
    """
    letters = [c for c in short if c.isalnum()]
    words = re.findall(r"\w+", name)
    if not is_short(short) or not words or len(name) < len(short) + 2:
        return False
    if letters[0].casefold() != words[0][0].casefold():
        return False
    low, at = name.casefold(), len(name)
    for index in range(len(letters) - 1, -1, -1):
        letter = letters[index].casefold()
        at = low.rfind(letter, 0, at)
        while index == 0 and at > 0 and low[at - 1].isalnum():
            at = low.rfind(letter, 0, at)
        if at < 0:
            return False
    initials = [word[0].casefold() for word in words]
    return sum(letter.casefold() in initials for letter in letters) >= min(2, len(words))


def by_titles(names: Mapping[str, str]) -> list[Proposal]:
    """Return what whole names say: "International Energy Agency (IEA)" is that without the parentheses, and is IEA.

    `names` are key -> whole name. A part in parentheses that tells namesakes apart is dropped only where there is one
    such name: beside "Mercury (planet)" and "Mercury (element)", "Mercury" may be either.
    """
    by_whole: dict[str, list[str]] = defaultdict(list)
    by_core: dict[str, list[str]] = defaultdict(list)
    for key, full in sorted(names.items()):
        by_whole[full.casefold()].append(key)
        by_core[norm_name(full)].append(key)
    found: list[Proposal] = []
    shorts: dict[str, list[Proposal]] = defaultdict(list)
    for key, full in sorted(names.items()):
        bracket = _BRACKET.search(full)
        core = core_name(full)
        if bracket is None or core == full:
            continue
        told = bracket[1].strip()
        if len(by_core[norm_name(full)]) == 2:
            found += [_pair(key, other, "parenthesis", f"“{full}” without its parentheses")
                      for other in by_whole[core.casefold()]]  # fmt: skip
        if is_abbreviation(told, core):
            for other in by_whole[told.casefold()]:
                shorts[other].append(_pair(key, other, "abbreviation", f"the title “{full}”"))
    return [*found, *_unambiguous(shorts, names)]


def by_texts(rows: Iterable[Sequence[str]], names: Mapping[str, str]) -> list[Proposal]:
    """Return the abbreviations that texts introduce: "the International Energy Agency (IEA)".

    `rows` are (short name's key, long name's key, text, title of the source).
    """
    shorts: dict[str, list[Proposal]] = defaultdict(list)
    for short, long, text, title in rows:
        core, told = core_name(names[long]), names[short]
        if short == long or not is_abbreviation(told, core):
            continue
        written = r"\s+".join(re.escape(word) for word in core.split())
        if re.search(rf"(?<!\w){written}[\"'”’]?\s*\([\"“'‘]?{re.escape(told)}[\"”'’]?[),;]", text, re.IGNORECASE):
            shorts[short].append(_pair(short, long, "abbreviation", f"“{core} ({told})” in “{title}”"))
    return _unambiguous(shorts, names)


def by_alias_lines(rows: Iterable[Sequence[str]], names: Mapping[str, str]) -> list[Proposal]:
    """Return the names that a text's own line declares for what its title names: `Also known as: IEA`.

    `rows` are (the title's entity key, text).
    """
    keys = {full.casefold(): key for key, full in sorted(names.items())}
    found: list[Proposal] = []
    for key, text in rows:
        for line in _ALIAS_LINE.finditer(text):
            told = [part.strip(" \t.\"'“”‘’*_") for part in _BETWEEN.split(line[1])]
            for alias in told[:_MOST_ALIASES] if len(told) <= _MOST_ALIASES else ():
                other = keys.get(alias.casefold())
                if other and other != key:
                    found.append(_pair(key, other, "alias line", f"“{' '.join(line[0].split())[:200]}”"))
    return found


def by_works(rows: Iterable[Sequence[str]]) -> list[Proposal]:
    """Return titles of one work: the sources say the same DOI or address of themselves.

    `rows` are (entity key of the title, what its source says that it is). More than two titles of one address say that
    it is no single thing's.
    """
    titles: dict[str, set[str]] = defaultdict(set)
    for key, same in rows:
        titles[same].add(key)
    return [
        _pair(min(keys), max(keys), "same work", f"both sources say that they are {same[:200]}")
        for same, keys in sorted(titles.items())
        if len(keys) == 2
    ]


def keep_each_pair_once(proposals: Iterable[Proposal], decided: Collection[tuple[str, str]]) -> list[Proposal]:
    """Return the first proposal of each pair that nobody has decided, in the order of the keys."""
    first: dict[tuple[str, str], Proposal] = {}
    for one in proposals:
        first.setdefault((one.one, one.other), one)
    return [one for pair, one in sorted(first.items()) if pair not in decided]


def _unambiguous(shorts: Mapping[str, Sequence[Proposal]], names: Mapping[str, str]) -> list[Proposal]:
    """Leave out an abbreviation of names that differ: it tells nothing of which is meant."""
    found: list[Proposal] = []
    for short, proposals in sorted(shorts.items()):
        long = {norm_name(names[p.other if p.one == short else p.one]) for p in proposals}
        if len(long) == 1:
            found += proposals
    return found


def _pair(key: str, other: str, method: Method, why: str) -> Proposal:
    one, two = sorted((key, other))
    return Proposal(one, two, method, why)
