"""Is a stretch of a text whole sentences of it, or a part cut out, which may say another thing? Pure."""

import re

from retrievers.abbreviations import belongs_together

_AROUND = 400  # characters looked at on either side
_CLOSING = "\"'”’»›)]）］」』*_"
_ENDED = re.compile(
    rf"[.!?…。！？]+[{re.escape(_CLOSING)}~]*(?:\[[^\[\]\n]{{1,12}}\]|[\u00b9\u00b2\u00b3\u2070-\u2079])*[*_]*$"
)
_CLOSED = re.compile(rf"[.!?…。！？][{re.escape(_CLOSING)}]*$")
_TRAILS_OFF = re.compile(rf"(?:\.\.|…)[{re.escape(_CLOSING)}]*$")
_STOP = re.compile(rf"[.!。！](?![.…])[{re.escape(_CLOSING)}]*(?=\s|\[|$|[\u3040-\u9fff])")
# What stands before a sentence on its line and is no part of it: list marks, a table's edge, an agency's dateline.
_MARKS = re.compile(
    r"[ \t]*(?:(?:[-*+•‣◦–—>|]|#{1,6}|\(?(?:\d{1,3}|[a-zA-Z])[.)]|\[\d{1,3}\]|"
    r"[A-ZÄÖÜ][A-ZÄÖÜ .,-]{2,40} \([^()\n]{2,30}\) [-–—])[ \t]+)*[*_]*"
)
_GOES_ON = ",，、;；:：–—(（%‰°/?？¿"
# Words that no line and no sentence ends with: a line break after one of them is a place where the text was wrapped.
_JOINING_LISTED = (
    "a an the of to in on at by for from with without into than as and or nor but if unless until whether "
    "because since while although though that which who whose when where not no is are was were be been has "
    "have had will would may might could can cannot der die das den dem des ein eine einen und oder aber dass "
    "ob weil wenn als nicht kein keine mit ohne von zu für bei le la les un une des de du et ou mais que qui "
    "si ne pas pour sans sur el los las una y o pero con sin por para"
)
_JOINING = frozenset(_JOINING_LISTED.split())
_WORD = re.compile(r"[^\W\d_]+")


def is_whole(text: str, start: int, end: int) -> bool:
    """Say whether `[start, end)`, in code points, begins where a sentence or line begins and ends where one ends.

    "it costs 48" says another thing than "nobody believes that it costs 48", "it costs 48 % more" or "Myth: it costs
    48". What is inside quotation marks alone is another's word, and not the text's own sentence.
    """
    said = text[start:end].strip()
    return bool(said) and _begins(text, start, said) and _ends(said, text[end : end + _AROUND])


def _begins(text: str, start: int, said: str) -> bool:
    before = text[max(0, start - _AROUND) : start].rstrip(" \t\u00a0\u200b\ufeff")
    above, _, line = before.rpartition("\n")
    has_mark = bool(line.strip("*_ \t"))
    if _MARKS.fullmatch(line + " " * bool(line)) or _MARKS.fullmatch(line):
        return has_mark or not before or _is_new_line(above, said)
    if line.rstrip().endswith("|"):
        return True
    if _ENDED.search(line) is None or (_TRAILS_OFF.search(line) and said[0].islower()):
        return False
    return not belongs_together(text, max(0, start - _AROUND) + len(before), None)


def _is_new_line(above: str, said: str) -> bool:
    """Whether a line does not go on with the one above it."""
    if not above.strip() or above.endswith("\n"):
        return True
    last = _WORD.findall(above.rpartition("\n")[2])
    return not said[0].islower() and not (last and last[-1].lower() in _JOINING and above.rstrip()[-1:].isalpha())


def _ends(said: str, after: str) -> bool:
    rest = after.lstrip(" \t\u00a0\u200b*_")
    if _CLOSED.search(said):
        if after[:1] in {".", "…"} or (after[:1].isalnum() and ord(after[0]) < 0x3000):
            return False  # "48." of "48.5" and of "48..."
        return not (_TRAILS_OFF.search(said) and rest[:1].islower())
    following = rest.lstrip()
    if not following or rest[0] == "|" or _STOP.match(rest):
        return True
    if rest[0] != "\n":
        return False
    if re.match(r"\n[ \t]*\n", rest):
        return True
    words = _WORD.findall(said)
    is_open = bool(words) and words[-1].lower() in _JOINING and said[-1].isalpha()
    return not is_open and not following[0].islower() and following[0] not in _GOES_ON
