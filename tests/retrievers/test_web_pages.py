"""Pages by address as sources: fetched together, stored once, refused in a sentence."""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from loopback import HOST, Site, answer, open_fetcher, page, redirect

from agent.add import AddResult, add_readings
from graph.store import GraphStore
from retrievers.read import Reading, Refusal
from retrievers.read.apart import Apart
from retrievers.web.pages import PageReader, is_address, read_pages

CLAIMGRAPH = str(Path(sys.executable).parent / "claimgraph")
ARTICLE = "<h1>Skerra</h1>" + "".join(
    f"<p>The tongue of the glacier drew back by {n} metres, the survey of that year says, and a lake formed.</p>"
    for n in range(610, 622)
)


async def read_all(urls: Sequence[str]) -> list[Reading | Refusal]:
    with Apart() as apart:
        async with open_fetcher() as fetcher:
            return [reading async for reading in read_pages(PageReader(fetcher, apart), urls)]


async def add_all(store: GraphStore, urls: Sequence[str]) -> list[AddResult]:
    with Apart() as apart:
        async with open_fetcher() as fetcher:
            readings = read_pages(PageReader(fetcher, apart), urls)
            return [result async for result in add_readings(store, None, readings)]


async def test_readings_come_in_order_and_no_page_waits_for_another_host(site: Site) -> None:
    gate = asyncio.Event()

    async def late(writer: asyncio.StreamWriter) -> None:
        await gate.wait()
        writer.write(page(ARTICLE))

    async def opens(writer: asyncio.StreamWriter) -> None:
        gate.set()
        writer.write(page(ARTICLE))

    site.pages["/late"], site.pages["/opens"] = late, opens
    urls = [
        site.url("/late"),
        site.url("/opens", "b.example.org"),
        site.url("/none", "c.example.org"),
        "http://10.0.0.1/",
    ]
    readings = await read_all(urls)
    assert [reading.input for reading in readings] == urls
    assert [r.outcome if isinstance(r, Refusal) else r.kind for r in readings] == ["web", "web", "empty", "refused"]


async def test_a_page_that_moved_is_the_source_it_moved_to(site: Site) -> None:
    site.pages["/old"] = redirect("/new?utm_source=old#top", "301 Moved")
    site.pages["/new?utm_source=old"] = page(ARTICLE)
    (reading,) = await read_all([site.url("/old")])
    assert isinstance(reading, Reading)
    assert (reading.input, reading.locator) == (site.url("/old"), f"example.org:{site.port}/new")


async def test_one_article_at_many_addresses_is_one_source_and_stays_it(site: Site, store: GraphStore) -> None:
    for path in ("/a", "/a?utm_source=mail", "/a?fbclid=7"):
        site.pages[path] = page(ARTICLE, "Date: Mon, 02 Nov 2026 10:00:00 GMT")
    urls = [site.url("/a"), site.url("/a?utm_source=mail"), site.url("/a?fbclid=7#end", HOST.removeprefix("www."))]
    first = await add_all(store, urls[:1])
    again = await add_all(store, urls)
    assert [result.outcome for result in (*first, *again)] == ["added", "unchanged", "unchanged", "unchanged"]
    assert len({(result.source, result.version) for result in (*first, *again)}) == 1
    site.pages["/a"] = page(ARTICLE.replace("610", "601"))
    assert [result.outcome for result in await add_all(store, urls[:1])] == ["new_version"]


async def test_walls_are_never_stored_and_the_next_address_is_still_tried(site: Site, store: GraphStore) -> None:
    site.pages["/wall"] = page("<title>Skerra</title><p>Checking your browser… proof of work…</p>")
    site.pages["/busy"] = answer(status="500 Broken")
    site.pages["/a"] = page(ARTICLE)
    results = await add_all(store, [site.url("/wall"), site.url("/busy"), site.url("/a")])
    assert {(r.outcome, r.reason) for r in results} == {
        ("refused", "challenge"),
        ("refused", "offline"),
        ("added", "ok"),
    }


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("https://example.org", True),
        ("HTTP:example.org", True),
        ("ftp://example.org", True),
        ("file:///etc/passwd", True),
        ("notes.md", False),
        ("C:\\notes.md", False),
        ("httpd.conf", False),
        ("-", False),
    ],
)
def test_what_looks_like_an_address_is_never_opened_as_a_file(word: str, expected: bool) -> None:
    assert is_address(word) == expected


def call(*args: str, folder: Path) -> subprocess.CompletedProcess[str]:
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("CLAIMGRAPH_", "NEO4J_"))}
    return subprocess.run(
        [CLAIMGRAPH, *args], capture_output=True, text=True, timeout=60, cwd=folder, env=environment, check=False
    )


def test_check_says_what_is_refused_and_why_and_exits_with_8(tmp_path: Path) -> None:
    done = call("read", "--check", "https://example.org/a#b", "http://0x7f.1/", "--json", folder=tmp_path)
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(row["decision"], row["normalised"]) for row in rows] == [
        ("allow", "https://example.org/a"),
        ("refuse", "http://127.0.0.1/"),
    ]
    assert rows[1] == rows[1] | {"url": "http://0x7f.1/", "reason": "127.0.0.1 is refused: it is this machine"}
    assert done.returncode == 8
    assert call("read", "--check", "https://example.org/", folder=tmp_path).returncode == 0


def test_check_reads_addresses_from_a_file_of_lines_or_of_objects(tmp_path: Path) -> None:
    listed = tmp_path / "list.txt"
    listed.write_text('https://example.org/\n\n{"id": "d7", "url": "http://10.0.0.1/"}\n[1]\n')
    done = call("read", "--check", "--file", "list.txt", "--json", folder=tmp_path)
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(row.get("id"), row["decision"]) for row in rows] == [(None, "allow"), ("d7", "refuse"), (None, "refuse")]
    missing = call("read", "--check", "--file", "none.txt", folder=tmp_path)
    assert (missing.returncode, "cannot be read" in missing.stderr) == (2, True)
    assert call("read", "--check", folder=tmp_path).returncode == 2
    assert call("read", "--file", "list.txt", folder=tmp_path).returncode == 2


def test_reading_an_inner_address_is_refused_in_one_sentence_and_exits_with_8(tmp_path: Path) -> None:
    done = call("read", "http://169.254.169.254/latest/meta-data/", "file:///etc/passwd", "--json", folder=tmp_path)
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [row["outcome"] for row in rows] == ["refused", "refused"]
    assert "where clouds keep their metadata" in rows[0]["reason"]
    assert (done.returncode, done.stderr) == (8, "")
    (tmp_path / "notes.txt").write_text("The glacier drew back by six hundred metres.")
    mixed = call("read", "notes.txt", "http://10.0.0.1/", folder=tmp_path)
    assert mixed.returncode == 4
    assert "drew back" in mixed.stdout
