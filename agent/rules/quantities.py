"""How many and how often: quantifiers, limits and restrictions that a claim changes, adds or leaves out."""

import functools
import itertools
import re
from collections.abc import Iterator, Sequence

from agent.rules.align import Change, Comparison
from agent.rules.finding import Differs
from agent.rules.tokens import Token, words_in, words_of
from agent.words.terms import is_unspaced

_CLASSES = {
    "en": {
        "all": "all every always everyone everybody everything everywhere universally invariably entirely completely "
        "each "
        "both wholly fully",
        "most": "most majority mostly usually generally typically largely predominantly mainly primarily normally",
        "many": "many numerous several often frequently commonly various lots multiple",
        "some": "some sometimes certain occasionally partly partially somewhat part half",
        "few": "few rarely seldom hardly scarcely barely minority handful little",
        "none": "none no never nobody nothing nowhere neither",
        "only": "only solely exclusively merely",
    },
    "de": {
        "all": "alle allen aller jeder jede jedes jeden immer sämtliche stets",
        "most": "meisten meist mehrheit meistens überwiegend normalerweise",
        "many": "viele vielen zahlreiche mehrere oft häufig",
        "some": "einige einigen manche manchmal teilweise gelegentlich",
        "few": "wenige wenigen selten kaum",
        "none": "kein keine keinen keiner nie niemals niemand",
        "only": "nur lediglich ausschließlich",
    },
    "fr": {
        "all": "tous toutes tout toute toujours chaque",
        "most": "plupart majorité généralement",
        "many": "beaucoup plusieurs souvent nombreux nombreuses",
        "some": "certains certaines quelques parfois",
        "few": "peu rarement rares",
        "none": "aucun aucune jamais personne",
        "only": "seulement uniquement seul seuls seule",
    },
    "es": {
        "all": "todos todas todo toda siempre cada",
        "most": "mayoría generalmente",
        "many": "muchos muchas varios varias frecuentemente",
        "some": "algunos algunas alguno unos unas",
        "few": "pocos pocas raramente",
        "none": "ningún ninguna ninguno nunca jamás nadie",
        "only": "solo sólo únicamente solamente",
    },
}
_UNSPACED = {
    "all": "所有 全部 每个 总是 一切 全体 任何 都",
    "most": "大多数 大部分 多数 通常 主要", "many": "许多 很多 多个 经常 众多",
    "some": "一些 某些 有些 部分 有时", "few": "少数 很少 极少",
    "none": "没有任何 从不 从未 绝不", "only": "只有 仅 只 唯一",
}  # fmt: skip
_WEAKER = {("some", "many"), ("many", "many")}  # claim, source: said of less than the source says, in the same breath
_WIDENS = frozenset({"all", "most", "none", "only"})
_NARROWS = frozenset({"some", "few", "most"})
_NO_ADDITION = frozenset({"each", "both", "fully", "completely", "entirely", "half", "part", "little", "various", "no"})
_ONLY_IF = frozenset({"unless", "except", "but", "außer", "sauf", "salvo"})
_EXACT = frozenset({"exactly", "precisely", "genau", "exactement", "exactamente"})
_LOOSELY = frozenset(
    [
        "least",
        "most",
        "about",
        "approximately",
        "around",
        "nearly",
        "almost",
        "up",
        "roughly",
        "some",
        "mindestens",
        "höchstens",
        "etwa",
    ]
)
_POPULATION = re.compile(
    r"\b(?:in|of|among|from|using)(?: \w+){0,2}? (?:mice|mouse|rats?|animals?|murine|rodents?|zebrafish|vitro|monkeys?|"
    r"pigs|rabbits?|dogs?|flies|drosophila|yeast|cell lines?|cultured cells)$",
    re.IGNORECASE,
)
_COVERED = 0.6
_OF = frozenset({"of", "von", "sur", "de"})
_COUNTED_OF = 4  # words from a part to its whole: "three of our five"
_WHOLE = 99.5  # percent
_SMALL = 4  # words of a change that a quantifier decides


def find_quantity_differences(pair: Comparison) -> Iterator[Differs]:
    """Yield quantifiers and limits that changed, restrictions and populations that were left out."""
    if pair.is_near and is_unspaced(pair.claim):
        yield from _find_unspaced(pair)
        return
    if pair.is_near:
        for change in pair.changes:
            yield from _quantifiers(change, pair)
            yield from _omissions(change)
        yield from _bounds(pair)
    yield from _counted(pair)


def _counted(pair: Comparison) -> Iterator[Differs]:
    """All of what the source counts as a share: "all volunteers" for "112 of 120 volunteers"."""
    if pair.coverage < _COVERED or pair.language != pair.text_language:
        return
    shares: dict[str, Token] = {}
    for at, one in enumerate(pair.source_tokens[:-1]):
        if one.value is None or one.value.bound:
            continue
        third = pair.source_tokens[at + 2 : at + 4]
        if one.value.kind == "share" and one.value.high < _WHOLE:
            shares[pair.source_tokens[at + 1].norm] = one
        elif len(third) == 2 and (whole := third[0].value) and pair.source_tokens[at + 1].word.lower() in _OF:
            shares |= {third[1].norm: one} if one.value.high < whole.low else {}
    for at, one in enumerate(pair.claim_tokens[:-1]):
        share = shares.get(pair.claim_tokens[at + 1].norm)
        if share is not None and quantifier_class(one, pair.language) in {"all", "none"}:
            yield Differs("quantifier", one.word, share.word)
            return


@functools.cache
def _classes(language: str | None) -> dict[str, str]:
    return {word: name for name, words in _CLASSES.get(language or "en", {}).items() for word in words.split()}


def quantifier_class(token: Token, language: str | None) -> str:
    """The class of a quantifier (all, most, many, some, few, none, only), "" for another word."""
    return _classes(language).get(token.word.lower(), "")


def _quantifier(tokens: Sequence[Token], all_tokens: Sequence[Token], language: str | None) -> tuple[str, str] | None:
    """The class and the word of the quantifier among some tokens; "a few" are some."""
    known = _classes(language)
    for token in tokens:
        name = known.get(token.word.lower())
        if name is None:
            continue
        at = next(i for i, one in enumerate(all_tokens) if one is token)
        before = all_tokens[at - 1].word.lower() if at else ""
        if token.word.lower() in {"few", "little"} and before == "a":
            name = "some"
        if name == "all" and before in {"not", "nicht", "pas", "no"}:
            name = "some"
        if token.word.lower() in {"most", "least"} and before in {"at", "the"}:
            continue
        return name, token.word
    return None


def _quantifiers(change: Change, pair: Comparison) -> Iterator[Differs]:
    ours = _quantifier(change.claim, pair.claim_tokens, pair.language)
    theirs = _quantifier(change.source, pair.source_tokens, pair.text_language)
    if ours and ours[0] == "only" and words_in(change.source) & _ONLY_IF:
        return
    if ours and theirs:
        if ours[0] != theirs[0] and (ours[0], theirs[0]) not in _WEAKER:
            yield Differs("quantifier", ours[1], theirs[1])
        return
    if ours and ours[0] == "most" and _is_most_counted(pair):
        return
    if words_in(change.claim) & _EXACT and (loose := words_in(change.source) & _LOOSELY):
        yield Differs("quantifier", words_of(change.claim), min(loose))
        return
    claim_content = [one for one in change.claim if not one.is_function]
    source_content = [one for one in change.source if not one.is_function]
    if (
        ours
        and ours[0] in _WIDENS
        and ours[1].lower() not in _NO_ADDITION
        and not _is_elsewhere(ours, pair.source_tokens, pair)
    ):
        at = change.claim.index(next(one for one in change.claim if one.word == ours[1]))
        follows = _after(change.claim[at], pair.claim_tokens)
        if len(source_content) <= 1 and len(claim_content) <= 2 and not (follows and follows.value):
            yield Differs("quantifier", ours[1], words_of(change.source))
    if (
        (
            theirs
            and theirs[0] in _NARROWS
            and theirs[1].lower() not in _NO_ADDITION
            and change.is_inside | (len(change.source) <= _SMALL)
        )
        and len(claim_content) <= 1
        and len(source_content) <= 2
        and not _is_elsewhere(theirs, pair.claim_tokens, pair)
    ):
        yield Differs("quantifier", words_of(change.claim), theirs[1])


def _is_most_counted(pair: Comparison) -> bool:
    """Whether the source counts more than half: "three of our five wells"."""
    values = [(at, one.value) for at, one in enumerate(pair.source_tokens) if one.value and one.value.kind == "count"]
    return any(
        0 < after - at <= _COUNTED_OF
        and {one.word.lower() for one in pair.source_tokens[at + 1 : after]} & _OF
        and whole.low / 2 < part.high < whole.low
        for (at, part), (after, whole) in itertools.pairwise(values)
    )


def _is_elsewhere(found: tuple[str, str], tokens: Sequence[Token], pair: Comparison) -> bool:
    known = _classes(pair.language)
    return any(known.get(one.word.lower()) == found[0] for one in tokens)


def _after(token: Token, tokens: Sequence[Token]) -> Token | None:
    at = next(i for i, one in enumerate(tokens) if one is token)
    return tokens[at + 1] if at + 1 < len(tokens) else None


def _omissions(change: Change) -> Iterator[Differs]:
    """A population or an exception that the claim leaves out."""
    if change.claim and any(not one.is_function for one in change.claim):
        return
    left_out = words_of(change.source)
    if _POPULATION.search(left_out):
        yield Differs("omission", "", left_out)
    elif re.match(r"(?:almost|nearly|virtually|practically)$", left_out, re.IGNORECASE):
        yield Differs("quantifier", "", left_out)


_STRICT = re.compile(
    r"(?:more than|over|above|exceeding|less than|under|below|fewer than|mehr als|über|weniger als|unter)\s*$",
    re.IGNORECASE,
)


def _bounds(pair: Comparison) -> Iterator[Differs]:
    """A limit that became another one or a plain figure: "up to 40", "at least 40", "40"."""
    theirs = {one.norm: one for one in pair.source_tokens if one.value}
    for token in pair.claim_tokens:
        other = theirs.get(token.norm)
        if token.value is None or other is None or other.value is None or token.value.kind == "date":
            continue
        ours, its = token.value.bound, other.value.bound
        if (
            {ours, its} == {"least", "most"}
            or (its == "most" and not ours)
            or (not its and ours in {"least", "most"} and _STRICT.search(pair.claim, 0, token.char_start))
        ):
            yield Differs("quantifier", _with_before(pair.claim, token), _with_before(pair.source, other))


def _with_before(text: str, token: Token) -> str:
    before = text[: token.char_start].split()[-2:]
    return " ".join([*before, token.word])


def _find_unspaced(pair: Comparison) -> Iterator[Differs]:
    ours = _found(pair.claim, pair.source)
    theirs = _found(pair.source, pair.claim)
    for name, word in ours:
        other = next((said for kind, said in theirs if kind != name), "")
        if other or (name in _WIDENS and word != "都"):
            yield Differs("quantifier", word, other)
            return
    for name, word in theirs:
        if name in _NARROWS:
            yield Differs("quantifier", "", word)
            return


def _found(text: str, other: str) -> list[tuple[str, str]]:
    """Quantifiers of a text that another one lacks."""
    return [
        (name, word)
        for name, words in _UNSPACED.items()
        for word in words.split()
        if text.count(word) > other.count(word)
    ]
