"""What a sentence says of another one: that it is not so, that it is withdrawn, that its date was moved. Pure.

Each is read as the plain sentence that it comes to, so that it compares with who says it plainly.
"""

import re
from collections.abc import Sequence

from agent.words.denials import DENIED_SAYING
from agent.words.moves import MOVED, is_moved_to
from agent.words.values import Value

_I = re.IGNORECASE
_DENIED = re.compile(
    r"^\W*(?:It is (?:not true|untrue|not correct|incorrect|false|wrong|not the case) that|"
    r"Es (?:ist nicht wahr|stimmt nicht|trifft nicht zu|ist falsch), dass|"
    r"Il (?:n['’]est pas (?:vrai|exact)|est faux) que|"
    rf"No es (?:cierto|verdad) que|Es falso que|(?P<who>[^,.;]{{2,60}}?)\s(?:{DENIED_SAYING}),?\s(?:that|dass|que))\s+"
    r"(?P<rest>\S.+)$",
    _I,
)
_NOT_SURE = re.compile(
    r"\b(?:not|never|nobody|no one|neither|nor|if|whether|may|might|could|once|nicht|nie|niemand|kein\w*|pas|jamais|"
    r"nunca|used to|would)\b|n['’]t\b",
    _I,
)
_CALLED_OFF = re.compile(
    r"^\W*(?P<thing>[^,;]{2,80}?)\s(?:will (?:no longer|not|never) be (?:built|erected|constructed|completed)|"
    r"will (?:no longer|never) open|(?:has been|was|is|have been|were) (?:cancelled|canceled|scrapped|called off)|"
    r"wird (?:nicht mehr|doch nicht|nie) gebaut)\W*$",
    _I,
)
# What happens once, as a noun, and how a plain sentence says it.
_EVENTS = {
    "en": {
        "opening": "will open", "reopening": "will reopen", "inauguration": "will be inaugurated",
        "start": "will begin", "beginning": "will begin", "completion": "will be completed", "closure": "will close",
        "closing": "will close", "launch": "will be launched", "demolition": "will be demolished",
        "signing": "will be signed",
    },
    "de": {"Eröffnung": "wird eröffnet", "Fertigstellung": "wird fertiggestellt", "Schließung": "wird geschlossen"},
    "fr": {"ouverture": "ouvrira", "inauguration": "sera inauguré", "fermeture": "sera fermé"},
    "es": {"apertura": "abrirá", "inauguración": "será inaugurado", "cierre": "será cerrado"},
}  # fmt: skip
_IN = {"en": "in", "de": "im", "fr": "en", "es": "en"}
_OF = {
    "en": "of ",
    "de": r"(?:des |der |von )",
    "fr": r"(?:du |de la |de l['’]|des |de )",
    "es": r"(?:del |de la |de )",
}
_AUX = (
    r"has|have|had|was|were|is|are|will|would|must|been|from|to|until|till|again|by|because|after|"
    r"wurde|wird|ist|wurden|werden|soll|a|est|sera|ont|se|ha|fue|será"
)

_MOVES = re.compile(rf"\b{MOVED}\b", _I)
_MOVED_OBJECT = re.compile(
    r"\s(?P<what>(?:the|its|their|his|her|an?|die|den|das|der|ihre[nr]?|seine[nr]?|les?|la|l['’]|son|sa|el|los|las|su)\s?"
    r"[^,;]{3,80}?)\s(?:from|to|until|till|von|vom|auf|bis|de|à|au|jusqu|desde|al?|hasta)\b",
    _I,
)
_HELD_OBJECT = re.compile(r"\w+\s(?P<what>.+)\s(?:back|forward)", _I)
_TO_A_PLACE = re.compile(r"\s(?:to|into|auf|nach|à|en|a)\s(?:the\s)?(?!early|late|mid|the end)[^\W\d_]", _I)
_AUX_LAST = re.compile(rf"(?:(?:^|\s)(?:{_AUX}|be|once|more|now|sich|été|sido|kann|werden))+$", _I)


def read_denied(clause: str) -> str:
    """Return the words that a clause says are not so, or that somebody denies or withdraws; "" where it does not."""
    found = _DENIED.match(clause)
    if found is None or _NOT_SURE.search(found["who"] or ""):
        return ""
    return found["rest"]


def read_called_off(clause: str) -> list[str]:
    """Return what will not be, as plain sentences that it denies, where a clause says that a thing will not come."""
    found = _CALLED_OFF.match(clause)
    if found is None or _NOT_SURE.search(found["thing"]):
        return []
    thing = found["thing"]
    if re.search(r"\bwird\b", clause):
        return [f"{thing} wird gebaut", f"{thing} wird eröffnet"]
    return [f"{thing} will {what}" for what in ("open", "be built", "be completed")]


def find_moved(clause: str, to: Value, language: str | None) -> str:
    """Return the words for what a clause moves to a date ("The ferry terminal has been postponed to …"); "" where none.

    That is what stands before the verb, or where somebody moves it what stands after.
    """
    verb = next((one for one in reversed(list(_MOVES.finditer(clause, 0, to.char_start)))), None)
    if verb is None and not (language == "de" and _MOVES.search(clause, to.char_end)):
        return ""
    if verb and _TO_A_PLACE.match(clause[verb.end() : to.char_start]):
        return ""
    held = _HELD_OBJECT.fullmatch(verb.group()) if verb else None
    if held:
        return held["what"]
    thing = _MOVED_OBJECT.match(clause[verb.end() : to.char_start]) if verb else None
    if thing:
        return thing["what"]
    before = clause[: verb.start()] if verb else re.split(r"\s(?:auf|bis)\s", clause[: to.char_start])[0]
    return _AUX_LAST.sub("", before.rstrip()).strip(" ,;:")


def read_moved(clause: str, values: Sequence[Value], language: str | None, lead: str) -> str:
    """Return the plain sentence that says when something will be, where a clause tells that it was moved; else "".

    `lead` is what a clause takes over from the one before ("its opening").
    """
    events = _EVENTS.get(language or "en")
    to = next((one for one in values if one.kind == "date" and is_moved_to(clause, one.char_start, one.char_end)), None)
    if events is None or to is None or to.unit != "day" or not re.search(rf"\b{MOVED}\b", clause, _I):
        return ""
    code = language or "en"
    noun = rf"\b(?P<noun>{'|'.join(events)})\b"
    thing = rf"(?P<thing>[^,;]{{2,80}}?)(?=\s(?:{_AUX}|{MOVED})\s)"
    found = re.search(rf"{noun}\s(?:date\s)?{_OF[code]}(?P<article>(?:the\s)?){thing}", clause, _I)
    who = found["thing"] if found else ""
    if found is None and code == "en":
        found = re.search(rf"^\W*(?P<who>[^,;]{{2,80}}?)(?:['’]s?)\s{noun}", clause, _I)
        who = found["who"] if found else ""
    if found is None and code == "en" and lead:
        found, who = re.search(rf"^\W*(?:its|their)\s{noun}", clause, _I), lead
    if found is None:
        return ""
    said = next(text for name, text in events.items() if name.lower() == found["noun"].lower())
    article = "The " if code == "en" and not who.lower().startswith("the ") else ""
    when = clause[to.char_start : to.char_end]
    if code == "de":
        first, _, last = said.partition(" ")
        return f"{who} {first} im {when} {last}"
    return f"{article}{who} {said} {_IN[code]} {when}"
