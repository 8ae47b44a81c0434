"""Room on the disk: asked before spending, and named when it runs out."""

import errno
import shutil
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from graph.errors import DiskFull, ServerError


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
    """Turn the system's refusal to write in `folder` into DiskFull, or a ServerError where room would not help.

    What the system says of other places passes through: a missing program is no fault of the folder.
    """
    try:
        yield
    except OSError as e:
        if e.errno in (errno.ENOSPC, errno.EDQUOT):
            raise DiskFull(
                f"the disk of {folder} is full; make room, or set CLAIMGRAPH_HOME to a folder on another disk"
            ) from e
        if e.filename is None or not _is_at(Path(str(e.filename)), folder):
            raise
        raise ServerError(
            f"the local database cannot use the folder {folder} ({e.strerror}); set CLAIMGRAPH_HOME to one that you "
            "can write to"
        ) from e


def _is_at(path: Path, folder: Path) -> bool:
    return path.is_relative_to(folder) or folder.is_relative_to(path)
