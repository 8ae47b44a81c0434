"""Cypher as a stream of tokens, read as strictly as both server releases read it, or more strictly.

What could be read in two ways is refused here: unicode escapes (decoded by 2026.x before anything else), characters
outside quotes that are neither ASCII nor a letter (the server has look-alikes of its own for spaces and dashes),
letters that some program folds to ASCII, numbers that run into words.
"""

import re
import unicodedata
from dataclasses import dataclass
from typing import Literal

MAX_CHARACTERS = 10_000
MAX_DIGITS = 400
MAX_NESTING = 24
"""Brackets in each other: 800 lists in each other kept the server's own parser busy for minutes."""

Kind = Literal["name", "quoted", "string", "number", "symbol", "end"]


class Unreadable(Exception):
    """The text is not in the part of Cypher that is let through; its message is a whole sentence."""


class Misspelt(Unreadable):
    """The text is no Cypher: something is missing, or stands where nothing of that kind may."""


@dataclass(frozen=True, slots=True)
class Token:
    """One token: `text` as written, `value` decoded (a name without back-ticks), `before` the white space before it.

    `word` is the text in ASCII lower case where it may be a keyword, else empty; `partner` is the index of the
    closing bracket of an opening one.
    """

    kind: Kind
    text: str
    value: str
    before: str
    start: int
    word: str = ""
    partner: int = -1


_TOKEN = re.compile(
    r"""
    (?P<space>[\ \t\r\n]+)
  | (?P<line>//[^\r\n]*)
  | (?P<block>/\*.*?\*/)
  | (?P<string>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")
  | (?P<quoted>`(?:[^`]|``)+`)
  | (?P<number>0[xX][0-9a-fA-F]+|0o[0-7]+|(?:[0-9][0-9_]*\.[0-9]+|\.[0-9]+|[0-9][0-9_]*)(?:[eE][+-]?[0-9]+)?)
  | (?P<name>[^\W\d]\w*)
  | (?P<symbol><>|<=|>=|=~|\.\.|::|\|\||/(?!\*)|[-+*%^=<>()\[\]{},.:;|&!$])
    """,
    re.VERBOSE | re.DOTALL,
)
_ASCII_LOWER = str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz")
_ODD_BREAKS = re.compile("[\x0b\x0c\x1c-\x1f\x85\u2028\u2029]")
_FOLDS_TO_ASCII = frozenset("\u0130\u0131")
_CLOSING = {"(": ")", "[": "]", "{": "}"}


def place(text: str, at: int) -> str:
    """Return `line 2, column 5` for an offset in the text."""
    line = text.count("\n", 0, at) + 1
    return f"line {line}, column {at - text.rfind(chr(10), 0, at)}"


def read_tokens(text: str) -> list[Token]:
    """Return the tokens of a statement, the last of kind `end`. Raises Unreadable."""
    _refuse_as_a_whole(text)
    tokens: list[Token] = []
    before, at = "", 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            raise _unknown(text, at)
        kind, piece = match.lastgroup, match.group()
        at = match.end()
        if kind == "space":
            before += piece.replace("\t", " ").replace("\r", "\n")
        elif kind in ("line", "block"):
            if _ODD_BREAKS.search(piece):
                raise Unreadable(f"The comment at {place(text, match.start())} has an odd line break in it.")
            before += " "
        else:
            tokens.append(_token(kind, piece, before, text, match.start()))
            before = ""
    tokens.append(Token("end", "", "", "", len(text)))
    return _with_partners(tokens, text)


def _refuse_as_a_whole(text: str) -> None:
    if len(text) > MAX_CHARACTERS:
        raise Unreadable(f"The statement has {len(text)} characters; at most {MAX_CHARACTERS} are let through.")
    if re.search(r"\\u", text, re.IGNORECASE):
        raise Unreadable("A unicode escape (backslash u) stands in the statement; write the character itself.")
    if any("\ud800" <= character <= "\udfff" or character == "\0" for character in text):
        raise Unreadable("The statement holds a NUL or half a character; write it as plain text.")


def _unknown(text: str, at: int) -> Unreadable:
    character, where = text[at], place(text, at)
    if character in "'\"`":
        return Misspelt(f"The quote at {where} is never closed.")
    if text.startswith("/*", at):
        return Misspelt(f"The comment at {where} is never closed.")
    name = unicodedata.name(character, "a control character").lower()
    return Unreadable(f"U+{ord(character):04X} ({name}) at {where} may stand only inside quotes.")


def _token(kind: str | None, piece: str, before: str, text: str, at: int) -> Token:
    if kind == "name":
        if unicodedata.normalize("NFKC", piece) != piece or _FOLDS_TO_ASCII.intersection(piece):
            raise Unreadable(f"The word {piece!r} has letters that look like others; put it between back-ticks.")
        word = piece.translate(_ASCII_LOWER) if piece.isascii() else ""
        return Token("name", piece, piece, before, at, word)
    if kind == "quoted":
        return Token("quoted", piece, piece[1:-1].replace("``", "`"), before, at)
    if kind == "string":
        return Token("string", piece, piece[1:-1], before, at)
    if kind == "number":
        if len(piece) > MAX_DIGITS:
            raise Unreadable(f"The number at {place(text, at)} has more than {MAX_DIGITS} digits.")
        after = text[at + len(piece) : at + len(piece) + 1]
        if after.isalnum() or after == "_":
            raise Misspelt(f"The number at {place(text, at)} runs into what follows it.")
        return Token("number", piece, piece, before, at)
    return Token("symbol", piece, piece, before, at)


def _with_partners(tokens: list[Token], text: str) -> list[Token]:
    partners: dict[int, int] = {}
    open_ones: list[int] = []
    for index, token in enumerate(tokens):
        if token.kind != "symbol":
            continue
        if token.text in _CLOSING:
            open_ones.append(index)
            if len(open_ones) > MAX_NESTING:
                raise Unreadable(f"More than {MAX_NESTING} brackets stand in each other at {place(text, token.start)}.")
        elif token.text in _CLOSING.values():
            if not open_ones or _CLOSING[tokens[open_ones[-1]].text] != token.text:
                raise Misspelt(f"The {token.text!r} at {place(text, token.start)} closes nothing.")
            partners[open_ones.pop()] = index
    if open_ones:
        first = tokens[open_ones[-1]]
        raise Misspelt(f"The {first.text!r} at {place(text, first.start)} is never closed.")
    return [
        Token(token.kind, token.text, token.value, token.before, token.start, token.word, partners.get(index, -1))
        for index, token in enumerate(tokens)
    ]
