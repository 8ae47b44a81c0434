"""What the rules find: words of a claim and the words of its source that say another thing."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Differs:
    """One way in which a claim departs from its source, as both write it; `source` is "" where the text is silent.

    Kinds: number, percent, date, unit, name, negation, comparative, quantifier, hedge, omission, missing, order, quote.
    """

    kind: str
    claim: str
    source: str
