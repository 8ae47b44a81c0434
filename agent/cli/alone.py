"""One process a run: two with the same key would each pay for what one of them needs."""

import contextlib
import hashlib
from collections.abc import Generator

from agent.errors import RunConflict
from agent.settings import Settings

_PLACES = 1 << 62


@contextlib.contextmanager
def alone(settings: Settings, run_key: str) -> Generator[None]:
    """Hold the run for the body, on this machine; a process that is killed holds nothing.

    The lock is one byte of a file in the home, at a place made of the run. Raises RunConflict when another process
    holds it. Where no file can be locked the run is not held.
    """
    with contextlib.ExitStack() as stack:
        _hold(settings, run_key, stack)
        yield


def _hold(settings: Settings, run_key: str, stack: contextlib.ExitStack) -> None:
    try:
        import fcntl
    except ImportError:  # Windows
        return
    named = f"{settings.neo4j_uri} {settings.neo4j_database} {settings.namespace} {run_key}"
    place = int.from_bytes(hashlib.sha256(named.encode("utf-8", "replace")).digest()[:8]) % _PLACES
    with contextlib.suppress(OSError):
        settings.home_path.mkdir(parents=True, exist_ok=True)
        file = stack.enter_context((settings.home_path / "runs.lock").open("ab"))
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, place)
        except (BlockingIOError, PermissionError) as error:
            raise RunConflict(
                f"the run {run_key!r} is being carried out by another process; wait until it has ended, or ask under "
                "another --run-key"
            ) from error
