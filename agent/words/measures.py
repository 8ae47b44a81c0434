"""What a value in a sentence measures: the figure itself, a change, a former figure, one per something."""

import re
from dataclasses import dataclass

from agent.words.corrections import is_correction, is_disputed, is_taken_back
from agent.words.denials import is_denied
from agent.words.dimensions import dimension_of
from agent.words.moves import is_moved_from
from agent.words.values import Value

_I = re.IGNORECASE
_ABOUT = r"(?:\s*(?:about|around|some|nearly|almost|rund|etwa|up to|the|den|die|das|in|am|im|on|for))*\s*"
_CHANGE_BEFORE = re.compile(
    r"(?:\bby|\bum|\b(?:difference|increase|rise|growth|overrun|saving|cut|drop|fall|reduction|gap|surplus|"
    r"shortfall|delay) of|"
    r"\b(?:another|additional|extra|further|weitere))(?:\s*(?:about|around|some|nearly|rund|etwa|another|"
    r"a further))*\s*$",
    _I,
)
_CHANGE_AFTER = re.compile(
    r"^\s*(?:more|less|fewer|higher|lower|extra|additional|dearer|cheaper|later|earlier|longer|mehr|weniger|"
    r"höher|niedriger|später|"
    r"de plus|de moins|más|menos|over budget|above|below|too)\b",
    _I,
)
_FORMER_BEFORE = re.compile(
    r"(?:\b(?:up|down|rise[sn]?|rose|fell|increased|changed|moved|raised|postponed|delayed|revised|"
    r"corrected) (?:up |down )?from|"
    r"\bfrom|\binstead of|\brather than|\bno longer|\bstatt|\banstatt|\banstelle von|"
    r"\bau lieu de?|\ben lugar de|"
    r"\b(?:replac|supersed)\w*|\bcorrect(?:s|ed|ing)(?=\s(?:the|its|our|their)\b)|\bersetz\w*|\b(?:previously|formerly|originally|initially|once|"
    r"earlier|old|former|wrongly|"
    r"zuvor|ursprünglich|bisher|früher)(?:\s+(?:planned|reported|estimated|announced|approved|stated|given|"
    r"geplant|gemeldet))?)"
    rf"(?:\s+(?:figure|sum|estimate|date|amount|total|number) of)?{_ABOUT}$",
    _I,
)
_CONTRAST_BEFORE = re.compile(rf"(?:\bnot|\bnicht|\bet non|\bet pas|\by no){_ABOUT}$", _I)
# What says of a figure that it was planned or said before, and not that somebody else is wrong.
_ONCE_AFTER = re.compile(
    r"^\s(?:as|wie|comme|como)\s(?:(?:we|wir|nous)\b|(?:\w+\s)?(?:planned|expected|foreseen|budgeted|scheduled|approved|"
    r"decided|previously|originally|initially|first|before|geplant|vorgesehen|erwartet|zuvor|prévu|avant|previsto|antes)\b)",
    _I,
)
# A plan gives way to a newer one, whoever tells of it: "will open in 2028 and not in 2026".
_PLANNED = re.compile(
    r"\b(?:will|shall|(?:is|are) to|(?:is|are) due to|wird|werden|soll(?:en)?|sera|seront|será|serán)\b", _I
)
_QUOTED = re.compile(r"\b(?:says?|said|according to|laut|sagte?n?|dit|selon|dice|según)\b", _I)
_PER_AFTER = re.compile(
    r"^\s*(?:(?:of )?(?:\w+\s){0,2})?(?P<per>each\b|apiece|per\s+\w+|pro\s+\w+|je\s+\w+|par\s+\w+|por\s+\w+|"
    r"(?:a|every|each|im|an?)\s+(?:year|month|"
    r"week|day|hour|second|minute|household|head|person|share|Jahr|Monat|Tag|Stunde)\b|for each|annually|"
    r"yearly|monthly|jährlich|monatlich)",
    _I,
)
_PER_BEFORE = re.compile(r"\b(?P<per>each|every|jede[rsmn]?|chaque|cada)\b(?!.*\b(?:has|have|had)\b.*,)[^,;]*$", _I)
_RATE_ASKED = re.compile(
    r"\b(?:each|every|per|pro|je|annual(?:ly)?|yearly|monthly|daily|jährlich\w*|often|fast|speed|wie oft|wie schnell|"
    r"(?:a|an|one|in an?|im) (?:year|month|week|day|hour|second|minute|household|head|person|Jahr|Monat|Tag|Stunde))\b",
    _I,
)
_SIDE_MONEY = re.compile(
    r"\b(?:loans?|borrow\w*|grants?|interest|guarantees?|subsid\w+|fees?|fines?|salar\w+|wages?|reserves?|"
    r"instal?lments?|contracts?|"
    r"revenues?|profits?|savings?|taxes|tax|debts?|contribut\w+|compensation|credits?|rents?|premiums?|"
    r"insur\w+|turnover|"
    r"maintenance|operating|Kredite?|Darlehen|Zuschuss|Zuschüsse|Zinsen|Bürgschaft\w*|Gebühr\w*|Gehalt|"
    r"Vertrag|Förder\w+|prêts?|"
    r"subventions?|préstamos?)\b",
    _I,
)
_ELSEWHERE = re.compile(
    r"\b(?:another|other|others|different|similar|comparable|neighbou?ring|rival|elsewhere|abroad|foreign|"
    r"ander(?:e[rsnm]?)?|ähnliche[rsnm]?|"
    r"benachbarte[rsnm]?|autre|similaire|otr[oa]s?)\s+\w+|\bA (?:second|third|plant|dam|town|city|company|"
    r"study)\b(?= in\b)",
    _I,
)
_STAGE = re.compile(
    r"\b(?:(?:first|second|third|fourth|final|last|initial|erste|zweite|dritte|letzte)[rsnm]? (?:phase|"
    r"stage|step|part|section|instal?lment|turbine|unit|"
    r"year|half|quarter|Phase|Stufe|Bauabschnitt|Turbine|Jahr)|(?:phase|stage|part|unit|Phase|Teil) (?:\d|"
    r"one|two|three|I+|A|B)\b)",
    _I,
)


@dataclass(frozen=True, slots=True)
class Measure:
    """How a value stands in its sentence; two values compare only where these agree."""

    is_change: bool
    is_former: bool
    per: str
    stage: str
    side_money: str
    is_denied: bool = False
    is_taken_back: bool = False
    is_disputed: bool = False
    dimension: str = ""

    @property
    def is_wrong(self) -> bool:
        """Whether the text calls it wrong, be it its own or somebody else's."""
        return self.is_taken_back or self.is_disputed

    @property
    def is_said(self) -> bool:
        """Whether the sentence gives it as so, and not as what was, is not so or is wrong."""
        return not (self.is_former or self.is_denied or self.is_wrong)

    @property
    def is_plain(self) -> bool:
        """Whether it is the present figure of the thing itself."""
        return self.is_said and not (self.is_change or self.side_money)


def read_measure(text: str, value: Value, asked: str = "") -> Measure:
    """How a value stands in a sentence. `asked` is the question: money words that it holds itself do not deflect."""
    before, after = text[: value.char_start], text[value.char_end :]
    clause = re.split(r"[.;:!?]\s", before)[-1]
    near = re.split(r",\s", clause)[-1]
    side = next((m.group().lower() for m in _SIDE_MONEY.finditer(near) if m.group().lower() not in asked.lower()), "")
    per = _PER_AFTER.match(after)
    rate = per or (_PER_BEFORE.search(near) if value.kind == "amount" else None)
    stage = _STAGE.search(clause) or _STAGE.search(re.split(r"[.;:!?,]\s", after)[0])
    place = value.char_start, value.char_end
    is_contrast = _CONTRAST_BEFORE.search(clause) is not None
    is_plan = _PLANNED.search(text) is not None and _QUOTED.search(text) is None
    is_own = is_contrast and (is_plan or is_correction(text) or _ONCE_AFTER.match(after) is not None)
    return Measure(
        is_change=bool(_CHANGE_BEFORE.search(clause) or _CHANGE_AFTER.match(after)),
        is_former=bool(_FORMER_BEFORE.search(clause)) or is_own or is_moved_from(text, *place),
        per=re.sub(r"\s+", " ", rate["per"].lower()) if rate else "",
        stage=stage.group().lower() if stage else "",
        side_money=side if value.kind == "amount" else "",
        is_denied=is_denied(text, *place),
        is_taken_back=is_taken_back(text, *place),
        dimension=dimension_of(text, value),
        is_disputed=(is_contrast and not is_own) or is_disputed(text, *place),
    )


def are_of_two(one: Measure, other: Measure) -> bool:
    """Whether two values measure two lengths of a thing, as its width and its depth."""
    return one.dimension != other.dimension and bool(one.dimension and other.dimension)


def asks_rate(asked: str, per: str) -> bool:
    """Whether a question asks for a figure per something, as a value is given."""
    return _RATE_ASKED.search(asked) is not None or per in asked.lower()


def is_elsewhere(text: str) -> bool:
    """Whether a sentence says that it speaks of another thing than the one in question."""
    return _ELSEWHERE.search(text) is not None


def same_value(a: Value, b: Value) -> bool:
    """Whether two values of one kind and unit agree: relative 1 percent or the precision as written, the wider.

    A bound ("more than 300") agrees with everything on its side, "about" as `rough_gap` says, a date with every date
    whose span it shares.
    """
    (low_a, high_a), (low_b, high_b) = _span(a), _span(b)
    gap = max(low_a - high_b, low_b - high_a, 0.0)
    if a.kind == "date":
        return gap == 0.0
    size = max(abs(a.low), abs(b.low))
    return gap <= max(a.precision, b.precision, 0.01 * size, rough_gap(a), rough_gap(b)) * (1 + 1e-9)


def rough_gap(value: Value) -> float:
    """How far from a rough figure ("about 3,100") another one may lie that it stands for, in the value's unit; 0 for
    one that is no rough figure.

    That is what rounds to it at its last figure that is no nought (3,100 is 3,050 to 3,150), and 5 percent at most.
    """
    if value.bound != "about" or value.precision <= 0 or value.low == 0:
        return 0.0
    digits, half = round(abs(value.low) / (2 * value.precision)), value.precision
    while digits and digits % 10 == 0:
        digits, half = digits // 10, half * 10
    return min(half, 0.05 * abs(value.low))


def _span(value: Value) -> tuple[float, float]:
    if value.bound == "least":
        return value.low, float("inf")
    if value.bound == "most":
        return float("-inf"), value.high
    return value.low, value.high
