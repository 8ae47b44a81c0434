"""The last look of a run, once it has its answer: for the opposite of each main claim and for another origin of what
rests on one, in memory and, where the web answered that part, once there; and for the primary source where sources
differ."""

from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from agent.build import App
from agent.conflicts.compare import Origin
from agent.conflicts.differ import Difference, find_differences
from agent.conflicts.find import ClaimRead, find_conflicts
from agent.contradict import find_contradictions, made_beside
from agent.draft import DraftStatement
from agent.events import Event
from agent.evidence import Candidate, Evidence
from agent.gather import evidence_of
from agent.opposing.another import Single, another_query, find_bearing, find_single
from agent.opposing.choose import PRIMARY, Ask, choose_searches, differing_texts
from agent.opposing.look import ANOTHER, Main, Opposition, find_mains, look_for_opposite
from agent.opposing.unjudged import find_unjudged, quote_unjudged, shown_quotes
from agent.progress import Progress
from agent.record.claims import Claimed, record_claims
from agent.record.runs import RunRecorder
from agent.review import Review
from agent.steps import Extracted
from agent.web.run import WebRun
from graph.store import GraphStore

_ENDING = frozenset({"coverage", "no_new_query"})


@dataclass(slots=True)
class Further:
    """What a round rests on, with what the last look added; `opposition` is None where nothing was looked for.

    `sought` are claims that another origin was searched for on the web, `borne` those that one was found for.
    """

    extracted: Extracted
    keys: Sequence[Claimed]
    evidence: Mapping[int, Sequence[Evidence]]
    opposition: Opposition | None = None
    followed_up: int = 0
    sought: set[str] = field(default_factory=set[str])
    borne: set[str] = field(default_factory=set[str])

    def says(self) -> list[DraftStatement]:
        """Return the sentences for the report's limits."""
        quotes = shown_quotes(self.extracted.candidates)
        lines = [self.opposition.says(quotes)] if self.opposition is not None else []
        if self.followed_up:
            count = "one part" if self.followed_up == 1 else f"{self.followed_up} parts"
            lines.append(f"Sources differ on {count}; the web was searched for the primary source.")
        if self.sought:
            count = (
                "one main claim that rests" if len(self.sought) == 1 else f"{len(self.sought)} main claims that rest"
            )
            found = "none" if not self.borne else "one" if len(self.sought) == 1 else f"one for {len(self.borne)}"
            lines.append(f"Searched the web for another origin of {count} on one: found {found}.")
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
    written: Mapping[str, Sequence[str]] = {}
    if web is not None and app.web is not None and app.web.options.opposing and web.searched:
        met = await find_contradictions(app.store, further.extracted, further.keys, further.evidence, by=run.key)
        mains = _mains(progress, found, met.differences, further)
        singles = await _find_single(app.store, progress, mains, further)
        left = max(0, progress.meter.budget.searches - progress.meter.searches)
        on_web = [one for one in mains if one.part in web.searched] if left else []
        written = await _write_queries(progress, on_web)
        asked = choose_searches(
            plan, mains, singles, differing_texts(met), written, web.searched, web.sent, progress.rules
        )[:left]
        if asked:
            async for event in _search(web, progress, round_, asked):
                yield event
            further.followed_up = sum(one.reason == PRIMARY for one in asked)
            parts = {one.part for one in asked if one.reason == ANOTHER}
            further.sought = {one.main.text for one in singles if one.main.part in parts}
            await _take_in(app, run, progress, round_, further)
    mains = _mains(progress, found, find_differences(further.extracted.candidates, further.evidence), further)
    if not mains:
        return
    singles = await _find_single(app.store, progress, mains, further)
    subs = {sub.ordinal: sub for sub in plan.subquestions}
    another = [(one.main.part, query) for one in singles if (query := another_query(one, subs[one.main.part], plan))]
    further.opposition = await look_for_opposite(
        app.store, app.embedder, run, progress.steps, mains, further.evidence, round_=round_, language=plan.language,
        taken=progress.taken, rules=progress.rules, read_again=progress.web.read_again if progress.web else (),
        written=written, another=another,
    )  # fmt: skip
    if further.opposition is None:
        return
    known = {one.passage: one for rows in further.evidence.values() for one in rows}
    more = find_denying(further.opposition, further.extracted.candidates, known)
    bearing = await _find_bearing(app.store, progress, singles, further)
    more += [(made, place) for _, made, place in bearing if all(made.claim_text != one.claim_text for one, _ in more)]
    more += find_unjudged(further.opposition, [*further.extracted.candidates, *(one for one, _ in more)])
    if more:
        await _take_along(app, run, progress, further, more)
    left = {one.main.text for one in singles} - {text for text, *_ in bearing}
    further.borne = further.sought & {one.text for one in mains} - left
    yield Event("searched", run.key, further.opposition.data() | {"bearing": len(bearing)})


async def _write_queries(progress: Progress, mains: Sequence[Main]) -> Mapping[str, Sequence[str]]:
    """Let the planner write what to ask the web for the opposite; none where it cannot: rules then ask."""
    if not mains:
        return {}
    met = progress.meter.stopped
    written = await progress.steps.oppose([one.text for one in mains], progress.plan)
    progress.meter.stopped = met
    return written


async def _find_single(store: GraphStore, progress: Progress, mains: Sequence[Main], further: Further) -> list[Single]:
    """The main claims that rest on one origin; whose texts are copies is asked of the graph only where it matters."""
    own = (progress.plan, mains, further.extracted.candidates, further.keys, further.evidence)
    found = find_single(*own, {})
    sources = {one.source for one in further.extracted.candidates}
    if len(found) == len(mains) or len(sources) < 2:
        return found
    return find_single(*own, await _groups(store, sources))


async def _find_bearing(
    store: GraphStore, progress: Progress, singles: Sequence[Single], further: Further
) -> list[tuple[str, Candidate, Evidence]]:
    """What bears single claims out from another origin, in all that was gathered."""
    found: dict[int, Sequence[Evidence]] = dict(further.evidence)
    looked: Mapping[int, Sequence[Evidence]] = further.opposition.found if further.opposition else {}
    for part, rows in looked.items():
        known = {one.passage for one in found.get(part, ())}
        found[part] = [*found.get(part, ()), *(one for one in rows if one.passage not in known)]
    if not find_bearing(progress.plan, singles, found, {}):
        return []
    sources = {one.source for single in singles for one in found.get(single.main.part, ())}
    return find_bearing(progress.plan, singles, found, await _groups(store, sources))


async def _groups(store: GraphStore, sources: Collection[str]) -> dict[str, str]:
    rows = await store.read("origins_of_web_sources", keys=sorted(sources))
    return {row["source"]: row["origin_group"] for row in rows}


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


def _mains(progress: Progress, found: Review, differences: Sequence[Difference], further: Further) -> list[Main]:
    drafted = progress.steps.draft(progress.plan, differences, found)
    return find_mains(drafted, further.extracted.candidates, further.keys)


async def _search(web: WebRun, progress: Progress, round_: int, asked: Sequence[Ask]) -> AsyncIterator[Event]:
    """Search the web for these at once and read what is new; a limit that is met here ends nothing."""
    before, met = web.looked.stopped, progress.meter.stopped
    for one in asked:
        web.also(one.part, one.query, one.reason, without=one.without)
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
