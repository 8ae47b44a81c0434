"""What files become: text, headings, dates that are proven, a locator, or a refusal that says what to do."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrievers.read import Reading, Refusal, read_paths, read_stdin
from retrievers.read.decode import clean_text, decode_text

BODY = (
    "<p>The harbour board met on Tuesday evening and heard the engineer's report on the tidal plant.</p>"
    "<p>It decided, after two hours of debate, to ask for a second survey before the winter storms.</p>"
) * 4


def read(path: Path | str, collection: str | None = None) -> Reading:
    found = list(read_paths([str(path)], collection=collection))
    assert len(found) == 1, found
    assert isinstance(found[0], Reading), found[0]
    return found[0]


def refused(path: Path | str) -> Refusal:
    found = list(read_paths([str(path)]))
    assert len(found) == 1, found
    assert isinstance(found[0], Refusal), found[0]
    return found[0]


def page(head: str = "", body: str = BODY, lang: str = "en") -> Reading:
    markup = f"<!doctype html><html lang='{lang}'><head>{head}</head><body><article>{body}</article></body></html>"
    found = read_stdin(markup.encode(), id="page.html")
    assert isinstance(found, Reading), found
    return found


def test_markdown_loses_its_marks_and_keeps_its_lines_and_headings() -> None:
    source = (
        "# The *plant*\n\nOne [link](http://x.org) and\n**bold** `code` ![a view](v.png) &amp; so on.\n\n"
        "- first\n- second\n  - nested\n\n| Year | MW |\n|---|---|\n| 2019 | **4.2** |\n\n"
        "```\nx  =  1\n\n  y\n```\n\nBelow\n-----\n<p align='center'>raw <b>text</b></p>\n\n<script>no()</script>\n"
    )
    found = read_stdin(source.encode(), id="a.md")
    assert isinstance(found, Reading)
    assert found.text == (
        "The plant\n\nOne link and bold code a view & so on.\n\n- first\n- second\n- nested\n\n"
        "Year | MW\n2019 | 4.2\n\nx  =  1\n\n  y\n\nBelow\n\nraw text"
    )
    assert [(h.level, h.text) for h in found.headings] == [(1, "The plant"), (2, "Below")]
    assert all(found.text.startswith(h.text, h.char_start) for h in found.headings)
    assert found.title == "The plant"


@pytest.mark.parametrize("form", ["html", "md"])
def test_struck_out_words_are_stored_between_marks(form: str, tmp_path: Path) -> None:
    short = (
        "<p>Old: <del>It closes in <b>May</b>.</del> It <s>opens</s> stays.</p>\n\n"
        "<del><p>It is dug by Berg.</p></del>\n\n<ul><li><strike>One</strike></li><li>Two</li></ul>\n\n"
        "<p style='color: red; text-decoration: line-through'>48 million</p>\n"
    )
    (tmp_path / "a.md").write_text(short)
    found = (read(tmp_path / "a.md") if form == "md" else page(body=BODY + short)).text
    assert "Old: ~~It closes in~~ ~~May~~~~.~~ It ~~opens~~ stays." in found
    assert "~~It is dug by Berg.~~" in found
    assert "- ~~One~~\n- Two" in found
    assert "~~48 million~~" in found


def test_words_struck_out_in_markdown_are_stored_between_marks(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("~~It closes in *May*.~~ It <del>opens</del> stays.\n\n| a |\n|-|\n| ~~9~~ |\n")
    assert read(tmp_path / "a.md").text == "~~It closes in~~ ~~May~~~~.~~ It ~~opens~~ stays.\n\na\n~~9~~"


def test_front_matter_is_read_and_not_stored() -> None:
    source = "---\ntitle: Minutes\ndate: 2024-03\nupdated: 2024-04-01\nauthor: Board\nlang: de-AT\nurl: https://x.org/a\n---\nText.\n"
    found = read_stdin(source.encode(), id="a.md")
    assert isinstance(found, Reading)
    assert (found.text, found.title, found.publisher, found.language) == ("Text.", "Minutes", "Board", "de")
    assert (found.published_at, found.published_precision) == ("2024-03", "month")
    assert found.published_proof == "front matter:date"
    assert (found.updated_at, found.url) == ("2024-04-01", "https://x.org/a")


@pytest.mark.parametrize("start", ["---\nJust a rule above.\n---\n", "---\n: [\n---\n", "--- \n"])
def test_what_only_looks_like_front_matter_stays_text(start: str) -> None:
    found = read_stdin(f"{start}\nA line.".encode(), id="a.md")
    assert isinstance(found, Reading)
    assert "A line." in found.text


def test_html_gives_main_text_headings_lists_and_tables_without_menus_or_marks() -> None:
    found = page(
        "<title>T</title><meta property='og:site_name' content='The Herald'>"
        "<link rel='canonical' href='https://herald.example/a'>",
        f"<nav><a href='/'>Menu entry</a></nav><h1>The <i>plant</i></h1>{BODY}<h2>Figures</h2>"
        "<ul><li>first item</li><li>second <b>item</b></li></ul>"
        "<table><tr><th>Year</th><th>MW</th></tr><tr><td>2019</td><td>4.2</td></tr></table>" + BODY,
    )
    assert [(h.level, h.text) for h in found.headings] == [(1, "The plant"), (2, "Figures")]
    assert all(found.text.startswith(h.text, h.char_start) for h in found.headings)
    assert "\n\n- first item\n- second item\n\nYear | MW\n2019 | 4.2\n\n" in found.text
    assert "Menu entry" not in found.text
    assert "<" not in found.text
    assert (found.title, found.publisher, found.url) == ("The plant", "The Herald", "https://herald.example/a")


def test_a_short_page_is_read_whole_with_its_headings() -> None:
    found = page(body="<h1>Notice</h1><p>The mayor said yes.</p><p>Nobody asked.</p>")
    assert found.text == "Notice\n\nThe mayor said yes.\n\nNobody asked."


def test_a_short_page_keeps_the_rows_of_its_tables() -> None:
    """What a cell says of another cell of its row must not run together with it."""
    row = "<tr><td>The canal is 90 km long.</td><td>Pants on fire</td></tr>"
    found = page(body=f"<h1>Fact check</h1><table><tr><th>Statement</th><th>Our rating</th></tr>{row}</table>")
    assert found.text == "Fact check\n\nStatement | Our rating\nThe canal is 90 km long. | Pants on fire"


@pytest.mark.parametrize(
    "hidden",
    [
        "<p hidden>SECRET words to obey</p>",
        "<p style='display:none'>SECRET words to obey</p>",
        "<p style='color:red; visibility : hidden'>SECRET words to obey</p>",
        "<p style='font-size:0'>SECRET words to obey</p>",
        "<p style='opacity:0'>SECRET words to obey</p>",
        "<p style='position:absolute;left:-9999px'>SECRET words to obey</p>",
        "<p style='color:#fff'>SECRET words to obey</p>",
        "<p style='color:#fff;background:white'>SECRET words to obey</p>",
        "<p class='gone'>SECRET words to obey</p>",
        "<p id='away'>SECRET words to obey</p>",
        "<!-- SECRET words to obey --><template>SECRET</template><script>'SECRET'</script>",
        "<noscript>SECRET words to obey</noscript>",
    ],
)
@pytest.mark.parametrize("body", [BODY, "<p>A short page.</p>"], ids=["long", "short"])
def test_what_a_page_hides_is_not_stored(hidden: str, body: str) -> None:
    style = "<style>/* x */ .gone, #away { display: none } .seen { color: red }"
    style += "@media print { .seen { display: none } }</style>"
    found = page(style, body + hidden + "<p class='seen' style='opacity:0.9'>This line is seen by everybody.</p>")
    assert "SECRET" not in found.text
    assert "This line is seen by everybody." in found.text


LINKED = '<script type="application/ld+json">'


@pytest.mark.parametrize(
    ("head", "body", "published", "proof"),
    [
        (LINKED + '{"@type":"NewsArticle","datePublished":"2024-03-12T08:00:00Z"}</script>', "",
         "2024-03-12T08:00:00+00:00", "json-ld:datePublished"),
        (LINKED + '{"@graph":[{"@type":"WebSite","datePublished":"2001-01-01"},'
         '{"@type":["BlogPosting"],"datePublished":"2024-03-12"}]}</script>', "",
         "2024-03-12", "json-ld:datePublished"),
        ("<meta property='article:published_time' content='2024-03-12'>", "",
         "2024-03-12", "meta:article:published_time"),
        ("<meta name='DC.date.issued' content='2024-03'>", "", "2024-03", "meta:dc.date.issued"),
        ("<meta name='citation_publication_date' content='2024/3/12'>", "",
         "2024-03-12", "meta:citation_publication_date"),
        ("", "<time itemprop='datePublished' datetime='2024-03-12'>12 March</time>",
         "2024-03-12", "itemprop:datePublished"),
        ("", "<time datetime='2024-03-12' pubdate>12 March</time>", "2024-03-12", "time element"),
        ("", "<p>Published 12 March 2024 by the board</p>", "2024-03-12", "visible:Published 12 March 2024"),
        ("", "<p>Veröffentlicht am 12. März 2024</p>", "2024-03-12", "visible:Veröffentlicht am 12. März 2024"),
        ("", "<p>Publié le 12 mars 2024</p>", "2024-03-12", "visible:Publié le 12 mars 2024"),
        ("", "<p class='dateline'>Harbour, 12 March 2024</p>", "2024-03-12", "visible:Harbour, 12 March 2024"),
    ],
)  # fmt: skip
def test_a_publication_date_comes_with_its_proof(head: str, body: str, published: str, proof: str) -> None:
    found = page(head, body + BODY)
    assert (found.published_at, found.published_proof) == (published, proof)


@pytest.mark.parametrize(
    ("head", "body"),
    [
        ("", ""),
        ("", "<p>In 2019, on 12 March 2019, the plant was closed.</p>"),
        ("<meta property='article:modified_time' content='2024-03-12'>", ""),
        ("<meta property='article:published_time' content='TOMORROW'>", ""),
        (("<meta property='article:published_time' content='2024-03-12'>"
         '<script type="application/ld+json">{"@type":"Article","datePublished":"2021-01-05"}</script>'), ""),
        ("<meta property='article:published_time' content='soon'>", ""),
        ('<script type="application/ld+json">{"datePublished": [</script>', ""),
        ("", "<p>Published 3/4/2024</p>"),
        ("", "<p class='date'>12 March 2024</p><p class='date'>1 May 2022</p>"),
    ],
)  # fmt: skip
def test_an_unproven_future_or_disputed_date_is_unknown(head: str, body: str) -> None:
    tomorrow = (datetime.now(UTC) + timedelta(days=1)).date().isoformat()
    found = page(head.replace("TOMORROW", tomorrow), body + BODY)
    assert (found.published_at, found.published_precision, found.published_proof) == (None, None, None)


@pytest.mark.parametrize("name", ["article:published_time", "article:modified_time"])
@pytest.mark.parametrize("days", [1, 2, 20])
def test_no_month_is_taken_from_a_date_to_come(name: str, days: int) -> None:
    to_come = datetime.now(UTC) + timedelta(days=days)
    found = page(f"<meta property='{name}' content='{to_come.date()}'>", BODY)
    assert (found.published_at, found.published_proof, found.updated_at) == (None, None, None)


def test_the_date_of_the_last_change_is_no_publication_date() -> None:
    found = page("<meta property='article:modified_time' content='2024-03-12'>")
    assert (found.updated_at, found.published_at) == ("2024-03-12", None)


@pytest.mark.parametrize("url", ["/a", "javascript:x", "ftp://x.org/", "https://u:p@x.org/", "https://", "http://[::1"])
def test_an_address_that_nobody_should_open_is_not_kept(url: str) -> None:
    assert page(f"<link rel='canonical' href='{url}'>").url is None


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ("Köln – ‘ja’".encode(), "Köln – ‘ja’"),
        ("\ufeffKöln".encode(), "Köln"),
        ("Köln".encode("utf-16"), "Köln"),
        ("Köln ist groß".encode("utf-16-le"), "Köln ist groß"),
        ("Köln".encode("utf-32"), "Köln"),
        (b"a\r\nb\rc\x00d\x0ce\tf", "a\nb\nc d e\tf"),
        ("Die Straße führt über schöne Hügel nach Köln und zurück.".encode("cp1252"),
         "Die Straße führt über schöne Hügel nach Köln und zurück."),
        ("Köln, Düsseldorf und Münster".encode() + b"\xff", "Köln, Düsseldorf und Münster\ufffd"),
    ],
)  # fmt: skip
def test_text_in_any_usual_encoding_is_read(data: bytes, text: str) -> None:
    assert decode_text(data, "a.txt") == text


def test_a_page_in_the_charset_it_declares_is_read() -> None:
    markup = "<html><head><meta charset='windows-1251'></head><body><p>Приливная станция закрыта.</p></body></html>"
    found = read_stdin(markup.encode("cp1251"), id="a.html")
    assert isinstance(found, Reading)
    assert found.text == "Приливная станция закрыта."


@given(st.text(alphabet=st.characters()))
def test_no_stored_text_holds_a_surrogate_or_control_character(text: str) -> None:
    cleaned = clean_text(text + "\ud800\udfff\ud83d\x85")
    cleaned.encode()
    assert not any(ord(c) < 32 and c not in "\n\t" for c in cleaned)
    assert clean_text(cleaned) == cleaned.removeprefix("\ufeff")


def test_words_are_stored_as_they_stand() -> None:
    text = "e\u0301 ﬁ “x” 12\u2009000 \u2212 so\u00adft"
    assert clean_text(text) == text


def test_a_language_is_declared_or_recognised_or_unknown() -> None:
    german = "Der Hafenrat hat am Dienstag über das neue Gezeitenkraftwerk beraten und entschieden."
    assert page(lang="fr").language == "fr"
    for text, language in ((german, "de"), ("Kurz.", None)):
        found = read_stdin(text.encode(), id="a.txt")
        assert isinstance(found, Reading)
        assert found.language == language
