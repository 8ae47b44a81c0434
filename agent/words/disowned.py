"""What stands around a sentence and takes it back: then the text shows it and does not say it. Pure.

A heading ("Myths about the tunnel"), a line that leads in ("The following rumours are false.", "In the novel, the
following is said.", "If the bill passes, three things follow.") or the sentence after ("That is not true.", "Every line
above is wrong."). A lead must point at what follows, and an answer at what stands before it: a "false alarm" denies
nothing.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from retrievers.split import Sentence, split_sentences

_I = re.IGNORECASE
_BEFORE, _AFTER = 2_000, 1_500  # characters looked at on either side
_MAX_HEADING = 150  # characters
_NEAR = 4  # sentences of a paragraph that a lead reaches over
_PARAGRAPHS = 6  # of one sentence each, that a lead reaches over
_LATER = 12  # sentences on, that "all of the above" is looked for
_SHOWN = 100  # characters of the words that a reason names
_ITEM = re.compile(r"(?:[-*+•‣◦–>]|\(?(?:\d{1,3}|[a-zA-Z])[.)])[ \t]+")
_ENDS = re.compile(r"[.!?:;,。！？：…][\"'”’»)\]*_]*$")

_SAYING = (
    r"(?:claims?|statements?|rumou?rs?|reports?|stor(?:y|ies)|assertions?|beliefs?|ideas?|answers?|lines?|sentences?|"
    r"headlines?|posts?|quotes?|letters?|scenarios?|cases?|examples?|texts?|information|allegations?|theor(?:y|ies)|"
    r"Aussagen?|Behauptung(?:en)?|Gerüchte?|Sätze?|Meldung(?:en)?|Antwort(?:en)?|Zeilen?|Geschichten?|Beispiele?|"
    r"affirmations?|rumeurs?|phrases?|lignes?|histoires?|idées?|informations?|exemples?|nouvelles?|"
    r"afirmaci(?:ón|ones)|rumores?|frases?|líneas?|historias?|ideas?|noticias?|creencias?|ejemplos?)"
)
_FALSE = (
    r"(?:false|untrue|not (?:true|correct|so|the case)|wrong(?! with)|incorrect|made[ -]up|invented|fabricated|fake|"
    r"fictional|fictitious|imaginary|hypothetical|baseless|unfounded|debunked|nonsense|an? (?:lie|myth|hoax|rumou?r)|"
    r"falsch|unwahr|nicht wahr|(?:frei )?erfunden|fiktiv|hypothetisch|gelogen|Unsinn|ein (?:Mythos|Gerücht)|"
    r"faux|fausse?s?|inexacte?s?|inventée?s?|fictifs?|fictives?|un mythe|une (?:légende|rumeur)|"
    r"fals[oa]s?|mentira|inventad[oa]s?|ficti[cs]i[oa]s?|hipotétic[oa]s?|un (?:mito|bulo|rumor))"
)
_UNTRUE_THINGS = (
    r"(?:rumou?rs|myths|misconceptions|hoaxes|lies|falsehoods|fallacies|fake news|urban legends|conspiracy theories|"
    rf"misinformation|disinformation|(?:false|debunked|untrue|incorrect|invented) {_SAYING}|"
    r"Gerüchte|Mythen|Irrtümer|Falschmeldungen|Falschbehauptungen|Lügen|Verschwörungstheorien|"
    rf"rumeurs|mythes|idées reçues|canulars|mensonges|fausses {_SAYING}|"
    rf"rumores|mitos|bulos|mentiras|falsedades|leyendas urbanas|{_SAYING} falsas)"
)
_IS = r"(?:is|are|was|were|be|been|ist|sind|war|waren|est|sont|était|étaient|es|son|era|eran)"
_HEADING = re.compile(
    r"(?:(?:the|some|more|other|most|common|popular|widespread|persistent|frequent|top|häufige|verbreitete|\d+|three|"
    r"four|five|six|seven|eight|nine|ten|drei|fünf|zehn|trois|cinq|dix|tres|cinco|diez)\s){0,4}"
    rf"(?P<what>{_UNTRUE_THINGS})(?:\s(?:and|und|et|y|&)\s{_UNTRUE_THINGS})?"
    r"(?:\s(?:about|on|around|regarding|concerning|über|zu[mr]?|um|rund um|sur|autour|à propos|sobre|acerca)\s.+)?|"
    r"(?:myth|misconception|rumou?r|fiction|mythos|irrtum|gerücht|mythe|rumeur|idée reçue|mito|bulo)\s?#?\d*|"
    rf"(?:fictional|fictitious|hypothetical|invented|made-up|sample|fiktives?|erfundenes?)\s{_SAYING}|"
    rf"{_SAYING}\s(?:fictifs?|fictives?|ficti[cs]i[oa]s?)|not true|what is not true|was nicht stimmt|"
    r"(?:what|things|ideas|was|ce que|lo que)\s.{0,60}\b(?:wrongly|falsely|mistakenly|fälschlich|irrtümlich|à tort|"
    r"erróneamente)\b.{0,60}",
    _I,
)
_POINTS_ON = re.compile(
    r"\b(?:the|these|all|both|any) following\b(?! (?:day|week|month|year|morning|evening|night|season|century)s?\b)|"
    rf"\b(?:following|next) {_SAYING}\b|\bas follows\b|\b(?:things|points|what) (?:will |would )?follows?\b|\bbelow\b|"
    r"\bfolgende[nrsm]?\b(?! (?:Tag|Woche|Monat|Jahr))|\bwie folgt\b|\bim Folgenden\b|"
    r"(?<!jour )(?<!année )(?<!semaine )(?<!mois )(?<!an )\bsuivante?s?\b|\bce qui suit\b|\bci-dessous\b|\bvoici\b|"
    r"(?<!día )(?<!año )(?<!mes )(?<!semana )\bsiguientes?\b|\ba continuación\b|[:：]$",
    _I,
)
_MAY_POINT = re.compile(r"[Ff]ol(?:low|g)|below|next|[Ss]ui(?:v|t)|dessous|[Vv]oici|[Ss]iguiente|continuación")
_NONE = re.compile(
    r"\b(?:none|neither) of\b|\bkeine?s? (?:der|von)\b|\bnichts (?:von|davon)\b|\baucune? des\b|\bningun[oa] de\b|"
    r"\b(?:nobody|no one|niemand|personne|nadie)\b",
    _I,
)
_NOT_TRUE = re.compile(
    r"\b(?:not|never|isn['’]t|aren['’]t|nicht|pas|no (?:es|son)) (?:\w+ )?(?:true|correct|confirmed|proven|wahr|"
    r"richtig|vraie?s?|ciert[oa]s?|verdad)",
    _I,
)
_CONFIRMED = re.compile(
    r"\b(?:true|confirmed|verified|proven|proved|correct|undisputed|not (?:false|wrong|in dispute)|wahr|richtig|"
    r"bestätigt|vraie?s?|confirmée?s?|verdader[oa]s?|ciert[oa]s?|confirmad[oa]s?)\b",
    _I,
)
_TAKES_BACK = re.compile(
    rf"\b{_UNTRUE_THINGS}\b|\b{_IS} (?:[\w-]+ ){{0,3}}?{_FALSE}\b|\b{_FALSE} {_SAYING}\b|"
    rf"\b{_SAYING} (?:fictifs?|fictives?|fausse?s?|fals[oa]s|ficti[cs]i[oa]s?)\b|"
    r"\b(?:den(?:y|ies|ied)|refute[sd]?|retract(?:s|ed)|debunk(?:s|ed)|disputes?d? (?:the|these|all)|bestreite[nt]|"
    r"bestritt\w*|dementier\w+|dément\w*|conteste\w*|niegan?|desmiente\w*|desmintió)\b|"
    rf"\breject(?:s|ed)? (?:\w+ )?(?:following )?{_SAYING}\b|"
    r"\b(?:not|n['’]t|never|nie|nicht|pas|nunca) (?:\w+ )?"
    r"(?:say|said|claim\w*|mean|believe\w*|gesagt|behauptet|dit|dicho)|\bsat[ií]ri(?:cal|sch\w*|que|c[oa])\b|"
    r"\b(?:in|according to) (?:\w+ ){1,2}?"
    r"(?:novel|film|movie|play|story|comic|fairy tale|video game|dream|satire|parody)\b"
    r"(?=[,.:;]|\s(?:by|of|the following)\b|\s[“\"‘]|\s(?-i:[A-Z]))|"
    r"\b(?:im|in dem|laut dem) (?:Roman|Film|Märchen|Theaterstück|Traum|Comic)\b|"
    r"\bdans (?:le|la|ce|cette|un|une) (?:roman|film|conte|pièce|série|bande dessinée|rêve)\b|"
    r"\ben (?:la|el|esta|este|una?) (?:novela|película|cuento|obra de teatro|serie|sueño)\b|"
    r"^(?:if|should|unless|provided|assuming|in case|falls|wenn|sollten?|si)\b(?! (?:you|your|we|I|Sie|du|ihr|vous|tu|"
    r"usted)\b)|"
    r"^(?:imagine|suppose|assume|let(?:['’]s| us) (?:imagine|suppose|assume)|angenommen|nehmen wir an|"
    r"imagin(?:ez|ons|e[ns]?)|supposons|supongamos|suponga)\b",
    _I,
)
_SUBJECT = (
    r"(?:this|that|all (?:of )?(?:this|that|it)|these|those|all (?:of )?(?:these|those)|"
    rf"(?:this|that|these|those|both|all these|diese|cette|ces|est[ae]s?) {_SAYING}|das|dies|all das|beides|c['’]|"
    r"cela|ceci|tout cela|eso|esto|todo (?:eso|esto))"
)
_CLOSES = r"(?=\s*(?:[.!;:,–—-]|$|because\b|since\b))"
_ANSWERS = re.compile(
    r"(?:(?:not|no|nope|wrong|false|untrue|nonsense|not true|just kidding|only joking|april fools?|falsch|nein|unsinn|"
    r"stimmt nicht|faux|pas vrai|falso|mentira|(?:es|no es) (?:falso|cierto|verdad))\s?[.!]+$|"
    rf"(?:verdict|rating|our rating|urteil|fazit|veredicto)\s?[:–-]\s?{_FALSE}\b|"
    r"(?:(?:but|yet|however|of course|aber|doch|mais|pero),? )?(?:"
    rf"{_SUBJECT}\s?(?:is|are|ist|sind|est|sont|es|son)(?: (?:all|simply|just|of course|completely|clearly|alles))? "
    rf"(?:{_FALSE}|{_UNTRUE_THINGS}){_CLOSES}|"
    r"(?:this|that) (?:isn['’]t (?:true|so)|never happened)"
    + _CLOSES
    + r"|none of (?:this|that|it|these|them) (?:is|are|was) "
    r"(?:true|correct|so|real)\b|das (?:stimmt (?:so )?nicht|trifft nicht zu)"
    + _CLOSES
    + r"|nichts davon (?:stimmt|ist wahr)|"
    r"(?:ce|cela) n['’]est pas (?:vrai|exact|le cas)|il n['’]en est rien|(?:eso|esto) no es (?:cierto|verdad|así)))",
    _I,
)
_OF_ALL_BEFORE = re.compile(
    rf"^(?:(?:every|each|all|both|everything|alle\w*|jede\w*|tou\w+|tod[oa]s?|(?:the|die|les|l[oa]s) {_SAYING})\b"
    r"[^.!?]{0,40}?(?:\babove\b|\bpreceding\b|\boben\b|\bobige\w*|\bci-dessus\b|\bprécédente?s?\b|"
    r"\bde arriba\b|\banterior(?:es)?\b)"
    rf"[^.!?]{{0,40}}?\b{_FALSE}(?!\w)|"
    rf"(?:none|neither|nothing|kein\w*|nichts|aucune?|rien|ningun[oa]|nada)\b[^.!?]{{0,40}}?(?:\babove\b|\boben\b|"
    r"\bobige\w*|\bci-dessus\b|\bde arriba\b|\banterior(?:es)?\b)[^.!?]{0,30}?\b"
    r"(?:true|correct|real|stimmt|wahr|richtig|vraie?|ciert[oa]|verdad)\b|"
    rf"(?:all (?:of )?)?(?:these|those|diese|alle diese|ces|est[oa]s)(?: {_SAYING})? (?:are|were|sind|waren|sont|son) "
    rf"(?:all |alle |tous |toutes |tod[oa]s )?(?:{_FALSE}|{_UNTRUE_THINGS}){_CLOSES})",
    _I,
)
_TURNS = re.compile(
    r"(?:in (?:fact|reality|truth)|actually|the truth is|the fact is|facts?:|tatsächlich|in wirklichkeit|in wahrheit|"
    r"en (?:fait|réalité)|de hecho|en realidad|however|but|aber|mais|pero)\b",
    _I,
)


@dataclass(frozen=True, slots=True)
class Part:
    """A sentence, how it stands in its text, and whether it speaks of what follows or went before."""

    text: str
    in_item: bool
    starts_line: bool
    starts_block: bool
    leads_in: bool
    turns: bool
    answers_all: bool


class Around:
    """The sentences of a stretch of a text, each with what its surroundings say of it.

    `heading` is the one that the text stands under from `begins` on, where none stands in the stretch itself.
    """

    def __init__(self, text: str, sentences: Sequence[Sentence], heading: str | None = None, begins: int = 0) -> None:
        self._sentences = sentences
        self._parts = find_parts(text, sentences)
        self._heading, self._begins = heading, begins

    def takes_back(self, first: int, last: int) -> str:
        """Say which words before or after the sentences from `first` to `last` take them back; "" where none do."""
        if words := self._answer(last):
            return f"the source says after it: “{shown(words)}”"
        if self._parts[first].turns:
            return ""
        if words := self._lead(first):
            return f"the source says before it: “{shown(words)}”"
        words = self._above(first)
        if words and _HEADING.fullmatch(words.strip(" #*_:").replace("\xa0", " ")):
            return f"the source says above it: “{shown(words)}”"
        return ""

    def _above(self, at: int) -> str:
        nearest = next((i for i in range(at - 1, -1, -1) if is_heading(self._parts, i)), None)
        place = -1 if nearest is None else self._sentences[nearest].char_start
        if self._heading and place < self._begins <= self._sentences[at].char_end:
            return self._heading
        return "" if nearest is None else self._parts[nearest].text

    def _lead(self, at: int) -> str:
        """The sentence that leads in what stands at a place and takes it back."""
        parts = self._parts
        if parts[at].in_item:
            while at and parts[at].in_item:
                at -= 1
            return parts[at].text if not parts[at].in_item and parts[at].leads_in else ""
        for _ in range(_PARAGRAPHS):
            steps = _NEAR
            while at and not parts[at].starts_block and steps:
                at, steps = at - 1, steps - 1
                if parts[at].leads_in:
                    return parts[at].text
                if parts[at].turns:
                    return ""
            if not at or not steps or is_heading(parts, at - 1):
                return ""
            at -= 1
            if parts[at].leads_in:
                return parts[at].text
            if parts[at].in_item or not parts[at].starts_block or parts[at].turns:
                return ""
        return ""

    def _answer(self, last: int) -> str:
        """The sentence after a place that takes back what stands there."""
        parts, at = self._parts, last + 1
        if at < len(parts) and not parts[at].in_item and _ANSWERS.match(parts[at].text):
            return parts[at].text
        for later in range(at, min(len(parts), at + _LATER)):
            if is_heading(parts, later):
                return ""
            if parts[later].answers_all and not parts[later].in_item:
                return parts[later].text
        return ""


def find_disowning(text: str, start: int, end: int, heading: str | None = None, begins: int = 0) -> str:
    """Say what around `[start, end)` of a text, in code points, takes back what stands there; "" where nothing does.

    The text stands under `heading` from `begins` on.
    """
    low = max(0, text.rfind("\n", 0, max(0, start - _BEFORE)) + 1, start - 2 * _BEFORE)
    window = text[low : end + _AFTER]
    sentences = split_sentences(window, None)
    within = [i for i, one in enumerate(sentences) if one.char_start < end - low and start - low < one.char_end]
    return Around(window, sentences, heading, begins - low).takes_back(within[0], within[-1]) if within else ""


def _leads_in(text: str) -> bool:
    """Whether a sentence speaks of what follows and does not stand by it."""
    text = text.strip(" *_\xa0")
    if text[-1:] not in {":", "："} and not _MAY_POINT.search(text):
        return False
    if not _POINTS_ON.search(text.replace("\xa0:", ":")):
        return False
    if text.endswith(("?", "？")) or _NONE.search(text):
        return True
    return bool(_TAKES_BACK.search(text)) and not _CONFIRMED.search(_NOT_TRUE.sub("", text))


def is_heading(parts: Sequence[Part], at: int) -> bool:
    """Whether a sentence stands alone above others, and ends as no sentence does."""
    one = parts[at]
    alone = one.starts_block and at + 1 < len(parts) and parts[at + 1].starts_line
    return alone and not one.in_item and len(one.text) <= _MAX_HEADING and not _ENDS.search(one.text)


def find_parts(text: str, sentences: Sequence[Sentence]) -> list[Part]:
    """Each sentence of a text with how it stands there."""
    parts: list[Part] = []
    before = 0
    for one in sentences:
        gap, said = text[before : one.char_start], text[one.char_start : one.char_end]
        mark = _ITEM.match(said)
        lines = gap.count("\n")
        starts_line = not parts or lines > 0
        in_item = mark is not None or (not starts_line and parts[-1].in_item)
        starts_block = not parts or bool(re.search(r"\n[ \t]*\n", gap))
        said = said[mark.end() :] if mark else said
        turns, of_all = (pattern.match(said) is not None for pattern in (_TURNS, _OF_ALL_BEFORE))
        parts.append(Part(said, in_item, starts_line, starts_block, _leads_in(said), turns, of_all))
        before = one.char_end
    return parts


def shown(words: str) -> str:
    """The words as a reason names them: on one line and not too many."""
    words = " ".join(words.split())
    return words if len(words) <= _SHOWN else words[: _SHOWN - 1].rstrip() + "…"
