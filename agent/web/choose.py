"""Which pages a round reads: candidates dealt out to the queries, each address once. Pure."""

from collections.abc import Collection, Iterator, Sequence

from retrievers.websearch.domains import registrable_domain
from retrievers.websearch.protocol import WebHit
from retrievers.websearch.work_ids import ids_of_url


def names_of(hit: WebHit) -> frozenset[str]:
    """Return what a page is known by before it is read: its address, and at its own site its DOI or arXiv number.

    The number in another site's address is only that site's word: it keeps nothing from being read.
    """
    site = registrable_domain(hit.url)
    return frozenset({hit.locator, *(f"{one} at {site}" for one in ids_of_url(hit.url))})


def deal_pages(results: Sequence[Sequence[WebHit]], known: Collection[str]) -> list[list[WebHit]]:
    """Return each query's own candidates, best first: in turn each takes its best page that nobody has.

    `known` are names of pages that were tried before. The lists have no page in common, so that queries read at the
    same time without asking each other, and the same results are always dealt the same way.
    """
    taken = set(known)
    dealt: list[list[WebHit]] = [[] for _ in results]
    waiting: list[Iterator[WebHit]] = [iter(hits) for hits in results]
    is_left = True
    while is_left:
        is_left = False
        for hits, own in zip(waiting, dealt, strict=True):
            for hit in hits:
                names = names_of(hit)
                if taken.isdisjoint(names):
                    taken |= names
                    own.append(hit)
                    is_left = True
                    break
    return dealt
