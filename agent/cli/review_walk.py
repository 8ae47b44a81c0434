"""The reviewer at the command line: claim after claim is shown on stderr, an answer a line comes from stdin."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

import click

from agent.cli.face import Face, counted, inert
from agent.cli.lines import Lines
from agent.cli.review_word import carry_out, tell
from agent.curate import ConflictDecided, Decided, decide_conflict, undo
from agent.errors import DecidedMeanwhile, NotDecidable
from agent.ledger.answers import PROMPT, Answer, Move, read_address, read_answer
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
skip, undo, quit          numbers in brackets name quotes: accept [1,3], reject [2] WHY, narrow NEW WORDING [1]
3: accept                 the claim that is shown as number 3; claim.0f3a: accept, by its key"""
_NAME_IT = (
    "it is no longer sure which claim a line is meant for: begin the next one with the claim's number or key, as in "
    "`{number}: accept`; those behind it follow on it"
)
_STAYS = {"note", "resolve", "dismiss", "undo"}
_DONE, _REFUSED = 0, 4


@dataclass(slots=True)
class Walk:
    """One reviewer's walk over claims; what was decided is written at once."""

    face: Face
    lines: Lines
    store: GraphStore
    person: str
    done: list[Decided | ConflictDecided] = field(default_factory=list[Decided | ConflictDecided])
    refused: int = 0
    _read: int = 0
    _is_lost: bool = False
    _addressed: str | None = None

    async def over(self, keys: Sequence[str], statuses: Collection[str] = ()) -> int:
        """Show the claims and carry the answers out until there is no claim or no answer left; return the exit code.

        `statuses` are those that are looked for: a claim that has another one by now is passed over. From a pipe its
        line is read all the same, because the lines behind it are meant for the claims behind it. For the same reason
        nothing is decided behind a line there that is no answer until a line names its claim; a person is asked again.
        """
        place = 0
        open_ = set(range(len(keys)))
        shown: tuple[str, int] | None = None
        while place < len(keys) or (open_ and not self.lines.is_terminal):
            if place >= len(keys):  # lines that named their claims have left others open
                place, self._is_lost = min(open_), True
            found = await read_entries(self.store, [keys[place]])
            is_wanted = bool(found) and (not statuses or found[0].status in statuses)
            if not is_wanted and (self.lines.is_terminal or not found):
                self._drop(keys[place])
                open_.discard(place)
                place += 1
                continue
            if shown != (shown := (keys[place], found[0].assessments)):
                self._show(found[0], place + 1, len(keys))
            try:
                step = await self._answered(found[0], keys, place, is_wanted=is_wanted)
            except _NoAnswer as error:
                step = self._refuse(error, place + 1)
            if step is None:
                break
            if step == 1:
                open_.discard(place)
            place = keys.index(step) if isinstance(step, str) else place + step
            open_ |= {place} if isinstance(step, str) else set()
        self._say(self._summary())
        return _REFUSED if self.refused else _DONE

    def _refuse(self, error: "_NoAnswer", number: int) -> int:
        """Tell of a line that is not taken; return how many claims to go on by."""
        if self.lines.is_terminal:
            self._say(f"not taken: {error}")
            return 0
        self.refused += 1
        first = error.move is None and not self._is_lost
        self._is_lost = self._is_lost or first
        self._say(f"line {self._read} is not taken: {error}{f'; {_NAME_IT.format(number=number)}' if first else ''}")
        return 0 if error.move is None or error.move in _STAYS else 1

    def _drop(self, key: str) -> None:
        """Tell that what was said of a claim by its name is not written: the claim is passed over."""
        if self._addressed is not None:
            self._addressed = None
            self.refused += 1
            self._say(f"not decided: {key[:18]} is not looked for any more")

    async def _answered(self, entry: Entry, keys: Sequence[str], place: int, *, is_wanted: bool) -> int | str | None:
        """Carry out one answer; return how many claims to go on by, the key of the claim to go to, or None to end."""
        line = await self._line(f"{PROMPT}: ")
        while line is not None and (found := read_address(line))[0]:
            named, line = found
            self._is_lost = False
            if (other := _place_of(named, keys)) != place:
                self._addressed = line
                return keys[other]
        answer = await self._taken(line)
        if answer is not None and answer.move == "help":
            self._say(_HELP)
            return 0
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

    async def _taken(self, line: str | None) -> Answer | None:
        if line is None:
            return None
        try:
            answer = read_answer(line)
        except NotDecidable as error:
            raise _NoAnswer(str(error)) from error
        if self._is_lost and answer.move not in {"help", "quit"}:
            raise _NoAnswer("it names no claim")
        if answer.lacks and self.lines.is_terminal:
            more = await self._line(f"{answer.lacks}: ")
            answer = Answer(answer.move, (more or "").strip(), answer.numbers)
        if answer.lacks:
            raise _NoAnswer(f"{answer.move} needs {answer.lacks} on the same line", answer.move)
        return answer

    async def _line(self, prompt: str) -> str | None:
        if self._addressed is not None:
            line, self._addressed = self._addressed, None
            return line
        if self.lines.is_terminal:
            click.echo(prompt, err=True, nl=False)
        line = await self.lines.next()
        self._read += 1
        while line is not None and not line.strip() and not self.lines.is_terminal:
            line = await self.lines.next()
            self._read += 1
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
    """A line that says nothing that can be done; `move` is what it asks for, None where that is not known."""

    def __init__(self, why: str, move: Move | None = None) -> None:
        super().__init__(why)
        self.move = move


def _place_of(named: str, keys: Sequence[str]) -> int:
    """The place of the claim that a line names by its number or the beginning of its key."""
    if named.isdigit() and 1 <= int(named) <= len(keys):
        return int(named) - 1
    found = [at for at, key in enumerate(keys) if key.startswith(named)]
    if len(found) != 1:
        raise _NoAnswer(f"{named} is {'no claim' if not found else 'several claims'} of this walk")
    return found[0]
