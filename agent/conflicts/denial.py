"""Whether a short denial denies a sentence that says more. Pure."""

from agent.conflicts.assertion import Assertion

_DATE = "date"


def denies_more(denial: Assertion, said: Assertion) -> bool:
    """Whether what a denial denies is all within what the other sentence says: "will not supply 5,200 households"
    against "will supply 5,200 households in Lenne County from 2027".

    Only where both name the same figure, or where the thing will not come at all: a "not" without a figure may have
    another reach ("is not closed", "is closed to lorries"). Of another time than the denial's nothing is denied.
    """
    if denial.kind != "direct" or said.kind != "direct" or not denial.is_negated or said.is_negated:
        return False
    if denial.is_opposite != said.is_opposite or denial.part or said.part or denial.tags != said.tags:
        return False
    if not denial.frame.terms <= said.frame.terms or not denial.frame.subject <= said.frame.subject:
        return False
    if denial.is_called_off:
        return said.tense == "future"
    figures = {one for one in denial.others if one[0] != _DATE}
    dates = {one for one in said.others - denial.others if one[0] == _DATE}
    if not figures or not denial.others <= said.others:
        return False
    return not dates or "past" not in {denial.tense, said.tense}
