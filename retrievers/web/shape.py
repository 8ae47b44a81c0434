"""The shape of an HTML page, apart from its main text: what stands in it that tells a text from a wall. Pure."""

import re
from dataclasses import dataclass

from retrievers.read.blocks import TextBuilder, collapse_spaces
from retrievers.read.hidden import drop_hidden, drop_textless
from retrievers.read.markup import walk
from retrievers.read.tree import Element

_APP_ROOTS = frozenset({"root", "app", "__next", "__nuxt", "___gatsby", "svelte", "app-root", "main-app", "react-root"})
_SENDS_ON = re.compile(r"\s*\d{0,3}(?:\.\d*)?\s*[;,]\s*url\s*=\s*['\"]?([^'\"\s]+)", re.IGNORECASE)
_HEADINGS = ("h1", "h2", "h3", "h4")


@dataclass(frozen=True, slots=True)
class PageShape:
    """What classifying looks at; all texts with single spaces.

    `blocks` are the visible paragraphs, headings, lists; `link_texts` what each link says, `buttons` what each button;
    `linked_headings` those headings that are links or hold one; `has_empty_root` that scripts are meant to fill the
    page; `sends_on` the address that it sends browsers to by itself.
    """

    title: str
    first_heading: str
    blocks: tuple[str, ...]
    noscript: str
    link_texts: tuple[str, ...]
    buttons: tuple[str, ...]
    linked_headings: tuple[str, ...]
    scripts: int
    passwords: int
    has_empty_root: bool
    sends_on: str | None

    @property
    def visible(self) -> int:
        """Count the characters that a reader sees."""
        return sum(map(len, self.blocks))


def find_shape(tree: Element) -> PageShape:
    """Read the shape of a parsed page. The tree is changed: what is hidden or without text is taken out."""
    noscript = " ".join(_text(e) for e in tree.iter("noscript"))
    scripts = sum(1 for _ in tree.iter("script"))
    title = next((_text(e) for e in tree.iter("title")), "")
    sends_on = next((target for e in tree.iter("meta") if (target := _refresh(e))), None)
    passwords = sum(1 for e in tree.iter("input") if (e.get("type") or "").lower() == "password")
    drop_hidden(tree)
    buttons = tuple(said for e in tree.iter("button", "input") if (said := _button(e)))
    drop_textless(tree)
    builder = TextBuilder()
    walk(tree, builder)
    text, _ = builder.finish()
    links = tuple(said for e in tree.iter("a") if (said := _text(e)))
    return PageShape(
        title=title,
        first_heading=next((_text(e) for e in tree.iter("h1")), ""),
        blocks=tuple(collapse_spaces(block) for block in text.split("\n\n")),
        noscript=noscript,
        link_texts=links,
        buttons=buttons,
        linked_headings=tuple(_text(e) for e in tree.iter(*_HEADINGS) if _is_linked(e)),
        scripts=scripts,
        passwords=passwords,
        has_empty_root=any(_is_root(e) and not _text(e) for e in tree.iter("div", "app-root", "main")),
        sends_on=sends_on,
    )


def _button(element: Element) -> str:
    is_input = element.tag == "input" and (element.get("type") or "").lower() in {"submit", "button"}
    return collapse_spaces(element.get("value") or "") if is_input else _text(element)


def _is_root(element: Element) -> bool:
    return element.tag == "app-root" or (element.get("id") or "").lower() in _APP_ROOTS


def _is_linked(heading: Element) -> bool:
    return bool(_text(heading)) and (
        any(True for _ in heading.iter("a")) or any(above.tag == "a" for above in heading.iterancestors())
    )


def _refresh(element: Element) -> str | None:
    if (element.get("http-equiv") or "").strip().lower() != "refresh":
        return None
    match = _SENDS_ON.match(element.get("content") or "")
    return match.group(1) if match else None


def _text(element: Element) -> str:
    return collapse_spaces("".join(element.itertext()))
