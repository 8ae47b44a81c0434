"""Two projects in one real database: what the guard lets through changes nothing and reads its own project alone."""

import pytest
from conftest import BOTH, LTS_VERSION, EmptyServer
from strange_cypher import ESCAPES, INNOCENT, WRITES, attacks, spliced
from strange_reads import HAND_WRITTEN, Reads
from two_projects import compare

from graph.store import open_driver


@pytest.mark.server
@pytest.mark.parametrize("version", BOTH)
async def test_reads_and_attacks_answer_as_if_no_other_project_were_there(
    version: str, empty_server: EmptyServer
) -> None:
    """Each runs where it could write, and is seen not to.

    Aggregates and tests of existence too, where rows would not show that another project was read. Those by hand are
    tried on both releases, of those made by chance a half on each.
    """
    reads = Reads(11)
    by_hand = [*HAND_WRITTEN, *attacks(ESCAPES, 12, len(ESCAPES) + 20)]
    by_chance = [*(reads.statement() for _ in range(40)), *attacks(WRITES, 13, 100)]
    by_chance += spliced([*by_hand, *by_chance, *INNOCENT], 14, 600)
    statements = [*by_hand, *by_chance[version == LTS_VERSION :: 2]]
    status = empty_server(version).status()
    async with open_driver(status.uri or "", status.username, status.read_password()) as driver:
        compared = await compare(driver, statements)
    assert compared.different == []
    assert compared.would_leak > 50
    assert compared.failed < compared.same
