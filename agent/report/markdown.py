"""Text from outside as inert Markdown: what a source or a person wrote is shown, and never becomes markup."""

import re
import unicodedata

_MARKUP = re.compile(r"[\\`*\[\]]|<(?=[A-Za-z/!?])|(?<!\w)_|_(?!\w)|~(?=~)|(?<=~)~|&(?=#?\w+;)|!(?=\[)|(?<=\S)\$(?!\d)")
_LINK = re.compile(r"(?i)\b(https?|ftp|file|javascript|data|mailto|xmpp)(:)|\b(www)(\.)|(?<=\w)(@)(?=\w)")
# Marks in brackets that Markdown has no escape for: what looks like one in a text from outside must not be one of ours.
_WIDE_MARK = re.compile(r"[【［〔](?=\s*\^?\d[^【】［］〔〕\n]{0,80}[】］〕])")
_ERASED = re.compile(r"\[(erased \d{4}-\d\d-\d\d)\]")
_BLOCK = re.compile(r"(?:#{1,6}|[-+])(?=\s|$)|[>=|]|-{2,}|~{3,}|\d{1,9}(?=[.)](?:\s|$))")
_SAFE_URL = re.compile(r"https?://[^\s<>\"'`\\{}|^@\[\]]+")
_NO_NAME = re.compile(
    r"(?i)[()\[\]{}“”\"«»—–:;|]|,.*\d|\b(?:(?:un)?supported|conflicting|unreviewed|judged|origins?)\b"
)
_INNER = str.maketrans("“”", "‘’")
_OVERRIDES = frozenset("\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff")


def escape(text: str) -> str:
    """One line of Markdown that shows a text as it is: no link, image, HTML, heading, list or formula comes alive.

    White space runs become one space; control characters and marks that reorder text are left out.
    """
    kept = "".join(
        " " if character.isspace() else character
        for character in text
        if (unicodedata.category(character)[0] != "C" or character.isspace()) and character not in _OVERRIDES
    )
    line = re.sub(r" +", " ", kept).strip()
    line = _ERASED.sub(r"(\1)", line)
    line = _MARKUP.sub(lambda match: "\\" + match.group(), line)
    line = _LINK.sub(_cut_link, line)
    line = _WIDE_MARK.sub(lambda match: f"&#{ord(match.group())};", line)
    block = _BLOCK.match(line)
    if block is None:
        return line
    start = block.group()
    return f"{start}\\{line[len(start) :]}" if start.isdigit() else "\\" + line


def show_name(name: str) -> str:
    """A name as it is where it can only be read as one; in quotation marks where it could pass for words of ours."""
    return show_title(name) if _NO_NAME.search(name) else escape(name)


def show_title(title: str) -> str:
    """A title in quotation marks, which those inside it cannot end."""
    return f"“{escape(title.translate(_INNER))}”"


def _cut_link(match: re.Match[str]) -> str:
    if match[1]:
        return f"{match[1]}\\{match[2]}"
    return f"{match[3]}\\{match[4]}" if match[3] else "\\@"


def show_url(url: str) -> str:
    """An http(s) address without a login as a live link that shows itself whole; anything else as plain text."""
    return f"<{url}>" if _SAFE_URL.fullmatch(url) and url.isprintable() else escape(url)


_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip


def say_date(iso: str | None) -> str:
    """An ISO date at the precision it is given with, as people write it; "undated" where there is none."""
    match = re.match(r"(\d{4})(?:-(\d\d)(?:-(\d\d))?)?", iso or "")
    if match is None:
        return "undated"
    year, month, day = match[1], match[2], match[3]
    if month is None or not 1 <= int(month) <= 12:
        return year
    named = f"{_MONTHS[int(month) - 1]} {year}"
    return f"{int(day)} {named}" if day else named
