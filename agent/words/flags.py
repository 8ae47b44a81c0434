"""What a reader should know of a stored passage before relying on it. Pure."""

from collections.abc import Sequence

from agent.words.injection import is_instruction
from agent.words.references import REFERENCES, reference_sections
from retrievers.read import Heading
from retrievers.split import PassageSpan

INSTRUCTION = "instruction"
"""Text in the passage is addressed to software. The flag is shown and nothing hangs on it: text without one is data as
much as text with it."""


def flag_passages(text: str, headings: Sequence[Heading], spans: Sequence[PassageSpan]) -> list[list[str]]:
    """Return the flags of each passage of a text: INSTRUCTION, REFERENCES, both or none."""
    listed = reference_sections(text, headings)
    found: list[list[str]] = []
    for span in spans:
        speaks = is_instruction(text[span.char_start : span.char_end])
        is_listed = any(start <= span.char_start < end for start, end in listed)
        found.append([flag for flag, holds in ((INSTRUCTION, speaks), (REFERENCES, is_listed)) if holds])
    return found
