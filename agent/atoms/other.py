"""Languages whose predicates are not looked for by rule: split only at a semicolon between two whole clauses. Pure."""

import re

_FINITE = {
    "de": r"ist|sind|war|waren|wird|werden|wurde|wurden|hat|haben|hatte|hatten|kostet|kosten|kostete|beträgt|betrug|"
    r"liegt|lag|stieg|sank|soll|kann|muss|beschäftigt|eröffnete",
    "fr": r"est|sont|était|étaient|sera|seront|a|ont|avait|fut|coûte|coûtera|emploie|compte|atteint",
    "es": r"es|son|era|fue|fueron|será|serán|ha|han|había|está|están|cuesta|costará|emplea|tiene|cuenta",
}  # fmt: skip
_POINTS_BACK = re.compile(
    r"(?:es|er|sie|dies\w*|das|ils?|elles?|cela|ce|celui\w*|él|ellos|ellas?|est[aeo]s?|eso|它|他们|她们|它们|他|她|这|该|"
    r"此|其|但|而|也|aber|jedoch|mais|pero|und|et|y|doch)\b|(?:它|他|她|这|该|此|其|但|而|也)",
    re.IGNORECASE,
)
_DOUBTFUL = re.compile(
    r"\b(?:wenn|falls|ob|si|oder|ou|o|weder|ni|nicht nur|dass|que)\b|如果|或|是否|不仅|说|表示", re.IGNORECASE
)
_ZH_FINITE = re.compile(r"[是为有在将达占约]")
_SHORTEST = 3  # words
_SHORTEST_UNSPACED = 6  # characters


def split_marked(text: str, language: str | None) -> list[str] | None:
    """Split German, French, Spanish and Chinese sentences at semicolons where each part has a predicate of its own."""
    end = text[-1:] if text[-1:] in ".!…。！" else ""
    parts = [part.strip() for part in re.split("[;；]", text.removesuffix(end))]
    if len(parts) < 2 or _DOUBTFUL.search(text) or re.search(r"[\"“”„«»()（）?？「」]", text):
        return None
    if any(_POINTS_BACK.match(part) for part in parts[1:]) or not all(_is_clause(part, language) for part in parts):
        return None
    return [f"{part[:1].upper()}{part[1:]}{end}" for part in parts]


def _is_clause(part: str, language: str | None) -> bool:
    if language == "zh":
        return len(part) >= _SHORTEST_UNSPACED and _ZH_FINITE.search(part, 2) is not None
    finite = _FINITE.get(language or "")
    words = part.split()
    return finite is not None and len(words) >= _SHORTEST and any(re.fullmatch(finite, word) for word in words[1:])
