"""Where sources name different holders of one office: each is shown with who names them and when. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from agent.conflicts.difference import Difference, Side, settled
from agent.evidence import Candidate, Evidence
from agent.words.dates import moment
from agent.words.holders import gives_way, surname


def find_holders(candidates: Sequence[Candidate], evidence: Mapping[int, Sequence[Evidence]]) -> list[Difference]:
    """One difference for each sub-question whose answers name two people or more for the asked office.

    Whose successor a sentence names that is not older is replaced. Without such a sentence no rule tells that all speak
    of one time: both stand, the latest leads.
    """
    known = {(sub, one.version): one for sub, rows in evidence.items() for one in rows}
    named: dict[int, dict[str, list[int]]] = {}
    for index, one in enumerate(candidates):
        if one.holder:
            named.setdefault(one.subquestion, {}).setdefault(surname(one.holder), []).append(index)
    found: list[Difference] = []
    for sub, holders in sorted(named.items()):
        sides = [_side(own, candidates, known) for own in holders.values()]
        if len(sides) > 1:
            told = [candidates[index] for own in holders.values() for index in own]
            found.append(settled("direct", sub, [_told_of(side, told, known) for side in sides]))
    return found


def _side(own: Sequence[int], candidates: Sequence[Candidate], known: Mapping[tuple[int, str], Evidence]) -> Side:
    dates: dict[str, str] = {}
    for index in own:
        one = candidates[index]
        place = known.get((one.subquestion, one.version))
        if place and place.published_at:
            at = place.published_at
            dates[place.text_sha256] = min(at, dates.get(place.text_sha256, at), key=moment)
    newest = max(dates.values(), key=moment, default=None)
    return Side(
        value=max((candidates[index].holder for index in own), key=len),
        candidates=tuple(own),
        texts=tuple(sorted({candidates[index].claim_text for index in own})),
        published_at=newest,
        origins=len(dates) or 1,
        said_at=newest,
    )


def _told_of(side: Side, told: Sequence[Candidate], known: Mapping[tuple[int, str], Evidence]) -> Side:
    """The side, marked where somebody else's sentence that is not older says that its holder was followed."""
    for one in told:
        place = known.get((one.subquestion, one.version))
        if surname(one.holder) == surname(side.value) or not gives_way(one.claim_text, side.value):
            continue
        if place and place.published_at and side.said_at and moment(side.said_at) <= moment(place.published_at):
            return replace(side, is_replaced=True)
    return side
