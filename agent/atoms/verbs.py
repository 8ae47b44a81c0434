"""English verbs by their forms: enough to see where a clause has its predicate, and to doubt where a noun may be
meant. Pure."""

from typing import Literal

Form = Literal["base", "s", "past", "participle"]

MODALS = frozenset({"will", "would", "can", "could", "may", "might", "must", "shall", "should", "does", "do", "did"})
BE = frozenset({"is", "are", "was", "were"})
HAVE = frozenset({"has", "have", "had"})
AUX = MODALS | BE | HAVE
INNER = frozenset({"be", "been", "being", "have"})
"""What may stand between an auxiliary and its verb."""
REPORTING = frozenset({
    "said", "says", "say", "reported", "reports", "report", "claims", "claimed", "claim", "argues", "argued",
    "estimates", "estimated", "believes", "believed", "thinks", "thought", "expects", "expected", "suggests",
    "suggested", "states", "stated", "announced", "announces", "told", "tells", "found", "finds", "concluded",
    "concludes", "warned", "warns", "denied", "denies", "hopes", "hoped", "wrote", "writes", "insists", "insisted",
    "predicts", "predicted", "alleges", "alleged", "shows", "showed", "shown", "indicates", "indicated", "knows",
})  # fmt: skip
"""Verbs whose clause is somebody's word and not the sentence's own."""

_VERBS_TEXT = """accept account achieve acquire add admit adopt affect agree allow amount announce appear
    apply appoint approve argue arrive assess attack attract award ban base become begin
    believe belong block border break bring build burn buy calculate call cancel carry cause
    cease change charge claim close collapse collect come compare compete complete comprise
    conclude conduct confirm connect consist construct consume contain continue contribute
    control convert cost cover create cross cut damage date deal decide decline decrease
    defeat define delay deliver demand deny depend describe design destroy determine develop
    die differ direct discover discuss displace dissolve divide donate double drain draw drive
    drop earn emit employ enable encourage end enter equal establish estimate examine exceed
    exist expand expect experience explain export extend face fail fall feature feed fight
    fill finance find finish fly follow force form found fund gain generate get give go govern
    grow halve happen have head help hold host house identify impose improve include increase
    indicate infect inhibit insist install introduce invent invest involve issue join keep
    kill know lack lead leave lie limit link list live lose lower maintain make manage
    manufacture mark marry mean measure meet merge move name need negotiate note number
    observe occur offer open operate order organise organize outnumber own pass pay peak
    perform place plan play predict prevent produce promise propose protect prove provide
    publish raise range rank reach receive recommend record reduce refuse regulate reject
    release remain remove renew rent repair replace report represent require rescue resign
    result retain retire return reveal rise rule run save say see sell send separate serve set
    settle show shrink sign sink spend split spread stand start state stay stop store study
    succeed suffer suggest supply support surround survive take teach tell test threaten total
    train transfer travel treat triple turn use vary vote warn wash weigh win withdraw work
    write yield"""
_VERBS = _VERBS_TEXT.split()
_IRREGULAR = {
    "become": "became become", "begin": "began begun", "break": "broke broken", "bring": "brought brought",
    "build": "built built", "burn": "burned burned", "buy": "bought bought", "come": "came come", "cost": "cost cost",
    "cut": "cut cut", "deal": "dealt dealt", "draw": "drew drawn", "drive": "drove driven", "fall": "fell fallen",
    "feed": "fed fed", "fight": "fought fought", "find": "found found", "fly": "flew flown", "get": "got got",
    "give": "gave given", "go": "went gone", "grow": "grew grown", "have": "had had", "hold": "held held",
    "keep": "kept kept", "know": "knew known", "lead": "led led", "leave": "left left", "lie": "lay lain",
    "lose": "lost lost", "make": "made made", "mean": "meant meant", "meet": "met met", "pay": "paid paid",
    "rise": "rose risen", "run": "ran run", "say": "said said", "see": "saw seen", "sell": "sold sold",
    "send": "sent sent", "set": "set set", "show": "showed shown", "shrink": "shrank shrunk", "sink": "sank sunk",
    "spend": "spent spent", "split": "split split", "spread": "spread spread", "stand": "stood stood",
    "take": "took taken", "teach": "taught taught", "tell": "told told", "win": "won won",
    "withdraw": "withdrew withdrawn", "write": "wrote written",
}  # fmt: skip
_ALSO_NOUNS_TEXT = """account amount attack award ban base block border break burn call cause change charge
    claim control cost cover cross cut damage date deal decline decrease delay demand design
    drain draw drive drop end estimate experience export face fall feature feed fight fill
    finance find force form fund gain get grow head help hold host house increase issue kill
    lack lead lie limit link list live lower mark measure merge move name need note number
    offer order own pass pay peak place plan play promise prove raise range rank reach record
    release rent repair report rescue result return rise rule run save say sell set show sign
    sink split spread stand start state stay stop store study supply support surround test
    total train transfer travel treat triple turn use vote wash win work yield double"""
_ALSO_NOUNS = frozenset(_ALSO_NOUNS_TEXT.split())
NO_OBJECT = frozenset({"died", "became", "began", "came", "went", "rose", "fell", "grew", "remained", "happened",
                       "occurred", "arrived", "entered", "lay", "stood", "lived"})  # fmt: skip
"""Past forms that are never passive."""
_VOWELS = "aeiou"


def _made() -> dict[str, frozenset[Form]]:
    forms: dict[str, set[Form]] = {}
    for verb in _VERBS:
        s = f"{verb[:-1]}ies" if verb[-1] == "y" and verb[-2] not in _VOWELS else _with_s(verb)
        past, participle = _IRREGULAR.get(verb, f"{_past(verb)} {_past(verb)}").split()
        spelled: list[tuple[str, Form]] = [(verb, "base"), (s, "s"), (past, "past"), (participle, "participle")]
        for word, form in spelled:
            forms.setdefault(word, set()).add(form)
    return {word: frozenset(found) for word, found in forms.items()}


def _with_s(verb: str) -> str:
    return f"{verb}es" if verb.endswith(("s", "sh", "ch", "x", "z", "o")) else f"{verb}s"


def _past(verb: str) -> str:
    if verb.endswith("e"):
        return f"{verb}d"
    if verb[-1] == "y" and verb[-2] not in _VOWELS:
        return f"{verb[:-1]}ied"
    return f"{verb}{verb[-1]}ed" if verb in _DOUBLING else f"{verb}ed"


_DOUBLING = frozenset({"admit", "ban", "drop", "emit", "plan", "stop", "transfer", "travel"})
_FORMS = _made()
_BASES = {
    word: verb
    for verb in _VERBS
    for word in (f"{verb[:-1]}ies" if verb[-1] == "y" and verb[-2] not in _VOWELS else _with_s(verb),)
}
_NOUN_FORMS = _ALSO_NOUNS | {_with_s(one) for one in _ALSO_NOUNS} | {"supplies", "studies", "founding"}


def forms_of(word: str) -> frozenset[Form]:
    """Return the forms that a word can be of a verb that is known here; none for other words."""
    return _FORMS.get(word.casefold(), frozenset())


def may_be_noun(word: str) -> bool:
    """Return whether a word that can be a verb is as often a noun: "reports", "costs"."""
    return word.casefold() in _NOUN_FORMS


def singular(verb: str) -> str:
    """Return a plural predicate's verb for one thing: "were" is "was", "employ" is "employs"; others as they are."""
    known = {"are": "is", "were": "was", "have": "has", "do": "does"}.get(verb)
    if known:
        return known
    if "base" not in forms_of(verb) or forms_of(verb) & {"past", "participle"}:
        return verb
    return f"{verb[:-1]}ies" if verb[-1] == "y" and verb[-2] not in _VOWELS else _with_s(verb)


def base_of(verb: str) -> str | None:
    """Return the plain form of a verb in its form for one thing, None for other words: "reduces" is "reduce"."""
    return {"is": "be", "are": "be", "has": "have"}.get(verb) or _BASES.get(verb)
