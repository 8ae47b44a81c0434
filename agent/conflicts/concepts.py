"""What common words of four languages stand for, so that a figure in one can be held against a figure in another."""

import functools
from collections.abc import Mapping

from agent.words.terms import stem_word

# One meaning a line, named by its first word: English | German | French | Spanish; a joined German word may mean two.
_MEANINGS = """
plant | werk kraftwerk anlage | usine centrale | planta central
factory | fabrik | fabrique | fábrica
bridge | brücke | pont | puente
tunnel | tunnel | tunnel | túnel
dam | damm staudamm talsperre | barrage | presa represa
reservoir | stausee speicher | réservoir | embalse
museum | museum | musée | museo
library | bibliothek bücherei | bibliothèque | biblioteca
hospital | krankenhaus klinik | hôpital | hospital
school | schule | école | escuela
university | universität hochschule | université | universidad
church | kirche | église | iglesia
tower | turm | tour | torre
castle | burg schloss | château | castillo
theatre theater | theater | théâtre | teatro
stadium | stadion | stade | estadio
airport | flughafen | aéroport | aeropuerto
station | bahnhof | gare station | estación
port harbour harbor | hafen | port | puerto
ferry | fähre | ferry bac | ferry transbordador
terminal | terminal | terminal | terminal
ship vessel | schiff | navire bateau | barco buque
line | linie | ligne | línea
tram | straßenbahn tram | tramway tram | tranvía
tram line | straßenbahnlinie tramlinie | |
railway rail | eisenbahn bahn | chemin fer | ferrocarril
road | straße | route | carretera
motorway highway | autobahn | autoroute | autopista
canal | kanal | canal | canal
river | fluss | fleuve rivière | río
lake | see | lac | lago
mountain mount | berg | mont montagne | monte montaña
island | insel | île | isla
park | park | parc | parque
mine | bergwerk mine zeche | mine | mina
shipyard yard | werft | chantier naval | astillero
hotel | hotel | hôtel | hotel
bank | bank | banque | banco
company firm | unternehmen firma | entreprise société | empresa compañía
town city | stadt | ville | ciudad
village | dorf | village | pueblo
district county | kreis bezirk | district | distrito
country | land | pays | país
wind | wind | éolien vent | eólico viento
solar | solar | solaire | solar
tidal tide | gezeiten | marémotrice marée | mareomotriz marea
geothermal | geothermie | géothermique | geotérmico
nuclear | atom kern | nucléaire | nuclear
coal | kohle | charbon | carbón
gas | gas | gaz | gas
water | wasser | eau | agua
wind farm | windpark | parc éolien | parque eólico
concert hall | konzerthaus konzertsaal | |
town hall | rathaus | mairie | ayuntamiento
hall | halle saal | salle halle | sala
house | haus | maison | casa
north northern | nord nördlich | nord | norte
south southern | süd südlich | sud | sur
east eastern | ost östlich | est | este
west western | west westlich | ouest | oeste
cost costs | kosten kostet kostete gekostet | coûte coûter coût coûté coûtera | cuesta costar costó coste costo costará
open opened opens opening inaugurated | eröffnet eröffnete öffnete öffnet eröffnung eröffnen |
  ouvre ouvert ouvrir ouvrira inauguré | abre abrió abrir abierto inaugurado inauguró
close closed closes shut | schließt schloss geschlossen | ferme fermé fermer fermera | cierra cerró cerrado
found founded established | gegründet gründete | fondé fondée créé | fundado fundada fundó
build built constructed | gebaut baute erbaut errichtet | construit bâti | construido construida construyó
complete completed finished | fertiggestellt vollendet | achevé terminé | terminado completado terminó
begin began started start begun | begann beginnt begonnen | commence commencé | empieza empezó comenzó
born | geboren | né née | nació nacido
die died | starb gestorben | mort décédé | murió
sink sank sunk | sank gesunken | coulé sombré | hundió hundido
employ employs employed | beschäftigt beschäftigte | emploie employait employer | emplea empleaba emplear
live lives inhabitant resident people | einwohner menschen personen person bewohner leute | habitant personne gens |
  habitante persona gente
work worker employee staff | arbeiter mitarbeiter beschäftigte angestellte | salarié employé travailleur |
  trabajador empleado
household home | haushalt haushalte | foyer ménage | hogar vivienda
job | arbeitsplatz arbeitsplätze stelle | emploi poste | empleo puesto
visit visitor | besucher | visiteur | visitante
student pupil | schüler student | élève étudiant | alumno estudiante
patient | patient | patient malade | paciente
bed | bett betten | lit | cama
passenger | passagier fahrgast fahrgäste | passager voyageur | pasajero
vehicle car | fahrzeug auto | véhicule voiture | vehículo coche
turbine | turbine | turbine éolienne | turbina aerogenerador
supply supplies supplied provide provides | versorgt versorgen liefert | alimente fournit approvisionne |
  suministra abastece
produce produces produced generate generates | erzeugt produziert | produit génère | produce genera
long length | lang länge | long longue longueur | largo longitud
high tall height | hoch höhe | haut haute hauteur | alto alta altura
wide width | breit breite | large largeur | ancho anchura
deep depth | tief tiefe | profond profondeur | profundo profundidad
weigh weighs weight | wiegt gewicht | pèse poids | pesa peso
cover covers area | bedeckt fläche umfasst | couvre superficie | cubre superficie
capacity output | leistung kapazität | puissance capacité | potencia capacidad
measure measures | misst | mesure | mide
percent | prozent | pourcent | porciento
"""
_LANGUAGES = ("en", "de", "fr", "es")
LANGUAGES = frozenset(_LANGUAGES)
_SHORTEST = 4  # letters of the last part of a joined German word


@functools.cache
def _index(language: str) -> Mapping[str, frozenset[str]]:
    """The meanings of each stem of a language; a name of two words is two meanings."""
    place = _LANGUAGES.index(language)
    found: dict[str, set[str]] = {}
    for row in _MEANINGS.strip().replace("\n  ", " ").splitlines():
        columns = [column.strip() for column in row.split("|")]
        is_joined = columns[0] in {"tram line", "wind farm", "town hall", "concert hall"}
        names = set(columns[0].split()) if is_joined else {columns[0].split()[0]}
        if is_joined and language != "de":
            continue
        for word in columns[place].split():
            found.setdefault(stem_word(word, language), set()).update(names)
    return {stem: frozenset(names) for stem, names in found.items()}


def meanings_of(word: str, language: str) -> tuple[frozenset[str], str]:
    """Return what a word in lower case stands for, and what is left of a joined German one; nothing where unknown."""
    index = _index(language)
    known = index.get(stem_word(word, language))
    if known is not None:
        return known, ""
    if language == "de":
        for at in range(3, len(word) - _SHORTEST + 1):
            tail = index.get(stem_word(word[at:], language))
            if tail is not None:
                lead, left = meanings_of(word[:at].removesuffix("s"), language)
                return tail | lead, left if lead else word[:at].removesuffix("s")
    return frozenset(), word
