"""What a text says of a cause: which one it is, only that there is one, that nobody knows it."""

import re

_I = re.IGNORECASE
_SINCE = (  # a time since then, no reason
    r"(?:\d|then\b|last|early|late|spring|summer|autumn|winter|\w+day\b|january|february|march|april|may\b|june|july|"
    r"august|september|october|november|december)"
)
_AFTER = r"(?<!years )(?<!months )(?<!weeks )(?<!days )(?<!hours )after"
REASON = re.compile(
    rf"\b(?:because|due to|owing to|since(?! {_SINCE})|so that|in order to|reasons?|caus(?:e[ds]?|ing)|therefore|"
    rf"as a result|result(?:ed|s|ing)?|led to|leads to|{_AFTER}|following|for fear|thanks to|on account|on the grounds|"
    r"to (?:avoid|prevent|protect|reduce|allow|ensure|save)|meant|blam\w+|argu\w+|explain\w*|weil|da|wegen|aufgrund|"
    r"damit|denn|Grund|Gründe|Ursache|deshalb|um|nachdem|parce que|car|en raison|à cause|afin|porque|debido|"
    r"ya que|por)\b|因为|由于|原因|导致|为了",
    _I,
)
NOT_KNOWN = re.compile(
    r"\b(?:causes?|reasons?|Ursachen?|Gründe?|causa)\b[^.;,]{0,40}\b(?:unknown|unclear|undetermined|unbekannt|unklar|"
    r"(?:not|never|nicht)(?: \w+){0,2} (?:known|clear|established|determined|found|bekannt|klar|geklärt))\b",
    _I,
)
# Says that a cause is there, not which one.
_CAUSES = r"(?:causes?|reasons?|Ursachen?|Gründe?|Grund)"
ANNOUNCES_CAUSE = re.compile(
    rf"[^.;:]*\b{_CAUSES}\b[^.;:]{{0,60}}\b(?:found|known|identified|established|discovered|clear|determined|gefunden|bekannt|"
    rf"geklärt|ermittelt|fest)\W*|[^.;:]*\b(?:two|three|four|five|six|several|many|some|various|\d+|zwei|drei|vier|fünf|mehrere|"
    rf"einige|viele)\s(?:\w+\s)?{_CAUSES}\W*",
    _I,
)
