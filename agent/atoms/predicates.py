"""One subject with several predicates, and a subject with a clause of its own, as a sentence a predicate. Pure."""

from collections.abc import Sequence

from agent.atoms.predicate import Predicate, carry_on, find_predicate, has_further, read_predicate
from agent.atoms.verbs import AUX, NO_OBJECT, REPORTING, forms_of
from agent.atoms.words import DENYING, POPULATION, PREPOSITIONS, SCOPING, Word, find_words

_NO_SUBJECT = frozenset({"that", "who", "whom", "where", "when", "since", "while", "as"})
"""Words that show a clause before the predicate that is not its subject."""
Cut = tuple[int, int, str]
"""Where the joint begins, where the next predicate begins (word indexes), what it needs before it."""


def split_predicates(text: str) -> list[str] | None:
    """Split "The plant will cost 48 million and open in June"; None where that is not sure."""
    words = find_words(text)
    begin = _after_report(words)
    first = find_predicate(words, begin, len(words))
    if first is None or any(word.low in {"which", "who"} for word in words[begin:]):
        return None
    if any(word.low in _NO_SUBJECT or word.text == ";" for word in words[begin : first.start]):
        return None
    if words[begin].low == "there" or any(word.low in {"that", "whose"} for word in words[first.main :]):
        return None
    cuts = _find_cuts(first, words)
    if not cuts:
        return None
    starts = [first.start, *(cut[1] for cut in cuts)]
    ends = [*(cut[0] for cut in cuts), len(words)]
    stretches = [
        (start, _verb_of(words, start, end), end) for start, end in zip(starts, ends, strict=True) if start < end
    ]
    if any(has_further(words, verb + 1, end) or _has_loose(words, verb, end) for _, verb, end in stretches) or any(
        word.text in {",", ";"} and word.depth == 0 for _, verb, end in stretches[:-1] for word in words[verb:end]
    ):
        return None
    if words[first.main].low in REPORTING or not _stand_alone(words, stretches):
        return None
    heads = {"subject": text[: words[first.start].start], "auxiliary": text[: words[first.main].start]}
    if any(need == "to" for _, _, need in cuts):
        before = [at for at in range(first.main, cuts[0][0]) if words[at].low == "to"]
        heads["to"] = text[: words[before[0]].start]
    parts = [text[: words[cuts[0][0]].start]]
    for (_, _, need), (start, _, end) in zip(cuts, stretches[1:], strict=True):
        parts.append(heads[need] + text[words[start].start : words[end - 1].end])
    return parts


def split_relative(text: str) -> list[str] | None:
    """Split "The plant, which opened in 2019, employs 300 people"; None where the clause may be about another word."""
    words = find_words(text)
    commas = [at for at, word in enumerate(words) if word.text == "," and word.depth == 0]
    if len(commas) < 2:
        return None
    first, second = commas[0], commas[1]
    head = words[:first]
    if first == 0 or words[first + 1].low not in {"which", "who"} or second + 1 >= len(words):
        return None
    if any(word.low in PREPOSITIONS | {"and"} or word.is_mark for word in head):
        return None
    own = find_predicate(words, first + 1, second)
    main = carry_on(Predicate(0, 0, "finite"), words, second + 1, len(words))
    if own is None or own.start != first + 2 or main is None or any(w.low in DENYING for w in words[first:second]):
        return None
    subject = text[: words[first].start]
    inner, outer = text[words[first + 2].start : words[second].start], text[words[second + 1].start :]
    return [f"{subject} {inner}", f"{subject} {outer}"]


def _after_report(words: Sequence[Word]) -> int:
    """Where the clause begins that somebody is said to say ("The council said that …"): carried on with it."""
    for at, word in enumerate(words[:10]):
        if word.low == "that" and at and words[at - 1].low in REPORTING:
            return at + 1
    return 0


def _find_cuts(first: Predicate, words: Sequence[Word]) -> list[Cut]:
    """The joints after which another predicate of the same subject begins, commas only in a list that an "and" ends."""
    cuts: list[Cut] = []
    for at in range(first.main + 1, len(words) - 1):
        word = words[at]
        if word.depth or word.low not in {"and", "but", ","}:
            continue
        begin = at + 1
        while begin < len(words) - 1 and (words[begin].low in {"and", "but"} or words[begin].is_adverb):
            begin += 1
        need = carry_on(first, words, begin, len(words))
        if need is None and _is_infinitive(words, begin):
            before = [one for one in range(first.main, at) if _is_infinitive(words, one)]
            need = "to" if len(before) == 1 else None
        if need is None or (cuts and cuts[-1][1] == begin):
            continue
        if begin == at + 1 and word.text == "," and _is_reduced(words, begin):
            continue
        cuts.append((at, begin, need))
    joined = [at for at, cut in enumerate(cuts) if any(w.low in {"and", "but"} for w in words[cut[0] : cut[1]])]
    return cuts[: joined[-1] + 1] if joined else []


def _is_reduced(words: Sequence[Word], at: int) -> bool:
    """Whether a word after a comma may only describe the one before it: ", established in 1834"."""
    forms = forms_of(words[at].low)
    is_either = {"past", "participle"} <= forms and words[at].low not in NO_OBJECT
    return is_either and at + 1 < len(words) and words[at + 1].low in PREPOSITIONS


def _is_infinitive(words: Sequence[Word], at: int) -> bool:
    return at + 1 < len(words) and words[at].low == "to" and ("base" in forms_of(words[at + 1].low))


def _verb_of(words: Sequence[Word], start: int, end: int) -> int:
    """The verb of the predicate that begins with a word."""
    found = read_predicate(words, start, end)
    return found.main if found is not None else start


def _has_loose(words: Sequence[Word], verb: int, end: int) -> bool:
    """Whether a comma stands before what may be one more predicate ("produces heat, stores power and …")."""
    return any(
        words[at].text == "," and words[at].depth == 0 and (words[at + 1].low in AUX or forms_of(words[at + 1].low))
        for at in range(verb + 1, end - 1)
    )


def _stand_alone(words: Sequence[Word], stretches: Sequence[tuple[int, int, int]]) -> bool:
    """Whether each predicate is said whole: none without a word after it, none denied, and nothing at the end that may
    hold for the ones before it too ("cut pain and improved sleep in mice")."""
    if any(word.low in DENYING or word.low.endswith(("n't", "n’t")) for word in words):
        return False
    if any(end - verb < 2 for _, verb, end in stretches[:-1]):
        return False
    _, verb, end = stretches[-1]
    of_last = [at for at in range(verb + 1, end) if words[at].low in SCOPING]
    is_wide = any(at > verb + 1 for at in of_last) or any(w.low in POPULATION for w in words[verb:end])
    scoped = [any(words[at].low in SCOPING for at in range(low + 1, high)) for _, low, high in stretches[:-1]]
    return not (of_last and is_wide and not all(scoped))
