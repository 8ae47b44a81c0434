"""What the command and its core packages cost before any work: CPU of `claimgraph --help`, size of the install.

    python -m bench.help [--no-install]

The size is that of a fresh environment with the core dependencies alone (no database, no Java, no weights), without
pip and setuptools, bytecode included as pip leaves it.
"""

import argparse
import contextlib
import os
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import venv
from collections.abc import Generator
from pathlib import Path

from bench.metric import print_metric, print_state

RUNS = 10
HELP_FLOOR_S, SIZE_FLOOR_MB = 0.15, 220
ROOT = Path(__file__).resolve().parent.parent
_BUILDERS = re.compile(r"(pip|setuptools|_distutils_hack|pkg_resources|distutils-precedence)\b.*", re.IGNORECASE)


def main() -> None:
    """Run the bench from the command line."""
    parser = argparse.ArgumentParser(description="CPU of claimgraph --help, size of the core install")
    parser.add_argument("--no-install", action="store_true", help="leave out the fresh environment (a minute or two)")
    options = parser.parse_args()
    print_state()
    command = Path(sys.executable).with_name("claimgraph")
    print_metric("claimgraph --help: CPU s, median", cpu_of([str(command), "--help"]), RUNS, f"<= {HELP_FLOOR_S}")
    if options.no_install:
        return
    with core_install() as packages:
        found = [p for p in packages.iterdir() if not _BUILDERS.fullmatch(p.name)]
        sizes = {path.name: size_of(path) for path in found}
        print_metric("core install: MB", sum(sizes.values()) / 1e6, 1, f"<= {SIZE_FLOOR_MB}")
        print_metric("core install: distributions", sum(p.suffix == ".dist-info" for p in found), 1)
        print_metric("core install: torch is there", int((packages / "torch").exists()), 1, "= 0")
        for name in sorted(sizes, key=lambda n: -sizes[n])[:8]:
            print(f"#   {sizes[name] / 1e6:6.1f} MB  {name}")


def cpu_of(command: list[str]) -> float:
    """Return the median of user and system seconds that the command takes, after one run that warms the disk."""
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    seconds: list[float] = []
    for _ in range(RUNS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return statistics.median(seconds)


@contextlib.contextmanager
def core_install() -> Generator[Path]:
    """Install claimgraph without extras into a fresh environment and yield its packages folder."""
    folder = Path(tempfile.mkdtemp(prefix="claimgraph-bench-install-"))
    try:
        venv.create(folder, with_pip=True)
        python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
        install = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", str(ROOT)]
        subprocess.run(install, check=True)
        ask = [str(python), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
        yield Path(subprocess.run(ask, check=True, capture_output=True, text=True).stdout.strip())
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def size_of(path: Path) -> int:
    """Return the bytes of a file or of all files below a folder."""
    if path.is_file():
        return path.stat().st_size
    return sum(p.stat().st_size for p in path.rglob("*") if p.is_file() and not p.is_symlink())


if __name__ == "__main__":
    main()
