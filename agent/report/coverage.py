"""What share of a report's prose is borne out, as counted from the prose: the lines of its header. Pure."""

from agent.report.standing import coverage_now, is_changed
from agent.report.view import ReportView

_COUNTS = (
    ("cited", "with a quote"),
    ("checked", "checked"),
    ("supported", "supported"),
    ("removed", "removed"),
)
_OF_A_WRITER = (
    ("repaired", "repaired"),
    ("narrowed", "narrowed"),
    ("inferred", "inferred"),
    ("recommended", "recommended"),
    ("uncited", "without a quote"),
)
_SHARES = (
    ("cited_share", "of the factual sentences have a citation"),
    ("checked_share", "of their citations could be checked"),
    ("supported_share", "of the factual sentences are supported"),
)


_ENDED = (("corrected", "corrected"), ("taken_off", "kept without them"), ("removed", "taken out"))


def mark_lines(view: ReportView) -> list[str]:
    """Return which marks of its own a writer put into its sentences and what came of that, if it put any."""
    count = view.marks.get
    if not (count("unknown") or count("malformed")):
        return []
    sentences = sum(count(name, 0) for name, _ in _ENDED)
    counted = f"{sentences} {'sentence' if sentences == 1 else 'sentences'}"
    ended = ", ".join(f"{count(name)} {words}" for name, words in _ENDED if count(name))
    came = f"{count('unknown', 0)} unknown and {count('malformed', 0)} malformed in {counted} ({ended})"
    return [f"Marks: the writer's own, {came}; those of this report are the program's"]


def coverage_lines(view: ReportView) -> list[str]:
    """Return how many sentences there are of each sort, and the three shares; counts of nothing are left out where only
    a writer makes such sentences. Where claims or quotes have changed since, these numbers are said to be those of
    then, and those of now follow."""
    then = " when written" if is_changed(view.statements) else ""
    count = view.coverage.get
    factual = count("factual") or 0
    said = [f"{factual} factual {'sentence' if factual == 1 else 'sentences'}"]
    said += [f"{count(name) or 0} {words}" for name, words in _COUNTS]
    said += [f"{count('conflicting')} conflicting"] if count("conflicting") else []
    if view.mode == "model":
        said += [f"{count(name) or 0} {words}" for name, words in _OF_A_WRITER if count(name) or name == "repaired"]
    lines = [f"Coverage{then}: {', '.join(said)}"]
    shares = [(count(name), words) for name, words in _SHARES]
    told = [f"{share:.0%} {words}" for share, words in shares if share is not None]
    lines += [f"Shares{then}: {', '.join(told)}"] if told else []
    return [*lines, _now(view)] if then else lines


def _now(view: ReportView) -> str:
    now = coverage_now(view.statements)
    said = [f"{now['factual']} factual {'sentence' if now['factual'] == 1 else 'sentences'}"]
    said += [f"{now['cited']} with a quote that stands", f"{now['supported']} supported"]
    said += [f"{now[name]} {name}" for name in ("conflicting", "unreviewed", "unsupported") if now[name]]
    share = now["supported_share"]
    told = f"; {share:.0%} of the factual sentences are supported" if share is not None else ""
    return f"Coverage now: {', '.join(said)}{told}"
