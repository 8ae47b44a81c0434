"""Whether a text asks for nothing that could be looked up: a greeting, thanks, a poem, a sum. Pure."""

import re
from typing import Literal

_I = re.IGNORECASE
Talk = Literal["greeting", "thanks", "farewell", "agreed", "help"]
_TALK = 500
"""Characters: what is longer is no small talk, and the patterns below take the square of its length."""
_GREETING = (
    r"(?:hi|hello|hey|hiya|greetings|good (?:morning|afternoon|evening|day|night)|welcome|howdy|thanks|thank you|thx|"
    r"cheers|"
    r"bye|goodbye|good bye|see you|ok(?:ay)?|great|cool|fine|perfect|nice|well done|got it|never mind|"
    r"hallo|moin|servus|grüß gott|guten (?:morgen|tag|abend)|gute nacht|danke(?: schön| dir| ihnen)?|vielen dank|"
    r"tschüss|"
    r"auf wiedersehen|bonjour|bonsoir|salut|merci|au revoir|hola|buenos días|buenas tardes|gracias|adiós|ciao|grazie)"
)
_PADDING = (
    r"(?:there|everyone|all|folks|again|you|very much|so much|a lot|for (?:your|the) help|that'?s (?:all|it|enough|"
    r"great)"
    r"(?: for (?:today|now))?|how are you(?: doing)?(?: today)?|how do you do|nice to meet you|what'?s up|wie "
    r"geht(?:'s| es)"
    r"(?: dir| ihnen)?|ça va|cómo estás|until (?:tomorrow|later)|later|tomorrow|today|bis (?:bald|morgen))"
)
_SMALL = re.compile(rf"\W*(?:{_GREETING}|{_PADDING})(?:\W+(?:{_GREETING}|{_PADDING}))*\W*", _I)
_OPENING = re.compile(rf"\W*{_GREETING}(?:\W+(?:there|everyone|all))?\s*[,.!;:–-]+\s*(?=\w)", _I)
_KINDS: tuple[tuple[Talk, re.Pattern[str]], ...] = (
    ("farewell", re.compile(r"\b(?:bye|see you|good ?night|gute nacht|tschüss|wiedersehen|au revoir|adiós)\b", _I)),
    ("thanks", re.compile(r"\b(?:thanks|thank you|thx|cheers|danke|vielen dank|merci|gracias|grazie)\b", _I)),
    (
        "greeting",
        re.compile(
            r"\b(?:hi|hello|hey|hiya|greetings|good (?:morning|afternoon|evening|day)|welcome|howdy|"
            r"how are you|how do you do|nice to meet you|what'?s up|hallo|moin|servus|grüß gott|guten|"
            r"wie geht|bonjour|bonsoir|salut|ça va|hola|buen[oa]s|cómo estás|ciao)",
            _I,
        ),
    ),
)
_OF_ITSELF = re.compile(
    r"\W*(?:who|what) are you\W*|\W*what (?:can|do) you do(?: for me)?\W*|\W*how do you work\W*|\W*(?:help|hilfe)\W*|"
    r"\W*can you help(?: me)?\W*|\W*wer bist du\W*|\W*was kannst du(?: alles)?\W*|\W*are you (?:a (?:bot|robot|"
    r"human)|there)\W*",
    _I,
)
_PLEASE = (
    r"(?:(?:please|kindly|bitte|can you|could you|would you|will you|kannst du|könntest du|i want you to|hey)\W+)*"
)
_WORKS = (
    r"(?:poems?|limericks?|haikus?|sonnets?|rhymes?|songs?|lyrics|stor(?:y|ies)|tales?|novels?|jokes?|riddles?|puns?|"
    r"raps?|"
    r"letters?|e-?mails?|tweets?|cvs?|resumes?|essays?|speech(?:es)?|code|scripts?|programs?|functions?|pictures?|"
    r"images?|"
    r"drawings?|logos?|recipes?|slogans?|gedichte?|lied(?:er)?|witze?|geschichten?|brief|märchen|reime?|bild(?:er)?|"
    r"rezepte?)"
)
_CREATIVE = re.compile(
    rf"\W*{_PLEASE}(?:write|compose|make up|invent|draw|paint|sing|tell|recite|draft|create|generate|give|code|program|"
    rf"schreib\w*|dichte|erfinde?|zeichne|male?|sing|erzähl\w*)\b(?:\W+\w+){{0,4}}?\W+{_WORKS}\b",
    _I,
)
_ERRAND = re.compile(
    rf"\W*{_PLEASE}(?:translate|übersetze?|traduis|traduce|rhyme|spell|proofread|set (?:an? |the |my )?(?:\w+ "
    rf")?(?:reminder|"
    r"timer|alarm)|remind me|wake me|start (?:a |the )?timer|call (?:me|my|a)|text my|send (?:an? )?(?:e-?mail|"
    r"message)|"
    r"play (?:some |the |a |me )?(?:\w+ )?(?:music|song|playlist|game)|turn (?:on|off)|order (?:me|a)|book (?:me|a|"
    r"the)|buy me|"
    r"erinnere mich|stell\w* (?:einen |den )?wecker|spiel\w* (?:ein |das )?lied|roll (?:a|the) dic?e|flip a coin)\b",
    _I,
)
_LOOKED_UP = (
    r"(?!.*\b(?:lists?|tables?|overview|summary|answers?|reports?|timelines?|sources?|quotes?|counts?|numbers?|dates?|"
    r"figures?|names?|facts?|evidence|explanation|what|which|who|whose|when|where|why|how|about|whether|said|says)\b)"
)
_HERE = r"(?:all|every|everything|the|my|your|this|that|these|those|it|them|any|what)\b"
_WISH = re.compile(
    rf"\W*{_PLEASE}(?:{_LOOKED_UP}(?:"
    r"(?:bake|cook|fry|brew|fetch|bring|hug|kiss|marry|wash|feed|make)\s+(?:me|us)\b|"
    r"(?:sing|dance|hum|whistle)(?:\s+(?:for|to|with|me|us|an?|along|something)\b|(?=\W*$))|"
    r"i(?:\s+(?:want|need|would like|wish for)|['’]d like)\s+(?:an?|some|another|my)\s+\w+(?=(?:\s+\w+)?\W*$)|"
    r"ich (?:will|möchte|brauche) (?:einen?|ein)\s+\w+(?=(?:\s+\w+)?\W*$)|back mir\b)|"
    rf"(?:delete|erase|wipe|destroy|lösche?)\s+(?:{_HERE}|alle[sn]?\b)|(?:remove|drop)\s+(?:all|every\w*)\b|"
    rf"(?:forget|ignore|disregard|vergiss)\s+(?:{_HERE}|previous\b|alles\b)|"
    r"(?:print|show|reveal|repeat|tell|output|give)\s+(?:me\s+)?"
    r"(?:(?:your|the)\s+system\s+|your\s+)(?:prompts?|instructions)\b"
    r")(?!.*\b(?:and|then)\s+(?:what|which|who|whose|when|where|why|how)\b)[^?.!;:]*[?.!\s]*",
    _I,
)
"""One sentence that wants something done; with a question beside it, the question counts."""
_SUM = re.compile(
    r"\W*(?:what(?:'s| is)|how much is|calculate|compute|was ist|wie ?viel ist|berechne)?\s*(?:the (?:sum|product) "
    r"of\s*)?"
    r"[-\d(][\d\s.,()]*(?:(?:[-+*/x×÷^%]|times|plus|minus|divided by|multiplied by|and|mal|geteilt durch|to the "
    r"power of)\s*"
    r"[\d\s.,()]+)+\W*",
    _I,
)


def is_small_talk(text: str) -> bool:
    """Whether a text only greets, thanks, takes leave, or asks what the program is."""
    return len(text) <= _TALK and (_SMALL.fullmatch(text) is not None or _OF_ITSELF.fullmatch(text) is not None)


def kind_of_talk(text: str) -> Talk | None:
    """Return what a text that asks for nothing is, None for one that may ask for something."""
    if not is_small_talk(text):
        return None
    if _OF_ITSELF.fullmatch(text):
        return "help"
    for kind, words in _KINDS:
        if words.search(text):
            return kind
    return "agreed"


def is_off_topic(text: str) -> bool:
    """Whether a text wants something made or done, or a sum: nothing that a source could answer."""
    opening = text[:_TALK]
    if _CREATIVE.match(opening) or _ERRAND.match(opening):
        return True
    return len(text) <= _TALK and (_SUM.fullmatch(text) is not None or _WISH.fullmatch(text) is not None)


def strip_greeting(text: str) -> str:
    """Return a question without the greeting before it."""
    greeting = _OPENING.match(text[:_TALK])
    return text[greeting.end() :] if greeting else text
