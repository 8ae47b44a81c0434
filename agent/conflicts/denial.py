"""Whether a short denial denies a sentence that says more. Pure."""

import re

from agent.conflicts.assertion import Assertion

_DATE = "date"
# A thing of which there is none at all, however large: "has not paid a ransom", "found no defects".
_NONE_OF_IT = re.compile(
    r"\b(?:no|kein\w*|aucune?|ning[uú]n\w*)\s+\w|(?:\bnot|n['’]t|\bnever|\bnicht|\bjamais)\b[^.;]*?\s(?:an?|any|une?)\s+\w",
    re.IGNORECASE,
)


def denies_more(denial: Assertion, said: Assertion) -> bool:
    """Whether what a denial denies is all within what the other sentence says: "will not supply 5,200 households"
    against "will supply 5,200 households in Lenne County from 2027"; "has not paid a ransom" against "paid a ransom of
    1.6 million pounds".

    Only where both name the same figure, where there is none of a thing, or where it will not come at all: a "not"
    without a figure may have another reach ("is not closed", "is closed to lorries"). Of another time than the denial's
    nothing is denied.
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
    is_none = not denial.others and {denial.tense, said.tense} != {"past", "future"} and _NONE_OF_IT.search(denial.said)
    if not is_none and (not figures or not denial.others <= said.others):
        return False
    return not dates or "past" not in {denial.tense, said.tense}
