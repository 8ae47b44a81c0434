"""Words that questions and answers use for one thing. Small on purpose: no rule here may change a subject."""

import functools
from collections.abc import Callable, Iterable

# Each line is one meaning, named by its first word across the languages. A word may stand in several lines;
# lines are never joined through it.
_CLASSES = {
    "en": """
cost: cost costs price budget expense expenditure spend spent
pay: pay pays paid payment fund funded funding finance afford bear grant grants granted subsidise subsidy
open: open opens opening launch inaugurate start begin began begun commence operation operational online
end: end finish completion complete close closure cease
build: build built building construction construct erect
remove: removal removing remove dismantling decommissioning demolition
delay: delay postpone postponed late later overdue behind
oppose: oppose opponents opposition object objection protest against resist reject
favour: support favour favor endorse back want wants
approve: approve approval agree authorise authorize permit consent
cause: cause reason due result lead led
rise: increase rise rose risen grow grew growth climb surge
fall: decrease fall fell fallen drop decline shrink reduce reduction cut
people: residents inhabitants villagers townspeople population
household: households household homes home
work: work works working employ employs jobs staff workers workforce hire
die: die died death deaths dead kill kills killed fatalities
buy: buy bought purchase acquire acquisition
own: own owner owners ownership belong
risk: risk danger dangerous hazard threat
harm: harm damage hurt injure injured dangerous
bird: bird birds seabirds
fish: fish fishing fishery fisheries fishermen
supply: supply supplies deliver provide cover serve
produce: produce production generate generation output yield deliver
power: power electricity energy
plant: plant station
tide: tidal tide tides
write: write wrote written author
invent: invent invented invention discover discovery
found: create creates created found founded establish established
born: born birth
marry: married wife husband spouse
win: won winner victory
lose: lost loss defeat
lead: lead leads leader led head chief
place: place located situated lies placed location
live: live lives reside
survey: consultation survey poll
big: big large huge
small: small little tiny
height: height high tall
depth: depth deep
length: length long
width: width wide breadth broad
weight: weight weigh weighs weighed heavy
speed: speed fast velocity
age: age aged old
safe: safe safety secure
find: find finds found finding findings detect detected
dig: dig digs dug digging
eat: eat eats ate eaten eating
breed: breed breeds bred breeding
grow: grow grows grew grown
sell: sell sells sold sale
choose: choose chooses chose chosen choice
catch: catch catches caught
teach: teach teaches taught
send: send sends sent
bring: bring brings brought
hold: hold holds held
break: break breaks broke broken
speak: speak speaks spoke spoken
think: think thinks thought
sink: sink sinks sank sunk sinking
survive: survive survives survived survivor survivors rescue rescued saved
invest: invest invests invested investment investing
steal: steal steals stole stolen theft
flee: flee flees fled
fly: fly flies flew flown flight
drive: drive drives drove driven
lend: lend lends lent
""",
    "de": """
cost: kosten kostet preis budget ausgaben
pay: bezahlen zahlen bezahlt zahlt finanzieren finanzierung tragen trägt
open: eröffnen eröffnung eröffnet öffnen betrieb inbetriebnahme start starten beginn beginnen
end: ende abschluss fertigstellung schließen schließung
build: bau bauen gebaut errichten errichtet
remove: rückbau abbau entfernen entfernung abriss demontage
delay: verzögerung verspätung später verschoben
oppose: gegen gegner widerstand ablehnung protest
favour: befürworten befürworter unterstützung unterstützen
approve: genehmigung zustimmung genehmigen bewilligen
cause: grund ursache weil wegen
rise: steigen anstieg wachsen zunahme
fall: sinken rückgang abnahme
people: einwohner bewohner bevölkerung anwohner
household: haushalt haushalte haushalten
work: beschäftigt beschäftigte mitarbeiter arbeitsplätze angestellte
die: gestorben starb tod tot tote
bird: vogel vögel seevögel
fish: fisch fische fischer fischerei
supply: versorgen versorgt versorgung liefert liefern
produce: erzeugen erzeugt produziert liefert liefern
power: strom energie elektrizität
plant: kraftwerk anlage werk
tide: gezeiten gezeitenkraftwerk
born: geboren geburt
found: gegründet gründung gründer
safe: sicher sicherheit
height: höhe hoch
depth: tiefe tief
length: länge lang
width: breite breit
weight: gewicht wiegt schwer
speed: geschwindigkeit schnell
age: alter alt
""",
}


@functools.cache
def _lines(language: str) -> dict[str, tuple[str, ...]]:
    rows = (line.partition(":") for line in _CLASSES.get(language, "").strip().splitlines())
    return {name: tuple(words.split()) for name, _, words in rows}


@functools.cache
def meanings(stem: Callable[[str], str], language: str) -> dict[str, frozenset[str]]:
    """Which meanings each stem of a language has in its table; `stem` is that language's stemmer."""
    index: dict[str, set[str]] = {}
    for name, words in _lines(language).items():
        for word in words:
            index.setdefault(stem(word), set()).add(name)
    return {stemmed: frozenset(names) for stemmed, names in index.items()}


def words_of(names: Iterable[str], language: str) -> list[str]:
    """The words a language has for some meanings, meaning by meaning in the order of their names."""
    lines = _lines(language)
    return [word for name in sorted(names) for word in lines.get(name, ())]
