"""Names in a text that say something new: pure."""

import re
from collections.abc import Iterator, Sequence

from agent.words.terms import Term

_JOINT = re.compile(r"[ \u00a0'’.-]{1,2}|(?: (?:of|de|der|von|van|du|da|the) )")


def find_runs_of_names(text: str, terms: Sequence[Term], known: set[str], *, most: int) -> Iterator[str]:
    """Yield runs of at most `most` names, one of them not in `known`; one word that begins the text is none."""
    run: list[Term] = []
    for term in [*terms, None]:
        joins = term is not None and term.is_name and run and _JOINT.fullmatch(text[run[-1].char_end : term.char_start])
        if term is not None and joins and len(run) < most:
            run.append(term)
            continue
        begins = bool(run) and not any(letter.isalnum() for letter in text[: run[0].char_start])
        if run and not (begins and len(run) == 1) and any(one.stem not in known for one in run):
            yield text[run[0].char_start : run[-1].char_end]
        run = [term] if term is not None and term.is_name else []
