"""Text from outside in a report: words, never markup; links and dates."""

import re
from dataclasses import replace

from drafts import affair, drafted
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from agent.report.markdown import escape, say_date, show_url
from agent.report.render import (
    render_markdown,
)


def test_addresses_inside_quotes_do_not_become_links():
    assert escape("see https://evil.example, www.evil.example or me@evil.example") == (
        "see https\\://evil.example, www\\.evil.example or me\\@evil.example"
    )


HOSTILE = st.one_of(
    st.text(max_size=80),
    st.sampled_from(
        [
            "![x](https://evil.example/p.png)",
            "[click](javascript:alert(1))",
            "<img src=x onerror=alert(1)>",
            "<script>alert(1)</script>",
            "# Summary",
            "1. one",
            "- item",
            "> quoted",
            "```code```",
            "https://evil.example/?a=b www.evil.example evil@evil.example",
            "[1]: https://evil.example",
            "a\n\n# b\n\n---\n",
            "&lt;b&gt; **bold** _it_ ~~x~~",
            "\u202eesrever",
            "| a | b |\n|---|---|\n| 1 | 2 |",
        ]
    ),
)


@settings(deadline=None)
@given(HOSTILE, HOSTILE, HOSTILE)
def test_text_from_outside_stays_text(quote: str, title: str, question: str):
    _, view = drafted(affair())
    hostile = tuple(
        replace(s, text=quote if s.kind == "factual" else s.text,
                citations=tuple(replace(c, quote=quote) for c in s.citations))
        for s in view.statements
    )  # fmt: skip
    sources = tuple(replace(s, title=title, publisher=title, url=None, source_id=title) for s in view.sources)
    changed = replace(view, statements=hostile, sources=sources, question=question, subquestions=(question,) * 3)
    tokens = MarkdownIt("gfm-like", {"linkify": False}).parse(render_markdown(changed))
    kinds = {token.type for token in tokens} | {c.type for t in tokens for c in t.children or []}
    alive = "image html_block html_inline link_open table_open fence code_block hr blockquote_open code_inline"
    assert not kinds & set(alive.split())
    assert sum(token.type == "heading_open" and token.tag == "h2" for token in tokens) == 5
    assert sum(token.type == "heading_open" and token.tag == "h1" for token in tokens) == 1


@settings(deadline=None)
@given(HOSTILE)
def test_an_escaped_line_shows_the_words_it_was_given(text: str):
    shown = MarkdownIt("gfm-like", {"linkify": False}).parseInline(escape(text))[0].children or []
    plain = "".join(token.content for token in shown)
    words = re.compile(r"[a-z0-9]+")
    assert words.findall(plain) == words.findall(text) or not text.isprintable()


def test_only_plain_web_addresses_become_links():
    assert show_url("https://norvik.example/a?b=c") == "<https://norvik.example/a?b=c>"
    for url in ("javascript:alert(1)", "https://user:pw@evil.example/", "https://x.example/ y", "file:///etc/passwd"):
        assert not show_url(url).startswith("<")


def test_dates_are_said_at_their_precision():
    assert [say_date(d) for d in ("2024", "2024-03", "2024-03-12", "2024-03-12T09:00:00+01:00", None, "soon")] == [
        "2024", "March 2024", "12 March 2024", "12 March 2024", "undated", "undated",
    ]  # fmt: skip
