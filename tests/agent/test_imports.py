"""Importing any module opens nothing, reads no environment and logs nothing."""

import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import pytest

import agent
import graph
import retrievers

ROOT = Path(agent.__file__).parent.parent
MODULES = sorted(
    module.name
    for package in (agent, graph, retrievers)
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
    if module.name != "agent.cli.first_run"
)
WATCH = """
import sys
seen = []
def watch(event, args):
    if event in {"socket.connect", "socket.bind", "subprocess.Popen"}:
        seen.append(event)
    if event == "open" and isinstance(args[1], str) and set(args[1]) & set("wax+"):
        seen.append(f"open {args[0]} for writing")
    if event == "open" and str(args[0]).endswith(".env"):
        seen.append("read .env")
sys.dont_write_bytecode = True
sys.addaudithook(watch)
for name in sys.argv[1:]:
    __import__(name)
heavy = sorted({"neo4j", "openai", "tavily", "trafilatura", "onnxruntime", "torch"} & set(sys.modules))
print(seen, heavy)
"""


@pytest.mark.parametrize("package", ["agent", "graph", "retrievers"])
def test_importing_a_package_opens_no_file_or_socket_and_loads_nothing_heavy(package: str) -> None:
    names = [m for m in MODULES if m.split(".")[0] == package]
    assert len(names) > 5
    done = subprocess.run(
        [sys.executable, "-c", WATCH, *names], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.stderr == ""
    assert done.stdout.strip() == "[] []"


def test_only_the_settings_read_the_environment() -> None:
    readers = {
        str(path.relative_to(ROOT))
        for package in ("agent", "graph", "retrievers")
        for path in (ROOT / package).rglob("*.py")
        if any(word in path.read_text(encoding="utf-8") for word in ("os.environ", "getenv", "dotenv_values"))
    }
    given_to_a_child_process = {"graph/server/jvm.py", "retrievers/read/apart.py"}
    assert readers - given_to_a_child_process == {"agent/settings.py"}


def test_only_the_writers_that_contributors_are_told_of_write_to_the_graph() -> None:
    told = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").split("write to the graph")[0].rpartition("- Only")[2]
    writers = {
        f"{path.parent.relative_to(ROOT)}/"
        for package in ("agent", "retrievers")
        for path in (ROOT / package).rglob("*.py")
        if re.search(r"\bstore\.write\(|execute_write", path.read_text(encoding="utf-8"))
    }
    assert writers == set(re.findall(r"`(\S+/)`", told))


def test_no_module_is_longer_than_a_person_can_hold() -> None:
    long = {
        str(path.relative_to(ROOT)): lines
        for package in ("agent", "graph", "retrievers")
        for path in (ROOT / package).rglob("*.py")
        if (lines := len(path.read_text(encoding="utf-8").splitlines())) > 300
    }
    assert long == {}
