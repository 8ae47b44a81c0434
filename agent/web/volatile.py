"""Whether a question asks for what changes with time, and what kind of thing that is: stored evidence for it has a
shelf life. Pure."""

import re
from collections.abc import Mapping

_WORDS: Mapping[str, str] = {
    "now": (
        r"now(?:adays)?|today|tonight|at present|right now|temperature (?:now|today)|costs? (?:now|today)|"
        r"derzeit|momentan|heute|jetzt|aujourd'hui|maintenant|hoy|ahora|oggi|adesso|hoje|agora|vandaag|"
        r"hiện nay|hôm nay|bây giờ"
    ),
    "weather": r"weather|forecast|wetter|météo",
    "rate": (
        r"exchange rate|stock (?:price|quote)|share price|interest rate|wechselkurs|börsenkurs|taux de change|"
        r"tipo de cambio|in stock|availab\w+|score|standings|ranking"
    ),
    "hours": (
        r"opening hours|timetable|schedule|öffnungszeiten"
    ),
    "price": r"pric(?:e[sd]?|ing)|preise?|prix|precios?|prezz[oi]|preços?|prijs|prijzen|giá",
    "version": r"versions?|releases?",
    "office": (
        r"(?:who|wer|qui|quién|chi|quem|wie) (?:is|ist|est|es|è|é)\b.{0,60}\b(?:president|minister|chancellor|mayor|"
        r"governor|king|queen|pope|chair(?:man|woman|person)?|director|ceo|cfo|cto|head|leader|secretary|"
        r"ambassador|coach|captain|kanzler(?:in)?|präsident(?:in)?|bürgermeister(?:in)?|ministre|maire|président(?:e)?|"
        r"presidente|ministro|alcalde|sindaco)"
    ),
    "latest": (
        r"current(?:ly)?|this (?:week|month|year)|latest|newest|recent(?:ly)?|up to date|still|"
        r"aktuell\w*|neueste[nrs]?|actuel\w*|dernier\w*|actual(?:es|mente)?|últim[oa]s?|attual\w*|atual\w*|huidige?"
    ),
}  # fmt: skip
"""Kind -> its words, the kind that is looked for first before the others."""

_UNSPACED: Mapping[str, str] = {
    "now": r"сейчас|сегодня|现在|目前|今天|今日|現在|현재|오늘",
    "price": r"цен[аыу]|价格|价钱|値段|価格|가격",
    "latest": r"текущ\w+|最新",
}
KINDS: tuple[str, ...] = tuple(_WORDS)
"""The kinds of what changes with time."""
_LASTING = frozenset({"version", "office"})
"""Kinds that change within months, not within hours."""
_KINDS = {
    kind: re.compile(
        rf"\b(?:{words})\b" + (f"|{_UNSPACED[kind]}" if kind in _UNSPACED else ""), re.IGNORECASE
    )
    for kind, words in _WORDS.items()
}  # fmt: skip


def kind_of(question: str) -> str | None:
    """Return the kind of thing that is asked for, None where the answer does not change with time."""
    return next((kind for kind, words in _KINDS.items() if words.search(question)), None)


def is_volatile(question: str) -> bool:
    """Say whether the answer may be another one an hour later: prices, states, whatever is the case now."""
    return any(words.search(question) for kind, words in _KINDS.items() if kind not in _LASTING)
