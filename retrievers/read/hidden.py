"""Elements of a page that no reader sees; their text must not become evidence."""

import re

from retrievers.read.tree import Element

# What stands for the whole page: scripts show these later, so a style that hides them hides nothing.
_WHOLE_PAGE = {"html", "body", "main", "article"}
_NO_TEXT = {"script", "style", "template", "noscript", "iframe", "object", "svg", "head", "input", "select"}
# Never shown where scripts run; and pronunciation printed small above a word, no part of the sentence.
_MAX_SHEET = 200_000  # characters of a style sheet that are looked at
_NO_NOTICE = 2_000  # characters; a notice that scripts are needed is shorter
_UNSEEN = ("template", "noscript", "rt", "rp")
_HIDING = re.compile(
    r"(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|opacity\s*:\s*0*(?:\.0+)?\s*(?:!|;|$)"
    r"|font-size\s*:\s*0(?:px|em|rem|pt|%)?\s*(?:!|;|$)|text-indent\s*:\s*-\d{3,}|(?:left|top)\s*:\s*-\d{4,}"
    r")",
    re.IGNORECASE,
)
_TRANSPARENT = re.compile(r"(?:^|;)\s*color\s*:\s*transparent", re.IGNORECASE)
_COLOUR = re.compile(
    r"(?:^|;)\s*(color|background(?:-color)?)\s*:\s*(#[0-9a-f]{3,8}|[a-z]+|rgba?\([^)]*\))", re.IGNORECASE
)
_RULE = re.compile(r"([^{}@]{1,400})\{([^{}]{1,2000})\}")
_SIMPLE = re.compile(r"\s*([.#])([A-Za-z_][\w-]*)\s*")
_AT_BLOCK = re.compile(r"@[^{};@]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}")
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
_WHITE = {"white", "#fff", "#ffffff", "rgb(255,255,255)"}


def drop_hidden(tree: Element) -> None:
    """Take out, in place, what is hidden by attribute, inline style or a plain class or id rule."""
    classes, ids = _hidden_names(tree)
    hidden: list[Element] = []
    for element in tree.iter():
        if element.tag in _WHOLE_PAGE:
            continue
        if _is_hidden(element) or element.get("id") in ids or not classes.isdisjoint(_classes(element)):
            hidden.append(element)
    hidden.extend(e for e in tree.iter(*_UNSEEN) if not _is_unclosed(e))
    for element in hidden:
        if element.getparent() is not None:
            element.drop_tree()


def _is_unclosed(element: Element) -> bool:
    """Say whether the parser put the page itself into a noscript whose end is missing, as browsers do not."""
    return element.tag == "noscript" and sum(map(len, element.itertext())) > _NO_NOTICE


def drop_textless(tree: Element) -> None:
    """Take out scripts, styles, templates and the like, for a fragment that no extractor cleans."""
    for element in list(tree.iter(*_NO_TEXT)):
        if element.getparent() is not None:
            element.drop_tree()


def _classes(element: Element) -> list[str]:
    return (element.get("class") or "").split()


def _is_hidden(element: Element) -> bool:
    if element.get("hidden") is not None and element.get("hidden") != "until-found":
        return True
    style = element.get("style")
    return bool(style) and (_hides(style) or _same_colours(element, style))


def _hides(style: str) -> bool:
    if _HIDING.search(style):
        return True
    # A text that shows its background through its letters is transparent and seen.
    return bool(_TRANSPARENT.search(style)) and "background-clip" not in style.lower()


def _same_colours(element: Element, style: str) -> bool:
    """White on white, or one colour on itself, as far as inline styles tell."""
    colours = {kind.lower()[:10]: "".join(value.lower().split()) for kind, value in _COLOUR.findall(style)}
    text, ground = colours.get("color"), colours.get("background")
    if text is None:
        return False
    if ground is not None:
        return text == ground or {text, ground} <= _WHITE
    chain = (element, *element.iterancestors())
    has_ground = any(e.get("bgcolor") or e.get("class") or "background" in (e.get("style") or "") for e in chain)
    return text in _WHITE and not has_ground


def _hidden_names(tree: Element) -> tuple[set[str], set[str]]:
    classes: set[str] = set()
    ids: set[str] = set()
    for sheet in tree.iter("style"):
        css = _AT_BLOCK.sub("", _COMMENT.sub("", (sheet.text or "")[:_MAX_SHEET]))
        for selectors, body in _RULE.findall(css):
            if not _hides(body):
                continue
            for selector in selectors.split(","):
                if match := _SIMPLE.fullmatch(selector):
                    (classes if match.group(1) == "." else ids).add(match.group(2))
    return classes, ids
