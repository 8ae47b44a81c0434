"""The last look of a run, once it has its answer: for the opposite of each main claim, in memory and, where the web
answered that part, once there; and for the primary source where sources differ."""

from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from agent.build import App
from agent.conflicts.compare import Origin
from agent.conflicts.differ import Difference, find_differences
from agent.conflicts.find import ClaimRead, find_conflicts
from agent.contradict import Contradicted, find_contradictions, made_beside
from agent.draft import DraftStatement
from agent.events import Event
from agent.evidence import Candidate, Evidence
from agent.gather import evidence_of
from agent.opposing.look import REASON, Main, Opposition, find_mains, look_for_opposite
from agent.opposing.primary import primary_query
from agent.opposing.unjudged import find_unjudged, quote_unjudged, shown_quotes
from agent.opposing.words import opposite_query
from agent.plan import Plan
from agent.progress import Progress
from agent.record.claims import Claimed, record_claims
from agent.record.runs import RunRecorder
from agent.review import Review
from agent.steps import Extracted
from agent.web.run import WebRun

PRIMARY = "sources differ: looked for the primary source"
_ENDING = frozenset({"coverage", "no_new_query"})


@dataclass(slots=True)
class Further:
    """What a round rests on, with what the last look added; `opposition` is None where nothing was looked for."""

    extracted: Extracted
    keys: Sequence[Claimed]
    evidence: Mapping[int, Sequence[Evidence]]
    opposition: Opposition | None = None
    followed_up: int = 0

    def says(self) -> list[DraftStatement]:
        """Return the sentences for the report's limits."""
        quotes = shown_quotes(self.extracted.candidates)
        lines = [self.opposition.says(quotes)] if self.opposition is not None else []
        if self.followed_up:
            count = "one part" if self.followed_up == 1 else f"{self.followed_up} parts"
            lines.append(f"Sources differ on {count}; the web was searched for the primary source.")
        said = [DraftStatement("limitations", "connective", line, None, ()) for line in lines]
        return [*said[:1], *quote_unjudged(self.extracted.candidates), *said[1:]]


async def look_further(
    app: App, run: RunRecorder, progress: Progress, round_: int, found: Review, further: Further
) -> AsyncIterator[Event]:
    """Look once more before the last draft of a run, and put what came into `further`; yield what happens.

    It never changes how the run ends: what the budget does not allow is left out. Raises as the steps do.
    """
    if progress.stopped_by not in _ENDING or progress.steps.stopped:
        return
    if progress.approval is not None or progress.plan.by == "nobody":
        return  # a person approves each call, or asked for this one search and no other
    plan = progress.plan
    web = progress.web
    if web is not None and app.web is not None and app.web.options.opposing and web.searched:
        met = await find_contradictions(app.store, further.extracted, further.keys, further.evidence, by=run.key)
        mains = _mains(progress, found, met.differences, further)
        asked = choose_queries(plan, mains, differing_texts(met), web.searched, web.sent)
        asked = asked[: max(0, progress.meter.budget.searches - progress.meter.searches)]
        if asked:
            async for event in _search(web, progress, round_, asked):
                yield event
            further.followed_up = sum(reason == PRIMARY for *_, reason in asked)
            await _take_in(app, run, progress, round_, further)
    mains = _mains(progress, found, find_differences(further.extracted.candidates, further.evidence), further)
    if not mains:
        return
    further.opposition = await look_for_opposite(
        app.store, app.embedder, run, progress.steps, mains, further.evidence, round_=round_, language=plan.language,
        taken=progress.taken, rules=progress.rules, read_again=progress.web.read_again if progress.web else (),
    )  # fmt: skip
    if further.opposition is not None:
        known = {one.passage: one for rows in further.evidence.values() for one in rows}
        denying = find_denying(further.opposition, further.extracted.candidates, known)
        denying += find_unjudged(further.opposition, [*further.extracted.candidates, *(one for one, _ in denying)])
        if denying:
            await _take_along(app, run, progress, further, denying)
        yield Event("searched", run.key, further.opposition.data())


def find_denying(
    opposition: Opposition, candidates: Sequence[Candidate], known: Mapping[str, Evidence]
) -> list[tuple[Candidate, Evidence]]:
    """Return the sentences that deny a main claim and that are no candidate yet: as a judge says, else by rules. Pure.

    Each is its source's own words: both sides are then shown.
    """
    quotes = {one.quote for one in candidates}
    found: dict[str, tuple[Candidate, Evidence]] = {}
    for main, against in opposition.denied if opposition.is_judged else opposition.against:
        beside = next((one for one in candidates if one.claim_text == main.text), None)
        if beside is None or against.quote in quotes:
            continue
        place = against.evidence
        text = " ".join(against.quote.split())
        if not opposition.is_judged:
            own = known.get(beside.passage)
            origin = _origin(own) if own else Origin(beside.source, beside.version, language=place.language)
            sides = [ClaimRead("main", main.text, (origin,)), ClaimRead("other", text, (_origin(place),))]
            if not find_conflicts(sides):
                continue
        row = {
            "text": text, "quote": against.quote, "char_start": against.char_start, "char_end": against.char_end,
            "passage": place.passage, "version": place.version, "source": place.source, "quote_match": "exact",
        }  # fmt: skip
        found.setdefault(text, (made_beside(row, beside, place), place))
    return list(found.values())


def _origin(one: Evidence) -> Origin:
    return Origin(
        one.source, one.version, one.title, one.heading or "", one.publisher or "", one.published_at, one.language,
        one.text_sha256,
    )  # fmt: skip


async def _take_along(
    app: App, run: RunRecorder, progress: Progress, further: Further, denying: Sequence[tuple[Candidate, Evidence]]
) -> None:
    """Record what denies a main claim as claims of this run, and draft with them."""
    made = [candidate for candidate, _ in denying]
    rows: dict[int, Sequence[Evidence]] = dict(further.evidence)
    for candidate, place in denying:
        known = rows.get(candidate.subquestion, ())
        if all(one.passage != place.passage for one in known):
            rows[candidate.subquestion] = [*known, replace(place, rank=len(known) + 1)]
    further.extracted = replace(further.extracted, candidates=[*further.extracted.candidates, *made])
    further.evidence = rows
    await _record(app, run, further)
    progress.steps.take_along(made, rows)


def choose_queries(
    plan: Plan,
    mains: Sequence[Main],
    texts: Mapping[int, Sequence[str]],
    searched: Collection[int],
    sent: Collection[str],
) -> list[tuple[int, str, str]]:
    """Return (part, query, reason) of at most one search for each part that the web was searched for: for the primary
    source where its sources differ (`texts` are their sentences), else for the opposite of what answers it. Pure."""
    asked: list[tuple[int, str, str]] = []
    for sub in plan.subquestions:
        main = next((one for one in mains if one.part == sub.ordinal), None)
        if main is None or sub.ordinal not in searched:
            continue
        sides = texts.get(sub.ordinal, ())
        query = primary_query(sub, sides, plan.question) if sides else opposite_query(main.text, plan.language)
        if query and query.casefold() not in sent:
            asked.append((sub.ordinal, query, PRIMARY if sides else REASON))
    return asked


def differing_texts(met: Contradicted) -> dict[int, list[str]]:
    """Return the sentences that differ, by part. Pure."""
    texts: dict[int, list[str]] = {}
    for one in met.material:
        texts.setdefault(one.subquestion, []).extend(one.texts)
    for difference in (one for one in met.differences if one.is_open):
        said = [met.extracted.candidates[i].claim_text for side in difference.sides for i in side.candidates]
        texts.setdefault(difference.subquestion, []).extend(said)
    return texts


def _mains(progress: Progress, found: Review, differences: Sequence[Difference], further: Further) -> list[Main]:
    drafted = progress.steps.draft(progress.plan, differences, found)
    return find_mains(drafted, further.extracted.candidates, further.keys)


async def _search(
    web: WebRun, progress: Progress, round_: int, asked: Sequence[tuple[int, str, str]]
) -> AsyncIterator[Event]:
    """Search the web for these and read what is new; a limit that is met here ends nothing."""
    before, met = web.looked.stopped, progress.meter.stopped
    web.choose([(part, query) for part, query, _ in asked], "; ".join(sorted({reason for *_, reason in asked})))
    async for event in web.look(round_):
        yield event
    web.looked.stopped, progress.meter.stopped = before, met
    progress.add({part: [(key, score * 0.5) for key, score in rows] for part, rows in web.fresh.items()})


async def _take_in(app: App, run: RunRecorder, progress: Progress, round_: int, further: Further) -> None:
    """Extract again from everything, with what the new pages say."""
    read_again = progress.web.read_again if progress.web else ()
    further.evidence = await evidence_of(app.store, progress.scores, progress.rules, read_again)
    further.extracted = await progress.steps.extract(progress.plan, further.evidence, round_)
    await _record(app, run, further)


async def _record(app: App, run: RunRecorder, further: Further) -> None:
    passages = {e.passage: e for rows in further.evidence.values() for e in rows}
    stated = [*further.extracted.candidates, *(one.candidate for one in further.extracted.refused)]
    further.keys = await record_claims(app.store, stated, passages, by=run.key)
