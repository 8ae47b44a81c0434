"""What denies in a clause, in whatever word: "not", "failed to", "lack of", "unsafe". For reworded.py."""

import functools
import re
from collections.abc import Sequence
from dataclasses import dataclass

from agent.rules.tokens import Token

# What looks like a denial and is none, taken out first; it may stand for a limit or for an emphasis.
_NONE = {
    "en": (
        "not (?:only|just|merely|simply|even|least|to mention)|no (?:more|fewer|less|later|earlier|sooner|"
        r"other) than|no doubt|not (?:\w+ ){0,2}(?:as|so) \w+(?= (?:\w+ ){0,5}as )|without (?:a )?doubt|"
        r"not (?:later|earlier|sooner|more|less|fewer) than|not (?:\w+ ){0,3}(?:until|before)|none other|nothing but|"
        "no matter|or not|"
        "not (?:to )?exceed(?:ing)?|not (?:over|above|beyond)|if not|whether or not|not all|not every|not always|"
        "not necessarily|not many|not much|not often|no one else but|cannot but|too much|"
        r"free (?!of\b|from\b)\w+|nonetheless|nevertheless|notwithstanding"
    ),
    "de": (
        "nicht (?:nur|bloß|zuletzt|mehr als|weniger als|später als|alle|jeder|jede|immer|viele)|ohne zweifel|"
        "nicht zuletzt|ob nicht"
    ),
    "fr": "ne que|pas (?:seulement|tous|toutes|toujours)|sans doute|pas moins de|pas plus de",
    "es": "no (?:solo|sólo|solamente|menos de|más de|todos|todas|siempre)|sin duda|nada menos",
}
# Words that deny what follows, and nothing else.
_PLAIN = {
    "en": (
        "not a single|not one|unable to|inability to|fail(?:s|ed|ing)? to|failure to|refus(?:e[sd]?|ing|als?) to|"
        r"declin(?:e[sd]?|ing) to(?! \d)|ha(?:s|ve|d) yet to|(?:is|are|was|were) yet to|not|never|nor|neither|"
        "no longer|no|none|nobody|no one|nothing|nowhere|cannot|without|[a-z]+n['’]t|hardly|scarcely|barely"
    ),
    "de": (
        "nicht mehr|nicht|kein(?:e[nmrs]?)?|nie|niemals|niemand(?:e[nm])?|nichts|ohne|weder|noch nie|keinerlei|kaum"
    ),
    "fr": "pas|jamais|aucune?|rien|sans|nul(?:le)?|personne ne|ni",
    "es": "no|nunca|jamás|ning[uú]n(?:[oa])?|nada|sin|nadie|tampoco",
}
# Words that deny by what they mean, too: they make up for a "not", and tell nothing alone.
_MEANT = {
    "en": (
        "refus(?:e[sd]?|ing|als?)|lack(?:s|ed|ing)?(?: of)?|absence of|absent|devoid of|free (?:of|from)|"
        r"reject(?:s|ed|ing|ion)?|turn(?:s|ed|ing)? down|turn(?:s|ed|ing)? (?:[\w'-]+ ){1,4}down|den(?:y|ies|ied|ying|"
        "ial)|forbid(?:s|den|ding)?|forbade|prohibit(?:s|ed|ing|ion)?|ban(?:s|ned|ning)?|barred from|unlawful|"
        "illegal|against the law|prevent(?:s|ed|ing)?|avoid(?:s|ed|ing)?|(?:stop(?:s|ped)?|ceas(?:e[sd]?|"
        r"ing)) (?:to\b|\w+ing)|abandon(?:s|ed|ing)?|g[ai]v(?:e|es|en|ing) up|cancel(?:s|led|ed|ling|ing|lations?)?|"
        "exempt(?:s|ed|ion)?(?: from)?|exclud(?:e[sd]?|ing)|impossible|false|untrue|ignor(?:e[sd]?|ing)|"
        "disregard(?:s|ed|ing)?|veto(?:es|ed)?|oppos(?:e[sd]?|ing)|too little|unless|call(?:s|ed|ing)? off|"
        r"instead of|rather than|rul(?:e[sd]?|ing) out|deficien\w+|knock-?out\w*|depleted"
    ),
    "de": (
        r"lehn(?:t|te|en|ten) (?:[\w-]+ ){0,6}?ab|abgelehnt|ablehnung|verweiger\w+|verbiet\w+|verbot(?:en)?|"
        r"untersag\w+|verhinder\w+|vermeid\w+|fehl(?:t|te|en|ten|end(?:e[nmrs]?)?)|mangel an|mangelnde[nmrs]?|"
        r"gesperrt|verzicht\w+|unmöglich|frei von|"
        r"bestreite[nt]|bestritt(?:en)?|gescheitert|scheiter\w+|(?:gab|gibt|geben) (?:[\w-]+ ){0,6}?auf|"
        "aufgegeben|anstatt|statt|ausgeschlossen|ausschließ(?!lich)\\w*|schließ\\w+ (?:[\\w-]+ ){0,6}?aus"
    ),
    "fr": (
        r"refus(?:e[sr]?|é(?:e?s?)|ait|ent)?|rejet(?:te|er|é(?:e?s?))|interdi(?:t|te|ts|tes|re)|empêch\w+|"
        r"manque de|absence d\w*|échou\w+|impossible|exclu(?:t|s|re|ent|e?s?)?|écart(?:e|er|é(?:e?s?))|renonc\w+"
    ),
    "es": (
        r"rechaz\w+|neg(?:ó|aron|ado)|niega|prohib\w+|prohíbe|impid\w+|impedir|falta de|carec\w+|ausencia de|imposible|"
        r"fracas\w+|descart\w+|exclu[iy]\w+|renunci\w+"
    ),
}
# Words that may deny or not, by what they are built of: where one stands on one side alone, nothing can be told.
_PERHAPS = {
    "en": (
        "un(?!der|it|til|ion|iver|ique|iform|less|cle|animous|employ)[a-z]{4,}|(?:in|im|ir|il)[a-z]+(?:able|ible|"
        "uble)|(?:inactive|inaccurate|incorrect|independent|indirect|inappropriate|insufficient|inadequate|"
        "informal|invalid|inefficient|ineffective|inconsistent|incomplete|insignificant|intact|invariant|"
        "immature|immune|imperfect|impractical|improper|irregular|irrelevant|irresponsible|illiterate|illogical)|"
        "dis(?:agree|appear|allow|approve|like|prove|continue|connect|honest|pute|abled|miss|band|charge|qualif|"
        "satisf|trust|obey)[a-z]*|non-?[a-z]{4,}|[a-z]{3,}(?:less|free)|except|against|apart from|other than|"
        "only|alone|solely|exclusively|loses?|lost|missing|missed|stopp?(?:ed|s|ing)?|closed?|halted|broke|"
        r"broken|drop(?:s|ped)?|scrapped|defeat(?:s|ed)?|resist(?:s|ed|ant|ance)?|escap\w+|spared?|restrict(?:s|"
        r"ed)?|limit(?:s|ed)?|reserved|instead|otherwise|another|doubt\w*|miss(?:es)?|mere|zero|dry|blank|empty|void|vain|"
        r"wrong|hid|hidden|neglect\w*|overlook\w*|spurn\w*|quit|remain\w*|stable|steady|constant|off|free|"
        r"withdr\w+|revok\w+|differ\w*|difficult|hard|rare|seldom|rarely|few|little|fewer|less|unlike|"
        r"fail\w*|supposed|shelv\w+|"
        "idle|idled|shut|vacant|dormant|silent|secret|private|pending|outstanding|open|dead|gone|extinct|exempt|gratis|"
        r"vanish\w*|omit\w*|skip\w*|withh[eo]ld\w*|refrain\w*|abstain\w*|abstention\w*|forgo\w*|waive\w*|evad\w*|"
        r"elud\w*|avert\w*|thwart\w*|foil\w*|suspend\w*|stall\w*|laps\w+|expire\w*|scarc\w*|short|shortage\w*|bereft|"
        "unscathed|single|void|quash\\w*|overturn\\w*|annul\\w*|repeal\\w*|lift|lifted"
    ),
    "de": (
        "un(?!d|ter|s|sere?|gefähr|mittelbar)[a-zäöüß]{4,}|[a-zäöüß]{3,}(?:los|frei)(?:e[nmrs]?)?|nur|außer|bis|"
        r"bevor|statt|gegen|verlor\w*|verlier\w*|wenig\w*|selten|geschlossen|schließ\w*|zu|"
        r"frei(?:e[nmrs]?)?|leer\w*|gratis|offen\w*|geheim\w*|still\w*|eingestellt\w*|ausgesetzt|verschw\w+|ledig|"
        r"(?:weise|weist|wies|wiesen) (?:[\w-]+ ){0,6}?zurück|zurückgewiesen|entfall\w*|entfäll\w*|ausgefallen|"
        "fällt|fiel"
    ),
    "fr": r"(?:in|im|ir|il)[a-zéè]{5,}|sauf|seul\w*|contre|que|peu|rare\w*|ferm\w+|perd\w*|gratuit\w*|"
    r"absent\w*|vides?|indemnes?|libres?|exempt\w*|secr[eè]t\w*|clos\w*|arrêt\w*|suspend\w*|interromp\w*|dispar\w+|"
    r"annul\w+|ouvert\w*",
    "es": r"(?:in|im|ir)[a-zéí]{5,}|salvo|sólo|solo|contra|poco\w*|cerr\w+|perd\w*|gratis|"
    r"gratuit\w*|libres?|exent\w+|iles[oa]s?|indemnes?|vací[oa]s?|ausentes?|secret\w+|pendientes?|suspend\w*|parad\w+|"
    r"desapar\w+|anul\w+|abiert\w+|cancel\w+",
}


@dataclass(frozen=True, slots=True)
class Denial:
    """A word or phrase that denies, with the places of its tokens; `is_plain`: a "not" and its like, which takes what
    follows."""

    word: str
    first: int
    last: int
    is_plain: bool


@dataclass(frozen=True, slots=True)
class Signs:
    """What denies in some words, and the places of words that may."""

    denials: tuple[Denial, ...]
    perhaps: tuple[int, ...]


@functools.cache
def _patterns(language: str) -> tuple[re.Pattern[str], re.Pattern[str]] | None:
    if language not in _PLAIN:
        return None
    groups = rf"(?P<none>{_NONE[language]})|(?P<plain>{_PLAIN[language]})|(?P<meant>{_MEANT[language]})"
    return re.compile(rf"(?<!\S)(?:{groups})(?!\S)"), re.compile(rf"(?<!\S)(?:{_PERHAPS[language]})(?!\S)")


@functools.lru_cache(maxsize=4_096)
def find_signs(tokens: tuple[Token, ...], language: str | None) -> Signs:
    """Find what denies among the words of a clause."""
    patterns = _patterns(language or "en")
    if patterns is None:
        return Signs((), ())
    text, places = as_words(tokens)
    found: list[Denial] = []
    rest = text
    for match in patterns[0].finditer(text):
        rest = rest[: match.start()] + "\0" * (match.end() - match.start()) + rest[match.end() :]
        if match["none"] or match.group() == "nor":
            continue
        found.append(Denial(match.group(), places[match.start()], places[match.end() - 1], match["plain"] is not None))
    return Signs(tuple(found), tuple(places[match.start()] for match in patterns[1].finditer(rest)))


def as_words(tokens: Sequence[Token]) -> tuple[str, list[int]]:
    """The words in lower case with one space between them, and for each of its characters the token it belongs to."""
    words = [token.word.lower().replace("’", "'") for token in tokens]
    return " ".join(words), [at for at, word in enumerate(words) for _ in range(len(word) + 1)]
