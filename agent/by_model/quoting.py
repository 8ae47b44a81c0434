"""From a written sentence with its quotes to claims that the program stands behind: each quote found in the stored
text, each objection named. No model takes part: pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from agent.by_model.plain import clean_sentence, find_fault
from agent.evidence import Candidate, Evidence
from agent.plan import Plan, SubQuestion, own_terms
from agent.rules.objections import Objection, Quoted, find_objection
from agent.verify import Check
from agent.words.measures import read_measure
from agent.words.references import reference_spans
from agent.words.terms import count_words, is_unspaced, same_term, stems_for
from agent.words.values import find_values
from agent.words.wording import ABSOLUTE
from graph.quoted_text import QuotedText
from graph.quotes import find_quote

MAX_QUOTE = 2_000
MIN_QUOTE_WORDS = 3
MAX_COPIES = 5
_BEFORE = 60  # characters before a quote that may turn it round
_COPIED = 40  # characters from which equal words of two sources are a copy and no chance


@dataclass(frozen=True, slots=True)
class Written:
    """A sentence as it was written: its kind, and for each citation the name of a passage and the quote."""

    text: str
    kind: str
    citations: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Refusal:
    """A citation that cannot stand, with the finding; one whose quote was not found has no place (-1, -1)."""

    candidate: Candidate
    check: Check


@dataclass(frozen=True, slots=True)
class Resolved:
    """What became of a sentence: the citations that stand, those that do not, and, when none does, why."""

    text: str
    candidates: tuple[Candidate, ...] = ()
    refused: tuple[Refusal, ...] = ()
    reason: str = ""


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


def resolve(written: Written, offered: Offered) -> Resolved:
    """Hold one sentence against the passages it was written from."""
    quotes = [quote for _, quote in written.citations]
    text = clean_sentence(written.text, quotes)
    if fault := find_fault(text, quotes, _language(offered)):
        return Resolved(text, reason=fault)
    if not written.citations:
        return Resolved(text, reason="the sentence has no citation")
    standing: list[Candidate] = []
    refused: list[Refusal] = []
    reasons: list[str] = []
    for name, quote in dict.fromkeys(written.citations):
        one = offered.passages.get(name.strip().strip("[]()"))
        if one is None:
            reasons.append(f"there is no passage {name[:20]!r}")
            continue
        found = _look_up(text, written.kind, quote, one, offered)
        if isinstance(found, Candidate):
            standing.append(found)
        elif isinstance(found, Refusal):
            refused.append(found)
            reasons.append(f"{name}: {found.check.reason}")
        else:
            reasons.append(f"{name}: {found}")
    unique = {(one.version, one.char_start, one.char_end): one for one in standing}
    copies = [copy for one in unique.values() for copy in _copies(one, offered)]
    unique = {(one.version, one.char_start, one.char_end): one for one in copies} | unique
    candidates = tuple(sorted(unique.values(), key=lambda one: one not in standing))
    return Resolved(text, candidates, tuple(refused), "" if standing else "; ".join(dict.fromkeys(reasons)))


def _look_up(text: str, kind: str, quote: str, one: Evidence, offered: Offered) -> Candidate | Refusal | str:
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
        made = _candidate(text, kind, (finding.spans[0][0], finding.spans[-1][1]), place, offered)
        if made is not None:
            made = replace(made, quote_match=finding.match)
            objection = find_objection(
                text, _quoted(made, place, offered), asked=_asked(offered), language=_language(offered)
            )
            return Refusal(made, _rejected(made, objection)) if objection else made
    bare = Candidate(offered.part.ordinal, text, quote, -1, -1, one.passage, one.version, one.source, 0.0, (), ())
    return Refusal(
        replace(bare, quote_match="none"), Check("none", "rejected", "rule:quote", -1, -1, first_reason[:300])
    )


def _rejected(made: Candidate, objection: Objection) -> Check:
    match = "exact" if made.quote_match == "exact" else "normalised"
    return Check(match, "rejected", f"rule:{objection.rule}", made.char_start, made.char_end, objection.reason[:300])


def _candidate(text: str, kind: str, span: tuple[int, int], one: Evidence, offered: Offered) -> Candidate | None:
    """The claim with its place; None where the quote begins in a neighbour that has no key."""
    start, end = span
    low, high = len(one.before), len(one.before) + len(one.text)
    passage = one.before_key if start < low else one.passage if start < high else one.after_key
    if not passage:
        return None
    base = one.char_start - low
    language = _language(offered)
    stated = find_values(text, language)
    # A sentence with two dates or two sums takes no side by rule: "June 2028 instead of October 2026" says both.
    kinds = {"amount" if value.kind == "count" else value.kind for value in stated}
    values = tuple(stated) if len(kinds) == len(stated) else ()
    own = tuple(term.stem for term in own_terms(offered.part, language))
    its = stems_for(text, language, language)
    flags = [name for name, holds in (("absolute", ABSOLUTE.search(text)), ("inference", kind == "inference")) if holds]
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
    )


def _copies(made: Candidate, offered: Offered) -> list[Candidate]:
    """The same words in other sources that were gathered: further citations of the same claim."""
    if len(made.quote) < _COPIED:
        return []
    copies: dict[str, Candidate] = {}
    for one in offered.pool:
        at = -1 if one.source == made.source or one.source in copies else offered.text_of(one).text.find(made.quote)
        if at < 0:
            continue
        kind = "inference" if "inference" in made.flags else "factual"
        copy = _candidate(made.claim_text, kind, (at, at + len(made.quote)), one, offered)
        if copy is not None and not _is_listed(copy, one, offered) and len(copies) < MAX_COPIES:
            copies[one.source] = copy
    return list(copies.values())


def _quoted(made: Candidate, one: Evidence, offered: Offered) -> Quoted:
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


def _asked(offered: Offered) -> str:
    return f"{offered.plan.question} {offered.part.text}"


def _language(offered: Offered) -> str | None:
    return offered.plan.language
