"""Which sentences of a passage may be claims, and how far each must be widened to stand alone."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from agent.words.causes import ANNOUNCES_CAUSE
from agent.words.corrections import RIGHT_START, find_taken_back
from agent.words.disowned import Around
from agent.words.injection import is_instruction
from agent.words.references import is_note_heading, is_reference_heading, reference_spans
from agent.words.struck import find_struck
from agent.words.terms import count_words, is_unspaced
from agent.words.values import find_values
from agent.words.wording import DEPENDENT_START, GREETING, QUALIFIER_START, WE_START
from retrievers.split import Sentence, split_sentences

MAX_QUOTE = 700  # characters
MAX_HEADING = 150  # characters
MIN_WORDS = 4
_END = re.compile(r"[.!…。！][\"'”’»“)\]）」』\d]{0,4}$")
_MARKS = re.compile(r"[\"“”„«»]")
# What stands before a sentence and is no part of it: a list mark, an agency's dateline.
_MARKER = re.compile(
    r"(?:[A-ZÄÖÜ][A-ZÄÖÜ .,-]{2,40} \([^()\n]{2,30}\) [-–—](?=\s)|[-*+•‣◦–]|\d{1,3}[.)]|[a-zA-Z][.)])[ \t]+"
)
_ENTRY = re.compile(r"[^\W_][^:|?\n]{1,60}:\s+[^\s:|?][^|?\n]{0,160}")
_TITLE = re.compile(r"[A-ZÄÖÜ][^.:;!|?\n]{2,80}")
# Who speaks, before a turn of questions and answers: "A (Minister Tveit): No."; not a part of what is said.
TURN = re.compile(
    r"(?:[A-Z]|Question|Answer|Frage|Antwort|Réponse|Pregunta|Respuesta)(?: ?\([^()\n]{2,60}\))?\s?:\s+(?=\S)|"
    r"(?:[A-ZÄÖÜ][\w.’'-]*\s?){1,5}(?:\([^()\n]{2,60}\))?:\s+(?=(?:[Nn]o|[Yy]es|[Nn]ein|[Jj]a|[Nn]on|[Oo]ui|[Ss]í)[.!]*$)"
)
_PRONOUN = re.compile(r"(?:It|They|He|She|Es|Sie|Er|Ils?|Elles?)\b")
_REFERENCE = re.compile(
    r"^\[\d+\]\s|\bdoi\b|\bet al\.?,? .{0,60}\(?(?:19|20)\d\d|\bISBN\b|\bISSN\b|\barXiv:|"
    r"\bRetrieved (?:from|on)\b|"
    r"\bpp?\. ?\d+|\bvol\. ?\d+|^(?:[A-Z][\w'’-]+, (?:[A-Z]\.\s?)+(?:,|&|and)?\s?)+|^(?:\S+\s+){0,5}\S*\bhttps?://\S+$",
)
_NAVIGATION = re.compile(
    r"\b(?:cookies?|subscribe|newsletter|sign (?:in|up)|log ?in|read more|skip to|share this|"
    r"all rights reserved|copyright|©|"
    r"terms of (?:use|service)|privacy policy|click here|menu|powered by|follow us|javascript)\b|[|›»→].*[|"
    r"›»→]",
    re.IGNORECASE,
)
# What a message's or a package's head says of itself, and marks of a markup language.
_FIELDS = re.compile(
    r"[A-Z][A-Za-z0-9]*(?:-[A-Z][A-Za-z0-9]*)+: |[A-Z][\w-]*: \S.{0,80}? [A-Z][\w-]*: \S|"
    r"(?:\.\. )?_[^:\n]{1,80}: https?:|\.\. \S"
)


# A sentence that stands alone and yet speaks of something that the one before it may name.
_LEANS = re.compile(
    r"\bof (?:them|these|those)\b|\b(?:it|they|he|she)\s+\w+|\bdavon\b|\b(?:es|er|sie)\s+\w+", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Sayable:
    """A stretch that may be a claim, with offsets in its window; `core` is the sentence it was widened from.

    `is_helped`: the sentence can stand alone, and is given a second time with the one before it, which says what a
    word in it stands for. `is_entry`: a list item "Key: value", which says no more than its key.
    `heading_end`: where the heading ends that the stretch begins with, 0 where it begins with none.
    """

    char_start: int
    char_end: int
    core_start: int
    core_end: int
    is_widened: bool
    is_helped: bool = False
    is_entry: bool = False
    heading_end: int = 0


@dataclass(frozen=True, slots=True)
class _Piece:
    start: int
    end: int
    text: str
    joins_before: bool
    sound: bool
    is_entry: bool = False
    is_quoted: bool = False


def find_sayable(window: str, language: str | None, heading: str | None, begins: int = 0) -> list[Sayable]:
    """Sentences of a window (a passage between its neighbours) that can be claims, widened to stand alone.

    Left out: headings, list and table fragments, navigation, references, questions, what is under four words,
    what speaks to software, what is struck out or taken back by what stands around it, and sentences that need words
    from before the window. A heading that asks is taken along
    with the sentence under it; another heading with a sentence that begins with a pronoun. `heading` holds from
    `begins` on, where the passage starts.
    """
    if is_reference_heading(heading) or is_note_heading(heading):
        return []
    listed = reference_spans(window, begins, heading)
    sentences = split_sentences(window, language)
    pieces = [_without(one, listed) for one in _pieces(window, sentences)]
    around = Around(window, sentences, heading, begins)
    found: list[Sayable] = []
    for at, piece in enumerate(pieces):
        if piece.is_entry and not around.takes_back(at, at):
            found.append(Sayable(piece.start, piece.end, piece.start, piece.end, is_widened=False, is_entry=True))
        if not piece.sound:
            continue
        first, last = _widen(pieces, at, language)
        if around.takes_back(at if first is None else first, last):
            continue
        headed = _headed(pieces, at)
        if headed is not None:
            found.append(headed)
        if first is None:
            continue
        start, end = pieces[first].start, pieces[last].end
        if end - start > MAX_QUOTE:
            continue
        found.append(Sayable(start, end, piece.start, piece.end, is_widened=(first, last) != (at, at)))
        if first == at and at > 0 and _LEANS.search(piece.text[:80]) and piece.joins_before and pieces[at - 1].sound:
            before, _ = _widen(pieces, at - 1, language)
            if before is not None and end - pieces[before].start <= MAX_QUOTE:
                helped = Sayable(pieces[before].start, end, piece.start, piece.end, is_widened=True, is_helped=True)
                found.append(helped)
    return found


def _without(piece: _Piece, listed: Sequence[tuple[int, int]]) -> _Piece:
    """The piece, one that says nothing by itself where it stands in a list of other works."""
    is_listed = any(start < piece.end and piece.start < end for start, end in listed)
    return replace(piece, sound=False, is_entry=False) if is_listed else piece


def _headed(pieces: list[_Piece], at: int) -> Sayable | None:
    """The first sentence of a paragraph with the heading above it, where that asks or says what a pronoun means."""
    piece, above = pieces[at], pieces[at - 1] if at else None
    if (
        above is None
        or piece.joins_before
        or above.joins_before
        or above.is_entry
        or piece.end - above.start > MAX_QUOTE
    ):
        return None
    leans = _PRONOUN.match(piece.text) is not None
    if len(above.text) > MAX_HEADING or _NAVIGATION.search(above.text) or is_instruction(above.text):
        return None
    if above.text.endswith(("?", "？")) or (leans and _TITLE.fullmatch(above.text)):
        return Sayable(
            above.start, piece.end, piece.start, piece.end, is_widened=True, is_helped=not leans, heading_end=above.end
        )
    return None


def _widen(pieces: list[_Piece], at: int, language: str | None) -> tuple[int | None, int]:
    """First and last piece that a sentence needs: what it refers back to, what takes something back from it, what it
    takes back itself, the cause that it only announces."""
    first: int | None = at
    if at and _corrects(pieces[at - 1], pieces[at], language):
        first = at - 1
    while first is not None and _is_dependent(pieces[first]):
        before = first - 1
        if before < 0 or not pieces[first].joins_before or not pieces[before].sound or at - before > 2:
            first = None
        else:
            first = before
    last = at
    if at + 1 < len(pieces):
        after = pieces[at + 1]
        is_limited = after.sound and QUALIFIER_START.match(after.text)
        is_told = after.sound and ANNOUNCES_CAUSE.fullmatch(pieces[at].text) is not None
        if after.joins_before and (is_limited or is_told or _takes_back(pieces[at], after, language)):
            last = at + 1
    return first, last


def _corrects(before: _Piece, piece: _Piece, language: str | None) -> bool:
    """Whether a sentence says what is right instead of what the one before it gives up."""
    is_right = piece.joins_before and piece.sound and before.sound and RIGHT_START.match(piece.text)
    return bool(is_right) and bool(find_taken_back(f"{before.text} {piece.text}", language))


def _takes_back(piece: _Piece, after: _Piece, language: str | None) -> bool:
    """Whether the sentence after one gives up another value of a kind that stands in it, or says what is right."""
    if _corrects(piece, after, language):
        return True
    whole = f"{piece.text} {after.text}"
    taken = [one for one in find_taken_back(whole, language) if one.char_start > len(piece.text)] if after.sound else []
    kinds = {one.kind for one in find_values(piece.text, language)} if taken else set[str]()
    return any(one.kind in kinds for one in taken)


def _is_dependent(piece: _Piece) -> bool:
    text = piece.text.lstrip("\"'“”„»«(")
    text = text[:1].upper() + text[1:]
    return bool(DEPENDENT_START.match(text) or (piece.is_quoted and WE_START.match(text)))


def _is_quoted(before: str, text: str) -> bool:
    """Whether a sentence stands in quotation marks, given its paragraph up to it."""
    return text[:1] in "\"'“”„»«‘‚" or any(len(_MARKS.findall(each)) % 2 for each in (before, text))


def _pieces(window: str, sentences: Sequence[Sentence]) -> Iterator[_Piece]:
    before_end = paragraph = 0
    greeted = False
    struck = find_struck(window)
    for sentence in sentences:
        start, end = _after_struck(window, sentence, struck)
        gap = window[before_end:start]
        text = window[start:end]
        marker = _MARKER.match(text)
        if marker is not None and marker.end() < len(text):
            start, text = start + marker.end(), text[marker.end() :]
        joins = before_end > 0 and marker is None and not re.search(r"\n[ \t]*\n", gap)
        paragraph = paragraph if joins else start
        opening = not joins and before_end == 0 and text[:1].islower()
        entry = marker is not None and is_entry(text)
        quoted = _is_quoted(window[paragraph:start], text)
        shown = any(a < end and start < b for a, b in struck)
        entry = entry and not shown
        sound = not opening and not shown and is_sound(text[:1].upper() + text[1:] if greeted else text)
        greeted = GREETING.fullmatch(text) is not None
        yield _Piece(start, end, text, joins, sound=sound, is_entry=entry, is_quoted=quoted)
        before_end = end


def _after_struck(window: str, sentence: Sentence, struck: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """The sentence without the marks of struck-out words that end at its beginning."""
    start, end = sentence.char_start, sentence.char_end
    ends = [b for _, b in struck if start < b < end and not window[start:b].strip("~ ")]
    start = max(ends, default=start)
    return start + len(window[start:end]) - len(window[start:end].lstrip()), end


def is_entry(text: str) -> bool:
    """Whether a list item is a key with its value, and nothing that a page or a package says of itself."""
    if _ENTRY.fullmatch(text) is None or _FIELDS.match(text) or _NAVIGATION.search(text) or "://" in text:
        return False
    return not (_REFERENCE.search(text) or is_instruction(text) or is_sound(text))


def is_sound(text: str) -> bool:
    """Whether a sentence says something by itself: whole, no question, heading, list of links or reference."""
    turn = TURN.match(text)
    text = text[turn.end() :] if turn else text
    words = count_words(text)
    if words < MIN_WORDS or (is_unspaced(text) and words < MIN_WORDS):
        return False
    first = next((character for character in text if character.isalnum()), "")
    if first.islower() or not _END.search(text) or text.rstrip("\"'”’»)]").endswith(("?", "？")):
        return False
    if (
        " | " in text
        or _FIELDS.match(text)
        or _REFERENCE.search(text)
        or _NAVIGATION.search(text)
        or is_instruction(text)
    ):
        return False
    return sum(character.isalpha() for character in text) * 2 > len(text.replace(" ", ""))
