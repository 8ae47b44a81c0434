"""What of a draft is delivered after its claims were checked, and how that is counted: pure."""

from collections.abc import Mapping, Sequence

from affairs import passage

from agent.check import Checked
from agent.deliver import sift
from agent.draft import DraftStatement, Kind, Section, draft
from agent.evidence import Candidate
from agent.header import coverage_of
from agent.plan import Plan, SubQuestion
from agent.record.claims import Claimed
from agent.review import Review
from agent.words.values import Value

ANSWER = Value("amount", 48e6, 48e6, "crown", "48 million crowns", 0, 17)


def candidate(claim: str, source: str, sentence: str = "", *, flag: str = "", answers: bool = False) -> Candidate:
    return Candidate(
        1, claim, f"quote of {claim}", 0, 9, f"p.{source}", f"version.{source}", f"source.{source}", 1.0, (),
        (flag,) if flag else (), answering=(ANSWER,) if answers else (), sentence=sentence,
    )  # fmt: skip


CANDIDATES = [
    candidate("It costs 48.", "a", "It costs 48 and opens.", answers=True),
    candidate("It opens.", "b", "It costs 48 and opens."),
    candidate("It opens.", "c", "It costs 48 and opens."),
    candidate("It is old.", "d"),
    candidate("It costs 48.", "a", "So it is dear.", flag="inference"),
    candidate("It is old.", "d", "So it is dear.", flag="inference"),
    candidate("It is old.", "d", "Mend it.", flag="recommendation"),
]
KEYS = [
    Claimed(f"claim {one.claim_text}", f"citation {one.claim_text}{one.source}{one.char_start}") for one in CANDIDATES
]


def said(kind: Kind, *indexes: int, section: Section = "summary") -> DraftStatement:
    return DraftStatement(section, kind, CANDIDATES[indexes[0]].said, 1, indexes)


BOTH, OLD, DEAR, MEND = said("factual", 0, 1, 2), said("factual", 3), said("inference", 4, 5), said("recommendation", 6)


def checked(statuses: Mapping[str, str], rejected: Sequence[int] = ()) -> Checked:
    verdicts = {key.citation: "rejected" if i in rejected else "valid" for i, key in enumerate(KEYS)}
    reasons = {KEYS[i].citation: f"reason {i}" for i in rejected}
    known = {key.claim: "supported" for key in KEYS} | {f"claim {text}": status for text, status in statuses.items()}
    return Checked(len(KEYS), known, reasons, verdicts)


def test_a_sentence_whose_claims_all_hold_is_said_whole_with_the_citations_that_do() -> None:
    kept, fallen, narrowed = sift([BOTH], CANDIDATES, KEYS, checked({}, rejected=[2]))
    assert [(one.text, one.candidates) for one in kept] == [("It costs 48 and opens.", (0, 1))]
    assert (fallen, narrowed) == ([], [])


def test_of_a_sentence_whose_one_claim_fell_the_other_is_said_alone_and_answers_only_if_it_gives_what_was_asked() -> (
    None
):
    kept, fallen, narrowed = sift([BOTH], CANDIDATES, KEYS, checked({"It opens.": "unsupported"}, rejected=[1, 2]))
    assert [(one.section, one.text, one.candidates) for one in kept] == [("summary", "It costs 48.", (0,))]
    assert [(one.text, one.reason, one.claim) for one in narrowed] == [("It costs 48.", "reason 1", "claim It opens.")]
    assert fallen == []
    kept, _, _ = sift([BOTH], CANDIDATES, KEYS, checked({"It costs 48.": "unsupported"}, rejected=[0]))
    assert [(one.section, one.text, one.candidates) for one in kept] == [("findings", "It opens.", (1, 2))]


def test_a_conclusion_falls_with_any_of_the_facts_it_rests_on() -> None:
    assert sift([DEAR], CANDIDATES, KEYS, checked({}))[0] == [DEAR]
    kept, fallen, narrowed = sift([DEAR], CANDIDATES, KEYS, checked({"It is old.": "unsupported"}, rejected=[5]))
    assert (kept, narrowed) == ([], [])
    assert [(one.text, one.reason, one.claim) for one in fallen] == [("So it is dear.", "reason 5", "claim It is old.")]


def test_a_sentence_of_the_programs_own_falls_silently_with_what_it_speaks_of() -> None:
    own = DraftStatement("limitations", "connective", "Absolute wording.", 1, (3,))
    bare = DraftStatement("conclusion", "connective", "Stored sources answer the question.", None, ())
    kept, fallen, _ = sift([own, bare], CANDIDATES, KEYS, checked({"It is old.": "unsupported"}, rejected=[3]))
    assert (kept, fallen) == ([bare], [])


def test_the_shares_are_of_the_facts_in_the_prose_and_conclusions_are_counted_apart() -> None:
    lone = DraftStatement("findings", "factual", "Nobody says it.", 1, ())
    statuses = checked({"It is old.": "unreviewed"}).statuses
    verdicts = {key.citation: "valid" for key in KEYS[:3]} | {KEYS[3].citation: "unchecked"}
    count = coverage_of([BOTH, OLD, lone, DEAR, MEND], KEYS, statuses, 2, narrowed=1, verdicts=verdicts)
    assert count == {
        "statements": 5, "factual": 3, "cited": 2, "checked": 1, "supported": 1, "conflicting": 0, "removed": 2,
        "narrowed": 1,
        "inferred": 1, "recommended": 1, "uncited": 1, "citations": 4, "citations_checked": 3, "cited_share": 0.667,
        "checked_share": 0.75, "supported_share": 0.333,
    }  # fmt: skip
    assert coverage_of([], KEYS, {}, 0)["cited_share"] is None
    disputed = coverage_of([BOTH, OLD], KEYS, checked({"It opens.": "conflicting"}).statuses, 0)
    assert (disputed["checked"], disputed["supported"], disputed["conflicting"]) == (2, 1, 1)


def test_a_draft_leads_with_a_fact_and_says_a_sentence_once_for_all_of_its_claims() -> None:
    part = SubQuestion(1, "What does it cost?", "amount", ("cost",))
    plan = Plan(part.text, "en", (part,))
    found = Review(1, (1,), (), (), "covered")
    evidence = {1: [passage("It costs 48.", one) for one in "abcd"]}
    made = draft(plan, [*CANDIDATES[4:6], *CANDIDATES[:3], CANDIDATES[6]], [], found, evidence, is_ordered=True)
    asserting = [(one.section, one.kind, one.text, one.candidates) for one in made if one.kind != "connective"]
    assert asserting == [
        ("summary", "factual", "It costs 48 and opens.", (2, 3, 4)),
        ("findings", "inference", "So it is dear.", (0, 1)),
        ("findings", "recommendation", "Mend it.", (5,)),
    ]


def test_advice_alone_answers_nothing() -> None:
    part = SubQuestion(1, "What does it cost?", "amount", ("cost",))
    made = draft(
        Plan(part.text, "en", (part,)), [CANDIDATES[6]], [], Review(1, (1,), (), (), "covered"),
        {1: [passage("It is old.", "d")]}, is_ordered=True,
    )  # fmt: skip
    assert [one.text for one in made if one.section == "summary"] == [
        "Not answered: found no sentence that answers it."
    ]
    assert [one.kind for one in made if one.section == "findings"] == ["recommendation"]
