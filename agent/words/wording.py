"""Words that the rules look for, language by language, as compiled patterns: the one place to add a language."""

import re
from typing import Literal

Expects = Literal["amount", "share", "count", "date", "duration", "person", "place", "yes_no", "reason", "any"]
_I = re.IGNORECASE
_MONEY_EN = (
    "cost|price|budget|sum|amount|bill|fee|expense|expenditure|salary|revenue|profit|grant|loan|guarantee|debt|subsidy"
)
_MONEY_DE = "kosten|preis|budget|betrag|summe|höhe"

MONEY = re.compile(
    rf"\b(?:costs?|pay|paid|price|spend|spent|worth|expensive|{_MONEY_EN}|kostet|{_MONEY_DE}|teuer|"
    rf"bezahl\w*|zahl\w*|coût\w*|prix|cuesta|costo|"
    r"costará)\b|多少钱|成本|价格",
    _I,
)
# What a question expects: the pattern that fits first in the text, in this order where two begin together.
EXPECTED: list[tuple[Expects, re.Pattern[str]]] = [
    ("share", re.compile(
        r"\b(?:what|which) (?:percentage|percent|share|proportion|fraction)|\b(?:interest|tax|inflation|unemployment|"
        r"literacy|growth) rate\b|\bhow many percent|\bpercentage of|"
        r"\b(?:welcher|welchen|wie hoch ist der|wie groß ist der) (?i:anteil|prozentsatz)|wie ?viele? (?i:prozent)|"
        r"quel pourcentage|"
        r"quelle (?:part|proportion)|qué porcentaje|百分之几|比例是")),
    ("duration", re.compile(
        r"\bhow old\b|\bwie alt\b|"
        r"\bhow long\b|\bhow many (?:years|months|"
        r"weeks|days|hours)|"
        r"\bwie lange\b|wie viele (?i:jahre|monate|wochen|tage|stunden)|combien de temps|cuánto tiempo|多长时间|"
        r"多久")),
    ("date", re.compile(
        r"\bwhen\b|\b(?:what|which|in what|in which|by which) (?:year|date|day|month|decade|century)|"
        r"\bsince when|\b(?:what|which) (?:is|was|will be) (?:the |its )?(?:\w+ ){0,3}(?:date|year|day)\b|"
        r"\bwann\b|\b(?:in )?welche[mnrs]? (?:jahr|datum|tag|monat)|\bquand\b|quelle année|\bcuándo\b|qué año|"
        r"什么时候|何时|哪一年|哪年|いつ")),
    ("count", re.compile(r"\bhow (?:many|often|many times)\b|\bwie oft\b|\bwhat (?:is|was) the (?:number|population)|"
                         r"\bwie ?viele?\b(?! (?:geld|kostet|euro))"
                         r"|\bcombien d(?:e\b|['’])|\bcuánt[oa]s\b|多少(?!钱|元|成本)|几(?:个|人|名|次)")),
    ("amount", re.compile(
        r"\b(?:what|which) (?:is|was|are|were|will be) (?:the |its |their )?(?:\w+ ){0,2}(?:capacity|height|depth|"
        r"length|width|weight|speed|temperature|distance|yield)\b|\b(?:what|which) (?:depth|height|speed|temperature|"
        r"distance)\b|\b(?:what|which) (?:is|was|are|were) .*\bworth\b|"
        rf"\bhow (?:much|expensive|high|tall|deep|wide|far|fast|heavy|large|big)\b|\bwhat (?:does|did|will|"
        rf"would|do|has) .*\bcosts?\b|"
        rf"\b(?:what|which) (?:is|are|was|were|will|would)?\s*(?:be )?(?:the |its |"
        rf"their )?(?:(?!do(?:es)? |did |cause[sd] )\w+ ){{0,3}}(?:{_MONEY_EN})\b|"
        rf"\bwie ?viel\b|\bwie (?:teuer|hoch|groß|tief|weit|schwer|schnell)\b|\bwas (?:kostet|kosten|"
        rf"wird .* kosten)|"
        rf"\bwelche[rs]? (?:\w+ )?(?:{_MONEY_DE})|\bcombien\b|\bcuánto\b|quel est le (?:coût|prix|budget)|"
        rf"cuál es el (?:costo|coste|precio)|多少钱|成本")),
    ("person", re.compile(r"\bwho(?:m|se)?\b|\bby whom\b|\bwer\b|\bwe[mn]\b|"
                          r"\bqui\b(?! est-ce que)|\bquién(?:es)?\b|谁|誰")),
    ("place", re.compile(r"\bwhere\b|\b(?:what|which|in what|in which) (?:city|country|town|place|state|"
                         r"region|county|location)|"
                         r"\bwo(?:hin|her)?\b|welche[mnrs]? (?i:stadt|land|ort)|\boù\b|\bd[oó]nde\b|哪里|哪儿|何处|"
                         r"どこ")),
    ("reason", re.compile(r"\bwhy\b|\bfor what reason|\bwhat (?:is|was|are|were) the (?:\w+ )?(?:reason|cause)|"
                          r"\bwhat caused|\bwarum\b|"
                          r"\bweshalb\b|\bwieso\b|\bpourquoi\b|\bpor qué\b|为什么|なぜ")),
    ("yes_no", re.compile(
        r"^(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|may|must|am)\b|"
        r"^(?:ist|sind|war|waren|hat|haben|hatte|wird|werden|wurde|kann|können|soll|sollte|darf|muss|"
        r"gibt)\b|^est-ce|吗[？?]?$")),
]  # fmt: skip
# Only ask, and so say nothing of the subject.
QUESTION_WORDS = re.compile(
    r"\b(?:is it (?:true|so|the case) that|(?:at |during |in |between )?what (?:hours?|times?)|what (?:caused|causes)|"
    r"(?:(?:root|main|real|exact|likely|underlying) )?(?:causes?|reasons?) (?:of|for)|"
    r"how (?:many|much|long|often|far|fast|big|large|great|high|tall|deep|wide|heavy|old|expensive)|"
    r"(?:what|which) (?:year|date|day|month|percentage|percent|share|proportion|number|amount|kind|type|sort|sorts|"
    r"types|kinds)(?: of)?|"
    r"wie ?viele?|wie (?:lange|hoch|oft|groß|teuer|weit|alt)|"
    r"(?:what|which) (?:is|was) the (?:\w+ )?(?:number|population) of(?= (?-i:[a-zà-ÿ]))(?! the\b)|"
    r"welche[mnrs]? (?:jahr|anteil|prozentsatz|datum)|"
    r"combien(?: de)?|quelle année|cuánt[oa]s?|qué (?:año|porcentaje)|what'?s|when|where|who|whose|why|"
    r"quant(?:o|i|e|os|as)|hoeveel|wanneer|hur (?:mycket|många)|hvor (?:meget|mye|mange)|kuinka (?:paljon|monta)|"
    r"mennyi|hány|kolik|сколько|скільки|когда|коли|где|де|кто|почему|bao nhiêu|bao giờ|khi nào|ở đâu|quando|dove|onde|"
    r"wann|wer|wo|warum|wieso|quand|pourquoi|quién|cuándo|dónde|please|bitte|tell me|name of)\b|"
    r"什么时候|为什么|多少|什么|哪些|哪个|哪里|何时|几个|怎么|如何|是否|吗|呢|谁|哪",
    _I,
)
# A word that passages with such an answer often hold, for one of the queries.
ASKED_FOR: dict[str, dict[str, str]] = {
    "en": {
        "amount": "million",
        "share": "percent",
        "date": "date year",
        "duration": "years",
        "reason": "because",
    },
    "de": {
        "amount": "Millionen",
        "share": "Prozent",
        "date": "Datum Jahr",
        "duration": "Jahre",
        "reason": "weil",
    },
}
# A sentence that begins so cannot stand alone.
DEPENDENT_START = re.compile(
    r"(?:(?:It|They|He|She|This|These|Those|That|Such|Both|Its|Their|His|Her|There(?:fore|by|after|upon)|"
    r"Then|Thus|Hence|"
    r"However|But|And|Or|So|Yet|Still|Instead|Nevertheless|Nonetheless|Moreover|Furthermore|Additionally|"
    r"Also|Besides|"
    r"Consequently|Accordingly|Meanwhile|Otherwise|Similarly|Likewise|Conversely|In contrast|In addition|"
    r"As a result|"
    r"For (?:example|instance|this reason)|In (?:particular|this|that|these)|On the other hand|"
    r"The (?:former|latter|same)|"
    r"Here|Ours?|I|You|Neither|Either|"
    r"Es|Er|Sie|Dies(?:e[rsmn]?)?|Jene[rsmn]?|Das (?:ist|war|wird|wurde|sei|hat)|Dabei|Dadurch|Daher|"
    r"Deshalb|Deswegen|Darum|"
    r"Damit|Dafür|Dagegen|Danach|Dort|Jedoch|Allerdings|Aber|Und|Oder|Außerdem|Zudem|Ferner|Dennoch|"
    r"Trotzdem|Somit|Ihre?|"
    r"Seine?|Beide|Letztere[rs]?|Hingegen|Ich|"
    r"Ils?|Elles?|Ce(?:tte|ci|la|s|lui-ci)?|C'est|Cependant|Toutefois|Mais|Or|Ainsi|Donc|Pourtant|Néanmoins|"
    r"De plus|En outre|"
    r"Él|Ellos|Ellas?|Est[aeo]s?|Es[aeo]s?|Sin embargo|Pero|Además|Por (?:eso|ello|tanto)|Así)\b|"
    r"(?:它|他们|她们|它们|他|她|这|該|该|此|但|然而|因此|所以|不过|而且))",
)
# Who says "we" is the source, which is named beside its sentence; inside quotation marks it is somebody else.
WE_START = re.compile(r"(?:We|Wir)\b")
# A letter's first line, after which German and others go on in lower case.
GREETING = re.compile(
    r"(?:Dear|Hello|Hi|Hey|Greetings|Good (?:morning|afternoon|evening|day)|Sehr geehrte[rsn]?|Liebe[rs]?|Werte[rs]?|"
    r"Hallo|Guten (?:Morgen|Tag|Abend)|Moin|Chère?s?|Madame|Monsieur|Mesdames|Bonjour|Bonsoir|Estimad[oa]s?|"
    r"Querid[oa]s?|Hola|Buenos días)\b[^\n:;?]{0,80}[,!]"
)
# A next sentence that takes something back from the one before it.
QUALIFIER_START = re.compile(
    r"(?:(?:However|But|Only|Except|Unless|Provided|Nevertheless|Nonetheless|Yet|Still|Although|Though|"
    r"(?:(?:This|That|The) (?:figure|sum|amount|estimate|total|number|price|budget|date)|This|That|It|"
    r"These(?: figures)?) "
    r"(?:only |does |do |did |is |are |was |were |has )?(?:applies|apply|holds?|excludes?|not include|"
    r"not cover|excluding|subject to|"
    r"replaces?|supersedes?|corrects?|includes?|conditional|provisional|only|without|assumes?|not yet|"
    r"preliminary|disputed|been (?:withdrawn|corrected|revised))|"
    r"Jedoch|Allerdings|Aber|Nur|Außer|Sofern|Dennoch|Dies gilt|Das gilt|(?:Darin|Nicht) enthalten|"
    r"Cependant|Toutefois|Mais|Sauf|Sin embargo|Pero|Salvo)\b|(?:但|然而|不过|除非|只有))",
)
# What the sources say is asked for, in whatever words and with whatever value.
ASKS_WORDS = re.compile(
    r"(?:what|was)\s+(?:did|does|do|has|have|had|hat|sagt|sagte|schreibt)\b.*\b(?:say|said|think|write|written|report|claim|"
    r"know|tell|promise[d]?|advise|recommend|gesagt|sagt|schreibt)\b",
    _I,
)
# A question in the words of a source, which answers nothing.
WONDERING = re.compile(
    r"\b(?:ask(?:s|ed)?|wonder(?:s|ed|ing)?|know|find out|tell us|say|unclear|examined)(?: \w+)? (?:what|"
    r"whether|how|when|who|why|where|if)\b|\b(?:is|was|left|leaves?|remains?|still) open(?: \w+)? (?:what|"
    r"whether|how|who|why|if)\b|\b(?:fragt?e?n?|wissen|offen|unklar)\b,? (?:was|ob|wie|wann|wer|warum|wo)\b",
    _I,
)
ABSOLUTE = re.compile(
    r"\b(?:always|never|everyone|everybody|nobody|no one|every|all of|100 ?(?:%|per ?cent)|guaranteed?|"
    r"guarantees|"
    r"undoubtedly|without (?:any )?(?:doubt|exception)|certainly|absolutely|completely safe|entirely|proven|"
    r"prove[sn]?|"
    r"impossible|perfect(?:ly)?|zero (?:risk|emissions|impact)|no (?:risk|harm|impact|effect)(?: whatsoever|"
    r" at all)?|"
    r"the (?:best|cheapest|cleanest|safest|largest|only) .{0,40}\b(?:in the world|ever)|universal(?:ly)?|"
    r"forever|"
    r"immer|nie(?:mals)?|jede[rsmn]?|alle|garantiert|zweifellos|unmöglich|völlig|absolut|toujours|jamais|"
    r"garanti[es]?|"
    r"siempre|nunca|jamás|garantizado)\b|100 ?(?:%|％)|(?:总是|永远|从不|绝对|保证|所有)",
    _I,
)
HOW_MUCH_CHANGE = re.compile(
    r"\bhow much\b.*\b(?:ris(?:e|es|en|ing)|rose|fall(?:s|en|ing)?|fell|gr(?:ow\w*|ew)|increas\w+|decreas\w+|declin\w+|"
    r"drop\w*|shr[aiu]nk\w*|chang\w+|gain\w*|lost|loses?|(?:go|goes|gone|went) (?:up|down))\b|"
    r"\bwie ?viel\b.*\b(?:steig\w+|stieg\w*|gestiegen|sink\w+|sank\w*|gesunken|wächst|wuchs\w*|gewachsen|fiel\w*|fällt|"
    r"gefallen|zu(?:nimmt|genommen)|ab(?:nimmt|genommen))\b",
    _I,
)
# "How much" of nothing named: "how much will it invest", "how much is the fine".
HOW_MUCH_OF_WHAT = re.compile(
    r"\bhow much (?:will|would|does|did|do|is|was|were|are|has|have|had|can|could|should|must|may|might)\b|"
    r"\bwie ?viel (?:wird|werden|will|wollen|hat|haben|ist|war|waren|soll|sollte|kann|muss|darf)\b",
    _I,
)
PLACE = re.compile(
    r"\b(?:in|at|near|on|off|from|outside|between|along|north|south|east|west|bei|nahe|an der|am|im|auf|"
    r"nördlich|südlich|östlich|"
    r"westlich|à|dans|près|en|cerca|sur)\b(?!\s+(?:the\s+|a\s+)?(?:night|day|least|most|once|first|last|all|time|end|"
    r"times|moment|year|month|row|favour|general|particular|which|whom|that|fact|order|addition|spring|summer|autumn|winter|January|"
    r"February|March|April|May|June|July|August|September|October|November|December|\d)\b)|在|位于",
)
# Asks who somebody is, not who did something.
IDENTITY = re.compile(
    r"(?:who|wer|qui|quién)\s+(?:is|are|was|were|ist|sind|war|est|es|era)\s+(?:the|a|an|der|die|das|ein|le|la|el)\b"
    r"(?!.*\b(?:to|that|who|whose|which)\b)",
    _I,
)
# How many there are of a thing: being, having, living and a population are one relation for a count.
COUNTS = re.compile(
    r"\bhow many\b|\bwie ?viele\b|\b(?:number|population) of(?= (?-i:[a-zà-ÿ]))(?! the\b)|\bcombien d(?:e\b|['’])", _I
)
EXISTING = re.compile(
    r"\b(?:lived?|lives|living|exist(?:s|ed)?|remain(?:s|ing)?|inhabit|dwell|(?:are|is) left|leben|lebten?|"
    r"gibt es|existieren|vorkommen|vivent)\b(?!\s+(?:on|with|off|from)\b)",
    _I,
)
POPULATION = re.compile(
    r"\b(?:(?:population|number|Zahl|Anzahl|Bestand)\s+(?:of|der|von|an)\s+(?P<of>[^.;,:]{1,90}?)|"
    r"(?P<before>[^.;,:]{1,60}?)\s+population(?:\s+(?:in|at)\s[^.;,:]{1,60}?)?)\s+"
    r"(?:is|was|are|were|stands? at|stood at|reached|numbers|beträgt|betrug|lag bei|liegt bei|umfasst)\s+"
    r"(?:(?:now|still|only|just|about|around|some|nearly|almost|over|estimated at|rund|etwa|noch|nur|heute)\s+){0,3}$",
    _I,
)
# Asks what a thing is, and names nothing but the thing.
DEFINES = re.compile(
    r"(?:what (?:is|are)|what's|was (?:ist|sind))\s+(?:an?\s+|eine?\s+)?(?P<name>(?!the\b)[\w.’'-]+"
    r"(?:\s(?!(?:of|for|in|used|about|known|called)\b)[\w.’'-]+){0,2})\s*\??$",
    _I,
)
# Asks what a thing is called, and what says so.
NAME_OF = re.compile(
    r"(?:what (?:is|was|are|were)|what's|wie (?:ist|lautet|war)|quel est|cuál es)\s+(?:the|der|le|el)\s+(?:names?|nom|"
    r"nombre)\b|what (?:is|was|are|were)\b.*\bcalled\b|wie (?:heißt|hieß)\b",
    _I,
)
NAMING = re.compile(
    r"\b(?:call(?:ed|s)?|nam(?:e[ds]?|ing)|known as|(?:en)?titled|heißt|hieß|heißen|genannt|namens|appelée?s?|"
    r"nommée?s?|llama\w*|nombre)\b",
    _I,
)
# The verb of a question that asks for nothing but having: "how many turbines will it have".
ASKS_HAVING = re.compile(
    r"\b(?:have|has|had|(?:are|were|is|was) there|lived?|lives|living|exist(?:s|ed)?|remain|(?:are|is) left|"
    r"leben|lebt|(?:number|population) of(?= (?-i:[a-zà-ÿ]))(?! the\b)|"
    r"hat|haben|hatte|gibt es|gab es)\b(?!\s+(?:been|to|\w+ed)\b)",
    _I,
)
HAVING = re.compile(
    r"\b(?:ha(?:s|d|ve|ving)|with|there (?:is|are|was|were|will be)|consists? of|comprises?|contains?|includes?|hat|"
    r"hatte|haben|besitzt|es gibt|mit|lives?|lived|living|exists?|remains?|leben|lebten)\b",
    _I,
)
# Which units answer a question that names a dimension, base units as the unit table has them.
_DIMENSIONS = {
    r"how (?:deep|high|tall|wide|far|long)|depth|height|width|length|distance|wie (?:tief|hoch|weit|breit|lang)": "m",
    r"how (?:fast|quick)|speed|velocity|wie schnell|geschwindigkeit": "m km/h knot",
    r"how heavy|weigh|weight|mass|wie schwer|gewicht|wiegt": "g",
    r"how (?:hot|cold|warm)|temperature|temperatur|wie (?:heiß|kalt|warm)": "°C °F",
    r"how much (?:electricity|energy)|wie viel (?:strom|energie)|yield": "Wh",
    r"how much (?:water|fuel|oil)": "m3 g",
    r"how (?:big|large)|area|fläche|wie groß": "m2 m m3 Wh W g B",
    r"capacity|kapazität": "W Wh m3 g B",
}
DIMENSIONS = [
    (re.compile(rf"\b(?:{pattern})\b", _I), frozenset(units.split())) for pattern, units in _DIMENSIONS.items()
]
# Asks how much or how many, in whatever language; which unit answers is known for some only.
ASKS_NUMBER = re.compile(
    r"\b(?:how (?:much|many)|wie ?viele?|combien|cuánt[oa]s?|quant(?:o|i|e|os|as)|hoeveel|hur (?:mycket|många)|"
    r"hvor (?:meget|mye|mange)|kuinka (?:paljon|monta)|paljonko|montako|mennyi|hány|kolik|koľko|koliko|cât[eăi]?|kaç|"
    r"ne kadar|сколько|скільки|колко|какова? (?:высота|длина|цена|стоимость|площадь|глубина|ширина)|πόσ\w+|bao nhiêu|"
    r"berapa|얼마\w*)\b|^ile\b|כמה|كم|いくら|いくつ|多少|เท่าไร",
    _I,
)
# Says only that a thing is somewhere, beside "where".
LYING = re.compile(r"\b(?:located|situated|found|lies?|lie|gelegen|liegt)\b", _I)
# How large a thing is, said of it before its value.
SIZED = re.compile(
    r"\b(?:is|are|was|were|be|been|becomes?|became|worth|valued|reach(?:es|ed|ing)?|total(?:s|led|ling)?|amount(?:s|ed)?|"
    r"stands?|stood|comes?|came|grow(?:s|n)?|grew|ris(?:es|en)?|rose|ha(?:s|ve|d)|ist|sind|war|wird|beträgt|erreicht)"
    r"(?:\s+(?:to|at|of|up|about|around|some|nearly|almost|over|rund|etwa|auf|an)){0,3}\s*(?:[€£$]\s?)?$",
    _I,
)
# Bodies that act without a name of their own.
BODIES = re.compile(
    r"\b(?:council|company|operator|government|ministry|municipality|owners?|developers?|taxpayers?|"
    r"committee|board|agency|"
    r"authority|parliament|court|commission|engineers?|mayor|minister|residents?|fishermen|fishers|farmers?|"
    r"union|bank|"
    r"investors?|consumers?|customers?|state|county|city|town|university|institute|association|party|"
    r"cooperative|"
    r"scientists?|researchers?|group|team|king|queen|president|director|author|he|she|"
    r"Rat|Gemeinde|Betreiber|Staat|Stadt|Land|Ministerium|Firma|Gesellschaft|Verein|Anwohner|Fischer|"
    r"Bürger(?:initiative|meister)?|Regierung)\b",
    _I,
)
