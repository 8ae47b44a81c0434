"""The links into Neo4j Browser that are told beside a report."""

from dataclasses import replace

from test_report import affair, drafted

from agent.report.links import list_links


def test_a_link_into_the_browser_shows_no_character_that_nobody_sees() -> None:
    _, view = drafted(affair())
    claimed = next(one for one in view.statements if one.claims)
    hidden = replace(claimed, text="Skal\u200bdur\u202e dam\nopens")
    links = list_links(replace(view, statements=(hidden,)), "http://127.0.0.1:7474/browser/")
    assert links[1].endswith("  Skaldur dam opens")
