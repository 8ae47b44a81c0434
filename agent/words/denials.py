"""Which words of a sentence its "not" takes back: a denied date, sum or name is not what the source says."""

import re

_I = re.IGNORECASE
_SAYING = (
    r"(?:statement|claim|report|assertion|remark|announcement|allegation|suggestion|rumou?r|article|finding|Aussage|"
    r"Behauptung|Meldung|déclaration|affirmation|declaración|afirmación)s?"
)
DENIED_SAYING = (
    r"(?:den(?:y|ies|ied)|(?:has|have) denied|dispute[sd]?|withdraws?|withdrew|(?:has|have) withdrawn|"
    r"(?:has |have )?retract(?:s|ed)?|take[sn]? back|took back|rejects?|rejected|refute[sd]?|bestreite[nt]|"
    r"bestritt|dementiert\w*|dément|conteste|nie|desmiente|desmintió|niega|negó)"
    rf"(?:,?\s(?:(?:our|its|their|the|his|her|a|an|all|earlier|previous|die|ihre|seine|sa|la|su)\s){{0,3}}{_SAYING})?"
)
"""Words by which somebody denies or withdraws what follows after "that", as a pattern."""
_PLAIN_NOT = (
    r"\bnot|\b\w+n['’]t|\bnever|\bcannot|\bneither|\bnor|\bno longer|\bnobody|\bno one|\bnone of|"
    r"\bno (?:plans?|chance|prospect|way|intention|question)|\b(?:denie[sd]|denying|rule[sd]? out|ruling out)|"
    rf"\b(?:{DENIED_SAYING})(?=,? (?:that|dass|que)\b)|"
    r"\b(?:untrue|incorrect|false|faux|falsch|falso)(?=,? (?:that|dass|que)\b)|"
    r"\bnicht|\bkein(?:e[rsnm]?)?|\bniemals|\bnie|\bniemand|\bweder|\bpas|\bjamais|\bnunca|\bjamás|"
    r"\bno(?= (?:se )?\w+(?:rá|rán|ó)\b)"
)
# What limits a value, or adds to it, denies nothing.
_LIMITS = (
    r"(?!\s+(?:only|just|merely|simply|nur|bloß|seulement|solo|sólo)\b)"
    r"(?!\s+(?:more|less|fewer|later|earlier|over|under|above|below|mehr|weniger|später|früher|plus|moins) "
    r"(?:than|als|de|tard|tôt)\b)"
    r"(?!\s+(?:(?!(?:but|and|sondern|und|mais|et|sino)\b)[^\W_]+\s+){0,6}?(?:before|until|till|vor|avant|antes de)\b"
    r"(?!\s+(?:the (?:council|court|committee|board)|dem (?:Rat|Gericht)))\s)"
)
_NEGATOR = re.compile(rf"(?:{_PLAIN_NOT})(?!\w){_LIMITS}|不会|不是|并非|没有", _I)
_INSTEAD = re.compile(
    r"\b(?:instead of|rather than|anstatt|statt|anstelle|au lieu d[e']|en lugar de)\s(?:[\w’'-]+\s){0,4}$", _I
)
# Where the reach of a "not" ends: at a turn, at a reason, at a further clause with a verb of its own.
_AND_GOES_ON = r"(?!(?:in|on|at|by|for|im|am|bis|en|not|nor|or|about|some)\b|(?-i:[A-ZÄÖÜ])|[\d€$£])"
_REACH_ENDS = re.compile(
    r"[;:()]|[.!?]\s|[，。；]|\b(?:but|sondern|mais|sino|aber|although|though|while|whereas|because|obwohl|während|weil|"
    rf"yet|instead)\b|,\s(?=(?:so|will|would|is|are|was|were|has|had|wird|ist|it|he|she|they|we|this|that|which|who|whose|when|where|the|its|"
    r"their|now|then|opening|es|er|sie|der|die|das|il|elle)\b)|"
    rf"\b(?:and|und|et|y)\s{_AND_GOES_ON}",
    _I,
)
_DENIED_AFTER = re.compile(
    r"\s*,?\s*(?:[\w’'-]+\s+){0,4}?(?:(?:will|would|does|did|do|is|was|are|were|can|could|has|have|had|shall|should|may)"
    rf"\s?(?:not|n['’]t)|won['’]t|cannot|will never)\b{_LIMITS}|\s+(?:\w+\s+)?nicht\b{_LIMITS}(?!\s+(?:im|am|in|\d))",
    _I,
)
_FRONTED = re.compile(r"^\W*(?:(?:in|on|at|by|for|during|the|a|some|about)\s+)*$", _I)
_VERB_SECOND = re.compile(
    r"\b(?:wird|werden|soll|sollen|kann|ist|sind|hat|kostet|kosten|öffnet|eröffnet|war|wurde)\b", _I
)
_CLAUSE_START = re.compile(r"[.;:!?]\s|,\s|\b(?:and|but|und|aber|sondern)\s", _I)
_CONTRAST = re.compile(
    r"(?:,\s|\s)(?:but|sondern|mais|sino)\s"
    r"(?=(?:(?:rather|only|instead|also|even|erst|schon|auch|nur|aussi|también)\s)*"
    r"(?:(?:in|on|by|at|for|from|about|around|some|im|am|von|bei|durch|um|en|à|par|por|the)\s+"
    r"(?:the\s+|den\s+|dem\s+)?)?(?:[\d€$£]|(?-i:[A-ZÄÖÜ])))",
    _I,
)
_ANY_NOT = re.compile(rf"(?:{_PLAIN_NOT})(?!\w)", _I)


def is_denied(text: str, start: int, end: int) -> bool:
    """Whether a sentence says that what stands from `start` to `end` is not so: "will not open in May 2027".

    Not where it only sets a limit ("not before May 2027", "no later than") or goes on ("not only"); each "not"
    reaches as far as its own clause ("not in May but in June": May alone is denied).
    """
    before = text[:start]
    if _INSTEAD.search(before):
        return True
    negators = list(_NEGATOR.finditer(before))
    if negators and not _REACH_ENDS.search(before + "\0", negators[-1].end()):
        return True
    clause = before[max((cut.end() for cut in _CLAUSE_START.finditer(before)), default=0) :]
    if _FRONTED.match(clause) or _VERB_SECOND.search(clause):
        return _DENIED_AFTER.match(text, end) is not None
    return False


def contrasts(text: str) -> list[tuple[int, int]]:
    """Where a "not ... but ..." turns from what is denied to what is so, without a verb of its own: such a turn
    does not begin a clause."""
    return [
        found.span()
        for found in _CONTRAST.finditer(text)
        if _ANY_NOT.search(re.split(r"[.;!?]\s", text[: found.start()])[-1])
    ]
