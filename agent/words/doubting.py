"""The words by which a text takes back what stands beside them, and how they point at it. Stems, in four languages."""

import re

_I = re.IGNORECASE
_UNTRUE = (
    r"(?:false(?! (?:positive|negative|alarm|discover|start))|wrong(?!ful)|untru|incorrect|inaccura|mistaken|erron|"
    r"nonsense|rubbish|baseless|unfounded|unproven|unconfirmed|mislead|hoax|invent(?:ed|ad|é)|imagin(?:ary|ed|é)|ficti|"
    r"fikti|made[- ]up|dummy|parod|satir|a lie\b|lies\W*$|myths?\b|not so\b(?=\W*$)|"
    r"not (?:\w+ )?(?:true|correct|right|proven|confirmed)\b|falsch|unwahr|erfund|gelogen|unsinn|"
    r"nicht (?:\w+ )?(?:wahr|richtig|bestätigt)|faux|fausse|inexact|mensong|pas (?:\w+ )?(?:vrai|exact|confirm)|"
    r"fals[oa]|mentira|no (?:\w+ )?(?:ciert|verdad|correct))"
)
_UNDONE = (
    r"(?:withdr[ae]w|retract|revok|repeal|rescind|den(?:y|ied)|den(?:ies)|reject|refus|refut|debunk|disprov|acquit|"
    r"overturn|overrul|abandon|discard|scrap(?:s|ped)|dropped|cancel|defeated|struck (?:from|out|off)|disregard|"
    r"superseded|verw[ao]rf|widerleg|zurückge|freigesproch|bestr[ie]t|dementier|aufgegeben|rétract|rejet|réfut|démen|"
    r"rechaz|desm[ie]+n|neg[óa]|retirad|anulad)"
)
_TOLD = (
    r"(?:claim|statement|rumou?r|report|stor(?:y|ie)|assertion|allegation|accusation|charge|belief|answer|sentence|"
    r"paragraph|text|headline|quote|figure|number|date|estimate|sum|plan|proposal|promise|motion|bid|idea|news|law|rule|"
    r"forecast|version|note|aussage|behauptung|meldung|angabe|zahl|plan|bericht|gerücht|satz|affirmation|nouvelle|chiffre|"
    r"phrase|rumeur|projet|afirmaci[óo]n|noticia|cifra|dato|frase|rumor)(?:e?s|e?n|es)?"
)
_THAT = (
    rf"(?:(?:th(?:is|at|ese|ose|e|e se)|his|her|its|their|such|all|diese[rs]?|d(?:ie|er|as)|cett?e|ces|l[ea]|"
    rf"est[aeo]s?)\s(?:\w+\s){{0,2}}?{_TOLD})"
)
_IS = (
    r"(?:is|are|was|were|be(?:en)?|proved|turned out|sounds?|ist|sind|war(?:en)?|wurden?|est|sont|était|étaient|es|son|"
    r"era|eran|fue|fueron|resultó|s['’]est)"
)
_ALONE = r"(?:this|that|these|those|it|all (?:of )?(?:this|that|it)|das|dies|cela|ceci|c['’]|eso|esto)"
_CLOSES = r"\w*(?=\W*$|[.,;:!)–—]|\s(?:and|because|since|in|on|as|by|later|und|et|y)\b)"
_TURN = r"(?:[\w’'.-]+\s){0,3}?[\w’'.-]+:\s+|(?:but|yet|however|aber|doch|mais|pero),?\s|\W+"
SAID_OF_IT = re.compile(
    rf"(?:{_TURN}){{0,2}}(?:"
    rf"{_ALONE}\s?{_IS}\s(?:\w+\s){{0,3}}?(?:(?:{_UNTRUE}){_CLOSES}|the (?:old|former)\b)|"
    rf"(?:this|that)\s(?:has|had|have)\s(?:\w+\s){{0,3}}?{_UNDONE}|(?:this|that)\s(?:was|is)\s(?:\w+\s){{0,2}}?{_UNDONE}|"
    r"(?:this|that|it)\s(?:never|did(?: not|n['’]t)) (?:happen|come|take place|occur)|"
    rf"{_THAT}\b[^.;?!]{{0,60}}?\b(?:{_IS}|has|had|have)\s(?:\w+\s){{0,4}}?(?:{_UNTRUE}|{_UNDONE}|never\b)|"
    r"that is,?\s(?:if|unless|provided)\b|"
    r"(?:correction|corrigendum|errat(?:um|a)|retraction|disclaimer|berichtigung|korrektur|rectificati\w+|"
    r"corrección)\b\s?[:–—-]|"
    r"(?:what is true|the truth|the reality|the facts?|richtig ist|die wahrheit|la vérité|la verdad)(?: is)?\s?[:,])",
    _I,
)
SPEAKS_OF_IT = re.compile(
    rf"\b(?:call(?:s|ed)|nennt|nannte|qualifi\w+|llam\w+|tild\w+)\s(?:{_ALONE}|{_THAT})\s(?:\w+\s){{0,3}}?(?:{_UNTRUE}){_CLOSES}|"
    r"\b(?:withdr[ae]w|retract|den(?:y|ie[ds])|reject|refut|debunk|disprov|disregard|ignor|disput|dismiss|bestr[ie]t|"
    rf"widerleg|dementier|rejet|réfut|démen|rechaz|desm[ie]+n|neg[óa])\w*\s(?:\w+ly\s)?"
    rf"(?:this|that|it|dies|das|cela|eso|esto|{_THAT}){_CLOSES}|"
    rf"\b(?:l['’](?:a|ont)\s(?:démen|réfut|ni[ée])|lo (?:neg|desm|rechaz))|"
    rf"\b(?:nobody|no one|niemand|personne|nadie)\b[^.;]{{0,30}}\b(?:believ|credit|accept|buy|bought|trust|"
    rf"confirm|prov|glaub|bestätig|bewies|cro[iy]|prouv|cre[eyí]|acept|prob)\w*\b[^.;]{{0,20}}"
    rf"\b(?:it|this|that|das|dies|cela|eso)\W*$|"
    rf"\b(?:all|every|none|nothing|any)\b[^.;]{{0,40}}\babove\b[^.;]{{0,40}}\b{_UNTRUE}|"
    rf"\babove (?:{_IS})\s(?:\w+\s){{0,2}}?{_UNTRUE}|上述.{{0,12}}(?:不实|不属实|虚假|错误)",
    _I,
)
POINTS = re.compile(
    rf"\b(?:(?:the|these|all|both|any) following(?=\W*$|[,.;:]|\s(?:{_TOLD}|is|are|was|were|has|have)\b)|"
    rf"following {_TOLD}|as follows|below\W*$|folgendes|wie folgt|suivante?s|ce qui suit|ci-dessous|"
    rf"l[oa]s? siguientes?|a continuación)\b|\bfolgende[nr]? {_TOLD}\b|"
    rf"\b(?:(?:these|those|any of|some of|all of|none of|diese|ces|est[ao]s)(?: the)?(?:\s[\w’'-]+){{0,2}}?\s|"
    rf"this\s){_TOLD}\b|\bthese (?:are|were)\b|\bwhich of these\b.*\?$|"
    r"\b(?:it|es) (?:was|is|has been|had been|wurde|wird)\s\w+ly\s(?:report|said|claim|announc|alleg|stat)|"
    r"\b(?:sa(?:id|ys?)|reads?|stated?|wrote) (?:this|thus|so)\W*$|[:：]$|以下|如下|下列",
    _I,
)
LEAD = re.compile(
    rf"\b(?:{_UNTRUE}|{_UNDONE})|\b(?:wrongly|falsely|mistakenly|fälschlich|irrtümlich|à tort|erróneamente)\b|"
    r"\b(?:not|n['’]t|never|nobody|no one)\s(?:\w+\s)?(?:confirm|verif|prov|establish|guilty|sa(?:y|id)\b|claim)|"
    r"\b(?:until|before|till|bis|jusqu['’]en|hasta) (?:the end of )?\d{4}\b|\b(?:old|former) "
    rf"{_TOLD}\b|"
    r"\b(?:placeholder|lorem ipsum|translate|übersetz\w*|tradui\w+|traduc\w+|which of)\b|"
    r"不实|不属实|虚假|谣言|假的",
    _I,
)
FOR_WORDS = re.compile(
    r"(?:(?:our|the|an?|unsere?|notre|nuestra)\s)?(?:vision|visión|utopia|placeholder|dummy|scenario|rumou?r|myth|mythos|"
    r"gerücht|mythe|rumeur|mito|bulo)\b",
    _I,
)
AFFIRMS = re.compile(
    r"\b(?:confirmed|verified|undisputed|not (?:in dispute|false|wrong)|bestätigt|confirmée?s?|confirmad[oa]s?)\b", _I
)
NOT_AFFIRMED = re.compile(r"\b(?:not|n['’]t|never|un|none|nicht|pas|no)\W?\s?(?:\w+\s){0,3}?(?:confirm|verif)\w*", _I)
A_KIND = re.compile(
    r"\b(?:had|have|is|was|as|hatte|war|ist|fue|est)\s(?:an?|ein\w*|une?|una?)\s(?:\w+\s){0,2}?(?:dream|joke|"
    r"parod(?:y|ie)|satire|hoax|lie|riddle|traum|witz|rêve|blague|sueño|broma|parodia)\W*$",
    _I,
)
NEGATED_HEADING = re.compile(
    r"(?:(?:what|things?|items?|nothing|was|dinge|ce qu\S+|lo que|cosas)\s.*(?:\b(?:not|never|no longer|nicht(?! so)|"
    r"pas|jamais|no|nunca)\b|n['’]t\b).*|(?:not|nicht|pas|non-goals|out of scope)\b.*)",
    _I,
)
LABELLED = re.compile(
    rf"(?:.*[(:–—-]\s*)?(?:{_UNTRUE}|{_UNDONE}|lost\b|fail|withdrawn|obsolete)\w*"
    rf"(?:\s(?:[\w-]+\s){{0,1}}?[\w-]+|,?[^()]{{0,30}}\))?",
    _I,
)
MARKED = re.compile(r".*[(:–—-]\s*(?:lost|defeated|failed|abgelehnt|rejeté|rechazad)\w*\b.*", _I)
VERDICT_COLUMN = re.compile(
    r"\b(?:verdict|rating|result|true|correct|finding|assessment|urteil|bewertung|wahr|veredicto|vrai|resultado)\b", _I
)
AFFIRMED_CELL = re.compile(
    r"\W*(?:mostly |largely |eher )?(?:true|correct|right|yes|confirmed|accurate|adopted|carried|passed|ja|wahr|"
    r"richtig|bestätigt|oui|vrai|sí|verdadero|ciert|[✓✔✅])",
    _I,
)
TAKING_CELL = re.compile(rf"(?:{_UNTRUE}|{_UNDONE}|(?:lost|no|nein|non)\W*$)|[✗✘❌]", _I)
TAKES = re.compile(rf"\b(?:{_UNTRUE}|{_UNDONE})", _I)
_KIND = (
    r"(?:satir|parod|ficti|fikti|invent|imagin|erfund|dummy|placeholder|hoax|made[- ]up|retract|rétract|withdr[ae]w|"
    r"zurückgezogen|retirad|lorem ipsum|april fool)"
)
_WORK = (
    r"(?:article|paper|page|site|website|study|report|text|stor(?:y|ies)|post|document|preprint|names|characters|events|"
    r"persons|data|figures|artikel|seite|studie|beitrag|étude|histoires?|artículo|página|estudio|historias?)"
)
OF_THE_WHOLE = re.compile(
    rf"(?:\bth(?:is|e present|e following)|\ball|\bevery|\beach|\bdiese[rs]?|\bcett?e?|\bl['’]|\bles|\best[ae]|"
    rf"\btodas las|\balle)\s?(?:[\w’'-]+\s){{0,1}}?{_WORK}\b[^.;?!]{{0,80}}"
    rf"\b(?:{_IS}|has|have|wurde)\s(?:\w+\s){{0,4}}?{_KIND}|"
    rf"\bwork of (?:fiction|satire)\b",
    _I,
)
KIND_LABEL = re.compile(
    r"(?:an? |ein |une? |una )?(?:[\w’'-]+ ){0,2}?(?:satire|parod(?:y|ie|ia)|hoax|april fool\w*|retracted|"
    r"retraction|withdrawn|zurückgezogen|rétracté|retractado|(?:dummy|test|sample|placeholder) (?:data|text))"
    r"(?: (?:article|paper|site|for|of) .*| (?:article|paper|site))?|"
    r"(?:an? |ein |eine |un |une |una )(?:[\w’'-]+ ){0,1}?(?:novel|short story|fairy tale|roman|kurzgeschichte|novela|"
    r"cuento)(?: (?:by|von|de|par) .*)?",
    _I,
)
KIND_FIRST = re.compile(r"\W*(?:retract(?:ed|ion)|withdrawn)\b|(?:dummy|test|sample|placeholder) (?:data|text)\b", _I)
