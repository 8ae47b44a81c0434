"""The style of Neo4j Browser (GraSS) as data. Pure."""

import re
from functools import cache
from importlib import resources

from graph.errors import PageDiffers

Style = dict[str, dict[str, str]]
"""Selector -> property -> value, in the file's order: later rules win."""

_RULE = re.compile(r"\s*(?P<selector>[^{}]*?)\s*\{(?P<body>(?:[^{}\"]|\"[^\"]*\")*)\}")
_PROPERTY = re.compile(r"\s*(?P<name>[a-z-]+)\s*:\s*(?P<value>\"[^\"]*\"|[^;\"]+?)\s*(?:;|$)")


def read_grass() -> str:
    """Return the text of our style file."""
    return resources.files("graph.server.browser").joinpath("claimgraph.grass").read_text(encoding="utf-8")


@cache
def read_style() -> Style:
    """Return our style."""
    return parse_style(read_grass())


def parse_style(grass: str) -> Style:
    """Return the rules of a GraSS text.

    Raises PageDiffers for an empty or repeated selector and for whatever is no rule: an empty one makes every graph
    crash the whole page, after a reload too.
    """
    style: Style = {}
    end = 0
    while grass[end:].strip():
        rule = _RULE.match(grass, end)
        if rule is None or not re.fullmatch(r"(?:node|relationship)(?:\.\w+)?", rule["selector"]):
            line = grass.count("\n", 0, end + len(grass[end:]) - len(grass[end:].lstrip())) + 1
            raise PageDiffers(f"line {line} of the style is no rule such as node.Claim {{ color: #DADDE3; }}; mend it")
        if rule["selector"] in style:
            raise PageDiffers(f"the style has two rules for {rule['selector']}; put them into one")
        style[rule["selector"]] = _properties(rule["selector"], rule["body"])
        end = rule.end()
    return style


def _properties(selector: str, body: str) -> dict[str, str]:
    found: dict[str, str] = {}
    end = 0
    while body[end:].strip():
        match = _PROPERTY.match(body, end)
        if match is None:
            raise PageDiffers(f"the rule for {selector} holds {body[end:].strip()!r}, which is no property; mend it")
        found[match["name"]] = match["value"].strip('"')
        end = match.end()
    return found
