"""One claim and one quote for it: the quote is found in the stored text, each objection is named. No model takes
part: pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from agent.evidence import Candidate, Evidence
from agent.plan import Plan, SubQuestion, own_terms
from agent.rules.check import check_claim
from agent.rules.finding import Differs
from agent.rules.objections import Objection, Quoted, find_objection
from agent.verify import Check
from agent.words.measures import read_measure
from agent.words.references import reference_spans
from agent.words.terms import count_words, is_unspaced, same_term, stems_for
from agent.words.values import find_values
from agent.words.wording import ABSOLUTE
from graph.keys import claim_text
from graph.quoted_text import QuotedText
from graph.quotes import find_quote
from retrievers.split import split_sentences

MAX_QUOTE = 2_000
MIN_QUOTE_WORDS = 3
MAX_COPIES = 5
OVERCLAIMS = frozenset({"quantifier", "hedge"})
"""The kinds of differences by which a claim says more than its source, and that may be narrowed."""
TURNS = frozenset({"comparative", "omission"})
"""The kinds by which a claim says another thing than its source, or leaves out of whom: no narrower wording saves
it."""
BASED = frozenset({"inference", "recommendation"})
"""The kinds of sentences that no source says, and that rest on what sources say."""
_MAX_SENTENCE = 700  # characters of a source's sentence that is a claim of its own
_BEFORE = 60  # characters before a quote that may turn it round
_COPIED = 40  # characters from which equal words of two sources are a copy and no chance


@dataclass(frozen=True, slots=True)
class Refusal:
    """A citation that cannot stand, with the finding; one whose quote was not found has no place (-1, -1).

    `differences` are what a claim says more strongly than its quote.
    """

    candidate: Candidate
    check: Check
    differences: tuple[Differs, ...] = ()


@dataclass(frozen=True, slots=True)
class Stated:
    """A claim as it is to be cited: its words, the sentence it is a part of ("" where it is the sentence), its kind."""

    text: str
    sentence: str = ""
    kind: str = "factual"


@dataclass(frozen=True, slots=True)
class Offered:
    """What the writer was shown for a part: passages by their short names, and everything gathered, for copies."""

    plan: Plan
    part: SubQuestion
    passages: Mapping[str, Evidence]
    pool: Sequence[Evidence] = ()
    _texts: dict[str, QuotedText] = field(default_factory=dict[str, QuotedText])

    def text_of(self, one: Evidence) -> QuotedText:
        """The passage between its neighbours, levelled once for all quotes that are looked up in it."""
        if one.passage not in self._texts:
            self._texts[one.passage] = QuotedText(one.before + one.text + one.after)
        return self._texts[one.passage]


def cite(stated: Stated, quote: str, one: Evidence, offered: Offered) -> Candidate | Refusal | str:
    """Return the citation of a claim with its quote; a refusal where it cannot stand; why there is none.

    A quote that does not stand in the passage it was given for is looked up in the others.
    """
    quote = quote.strip()
    if (count_words(quote) if is_unspaced(quote) else len(quote.split())) < MIN_QUOTE_WORDS:
        return f"the quote {quote[:40]!r} is too short to bear anything out"
    if len(quote) > MAX_QUOTE:
        return f"the quote is longer than {MAX_QUOTE} characters"
    places = [one, *(other for other in offered.passages.values() if other is not one)]
    first_reason = ""
    for place in places:
        finding = find_quote(quote, offered.text_of(place))
        first_reason = first_reason or finding.reason
        if not finding.spans:
            continue
        made = make_candidate(stated, (finding.spans[0][0], finding.spans[-1][1]), place, offered)
        if made is not None:
            made = replace(made, quote_match=finding.match)
            return _objected(made, place, offered) or made
    bare = Candidate(
        offered.part.ordinal, stated.text, quote, -1, -1, one.passage, one.version, one.source, 0.0, (), (),
        quote_match="none", sentence=stated.sentence,
    )  # fmt: skip
    return Refusal(bare, Check("none", "rejected", "rule:quote", -1, -1, first_reason[:300]))


def _objected(made: Candidate, one: Evidence, offered: Offered) -> Refusal | None:
    quoted, language = quoted_of(made, one, offered), offered.plan.language
    objection = find_objection(made.claim_text, quoted, asked=asked_of(offered), language=language)
    if objection is not None:
        return Refusal(made, _rejected(made, objection))
    found = check_claim(
        made.claim_text, made.quote, quote=made.quote, language=language, text_language=one.language,
        published_at=one.published_at, asked=asked_of(offered),
    )  # fmt: skip
    shown = found.differences if found.verdict == "rejected" else ()  # else they are doubts, which refuse nothing
    stronger = tuple(each for each in shown if each.kind in OVERCLAIMS)
    turned = tuple(each for each in shown if each.kind in TURNS)
    if not stronger and not turned:
        return None
    first = (turned or stronger)[0]
    said = f"the source says “{first.source}”" if first.source else "the source does not"
    reason = f"the sentence says “{first.claim}”, {said}" if first.claim else f"{said}, the sentence does not"
    return Refusal(made, _rejected(made, Objection(first.kind, reason)), () if turned else stronger)


def _rejected(made: Candidate, objection: Objection) -> Check:
    match = "exact" if made.quote_match == "exact" else "normalised"
    return Check(match, "rejected", f"rule:{objection.rule}", made.char_start, made.char_end, objection.reason[:300])


def make_candidate(stated: Stated, span: tuple[int, int], one: Evidence, offered: Offered) -> Candidate | None:
    """Return the claim with its place; None where the quote begins in a neighbour that has no key."""
    start, end = span
    low, high = len(one.before), len(one.before) + len(one.text)
    passage = one.before_key if start < low else one.passage if start < high else one.after_key
    if not passage:
        return None
    base = one.char_start - low
    language, text = offered.plan.language, stated.text
    found = find_values(text, language)
    # A sentence with two dates or two sums takes no side by rule: "June 2028 instead of October 2026" says both.
    kinds = {"amount" if value.kind == "count" else value.kind for value in found}
    values = tuple(found) if len(kinds) == len(found) else ()
    own = tuple(term.stem for term in own_terms(offered.part, language))
    its = stems_for(text, language, language)
    flags = ["absolute"] if ABSOLUTE.search(text) else []
    flags += [stated.kind] if stated.kind in BASED else []
    return Candidate(
        subquestion=offered.part.ordinal,
        claim_text=text,
        quote=offered.text_of(one).text[start:end],
        char_start=base + start,
        char_end=base + end,
        passage=passage,
        version=one.version,
        source=one.source,
        score=one.score,
        values=values,
        flags=tuple(flags),
        asked=own,
        spoken=tuple(term for term in own if any(same_term(term, other, language) for other in its)),
        answering=tuple(
            value for value in values if value.kind == offered.part.expects and read_measure(text, value).is_plain
        ),
        expects=offered.part.expects,
        sentence=stated.sentence,
    )


def find_basis(stated: Stated, quote: str, one: Evidence, offered: Offered) -> Candidate | str:
    """Return the source's own sentence that holds a quote, as the claim that something rests on; why there is none."""
    finding = find_quote(quote.strip(), offered.text_of(one))
    if not finding.spans:
        return finding.reason
    start, end = finding.spans[0][0], finding.spans[-1][1]
    text = offered.text_of(one).text
    held = [each for each in split_sentences(text, one.language) if each.char_start < end and start < each.char_end]
    if held and held[-1].char_end - held[0].char_start <= _MAX_SENTENCE:
        start, end = held[0].char_start, held[-1].char_end
    own = replace(stated, text=claim_text(text[start:end]))
    made = make_candidate(own, (start, end), one, offered)
    if made is None or _is_listed(made, one, offered):
        return "the words stand where nothing can be cited"
    return made


def find_copies(made: Candidate, offered: Offered) -> list[Candidate]:
    """Return the same words in other sources that were gathered: further citations of the same claim."""
    if len(made.quote) < _COPIED:
        return []
    copies: dict[str, Candidate] = {}
    for one in offered.pool:
        at = -1 if one.source == made.source or one.source in copies else offered.text_of(one).text.find(made.quote)
        if at < 0:
            continue
        kind = next((flag for flag in made.flags if flag in BASED), "factual")
        copy = make_candidate(Stated(made.claim_text, made.sentence, kind), (at, at + len(made.quote)), one, offered)
        if copy is not None and not _is_listed(copy, one, offered) and len(copies) < MAX_COPIES:
            copies[one.source] = copy
    return list(copies.values())


def quoted_of(made: Candidate, one: Evidence, offered: Offered) -> Quoted:
    """Return a citation's quote as the rules see it."""
    around = f"{one.title} {one.heading or ''} {one.publisher or ''} {one.before} {one.text} {one.after}"
    start = made.char_start - one.char_start + len(one.before)
    before = offered.text_of(one).text[max(0, start - _BEFORE) : start]
    return Quoted(made.quote, around, one.published_at, one.language, before, _is_listed(made, one, offered))


def _is_listed(made: Candidate, one: Evidence, offered: Offered) -> bool:
    """Whether a quote stands in a list of other works."""
    low = len(one.before)
    start, end = made.char_start - one.char_start + low, made.char_end - one.char_start + low
    listed = reference_spans(offered.text_of(one).text, low, one.heading)
    return any(begins < end and start < ends for begins, ends in listed)


def asked_of(offered: Offered) -> str:
    """Return the question and its part, whose names a claim may carry on."""
    return f"{offered.plan.question} {offered.part.text}"
