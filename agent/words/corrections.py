"""Which value of a text it takes back, because it was wrong or said in an earlier version. Pure.

A text that corrects itself says what a value was and what stands in its place. One that calls somebody's value wrong in
its own name disputes it: that is two voices, and no newer word of one.
"""

import functools
import re
from collections.abc import Sequence

from agent.words.terms import find_terms
from agent.words.values import Value, find_values

_I = re.IGNORECASE
_SAY = (
    r"(?:said|says?|gave|given|gives?|stated?|reported|put|wrote|written|printed|published|listed|quoted|read|named|"
    r"announced|recorded|counted|angegeben|gab(?:en)?|geschrieben|schrieb(?:en)?|gemeldet|meldeten?|genannt|nannten?|"
    r"stand|hieß|berichtet(?:en)?|écrite?s?|indiqu\w+|annonc\w+|donn\w+|rapport\w+|publi\w+|dijo|dijimos|dimos|dado|daba|"
    r"indic\w+|public\w+|escrib\w+|anunci\w+)"
)
_WRONGLY = (
    r"(?:wrongly|incorrectly|mistakenly|erroneously|falsely|in error|by mistake|fälschlich(?:erweise)?|"
    r"irrtümlich(?:erweise)?|versehentlich|par erreur|à tort|por error|erróneamente|equivocadamente)"
)
_ERROR = (
    r"(?:errors?|mistakes?|misprints?|typos?|slips?|\w*fehlers?|\w*irrtums?|\w*versehens?|erreurs?|coquilles?|faute|"
    r"errores|erratas?|fallo)"
)
_WRONG = (
    r"(?:wrong|incorrect|false|mistaken|erroneous|inaccurate|untrue|falsch|unrichtig|unzutreffend|fehlerhaft|faux|"
    r"fausse?s?|erronée?s?|inexacte?s?|incorrect[oa]s?|erróne[oa]s?|fals[oa]s?|equivocad[oa]s?)\b"
)
_IS = (
    r"(?:is|was|were|are|(?:had|has|have) been|proved|turned out(?: to be)?|ist|war|waren|sind|est|était|étaient|sont|"
    r"es|era|eran|fue|fueron|son)"
)
_FIGURE = (
    r"(?:figure|number|sum|total|estimate|date|price|cost|amount|value|count|toll|claim|\w*zahl|Angabe|Summe|Betrag|"
    r"Datum|Termin|Wert|chiffre|nombre|somme|montant|cifra|número|suma|fecha|cantidad|dato)"
)
_ABOUT = r"(?:(?:about|around|some|nearly|almost|over|rund|etwa|environ|unos|unas|en|in|im|on)\s+)*[€£$]?\s?$"
_NAMED = re.compile(
    rf"\b(?:{_FIGURE}\s(?:of|for|von|vom|de|d['’])|the|its|our|their|die|der|das|den|les?|la|los|las|el)\s+{_ABOUT}", _I
)
# What goes on about a named value up to what is said of it: no other verb of saying or being.
_GOES_ON = (
    rf"(?:,?\s(?!(?:{_IS}|said|says?|think\w*|believ\w*|argu\w*|call\w*|sagt\w*|dit|dijo)\s)[^\s.;:!?]+){{0,14}}?"
)
_IS_WRONG = re.compile(
    rf"^{_GOES_ON},?\s{_IS}\s(?:\w+\s)?(?P<how>{_WRONG}|(?:an?|eine?|une?)\s(?:\w+\s){{0,2}}?{_ERROR}\b)", _I
)
_FROM_ERROR = re.compile(
    rf"^{_GOES_ON}\s(?:rest\w*|{_IS} (?:based|due|owed)|beruh\w+|ging|geht|provenai?t|vient|venait|se deb\w+)\s"
    rf"(?:[^\s.;:!?]+\s){{1,5}}?{_ERROR}\b",
    _I,
)
_SHOULD = re.compile(
    r"^(?:\s[\w’'-]+){0,3}?\s(?:(?:should|must|ought to)\s(?:be|read|have (?:been|read))|"
    r"muss (?:richtig )?(?:\w+ ){0,2}heißen)\b",
    _I,
)
_MISSAID = re.compile(
    rf"\b(?:{_WRONGLY}\s(?:been\s)?{_SAY}|{_SAY}\s{_WRONGLY}|mis(?:stated|reported|printed|quoted|counted|calculated)|"
    rf"{_ERROR}\b[^.;!?\d]{{0,40}}\b{_SAY})\b[^.;:!?\d]{{0,60}}$",
    _I,
)
_SAID_BEFORE = re.compile(rf"\b{_SAY}\s[^.;:!?\d]{{0,40}}$", _I)
_BY_MISTAKE_AFTER = re.compile(rf"^(?:\s[\w’'-]+){{0,4}}?\s{_WRONGLY}\b", _I)
_BY_MISTAKE_BEFORE = re.compile(rf"\b{_WRONGLY}\s+{_ABOUT}", _I)
_SAID_AFTER = re.compile(rf"^(?:\s[\w’'-]+){{0,3}}?\s(?:had been\s|was\s|were\s)?{_SAY}\b", _I)
_MISSAID_AFTER = re.compile(rf"^[^.;:!?\d]{{0,60}}\b{_WRONGLY}\s(?:been\s)?{_SAY}\b", _I)
_TEXT = (
    r"(?:version|edition|draft|report|article|story|statement|post|text|release|notice|paper|Fassung|Ausgabe|Meldung|"
    r"Mitteilung|Artikel|édition|communiqué|edición|artículo|nota|comunicado|versión)"
)
_EARLIER = (
    rf"(?:(?:earlier|previous|first|original|older|früheren?|ersten?|ursprünglichen?)\s{_TEXT}|"
    rf"{_TEXT}\s(?:précédente?|antérieure?|anterior|initiale?|previa))"
)
_EARLIER_TEXT = re.compile(rf"\b{_EARLIER}\b[^.;!?\d]{{0,60}}?\b{_SAY}\b[^.;!?\d]{{0,80}}$", _I)
_REPORTED_EARLIER = re.compile(
    r"^(?:\s[\w’'-]+){0,3}?\s(?:reported|given|stated|printed|published|announced|quoted|named)\s"
    r"(?:earlier|previously|at first|originally|initially)\b",
    _I,
)
_TAKES = (
    r"(?:retract|withdraw|withdrew|revok|rescind|disown|correct(?=(?:s|ed|ing)?\s(?:the|its|our|their|his|her|an?)\b)|"
    r"tak(?:e|es|en|ing) back|took back|rétract|rectifi|corrig|retir|desmient)"
)
_TAKEN_BACK = re.compile(
    rf"\b{_TAKES}\w*\s(?:(?:its|our|their|his|her|the|an?|la|le|el|su|sa|notre|earlier|previous|old|former|first|original)"
    rf"\s)*{_FIGURE}\s(?:of|for|de|d['’])\s+{_ABOUT}",
    _I,
)
_TAKEN_BACK_IN_GERMAN = re.compile(r"^[^.;:!?]{0,60}\szurück(?:gezogen|genommen)?\b", _I)
_OWN_WORDS = (
    r"\b(?:we|wir|nous|our (?:article|report|paper|story)|this (?:article|paper|report))\s"
    rf"(?:had\s|have\s|haben\s|hatten\s|avions\s|avons\s)?(?:\w+\s)?{_SAY}\b|"
    r"\b(?:escribimos|dijimos|publicamos|dimos)\b"
)
_WE_SAID = re.compile(rf"(?:{_OWN_WORDS})[^.;!?]{{0,80}}$", _I)
_WE_SAID_IT = re.compile(rf"(?:{_OWN_WORDS})\s+{_ABOUT}", _I)
_IS_ALL = re.compile(r"^(?:\s[\w’'-]+){0,3}\s*[.,;)]", _I)
_RIGHT = (
    r"(?:in (?:fact|truth|reality)|actually|(?:the )?(?:correct|right|true|real|actual)\b|it should|that should|"
    r"tatsächlich|in wahrheit|richtig\b|korrekt\b|die (?:richtige|korrekte)\b|en réalité|en fait|"
    r"l[ea] (?:bon(?:ne)? |vrai )?(?:chiffre|nombre|date) (?:exacte?|correcte?)|en realidad|"
    r"(?:la|el) (?:cifra|número|fecha|dato) correct[oa]|lo correcto)"
)
RIGHT_START = re.compile(rf"\W*{_RIGHT}", _I)
"""How a sentence begins that says what stands in the place of what the one before it gives up."""
_RIGHT_NEXT = re.compile(rf"^[^.;:!?]{{0,80}}[.;:–—]\s+{_RIGHT}", _I)
_RIGHT_BEFORE = re.compile(rf"(?:{_RIGHT}|\b(?:corrected|now|instead)\b)[^.;!?\d]{{0,40}}$", _I)
_OWN = re.compile(
    rf"\b(?:correction|corrigendum|errat(?:um|a)|berichtigung|richtigstellung|korrektur|rectificati\w+|rectificación|"
    rf"corrección|fe de erratas|we|our|wir|uns\w*|nous|notre|{_EARLIER})\b|\b\w{{2,}}[aei]mos\b",
    _I,
)
_CORRECTS = re.compile(
    r"\b(?:correction|corrigendum|errat(?:um|a)|corrected|berichtigung|richtigstellung|korrektur|korrigiert\w*|"
    r"rectificati\w+|rectifié\w*|rectificación|corrección|corregid[oa]s?|fe de erratas|now|no longer|since then|"
    r"inzwischen|nunmehr|désormais|ahora)\b",
    _I,
)
_MAY = re.compile(
    rf"\b(?:{_WRONGLY}|{_ERROR}\b|{_WRONG}|mis\w+ed\b|{_EARLIER}|{_TAKES}|should\b|must\b|muss\b|ought\b|earlier|"
    rf"previously|at first|originally|initially|zurück)|{_OWN_WORDS}",
    _I,
)


@functools.lru_cache(maxsize=4096)
def _may_take_back(text: str) -> bool:
    """Whether any word of a text could take something back: asked for each of its values."""
    return _MAY.search(text) is not None


_CUT = re.compile(r"[.;!?]\s")


def is_taken_back(text: str, start: int, end: int) -> bool:
    """Whether a text says of what stands there that it gave it itself and that it was wrong: "an earlier version gave
    143", "was misstated as 12", "we wrote 4,200. In fact …"; also where it was somebody's error of writing."""
    if not _may_take_back(text):
        return False
    before, after = _CUT.split(text[:start])[-1], text[end:]
    if any(one.search(before) for one in (_MISSAID, _EARLIER_TEXT, _TAKEN_BACK)):
        return True
    if any(one.match(after) for one in (_SHOULD, _MISSAID_AFTER)):
        return True
    if _WE_SAID.search(before) and _RIGHT_NEXT.match(after):
        return True
    if _WE_SAID_IT.search(before) and _IS_ALL.match(after) and len(before) < start:
        return True
    if _SAID_BEFORE.search(before) and _BY_MISTAKE_AFTER.match(after):
        return True
    if _BY_MISTAKE_BEFORE.search(before) and _SAID_AFTER.match(after):
        return True
    if not _NAMED.search(before):
        return False
    if any(one.match(after) for one in (_REPORTED_EARLIER, _FROM_ERROR, _TAKEN_BACK_IN_GERMAN)):
        return True
    return _IS_WRONG.match(after) is not None and _OWN.search(text) is not None


def is_correction(text: str) -> bool:
    """Whether a text says of itself that it corrects, or tells what holds since: then "9, not 12" puts the one in the
    place of the other, and does not only speak against it."""
    return _CORRECTS.search(text) is not None


def is_disputed(text: str, start: int, end: int) -> bool:
    """Whether a text calls what stands there wrong without saying that it gave it itself: "the figure of 48 million is
    wrong"."""
    if not _may_take_back(text):
        return False
    before = _CUT.split(text[:start])[-1]
    is_wrong = _NAMED.search(before) is not None and _IS_WRONG.match(text[end:]) is not None
    return is_wrong and _OWN.search(text) is None


def find_taken_back(text: str, language: str | None) -> list[Value]:
    """Return the values that a text gives only to say that they were wrong or said in an earlier version."""
    if not _may_take_back(text):
        return []
    return [
        one
        for one in find_values(text, language)
        if is_taken_back(text, one.char_start, one.char_end) or is_disputed(text, one.char_start, one.char_end)
    ]


def put_in_place(text: str, given_up: Value, standing: Sequence[Value]) -> Value | None:
    """Return which of the values that a text lets stand is in the place of one that it gives up; None where it does not
    tell. One that counts nothing named counts what the other does: "misstated as 12. The correct number is 9"."""
    fitting = [
        one
        for one in standing
        if one.kind == given_up.kind and (one.unit == given_up.unit or (one.kind == "count" and not one.unit))
    ] or [one for one in standing if one.kind == given_up.kind == "count" and not given_up.unit]
    right = [one for one in fitting if _RIGHT_BEFORE.search(text[: one.char_start])]
    told = right or fitting
    return told[0] if len({(one.low, one.high) for one in told}) == 1 else None


def stems_around(text: str, values: Sequence[Value], language: str | None) -> frozenset[str]:
    """Return the stems of all words of a text that stand in none of these values."""
    for one in values:
        text = text[: one.char_start] + "#" * (one.char_end - one.char_start) + text[one.char_end :]
    return frozenset(term.stem for term in find_terms(text, language) if not term.stem.isdigit())
