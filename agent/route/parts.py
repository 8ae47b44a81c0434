"""Cutting a compound question into the requests that it makes. Pure."""

import re

_I = re.IGNORECASE
_WH = (
    r"(?:what|which|who|whom|whose|when|where|why|how|was|welche[mnrs]?|wer|wen|wem|wann|wo|woher|warum|wieso|wie|"
    r"quel(?:le)?s?|qui|quand|où|pourquoi|combien|comment|qué|quién|cuándo|dónde|cuánto|cómo)"
)
_AUX = r"(?:is|are|was|were|will|would|does|do|did|has|have|had|can|could|should|ist|sind|war|wird|hat|kann)"
_SUBJECT = r"(?:it|they|he|she|this|that|these|those|the|there|we|our|any|anyone|es|sie|er|der|die|das)"
_DO = (
    r"(?:tell|show|list|give|find|compare|explain|describe|summari[sz]e|say|read|search|look|check|count|name|print|"
    r"open|"
    r"google|see|zeige?|nenne?|liste?|vergleiche?|erkläre?|suche?|lies|sage?)"
)
_ASKS = rf"(?:(?:by|in|for|to|from|at|on|since|auf|für|in|seit) )?{_WH}\b|{_AUX} {_SUBJECT}\b|{_DO}\b"
_AND = r"(?:and|und|then|sowie|plus|et|y|but|aber)"
_JOINT = re.compile(
    rf"(?:\s*[,;]\s*|\s+){_AND}\s+(?:(?:also|then|auch|dann)\s+)?(?={_ASKS})|\s*;\s*|\s*[,;]\s*(?={_WH} {_AUX}\b)", _I
)
_SENTENCE = re.compile(r"(?<=[?!])\s+(?=\S)|(?<=[a-zäöüß0-9)]\.)\s+(?=[A-ZÄÖÜ¿])")
_SHIELDED = re.compile(
    r"\"[^\"]*\"|“[^”]*”|„[^“”]*[“”]|«[^»]*»|‘[^’]*’|(?<![^\s(])'[^']*(?:'(?=\w)[^']*)*'(?!\w)|https?://\S+", _I
)
_BARE_AND = re.compile(rf"\s*,?\s+{_AND}\s+", _I)


def split_requests(question: str) -> list[str]:
    """Return the requests of a question in order, cut where another one begins; the question itself if it is one.

    Quoted words and addresses are never cut.
    """
    shielded = _shield(question)
    cuts = sorted((m.start(), m.end()) for pattern in (_SENTENCE, _JOINT) for m in pattern.finditer(shielded))
    return _pieces(question, cuts) or [question]


def split_listing(request: str) -> list[tuple[str, str]]:
    """Return the two halves around each bare "and" of a request, for "list the A and the B"."""
    cuts = _BARE_AND.finditer(_shield(request))
    return [(request[: cut.start()].strip(), request[cut.end() :].strip()) for cut in cuts]


def _shield(text: str) -> str:
    return _SHIELDED.sub(lambda found: "q" * len(found[0]), text)


def _pieces(text: str, cuts: list[tuple[int, int]]) -> list[str]:
    pieces: list[str] = []
    at = 0
    for start, end in [*cuts, (len(text), len(text))]:
        if start < at:
            continue
        piece = text[at:start].strip(" ,;")
        if piece:
            pieces.append(piece)
        at = end
    return pieces
