"""Whether two words may speak of one thing: a reworded claim is held against what its source says of the same."""

import functools
import re

from agent.rules.opposites import poles_of
from agent.rules.tokens import Token
from agent.words.terms import meanings_of, stem_word

# Words that writers put for each other, in rows parted by "|". They let a rule look, never agree: a row too many costs
# nothing but a look.
_ALIKE = {
    "en": """
accident crash collision | achieve reach attain arrive get got gets | act behave work function operate | affect
influence change alter impact effect difference | aim goal target purpose objective | allow let permit enable
authorise authorize may | revoke withdraw retract rescind | answer reply respond response | appear seem emerge | area
region district zone territory part | argue claim say state maintain assert hold view | ask request demand call |
assess judge evaluate rate consider | attack assault raid | author writer | award prize give grant | back support
favour favor endorse backing | battle fight war | beat defeat | believe think assume suppose | boat ship vessel ferry
| body corpse | book reserve reservation | boss head chief leader director | bring carry take transport | build
construct erect make | business company firm enterprise corporation | buy purchase acquire obtain | car vehicle
automobile van truck lorry | cash money fund | centre center middle core | chance probability likelihood risk
possibility | change alter modify revise | cheap affordable pay cost price expensive | child kid pupil youngster |
choose select pick | city town municipality | close shut | cold frost freeze ice | collect gather | compete rival |
complete finish end conclude | condition provision term | consider regard see | contain hold include comprise |
country nation state | court judge tribunal | create make produce generate form | crop harvest yield | customer client
| danger risk hazard threat | deal agreement contract treaty accord | decide rule resolve determine | deliver supply
provide | dig excavate | discover find detect identify | disease illness disorder condition sickness | dismiss sack
fire | doctor physician clinician medic | draw attract | drink consume | drive operate steer | earn make receive wage
pay income salary | eat consume feed prey | election vote poll ballot | employ hire engage job staff | employee worker
staff | end finish stop conclude close | enter join | error mistake fault | examine inspect study investigate check
analyse analyze | exchange replace swap substitute | expect anticipate forecast predict | explain account explanation
| fall drop decline decrease | farm agriculture farmer | fast quick rapid speed | father mother parent | film movie
picture | fix repair mend | flat apartment | flower bloom blossom | flu influenza | follow succeed next come | forest
wood | found establish set create | free exempt | friend ally | gas petrol fuel | gift present donation | goods
product | guide lead | harm damage hurt injure injury | help assist aid | hide conceal | hospital clinic | house home
building dwelling | idea notion concept | import buy purchase | increase rise grow | inhabitant resident people
citizen | inform tell notify notice | instruct teach train learn | keep retain preserve | kill murder | kind type sort
| land ground soil | large big great | law rule act statute | lawyer attorney counsel | learn study | leave depart
quit | letter note | limit restrict | link connection association tie relation relationship | live reside home dwell
house | long lengthy | look view gaze | lorry truck | machine device engine | man male | manage run operate | map
chart | marry wed | measure step | medicine drug medication treatment | meet encounter meeting | memory recall
remember | method approach technique way | minister secretary | mistake error mistaken | money fund cash | near close
next neighbour neighbor nearby | need require must necessary | new fresh recent | notice observe see | number count
figure | object protest objection oppose | offer propose proposal | office post position role | old elderly ancient
aged | open start launch | opinion view | order command | own possess belong owner | paint picture painting | part
share portion | pay fund finance | people person human | place site location spot | plan intend scheme project | plant
factory works | play drama | police officer | pollute contaminate | poor needy | power energy electricity | prevent
stop | price cost charge | prison jail | problem trouble difficulty issue | promise pledge vow | protect guard defend
shield | prove demonstrate show | publish release issue print | put place | question query | quick fast rapid soon |
rain rainfall precipitation | read look | receive get obtain | reduce lower cut | refuse reject decline | remain stay
survive leave left | remove take withdraw | rent let lease tenant | repair mend fix | report account | reproduce
repeat replicate | require need oblige oblig have must | rest remain | result finding outcome | return back | rich
wealthy | right power entitlement | risk danger | road street motorway highway | rule regulation law | rust corrosion
corrode | safe secure | say state declare tell according | school college | scientist researcher | sea ocean | sell
market sale | send dispatch | serve supply | shop store | show reveal demonstrate display indicate evidence prove
proof | sick ill | sign signature | sleep night rest | small little | soldier troop | speak talk | stage perform
staging | start begin launch commence | steal theft rob | stop end cease halt | storm gale | strong powerful strength
| student pupil | study research trial investigation | sue court lawsuit | tax duty levy | teacher instructor | tell
inform | test trial exam examine | thief robber | think believe | tired weary | town city | trade commerce | traffic
vehicle | travel journey trip | tree oak wood | try attempt test effort | use employ apply | use utilise utilize |
visit visitor come | vote ballot | walk foot | wander stray | warn alert | watch observe | way route path | weapon arm
| weather climate | wet damp | win gain victory | woman female | word term | work labour labor | world globe | write
pen written | year annual | yearly annual
""",
    "de": """
anteil teil prozent | arbeiter beschäftigte mitarbeiter angestellte | arzt ärztin mediziner | auto wagen pkw fahrzeug
| beginnen anfangen starten | bild gemälde | brauchen verbrauchen benötigen | billigen genehmigen zustimmen
genehmigung zustimmung erlaubnis | dürfen erlauben erlaubt | firma unternehmen betrieb | gefahr risiko | geld mittel |
haus gebäude | kaufen übernehmen erwerben übernahm kauf | krankheit leiden | lkw lastwagen | menschen leute personen |
ort stadt gemeinde | passagiere reisende fahrgäste | schüler schule | schiff boot | stehlen gestohlen diebstahl |
strom energie elektrizität | helfen schützen hilft schützt | zahl anzahl | ergeben zeigen finden hinweis hindeuten |
benutzen nutzen verwenden
""",
    "fr": """
lien rapport relation | partir quitter partis quitté | entreprise société | montrer trouver mettre évidence trouvé |
car bus
""",
    "es": """
volver regresar volvieron regresó | empresa compañía | barco buque
""",
}
_GRADED = re.compile(r"(?<=\w{3})(?:er|est)$")  # "larger", "largest"
_STEM = 6  # letters that two forms of one word share


@functools.cache
def _rows(language: str) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for number, row in enumerate(" ".join(_ALIKE.get(language, "").split()).split("|")):
        for word in row.split():
            found.setdefault(stem_word(word, language), set()).add(f"#{number}")
    return {word: frozenset(rows) for word, rows in found.items()}


@functools.lru_cache(maxsize=65_536)
def _keys(norm: str, word: str, language: str | None) -> frozenset[str]:
    known = language or "en"
    keys = {norm, *_rows(known).get(norm, ())}
    keys.update(f"={name}" for name in meanings_of(norm, known))
    if poles_of(word, norm, language) and (base := _GRADED.sub("", word)) != word:
        keys |= {stem_word(one, known) for one in (base, f"{base}e")}
    if len(norm) >= _STEM:
        keys.add(f"~{norm[:_STEM]}")
    keys.update(f"@{axis}" for axis, _ in poles_of(word, norm, language))
    return frozenset(keys)


def keys_of(token: Token, language: str | None) -> frozenset[str]:
    """What a word may be matched by: its stem, its beginning, the rows of synonyms and the axes it stands on."""
    if token.value is not None:
        return frozenset([token.norm])
    return _keys(token.norm, token.word.lower(), language)
