"""Words whose loss turns a statement into another one, in the languages people add most."""

import re

_WORDS = (
    # English
    *("not", "no", "never", "none", "nor", "neither", "nobody", "nothing", "nowhere", "cannot", "without"),
    *("hardly", "scarcely", "barely", "unless", "except", "rarely", "seldom", "unlikely", "false", "denied", "denies"),
    # German, Dutch, the Nordic languages
    *("nicht", "kein", "keine", "keinen", "keinem", "keiner", "keines", "nie", "niemals", "niemand", "nichts", "ohne"),
    *("weder", "kaum", "niet", "geen", "nooit", "niets", "zonder", "inte", "ikke", "ej", "aldrig", "ingen", "inga"),
    *("uten", "utan", "uden"),
    # French, Spanish, Portuguese, Italian, Romanian
    *("ne", "pas", "jamais", "aucun", "aucune", "rien", "sans", "ni", "nunca", "jamás", "ningún", "ninguna", "nada"),
    *("sin", "não", "nem", "sem", "nenhum", "nenhuma", "non", "mai", "nessun", "nessuna", "senza", "nu", "fără"),
    # Slavic languages, Turkish, Indonesian, Vietnamese
    *("nie", "nigdy", "bez", "не", "нет", "ни", "никогда", "без", "ні", "немає", "değil", "yok", "tidak", "bukan"),
    *("không", "chưa", "chẳng"),
    # Arabic, Hebrew, Hindi
    *("لا", "ليس", "لم", "لن", "לא", "אין", "नहीं", "न"),
)
_JOINED = "不|没|沒|無い|无|未|非|ない|ません|なかった|않|못|없|아니|ไม่"
_NEGATION = re.compile(
    rf"(?<!\w)(?:{'|'.join(_WORDS)})(?!\w)|(?<=\w)n['\u2019]t\b|\bn['\u2019](?=\w)"
    rf"|\b(?:fail(?:s|ed)?|refus(?:es|ed)|lack(?:s|ed)?)\b|(?:{_JOINED})",
    re.IGNORECASE,
)


def drops_negation(skipped: str) -> str | None:
    """Return the first negating word in words that a quote leaves out, or None."""
    match = _NEGATION.search(skipped)
    return match.group() if match else None
