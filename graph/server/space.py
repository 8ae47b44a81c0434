"""Room on the disk: asked before spending, and named when it runs out."""

import errno
import shutil
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from graph.errors import DiskFull


def check_space(folder: Path, needed_bytes: int, what: str) -> None:
    """Raise DiskFull unless the disk of `folder` has room for `needed_bytes`."""
    free = shutil.disk_usage(next(p for p in (folder, *folder.parents) if p.exists())).free
    if free < needed_bytes:
        raise DiskFull(
            f"the disk of {folder} has {free / 1e6:,.0f} MB left, {what} needs "
            f"{needed_bytes / 1e6:,.0f} MB; make room, or set CLAIMGRAPH_HOME to a folder on another disk"
        )


@contextmanager
def name_full_disk(folder: Path) -> Generator[None]:
    """Turn the system's "no space left" of any write inside into DiskFull."""
    try:
        yield
    except OSError as e:
        if e.errno not in (errno.ENOSPC, errno.EDQUOT):
            raise
        raise DiskFull(
            f"the disk of {folder} is full; make room, or set CLAIMGRAPH_HOME to a folder on another disk"
        ) from e
