"""What a text shows as struck out, between two tildes on either side: it is there and not said. Pure."""

import re

_STRUCK = re.compile(r"(?<!~)~~(?=[^\s~])(?:~~~~|(?!~~|\n[ \t]*\n).){1,5000}?(?<=\S)~~(?!~)", re.DOTALL)


def find_struck(text: str) -> list[tuple[int, int]]:
    """Where struck-out words stand, their marks included, in code points."""
    return [match.span() for match in _STRUCK.finditer(text)] if "~~" in text else []


def is_struck(text: str, start: int, end: int) -> bool:
    """Whether anything of `[start, end)` is struck out."""
    return any(a < end and start < b for a, b in find_struck(text))


def is_all_struck(text: str, start: int, end: int) -> bool:
    """Whether no word of `[start, end)` stands that is not struck out."""
    return is_struck(text, start, end) and not any(sign.isalnum() for sign in blank_struck(text)[start:end])


def blank_struck(text: str) -> str:
    """The text with spaces in the place of what is struck out: every other character keeps its offset."""
    return _STRUCK.sub(lambda match: " " * len(match.group()), text) if "~~" in text else text
