"""What narrows a sentence: tense, hedges, quantifiers, gross or net, planned or final; two sentences compare only where
these agree."""

import re

_I = re.IGNORECASE

# Each tag is a condition that must be on both sides or on none.
_TAGS: dict[str, str] = {
    "gross": r"gross|brutto\w*|brut|before (?:tax|interest|deductions?)|pre-tax|vor Steuern",
    "net": r"net|netto\w*|after (?:tax|interest|deductions?)|post-tax|nach Steuern",
    "least": r"minimum|lowest|smallest|mindest\w*|niedrigste[rsnm]?",
    "most": r"maximum|peak|highest|largest|record|rekord\w*|höchste[rsnm]?|spitzen\w*",
    "average": r"average\w*|mean|typical\w*|durchschnitt\w*|im mittel|mittlere[rsnm]?",
    "median": r"median\w*",
    "target": r"target\w*|goals?|aims?|aimed|capped|cap|limit\w*|budget\w*|planned|approved|allocated|ziel\w*|"
    r"geplant\w*|"
    r"bewilligt\w*|vorgesehen\w*|allowed|permitted|required|must|should|recommended|maximal\w*",
    "final": r"final|actual\w*|in the end|turned out|endgültig\w*|tatsächlich\w*",
    "part": r"alone|partly|in part|part of|portion of|share of the|phase|stage|first|second|third|half of|teil\w*|"
    r"davon",
    "all": r"all|every|each|always|alle[rsnm]?|jede[rsnm]?|immer|tous|todos",
    "some": r"some|several|many|certain|often|usually|sometimes|mostly|(?<!at )most|few|einige\w*|manche\w*|viele\w*|"
    r"meisten|oft|"
    r"wenige\w*|generally|nearly all|almost all",
    "only": r"only|solely|exclusively|nur|ausschließlich|seulement|sólo|solo",
    "hedged": r"(?-i:may)|might|could|possibly|perhaps|probably|likely|suggest\w*|appear\w*|seems?|vielleicht|"
    r"möglicherweise|"
    r"könnte\w*|dürfte\w*|peut-être|quizás",
    "can": r"can|cannot|kann|können|able to",
    "if": r"if|unless|whether|when|where|provided|assuming|except|without|excluding|including|falls|wenn|ob|"
    r"sofern|ohne|"
    r"inklusive|sans|sauf|si|sin",
    "ended": r"no longer|formerly|previously|used to|once|originally|initially|nicht mehr|früher|ehemals|ursprünglich",
    "old": r"old|alte[rsnm]?|ancien(?:ne)?|viej[oa]|antigu[oa]",
    "again": r"again|re-?open\w*|re-?launch\w*|re-?built|re-?build\w*|re-?start\w*|re-?elect\w*|wieder\w*",
    "around": r"before [a-zà-ÿ]\w*|after [a-zà-ÿ]\w*|during [a-zà-ÿ]\w*|above [a-zà-ÿ]\w*|below [a-zà-ÿ]\w*|"
    r"between [a-zà-ÿ]\w*|beyond [a-zà-ÿ]\w*",
}
_PATTERNS = {tag: re.compile(rf"(?<!\w)(?:{words})(?!\w)", _I) for tag, words in _TAGS.items()}
_FUTURE = re.compile(
    r"\b(?:will|shall|would|is (?:due|set|expected|scheduled|planned|projected|forecast) to|are (?:due|set|expected|"
    r"scheduled|projected) to|expects?|expected|expecting|forecasts?|forecasted|projects|projected|predicts?|predicted|"
    r"estimates?|scheduled|going to|wird(?! \w+ von)|werden|soll|sollen|voraussichtlich|erwartet|sera|seront|será|"
    r"\w{2,}(?:ará|erá|irá|arán|erán|irán)|(?:coûte|ouvri|emploie|produi|fourni|commence|fini|attein)\w*(?:ra|ront))\b",
    _I,
)
_PAST = re.compile(
    r"\b(?:was|were|had|did|stood|rose|fell|began|took|ran|lay|held|built|won|wrote|sold|bought|grew|spent|paid|"
    r"met|made|"
    r"gave|led|left|lost|came|went|became|cost(?= (?:the|them|it|us|a|about|around|[#€$£]))|"
    r"[a-z]{2,}ed|war|waren|wurde|wurden|hatte|hatten|"
    r"[a-zäöüß]{3,}te|kam|starb|fand|begann|lebten|betrug|betrugen|lived|numbered|"
    r"fue|fueron|\w{2,}ó|(?:a|ont|avait) (?:été|eu|ouvert|\w+é)s?|était|avait)\b",
    _I,
)
_IS_DONE = re.compile(r"\b(?:is|are|being)\s+(?:(?:not|also|[a-z]+ly)\s+)*[a-z]+ed\b", _I)  # of the present
_ESTIMATE = re.compile(
    r"\b(?:estimat\w+|expect\w*|forecast\w*|project(?:s|ed|ion|ions)|predict\w*|reckon\w*|put(?:s)? (?:it|the)|"
    r"assum\w+|"
    r"schätz\w+|erwarte\w*|prognos\w+|rechne[nt]\w*|prévo\w+|estim\w+|prevé\w*)\b",
    _I,
)
_REVISED = re.compile(
    r"\b(?:revis\w+|correct(?:ed|ion|s)|updat\w+|superse\w+|replac\w+|restat\w+|postpon\w+|delay\w*|brought forward|"
    r"now|new (?:figure|estimate|date|budget|total|cost)|instead of|rather than|no longer|later (?:said|raised|cut)|"
    r"raised|increased to|cut to|lowered|later|since then|korrigier\w+|verschoben|neue[rsn]? (?:Schätzung|Termin|Zahl)|"
    r"inzwischen|nunmehr|statt|actually|finalement|désormais|finalmente|ahora)\b",
    _I,
)
_SAMPLE = re.compile(
    r"\b(?:an?|another|one|two|three|eine[rm]?)\s+(?:\w+\s){0,3}(?:survey|poll|study|trial|sample|analysis|review|"
    r"report|"
    r"meta-analysis|experiment|cohort|umfrage|studie|befragung)\b",
    _I,
)
_INDEFINITE = re.compile(
    r"^\W*(?:an?|une?|una|another|one|some|several|many|most|few|other|others|eine?|einige|andere)\s", _I
)
_ANY_INDEFINITE = re.compile(
    r"\b(?:an?(?! (?:été|ouvert|\w+é)\b)|une?|una|another|eine[rnms]?|ein|several|some|many|various|further|more)"
    r"\s+[^\W\d]",
    _I,
)
_RULE = re.compile(
    r"^\W*(?:an?|every|each|eine?|jede[rs]?|une?|tout|un[ao]?|todo)\s.*\b(?:under|in|of|by|nach|laut|selon|según)\s"
    r"(?:the\s|dem\s|der\s|la\s|le\s|el\s)?(?-i:[A-ZÄÖÜ]).*\b(?:must|shall|muss|müssen|doit|debe)\b",
    _I,
)
_PRONOUN = re.compile(
    r"^\W*(?:it|they|he|she|this|that|these|those|we|i|you|its|their|his|her|our|my|which|who|there|here|such|es|"
    r"er|sie|"
    r"dies\w*|wir|ich|sein\w*|ihr\w*|il|elle|ils|elles|ce|cela|él|ella|ellos|esto)\b(?!\s+(?:the|der|die|das))",
    _I,
)


# People, and what they go about in, of whom "may" tells what they are allowed; a named or single one may do a thing
# by chance.
_WHO = (
    r"[a-z]+(?:[eo]rs|ists|[ae]nts|ees|iens|ians|wives|men|women)|people|children|pupils|persons|adults|guests|firms|"
    r"companies|dogs|cars|lorries|trucks|boats|ships|vehicles|bicycles|bikes|drones|aircraft|horses|clubs|schools|shops"
)
_ALLOWED = (
    "enter|use|bring|park|ride|swim|fish|hunt|camp|smoke|drink|eat|drive|cycle|walk|run|carry|take|keep|vote|cross|land|"
    "moor|anchor|build|sell|buy|rent|let|sublet|apply|borrow|copy|photograph|film|play|feed|pick|light|dump|burn|wear|"
    "share|install|operate|fly|serve|board|dock|graze|withdraw|transfer|appeal|submit|request|attend|join|register|"
    "collect|visit|dive|climb|bathe|barbecue|advertise|own|stand for|pass|skate|dig|store|hold|open|trade|import|export"
)
_PERMISSION = re.compile(
    rf"^\W*(?:[A-Za-z][a-z]+ )?(?i:{_WHO})(?: (?:under|over|with|without|of|from|in) [\w ]{{2,25}}?)?\s+may\s+"
    rf"(?:not\s+)?(?:only |also )?(?:{_ALLOWED})\b",
)


_NUMBERED = re.compile(
    r"\b(?:week|day|month|year|chapter|round|phase|stage|group|cohort|trial|room|line|unit|site|class|grade|level|part|"
    r"section|season|mile|lap|lot|block|floor|route|station|gate|Woche|Tag|Monat|Jahr|Gruppe|Runde|semaine|jour|semana|"
    r"día)\s+\d{1,3}\b",
    _I,
)
_SEASON = re.compile(
    r"\b(?:in|of|im|during|en|au|this|last|next)\s+(?:the\s+)?(?P<season>spring|summer|autumn|winter|Frühling|Frühjahr|"
    r"Sommer|Herbst|printemps|été|automne|hiver|primavera|verano|otoño|invierno)\b",
    _I,
)


def tags_of(clause: str) -> frozenset[str]:
    """The conditions that a clause names, values and dates blanked out by the caller."""
    found = frozenset(tag for tag, pattern in _PATTERNS.items() if pattern.search(clause))
    if "hedged" in found and is_permission(clause) and not _PATTERNS["hedged"].search(_PERMISSION.sub(" ", clause)):
        return found - {"hedged"} | {"can"}
    return found


def is_permission(clause: str) -> bool:
    """Whether "may" says what people are allowed to do, and not what is possible: "visitors may bring dogs"."""
    return _PERMISSION.search(clause) is not None


def numbered_in(clause: str) -> frozenset[str]:
    """What a clause tells apart by a number or a season: "in week 3 of spring" speaks of no other week."""
    return frozenset(" ".join(found.group().casefold().split()) for found in _NUMBERED.finditer(clause)) | frozenset(
        found["season"].casefold() for found in _SEASON.finditer(clause)
    )


def tense_of(clause: str) -> str:
    """Whether a clause looks ahead ("future"), back ("past") or neither ("present")."""
    if _FUTURE.search(clause):
        return "future"
    return "past" if _PAST.search(_IS_DONE.sub(" ", clause)) else "present"


def is_estimate(clause: str) -> bool:
    """Whether somebody estimates, expects or forecasts here."""
    return _ESTIMATE.search(clause) is not None


def says_revised(text: str) -> bool:
    """Whether a sentence says that what it gives stands in the place of something older."""
    return _REVISED.search(text) is not None


def is_indefinite(clause: str) -> bool:
    """Whether a clause speaks of some thing or of some sample, not of the one in question."""
    return _INDEFINITE.match(clause) is not None or _SAMPLE.search(clause) is not None


def is_rule(clause: str) -> bool:
    """Whether a clause lays down for every thing of a kind what must be, by something that has a name."""
    return _RULE.search(clause) is not None


def names_some(clause: str) -> bool:
    """Whether a clause speaks of one of several things of a kind ("opened a plant")."""
    return _ANY_INDEFINITE.search(clause) is not None


def begins_with_pronoun(text: str) -> bool:
    """Whether a sentence leaves to another one what it speaks of."""
    return _PRONOUN.match(text) is not None
