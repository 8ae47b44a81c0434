"""Where a question falls into parts, and what it is about: rules on its words, no grammar of any one language."""

import re

from agent.words.terms import find_terms, stop_words

_I = re.IGNORECASE
_WH = (
    r"(?:what|which|who|whom|whose|when|where|why|how|wann|wer|wen|wem|was|wo|warum|wieso|weshalb|wie|"
    r"wie ?viele?|welche[mnrs]?|"
    r"quand|pourquoi|combien|comment|quel(?:le)?s?|où|qui|qué|quién|cuándo|dónde|cuánto|cómo)"
)
_AUX = (
    r"(?:is|are|was|were|will|would|does|do|did|has|have|had|can|could|should|ist|sind|war|wird|werden|"
    r"wurde|hat|haben|kann|soll)"
)
_JOINT = re.compile(
    rf"\s*[;,]\s*(?:and|or|und|oder|et|y|e|but|aber)?\s*(?=(?:by |in |for |to |from |in which |auf |für |"
    rf"bis )?{_WH}\b)|"
    rf"\s+(?:and|und|et|y)\s+(?:also\s+|auch\s+)?(?=(?:by |in |for |to |from |auf |für |bis )?{_WH}\b)|"
    rf"\s*[;,]?\s+(?:and|und)\s+(?=(?:also\s+)?{_AUX}\s+(?:it|they|he|she|the|there|es|sie|er|der|die|das)\b)|"
    r"\s*[;；]\s*|[，,](?=(?:谁|何时|什么时候|为什么|多少|哪))",
    _I,
)
_AND = re.compile(r"\b(?:and|or|und|oder|et|y|e|but|aber)\b|[;；，]", _I)
_RELATIVE = re.compile(r"(?:\w+ )?(?:which|who|whom|whose|where|when|wie|wo|wer|qui|où|was)\b", _I)
_INVERTED = re.compile(
    rf"(?:when|where|wann|wo)\s+{_AUX}\s+(?:it|they|he|she|the|this|that|these|there|es|sie|er|der|die|das)\b", _I
)
"""Verb before subject asks, in a relative clause the subject comes first."""
_LIST = re.compile(
    r"^(?P<ask>what (?:is|are|was|were|will be)|was (?:ist|sind)|quels? (?:est|sont))\s+(?P<items>.+?)\s+"
    r"(?P<rest>(?:of|for|von|des|der|du|de)\s+.+)$",
    _I,
)
_VERSUS = re.compile(
    r"^(?:compare\s+|how (?:do|does|did)\s+|what (?:is|are) the differences?\s+between\s+|vergleiche\s+)"
    r"(?P<a>.+?)\s+(?:and|with|to|versus|vs\.?|compare (?:to|with)|und|mit)\s+(?P<b>.+?)"
    r"(?:\s+(?:compare|differ|in terms of|with respect to|regarding|hinsichtlich|bei)\b\s*(?P<by>.*?))?[?.]?$",
    _I,
)
_SENTENCE = re.compile(r"(?<=[?!？！。])\s*|(?<=[a-zäöüé)]\.)\s+(?=[A-ZÄÖÜ])")
_NOUN_STOP = re.compile(
    r"^(?:is|are|was|were|will|would|does|do|did|has|have|had|can|could|should|may|might|in|on|at|by|to|"
    r"from|for|with|"
    r"and|or|but|that|which|who|when|if|as|after|before|since|until|during|so|than|about|against|over|under|"
    r"between|"
    r"cost|costs|open|opens|start|starts|begin|begins|produce|produces|employ|employs|take|takes|need|needs|"
    r"help|harm|cause|affect|"
    r"become|work|works|receive|support|oppose|pay|use|generate|"
    r"in|an|auf|bei|mit|nach|seit|von|vor|zu|zum|zur|und|oder|ist|sind|wird|werden|wurde|hat|kosten|kostet|"
    r"gegen|für|es|sie)$",
    _I,
)
_ASKED_NOUN = re.compile(
    rf"^(?:(?:by |in |for |to |from |at |on |für |in |mit |auf |bei )?{_WH}\s+)+(?:{_AUX}\s+)?(?:the|a|an|"
    rf"der|die|das|le|la|el)?\s*"
    rf"(?:[^\W\d_]+\s+){{0,4}}?(?:of|des|der|von|du|de|del|in|im)\s+",
    _I,
)
_QUESTION_NOUN = re.compile(rf"{_WH}\s+(?:\w+\s+)?$", _I)
_DETERMINER = re.compile(r"\b(?:the|a|an|this|der|die|das|den|dem|des|le|la|les|el|los|las)\s+", _I)


def find_clauses(question: str, language: str | None) -> list[str]:
    """The questions inside a question, each ending with a question mark; the question itself when it is simple."""
    sentences = [part.strip() for part in _SENTENCE.split(question) if part and part.strip()]
    asking = [part for part in sentences if part.endswith(("?", "？"))] or [question]
    clauses: list[str] = []
    for sentence in asking:
        for part in _split(sentence):
            clauses += _coordinated(part.strip(" ,;，；"))
    clauses = _completed(clauses)
    mark = "？" if "？" in question else "?"
    kept = [clause for clause in clauses if len(find_terms(clause, language)) > 0]
    if not kept:
        return [question]
    if len(kept) == 1 and len(clauses) == 1:
        return [kept[0] if kept[0].endswith(("?", "？", ".")) or kept[0] == question else kept[0] + mark]
    return [_capital(clause.rstrip("?？. ")) + mark for clause in kept]


_BARE = re.compile(
    rf"(?:(?:by|in|for|to|from|at|on|with|mit|für|in|bei)\s+)?{_WH}(?:\s+(?:many|much|long|often|viele?|lange|oft))?"
    r"(?:\s+\w+)?",
    _I,
)


def _completed(clauses: list[str]) -> list[str]:
    """A clause that is only a question word ("and by how many votes?") asks it of what the clause before it says."""
    made: list[str] = []
    for clause in clauses:
        bare = clause.rstrip("?？. ")
        rest = re.match(rf"(?:\w+\s+)?{_WH}\s+(?P<rest>{_AUX}\s.+)", made[-1], _I) if made else None
        ends_asking = not re.search(rf"\s{_AUX}$|\w(?:ed|s)$", bare, _I) or re.search(r"\b(?:many|much|viele?)\b", bare)
        if rest is not None and ends_asking and _BARE.fullmatch(bare):
            made.append(f"{bare} {rest['rest'].rstrip('?？. ')}")
        else:
            made.append(clause)
    return made


def _split(sentence: str) -> list[str]:
    """Cut before each further question word; before one that may begin a relative clause only in an "and" list."""
    cuts = list(_JOINT.finditer(sentence))
    if not any(_AND.search(cut.group()) for cut in cuts):
        cuts = [
            cut
            for cut in cuts
            if ";" in cut.group() or _INVERTED.match(sentence, cut.end()) or not _RELATIVE.match(sentence, cut.end())
        ]
    starts = [0, *(cut.end() for cut in cuts)]
    ends = [*(cut.start() for cut in cuts), len(sentence)]
    return [sentence[start:end] for start, end in zip(starts, ends, strict=True)]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _coordinated(clause: str) -> list[str]:
    """ "What are A, B and C of X" and "compare A and B" as one question an item; else the clause alone."""
    versus = _VERSUS.match(clause)
    if versus is not None:
        by = (versus["by"] or "").strip()
        things = [re.sub(r"^the\s", "the ", versus[name].strip()) for name in ("a", "b")]
        return [f"What is known about {thing}{f' ({by})' if by else ''}" for thing in things]
    listed = _LIST.match(clause)
    if listed is None:
        return [clause]
    items = [
        item
        for item in re.split(
            r",\s*(?:and\s+|und\s+)?|\s+(?:and|und|et|"
            r"y)\s+",
            listed["items"],
        )
        if item
    ]
    if (
        len(items) < 2
        or not re.search(r"\s(?:and|und|et|y)\s", listed["items"])
        or any(len(item.split()) > 5 for item in items)
    ):
        return [clause]
    be = re.sub(r"\bare\b", "is", listed["ask"], flags=_I)
    article = "the " if items[0].lower().startswith("the ") else ""
    named = [item if item.lower().startswith("the ") else article + item for item in items]
    return [f"{be} {item} {listed['rest']}" for item in named]


def find_subject(question: str, clauses: list[str], language: str | None) -> str:
    """The noun phrase the whole question is about: the first that carries a name, else the first with an article."""
    phrases = [phrase for clause in (*clauses[:1], question, *clauses[1:]) for phrase in _subjects(clause, language)]
    named = [one for one in phrases if _has_name(one, language) and not re.fullmatch(_WH, one, _I)]
    if named:
        return next((phrase for phrase in named if not phrase.endswith(("'s", "’s"))), named[0])
    if len(clauses) < 2:
        return ""
    return phrases[0] if phrases else ""


def _subjects(clause: str, language: str | None) -> list[str]:
    """The clause's noun phrases; of "what is the X of Y" only Y, since X is what is asked."""
    asked = _ASKED_NOUN.match(clause)
    phrases = _phrases(clause, language)
    if asked is None:
        return phrases
    rest = [phrase for phrase in phrases if clause.find(phrase) >= asked.end()]
    return [*rest, *_phrases("of " + clause[asked.end() :], language), *phrases]


def _has_name(phrase: str, language: str | None) -> bool:
    terms = find_terms(phrase, language)
    return bool(terms) and (language == "de" or any(term.is_name for term in terms))


def _is_predicate(body: str, start: int, end: int, phrase: str) -> bool:
    """Whether the phrase's last word is what is asked of it: "did the team win", "is the plant safe"."""
    before, after, last = body[:start].rstrip().lower(), body[end:].strip(), phrase.rsplit(maxsplit=1)[-1]
    closed = not after or re.match(r"[,;(]", after) is not None or _AFTER_VERB.match(after) is not None
    if re.search(r"(?:^|\s)(?:will|would|does|do|did|can|could|should|has|have|had)$", before):
        return closed
    if re.search(r"(?:^|\s)(?:when|if|while|until|once|wenn|falls)$", before):
        return closed and bool(re.search(r"(?:^|\s)\w+\s", before))
    if re.search(r"\w\s+(?:is|are|was|were|be|been)$", before):
        return closed and _PARTICIPLE.fullmatch(last) is not None
    return closed and bool(re.fullmatch(r"(?:is|are|was|were)", before))


# What may follow a verb, and so shows that the word before it was one.
_AFTER_VERB = re.compile(
    r"(?:the|a|an|this|these|its|their|it|them|him|her|in|on|at|by|to|from|for|with|about|against|of|when|if|as|after|"
    r"before|since|until|during|still|again|up|out|over|into|through|[A-ZÄÖÜ]\w*)\b"
)
_PARTICIPLE = re.compile(
    r"\w+ed|built|made|held|sold|won|lost|found|born|written|taken|given|known|shown|chosen|sent|set|cut|paid|said|"
    r"bought|caught|taught|led|fought|begun|drawn|driven|broken|spoken|stolen|worn|torn|hit|laid|left|met|worth"
)


def noun_phrases(clause: str, language: str | None) -> list[tuple[int, int]]:
    """Where the noun phrases of a question stand: articles with what follows, names; in German articles alone."""
    found = _placed(clause, language)
    return [
        (start, start + len(phrase))
        for start, phrase in found
        if language != "de" or _DETERMINER.match(phrase) is not None
    ]


def _phrases(clause: str, language: str | None) -> list[str]:
    return [phrase for _, phrase in _placed(clause, language)]


def _placed(clause: str, language: str | None) -> list[tuple[int, str]]:
    """Noun phrases: from an article up to a word that ends one, then runs of capitalised words."""
    body = clause.rstrip("?？. ")
    found: list[tuple[int, str]] = []
    for match in _DETERMINER.finditer(body):
        rest = body[match.end() :].split()
        kept: list[str] = []
        for word in rest:
            if _NOUN_STOP.match(word.strip(",")) or word.strip(",").lower() in stop_words(language) - {"of"}:
                break
            kept.append(word)
            if word.endswith((",", ";", ":")):
                break
        while kept and kept[-1].lower() == "of":
            kept.pop()
        while language == "de" and kept and kept[-1].islower() and any(word[:1].isupper() for word in kept):
            kept.pop()
        end = match.end() + len(" ".join(kept))
        if len(kept) > 1 and kept[-1].islower() and _is_predicate(body, match.start(), end, " ".join(kept)):
            kept.pop()
        if kept:
            found.append((match.start(), body[match.start() : match.end()] + " ".join(kept).rstrip(",;:.")))
    for match in re.finditer(
        r"(?<![.?!]\s)(?<!^)\b[^\W\d_a-zäöüß][\w’'-]*(?:\s+(?:of\s+|de\s+|the\s+)?[^\W\d_a-zäöüß][\w’'-]*)*",
        body,
    ):
        asked_noun = _QUESTION_NOUN.search(body[: match.start()]) is not None
        if not asked_noun and not any(match.group() in phrase for _, phrase in found):
            found.append((match.start(), match.group()))
    return sorted(found)
