"""How many and how often in whatever words: "the majority", "hardly any", "one in three". For reworded.py."""

import functools
import re
from dataclasses import dataclass

from agent.rules.signs import as_words
from agent.rules.tokens import Token

# From all down to none; "half" and "not all" stand beside. Longer phrases first within the whole table.
_SCALE = {
    "en": {
        "all": (
            "all|every|each|everyone|everybody|everything|everywhere|both|always|invariably|at all times|"
            "without exception|the whole|the entire|whole|entire|entirely|completely|exclusively|every one|"
            "universally|wholly|every single"
        ),
        "nearly": (
            "almost all|nearly all|virtually all|practically all|almost every|nearly every|almost everyone|"
            "nearly everyone|(?:vast|great|overwhelming|large) majority|almost always|nearly always|"
            "almost the (?:whole|entire)|nearly the (?:whole|entire)|all but (?:one|two|a few|a handful)|"
            r"(?:every|everyone|all) (?:\w+ )?(?:except|but) (?:one|two|for one)|almost entirely|"
            "almost completely|almost exclusively"
        ),
        "most": (
            "most|majority|more than half|over half|greater part|larger part|better part|bulk|mostly|mainly|"
            "largely|usually|generally|typically|normally|primarily|predominantly|as a rule|in general|"
            "in most cases|most of the time|two thirds|three quarters|chiefly|principally|ordinarily|commonly"
        ),
        "half": "half|50 percent|50 per cent",
        "many": (
            "many|large numbers?|great many|good many|numerous|plenty|lots?|often|frequently|a great deal|"
            "large part|much|large share|large proportion"
        ),
        "some": (
            "some|several|a (?:small )?number|certain|a few|sometimes|occasionally|at times|part|partly|"
            "partially|various|now and then|in some cases|in places|one or two|a couple|a fraction|at least one|"
            "somewhat"
        ),
        "not all": (
            "not all|not every|not always|not everyone|not everybody|not entirely|not completely|less than all"
        ),
        "few": (
            "few|minority|less than half|fewer than half|not many|not much|small part|small number|small share|"
            "handful|seldom|rarely|infrequently|little|not often|very few|only a few|just a few|only a handful|"
            "only some|a tiny (?:part|share|fraction)"
        ),
        "nearly none": (
            "hardly any(?:one|body|thing)?|scarcely any(?:one|body|thing)?|barely any(?:one|body|thing)?|"
            "almost no|almost none|almost never|almost nobody|almost no one|almost nothing|next to no(?:ne|"
            "thing)?|nearly none|virtually no(?:ne|thing)?|hardly ever|scarcely ever|practically no(?:ne|thing)?"
        ),
        "none": "no|none|neither|never|nobody|no one|not one|not a single|not any|at no time|nothing|not ever|not a",
    },
    "de": {
        "all": (
            "alle[nmr]?|jede[nmrs]?|immer|sämtliche[nr]?|stets|sämtlich|ganze[nrs]?|beide[n]?|ausnahmslos|völlig|"
            "ausschließlich"
        ),
        "nearly": (
            "fast alle[nr]?|fast jede[nmrs]?|beinahe alle[nr]?|nahezu alle[nr]?|fast immer|(?:große|überwiegende|"
            "überwältigende) mehrheit|beinahe jede[nmrs]?|nahezu jede[nmrs]?"
        ),
        "most": (
            "meisten|mehrheit|großteil|meist|meistens|überwiegend|größtenteils|mehr als die hälfte|normalerweise|"
            "in der regel|größere teil|hauptsächlich|gewöhnlich"
        ),
        "half": "hälfte",
        "many": "viele[nr]?|zahlreiche[nr]?|oft|häufig|große zahl",
        "some": (
            "einige[nr]?|manche[nrs]?|manchmal|teil|teilweise|gelegentlich|etliche[nr]?|mehrere[nr]?|ab und zu|ein paar"
        ),
        "not all": "nicht alle[nr]?|nicht jede[nmrs]?|nicht immer",
        "few": "wenige[nr]?|selten|minderheit|nicht viele|nur (?:sehr )?wenige[nr]?|nicht oft|handvoll|nur einige",
        "nearly none": (
            "kaum (?:ein|eine[nmrs]?)|fast kein(?:e[nmrs]?)?|so gut wie kein(?:e[nmrs]?)?|fast nie|kaum je|"
            "beinahe kein(?:e[nmrs]?)?|fast niemand|kaum jemand"
        ),
        "none": "kein(?:e[nmrs]?)?|nie|niemals|niemand",
    },
    "fr": {
        "all": "tous|toutes|tout|toute|toujours|chaque",
        "nearly": "presque tous|presque toutes|grande majorité|presque toujours",
        "most": "plupart|majorité|généralement|plus de la moitié",
        "half": "moitié",
        "many": "beaucoup|souvent|nombreux|nombreuses",
        "some": "certains|certaines|quelques|parfois|plusieurs|une partie",
        "not all": "pas tous|pas toutes|pas toujours",
        "few": "peu|rarement|rares|minorité",
        "nearly none": "presque aucune?|presque jamais|presque personne",
        "none": "aucune?|jamais|personne",
    },
    "es": {
        "all": "todos|todas|todo|toda|siempre|cada",
        "nearly": "casi todos|casi todas|gran mayoría|casi siempre|inmensa mayoría",
        "most": "mayoría|generalmente|mayor parte|más de la mitad",
        "half": "mitad",
        "many": "muchos|muchas|a menudo|frecuentemente",
        "some": "algunos|algunas|unos|unas|a veces|varios|varias|una parte",
        "not all": "no todos|no todas|no siempre",
        "few": "pocos|pocas|raramente|minoría|rara vez",
        "nearly none": "casi ning[uú]n(?:[oa])?|casi nunca|casi nadie",
        "none": "ning[uú]n(?:[oa])?|nunca|jamás|nadie",
    },
}
# Not said of how many: "at most", "the most", "no longer", "at least", "as many as", "most recent".
_OTHER = {
    "en": (
        "at (?:the )?most|all (?:year|day|night|week|summer|winter|along)|at least|no longer|no (?:more|fewer|"
        "less|later|earlier|sooner) than|no doubt|not only|how (?:many|much|often)|as (?:many|much|often) as|"
        "too (?:many|much|few|little)|(?:so|very|that) much|all the (?:more|same)|above all|after all|at all|"
        r"first of all|the most (?:of|part)?|most \w+(?:ed|al|ive|ous|ful|nt|ble|ic|ing|y)|much \w+er|"
        "much (?:more|less)|certain (?:of|that)|(?:is|are|was|were) certain|for certain|half a|(?:the|in|'s|"
        "year) (?:first|second|other) half|half of (?:the|a) (?:year|century|month|decade)|take(?:s|n)? part|"
        "took part|part of the (?:town|city|country|world)|spare part|a little|no matter|of all|once and for all|"
        "each other|more (?:often|frequently|commonly) than|less (?:often|frequently|commonly) than|a certain|"
        r"some \d+|both (?=.*\band\b)|more than half a"
    ),
    "de": (
        r"vor allem|am meisten|nicht nur|nicht mehr|immer (?:noch|mehr|wieder|weniger|\w+er)|so viele? wie|"
        r"wie ?viele?|zu viele?|teil(?:nehmen|genommen)|alle \w+ jahre"
    ),
    "fr": "tout (?:de même|à fait|en)|peu après|un peu|tout d'abord|avant tout",
    "es": "sobre todo|con todo|un poco|ante todo",
}
# What a claim may not say where its source says this: said of more, or of others.
_AGAINST = {
    "all": {"nearly", "most", "half", "many", "some", "not all", "few", "nearly none", "none"},
    "nearly": {"half", "many", "some", "few", "nearly none", "none"},
    "most": {"half", "many", "some", "few", "nearly none", "none"},
    "half": {"all", "nearly", "few", "nearly none", "none"},
    "many": {"few", "nearly none", "none"},
    "some": {"nearly none", "none"},
    "not all": {"all", "none"},
    "few": {"all", "nearly", "most", "half", "many"},
    "nearly none": {"all", "nearly", "most", "half", "many", "some", "not all"},
    "none": {"all", "nearly", "most", "half", "many", "some", "not all", "few", "nearly none"},
}
DENYING = frozenset({"few", "nearly none", "none"})


@dataclass(frozen=True, slots=True)
class Quantity:
    """A phrase that says how many or how often: its step on the scale, its words, the place of its last token."""

    step: str
    words: str
    first: int
    last: int


@functools.cache
def _pattern(language: str) -> re.Pattern[str] | None:
    if language not in _SCALE:
        return None
    phrases: list[tuple[str, str]] = []
    for step, listed in _SCALE[language].items():
        phrases += [(step, one) for one in _alternatives(listed)]
    # Longer phrases win over those that they hold.
    parts = [f"(?P<other>{_OTHER[language]})"]
    for number, (step, one) in enumerate(sorted(phrases, key=lambda each: -each[1].count(" "))):
        parts.append(f"(?P<g{number}_{step.replace(' ', '_')}>{one})")
    return re.compile(rf"(?<!\S)(?:{'|'.join(parts)})(?!\S)")


def _alternatives(listed: str) -> list[str]:
    """The phrases of a row, parted at the bars that stand in no group."""
    found, depth = [""], 0
    for sign in listed:
        depth += (sign == "(") - (sign == ")")
        if sign == "|" and depth == 0:
            found.append("")
        else:
            found[-1] += sign
    return found


@functools.lru_cache(maxsize=4_096)
def find_quantities(tokens: tuple[Token, ...], language: str | None) -> tuple[Quantity, ...]:
    """Find what says how many or how often among the words of a clause."""
    pattern = _pattern(language or "en")
    if pattern is None:
        return ()
    text, places = as_words(tokens)
    found: list[Quantity] = []
    for match in pattern.finditer(text):
        name = match.lastgroup or "other"
        if name == "other":
            continue
        step = name.partition("_")[2].replace("_", " ")
        found.append(Quantity(step, match.group(), places[match.start()], places[match.end() - 1]))
    return tuple(found)


def are_apart(claim: str, source: str) -> bool:
    """Whether a claim's step says what its source's does not."""
    return source in _AGAINST.get(claim, set[str]())
