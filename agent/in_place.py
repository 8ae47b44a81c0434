"""What a person put in the place of claims that a model says again: it is said instead, with the same quotes."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from agent.check import Checked
from agent.evidence import Candidate
from agent.ledger.became import Became, InPlace, read_became
from agent.record.claims import Claimed, keys_of
from agent.words.values import find_values
from graph.store import GraphStore


@dataclass(frozen=True, slots=True)
class Placed:
    """Candidates with those that stand in the place of fallen ones after them, their keys, and what was found of them;
    `instead` are, by the index of a fallen candidate, those of the ones in its place."""

    candidates: Sequence[Candidate]
    keys: Sequence[Claimed]
    checked: Checked
    instead: Mapping[int, tuple[int, ...]] = field(default_factory=dict[int, tuple[int, ...]])

    def groups(self, some: Sequence[int]) -> list[tuple[int, ...]] | None:
        """Return what is said in the place of a sentence on these candidates, a group for each claim; None where a
        person put nothing in the place of any of them. Pure."""
        if not any(i in self.instead for i in some):
            return None
        found: dict[str, list[int]] = {}
        for i in some:
            for at in self.instead.get(i, (i,)):
                found.setdefault(self.keys[at].claim, []).append(at)
        return [tuple(group) for group in found.values()]


async def put_in_place(
    store: GraphStore, candidates: Sequence[Candidate], keys: Sequence[Claimed], checked: Checked, language: str | None
) -> Placed:
    """Return the candidates with what people put in the place of those of them that they rejected. Raises GraphError.

    `keys` are those of the candidates, then of what was refused; `language` is that of the question. Only what the same
    quote bears out is put there: of a text that has changed since, the person's word is stale.
    """
    own = keys[: len(candidates)]
    fallen = {key.claim for key in own if key.citation in checked.rejected}
    became = await read_became(store, fallen) if fallen else {}
    made: list[Candidate] = []
    made_keys: list[Claimed] = []
    instead: dict[int, tuple[int, ...]] = {}
    statuses: dict[str, str] = {}
    for i, (candidate, key) in enumerate(zip(candidates, own, strict=True)):
        if key.claim not in became or key.citation not in checked.rejected:
            continue
        for one in _last(became[key.claim]):
            worded = _worded(candidate, one.text, language)
            keyed = keys_of(worded, store.namespace)
            if any(quote.citation == keyed.citation and quote.verdict == "valid" for quote in one.quotes):
                instead[i] = (*instead.get(i, ()), len(candidates) + len(made))
                statuses[keyed.claim] = one.status
                made.append(worded)
                made_keys.append(keyed)
    if not instead:
        return Placed(candidates, keys, checked)
    verdicts = {**checked.verdicts, **{key.citation: "valid" for key in made_keys}}
    return Placed(
        [*candidates, *made],
        [*own, *made_keys, *keys[len(candidates) :]],
        replace(checked, statuses={**checked.statuses, **statuses}, verdicts=verdicts),
        instead,
    )


def _last(became: Became) -> Iterator[InPlace]:
    """The claims in a claim's place, those in whose own place others stand left out for these."""
    for one in became.claims:
        if one.became is None:
            yield one
        else:
            yield from _last(one.became)


def _worded(candidate: Candidate, text: str, language: str | None) -> Candidate:
    values = tuple(find_values(text, language))
    kinds = {(value.kind, value.unit) for value in candidate.answering}
    answering = tuple(value for value in values if (value.kind, value.unit) in kinds)
    return replace(candidate, claim_text=text, sentence="", flags=(), values=values, answering=answering)
