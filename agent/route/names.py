"""What a question names, cut out of its words: a claim, a source, a thing, a run; as a tool's argument takes it."""

import re

_I = re.IGNORECASE
KEY = r"\b(?:claim|source|entity|run|report|question|passage|citation|statement|conflict)\.[0-9a-f]{4,32}\b"
"""A node's key or the beginning of one."""

_QUOTED = re.compile(r"[‘“„«\"]([^”“\"»’]{2,300})[”“\"»’]|(?:(?<=\s)|^)'(.{2,300}?)'(?=[\s?.!,]|$)")
_EDGES = re.compile(r"^[\s,;:.?!'\"“”„‘’«»()]+|[\s,;:.?!'\"“”„‘’«»()]+$")
_FILLER = re.compile(r"(?:^|\s)(?:please|bitte|again|exactly|really|actually|now|today|yet|so far|at all)$", _I)
_LEADS = {
    "claim": r"(?:the|this|our|die|diese)?\s*(?:claims?|statements?|assertions?|belief|aussage|behauptung)\s*(?:that|"
    r"dass|,)*",
    "source": r"(?:(?:the|this|our|a|an|der|die|das|den|dem)\s+)?(?:(?:source|document|page|website|file|quelle|"
    r"dokument|"
    r"seite)\s+)?(?:(?:called|named|titled|entitled|with the title|from|of|namens|mit dem titel)\s+)?(?:the\s+)?",
    "entity": r"(?:(?:the|a|an|der|die|das|den|dem|des|our|named|called)\s+)*(?:(?:company|firm|person|people|name|"
    r"entity|thing|"
    r"organi[sz]ation|planet|city|town|firma|person|stadt|unternehmen|organisation)\s+)?(?:(?:called|named|"
    r"namens)\s+)?",
    "run": r"(?:(?:the|our|der|die|den)\s+)?(?:research\s+)?(?:(?:run|lauf)\s+)?(?:(?:on|of|called|named|about)\s+)?",
    "question": r"(?:(?:the|this|die)\s+)?(?:question\s+|frage\s+)?(?:(?:of|whether|something like|anything like|"
    r"about)\s+)*",
}
_PATTERNS = {kind: re.compile(rf"^\s*{lead}\s*", _I) for kind, lead in _LEADS.items()}
_KIND = re.compile(
    r"(?:the |a |an )?(?:claim|statement|source|document|page|article|paper|file|run|report|question|entity|thing|"
    r"quelle|"
    r"seite|aussage|behauptung|lauf)s?",
    _I,
)
"""Words that say what kind of thing is meant, and not which."""

_ARTICLE = re.compile(r"^(?:the|that|dass)\s+", _I)
_LATEST = re.compile(r"\b(?:last|latest|most recent|newest|previous|letzten?)\b", _I)
POINTER = re.compile(
    r"(?:it|its|they|them|their|he|she|him|her|that|this|these|those|that (?:one|"
    r"person|man|woman|source|claim|page|"
    r"run|"
    r"document|company)|this (?:one|person|source|claim|page|run|document|company)|the (?:latter|former|same)|"
    r"es|sie|er|ihn|diese[rsmn]?|dies)",
    _I,
)
"""Words that stand for what was named before."""


def find_quoted(text: str) -> list[str]:
    """Return what stands between quotation marks, in order."""
    return [(match[1] or match[2]).strip() for match in _QUOTED.finditer(text)]


def find_keys(text: str) -> list[str]:
    """Return the keys of nodes in a text, in order."""
    return re.findall(KEY, text)


def trim(text: str) -> str:
    """Return the text without marks at its ends and without words that only ask."""
    before = ""
    while text != before:
        before, text = text, _FILLER.sub("", _EDGES.sub("", text))
    return text


def clean_name(kind: str, text: str) -> str:
    """Return the words that name a thing of that kind, "" where there are none or they only point to another.

    A key or quoted words in the text are the whole name.
    """
    if keys := find_keys(text):
        return keys[0]
    if kind in {"run", "report"} and _LATEST.search(text):
        return "latest"
    quoted = find_quoted(f" {text} ")
    if quoted and kind != "claim":
        return quoted[0]
    if quoted and len(quoted[0]) * 2 > len(text):
        return quoted[0]
    named = trim(text)
    if POINTER.fullmatch(named):
        return ""
    pattern = _PATTERNS.get(kind)
    if pattern is not None:
        named = trim(pattern.sub("", named, count=1))
    if kind in {"claim", "question"}:
        named = _ARTICLE.sub("", named) if named.lower().startswith(("that ", "dass ")) else named
    if kind in {"run", "report"}:
        named = named.split()[0] if named else ""
    return "" if POINTER.fullmatch(named) or _KIND.fullmatch(named) else named
