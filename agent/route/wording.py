"""Words by which rules tell counts, the web and what is stored apart, in English and German first."""

import re

_I = re.IGNORECASE
URL = re.compile(r"https?://[^\s<>\"'”»)]+|\bwww\.[^\s<>\"'”»)]+", _I)
ON_WEB = re.compile(
    r"\b(?:(?:on|from|in|search|browse|across|im|ins) (?:the |das |dem )?(?:(?:live )?web|internet|net)|web ?search|"
    r"online|"
    r"googl\w+|duckduckgo|bing|look up on|surf)\b",
    _I,
)
WEB_WORDS = re.compile(
    r"\b(?:please|bitte|can you|could you|search|look up|look|check|find|browse|google|googl\w+|(?:on|from|in|"
    r"across) the "
    r"(?:live )?(?:web|internet|net)|the (?:web|internet)|web ?search|online|im internet|im web|such\w*|nach|for me)\b",
    _I,
)
GRAPH = (
    r"(?:sources?|documents|web pages|passages?|claims?|citations?|quotes|quotations|entities|entity|runs?|reports|"
    r"questions|"
    r"statements|publishers?|conflicts|(?:source )?versions|quellen?|dokumente?n?|behauptungen|zitate?n?|belege|"
    r"berichte?n?|"
    r"fragen|läufe)"
)
COUNT = re.compile(
    rf"\b(?:how many|(?:the |their |its )?numbers? of|count(?: of)?|total|average|mean|median|sum|share|percentage|"
    rf"proportion|"
    rf"fraction|distribution|wie ?viele?|anzahl|durchschnitt\w*|anteil)\b(?:\W+\w+){{0,6}}?\W+{GRAPH}\b|"
    rf"\b{GRAPH}\b.*\b(?:with (?:their|its) (?:number|count|total)s?|per \w+|by (?:status|verdict|year|month|day|"
    rf"publisher|"
    r"language|kind|type|source|run|tool)|on average|in total|pro \w+|nach \w+)\b|"
    rf"\b(?:per|(?:for|of|in|from) (?:each|every)|pro|je) {GRAPH}\b",
    _I,
)
RANK = re.compile(
    rf"\b(?:most|fewest|least|longest|shortest|largest|smallest|biggest|highest|lowest|oldest|newest|earliest|latest|"
    rf"top|more "
    rf"than|less than|fewer than|at least|meisten|wenigsten|längste\w*|kürzeste\w*|größte\w*|älteste\w*|mehr "
    rf"als)\b(?:\W+\w+)"
    rf"{{0,4}}?\W+{GRAPH}\b|\b{GRAPH}\b.*\b(?:most|fewest|longest|shortest|largest|more than|less than|fewer than|"
    rf"at least|"
    r"meisten|mehr als|ordered by|sorted by|grouped by)\b",
    _I,
)
STORED = (
    r"(?:sources?|documents|passages?|claims?|citations?|quotes|quotations|quellen?|dokumente?n?|behauptungen|"
    r"zitate?n?)"
)
LISTING = re.compile(
    rf"\W*(?:list|show|which|what are|give me|zeige?|liste|welche)\b(?: (?:me|all|the|our|stored|of|alle|die|mir))* "
    rf"{STORED}\b"
    r"(?!.*\b(?:say|says|about|mention\w*|tell|report|of the world|sagen|über)\b)",
    _I,
)
ASKED_OF_STORE = re.compile(
    r"\b(?:what|which|was) (?:do|does|did|have|has|is|are|sagen|steht in)?\s*(?:our|the|my|all|any|stored|unsere|die|"
    r"den)*\s*"
    r"(?:stored )?(?:sources?|documents?|papers?|files?|notes?|memory|graph|archive|library|quellen|dokumente[n]?|"
    r"unterlagen)\s*"
    r"(?:(?:say|says|tell us|have|has|hold|holds|contain|report|know)\s*)?(?:about|on|of|over|zu|über)?\b|"
    r"\bwhat (?:do )?(?:we|you) (?:already )?(?:know|have|hold|stored|learned|have stored)(?: stored)?(?: (?:about|"
    r"on|of))?\b|"
    r"\b(?:which|what|welche) (?:stored )?(?:passages?|sources?|documents?|stellen|quellen) (?:mention|contain|say|"
    r"speak of|"
    r"erwähnen|enthalten)\b|"
    r"\b(?:summari[sz]e|compare|explain|describe|tell me|show me|fasse|erkläre)\b",
    _I,
)
PAST = re.compile(
    r"(?:\W*\w+){0,8}?\W+(?:did|was|were|had|war|waren|wurde[n]?|hatte[n]?)\b|\W*(?:did|was|were|had) ", _I
)
NOW = re.compile(r"\b(?:now|today|tonight|this (?:week|month|year)|heute|jetzt|aujourd'hui|hoy)\b", _I)
REFERS = re.compile(
    r"\b(?:that|this|these|those) (?:person|one|man|woman|people|company|place|city|country|author|team)\b|\b(?:he|"
    r"she)\b",
    _I,
)
OPEN_ANSWER = re.compile(r"^\W*(?:who|which|what|where|wer|welche[rsn]?|was|wo)\b", _I)
TOKEN = re.compile(r"[^\W_]+(?:[-./'’+][^\W_]+)*")
ORDER = re.compile(
    r"\W*(?:(?:please|bitte|can you|could you|kannst du)\W+)*(?:search|look|check|find|browse|google|see|such\w*|"
    r"schau\w*)\b",
    _I,
)
