"""Words that a text shows struck out: kept, between `~~`, so that nobody takes them for what it says."""

import re

from retrievers.read.tree import Element

_MARK = "~~"
_TAGS = {"del", "s", "strike"}
_LINE_THROUGH = re.compile(r"(?:^|;)\s*text-decoration(?:-line)?\s*:[^;]*\bline-through\b", re.IGNORECASE)


def strike(text: str) -> str:
    """Put a text's words between the marks, inside the white space around them; no words, no marks."""
    words = text.strip()
    if not words:
        return text
    before, _, after = text.partition(words)
    return f"{before}{_MARK}{words}{_MARK}{after}"


def mark_struck(tree: Element) -> None:
    """Put what a page strikes out between the marks, in place: each stretch of words that no tag parts."""
    struck = [element for element in tree.iter() if _is_struck(element)]
    for element in struck:
        if not any(_is_struck(above) for above in element.iterancestors()):
            for one in element.iter():
                one.text = strike(one.text or "")
                if one is not element:
                    one.tail = strike(one.tail or "")


def _is_struck(element: Element) -> bool:
    return element.tag in _TAGS or bool(_LINE_THROUGH.search(element.get("style") or ""))
