"""Citation marks and reference lists of a report, whoever wrote it: found by its text alone, pure."""

from agent.marks.marked import KINDS, Kind, Malformed, Mark, Marked, Reference, Sentence
from agent.marks.parse import parse_marks
from agent.marks.written import WrittenMarks, read_written, take_off

__all__ = [
    "KINDS",
    "Kind",
    "Malformed",
    "Mark",
    "Marked",
    "Reference",
    "Sentence",
    "WrittenMarks",
    "parse_marks",
    "read_written",
    "take_off",
]
