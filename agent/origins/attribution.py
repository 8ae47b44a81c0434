"""Where a text says that it has something from: "according to the Treasurer", "said the mayor", an address. Pure."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from agent.origins.names import is_body, is_name, name_of, name_words, names_in, stands_in
from graph.url import UrlRefused, source_url
from retrievers.websearch.same_work import fold_title

__all__ = ["ADDRESS", "SAYS", "find_addresses", "find_attributions", "find_bodies", "find_speakers", "is_about",
           "name_of", "names_body", "names_source"]  # fmt: skip

_CUES = (
    r"according to|as reported by|first reported (?:by|in)|(?:was )?reported (?:by|in)|told|citing|quoting|"
    r"(?:data|figures?|numbers?|estimates?|statistics) (?:from|by|of)|published (?:by|in)|"
    r"(?:data|figures?|numbers?|estimates?|statistics) (?:are|is|come|comes|were|was) (?:taken )?from|"
    r"stamm(?:t|en) (?:von|vom|aus)|provien(?:t|nent) d[eu]|proceden? del?|"
    r"(?:originally|first) (?:published|appeared|printed) (?:by|in|on|at)|"
    r"(?:reprinted|republished|adapted|translated) from|"
    r"a (?:report|study|paper) (?:by|from|of)|"
    r"in a (?:statement|report|press release) (?:by|from|of)|(?:sources?|data|quellen?|daten|fuentes?|données)\s*:|"
    r"laut|nach angaben (?:von|der|des)|wie (?:der|die|das)|unter berufung auf|"
    r"selon|d['’]après|según|de acuerdo con|secondo|volgens|(?<!por )segundo|de acordo com|enligt|ifølge|podle|według"
)
_SAID_BY = re.compile(rf"(?:\b(?:{_CUES}))\s+(?P<who>[^.;:!?\n]{{2,90}})")
_SAID_BY_ANY = re.compile(_SAID_BY.pattern, re.IGNORECASE)
_AS_IGNORECASE = str.maketrans({"ı": "i", "ſ": "s"})
_BEFORE = re.compile(r"(?P<who>[^.;:!?,\n]{2,70})\s+zufolge\b", re.IGNORECASE)
_UNSPACED = re.compile(
    r"(?:据|根据)(?P<who>[^\s，。,；;：:“”]{2,16}?)(?:的?报道|消息|称|表示|统计|数据|报告)|"
    r"(?:来源|出典|資料)\s*[:：]\s*(?P<of>[^\s，。,；;]{2,16})|(?P<by>[^\s、。，,「」]{2,16})によると"
)
"""The same where no capitals tell names: what stands there is the name."""
SAYS = re.compile(
    r"\b(?:sa(?:id|ys?)|stated|announce[sd]|report(?:s|ed)|told|tells|wr(?:ote|ites)|confirm(?:s|ed)|claim(?:s|ed)|"
    r"estimate[sd]|found|finds|calculated|declared|added|explained|gave|gives|presented|revealed|disclosed|released|"
    r"published|issued|unveiled|puts|"
    r"sag(?:t|te|ten)|teilten?|erklärt(?:e|en)?|melde(?:t|te|ten)|berichte(?:t|te|ten)|schr(?:eibt|ieb)|gab|gaben|"
    r"bestätigt(?:e|en)?|schätzt(?:e|en)?|beziffert(?:e|en)?|mitgeteilt|angekündigt|"
    r"behaupte(?:t|te|ten)|nannten?|legten?|stellten?|veröffentlichten?|bezifferten?|"
    r"dit|déclaré|présent[eé]|publi[eé]|révél[eé]|chiffr[eé]|annonc[eé]|affirm[eé]|indiqu[eé]|précis[eé]|rapport[eé]|écrit|estim[eé]|confirm[eé]|"
    r"dijo|dice|anunci[óa]|inform[óa]|declar[óa]|afirm[óa]|confirm[óa]|escrib(?:e|ió)|estim[óa]|report[óa]|"
    r"prétend|asegura|presentó|publicó|reveló|cifró)\b"
    r"(?!\s+(?:by|von|vom|par|por)\b)"
)
"""Words by which somebody says a thing, in lower case: `States` and `Reports` are parts of names."""
_BESIDE = frozenset(
    {
        "has", "have", "had", "later", "also", "already", "hat", "haben", "habe", "a", "ont", "ha", "han", "lo",
        "earlier", "recently", "since"
    }
)  # fmt: skip
"""What may stand between a name and such a word."""
_LEADING = frozenset(
    {"so", "thus", "as", "wie", "comme", "como", "das", "dies", "this", "that", "esto", "cela", "ceci"}
)
_OWN = frozenset({"this", "our", "my", "his", "her", "their", "these", "present"})
_ROLE = 2  # words
_MOST = 0.66  # of the words of a name
_AWAY = 8  # words between a name and what says that it speaks, a clause between commas among them
_BODY = r"\b(?:the|its|der|die|das|la|le|el)\s+(?P<who>[a-zà-ÿ-]+(?:\s+[a-zà-ÿ-]+){1,4}"
_BODY_BEFORE = re.compile(rf"{_BODY})\s*$")
_BODY_AFTER = re.compile(rf"\s+{_BODY}?)(?=\s*(?:[.,;:!?\n]|$|\s(?:on|in|at|after|last|this|today|yesterday)\b))")
ADDRESS = re.compile(r"(?:https?://|www\.)[^\s<>\"')\]]+", re.IGNORECASE)


def find_attributions(text: str) -> list[str]:
    """Return the stretches that name whom a text has something from, each as it is written, at most 90 characters."""
    found = [text[slice(*match.span("who"))].strip() for match in _said_by(text)]
    found += [match["who"].strip() for match in _BEFORE.finditer(text)] if "zufolge" in text.casefold() else []
    found += [match["who"] or match["of"] or match["by"] for match in _UNSPACED.finditer(text)]
    return list(dict.fromkeys([*found, *find_speakers(text)]))


def _said_by(text: str) -> Iterator[re.Match[str]]:
    """What `_SAID_BY` finds, at a third of the cost: in lower case, where that leaves every letter in its place."""
    lower = text.lower().translate(_AS_IGNORECASE)
    return _SAID_BY.finditer(lower) if len(lower) == len(text) else _SAID_BY_ANY.finditer(text)


def find_speakers(text: str) -> Iterator[str]:
    """Yield who says a thing, before or after a word of saying: "the mayor, Anna Berg, said", "..., said Anna Berg",
    "police said"."""
    for match in SAYS.finditer(text):
        words = re.split(r"[.!?\n](?:\s|$)", text[max(0, match.start() - 200) : match.start()])[-1].split()
        while words and words[-1] in _BESIDE:
            words.pop()
        if words and (words[-1][-1] in ',”"»“' or words[-1].casefold() in _LEADING):
            after = re.match(r"\s+(?P<who>[^.,;:!?\n]{2,70})", text[match.end() :])
            yield from names_in(after["who"])[:1] if after else ()
            yield from [name for name in names_in(" ".join(words[-_AWAY:])) if " " in name][-1:]
        elif words and is_name(words[-1]):
            name = names_in(" ".join(words[-_AWAY:]))[-1:]
            yield from name
            yield from _with_role(words[-_AWAY:], name)
        elif len(words) > 1 and is_body(words[-1]) and words[-2].casefold() not in _OWN:
            yield " ".join([*names_in(words[-2])[:1], words[-1]])


def find_bodies(text: str) -> Iterator[str]:
    """Yield who says a thing without a capital, whole: "said the roads agency", "the county water authority said"."""
    for match in SAYS.finditer(text):
        before = _BODY_BEFORE.search(text, max(0, match.start() - 80), match.start())
        after = _BODY_AFTER.match(text, match.end())
        yield from (found["who"] for found in (before, after) if found)


def _with_role(words: list[str], name: list[str]) -> Iterator[str]:
    """Yield a name with what somebody is called before it: "Town treasurer Oskar Lunde"."""
    count = len(name[0].split()) if name else 0
    role: list[str] = []
    for word in reversed(words[: len(words) - count]):
        if len(role) == _ROLE or not word[-1].isalpha():
            break
        role.insert(0, word)
    if count and role:
        yield " ".join([*role, *words[len(words) - count :]])


def find_addresses(text: str) -> frozenset[str]:
    """Return the web addresses that stand in a text, each in the form that tells it from others."""
    return frozenset(place for found in ADDRESS.findall(text) if (place := address_of(found)))


def address_of(url: str) -> str:
    """Return what tells an address from others, "" for none."""
    try:
        return source_url(url if "://" in url else f"https://{url}").rstrip(".,;/")
    except UrlRefused:
        return ""


def names_source(text: str, *, publisher: str | None, title: str | None, url: str | None) -> bool:
    """Say whether a text names a source as where it has it from: by its publisher, its title or its address.

    A name must stand where the text says whom it follows; its address may stand anywhere. A title must be long enough
    to name one work alone.
    """
    read = _read(text)
    if url and read.addresses and address_of(url) in read.addresses:
        return True
    if not read.said:
        return False
    wanted = [words for words in (name_words(publisher or ""), name_words(fold_title(title or ""))) if words]
    return any(stands_in(name, who) for name in wanted for who in read.said)


def names_body(text: str, publisher: str | None) -> bool:
    """Say whether a text has something from a body, by most of the words of its name in any order or by its last ones:
    "Town treasurer Oskar Lunde" from the Treasurer of the Town of Tornholm, "the roads agency" from one of that name.
    """
    said = _read(text).said
    if any(_ends_in(name_words(publisher or ""), name_words(who)) for who in _read(text).bodies):
        return True
    name = set(name_words(publisher or "")) if said else set[str]()
    return len(name) > 1 and any(len(name & set(who)) >= max(2.0, _MOST * len(name)) for who in said)


def _ends_in(name: list[str], short: list[str]) -> bool:
    return len(short) > 1 and len(name) > 1 and name[-len(short) :] == short


def is_about(publisher: str | None, claim: str) -> bool:
    """Say whether a claim speaks of the body that published it: its whole name stands in it, or its only long word."""
    name = name_words(publisher or "")
    return bool(name) and (len(name) > 1 or len(name[0]) > 4) and stands_in(name, name_words(claim))


@dataclass(frozen=True, slots=True)
class _Read:
    said: tuple[list[str], ...]
    bodies: tuple[str, ...]
    addresses: frozenset[str]


@lru_cache(maxsize=512)
def _read(text: str) -> _Read:
    """What a text says of where it has things from: asked of each text once for every other."""
    said = tuple(name_words(who) for who in find_attributions(text))
    return _Read(said, tuple(find_bodies(text)), find_addresses(text))
