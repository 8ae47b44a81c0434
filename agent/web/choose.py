"""Which pages a round reads: candidates dealt out to the queries, each work once. Pure."""

from collections.abc import Collection, Iterator, Sequence

from retrievers.websearch.domains import registrable_domain
from retrievers.websearch.protocol import WebHit
from retrievers.websearch.same_work import fold_title, is_same_snippet
from retrievers.websearch.work_ids import HOMES, ids_of_url

Work = tuple[WebHit, ...]
"""Addresses of one work, the one to read first; the others are for when that gives no page."""


def names_of(hit: WebHit) -> frozenset[str]:
    """Return what a page is known by before it is read: its address, and at its own site its DOI or arXiv number.

    The number in another site's address is only that site's word: it keeps nothing from being read.
    """
    site = registrable_domain(hit.url)
    return frozenset({hit.locator, *(f"{one} at {site}" for one in ids_of_url(hit.url))})


def deal_pages(
    results: Sequence[Sequence[WebHit]], known: Collection[str], read: Collection[WebHit] = ()
) -> list[list[Work]]:
    """Return each query's own candidates, best first: in turn each takes its best page that nobody has.

    `known` are names of pages that were tried before, `read` pages that were stored: their works are not read again.
    What the search results show to be one work is one candidate. The lists have no work in common, so that queries
    read at the same time without asking each other, and the same results are always dealt the same way.
    """
    taken = set(known)
    works: list[list[WebHit]] = []
    dealt: list[list[list[WebHit]]] = [[] for _ in results]
    waiting: list[Iterator[WebHit]] = [iter(hits) for hits in results]
    is_left = True
    while is_left:
        is_left = False
        for hits, own in zip(waiting, dealt, strict=True):
            for hit in hits:
                names = names_of(hit)
                if not taken.isdisjoint(names) or any(is_one_work(hit, other) for other in read):
                    continue
                taken |= names
                work = next((each for each in works if any(is_one_work(hit, other) for other in each)), None)
                if work is not None:
                    work.append(hit)
                    continue
                works.append([hit])
                own.append(works[-1])
                is_left = True
                break
    return [[tuple(sorted(work, key=lambda hit: not _is_at_home(hit))) for work in own] for own in dealt]


def is_one_work(one: WebHit, other: WebHit) -> bool:
    """Say whether two search results are known to be one work without reading either.

    One DOI or arXiv number, where one of them is at the number's home; or one title, with one number or at one site,
    where what the search shows of them is the same.
    """
    title = fold_title(one.title, short=True)
    is_titled = bool(title) and title == fold_title(other.title, short=True)
    if ids_of_url(one.url) & ids_of_url(other.url):
        is_alike = is_titled and is_same_snippet(one.snippet, other.snippet)
        return is_alike or _is_at_home(one) or _is_at_home(other)
    if registrable_domain(one.url) != registrable_domain(other.url):
        return False
    is_long = bool(fold_title(one.title))
    return is_titled and is_long and is_same_snippet(one.snippet, other.snippet)


def _is_at_home(hit: WebHit) -> bool:
    """Whether an address is where its number is given out: doi.org, arxiv.org."""
    site = registrable_domain(hit.url)
    return any(HOMES.get(one.partition(":")[0]) == site for one in ids_of_url(hit.url))
