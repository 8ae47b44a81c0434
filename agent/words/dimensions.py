"""Which of a thing's lengths a value measures: how wide it is, how deep, how high. Pure.

The word belongs to its measure: "44 metres wide" and "9 metres deep" are two measures of one gate.
"""

import re

from agent.words.values import Value

_I = re.IGNORECASE
# What is said right beside a length | the noun of it, which may stand before its value too; in four languages.
_DIMENSIONS = {
    "width": "wide broad breit large ancho|width breadth breite largeur anchura",
    "depth": "deep tief profond profonde|depth tiefe profondeur profundidad",
    "height": "high tall hoch haut haute alto alta|height höhe hauteur altura altitude",
    "length": "long lang longue largo|length länge longueur longitud",
    "thickness": "thick dick stark épais épaisse grueso|thickness dicke épaisseur espesor grosor",
    "diameter": "|diameter durchmesser diamètre diámetro",
    "distance": "away apart far entfernt weit|distance entfernung abstand distancia",
}
_BESIDE = {word: name for name, words in _DIMENSIONS.items() for word in words.replace("|", " ").split()}
_NOUNS = {word: name for name, words in _DIMENSIONS.items() for word in words.partition("|")[2].split()}


def _any(words: dict[str, str]) -> str:
    return "|".join(sorted(words, key=len, reverse=True))


_AFTER = re.compile(rf"[\s\u00a0-]*(?:(?:in|of|de|en|an)\s+)?(?P<word>{_any(_BESIDE)})\b", _I)
_BEFORE = re.compile(rf"\b(?P<word>{_any(_NOUNS)})\b", _I)
_ASKED = re.compile(
    rf"\b(?:how|wie|quelle?s?|qué|cuán)\s(?:est\s|es\s)?(?:la\s|le\s)?(?P<word>{_any(_BESIDE)})\b|"
    rf"\b(?P<noun>{_any(_NOUNS)})\b",
    _I,
)
_NEAR = re.compile(r"[.;!?,()]\s|\d")


def dimension_of(text: str, value: Value) -> str:
    """Return which length of a thing a value is, as the words beside it say ("width"); "" where they say none."""
    if value.kind != "amount" or value.unit != "m":
        return ""
    after = _AFTER.match(text, value.char_end)
    if after is not None:
        return _BESIDE[after["word"].lower()]
    before = [*_BEFORE.finditer(_NEAR.split(text[: value.char_start])[-1])]
    return _NOUNS[before[-1]["word"].lower()] if before else ""


def asked_dimension(question: str) -> str:
    """Return which length of a thing is asked for; "" where none or more than one is."""
    asked = {_BESIDE[(found["word"] or found["noun"]).lower()] for found in _ASKED.finditer(question)}
    return asked.pop() if len(asked) == 1 else ""


def answers_dimension(text: str, value: Value, asked: str) -> bool:
    """Return whether a value may be the length that is asked for: its words name no other one."""
    return not asked or dimension_of(text, value) in {"", asked}
