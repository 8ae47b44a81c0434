"""Whether a question asks for what changes within hours or days: stored evidence for it is read again. Pure."""

import re

_WORDS = re.compile(
    r"\b(?:pric(?:e[sd]?|ing)|costs? (?:now|today)|exchange rate|stock (?:price|quote)|share price|in stock|availab\w+|"
    r"opening hours|timetable|schedule|weather|forecast|temperature (?:now|today)|score|standings|ranking|"
    r"current(?:ly)?|now(?:adays)?|today|tonight|this (?:week|month|year)|at present|right now|latest|newest|"
    r"recent(?:ly)?|up to date|still|"
    r"preise?|wechselkurs|börsenkurs|wetter|aktuell\w*|derzeit|momentan|heute|jetzt|neueste[nrs]?|öffnungszeiten|"
    r"prix|taux de change|météo|actuel\w*|aujourd'hui|maintenant|dernier\w*|"
    r"precios?|tipo de cambio|actual(?:es|mente)?|hoy|ahora|últim[oa]s?|"
    r"prezz[oi]|attual\w*|oggi|adesso|preços?|atual\w*|hoje|agora|prijs|prijzen|huidige?|vandaag|"
    r"giá|hiện nay|hôm nay|bây giờ)\b|"
    r"цен[аыу]|сейчас|сегодня|текущ\w+|价格|价钱|现在|目前|今天|最新|値段|価格|今日|現在|가격|현재|오늘",
    re.IGNORECASE,
)


def is_volatile(question: str) -> bool:
    """Say whether the answer may be another one an hour later: prices, states, whatever is the case now."""
    return _WORDS.search(question) is not None
