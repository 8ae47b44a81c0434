"""Of web pages of one origin that say a thing in the same words, one is cited and the others are its alternates. Pure.

What a copy says in other words, or otherwise, keeps a mark of its own.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from agent.draft import DraftStatement
from agent.evidence import Candidate
from graph.keys import claim_text


def leave_out_copies(
    statements: Sequence[DraftStatement], candidates: Sequence[Candidate], groups: Mapping[str, str]
) -> list[DraftStatement]:
    """Return the sentences, each citing one source of an origin for a quote: one that is cited already, else the first.

    `groups` are the origins of web pages by source; what is not in it is cited as it is.
    """
    cited: set[str] = set()
    kept: list[DraftStatement] = []
    for one in statements:
        speakers: dict[tuple[str, str, str], list[int]] = {}
        for i in one.candidates:
            group = groups.get(candidates[i].source, f"{i}")  # what is no web page stands for itself
            said = candidates[i].claim_text, claim_text(candidates[i].quote)
            speakers.setdefault((group, *said), []).append(i)
        chosen = {min(among, key=lambda i: candidates[i].source not in cited) for among in speakers.values()}
        left = tuple(i for i in one.candidates if i in chosen)
        cited |= {candidates[i].source for i in left}
        kept.append(replace(one, candidates=left))
    return kept


def find_reprints(
    cited: Sequence[Mapping[str, Any]], told: Sequence[Mapping[str, Any]], works: Sequence[Mapping[str, Any]]
) -> dict[str, list[tuple[str, str]]]:
    """Return for each cited source title and address of the web pages of its origin with the same words, in order.

    `cited` are rows of `sources_of_report`, `told` those of `told_of_claims`; of a page with the same words the other
    addresses of its work, rows of `sources_of_works`, are given too.
    """
    marked = {row["source"] for row in cited}
    found: dict[str, list[tuple[str, str]]] = {}
    for row in cited:
        quotes = {claim_text(one["quote"]) for one in told if one["source"] == row["source"]}
        copies = [
            one
            for one in told
            if row["origin_group"] and one["origin_group"] == row["origin_group"] and claim_text(one["quote"]) in quotes
        ]
        of_work = {one["work_group"] for one in copies if one["work_group"]} - {row["work_group"]}
        pages = [one for one in copies if not one["work_group"] or one["work_group"] in of_work]
        pages += [one for one in works if one["work_group"] in of_work]
        found[row["source"]] = sorted(
            {(str(one["title"]), str(one["url"])) for one in pages if one["url"] and one["source"] not in marked}
        )
    return found
