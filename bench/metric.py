"""How a bench prints: the state it ran in as a comment, then one line a metric."""

import importlib.metadata
import os
import platform
from collections.abc import Sequence
from pathlib import Path


def print_state(server: str | None = None) -> None:
    """Print what the figures depend on: the server's release, the machine, Python and claimgraph."""
    parts = [f"Neo4j {server}"] if server else []
    parts += [
        f"{os.cpu_count()} cores",
        f"{platform.system()} {platform.machine()}",
        f"Python {platform.python_version()}",
        f"claimgraph {importlib.metadata.version('claimgraph')}",
    ]
    print("# " + ", ".join(parts), flush=True)
    print("# name\tvalue\tn\tfloor", flush=True)


def print_metric(name: str, value: float, n: int, floor: str = "-") -> None:
    """Print one line: name, value, how many it was measured on, what is asked of it ("-": nothing)."""
    shown = f"{value:d}" if isinstance(value, int) else f"{value:.4g}"
    print(f"{name:<42}\t{shown:>8}\t{n:>6}\t{floor}", flush=True)


def find_data(folder: Path | None, names: Sequence[str]) -> Path | None:
    """Return the folder when it holds all these files; else say so in one line and return None."""
    if folder is None:
        print(f"skipped: no data; name the folder that holds {', '.join(names)} with --data")
        return None
    missing = [name for name in names if not (folder / name).is_file()]
    if missing:
        print(f"skipped: {folder} holds no {', '.join(missing)}")
        return None
    return folder
