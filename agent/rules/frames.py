"""Who did what to whom in whatever voice and verb: "A bought B", "B was sold to A". For roles.py. English alone."""

import functools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agent.rules.align import Comparison
from agent.rules.alike import keys_of
from agent.rules.finding import Differs
from agent.rules.tokens import Token
from agent.words.terms import stem_word

# One relation a row: its name, and groups of verbs, each with the place where the first and the second of the two
# stand: "actor" before the verb (after "by" in the passive), "object" after it (before it in the passive), or after a
# preposition.
_RELATIONS = """
gives: sell lend give teach export donate award hand grant send = actor/to,object |
 buy purchase acquire borrow receive learn import obtain inherit = from/actor
beats: beat defeat overcome outplay = actor/object | lose = to,against/actor | win = actor/against,over
owns: own possess = actor/object | belong = to/actor
follows: succeed follow replace = actor/object | precede = object/actor
eats: eat consume devour prey hunt = actor/object,on | live feed = actor/on | feed = object/actor
causes: cause trigger produce induce bring = actor/object | lead = actor/to | result stem arise = from/actor
employs: employ hire recruit engage take = actor/object | work = for/actor
accuses: sue accuse prosecute = actor/object
"""
_BE = frozenset(["is", "are", "was", "were", "be", "been", "being", "got", "gets"])
_STOPS = """in at for as to from by with because on over against of that which who behind after before during when while
    and but"""
_STOP = frozenset(_STOPS.split())
_CUT = re.compile(r"[,;:.!?()](?=\s|$)|\s[–—]\s")
_PHRASE = 6  # words of one of the two
_JOINS = frozenset({"and", "but", "than"})
_PLAIN = 24  # words of a sentence that is plain enough to be read so
_BETWEEN = 4  # words between the two around an active verb
_PASSIVE = 5  # words between "was" and "by"


@dataclass(frozen=True, slots=True)
class Frame:
    """One deed: its relation, and what may be matched of the first and of the second of the two."""

    relation: str
    first: frozenset[str]
    second: frozenset[str]
    word: str


@functools.cache
def _verbs() -> dict[str, list[tuple[str, tuple[str, ...], tuple[str, ...]]]]:
    found: dict[str, list[tuple[str, tuple[str, ...], tuple[str, ...]]]] = {}
    for row in _RELATIONS.replace("|\n ", "| ").strip().splitlines():
        name, _, groups = row.partition(": ")
        for group in groups.split("|"):
            words, _, places = group.partition("=")
            first, _, second = places.strip().partition("/")
            for word in words.split():
                found.setdefault(stem_word(word, "en"), []).append(
                    (name, tuple(first.split(",")), tuple(second.split(",")))
                )
    return found


_PAST = {"bought": "buy", "sold": "sell", "lent": "lend", "gave": "give", "given": "give", "taught": "teach",
         "sent": "send", "lost": "lose", "won": "win", "beaten": "beat", "overcame": "overcome", "ate": "eat",
         "eaten": "eat", "fed": "feed", "led": "lead", "brought": "bring", "arose": "arise", "took": "take",
         "taken": "take"}  # fmt: skip


def hold_frames(pair: Comparison) -> Differs | bool | None:
    """Whether who did what is as in the source: the difference where the two changed places, True where not, None where
    there is nothing to tell."""
    if pair.language not in {None, "en"} or pair.language != pair.text_language:
        return None
    ours = list(_frames(pair.claim_tokens, pair.claim, pair.language))
    if not ours:
        return None
    theirs = list(_frames(pair.source_tokens, pair.source, pair.text_language))
    held = [(one, other, _agree(one, other)) for one in ours for other in theirs if one.relation == other.relation]
    if any(agree for _, _, agree in held):
        return True
    turned = next(((one, other) for one, other, agree in held if agree is False), None)
    return None if turned is None else Differs("name", turned[0].word, turned[1].word)


def hold_voices(pair: Comparison) -> Differs | None:
    """The difference where what one side says in the passive, the other says in the active of the wrong one of the two,
    whatever the verbs: "A sued B", "A was taken to court by B"."""
    if pair.language not in {None, "en"} or len(pair.source_tokens) > _PLAIN:
        return None
    ours = _passive(pair.claim_tokens, pair.claim, pair.language)
    theirs = _passive(pair.source_tokens, pair.source, pair.text_language)
    if ours and not theirs:
        doer, done = ours
        turned = _stand(done, doer, pair.source_tokens, pair.source, pair.text_language)
    elif theirs and not ours:
        doer, done = theirs
        turned = _stand(done, doer, pair.claim_tokens, pair.claim, pair.language)
    else:
        return None
    return Differs("name", *turned) if turned and ours else Differs("name", *turned[::-1]) if turned else None


def _passive(tokens: Sequence[Token], text: str, language: str | None) -> tuple[frozenset[str], frozenset[str]] | None:
    """Who does something, and to whom, in the first passive with a "by"."""
    for at, token in enumerate(tokens):
        if token.word.lower() not in _BE:
            continue
        for by in range(at + 2, min(len(tokens), at + 2 + _PASSIVE)):
            if tokens[by].word.lower() == "by" and not _cut(tokens, at, by, text):
                doer, done = _phrase_after(tokens, by + 1, text, language), _phrase_before(tokens, at, text, language)
                return (doer - done, done - doer) if doer - done and done - doer else None
    return None


def _stand(
    first: frozenset[str], second: frozenset[str], tokens: Sequence[Token], text: str, language: str | None
) -> tuple[str, str] | None:
    """The words where one stands before a verb and the other is its plain object, with nothing between but the verb."""
    keys = [frozenset[str]() if one.is_function else keys_of(one, language) for one in tokens]
    a = next((i for i, one in enumerate(keys) if one & first), None)
    b = next((i for i, one in enumerate(keys) if one & second), None)
    if a is None or b is None or b - a < 2 or _cut(tokens, a, b, text):  # a verb between them
        return None
    between = [one.word.lower() for one in tokens[a + 1 : b]]
    if set(between) & (_STOP | _BE | {"than", "not", "or"}) or len(between) > _BETWEEN:
        return None
    return tokens[b].word, tokens[a].word


def _agree(ours: Frame, theirs: Frame) -> bool | None:
    common = (ours.first & ours.second) | (theirs.first & theirs.second)
    a, b, c, d = (one - common for one in (ours.first, ours.second, theirs.first, theirs.second))
    same, turned = len(a & c) + len(b & d), len(a & d) + len(b & c)
    is_crossed = bool(a & d) and bool(b & c)
    return (
        None
        if same == turned
        else True
        if same > turned
        else None
        if not is_crossed and ours.relation == "causes"
        else False
    )


def _frames(tokens: Sequence[Token], text: str, language: str | None) -> Iterator[Frame]:
    for at, token in enumerate(tokens):
        word = token.word.lower()
        if "-" in {text[token.char_start - 1 : token.char_start], text[token.char_end : token.char_end + 1]}:
            continue
        entries = _verbs().get(stem_word(_PAST[word], "en") if word in _PAST else token.norm)
        if not entries:
            continue
        places = _places(tokens, at, text, language)
        done: set[str] = set()
        for relation, first, second in entries:
            one = next((places[name] for name in first if places.get(name)), frozenset[str]())
            other = next((places[name] for name in second if places.get(name)), frozenset[str]())
            if (one and other) and relation not in done:
                done.add(relation)
                yield Frame(relation, one, other, token.word)


def _places(tokens: Sequence[Token], at: int, text: str, language: str | None) -> dict[str, frozenset[str]]:
    """What stands at each place of a verb, by its name."""
    found: dict[str, frozenset[str]] = {}
    begun = next((i for i in range(at - 1, max(-1, at - 1 - _PASSIVE), -1) if tokens[i].word.lower() in _BE), None)
    after = range(at + 1, min(len(tokens), at + 1 + 2 * _PHRASE))
    by = next((i for i in after if tokens[i].word.lower() == "by" and not _cut(tokens, at, i, text)), None)
    is_passive = begun is not None and not _cut(tokens, begun, at, text)
    subject = _phrase_before(tokens, begun if is_passive and begun is not None else at, text, language)
    if is_passive:
        found["object"] = subject
        found["actor"] = _phrase_after(tokens, by + 1, text, language) if by is not None else frozenset()
    else:
        found["actor"] = subject
        found["object"] = _phrase_after(tokens, at + 1, text, language)
    for i in after:
        word = tokens[i].word.lower()
        if word in {"to", "from", "against", "over", "on", "for", "behind"} and not _cut(tokens, at, i, text):
            found.setdefault(word, _phrase_after(tokens, i + 1, text, language))
    return found


def _cut(tokens: Sequence[Token], start: int, end: int, text: str) -> bool:
    return _CUT.search(text, tokens[start].char_end - 1, tokens[end].char_start + 1) is not None


def _phrase_before(tokens: Sequence[Token], at: int, text: str, language: str | None) -> frozenset[str]:
    keys: set[str] = set()
    for i in range(at - 1, max(-1, at - 1 - _PHRASE), -1):
        if _CUT.search(text, tokens[i].char_end - 1, tokens[i + 1].char_start + 1) or tokens[i].word.lower() in _JOINS:
            break
        if not tokens[i].is_function and tokens[i].value is None:
            keys |= keys_of(tokens[i], language)
    return frozenset(key for key in keys if not key.startswith("@"))


def _phrase_after(tokens: Sequence[Token], at: int, text: str, language: str | None) -> frozenset[str]:
    keys: set[str] = set()
    for i in range(at, min(len(tokens), at + _PHRASE)):
        if i > at and _CUT.search(text, tokens[i - 1].char_end - 1, tokens[i].char_start + 1):
            break
        if tokens[i].word.lower() in _STOP:
            break
        if not tokens[i].is_function and tokens[i].value is None:
            keys |= keys_of(tokens[i], language)
    return frozenset(key for key in keys if not key.startswith("@"))
