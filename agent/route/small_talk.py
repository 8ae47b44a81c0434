"""Whether a text asks for nothing that could be looked up: a greeting, thanks, a poem, a sum. Pure."""

import re

_I = re.IGNORECASE
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


def is_off_topic(text: str) -> bool:
    """Whether a text wants something made or done, or a sum: nothing that a source could answer."""
    opening = text[:_TALK]
    if _CREATIVE.match(opening) or _ERRAND.match(opening):
        return True
    return len(text) <= _TALK and _SUM.fullmatch(text) is not None


def strip_greeting(text: str) -> str:
    """Return a question without the greeting before it."""
    greeting = _OPENING.match(text[:_TALK])
    return text[greeting.end() :] if greeting else text
