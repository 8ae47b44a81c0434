"""Words that point the other way: each axis has two or more poles, and a claim that changes pole says another thing."""

import functools

from agent.words.terms import stem_word

# One axis a row, poles parted by "|". A word may stand on several axes.
_AXES = {
    "en": """
species: human humans patient patients people person persons | mice mouse rat rats animal animals murine rodent rodents
 zebrafish monkeys pigs dogs
ages: adult adults | child children infant infants adolescents teenagers newborns
amount: more greater extra additional above exceeding exceed exceeds exceeded over |
 less fewer lesser below under rarer scarcer scarce
many: many numerous frequent frequently often common commonly | few rare rarely seldom infrequent infrequently uncommon
height: higher high highest tall taller tallest highly | lower low lowest short shorter shortest lowly
size: larger large largest bigger big biggest greater great greatest huge major | smaller small smallest tiny minor
change: increase increased increases increasing rise rises rose risen rising grow grows grew grown growing growth climb
 climbed climbs gain gained gains expand expanded expands expansion raise raised raises soar soared surge surged jump
 jumped swell elevate elevated elevates elevation heighten amplify escalate boost boosted boosts enhance enhanced
 enhances enhancement upregulate upregulated upregulates upregulation up upward upwards augment augmented |
 decrease decreased decreases decreasing fall falls fell fallen falling decline declined declines declining drop drops
 dropped dropping reduce reduced reduces reducing reduction shrink shrinks shrank shrunk contract contracted diminish
 diminished lower lowered lowers plunge plunged slump slumped cut cuts dwindle dwindled lessen lessened lose lost loses
 loss attenuate attenuated attenuates downregulate downregulated downregulates downregulation down downward downwards
 halve halved curb curbed impair impaired impairs
act: promote promotes promoted promoting promotion stimulate stimulates stimulated stimulation induce induces induced
 induction activate activates activated activation enable enables enabled facilitate facilitates trigger triggers
 triggered enhance enhances encourage encourages encouraged foster cause causes |
 inhibit inhibits inhibited inhibition inhibitor suppress suppresses suppressed suppression block blocks blocked prevent
 prevents prevented prevention repress represses repressed deactivate inactivate inactivates inactivated inactivation
 hinder hinders impede impedes discourage discourages discouraged abolish abolishes abolished disrupt
quality: better best improve improves improved improving improvement good superior | worse worst worsen worsens worsened
 worsening bad poor poorer inferior deteriorate deteriorates deteriorated deterioration impair
strength: strong stronger strongest strengthen strengthens strengthened strongly | weak weaker weakest weaken weakens
 weakened weakly
speed: fast faster fastest quick quicker quickly rapid rapidly accelerate accelerates accelerated speed |
 slow slower slowest slowly gradual gradually slowed slows decelerate
time: before prior preceding preceded precede precedes previous previously earlier early earliest until |
 after following followed follow follows subsequent subsequently later late latest since afterwards thereafter
order: first initial initially beginning begin begins began start starts started starting initiate launched opening |
 last final finally end ends ended ending finish finishes finished stop stops stopped cease ceased conclude concluded
 closing
age: old older oldest ancient elderly | young younger youngest new newer newest modern recent
length: long longer longest lengthy lengthen prolonged | short shorter shortest brief shorten
warmth: hot hotter hottest warm warmer warmest | cold colder coldest cool cooler coolest
sign: positive positively favourable favorable favourably favorably | negative negatively
 unfavourable unfavorable
direction: north northern northwards | south southern | east eastern | west western
northeast: northeast northeastern | southwest southwestern | northwest northwestern | southeast southeastern
side: left | right
place: above upper top over | below lower bottom beneath under underneath
inside: inside inner internal within interior indoor indoors | outside outer external exterior outdoor outdoors
bound: maximum max most ceiling | minimum min least floor
result: win wins won winning winner victory victorious succeed succeeds succeeded success successful successfully manage
 manages managed |
 lose loses lost losing loser defeat defeated fail fails failed failure unsuccessful unsuccessfully unable
accept: accept accepts accepted approve approves approved approval support supports supported endorse endorsed agree
 agrees agreed confirm confirms confirmed welcome welcomed | reject rejects rejected rejection oppose opposes opposed
 opposition disapprove refuse refuses refused disagree disagrees disagreed deny denies denied dispute disputed veto
 vetoed
permit: permit permits permitted allow allows allowed let lets authorise authorised authorize
 authorized legal legally lawful |
 forbid forbids forbidden prohibit prohibits prohibited prohibition ban bans banned illegal illegally unlawful
include: include includes included including inclusion | exclude excludes excluded excluding exclusion
presence: presence present | absence absent lack lacks lacked lacking
open: open opens opened opening | close closes closed closing closure shut
trade: import imports imported importer buy buys bought purchase purchased buyer |
 export exports exported exporter sell sells sold sale sales seller
sex: male males man men boy boys husband father son brother king he his him masculine |
 female females woman women girl girls wife mother daughter sister queen she her hers feminine
sphere: public publicly | private privately privatised
land: rural | urban
share: majority mostly predominantly mainly | minority
wealth: rich richer richest wealthy | poor poorer poorest
weight: heavy heavier heaviest | light lighter lightest
depth: deep deeper deepest | shallow shallower shallowest
width: wide wider widest broad broader | narrow narrower narrowest
safety: safe safer safely harmless | dangerous unsafe harmful hazardous risky
ease: easy easier easily simple simpler | difficult hard harder complex complicated
truth: true correct correctly accurate accurately | false incorrect incorrectly inaccurate wrong wrongly
frequency: always | never
likeness: same identical similar similarly alike | different differently dissimilar distinct difference differences
 differ differs differed
response: sensitive sensitivity susceptible susceptibility | resistant resistance resist insensitive
travel: arrive arrives arrived arrival enter enters entered | depart departs departed departure leave leaves left exit
lead: ahead | behind
near: near nearby close closer nearest | far farther distant remote farthest
part: front | back rear
hours: day daytime daily morning | night nighttime nightly evening
season: summer | winter
seasons: spring | autumn fall
war: war wartime | peace peacetime
gene: dominant | recessive
course: acute | chronic
rank: primary | secondary
single: single | multiple several double
attack: attack attacks attacked offensive | defend defends defended defence defense defensive
make: create creates created build builds built construct constructed | destroy destroys destroyed demolish demolishes
 demolished dismantle dismantled
add: add adds added addition gain | remove removes removed removal subtract deduct drop dropped
protect: protect protects protected protective protection benefit beneficial benefits |
 harm harms harmed endanger damage damages damaged
merit: advantage advantages strength | disadvantage disadvantages drawback weakness
mood: optimistic | pessimistic
visible: visible | invisible
known: known famous | unknown
ruling: uphold upholds upheld affirm affirmed | overturn overturns overturned quash quashed annul annulled
admission: admit admits admitted acknowledge acknowledged concede conceded confirm confirms confirmed |
 deny denies denied dispute disputed
switch: enable enables enabled on | disable disables disabled off
price: expensive dearer costly costlier pricier | cheap cheaper cheapest
spread: widen widens widened broaden broadened | narrow narrows narrowed
stay: stay stays stayed remain remains remained | leave leaves left depart departed quit
working: work works worked working functioned | fail fails failed broke broken
freeze: freeze freezes froze frozen | thaw thaws thawed melt melts melted
consent: agree agrees agreed willing | refuse refuses refused decline declined
trend: ascending | descending
wet: wet humid rainy damp damper wetter | dry arid drier
noise: loud louder noisy | quiet quieter silent
thickness: thick thicker | thin thinner
clean: clean cleaner pure | dirty dirtier contaminated polluted impure
light: bright lighter | dark darker dim
deficit: surplus profit profits profitable | deficit deficits loss losses unprofitable
hire: hire hires hired employ | fire fires fired dismiss dismissed
life: alive living survive survived survival born birth | dead die died dies death
full: full | empty
temporary: temporary temporarily | permanent permanently
voluntary: voluntary optional voluntarily | mandatory compulsory obligatory required
direct: direct directly | indirect indirectly
guilty: guilty convicted | innocent acquitted
clockwise: clockwise | anticlockwise counterclockwise
vertical: vertical vertically | horizontal horizontally
absolute: absolute | relative
natural: natural naturally | artificial synthetic
old: ancestor | descendant
home: domestic national | foreign international
parent: parent parents | child children
teacher: teacher teachers | student students pupil pupils
kept: keep keeps kept retain retained preserve preserved maintained | abandon abandoned discard discarded
exceed: more exceed | fewer less
half: double doubled doubles | halve halved halves
upgrade: upgrade upgraded promotion | downgrade downgraded demotion
hemi: ipsilateral | contralateral
patho: benign | malignant
hypo: hypertension | hypotension
hyper: hyperglycemia hyperglycaemia | hypoglycemia hypoglycaemia
gainof: gain-of-function | loss-of-function
onset: early-onset | late-onset
""",
    "de": """
amount: mehr über | weniger unter
height: höher hoch hohe hohen höchste höchsten höchster | niedriger niedrig niedrige niedrigen niedrigste niedrigsten
size: größer groß große großen größte größten | kleiner klein kleine kleinen kleinste kleinsten
change: steigen steigt stieg gestiegen steigern wachsen wächst wuchs gewachsen zunehmen zunahm zugenommen erhöhen erhöht
 erhöhte erhöhung anstieg zunahme | sinken sinkt sank gesunken fallen fällt fiel gefallen abnehmen abgenommen senken
 senkt gesenkt verringern verringert reduzieren reduziert rückgang abnahme
time: vor bevor früher früh vorher | nach nachdem später spät danach
order: erste ersten erster erstes anfang beginnen beginnt begann | letzte letzten letzter letztes ende enden endet
 endete
quality: besser beste besten gut verbessern verbessert | schlechter schlechteste schlecht verschlechtern verschlechtert
age: älter alt älteste ältesten | jünger jung jüngste jüngsten neu
direction: norden nördlich nördlichen | süden südlich südlichen | osten östlich östlichen | westen westlich westlichen
result: gewinnen gewann gewonnen sieg | verlieren verlor verloren niederlage
accept: annehmen angenommen genehmigt zugestimmt unterstützt befürwortet | ablehnen abgelehnt verworfen
open: öffnen öffnet eröffnet geöffnet | schließen schließt geschlossen
many: viele häufig oft | wenige selten
bound: mindestens | höchstens
length: länger lang längste | kürzer kurz kürzeste
price: teuer teurer teuerste | billig billiger günstiger billigste
depth: tief tiefer tiefste | flach flacher seicht seichter
admission: zugab gab gestand bestätigte einräumte räumte | bestritt bestreitet leugnete dementierte
speed: schnell schneller | langsam langsamer
weight: schwer schwerer | leicht leichter
noise: laut lauter | leise leiser
health: gesund gesünder | krank kränker
strength: stark stärker | schwach schwächer
likeness: gleich identisch ähnlich | unterschiedlich verschieden unterschied
warmth: warm wärmer heiß heißer | kalt kälter
""",
    "fr": """
amount: plus davantage supérieur supérieure | moins inférieur inférieure
height: haut haute élevé élevée élevés | bas basse faible
size: grand grande grands grandes | petit petite petits petites
change: augmenter augmente augmenté hausse croître croissance monter | diminuer diminue diminué baisse baisser réduire
 réduit réduction
time: avant précédent | après suivant
order: premier première début commencer | dernier dernière fin finir
quality: meilleur meilleure mieux | pire pires
age: vieux ancien ancienne âgé | jeune nouveau nouvelle récent
direction: nord | sud | est | ouest
result: gagner gagné victoire | perdre perdu défaite
accept: accepté approuvé adopté | refusé rejeté
open: ouvrir ouvert ouvre | fermer fermé ferme
many: souvent nombreux nombreuses beaucoup | rarement peu
admission: admis reconnu avoué confirmé | nié démenti contesté
consent: accepté consenti | refusé
length: long longue longs longues | court courte courts courtes
depth: profond profonde | superficiel
price: cher chère chers | bon-marché
speed: rapide vite | lent lente lentement
""",
    "es": """
amount: más superior | menos inferior
height: alto alta altos altas | bajo baja bajos bajas
size: grande grandes mayor mayores | pequeño pequeña pequeños menor menores
change: aumentar aumenta aumentó aumentado crecer creció aumento subir subió | disminuir disminuye disminuyó reducir
 redujo reducción caer cayó bajar bajó descenso
time: antes anterior | después posterior
order: primer primero primera comenzar inicio | último última final terminar
quality: mejor mejores mejorar | peor peores empeorar
age: viejo antiguo antigua | joven nuevo nueva
direction: norte | sur | este | oeste
result: ganar ganó victoria | perder perdió derrota
accept: aceptó aprobó aprobado | rechazó rechazado
open: abrir abrió abierto | cerrar cerró cerrado
many: muchos muchas frecuente | pocos pocas raro
rise: subieron aumentaron crecieron suben aumentan crecen | cayeron bajaron disminuyeron caen bajan disminuyen
admission: admitió admite reconoció reconoce confirmó | negó niega desmintió
length: largo larga largos largas | corto corta cortos cortas
depth: profundo profunda | superficial
price: caro cara caros caras | barato barata baratos baratas
speed: rápido rápida | lento lenta
""",
}
_UNSPACED = [
    ("增加", "减少"), ("上升", "下降"), ("增长", "下降"), ("提高", "降低"), ("最大", "最小"), ("最高", "最低"),
    ("最多", "最少"), ("更多", "更少"), ("更大", "更小"), ("更高", "更低"), ("之前", "之后"), ("以前", "以后"),
    ("以上", "以下"), ("首次", "末次"), ("首先", "最后"), ("第一", "最后"), ("开始", "结束"), ("赢得", "输掉"),
    ("胜利", "失败"), ("成功", "失败"), ("支持", "反对"), ("接受", "拒绝"), ("允许", "禁止"), ("早", "晚"),
    ("多于", "少于"), ("高于", "低于"), ("大于", "小于"), ("超过", "不到"), ("至少", "至多"), ("北", "南"),
    ("同意", "拒绝"), ("承认", "否认"), ("批准", "否决"), ("支持", "驳回"), ("维持", "撤销"), ("富", "穷"),
    ("深", "浅"), ("长", "短"), ("贵", "便宜"),
    ("东", "西"), ("男", "女"), ("好", "坏"), ("强", "弱"), ("快", "慢"), ("最早", "最晚"), ("较高", "较低"),
    ("大型", "小型"), ("高", "低"), ("大", "小"), ("多", "少"), ("进口", "出口"), ("公共", "私人"), ("正", "负"),
]  # fmt: skip


@functools.cache
def poles(language: str | None) -> dict[str, tuple[tuple[str, int], ...]]:
    """Word (lower case) and, where it is no other word's, its stem, to the poles it stands for: axis and number."""
    found: dict[str, dict[tuple[str, int], None]] = {}
    rows = _AXES.get(language or "en", "").replace("\n ", " ").strip().splitlines()
    for row in rows:
        axis, _, listed = row.partition(": ")
        for number, words in enumerate(listed.split("|")):
            for word in words.split():
                found.setdefault(word, {})[axis, number] = None
    for word, its in list(found.items()):
        stem = stem_word(word, language)
        if stem not in found:
            found[stem] = dict(its)
    return {word: tuple(its) for word, its in found.items()}


@functools.lru_cache(maxsize=8_192)
def poles_of(word: str, stem: str, language: str | None) -> frozenset[tuple[str, int]]:
    """What a word points to; empty for a word that points nowhere. `word` is in lower case."""
    known = poles(language)
    return frozenset(known.get(word) or known.get(stem) or ())


def are_opposed(a: frozenset[tuple[str, int]], b: frozenset[tuple[str, int]]) -> bool:
    """Whether two words stand at different poles of one axis, and at the same pole of none."""
    if not a or not b or a & b:
        return False
    ours = {axis for axis, _ in a}
    return any(axis in ours for axis, _ in b)


def unspaced_opposites() -> list[tuple[str, str]]:
    """Pairs of opposed words in a script without spaces, longer ones first."""
    return sorted(_UNSPACED, key=lambda pair: -len(pair[0]))
