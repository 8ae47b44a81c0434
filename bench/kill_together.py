"""Two `add` of overlapping folders, killed again and again, while others ask, refresh, forget, import: is all sound?

    python -m bench.kill_together [--seconds 1200] [--seed 1] [--embeddings none]

Each of six works in processes of its own for so many seconds: two add, one asks, one refreshes, one forgets and
erases, one imports an export of an earlier state. Most of the adds and some of the others are killed (kill -9), and
files change, go and return meanwhile. Then what was killed is run again to its end, and three sources are erased for
good. Asked is that `claimgraph doctor --graph` finds nothing, that nothing is there twice, that no output holds a
traceback or calls itself a bug, that every exit code is one that the README gives to such an end, and that no word of
what was erased is anywhere, after another import too.
"""

import argparse
import asyncio
import json
import os
import random
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path

from bench.kill_processes import Child, Ended, environment_of, find_doubles
from bench.metric import print_metric, print_state
from bench.server import add_server_options, bench_server, bench_store, say
from graph.server import ServerStatus
from graph.store import GraphStore
from tests.graphs import node_set, rows_of

NAMESPACE = "together"
FOLDERS = {"north": 12, "shared": 16, "south": 12}
ROWS = 12
LIMIT_S = 300.0
FIRST_S = 8.0
POLL_S = 0.05
TELL_S = 60.0
ERASED = 3
CODES = {
    "add": {0, 4},
    "ask": {0, 3},
    "refresh": {0, 4},
    "forget": {0, 2, 5},
    "import": {0, 4},
    "export": {0},
    "doctor": {0},
}
"""What each command may end with here: 2 where a source was not stored yet, 4 where an input was refused because it was
being forgotten or had gone, 5 where somebody added while it was forgotten."""
_UNENDED = "MATCH (d:Deletion {namespace: $namespace, state: 'incomplete'}) RETURN DISTINCT d.target AS source"
_OPEN_RUNS = (
    "MATCH (r:Run {namespace: $namespace}) WHERE NOT r.state IN ['completed', 'no_evidence'] "
    "RETURN r.run_key AS run, r.options_json AS options ORDER BY run"
)
_BUG = re.compile(r"Traceback \(most recent|unexpected \w+ \(|this is a bug|Fatal Python error")
_KEYS = re.compile(r"\b[a-z]+\.[0-9a-f]{6,32}\b|\d+(?:\.\d+)?|/\S+|'[^']*'")
_PLACES = ("Arnsund", "Belvik", "Cardroy", "Dunmore", "Eskelund", "Farholm", "Grenvik", "Hollsund")
_QUESTIONS = (
    "What will the tidal plant at {place} cost?",
    "When will the tidal plant at {place} open?",
    "Who is the engineer of the tidal plant at {place}?",
)
_PEOPLE = ("Ada Brandt", "Carl Dahl", "Eva Fossum", "Geir Holm", "Ida Juul", "Karl Lunde")


@dataclass(slots=True)
class Texts:
    """The folders and what their files say; each file has a word of its own that stands nowhere else."""

    root: Path
    chance: random.Random
    words: dict[Path, str] = field(default_factory=dict[Path, str])

    def write_all(self) -> None:
        """Write every file for the first time."""
        for folder, count in FOLDERS.items():
            (self.root / folder).mkdir(parents=True)
            for number in range(count):
                path = self.root / folder / f"notes-{number:02}.md"
                self.words[path] = f"q{len(self.words):02}" + "".join(self.chance.choices("bcdfghjklmnp", k=8))
                self.write(path)
        rows = self.root / "shared" / "rows.jsonl"
        written = [{"id": f"row{n}", "title": f"Row {n}", "text": self._body(f"row {n}")} for n in range(ROWS)]
        rows.write_text("".join(f"{json.dumps(row)}\n" for row in written), encoding="utf-8")

    def write(self, path: Path) -> None:
        """Write a file anew, with other figures; nobody reads half of it."""
        title = f"Notes {path.stem[-2:]} of the {path.parent.name}"
        beside = path.with_suffix(".new")
        beside.write_text(
            f"# {title}\n\nThe code word of this text is {self.words[path]}.\n\n{self._body(title)}", encoding="utf-8"
        )
        beside.replace(path)

    def change_one(self) -> None:
        """Change a file, take it away or bring it back."""
        path = self.chance.choice(sorted(self.words))
        if path.exists() and self.chance.random() < 0.15:
            path.unlink()
        else:
            self.write(path)

    def _body(self, title: str) -> str:
        said: list[str] = []
        for place in self.chance.sample(_PLACES, 3):
            other = f"{self.chance.randint(0, 11):02} of the {self.chance.choice(sorted(FOLDERS))}"
            said += [
                f"The tidal plant at {place} will cost {self.chance.randint(20, 90)} million crowns.",
                f"The tidal plant at {place} will open in {self.chance.randint(2027, 2034)}.",
                f"{self.chance.choice(_PEOPLE)} is the engineer of the tidal plant at {place}.",
                f"As Notes {other} say, {title} was written before the survey of {place}.",
            ]
            said += [f"The council of {place} met {n} times and wrote to the ministry." for n in range(3, 9)]
        return "\n\n".join(said) + "\n"


@dataclass(slots=True)
class Crowd:
    """The commands as they ran: how often each ended how, what looked like a bug, which codes nobody promised."""

    environment: dict[str, str]
    folder: Path
    chance: random.Random
    ends: Counter[tuple[str, int, str]] = field(default_factory=Counter[tuple[str, int, str]])
    wrong: list[str] = field(default_factory=list[str])
    lasts: dict[str, float] = field(default_factory=dict[str, float])
    """How many seconds the last whole run of each command took: a kill falls in the last three quarters of that."""
    killed: int = 0
    number: int = 0

    async def run(self, *words: str, kill: float = 0.0) -> Ended | None:
        """Run a command to its end and return it; with the chance `kill` kill it, some time before an end: None."""
        self.number += 1
        command = [str(Path(sys.executable).with_name("claimgraph")), *words]
        child = Child(command, self.environment, self.folder, f"{self.number:05}-{words[0]}")
        until = self.lasts.get(words[0], FIRST_S)
        strike = self.chance.uniform(until / 4, until) if self.chance.random() < kill else LIMIT_S
        while (ended := child.ended()) is None:
            await asyncio.sleep(POLL_S)
            if child.seconds < strike:
                continue
            if strike == LIMIT_S:
                self.wrong.append(f"{' '.join(words)[:200]} had not ended after {LIMIT_S:.0f} s:\n{child.give_up()}")
            else:
                self.killed += 1
                child.kill()
            self.ends[words[0], -9, ""] += 1
            return None
        self.lasts[words[0]] = child.seconds
        self.ends[words[0], ended.code, _KEYS.sub("*", ended.last)[:150] if ended.code else ""] += 1
        if ended.code not in CODES[words[0]] or _BUG.search(ended.out + ended.errors):
            self.wrong.append(f"{' '.join(words)[:200]} ended with {ended.code}: {ended.errors[-2000:]}")
        return ended


@dataclass(slots=True)
class Disturbance:
    """What goes on at once until the clock says so; `asked` are the runs, run key and question."""

    crowd: Crowd
    texts: Texts
    export: Path
    until: float
    asked: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])

    async def work(self) -> None:
        """Let all work beside one another."""
        works = (self._ask, self._refresh, self._forget, self._bring, self._change, self._tell)
        adds = [self._again(self._add, *folders) for folders in (("north", "shared"), ("shared", "south"))]
        await asyncio.gather(*adds, *(self._again(work) for work in works))

    async def _again(self, work: Callable[..., Awaitable[None]], *words: str) -> None:
        while time.monotonic() < self.until:
            await work(*words)

    async def _add(self, *folders: str) -> None:
        await self.crowd.run("add", *(str(self.texts.root / one) for one in folders), kill=0.6)

    async def _ask(self) -> None:
        place = self.crowd.chance.choice(_PLACES)
        question = self.crowd.chance.choice(_QUESTIONS).format(place=place)
        self.asked.append((f"together.{len(self.asked)}", question))
        fresh = ["--fresh"] if self.crowd.chance.random() < 0.5 else []
        await self.crowd.run("ask", question, *fresh, "--extractive", "--run-key", self.asked[-1][0], kill=0.25)

    async def _refresh(self) -> None:
        which = ["--cited"] if self.crowd.chance.random() < 0.5 else ["--older-than", "1min"]
        await self.crowd.run("refresh", *which, kill=0.25)

    async def _forget(self) -> None:
        path = str(self.crowd.chance.choice(sorted(self.texts.words)))
        while await self.crowd.run("forget", path, "--erase", "--yes", "--why", "bench", kill=0.25) is None:
            pass
        await asyncio.sleep(self.crowd.chance.uniform(1, 6))

    async def _bring(self) -> None:
        await self.crowd.run("import", str(self.export), kill=0.25)
        await asyncio.sleep(self.crowd.chance.uniform(0, 4))

    async def _change(self) -> None:
        self.texts.change_one()
        await asyncio.sleep(self.crowd.chance.uniform(0.5, 3))

    async def _tell(self) -> None:
        left = self.until - time.monotonic()
        say(f"{left:.0f} s left, {self.crowd.number} begun, {self.crowd.killed} killed, {len(self.crowd.wrong)} wrong")
        await asyncio.sleep(min(TELL_S, max(0.0, left)))


async def settle(done: Disturbance, store: GraphStore) -> list[str]:
    """Run again to its end what was killed, erase some sources for good; return their words."""
    crowd, texts, export = done.crowd, done.texts, str(done.export)
    for row in await rows_of(store, _UNENDED):
        await crowd.run("forget", row["source"], "--erase", "--yes")
    for path in texts.words:
        texts.write(path)
    await crowd.run("import", export)
    await crowd.run("add", str(texts.root))
    questions = dict(done.asked)
    for row in await rows_of(store, _OPEN_RUNS):
        fresh = ["--fresh"] if '"fresh"' in str(row["options"]) else []
        await crowd.run("ask", questions[row["run"]], *fresh, "--extractive", "--run-key", row["run"])
    gone = crowd.chance.sample(sorted(texts.words), ERASED)
    for path in gone:
        await crowd.run("forget", str(path), "--erase", "--yes")
    await crowd.run("import", export)
    return [texts.words[path] for path in gone]


async def measure(server: ServerStatus, folder: Path, options: argparse.Namespace) -> None:
    """Prepare a graph, disturb it, bring everything to its end and look what is left."""
    chance = random.Random(options.seed)
    texts = Texts(folder / "texts", chance)
    texts.write_all()
    said = folder / "said"
    said.mkdir()
    crowd = Crowd(environment_of(server, NAMESPACE, folder / "home", options.embeddings), said, chance)
    await crowd.run("add", str(texts.root))
    await crowd.run("ask", f"What will the tidal plant at {_PLACES[0]} cost?", "--extractive", "--run-key", "first")
    export = said / "before.jsonl.gz"
    await crowd.run("export", str(export))
    disturbance = Disturbance(crowd, texts, export, time.monotonic() + options.seconds)
    await disturbance.work()
    asked = disturbance.asked
    async with bench_store(server, NAMESPACE, None) as store:
        words = await settle(disturbance, store)
        found = await crowd.run("doctor", "--graph", "-n", NAMESPACE)
        for line in (found.out if found else "doctor did not end").splitlines():
            say(line)
        doubles = await find_doubles(store)
        nodes = await node_set(store)
        held = [str(node)[:300] for node in nodes if any(word in str(node) for word in words)]
        open_runs = await rows_of(store, _OPEN_RUNS)
    log = folder / "home" / "claimgraph.log"
    bugs = log.read_text("utf-8") if log.exists() else ""
    for line in (*crowd.wrong, *doubles[:8], *held[:8], bugs[-4000:]):
        say(line)
    for (command, code, last), count in sorted(crowd.ends.items()):
        say(f"{count:>5} {command} ended with {code}{': ' if last else ''}{last}")
    print_metric("commands", crowd.number, 1)
    print_metric("killed", crowd.killed, crowd.number)
    print_metric("doctor --graph: exit code", found.code if found else -1, len(nodes), "= 0")
    print_metric("there twice", len(doubles), len(nodes), "= 0")
    print_metric("runs that did not end", len(open_runs), len(asked), "= 0")
    print_metric("nodes with a word that was erased", len(held), len(nodes), "= 0")
    print_metric("tracebacks, bugs, codes not promised", len(crowd.wrong) + bool(bugs), crowd.number, "= 0")


def main() -> None:
    """Run the bench from the command line."""
    parser = argparse.ArgumentParser(description="everything at once, killed again and again")
    parser.add_argument("--seconds", type=float, default=1200, help="how long the disturbance lasts (default: 1200)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--embeddings", default="none", help="as CLAIMGRAPH_EMBEDDINGS (default: none)")
    add_server_options(parser)
    options = parser.parse_args()
    with (
        tempfile.TemporaryDirectory(prefix="claimgraph-together-") as made,
        bench_server(options.home, "together", keep=options.keep, fresh=True, version=options.neo4j) as server,
    ):
        print_state(server.version)
        asyncio.run(measure(server, Path(os.path.realpath(made)), options))


if __name__ == "__main__":
    main()
