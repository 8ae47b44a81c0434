"""What a sub-question asks of its subject, and how far round a value a sentence still speaks of that value."""

import re
from collections.abc import Collection, Mapping, Sequence

from agent.plan import SubQuestion, asking_terms, own_terms
from agent.words.clauses import noun_phrases
from agent.words.denials import contrasts
from agent.words.terms import find_terms, same_term, stems_for
from agent.words.values import Value

_I = re.IGNORECASE
# One noun after an adjective, or one alone: "young salmon", but of "households answered" only the plural.
_NOUN = (
    r"(?P<noun>(?:[\w’'-]+s|people|men|women|children|fish|personen|menschen|haushalte|turbinen)\b|[\w’'-]+(?:\s+"
    r"(?!(?:did|does|do|is|are|was|were|will|has|have|had|hat|haben|ist|sind|wird|werden)\b)[\w’'-]+)?)"
)
COUNTED = re.compile(
    rf"\b(?:how many|number of|wie ?viele?|combien de|cuánt[oa]s|anzahl(?: der| von)?|zahl der|"
    rf"population of(?= (?-i:[a-zà-ÿ]))(?! the\b))\s+"
    rf"(?:of\s+|von\s+)?(?:the\s+|den\s+)?(?:[\w-]+['’]s\s+)?{_NOUN}",
    _I,
)
_SHARED = re.compile(
    r"\b(?:share|percentage|percent|proportion|fraction|anteil|prozent)\s+(?:of|der|des|von|an)?\s*"
    rf"(?:the\s+|all\s+|den\s+)?(?:[\w-]+['’]s\s+)?{_NOUN}",
    _I,
)
_WHOSE = re.compile(r"\s(?:of|des|der|von|du|del)\s", _I)
_CARRIED = re.compile(r"\s*\([^()]*\)(?=\s*[?？]?$)")
# A word that only names a body: a finance committee has not financed anything.
_MODIFIER = re.compile(
    r"\b[^\W\d_]+(?=[ -](?:committee|minist(?:er|ry)|department|office|board|bank|commission)\b)", _I
)
_SENTENCE_END = (
    r"(?<!\bDr)(?<!\bMs)(?<!\bMr)(?<!\bSt)(?<!\bNo)(?<!Cllr)(?<!Mio)(?<!Mrd)"
    r"(?:[.!?…][\"”’)»]*(?:\s+(?=[\"“„(A-ZÄÖÜ\d])|$)|[。！？])"
)
_TURN = r",?\s(?:but|while|whereas|although|though|because|until|aber|während|obwohl|weil|mais|pero)\s"
_JOIN = r",\s(?:and|or|und|oder|et|y|which|where|who|whose|when|wobei|wo|der|die|das|qui|que)\s"
_CLAUSE = re.compile(rf"{_SENTENCE_END}|;\s|{_TURN}")
_HARD = re.compile(rf"{_SENTENCE_END}|;\s|{_TURN}|{_JOIN}")
_SOFT = re.compile(r",\s|\s(?:and|or|und|oder|et|y)\s|[，、]")


def relation_terms(sub: SubQuestion, language: str | None) -> list[str]:
    """The stems of what is asked of the subject: the verb, or the asked noun where there is no other verb than "be".

    Never the noun that is counted or shared out ("how many turbines", "what share of households"): a value's unit
    must tell that. Empty where nothing but having is asked ("how many turbines has it").
    """
    text = _CARRIED.sub("", sub.text)
    counted = [match.span("noun") for match in (COUNTED.search(text), _SHARED.search(text)) if match]
    phrases = noun_phrases(text, language)
    subject = [term.stem for term in find_terms(sub.subject, language)]
    free: list[str] = []
    nouns: list[str] = []
    heads: list[str] = []
    of = _WHOSE.search(text)
    whose = of.start() if of else len(text)
    asked = {term.stem for term in asking_terms(text, language)}
    for term in find_terms(text, language):
        if term.stem not in asked or term.stem in subject:
            continue
        if any(start <= term.char_start < end for start, end in counted):
            continue
        if any(start <= term.char_start < end for start, end in phrases):
            if not term.is_name or language == "de":
                nouns.append(term.stem)
                if term.char_start < whose:
                    heads.append(term.stem)
        else:
            free.append(term.stem)
    if free or nouns:
        return list(dict.fromkeys(free or (heads if sub.expects != "person" else []) or nouns))
    return [] if counted else [term.stem for term in own_terms(sub, language)]


def said_share(
    relation: Sequence[str], text: str, weights: Mapping[str, float], language: str | None, asked_in: str | None
) -> float:
    """The weighted share (0 to 1) of the relation's terms that a stretch of text says; 1 where there are none."""
    if not relation:
        return 1.0
    present = stems_for(_MODIFIER.sub(" ", text), language, asked_in)
    total = sum(weights.get(term, 1.0) for term in relation)
    said = sum(
        weights.get(term, 1.0) for term in relation if any(same_term(term, other, asked_in) for other in present)
    )
    return said / total if total > 0 else 0.0


def scope_of(text: str, value: Value, values: Collection[Value]) -> tuple[int, int]:
    """Where the words stand that a value belongs to: its clause, up to the next value of the same kind."""
    turns = contrasts(text)
    hard = [match for match in _HARD.finditer(text) if not _is_among(turns, match)]
    start = max((match.end() for match in hard if match.end() <= value.char_start), default=0)
    end = next((match.start() for match in hard if match.start() >= value.char_end), len(text))
    for rival in values:
        if rival.kind != value.kind or rival == value:
            continue
        if start <= rival.char_start and rival.char_end <= value.char_start:
            soft = _SOFT.finditer(text, rival.char_end, value.char_start)
            start = max((m.end() for m in soft if not _is_among(turns, m)), default=start)
        elif value.char_end <= rival.char_start and rival.char_end <= end:
            cuts = [m.start() for m in _SOFT.finditer(text, value.char_end, rival.char_start)]
            end = cuts[-1] if cuts else end
    return start, end


def _is_among(turns: Collection[tuple[int, int]], match: re.Match[str]) -> bool:
    return any(start < match.end() and match.start() < end for start, end in turns)


def split_clauses(text: str) -> list[str]:
    """A claim's stretches that speak for themselves; a relative clause stays with what it hangs on."""
    cuts = list(_CLAUSE.finditer(text))
    starts = [0, *(cut.end() for cut in cuts)]
    ends = [*(cut.start() for cut in cuts), len(text)]
    return [text[start:end] for start, end in zip(starts, ends, strict=True) if text[start:end].strip()]
