"""Which thing a sentence speaks of: its own words name it, or what stands above a bare "the plant" does. Pure."""

import re

from agent.conflicts.frames import IGNORED, Frame, canonical
from agent.conflicts.side import Origin, Side
from agent.words.terms import stem_word, stems, stop_words

# Stems of words that name a kind of text or of body, and no thing.
_COMMONPLACE = """minut report council news newspap press releas gazett herald time meet agenda budget statement
    letter note articl page titl summari overview about home faq annual updat file revis paper post blog review
    survey studi websit site compani corpor group univers school church state govern court committe board
    ministri depart offic author protokol bericht gemeinderat stadtrat zeitung mitteil sitzung haushalt"""
_COMMON = frozenset(_COMMONPLACE.split())
# Stems of what sections of a text are called: such a heading names no thing of its own.
_SECTION_NAMES = """introduct background method result discuss conclus abstract content outlook histori futur present
    past cost price financ fund money pay timet schedul date plan work staff job peopl popul visitor traffic oper
    technic technolog detail descript impact environ safeti risk benefit figur fact number key data tabl appendix
    annex note further read sourc refer question answer contact open close part general inform locat build construct
    environment effect measur recommend mainten servic organis organiz manag einleit hintergrund ergebnis zusammenfass
    fazit ausblick kost finanzier zeitplan betrieb geschicht technik zahl fakt überblick introduct résultat coût
    calendrier historiqu introducc resultad cost calendari histori"""
_SECTIONS = frozenset(_SECTION_NAMES.split()) | _COMMON
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_LEADS_ON = re.compile(r"\s(?:of|in|at|near|von|bei|de|du|à|del|en)\s(?:the\s|la\s|el\s|der\s|dem\s)?$", re.IGNORECASE)


def is_one_thing(a: Side, b: Side) -> bool:
    """Whether both speak of one thing; a bare "the plant" is what its heading or its title speaks of.

    Titles that name nothing (those of minutes, of newspapers, of files) tell nothing against it.
    """
    one, two = a.assertion.frame, b.assertion.frame
    shared = one.terms & two.terms if one.doer or two.doer else one.subject & two.subject
    if shared & (one.names | two.names) - _COMMON:
        return True
    if not a.origins or not b.origins:
        return True
    return any(_are_one(one, x, two, y) for x in a.origins for y in b.origins)


def _are_one(one: Frame, x: Origin, two: Frame, y: Origin) -> bool:
    mine, theirs = _told_apart_by(one, x), _told_apart_by(two, y)
    if mine and theirs:
        return mine <= theirs or theirs <= mine
    if x.source == y.source:
        return x.heading == y.heading or not (_names_thing(x) and _names_thing(y))
    mine, theirs = _named(x), _named(y)
    return mine <= theirs or theirs <= mine


def _told_apart_by(frame: Frame, origin: Origin) -> frozenset[str]:
    """The words that tell the thing from others of its kind: "Norvik tidal" of "the Norvik tidal plant"; empty where
    neither the sentence nor its heading nor its title tells."""
    own = (frame.subject & frame.names) - _COMMON
    if own:
        return frozenset(own)
    return _phrase(origin.heading, frame.head, origin.language) or _phrase(origin.title, frame.head, origin.language)


def _phrase(text: str, head: str, language: str | None) -> frozenset[str]:
    """The words that stand with a noun in a title and name it, as stems; empty where no name is among them."""
    words = list(_WORD.finditer(text))
    for at, word in enumerate(words):
        if head and word.group().lower() == head:
            found = {*_before(text, words[: at + 1], language), *_after(text, words[at:], language)}
            kept = {canonical(stem_word(one, language)) for one in found} - _COMMON - IGNORED
            if kept:
                return frozenset(kept)
    return frozenset()


def _before(text: str, words: list[re.Match[str]], language: str | None) -> list[str]:
    """The names before the last of some words, and what stands between ("Kelder geothermal"); none without a name."""
    found: list[str] = []
    is_named = False
    for later, word in zip(words[:0:-1], words[-2::-1], strict=True):
        said = word.group()
        if text[word.end() : later.start()].strip() or said.lower() in stop_words(language):
            break
        if said[0].islower() and is_named:
            break
        is_named = is_named or not said[0].islower()
        found.append(said.lower())
    return found if is_named else []


def _after(text: str, words: list[re.Match[str]], language: str | None) -> list[str]:
    """The names right after the first of some words: "Museum of Glass", "plant Norvik"."""
    found: list[str] = []
    end = words[0].end()
    for word in words[1:]:
        said, between = word.group(), text[end : word.start()]
        if said[0].islower() and said.lower() in stop_words(language):
            continue
        if not (said[0].isupper() and (not between.strip() or _LEADS_ON.fullmatch(between))):
            break
        found.append(said.lower())
        end = word.end()
    return found


def _named(origin: Origin) -> set[str]:
    """The words by which a title tells one thing from another; none for a file's name."""
    if not any(letter.isupper() for letter in origin.title):
        return set()
    return {canonical(stem) for stem in stems(origin.title, origin.language) if not stem.isdigit()} - _COMMON


def _names_thing(origin: Origin) -> bool:
    """Whether a heading may be the name of a thing, and not only say what a section is about."""
    told = [stem for stem in stems(origin.heading, origin.language) if not stem.isdigit()]
    return bool(told) and _SECTIONS.isdisjoint(told)
