"""What is put into Neo4j Browser: style, saved queries, the page, links. No server, no browser."""

import inspect
import json
import re
import zipfile
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from agent.cli.browse import browse
from graph.errors import PageDiffers, WordsRefused
from graph.model import NODES, RELATIONSHIPS
from graph.server.browser.kit import build_page, export_kit, is_served, render_guide, render_kit
from graph.server.browser.links import edit_link, node_link, page_of, short_key, signed_in, view_link
from graph.server.browser.style import parse_style, read_style
from graph.server.browser.views import VIEWS, check_words, fill, find_view

PAGE = "http://localhost:17002/browser/"
INDEX = '<html><head><title>B</title></head><body><div id="mount"></div><script src="app.js"></script></body></html>'


def _jar(folder: Path, index: str = INDEX) -> Path:
    jar = folder / "neo4j-browser-0.jar"
    with zipfile.ZipFile(jar, "w") as made:
        for name, text in {
            "META-INF/MANIFEST.MF": "x",
            "browser/index.html": index,
            "browser/assets/images/logo.svg": "<svg/>",
            "browser/preview/app.js": "another app",
        }.items():
            made.writestr(name, text)
    return jar


def test_every_label_and_relationship_type_of_the_graph_has_a_rule() -> None:
    labels = {label for node in NODES for label in (node.label, *node.marks)}
    wanted = {f"node.{label}" for label in labels} | {f"relationship.{one.type}" for one in RELATIONSHIPS}
    assert wanted - set(read_style()) == set()


def test_a_status_colours_after_its_label_so_that_it_wins() -> None:
    order = list(read_style())
    for node in NODES:
        for label in node.marks:
            assert order.index(f"node.{node.label}") < order.index(f"node.{label}"), label


def test_every_kind_of_node_shows_its_short_text() -> None:
    shown = {selector: rule.get("caption") for selector, rule in read_style().items()}
    assert {shown[f"node.{node.label}"] for node in NODES} == {"{name}"}
    assert shown["relationship.FOR_CLAIM"] == "{stance}"
    assert shown["relationship.CITES"] == "[{marker}]"


@pytest.mark.parametrize(
    "grass",
    [
        "node { color: #fff; } }",
        "node { color: #fff; }\n{ color: #000; }",
        "node { color: #fff; } node { color: #000; }",
        "node { color }",
        "node { color: #fff",
        "@import url(x)",
    ],
)
def test_a_style_that_would_crash_the_page_is_refused(grass: str) -> None:
    with pytest.raises(PageDiffers):
        parse_style(grass)


def test_the_page_is_the_jars_with_the_kit_before_its_scripts_and_is_made_once(tmp_path: Path) -> None:
    jar, page = _jar(tmp_path), tmp_path / "web" / "neo4j-browser.zip"
    assert build_page(jar, page, 17001)
    with zipfile.ZipFile(page) as made:
        names = made.namelist()
        index = made.read("browser/index.html").decode()
        script = made.read("browser/claimgraph/kit.js").decode()
    assert names[0] == "browser/"
    folders = {f"{parent}/" for name in names for parent in Path(name).parents if str(parent) != "."}
    assert folders <= set(names), "the server unpacks no file whose folder has no entry"
    assert all(names.index(f"{Path(n).parent}/") < names.index(n) for n in names if not n.endswith("/"))
    assert not [name for name in names if "preview" in name or "META-INF" in name]
    assert re.findall(r'<script src="([^"]*)"', index) == ["claimgraph/kit.js", "app.js"]
    assert json.loads(script.rpartition("})(")[2].strip().removesuffix(")")) == render_kit(17001)
    assert not build_page(jar, page, 17001), "it is there already"
    assert is_served(page, 17001)
    assert not is_served(page, 17003), "a page of another kit"
    assert not is_served(tmp_path / "none.zip", 17001), "a server from before there was a kit"
    assert build_page(jar, page, 17003), "another port is another page"


@pytest.mark.parametrize("index", ["<html><div></div></html>", "<body></body><body></body>"])
def test_a_page_that_has_no_place_for_the_kit_is_refused(index: str, tmp_path: Path) -> None:
    with pytest.raises(PageDiffers, match="no place for the kit"):
        build_page(_jar(tmp_path, index), tmp_path / "page.zip", 17001)
    assert not (tmp_path / "page.zip").exists()


def test_a_damaged_page_is_made_anew(tmp_path: Path) -> None:
    page = tmp_path / "page.zip"
    page.write_bytes(b"PK half of it")
    assert build_page(_jar(tmp_path), page, 17001)
    assert zipfile.is_zipfile(page)


def test_the_help_of_browse_says_of_every_view_what_it_draws_and_what_it_takes() -> None:
    told = inspect.cleandoc(browse.help or "").split("\n\n")[1].splitlines()[1:]
    takes = {"none": "", "optional": r" \[KEY\]", "needed": " (KEY|WORDS)"}
    assert len(told) == len(VIEWS)
    for line, view in zip(told, VIEWS, strict=True):
        assert re.match(rf"{view.name}{takes[view.words]}  +{re.escape(view.draws)}(;|$)", line), line


def test_the_kit_names_every_view_and_its_guide_holds_their_queries() -> None:
    kit = render_kit(17001)
    assert [query["view"] for query in kit["queries"]] == [view.name for view in VIEWS]
    guide = render_guide()
    assert guide.count("data-populate=") == len(VIEWS)
    assert "<!--QUERIES-->" not in guide


def test_what_is_exported_can_be_dragged_into_any_neo4j_browser(tmp_path: Path) -> None:
    style, queries = export_kit(tmp_path / "new" / "folder")
    assert parse_style(style.read_text(encoding="utf-8")) == read_style()
    with zipfile.ZipFile(queries) as made:
        texts = {name: made.read(name).decode() for name in made.namelist()}
    assert sorted(texts) == [f"claimgraph/{view.file}" for view in VIEWS]
    assert all(text.startswith("// ") for text in texts.values()), "the first line is the title"


HOSTILE = ["a'b", "a\\u0027", 'x" OR 1', "a;b", "a\nb", "`a`", "{a}", "$a", "a//*", "a' AS words DETACH DELETE", "\x00"]


@pytest.mark.parametrize("words", HOSTILE)
def test_words_that_could_leave_their_quotes_are_refused(words: str) -> None:
    for view in VIEWS:
        with pytest.raises(WordsRefused):
            check_words(view, words)


@given(st.text(max_size=250))
@example("claim.3f2a")
@example("Größe der हिन्दी 3.5 https://a-b.example/x_y")
def test_whatever_passes_stands_in_the_query_as_one_quoted_text(words: str) -> None:
    view = find_view("claim")
    try:
        text = fill(view, words, "demo")
    except WordsRefused:
        return
    assert f"WITH '{words.strip()}' AS words, 'demo' AS namespace\n" in text
    assert text.count("'") == view.read().count("'")


@pytest.mark.parametrize("name", ["claim", "withdraw", "who-cites", "topic"])
def test_a_view_of_one_thing_asks_which(name: str) -> None:
    with pytest.raises(WordsRefused, match="needs a key or words"):
        check_words(find_view(name), "  ")


def test_a_view_without_words_and_a_view_that_is_none_are_told() -> None:
    with pytest.raises(WordsRefused, match="takes no key"):
        check_words(find_view("one-source"), "x")
    with pytest.raises(WordsRefused, match="report, claim, conflicts, withdraw, one-source"):
        find_view("reports")
    with pytest.raises(WordsRefused, match="no namespace"):
        fill(find_view("report"), "", "a' OR true")
    with pytest.raises(WordsRefused, match="at most 200 characters"):
        check_words(find_view("claim"), "x" * 201)


def test_a_link_names_view_words_and_namespace_and_the_login_only_behind_the_hash() -> None:
    link = view_link(PAGE, find_view("claim"), "two words", "demo")
    assert parse_qs(urlsplit(link).query) == {"view": ["claim"], "words": ["two words"], "namespace": ["demo"]}
    secret = urlsplit(signed_in(link, "neo4j", "p/w:#+ä"))
    assert secret.fragment == "login=neo4j:p%2Fw%3A%23%2B%C3%A4"
    assert f"{secret.scheme}://{secret.netloc}{secret.path}?{secret.query}" == link
    assert short_key("claim." + "0123456789abcdef" * 2) == "claim.0123456789ab"
    key = "claim." + "0" * 32
    assert node_link(PAGE, "Claim", key) == f"{PAGE}?view=claim&words=claim.000000000000"
    assert [node_link(PAGE, label, key) is None for label in ("Source", "Report", "Step", "Passage")] == [
        False, False, True, True,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("uri", "page"),
    [
        ("bolt://127.0.0.1:7687", "http://127.0.0.1:7474/browser/"),
        ("neo4j://db.example.org", "http://db.example.org:7474/browser/"),
        ("bolt://[::1]:7687", "http://[::1]:7474/browser/"),
        ("neo4j+s://db.example.org:7687", "https://db.example.org:7473/browser/"),
    ],
)
def test_a_server_of_ones_own_gets_a_link_that_fills_its_editor(uri: str, page: str) -> None:
    assert page_of(uri) == page
    query = parse_qs(urlsplit(edit_link(page, uri, "ada", find_view("topic"), "tidal plant", "demo")).query)
    assert query["cmd"] == ["edit"]
    assert query["arg"] == [fill(find_view("topic"), "tidal plant", "demo")]
    assert query["dbms"] == [uri.replace("://", "://ada@")]
