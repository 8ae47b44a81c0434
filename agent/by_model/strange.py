"""Marks that a writer put into its sentences against its orders and that name no passage: such a sentence goes back
once, and what comes of that is counted. Every mark of a report is attached by the program. Pure."""

from dataclasses import asdict, dataclass

from agent.by_model.quoting import Offered, Written
from agent.marks import WrittenMarks, read_written

_SHOWN = 3


@dataclass(slots=True)
class MarkCount:
    """How many marks of written sentences named nothing that was offered, or nothing at all; how many sentences with
    such marks were corrected, stand with the marks taken off, or were taken out."""

    unknown: int = 0
    malformed: int = 0
    corrected: int = 0
    taken_off: int = 0
    removed: int = 0

    def add(self, other: "MarkCount") -> None:
        """Count what another counted, too."""
        self.unknown += other.unknown
        self.malformed += other.malformed
        self.corrected += other.corrected
        self.taken_off += other.taken_off
        self.removed += other.removed

    def count(self, first: WrittenMarks, last: WrittenMarks | None, *, stands: bool) -> None:
        """Count one sentence: the marks of its first writing, those of the correction that stands in its place (None
        where none does), and whether anything of it stands."""
        writings = [first] if last is None else [first, last]
        self.unknown += sum(len(one.unknown) for one in writings)
        self.malformed += sum(len(one.malformed) for one in writings)
        if not any(is_strange(one) for one in writings):
            return
        if not stands:
            self.removed += 1
        elif is_strange(writings[-1]):
            self.taken_off += 1
        else:
            self.corrected += 1

    def as_counts(self) -> dict[str, int]:
        """Return what a report's header keeps; nothing where no such mark was written."""
        return asdict(self) if self.unknown or self.malformed else {}


def read_marks(written: Written, offered: Offered) -> WrittenMarks:
    """Return the marks of a sentence, those left out that stand in one of its quotes."""
    return read_written(written.text, offered.passages, [quote for _, quote in written.citations])


def is_strange(found: WrittenMarks) -> bool:
    """Whether a sentence holds a mark that names no passage."""
    return bool(found.unknown or found.malformed)


def say_strange(found: WrittenMarks) -> str:
    """Return why a sentence goes back for its marks, "" where it does not."""
    marks = (*found.unknown, *found.malformed)
    if not marks:
        return ""
    shown = ", ".join(f"“{one[:20]}”" for one in marks[:_SHOWN])
    names = "a mark that names" if len(marks) == 1 else "marks that name"
    return f"the sentence holds {names} no passage ({shown}); write it without marks"
