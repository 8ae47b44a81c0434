"""What a fetched body becomes: a reading, or the typed reason why it is none."""

import random
from collections.abc import Generator
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pdfs import PdfPage, column, make_pdf

from retrievers.errors import ReadingRefused
from retrievers.outcome import Outcome
from retrievers.read.apart import Apart
from retrievers.read.reading import Reading
from retrievers.web.fetched import Fetched
from retrievers.web.page import parse_page

SENTENCES = (
    "The survey of the Skerra glacier was carried out in the summer of 2019 by a team of eleven people. ",
    "They measured the thickness of the ice at forty points and compared it with the maps of 1958. ",
    "The tongue of the glacier has drawn back by more than six hundred metres since then. ",
    "A second lake has formed between the moraine and the ice, and its level rises every spring. ",
)
ARTICLE = "".join(f"<p>{''.join(SENTENCES)}</p>" for _ in range(6))
BANNER = (
    "<div id='banner'><h2>We value your privacy</h2><p>We and our 842 partners use cookies and similar technologies to "
    "store personal data and to show personalised ads. You can manage your choices or accept all.</p>"
    "<button>Accept all</button><button>Reject all</button><a href='/p'>Privacy policy</a></div>"
)


@pytest.fixture(scope="module")
def apart() -> Generator[Apart]:
    with Apart() as apart:
        yield apart


def fetched(body: str | bytes, content_type: str = "text/html; charset=utf-8", url: str = "https://a.org/x") -> Fetched:
    data = body.encode() if isinstance(body, str) else body
    return Fetched(url=url, status=200, content_type=content_type, body=data, address="192.0.2.1")


def html(body: str, head: str = "<title>The Skerra glacier</title>") -> str:
    return f"<!doctype html><html lang='en'><head>{head}</head><body>{body}</body></html>"


def read(apart: Apart, page: Fetched) -> Reading:
    return parse_page(page, apart, shown=page.url)


def refused(apart: Apart, page: Fetched) -> Outcome:
    with pytest.raises(ReadingRefused) as caught:
        read(apart, page)
    assert caught.value.reason.endswith(tuple("abcdefghijklmnopqrstuvwxyz)."))
    return caught.value.outcome


PROOF_OF_WORK = html(
    "<script>" + "/* padding */ var a = 1;" * 500 + "</script><h1>Making sure you're not a bot!</h1>"
    "<p>Checking your browser… You are seeing this because the administrator of this website has set up a check "
    "against the scourge of companies that aggressively scrape websites. It uses a proof of work scheme.</p>"
    "<noscript>Sadly, you must enable JavaScript to get past this challenge.</noscript>",
    "<title>Thickness of the Skerra glacier, 1958-2019</title>",
)
JUST_A_MOMENT = html(
    "<h1>www.example.org</h1><p>Verifying you are human. This may take a few seconds.</p>"
    "<div>Ray ID: 8a7b6c5d</div><script src='/cdn-cgi/challenge-platform/h/b/orchestrate.js'></script>",
    "<title>Just a moment...</title>",
)
LONG_CHECK = html(
    "<h1>Thickness of the Skerra glacier</h1><p>Checking your browser… Your browser will redirect shortly.</p>"
    + "<p>This site protects its pages against automated downloads, and a small puzzle is solved before each.</p>" * 30
)
CAPTCHA_DE = html("<h1>Kurze Prüfung</h1><p>Bitte bestätigen Sie, dass Sie kein Roboter sind.</p>")
CONSENT_DE = html(
    "<h2>Mit Werbung und Cookies lesen</h2><p>Besuchen Sie uns wie gewohnt mit Werbung und Tracking. Ihre Zustimmung "
    "ist jederzeit widerrufbar. Details in der Datenschutzerklärung.</p><button>Alle akzeptieren</button>"
)
CONSENT_FR = html(
    "<p>Avec votre consentement, nous et nos partenaires utilisons des cookies pour mesurer l'audience.</p>"
    "<a>Tout accepter</a> <a>Continuer sans accepter</a> <a>Vie privée</a>"
)
SHELL = html(
    "<noscript>You need to enable JavaScript to run this app.</noscript><div id='root'></div>"
    "<script src='/static/js/main.js'></script>"
)
SHELL_SAID = html("<p>This site requires JavaScript. Please turn it on and reload.</p>")
LOGIN = html(
    "<h1>Welcome back</h1><form><label>E-mail</label><input name='u'><label>Password</label>"
    "<input type='password'></form><a href='/f'>Forgot password?</a><p>Log in to read on.</p>"
)
MISSING = html("<h1>Page not found</h1><p>Try the search.</p>", "<title>404 - Example</title>")
FORWARD = html("<p>Moved.</p>", "<meta http-equiv='refresh' content='0; url=https://b.org/y'>")
INDEX = html(
    "<h1>News</h1><ul>"
    + "".join(f"<li><a href='/{n}'>Report number {n} of the council</a></li>" for n in range(60))
    + "</ul>"
)
TEASERS = html(
    "<main>"
    + "".join(
        f"<article><h2><a href='/{n}'>Headline {n} of the day</a></h2>"
        f"<p>A line on what happened in the place that has the number {n}.</p></article>"
        for n in range(20)
    )
    + "</main>"
)


@pytest.mark.parametrize(
    ("markup", "outcome"),
    [
        (PROOF_OF_WORK, "challenge"),
        (JUST_A_MOMENT, "challenge"),
        (CAPTCHA_DE, "challenge"),
        (LONG_CHECK, "challenge"),
        (html(BANNER), "consent"),
        (CONSENT_DE, "consent"),
        (CONSENT_FR, "consent"),
        (SHELL, "needs_js"),
        (SHELL_SAID, "needs_js"),
        (
            html("<noscript>This page needs scripts.</noscript><div id='m'></div><script src='a.js'></script>"),
            "needs_js",
        ),
        (html("<div id='app'>Loading…</div><script src='a.js'></script>"), "needs_js"),
        (html("<h1>Access Denied</h1><p>Reference #18.2d351ab8</p>"), "unauthorised"),
        (
            html("<h1>Index of /pub</h1><pre>" + "<a href='a'>a.tar.gz</a>  2020-01-01  7K\n" * 9 + "</pre>"),
            "unsupported",
        ),
        (LOGIN, "unauthorised"),
        (MISSING, "empty"),
        (FORWARD, "empty"),
        (html(""), "empty"),
        (INDEX, "unsupported"),
        (TEASERS, "unsupported"),
    ],
)
def test_what_stands_in_place_of_a_text_is_an_outcome(apart: Apart, markup: str, outcome: Outcome) -> None:
    assert refused(apart, fetched(markup)) == outcome


@pytest.mark.parametrize(
    "markup",
    [
        html(f"<article><h1>The Skerra glacier</h1>{ARTICLE}</article>{BANNER}"),
        html(
            "<article><h1>How browser checks work</h1><p>A page that says “Checking your browser” asks for a proof of "
            f"work. Verify you are human, it says, and shows a captcha.</p>{ARTICLE}</article>"
        ),
        html(
            "<article><h1>Why cookie banners ask for consent</h1><p>Since the GDPR, sites ask you to accept all "
            f"cookies or to reject all; few read the privacy policy.</p>{ARTICLE}</article>"
        ),
        html(
            "<article><h1>What cookies are for</h1><p>A cookie keeps a login. Consent is asked since the "
            "GDPR, and a privacy policy says which vendors set them.</p><p>Most people accept all cookies, "
            "a study says, and few manage their preferences.</p></article><a href='/n'>Next</a>"
        ),
        html(f"<article><h1>404 Media and others</h1>{ARTICLE}</article>", "<title>404 Media and others</title>"),
        html(f"<form><input type='password'></form><a>Log in</a><article>{ARTICLE}</article>"),
        html(
            f"<noscript>Please enable JavaScript to comment.</noscript><div id='app'></div><article>{ARTICLE}</article>"
        ),
        html(
            f"<article><h1>Glacier</h1>{ARTICLE}</article><section>"
            + "".join(f"<h3><a href='/{n}'>Another report {n}</a></h3>" for n in range(30))
            + "</section>"
        ),
        html(
            "<h1>Proof of work</h1><p>Proof of work is a scheme in which one party proves that computing was done. "
            f"Proof-of-work was invented against mail that nobody asked for.</p>{ARTICLE}"
        ),
        html(f"<noscript><img src='x'><script></script><article>{ARTICLE}</article>"),
        html("<h1>Opening hours</h1><p>The museum is open from Tuesday to Sunday, ten to five.</p>"),
        html("<h1>Bread</h1><ul>" + "".join(f"<li>{n} g of flour of kind {n}</li>" for n in range(30)) + "</ul>"),
    ],
)
def test_a_text_stays_a_text_whatever_stands_around_it(apart: Apart, markup: str) -> None:
    assert read(apart, fetched(markup)).kind == "web"


def test_a_vocabulary_is_no_evidence_and_an_article_of_the_same_words_is(apart: Apart) -> None:
    rng = random.Random(7)
    words = sorted({"".join(rng.choices("aeioulmnrstk", k=rng.randint(4, 11))) for _ in range(60_000)})
    for joined in ("\n".join(words), " ".join(words)):
        assert refused(apart, fetched(joined, "text/plain")) == "unsupported"
    article = "\n\n".join("".join(SENTENCES) for _ in range(16))
    assert read(apart, fetched(article, "text/plain")).text == article
    poem = "\n".join(f"the {words[n]} and the {words[n + 1]} of the sea" for n in range(0, 2_000, 2))
    assert read(apart, fetched(poem, "text/plain")).text == poem


def test_bytes_decide_what_a_body_is_not_its_header(apart: Apart) -> None:
    markup = html(f"<article><h1>The Skerra glacier</h1>{ARTICLE}</article>")
    assert read(apart, fetched(markup, "text/plain")).content_type == "text/html"
    assert read(apart, fetched("<!-- saved --><html><body><p>" + SENTENCES[0], "")).content_type == "text/html"
    said = "Use <b>bold</b> and 1 < 2.\n\n" + SENTENCES[0]
    assert read(apart, fetched(said, "text/html")).text == said
    assert read(apart, fetched(said, "application/octet-stream")).text == said
    assert read(apart, fetched('{"depth": 12}', "application/json")).content_type == "application/json"
    png = b"\x89PNG\r\n\x1a\n" + bytes(100)
    assert refused(apart, fetched(png, "text/html")) == "unsupported"
    assert refused(apart, fetched(bytes(range(32)) * 40, "text/html")) == "unsupported"
    assert refused(apart, fetched('<?xml version="1.0"?><rss><channel></channel></rss>')) == "unsupported"
    assert refused(apart, fetched(b"a" * (11 << 20), "text/plain")) == "too_large"


def test_an_encoding_that_only_the_header_names_is_used_and_a_wrong_one_is_not(apart: Apart) -> None:
    words = "Größe über 12 Straßen – “naïve” façade. " * 4
    for body, said in (
        (words.encode("cp1252"), "text/plain; charset=ISO-8859-1"),
        (words.encode(), "text/plain; charset=iso-8859-1"),
        (words.encode("utf-16"), "text/plain; charset=utf-8"),
        (words.encode(), "text/plain; charset=nonsense"),
    ):
        assert read(apart, fetched(body, said)).text == words
    russian = "Ледник отступил на шестьсот метров с тех пор. " * 4
    assert read(apart, fetched(russian.encode("koi8-r"), "text/plain; charset=KOI8-R")).text == russian
    japanese = f"<html><head><meta charset='shift_jis'></head><body><p>{'氷河は後退した。' * 20}</p></body></html>"
    assert "氷河" in read(apart, fetched(japanese.encode("shift_jis"), "text/html; charset=iso-8859-1")).text


def test_one_page_under_many_addresses_is_one_source(apart: Apart) -> None:
    markup = html(f"<article>{ARTICLE}</article>")
    spelled = [
        "https://a.org/x?id=7",
        "http://www.a.org/x?id=7",
        "https://a.org/x?utm_source=m&id=7&fbclid=1",
    ]
    assert {read(apart, fetched(markup, url=url)).locator for url in spelled} == {"a.org/x?id=7"}


def test_a_page_names_its_own_site_and_no_other(apart: Apart) -> None:
    def own(canonical: str) -> str | None:
        head = f"<title>Ice</title><link rel='canonical' href='{canonical}'>"
        return read(apart, fetched(html(f"<article>{ARTICLE}</article>", head), url="https://www.a.org/x?s=1")).url

    assert own("https://a.org/ice") == "https://a.org/ice"
    assert own("https://famous-journal.org/ice") == "https://www.a.org/x?s=1"
    assert own("https://a.org/") == "https://www.a.org/x?s=1"


def test_what_a_page_proves_of_its_dates_comes_along(apart: Apart) -> None:
    head = "<title>Ice</title><meta property='article:published_time' content='2024-03-05'>"
    reading = read(apart, fetched(html(f"<article>{ARTICLE}</article>", head)))
    assert (reading.published_at, reading.title, reading.language) == ("2024-03-05", "Ice", "en")


def test_attributes_that_xml_cannot_spell_do_not_stop_a_page(apart: Apart) -> None:
    odd = f'0<S "a"=1 <p @b:c:d=2 -e><article 1f=3>{ARTICLE}</article>'
    assert "Skerra glacier" in read(apart, fetched(html(odd))).text


@settings(deadline=None)
@given(st.binary(max_size=400), st.sampled_from(["text/html", "text/plain; charset=utf-16", "", "application/json"]))
def test_any_bytes_are_a_reading_or_a_typed_refusal(body: bytes, content_type: str) -> None:
    with Apart() as apart:
        try:
            reading = parse_page(fetched(body, content_type), apart, shown="x")
        except ReadingRefused:
            return
    assert reading.text.strip()


_TAGS = st.sampled_from(
    ["<p>", "<a href=x>", "<h2>", "</p>", "<div id=root>", "<script>", "<li>", "<input type=password>"]
)


@settings(deadline=None)
@given(st.lists(st.one_of(_TAGS, st.text(max_size=30)), max_size=60))
def test_any_markup_is_a_reading_or_a_typed_refusal(parts: list[str]) -> None:
    with Apart() as apart:
        try:
            reading = parse_page(
                replace(fetched(""), body=("<html>" + "".join(parts)).encode("utf-8", "replace")), apart, shown="x"
            )
        except ReadingRefused:
            return
    assert reading.text.strip()


def test_a_pdf_is_read_with_its_pages_whatever_its_header_says(apart: Apart) -> None:
    data = make_pdf([PdfPage(column("The Skerra glacier drew back by six hundred metres. " * 3))])
    reading = read(apart, fetched(data, "text/html", url="https://a.org/report?id=7"))
    assert "six hundred metres" in reading.text
    assert (reading.content_type, reading.pages[0].page, reading.url) == (
        "application/pdf",
        1,
        "https://a.org/report?id=7",
    )
    assert refused(apart, fetched(b"%PDF-1.7\nnothing of the kind", "application/pdf")) == "unreadable"


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        ("<meta name=citation_doi content='doi:10.1000/X.1'>", ("doi:10.1000/x.1",)),
        ("<meta name='DC.Identifier' content='https://doi.org/10.1000/x'>", ("doi:10.1000/x",)),
        ("<meta name='dc.identifier' content='oai:archive:77'>", ()),
        (
            "<link rel=canonical href='https://o.example/p'><meta name=citation_doi content='10.1234/x'>",
            ("https://o.example/p", "doi:10.1234/x"),
        ),
    ],
)
def test_what_a_page_says_that_it_is_is_kept_as_its_word(apart: Apart, head: str, expected: tuple[str, ...]) -> None:
    reading = read(apart, fetched(html(ARTICLE, head)))
    assert reading.same_as == expected
    assert (reading.source_id, reading.url) == ("https://a.org/x", "https://a.org/x")
