"""The reviewer at the command line: claim after claim is shown on stderr, an answer a line comes from stdin."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

import click

from agent.cli.face import Face, counted, inert
from agent.cli.lines import Lines
from agent.cli.review_word import carry_out, tell
from agent.curate import ConflictDecided, Decided, decide_conflict, undo
from agent.errors import DecidedMeanwhile, NotDecidable
from agent.ledger.answers import PROMPT, Answer, read_answer
from agent.ledger.entry import Entry
from agent.ledger.look import look_at
from agent.ledger.read import read_entries
from graph.store import GraphStore

_HELP = """accept [WHY]              its quotes bear it out
reject WHY                they do not
narrow NEW WORDING        a claim that they do bear out takes its place
split ONE || OTHER        several claims take its place
note TEXT                 kept in the history, decides nothing
resolve WHY, dismiss WHY  its open conflict is settled, or is none
skip, undo, quit          numbers in brackets name quotes: accept [1,3], reject [2] WHY, narrow NEW WORDING [1]"""
_STAYS = {"note", "resolve", "dismiss", "undo"}
_DONE, _REFUSED, _WRONG = 0, 4, 2


@dataclass(slots=True)
class Walk:
    """One reviewer's walk over claims; what was decided is written at once."""

    face: Face
    lines: Lines
    store: GraphStore
    person: str
    done: list[Decided | ConflictDecided] = field(default_factory=list[Decided | ConflictDecided])
    refused: int = 0

    async def over(self, keys: Sequence[str], statuses: Collection[str] = ()) -> int:
        """Show the claims and carry the answers out until there is no claim or no answer left; return the exit code.

        `statuses` are those that are looked for: a claim that has another one by now is passed over. From a pipe its
        line is read all the same, because the lines behind it are meant for the claims behind it; for the same reason
        a line there that is no answer ends the walk with 2, where a person is asked again.
        """
        place = 0
        shown: tuple[str, int] | None = None
        while place < len(keys):
            found = await read_entries(self.store, [keys[place]])
            is_wanted = bool(found) and (not statuses or found[0].status in statuses)
            if not is_wanted and (self.lines.is_terminal or not found):
                place += 1
                continue
            if shown != (shown := (keys[place], found[0].assessments)):
                self._show(found[0], place + 1, len(keys))
            try:
                step = await self._answered(found[0], is_wanted=is_wanted)
            except _NoAnswer as error:
                self._say(f"not taken: {error}")
                if not self.lines.is_terminal:
                    self._say(f"the walk ends here; {self._summary()}")
                    return _WRONG
                continue
            if step is None:
                break
            place = keys.index(step) if isinstance(step, str) else place + step
        self._say(self._summary())
        return _REFUSED if self.refused else _DONE

    async def _answered(self, entry: Entry, *, is_wanted: bool) -> int | str | None:
        """Carry out one answer; return how many claims to go on by, the key of the claim to go back to, or None to
        end."""
        answer = await self._next()
        while answer is not None and answer.move == "help":
            self._say(_HELP)
            answer = await self._next()
        if answer is None or answer.move == "quit":
            return None
        if answer.move == "skip":
            return 1
        stays = answer.move in _STAYS or (answer.move == "reject" and bool(answer.numbers))
        try:
            if answer.move == "undo":
                return await self._undo(entry)
            if not is_wanted:
                raise DecidedMeanwhile(f"it is {entry.status} by now")
            decided = await carry_out(self.store, entry, answer, by=self.person, is_seen=True)
        except NotDecidable as error:
            self._say(f"not decided: {error}")
            if self.lines.is_terminal:
                return 0
            self.refused += 1
            return 0 if stays else 1
        self.done.append(decided)
        tell(self.face, decided, self.person, entry)
        return 0 if stays else 1

    async def _next(self) -> Answer | None:
        line = await self._line(f"{PROMPT}: ")
        if line is None:
            return None
        try:
            answer = read_answer(line)
        except NotDecidable as error:
            raise _NoAnswer(str(error)) from error
        if answer.lacks and self.lines.is_terminal:
            more = await self._line(f"{answer.lacks}: ")
            answer = Answer(answer.move, (more or "").strip(), answer.numbers)
        if answer.lacks:
            raise _NoAnswer(f"{answer.move} needs {answer.lacks} on the same line")
        return answer

    async def _line(self, prompt: str) -> str | None:
        if self.lines.is_terminal:
            click.echo(prompt, err=True, nl=False)
        line = await self.lines.next()
        while line is not None and not line.strip() and not self.lines.is_terminal:
            line = await self.lines.next()
        return line

    async def _undo(self, entry: Entry) -> int | str:
        if not self.done:
            raise NotDecidable("nothing was decided yet in this walk")
        last = self.done[-1]
        if isinstance(last, ConflictDecided):
            why = "took back what was said of it"
            await decide_conflict(self.store, last.conflict, last.was, why, by=self.person, expected=last.state)
            back = entry.claim
        else:
            await undo(self.store, last, by=self.person)
            back = last.decision.claim
        self.done.pop()
        self._say(f"taken back: {last.conflict if isinstance(last, ConflictDecided) else last.decision.word}")
        return back

    def _show(self, entry: Entry, number: int, of: int) -> None:
        self._say(f"\n{number} of {of}: {entry.claim[:18]}")
        for line in look_at(entry, numbered=True):
            self._say(f"  {line}")

    def _summary(self) -> str:
        refused = f", {self.refused} refused" if self.refused else ""
        return f"{counted(len(self.done), 'decision')} written{refused}"

    def _say(self, text: str) -> None:
        if not self.face.quiet or self.lines.is_terminal:
            click.echo(inert(text), err=True)


class _NoAnswer(Exception):
    """A line that says nothing that can be done."""
